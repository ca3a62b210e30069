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
	return classify.NewAssisted(engine, func(ctx context.Context, p classify.Prompt) ([]byte, error) {
		return client.Complete(ctx, model.Prompt(p))
	}), nil
}
