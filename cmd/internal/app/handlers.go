package app

import (
	"time"

	"tariffdesk/classify"
	"tariffdesk/jobs"
	"tariffdesk/tariff"
	"tariffdesk/worker"
)

// handlers builds the engines and registers what does each kind of job.
func (a *App) handlers() (map[jobs.Kind]worker.Handler, error) {
	knowledge, err := tariff.LoadKnowledge()
	if err != nil {
		return nil, err
	}
	engine, err := classify.New(knowledge, classify.Options{Schedule: a.tariffs})
	if err != nil {
		return nil, err
	}
	classification := worker.Classification{Engine: engine, Info: a.tariffs, Precedents: worker.NewCatalogues(a.store, time.Now)}
	return map[jobs.Kind]worker.Handler{
		jobs.KindClassify: classification.Handle,
		jobs.KindQuote:    worker.Quotation{Engine: a.tariffs}.Handle,
	}, nil
}
