package jobs

import (
	"context"
	"time"

	"tariffdesk/credit"
)

// What operators may do: see every organisation's jobs, offer one anew, end one, give credits back.

// OperatorQuery asks for jobs of all organisations, newest first. Empty fields do not filter.
type OperatorQuery struct {
	ID             string
	OrganisationID string
	State          State
	Kind           Kind // as it is stored
	From, To       time.Time
	Limit          int
	StartingAfter  string
}

// Movement is a ledger entry of a job.
type Movement struct {
	Kind   credit.EntryKind
	Part   int
	Amount credit.Amount
	At     time.Time
	Note   string
}

// OperatorStore reads and writes for operators. An id that is not a job's is CodeNotFound.
type OperatorStore interface {
	AnyJob(ctx context.Context, id string) (Job, error)
	AnyJobs(ctx context.Context, q OperatorQuery) ([]Job, error)
	Movements(ctx context.Context, jobID string) ([]Movement, error)
	// Reoffer queues an open job anew with all its attempts; CodeConflict for one that has ended.
	Reoffer(ctx context.Context, id string) (Job, error)
	// EndJob cancels an open job, running or not, with its refund; CodeConflict for one that has ended.
	EndJob(ctx context.Context, id string) (Job, error)
	// Refund gives back credits of a job that has ended, 0 for all that is left of its charge;
	// CodeConflict for more than that.
	Refund(ctx context.Context, id string, amount credit.Amount, reason string) (Job, error)
}

// Operator does what operators may.
type Operator struct {
	OperatorStore
	jobs *Service
}

// NewOperator returns an operator's view on the jobs of a service.
func NewOperator(store OperatorStore, jobs *Service) *Operator { return &Operator{store, jobs} }

// Retry offers an open job to the queue anew, as if it had not been tried.
func (o *Operator) Retry(ctx context.Context, id string) (Job, error) {
	j, err := o.Reoffer(ctx, id)
	if err == nil {
		o.jobs.launch(ctx, j)
	}
	return j, err
}

// Cancel ends an open job with its refund and tells who waits for it.
func (o *Operator) Cancel(ctx context.Context, id string) (Job, error) {
	j, err := o.EndJob(ctx, id)
	if err == nil && j.State.Terminal() {
		o.jobs.events.Done(ctx, id, o.jobs.log)
	}
	return j, err
}

// Table is imported knowledge in use: a national schedule, or a table of the quote rules.
type Table struct {
	Kind      string // tariff or rules
	Name      string // the country, or the table's name
	Version   int
	Vintage   string // a day
	Source    string
	Complete  bool
	CreatedAt time.Time
}
