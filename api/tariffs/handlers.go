// Package tariffs owns the endpoints of classification: single ones, batches, their records and review, the goods that an
// organisation has classified itself, rulings and look-ups of the nomenclature.
//
// It refuses to classify: workers do.
package tariffs

import (
	"context"
	"time"

	"tariffdesk/api/gate"
	"tariffdesk/api/limit"
	"tariffdesk/api/route"
	"tariffdesk/api/submit"
	"tariffdesk/classify"
	"tariffdesk/jobs"
)

// Store reads and writes for this subject what its domain services do not.
type Store interface {
	BatchRow(ctx context.Context, organisationID, id string) (jobs.BatchRow, error)
	BatchRows(ctx context.Context, q jobs.ReviewQuery) ([]jobs.BatchRow, error)
	// ConfirmRecord, UndoRecord and those of rows return the precedent of the decision that stands, "" for none.
	ConfirmRecord(ctx context.Context, organisationID, id string, v jobs.Verdict) (r jobs.Record, precedentID string, err error)
	ConfirmRow(ctx context.Context, organisationID, id string, v jobs.Verdict) (r jobs.BatchRow, precedentID string, err error)
	UndoRecord(ctx context.Context, organisationID, id, reason string) (r jobs.Record, precedentID string, err error)
	UndoRow(ctx context.Context, organisationID, id, reason string) (r jobs.BatchRow, precedentID string, err error)
	ConfirmRecords(ctx context.Context, organisationID string, wanted []jobs.Suggestion) (int, error)
	ConfirmRows(ctx context.Context, organisationID string, wanted []jobs.Suggestion) (int, error)
	Decision(ctx context.Context, organisationID, target string) (jobs.Decision, error)
	Decisions(ctx context.Context, organisationID, target string) ([]jobs.Decision, error)
	Precedent(ctx context.Context, organisationID, id string) (jobs.Precedent, error)
	DeletePrecedent(ctx context.Context, organisationID, id string) error
	DeletePrecedents(ctx context.Context, organisationID string) (int64, error)
	PrecedentSources(ctx context.Context, organisationID string) ([]classify.PrecedentSource, error)
	Record(ctx context.Context, organisationID, id string) (jobs.Record, error)
	RelationsOf(ctx context.Context, organisationID, id string) (jobs.Relations, error)
	Records(ctx context.Context, q jobs.ReviewQuery) ([]jobs.Record, error)
	FailedRows(ctx context.Context, organisationID, jobID string, do func(n int, description string) error) error
	Listed(ctx context.Context, list jobs.List, organisationID, id string) (bool, error)
}

// Handlers are the handlers with what they work with.
type Handlers struct {
	Store         Store
	Jobs          *jobs.Service
	Codes         Codes
	Lookup        Lookup  // optional: without it codes are neither looked up nor searched
	Rulings       Rulings // optional: without it rulings are not searched
	Blobs         submit.Blobs
	Submits       *submit.Service
	ReadTime      time.Duration   // how long a workbook may be read
	WorkbookTurns *limit.Readings // of reading workbooks, lists of items and other tables
}

// handlersOf are the handlers that a call is for: inputs ask them while they are judged.
func handlersOf(k *gate.Call) *Handlers {
	h, _ := k.Owner.(*Handlers)
	return h
}

// Register adds the routes of this subject.
func (s *Handlers) Register(to *route.Router) {
	to = to.For(s)
	s.registerClassify(to)
	s.registerRecords(to)
	decisions{s}.register(to)
	s.registerReview(to)
	s.registerRetry(to)
	s.registerBatch(to)
	s.registerPrecedents(to)
	s.registerLookup(to)
	s.registerRulings(to)
}
