package jobwatch

import (
	"cmp"
	"context"
	"net/http"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"tariffdesk/api/gate"
	"tariffdesk/api/route"
	"tariffdesk/api/submit"
	"tariffdesk/api/wire"
	"tariffdesk/credit"
	"tariffdesk/jobs"
	"tariffdesk/language"
)

type jobInput struct {
	wire.Common
	JobID string `path:"job_id" doc:"Id of the job"`
}

type jobResultInput struct {
	wire.Common
	JobID  string `path:"job_id" doc:"Id of a job that has succeeded"`
	Accept string `header:"Accept" doc:"application/x-ndjson for the rows of a batch instead of its workbook"`
}

type getjobInput struct {
	wire.Common
	JobID string `path:"job_id" doc:"Id of the job"`
	Wait  int    `query:"wait" minimum:"0" maximum:"60" doc:"Hold the answer until a change or until so many seconds have passed"`
}

type listJobsInput struct {
	wire.Common
	Limit         int    `query:"limit" minimum:"1" maximum:"100" default:"20" doc:"Jobs of a page at most"`
	StartingAfter string `query:"starting_after" maxLength:"100" doc:"The job_id that the page before ended with"`
	Kind          string `query:"kind" enum:"classify,extract,digitize,split,quote,batch,tariff_tables,precedents,verification_document,shipment" doc:"Jobs of this kind only"`
}

type jobOutput struct {
	RetryAfter string `header:"Retry-After"`
	Body       submit.JobBody
}

type jobsOutput struct {
	Body struct {
		Data    []submit.JobBody `json:"data" doc:"Jobs of the organisation, newest first"`
		HasMore bool             `json:"has_more" doc:"Whether another page follows"`
	}
}

// resultOutput is the body that the call itself would have had.
type resultOutput struct {
	ContentType string `header:"Content-Type"`
	Charged     string `header:"X-Credits-Charged"`
	Remaining   string `header:"X-Credits-Remaining"`
	Body        func(huma.Context)
}

func (s *Handlers) registerJobs(to *route.Router) {
	route.Register(to, route.Row{Method: http.MethodGet, Path: "/api/v3/jobs", ID: "list-jobs", Find: gate.StartsAfter(s.Store, jobs.ListJobs), Tag: "jobs",
		Summary: "The organisation's jobs, newest first", Access: gate.Current}, s.listJobs)
	route.Register(to, route.Row{Method: http.MethodGet, Path: "/api/v3/jobs/{job_id}", ID: "get-job", Tag: "jobs",
		Summary: "A job, on request after its next change", Access: gate.Current, Find: s.Submits.FindJob}, s.getJob)
	route.Register(to, route.Row{Method: http.MethodGet, Path: "/api/v3/jobs/{job_id}/result", ID: "get-job-result", Tag: "jobs",
		Summary: "What the call that made the job would have answered", Access: gate.Current, Find: s.Submits.FindJob,
		Document: s.documentResult}, s.jobResult)
	route.Register(to, route.Row{Method: http.MethodPost, Path: "/api/v3/jobs/{job_id}/cancel", ID: "cancel-job", Tag: "jobs",
		Summary: "End queued work and refund it", Access: gate.Current, Find: s.Submits.FindJob}, s.cancelJob)
}

// documentResult documents what the kinds of jobs leave.
func (s *Handlers) documentResult(op *huma.Operation, r huma.Registry) {
	op.Responses["200"] = &huma.Response{Description: "Done", Content: map[string]*huma.MediaType{
		"application/json":  {Schema: &huma.Schema{AnyOf: s.Results(r)}},
		submit.WorkbookType: {Schema: &huma.Schema{Type: huma.TypeString, Format: "binary", Description: "The workbook of a batch"}},
		submit.NDJSONType:   {Schema: &huma.Schema{Type: huma.TypeObject, Description: "A row of a batch, one a line"}},
	}}
}

func (s *Handlers) listJobs(ctx context.Context, in *listJobsInput) (*jobsOutput, error) {
	found, more, err := s.Jobs.List(ctx, gate.Of(ctx).Caller.Organisation.ID,
		jobs.Page{Limit: cmp.Or(in.Limit, 20), StartingAfter: in.StartingAfter, Kind: jobs.Kind(in.Kind)})
	if err != nil {
		return nil, err
	}
	out := &jobsOutput{}
	out.Body.Data, out.Body.HasMore = make([]submit.JobBody, len(found)), more
	for i, j := range found {
		out.Body.Data[i] = submit.NewJobBody(j).In(language.Of(ctx))
	}
	return out, nil
}

// PollsAtOnce is how many of an organisation's calls a process holds until a job changes. Further
// ones are answered at once, as a client that polls expects anyway.
const PollsAtOnce = 20

func (s *Handlers) getJob(ctx context.Context, in *getjobInput) (*jobOutput, error) {
	k := gate.Of(ctx)
	organisation := k.Caller.Organisation.ID
	if in.Wait == 0 || gate.Found[jobs.Job](ctx).State.Terminal() || !s.polls.Begin(organisation) {
		return jobAnswer(ctx, gate.Found[jobs.Job](ctx), nil)
	}
	defer s.polls.End(organisation)
	waiting, cancel := s.Submits.UntilDrained(ctx, time.Duration(in.Wait)*time.Second)
	defer cancel()
	j, err := s.Jobs.Watch(waiting, organisation, in.JobID)
	return jobAnswer(ctx, j, err)
}

func jobAnswer(ctx context.Context, j jobs.Job, err error) (*jobOutput, error) {
	if err != nil {
		return nil, err
	}
	out := &jobOutput{Body: submit.NewJobBody(j).In(language.Of(ctx))}
	if !j.State.Terminal() {
		out.RetryAfter = "1"
	}
	return out, nil
}

func (s *Handlers) cancelJob(ctx context.Context, in *jobInput) (*jobOutput, error) {
	j, err := s.Jobs.Cancel(ctx, gate.Of(ctx).Caller.Organisation.ID, in.JobID)
	return jobAnswer(ctx, j, err)
}

func (s *Handlers) jobResult(ctx context.Context, in *jobResultInput) (*resultOutput, error) {
	caller, j := gate.Of(ctx).Caller, gate.Found[jobs.Job](ctx)
	contentType, body, err := s.Submits.Result(ctx, j, in.Accept)
	if err != nil {
		return nil, err
	}
	return &resultOutput{
		ContentType: contentType, Charged: (j.Charged - j.Refunded).String(),
		Remaining: credit.Amount(caller.Organisation.Balance).String(),
		Body:      body,
	}, nil
}
