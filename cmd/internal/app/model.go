package app

import (
	"time"

	"tariffdesk/classify"
	"tariffdesk/extract"
	"tariffdesk/model"
	"tariffdesk/worker"
)

// engines classify and read, with the configured model beside them where there is one.
type engines struct {
	classifier worker.Classifier
	extractor  worker.Extractor
}

// assisted joins the engines with the configured model: one client, so that its cap, its breaker and its
// counters hold for both.
func (a *App) assisted(engine *classify.Engine) (engines, error) {
	if a.cfg.ModelBaseURL == "" {
		return engines{engine, a.documents}, nil
	}
	client, err := model.New(model.Config{BaseURL: a.cfg.ModelBaseURL, APIKey: a.cfg.ModelAPIKey, Model: a.cfg.ModelName}, time.Now, a.log)
	if err != nil {
		return engines{}, err
	}
	a.onClose(client.Close)
	classifier := classify.NewAssisted(engine, client.Complete)
	extractor := extract.NewAssisted(a.documents, client.Complete)
	a.modelCounts = func() map[string]float64 { return modelCounts(client.Stats(), classifier.Stats(), extractor.Stats()) }
	return engines{classifier, extractor}, nil
}

// modelCounts names the counters for the metrics.
func modelCounts(m model.Stats, c classify.AssistStats, e extract.AssistStats) map[string]float64 {
	counts := map[string]float64{
		"calls": float64(m.Calls), "retries": float64(m.Retries),
		"prompt_tokens": float64(m.PromptTokens), "completion_tokens": float64(m.CompletionTokens),
		"classifications_asked": float64(c.Asked), "classifications_accepted": float64(c.Accepted),
		"classifications_repeated": float64(c.Repeated), "classifications_missed": float64(c.Missed),
		"document_parts_asked": float64(e.Asked), "document_parts_accepted": float64(e.Accepted),
		"document_parts_repeated": float64(e.Repeated), "document_parts_missed": float64(e.Missed),
		"document_values_dropped": float64(e.Dropped),
	}
	for outcome, n := range m.Completes {
		counts["outcome_"+string(outcome)] = float64(n)
	}
	return counts
}
