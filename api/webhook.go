package api

import (
	"context"
	"encoding/json"
	"net/http"
	"time"

	"tariffdesk/account"
	"tariffdesk/api/wire"
	"tariffdesk/fetch"
	"tariffdesk/jobs"
)

// webhookBody is an organisation's webhook.
type webhookBody struct {
	URL        string         `json:"url"`
	CreatedAt  time.Time      `json:"created_at"`
	Deliveries []deliveryBody `json:"deliveries" doc:"The last twenty, newest first"`
}

type deliveryBody struct {
	ID         string     `json:"webhook_id" format:"uuid"`
	JobID      *string    `json:"job_id" format:"uuid" doc:"null of an event that is no job's"`
	Type       string     `json:"type"`
	Status     string     `json:"status" enum:"pending,delivered,failed"`
	Attempts   int        `json:"attempts"`
	LastStatus *int       `json:"last_status_code" doc:"Of your answer to the last attempt"`
	LastError  *string    `json:"last_error"`
	CreatedAt  time.Time  `json:"created_at"`
	NextAt     *time.Time `json:"next_attempt_at"`
	EndedAt    *time.Time `json:"ended_at"`
}

type setWebhookInput struct {
	wire.Common
	Body struct {
		URL string `json:"url" maxLength:"2048" doc:"https, at a public address"`
	}
}

type setWebhookOutput struct {
	Body struct {
		URL    string `json:"url"`
		Secret string `json:"secret" doc:"Signs the deliveries; shown this once"`
	}
}

type webhookOutput struct{ Body webhookBody }

func (s *Server) registerWebhook() {
	const path = "/api/v3/organization/webhook"
	register(s, route{method: http.MethodPut, path: path, id: "set-webhook", tag: "organization",
		summary: "Be told when a job ends; the secret is shown this once", access: accessManager, limited: true}, s.setWebhook)
	register(s, route{method: http.MethodGet, path: path, id: "get-webhook", tag: "organization",
		summary: "The webhook and its last deliveries", access: accessManager, limited: true}, s.getWebhook)
	register(s, route{method: http.MethodDelete, path: path, id: "delete-webhook", tag: "organization",
		summary: "Remove the webhook with its deliveries", access: accessManager, limited: true, status: http.StatusNoContent}, s.deleteWebhook)
}

func (s *Server) setWebhook(ctx context.Context, in *setWebhookInput) (*setWebhookOutput, error) {
	if err := fetch.CheckWebhook(in.Body.URL, s.cfg.WebhookAllow); err != nil {
		return nil, err
	}
	secret, shown := account.NewWebhookSecret()
	if err := s.Store.SetWebhook(ctx, callOf(ctx).caller.Organisation.ID, in.Body.URL, secret); err != nil {
		return nil, err
	}
	out := &setWebhookOutput{}
	out.Body.URL, out.Body.Secret = in.Body.URL, shown
	return out, nil
}

func (s *Server) getWebhook(ctx context.Context, _ *wire.Common) (*webhookOutput, error) {
	w, err := s.Store.Webhook(ctx, callOf(ctx).caller.Organisation.ID)
	if err != nil {
		return nil, err
	}
	out := &webhookOutput{webhookBody{URL: w.URL, CreatedAt: w.CreatedAt.UTC(), Deliveries: []deliveryBody{}}}
	for _, d := range w.Deliveries {
		out.Body.Deliveries = append(out.Body.Deliveries, newDeliveryBody(d))
	}
	return out, nil
}

func (s *Server) deleteWebhook(ctx context.Context, _ *wire.Common) (*struct{}, error) {
	return nil, s.Store.DeleteWebhook(ctx, callOf(ctx).caller.Organisation.ID)
}

// JobObject is the job object as the API shows it, for the webhook that tells of it.
func JobObject(j jobs.Job) (json.RawMessage, error) { return json.Marshal(newJobBody(j)) }
