package jobs

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/google/uuid"
	"go.opentelemetry.io/otel/propagation"

	"tariffdesk/credit"
	"tariffdesk/fail"
)

// Submission is a request for a job: validated input, counted units.
type Submission struct {
	OrganisationID string
	Kind           Kind
	Units          int      // at least 1
	Input          any      // encoded as JSON; its shape belongs to the kind's handler
	Uploads        []string // blob keys the job owns: deleted when it ends
	UserIdentifier string
	Chunks         []NewChunk // of a batch, nil for any other kind
	RetryOf        string     // the batch whose failed rows a batch takes up; one job at most does
	Waits          bool       // the caller stays for the result
	Idempotency    Idempotency
	Shipment       *ShipmentRun // that the job is a run of; nil for any other kind
}

// Idempotency ties a request to the one job it may create within 24 hours.
type Idempotency struct {
	Key         string // "" for none; 255 bytes at most
	Fingerprint []byte // SHA-256 of the canonical request
}

// IdempotencyTTL is how long a key is remembered.
const IdempotencyTTL = 24 * time.Hour

// Ticket is an accepted submission, or the earlier one under the same idempotency key.
type Ticket struct {
	Job       Job
	Remaining credit.Amount // the balance after the charge
	Replayed  bool          // the job was created by an earlier request
	Detached  bool          // an earlier request was already answered with this job: do not wait again
	waiter    *waiter
	sent      *NewJob // of a submission that waits: to be sent again where a crash undid it
}

// ConflictError says that another request waits on the same idempotency key right now.
type ConflictError struct{ JobID string }

func (e *ConflictError) Error() string {
	return fmt.Sprintf("a request with this Idempotency-Key is in progress as job %s", e.JobID)
}

// NewJob is written by the store in the submit transaction.
type NewJob struct {
	Job
	Spec        Spec
	Uploads     []string
	Chunks      []NewChunk
	Idempotency Idempotency
	Waits       bool
	Link        *LinkAnswer // of a share link that this job answers
	Shipment    *ShipmentRun
	Step        *ShipmentStep
}

// Accepted is the store's answer to a submit transaction. Where Existing is set nothing was
// written: Job is the earlier job under the key.
type Accepted struct {
	Job       Job
	Remaining credit.Amount
	Existing  bool
	Waited    bool // another request waits on the earlier job
	Detached  bool // the earlier request was answered 202
}

// submitTimeout bounds the submit transaction.
const submitTimeout = 10 * time.Second

// Submit charges, records and enqueues a job in that order. The charge, the job and the
// idempotency row are one transaction; a failure to enqueue afterwards is repaired by the
// reconciler and not shown.
//
// Errors: the kind's ShortCode where credits are insufficient, CodeSvcDocsLimit where the
// product's limit is reached, CodeValidation where the key was used for another request,
// *ConflictError.
func (s *Service) Submit(ctx context.Context, sub Submission) (Ticket, error) {
	spec, ok := s.specs[sub.Kind]
	if !ok || sub.Units < 1 {
		return Ticket{}, fmt.Errorf("submit %s job of %d units: not possible", sub.Kind, sub.Units)
	}
	input, err := json.Marshal(sub.Input)
	if err != nil {
		return Ticket{}, fmt.Errorf("submit %s job: encode input: %w", sub.Kind, err)
	}
	id, err := uuid.NewV7()
	if err != nil {
		return Ticket{}, fmt.Errorf("submit %s job: %w", sub.Kind, err)
	}
	// A caller who leaves while the commit is on its way must not leave a job that nobody knows of.
	commit, cancel := context.WithTimeout(context.WithoutCancel(ctx), submitTimeout)
	defer cancel()
	n := NewJob{
		Job: Job{
			ID: id.String(), OrganisationID: sub.OrganisationID, Kind: sub.Kind, Total: sub.Units,
			Charged: spec.Product.Cost(sub.Units), UserIdentifier: sub.UserIdentifier, Input: input,
			TraceParent: traceParent(ctx), RetryOf: sub.RetryOf,
		},
		Spec: spec, Uploads: sub.Uploads, Chunks: sub.Chunks, Idempotency: sub.Idempotency, Waits: sub.Waits,
		Shipment: sub.Shipment,
	}
	accepted, err := s.store.SubmitJob(commit, n)
	if err != nil {
		return Ticket{}, submitError(err, spec)
	}
	t := Ticket{Job: accepted.Job, Remaining: accepted.Remaining, Replayed: accepted.Existing}
	if accepted.Existing {
		return s.rejoin(t, accepted, sub.Waits)
	}
	if sub.Waits {
		t.sent = &n
		// Before the enqueue, so that no event is missed; after the commit, so that the sweep finds the row.
		t.waiter = s.waiters.register(t.Job.ID, sub.Idempotency.Key != "")
	}
	s.launch(ctx, t.Job)
	return t, nil
}

func (s *Service) launch(ctx context.Context, j Job) {
	if j.Kind == KindBatch {
		s.note(ctx, "offer chunks", s.OfferChunks(ctx))
		return
	}
	s.enqueue(ctx, j)
}

// traceParent carries the request's span over to the worker's.
func traceParent(ctx context.Context) string {
	carrier := propagation.MapCarrier{}
	propagation.TraceContext{}.Inject(ctx, carrier)
	return carrier.Get("traceparent")
}

// rejoin attaches a repeated request to the job its key created.
func (s *Service) rejoin(t Ticket, a Accepted, waits bool) (Ticket, error) {
	switch {
	case a.Job.State.Terminal() || !waits:
		return t, nil
	case a.Waited:
		return Ticket{}, &ConflictError{JobID: a.Job.ID}
	}
	t.Detached = a.Detached
	if !a.Detached {
		t.waiter = s.waiters.register(a.Job.ID, true)
	}
	return t, nil
}

// The refusals of the submit transaction, which the store returns and Submit gives their public form.
var (
	ErrInsufficientCredits = errors.New("insufficient credits")
	ErrLimitReached        = errors.New("product limit reached")
	ErrKeyReused           = errors.New("idempotency key used for another request")
)

// ErrUndone says that a crash of the database undid the submission of a job that was waited for.
var ErrUndone = errors.New("the submission was undone")

// refused reports whether a submission was refused, not merely interrupted.
func refused(err error) bool {
	return errors.Is(err, ErrInsufficientCredits) || errors.Is(err, ErrLimitReached) || errors.Is(err, ErrKeyReused)
}

// CheckoutError gives the refusals of a checkout their public form.
func CheckoutError(err error) error {
	switch {
	case errors.Is(err, ErrInsufficientCredits):
		return fail.Wrap(err, fail.CodeCredit, "insufficient credits; the quote stays as it is")
	case errors.Is(err, ErrLimitReached):
		return fail.Wrap(err, fail.CodeSvcDocsLimit, "the subscription's limit for marketplace_quote is reached")
	}
	return err
}

func submitError(err error, spec Spec) error {
	switch {
	case errors.Is(err, ErrInsufficientCredits):
		return fail.Wrap(err, spec.ShortCode, "insufficient credits")
	case errors.Is(err, ErrLimitReached):
		return fail.Wrap(err, fail.CodeSvcDocsLimit, fmt.Sprintf("the subscription's limit for %s is reached", spec.Product))
	case errors.Is(err, ErrKeyReused):
		return fail.Wrap(err, fail.CodeValidation, "Idempotency-Key: already used for a different request")
	}
	if known := fail.As(err); known.Code == fail.CodeConflict || known.Code == fail.CodeGone {
		return err
	}
	return fmt.Errorf("submit %s job: %w", spec.Kind, err)
}
