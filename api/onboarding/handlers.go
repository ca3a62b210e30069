// Package onboarding owns the endpoints of business verification: companies, their documents, lists and events.
//
// It refuses to judge a company: package verification does.
package onboarding

import (
	"context"

	"tariffdesk/extract"

	"log/slog"
	"time"

	"tariffdesk/api/gate"
	"tariffdesk/api/limit"
	"tariffdesk/api/route"
	"tariffdesk/api/submit"
	"tariffdesk/jobs"
)

// Handlers are the handlers with what they work with.
type Handlers struct {
	Onboarding    Onboarding // optional: without it there is no business verification
	Lists         Lists      // what authorities list
	Documents     PageCounter
	Jobs          *jobs.Service
	Blobs         submit.Blobs
	Submits       *submit.Service
	Limiter       *limit.Limiter
	DocumentTurns *limit.Readings // of looking at documents
	Log           *slog.Logger
	Now           func() time.Time
	SyncWait      time.Duration // how long a call waits for the check of its document
	FourEyes      bool          // who approves is not who created
	StaleDays     int           // after how many days a list is called old
}

// handlersOf are the handlers that a call is for: inputs ask them while they are judged.
func handlersOf(k *gate.Call) *Handlers {
	h, _ := k.Owner.(*Handlers)
	return h
}

// Register adds the routes of this subject.
func (s *Handlers) Register(to *route.Router) {
	to = to.For(s)
	s.registerOnboarding(to)
}

// PageCounter tells the pages of a file, or refuses it; *extract.Engine is one.
type PageCounter interface {
	Count(ctx context.Context, file []byte) (extract.Info, error)
}
