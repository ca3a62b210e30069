package ops

import (
	"context"
	"net/http"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"tariffdesk/api/gate"
	"tariffdesk/api/route"
	"tariffdesk/api/submit"
	"tariffdesk/api/wire"
	"tariffdesk/credit"
	"tariffdesk/fail"
	"tariffdesk/jobs"
	"tariffdesk/language"
)

// opsJobBody is a job as operators see it.
type opsJobBody struct {
	submit.JobBody
	OrganizationID string         `json:"organization_id" format:"uuid" doc:"The organisation that the job belongs to"`
	UserIdentifier *string        `json:"user_identifier" doc:"The caller's own identifier of who asked; null where none was given"`
	Attempt        int            `json:"attempt" doc:"Times that a worker has taken the job up"`
	Generation     int            `json:"generation" doc:"Times it was offered to the queue"`
	History        []stateBody    `json:"history" doc:"States and when they began, as far as the job tells"`
	Ledger         []movementBody `json:"ledger" doc:"What it was charged and given back; empty in lists"`
}

type stateBody struct {
	State jobs.State `json:"state" doc:"State of the job"`
	At    time.Time  `json:"at" doc:"When that state began"`
}

type movementBody struct {
	Kind    credit.EntryKind `json:"kind" doc:"Kind of the ledger entry, such as charge or refund"`
	Part    int              `json:"part" doc:"0 the whole job, n a part of a batch, from -2 down an operator's refund"`
	Credits credit.Amount    `json:"credits" doc:"Credits moved; kind says which way"`
	At      time.Time        `json:"at" doc:"When they were moved"`
	Note    *string          `json:"note" doc:"The reason of an operator's refund"`
}

func newOpsJobBody(j jobs.Job) opsJobBody {
	b := opsJobBody{JobBody: submit.NewJobBody(j), OrganizationID: j.OrganisationID, UserIdentifier: wire.OrNull(j.UserIdentifier),
		Attempt: j.Attempt, Generation: j.Generation, History: []stateBody{{jobs.StateQueued, j.CreatedAt.UTC()}}, Ledger: []movementBody{}}
	if j.StartedAt != nil {
		b.History = append(b.History, stateBody{jobs.StateRunning, j.StartedAt.UTC()})
	}
	if j.FinishedAt != nil {
		b.History = append(b.History, stateBody{j.State, j.FinishedAt.UTC()})
	}
	return b
}

type opsJobsInput struct {
	wire.ListQuery
	ID             string     `query:"id" format:"uuid" doc:"The job with this id"`
	OrganizationID string     `query:"organization_id" format:"uuid" doc:"Jobs of this organisation only"`
	Status         jobs.State `query:"status" enum:"queued,running,succeeded,failed,cancelled" doc:"Jobs in this state only"`
	Kind           jobs.Kind  `query:"kind" enum:"classify,classify_documents,extract,digitize,split,quote,batch,tariff_tables,precedents,verification_document,shipment,shipment_papers,shipment_quote" doc:"Jobs of this kind only"`
	From           string     `query:"from" doc:"First day (2026-01-31) or instant (RFC 3339)"`
	To             string     `query:"to" doc:"Last day, included, or instant, not included"`

	from, to time.Time
}

// Resolve implements huma.Resolver.
func (in *opsJobsInput) Resolve(ctx huma.Context) []error {
	errs := in.Common.Resolve(ctx)
	var problems []*wire.Problem
	in.from, in.to, problems = wire.Span(in.From, in.To)
	for _, p := range problems {
		errs = append(errs, p)
	}
	return errs
}

type jobInput struct {
	wire.Common
	JobID string `path:"job_id" doc:"Id of the job"`
}

type refundInput struct {
	wire.Common
	JobID string `path:"job_id" doc:"Id of the job"`
	Body  struct {
		Reason  string        `json:"reason" minLength:"1" maxLength:"500" doc:"Kept in the ledger and the audit log"`
		Credits credit.Amount `json:"credits,omitempty" doc:"All that is left of the charge where absent"`
	}
}

