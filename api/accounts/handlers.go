// Package accounts owns the endpoints of who uses the service: sessions, keys, members, invitations, the organisation
// with its usage, webhook, calls and audit log, and what operators change of organisations.
//
// It refuses to decide what an account may do: package account does.
package accounts

import (
	"context"
	"net/netip"
	"time"

	"tariffdesk/account"
	"tariffdesk/api/route"
	"tariffdesk/api/site"
	"tariffdesk/jobs"
)

// Store reads and writes for this subject what its domain services do not.
type Store interface {
	Calls(ctx context.Context, q account.CallQuery) ([]account.LoggedCall, error)
	SetWebhook(ctx context.Context, organisationID, url string, secret []byte) error
	Webhook(ctx context.Context, organisationID string) (account.Webhook, error)
	DeleteWebhook(ctx context.Context, organisationID string) error
	Deliveries(ctx context.Context, organisationID, state string, limit int, after string) ([]account.WebhookDelivery, error)
	Redeliver(ctx context.Context, organisationID, id string) (account.WebhookDelivery, error)
	TestWebhook(ctx context.Context, organisationID string) (account.WebhookDelivery, error)
	RotateWebhook(ctx context.Context, organisationID string, secret []byte) (url string, previousUntil time.Time, err error)
	OrganisationsPage(ctx context.Context, text, plan string, limit int, after string) ([]account.Organisation, error)
	Listed(ctx context.Context, list jobs.List, organisationID, id string) (bool, error)
}

// Handlers are the handlers with what they work with.
type Handlers struct {
	Store        Store
	Accounts     *account.Service
	Auth         *account.Auth
	Resets       *account.Resets
	Now          func() time.Time
	Links        site.Links
	WebhookAllow []netip.Prefix // networks that webhooks may reach beside public addresses
}

// Register adds the routes of this subject.
func (s *Handlers) Register(to *route.Router) {
	s.registerSessions(to)
	s.registerResets(to)
	s.registerAccount(to)
	s.registerKeys(to)
	s.registerMembers(to)
	s.registerInvitations(to)
	s.registerOrganisation(to)
	hooks := &webhookHandlers{s}
	hooks.registerWebhook(to)
	hooks.registerDeliveries(to)
	s.registerCalls(to)
	s.registerAudit(to)
	(&operatorHandlers{s}).registerOpsOrganisations(to)
}

// webhookHandlers serve the settings of a webhook and its deliveries.
type webhookHandlers struct{ *Handlers }

// operatorHandlers serve operators, for any organisation.
type operatorHandlers struct{ *Handlers }
