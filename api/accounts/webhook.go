package accounts

import (
	"context"
	"encoding/json"
	"net/http"
	"time"

	"tariffdesk/account"
	"tariffdesk/api/gate"
	"tariffdesk/api/route"
	"tariffdesk/api/submit"
	"tariffdesk/api/wire"
	"tariffdesk/fetch"
	"tariffdesk/jobs"
)

// webhookBody is an organisation's webhook.
type webhookBody struct {
	URL        string         `json:"url" doc:"Where events are sent"`
	CreatedAt  time.Time      `json:"created_at" doc:"When the webhook was set"`
	Deliveries []deliveryBody `json:"deliveries" doc:"The last twenty, newest first"`
}

type deliveryBody struct {
	ID         string     `json:"webhook_id" format:"uuid" doc:"Id of the delivery: its header webhook-id, the same for every attempt"`
	JobID      *string    `json:"job_id" format:"uuid" doc:"null of an event that is no job's"`
	Type       string     `json:"type" doc:"Type of the event, such as job.succeeded"`
	Status     string     `json:"status" enum:"pending,delivered,failed" doc:"pending while attempts are left, delivered after a 2xx answer, failed after the last attempt"`
	Attempts   int        `json:"attempts" doc:"Attempts so far"`
	LastStatus *int       `json:"last_status_code" doc:"Of your answer to the last attempt"`
	LastError  *string    `json:"last_error" doc:"Why the last attempt failed; null where none has"`
	CreatedAt  time.Time  `json:"created_at" doc:"When the event happened"`
	NextAt     *time.Time `json:"next_attempt_at" doc:"When it is tried next; null once it has ended"`
	EndedAt    *time.Time `json:"ended_at" doc:"When it was delivered or given up; null while pending"`
}

type setWebhookInput struct {
	wire.Common
	Body struct {
		URL string `json:"url" maxLength:"2048" doc:"https, at a public address"`
	}
}

type setWebhookOutput struct {
	Body struct {
		URL    string `json:"url" doc:"Where events are sent"`
		Secret string `json:"secret" doc:"Signs the deliveries; shown this once"`
	}
}

type webhookOutput struct{ Body webhookBody }

func (s *webhookHandlers) registerWebhook(to *route.Router) {
	const path = "/api/v3/organization/webhook"
	route.Register(to, route.Row{Method: http.MethodPut, Path: path, ID: "set-webhook", Tag: "organization",
		Summary: "Be told when a job ends; the secret is shown this once", Access: gate.Manager, Limited: true}, s.setWebhook)
	route.Register(to, route.Row{Method: http.MethodGet, Path: path, ID: "get-webhook", Tag: "organization",
		Summary: "The webhook and its last deliveries", Access: gate.Manager, Limited: true}, s.getWebhook)
	route.Register(to, route.Row{Method: http.MethodDelete, Path: path, ID: "delete-webhook", Tag: "organization",
		Summary: "Remove the webhook with its deliveries", Access: gate.Manager, Limited: true, Status: http.StatusNoContent}, s.deleteWebhook)
}

func (s *webhookHandlers) setWebhook(ctx context.Context, in *setWebhookInput) (*setWebhookOutput, error) {
	if err := fetch.CheckWebhook(in.Body.URL, s.WebhookAllow); err != nil {
		return nil, err
	}
	secret, shown := account.NewWebhookSecret()
	if err := s.Store.SetWebhook(ctx, gate.Of(ctx).Caller.Organisation.ID, in.Body.URL, secret); err != nil {
		return nil, err
	}
	out := &setWebhookOutput{}
	out.Body.URL, out.Body.Secret = in.Body.URL, shown
	return out, nil
}

func (s *webhookHandlers) getWebhook(ctx context.Context, _ *wire.Common) (*webhookOutput, error) {
	w, err := s.Store.Webhook(ctx, gate.Of(ctx).Caller.Organisation.ID)
	if err != nil {
		return nil, err
	}
	out := &webhookOutput{webhookBody{URL: w.URL, CreatedAt: w.CreatedAt.UTC(), Deliveries: []deliveryBody{}}}
	for _, d := range w.Deliveries {
		out.Body.Deliveries = append(out.Body.Deliveries, newDeliveryBody(d))
	}
	return out, nil
}

func (s *webhookHandlers) deleteWebhook(ctx context.Context, _ *wire.Common) (*struct{}, error) {
	return nil, s.Store.DeleteWebhook(ctx, gate.Of(ctx).Caller.Organisation.ID)
}

// JobObject is the job object as the API shows it, for the webhook's event about that job.
func JobObject(j jobs.Job) (json.RawMessage, error) { return json.Marshal(submit.NewJobBody(j)) }