func (s *Handlers) registerOpsJobs(to *route.Router) {
	const path = "/ops/api/jobs"
	moves := []int{http.StatusNotFound, http.StatusConflict}
	route.Register(to, route.Row{Method: http.MethodGet, Path: path, ID: "ops-list-jobs", Find: gate.StartsAfter(s.Store, jobs.ListJobs), Tag: "operations", Operators: true,
		Summary: "Jobs of all organisations, newest first"}, s.opsJobs)
	route.Register(to, route.Row{Method: http.MethodGet, Path: path + "/{job_id}", ID: "ops-get-job", Tag: "operations", Operators: true,
		Summary: "A job with its states and its ledger", Errors: []int{http.StatusNotFound}}, s.opsJob)
	route.Register(to, route.Row{Method: http.MethodPost, Path: path + "/{job_id}/retry", ID: "ops-retry-job", Tag: "operations", Operators: true,
		Summary: "Offer an open job anew with all its attempts; take up the failed rows of a batch that has ended", Errors: moves}, s.opsRetry)
	route.Register(to, route.Row{Method: http.MethodPost, Path: path + "/{job_id}/cancel", ID: "ops-cancel-job", Tag: "operations", Operators: true,
		Summary: "End an open job, running or not, with its refund", Errors: moves}, s.opsCancel)
	route.Register(to, route.Row{Method: http.MethodPost, Path: path + "/{job_id}/refund", ID: "ops-refund-job", Tag: "operations", Operators: true,
		Summary: "Give back what a job that has ended was charged, never more", Errors: append(moves, http.StatusUnprocessableEntity)}, s.opsRefund)
}

func (s *Handlers) opsJobs(ctx context.Context, in *opsJobsInput) (*wire.ListOutput[opsJobBody], error) {
	found, err := s.operator.AnyJobs(ctx, jobs.OperatorQuery{
		ID: in.ID, OrganisationID: in.OrganizationID, State: in.Status, Kind: in.Kind, From: in.from, To: in.to,
		Limit: in.More(), StartingAfter: in.StartingAfter,
	})
	return wire.Page(in.ListQuery, found, err, func(j jobs.Job) opsJobBody {
		b := newOpsJobBody(j)
		b.JobBody = b.In(language.Of(ctx))
		b.JobBody = b.In(language.Of(ctx))
		return b
	})
}

func (s *Handlers) opsJob(ctx context.Context, in *jobInput) (*wire.OneOutput[opsJobBody], error) {
	j, err := s.operator.AnyJob(ctx, in.JobID)
	return s.opsAnswer(ctx, j, err)
}

// opsAnswer adds the ledger of a job.
func (s *Handlers) opsAnswer(ctx context.Context, j jobs.Job, err error) (*wire.OneOutput[opsJobBody], error) {
	if err != nil {
		return nil, err
	}
	moved, err := s.operator.Movements(ctx, j.ID)
	b := newOpsJobBody(j)
	b.JobBody = b.In(language.Of(ctx))
	for _, m := range moved {
		b.Ledger = append(b.Ledger, movementBody{m.Kind, m.Part, m.Amount, m.At.UTC(), wire.OrNull(m.Note)})
	}
	return wire.One(b, err)
}

func (s *Handlers) opsRetry(ctx context.Context, in *jobInput) (*wire.OneOutput[opsJobBody], error) {
	j, err := s.operator.AnyJob(ctx, in.JobID)
	if err == nil && j.Kind == jobs.KindBatch && j.State.Terminal() {
		t, err := s.Retry(ctx, j, func(string) error { return nil })
		return s.opsAnswer(ctx, t.Job, err)
	}
	if err == nil {
		j, err = s.operator.Retry(ctx, in.JobID)
	}
	return s.opsAnswer(ctx, j, err)
}

func (s *Handlers) opsCancel(ctx context.Context, in *jobInput) (*wire.OneOutput[opsJobBody], error) {
	j, err := s.operator.Cancel(ctx, in.JobID)
	return s.opsAnswer(ctx, j, err)
}

func (s *Handlers) opsRefund(ctx context.Context, in *refundInput) (*wire.OneOutput[opsJobBody], error) {
	reason := strings.TrimSpace(in.Body.Reason)
	if reason == "" || in.Body.Credits < 0 {
		return nil, wire.Refusal([]*wire.Problem{{Code: fail.CodeValidation, Text: "reason, credits: want a reason, and credits above 0"}})
	}
	j, err := s.operator.Refund(ctx, in.JobID, in.Body.Credits, reason)
	return s.opsAnswer(ctx, j, err)
}
