package app

import (
	"context"

	"tariffdesk/classify"
	"tariffdesk/jobs"
	"tariffdesk/tariff"
	"tariffdesk/worker"
)

// handlers builds the engines and registers what does each kind of job.
func (a *App) handlers(context.Context) (map[jobs.Kind]worker.Handler, error) {
	knowledge, err := tariff.LoadKnowledge()
	if err != nil {
		return nil, err
	}
	engine, err := classify.New(knowledge, classify.Options{})
	if err != nil {
		return nil, err
	}
	classification := worker.Classification{Engine: engine}
	return map[jobs.Kind]worker.Handler{
		jobs.KindClassify: classification.Handle,
	}, nil
}
