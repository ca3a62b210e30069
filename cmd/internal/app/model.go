package app

import (
	"context"
	"time"

	"tariffdesk/classify"
	"tariffdesk/model"
	"tariffdesk/worker"
)

// assisted joins the engine with the configured model; without one it is the engine itself.
func (a *App) assisted(engine *classify.Engine) (worker.Classifier, error) {
	if a.cfg.ModelBaseURL == "" {
		return engine, nil
	}
	client, err := model.New(model.Config{BaseURL: a.cfg.ModelBaseURL, APIKey: a.cfg.ModelAPIKey, Model: a.cfg.ModelName}, time.Now, a.log)
	if err != nil {
		return nil, err
	}
	a.onClose(client.Close)
	assisted := classify.NewAssisted(engine, func(ctx context.Context, p classify.Prompt) ([]byte, error) {
		return client.Complete(ctx, model.Prompt(p))
	})
	a.modelCounts = func() map[string]float64 { return modelCounts(client.Stats(), assisted.Stats()) }
	return assisted, nil
}

// modelCounts names the counters for the metrics.
func modelCounts(m model.Stats, a classify.AssistStats) map[string]float64 {
	counts := map[string]float64{
		"calls": float64(m.Calls), "retries": float64(m.Retries),
		"prompt_tokens": float64(m.PromptTokens), "completion_tokens": float64(m.CompletionTokens),
		"classifications_asked": float64(a.Asked), "classifications_accepted": float64(a.Accepted),
		"classifications_repeated": float64(a.Repeated), "classifications_missed": float64(a.Missed),
	}
	for outcome, n := range m.Completes {
		counts["outcome_"+string(outcome)] = float64(n)
	}
	return counts
}
