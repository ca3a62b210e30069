// Package quoter owns the endpoints of duty quotes, of prices of parcels, and of their reports.
//
// It refuses to compute a duty: package quote does.
package quoter

import (
	"context"
	"time"

	"tariffdesk/api/gate"
	"tariffdesk/api/route"
	"tariffdesk/api/submit"
	"tariffdesk/jobs"
)

// Store reads and writes for this subject what its domain services do not.
type Store interface {
	gate.Lists
	CheckOut(ctx context.Context, n jobs.NewCheckout) (jobs.Checkout, error)
	Checkout(ctx context.Context, organisationID, id string) (jobs.MarketplaceQuote, error)
	Quotes(ctx context.Context, organisationID string, p jobs.Page, each func(jobs.Job) error) error
	RecordsHeld(ctx context.Context, organisationID string, ids []string) ([]string, error)
	MarketplaceQuote(ctx context.Context, organisationID, id string) (jobs.MarketplaceQuote, error)
	SaveMarketplaceQuote(ctx context.Context, q jobs.MarketplaceQuote) error
}

// Handlers are the handlers with what they work with.
type Handlers struct {
	Store   Store
	Jobs    *jobs.Service
	Quotes  QuoteReader  // optional: without it there is no quote endpoint
	Parcels ParcelPricer // optional: without it there is no marketplace
	Submits *submit.Service
	Now     func() time.Time
}

// handlersOf are the handlers that a call is for: inputs ask them while they are judged.
func handlersOf(k *gate.Call) *Handlers {
	h, _ := k.Owner.(*Handlers)
	return h
}

// Register adds the routes of this subject.
func (s *Handlers) Register(to *route.Router) {
	to = to.For(s)
	s.registerQuote(to)
	s.registerQuoteRecords(to)
	s.registerMarketplace(to)
}
