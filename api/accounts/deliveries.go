package accounts

import (
	"context"
	"net/http"
	"time"

	"tariffdesk/account"
	"tariffdesk/api/gate"
	"tariffdesk/api/route"
	"tariffdesk/api/wire"
	"tariffdesk/jobs"
)

func newDeliveryBody(d account.WebhookDelivery) deliveryBody {
	return deliveryBody{
		ID: d.ID, JobID: wire.OrNull(d.JobID), Type: d.Event, Status: d.State, Attempts: d.Attempts, LastStatus: d.LastStatus,
		LastError: wire.OrNull(d.LastError), CreatedAt: d.CreatedAt.UTC(), NextAt: wire.UTC(d.NextAt), EndedAt: wire.UTC(d.EndedAt),
	}
}

type deliveriesInput struct {
	wire.ListQuery
	Status string `query:"status" enum:"pending,delivered,failed" doc:"Deliveries in this state only"`
}

type deliveryInput struct {
	wire.Common
	WebhookID string `path:"webhook_id" doc:"Id of the delivery: its header webhook-id"`
}

type rotateOutput struct {
	CacheControl string `header:"Cache-Control"`
	Body         struct {
		URL           string    `json:"url" doc:"Where events are sent"`
		Secret        string    `json:"secret" doc:"Signs the deliveries; shown this once"`
		PreviousUntil time.Time `json:"previous_valid_until" doc:"Until then the secret before signs too: two signatures in the header"`
	}
}

func (s *webhookHandlers) registerDeliveries(to *route.Router) {
	const path = "/api/v3/organization/webhook"
	missing := []int{http.StatusNotFound}
	route.Register(to, route.Row{Method: http.MethodGet, Path: path + "/deliveries", ID: "list-deliveries", Find: gate.StartsAfter(s.Store, jobs.ListDeliveries), Tag: "organization",
		Summary: "The webhook's deliveries of 30 days, newest first", Access: gate.Manager, Limited: true}, s.listDeliveries)
	route.Register(to, route.Row{Method: http.MethodPost, Path: path + "/deliveries/{webhook_id}/redeliver", ID: "redeliver", Tag: "organization",
		Summary: "Send a delivery that has ended again, under its webhook-id", Access: gate.Manager, Limited: true, Status: http.StatusAccepted,
		Errors: append(missing, http.StatusConflict)}, s.redeliver)
	route.Register(to, route.Row{Method: http.MethodPost, Path: path + "/test", ID: "test-webhook", Tag: "organization",
		Summary: "Send an event webhook.test", Access: gate.Manager, Limited: true, Status: http.StatusAccepted, Errors: missing}, s.testWebhook)
	route.Register(to, route.Row{Method: http.MethodPost, Path: path + "/rotate", ID: "rotate-webhook", Tag: "organization",
		Summary: "A new secret, shown this once; the one before signs beside it for 24 hours", Access: gate.Manager, Limited: true,
		Errors: missing}, s.rotateWebhook)
}

func (s *webhookHandlers) listDeliveries(ctx context.Context, in *deliveriesInput) (*wire.ListOutput[deliveryBody], error) {
	found, err := s.Store.Deliveries(ctx, gate.Of(ctx).Caller.Organisation.ID, in.Status, in.More(), in.StartingAfter)
	return wire.Page(in.ListQuery, found, err, newDeliveryBody)
}

func (s *webhookHandlers) redeliver(ctx context.Context, in *deliveryInput) (*wire.OneOutput[deliveryBody], error) {
	d, err := s.Store.Redeliver(ctx, gate.Of(ctx).Caller.Organisation.ID, in.WebhookID)
	return wire.One(newDeliveryBody(d), err)
}

func (s *webhookHandlers) testWebhook(ctx context.Context, _ *wire.EmptyInput) (*wire.OneOutput[deliveryBody], error) {
	d, err := s.Store.TestWebhook(ctx, gate.Of(ctx).Caller.Organisation.ID)
	return wire.One(newDeliveryBody(d), err)
}

func (s *webhookHandlers) rotateWebhook(ctx context.Context, _ *wire.EmptyInput) (*rotateOutput, error) {
	secret, shown := account.NewWebhookSecret()
	url, until, err := s.Store.RotateWebhook(ctx, gate.Of(ctx).Caller.Organisation.ID, secret)
	if err != nil {
		return nil, err
	}
	out := &rotateOutput{CacheControl: "no-store"}
	out.Body.URL, out.Body.Secret, out.Body.PreviousUntil = url, shown, until.UTC()
	return out, nil
}
