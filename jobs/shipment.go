package jobs

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/google/uuid"

	"tariffdesk/fail"
)

// ShipmentInput is the input of a run of a shipment.
type ShipmentInput struct {
	ShipmentID string `json:"operation_id"`
	Language   string `json:"language"` // Spanish or English, of the reasons of classifications
}

// ShipmentPapersInput is the input of a job that reads a file of a shipment.
type ShipmentPapersInput struct {
	Key       string `json:"key"` // of the blob
	Name      string `json:"name"`
	MediaType string `json:"media_type"`
}

// ShipmentQuoteInput is the input of a job that prices a shipment: the shipment as it stood when it was charged.
type ShipmentQuoteInput struct {
	Shipment json.RawMessage `json:"shipment"`
	Language string          `json:"language"`
}

// ShipmentRun is written with the submission of a run, in the same transaction.
type ShipmentRun struct {
	ID      string       // of the shipment
	New     *NewShipment // nil where it goes on
	Version int          // that it goes on from
	Step    string       // that it goes on with
	Header  json.RawMessage
}

// NewShipment is a shipment as it is first stored.
type NewShipment struct {
	Reference string
	FilesHash []byte   // of all files
	Keys      []string // of their blobs
}

// ShipmentChange holds the changes a person has made to a shipment.
type ShipmentChange struct {
	Lines    []string
	Verdicts map[string]Verdict // codes that were decided, by the record of their classification
	Goods    []DecidedGoods     // codes that were decided of lines without one
}

// DecidedGoods are the goods of a line whose code was decided before any classification.
type DecidedGoods struct{ Line, Description, CountryCode, HSCode string }

// ShipmentStep ties a charged job to the shipment whose step it does.
type ShipmentStep struct {
	ShipmentID string
	RunID      string // of the job whose run submits it: only the latest run of a working shipment may charge
	Step       string
	Subject    string // a file or a line, "" for the whole
}

// ErrShipmentMoved says that a shipment is no longer where the caller saw it.
var ErrShipmentMoved = errors.New("the shipment has moved on")

// StepID is the id of the job for a part of a step. It is made of what the part is, so that a run which was lost and
// begins again finds the job that was charged, and charges no second one.
func StepID(shipmentID string, part ...string) string {
	base := uuid.NewSHA1(uuid.NameSpaceOID, []byte("tariffdesk shipment "+shipmentID))
	text, err := json.Marshal(part)
	if err != nil { // strings alone
		return ""
	}
	return uuid.NewSHA1(base, text).String()
}

// Step is a charged job of a step as a run submits it.
type Step struct {
	ID             string // see StepID
	OrganisationID string
	UserIdentifier string
	Kind           Kind
	Units          int
	Input          any
	Of             ShipmentStep
}

// SubmitStep charges and queues a job of a step, or finds the one that was submitted before under its id.
//
// Errors: those of Submit for credits and limits, with ErrInsufficientCredits or ErrLimitReached as cause;
// ErrShipmentMoved where the run is not the latest one, or no step of the shipment works.
func (s *Service) SubmitStep(ctx context.Context, st Step) (Job, error) {
	spec, ok := s.specs[st.Kind]
	if !ok || st.Units < 1 {
		return Job{}, fmt.Errorf("submit %s job of %d units for a step: not possible", st.Kind, st.Units)
	}
	if found, err := s.store.Job(ctx, st.OrganisationID, st.ID); err == nil {
		return found, nil
	} else if !errors.Is(err, fail.New(fail.CodeNotFound, "")) {
		return Job{}, err
	}
	input, err := json.Marshal(st.Input)
	if err != nil {
		return Job{}, fmt.Errorf("submit %s job: encode input: %w", st.Kind, err)
	}
	commit, cancel := context.WithTimeout(context.WithoutCancel(ctx), submitTimeout) // as in Submit
	defer cancel()
	accepted, err := s.store.SubmitJob(commit, NewJob{
		Job: Job{
			ID: st.ID, OrganisationID: st.OrganisationID, Kind: st.Kind, Total: st.Units, Charged: spec.Product.Cost(st.Units),
			UserIdentifier: st.UserIdentifier, Input: input, TraceParent: traceParent(ctx),
		},
		Spec: spec, Step: &st.Of,
	})
	if errors.Is(err, ErrShipmentMoved) {
		return Job{}, err
	}
	if err != nil {
		return Job{}, submitError(err, spec)
	}
	s.launch(ctx, accepted.Job)
	return accepted.Job, nil
}

// WaitFor blocks until all jobs have ended, or until ctx ends. Events tell it; the sweep of each second covers lost ones. heard, which may
// be nil, hears how many have ended, with the part that the one waited on has done.
func (s *Service) WaitFor(ctx context.Context, ids []string, heard func(done float64)) error {
	all := make([]*waiter, 0, len(ids))
	for _, id := range ids {
		w := s.waiters.register(id, false)
		defer s.waiters.drop(w)
		all = append(all, w)
	}
	before, err := s.store.EndedJobs(ctx, ids) // their events may have passed before the waiters were there
	if err != nil {
		return err
	}
	for _, id := range before {
		s.waiters.notify(event{job: id, done: true})
	}
	if heard == nil {
		heard = func(float64) {}
	}
	for n, w := range all {
		for waiting := true; waiting; {
			select {
			case <-ctx.Done():
				return ctx.Err()
			case p := <-w.progress:
				heard(float64(n) + p.Percent/100)
			case <-w.done:
				waiting = false
			}
		}
		heard(float64(n + 1))
	}
	return nil
}

// Repeated finds the job that an idempotency key has made already; CodeValidation where the key stands for another
// request. Submit finds it too: this is for requests whose legality depends on what the first one has changed.
func (s *Service) Repeated(ctx context.Context, organisationID string, key Idempotency) (Job, bool, error) {
	j, found, err := s.store.KeyedJob(ctx, organisationID, key)
	if err != nil {
		return Job{}, false, submitError(err, s.specs[KindShipment])
	}
	return j, found, nil
}
