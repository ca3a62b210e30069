package api

import (
	"cmp"
	"context"
	"encoding/json"
	"net/http"
	"strconv"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"tariffdesk/api/gate"
	"tariffdesk/api/openapi"
	"tariffdesk/api/route"
	"tariffdesk/api/wire"
	"tariffdesk/classify"
	"tariffdesk/credit"
	"tariffdesk/fail"
	"tariffdesk/jobs"
	"tariffdesk/quote"
)

// countsBody adds up to the total once the job has ended.
type countsBody struct {
	Total        int `json:"total"`
	Completed    int `json:"completed"`
	Failed       int `json:"failed"`
	Unclassified int `json:"unclassified" doc:"Classifications that found no code; they are refunded"`
	Unread       int `json:"unread,omitempty" doc:"Pages or files of a document without print; they are refunded. Absent where there are none"`
	Cancelled    int `json:"cancelled,omitempty" doc:"What never ran because the job was cancelled; absent where there is none"`
}

type jobCreditsBody struct {
	Charged  credit.Amount `json:"charged"`
	Refunded credit.Amount `json:"refunded"`
}

// JobBody is the job object.
type JobBody struct {
	JobID      string          `json:"job_id" format:"uuid"`
	Kind       jobs.Kind       `json:"kind"`
	Status     jobs.State      `json:"status" enum:"queued,running,succeeded,failed,cancelled"`
	Progress   int             `json:"progress" minimum:"0" maximum:"100"`
	Counts     countsBody      `json:"counts"`
	Credits    jobCreditsBody  `json:"credits"`
	CreatedAt  time.Time       `json:"created_at"`
	StartedAt  *time.Time      `json:"started_at"`
	FinishedAt *time.Time      `json:"finished_at"`
	ExpiresAt  *time.Time      `json:"expires_at" doc:"When the result is removed"`
	ResultURL  *string         `json:"result_url"`
	Error      *wire.ErrorBody `json:"error"`

	RemainingSeconds *int    `json:"remaining_seconds" doc:"What a running batch may still take, by the pace of its rows; null where nothing tells"`
	RetryOf          *string `json:"retry_of" doc:"The batch whose failed rows this one classifies again"`
}

func newCountsBody(j jobs.Job) countsBody {
	b := countsBody{Total: j.Total, Completed: j.Completed, Failed: j.Failed, Cancelled: j.Cancelled()}
	switch j.Kind {
	case jobs.KindExtract, jobs.KindDigitize:
		b.Unread = j.Empty
	default:
		b.Unclassified = j.Empty
	}
	return b
}

func jobPath(id string) string { return "/api/v3/jobs/" + id }

func newJobBody(j jobs.Job) JobBody {
	b := JobBody{
		JobID: j.ID, Kind: j.Kind.Public(), Status: j.State, Progress: j.Progress,
		Counts:    newCountsBody(j),
		Credits:   jobCreditsBody{j.Charged, j.Refunded},
		CreatedAt: j.CreatedAt.UTC(), StartedAt: wire.UTC(j.StartedAt), FinishedAt: wire.UTC(j.FinishedAt), ExpiresAt: wire.UTC(j.ExpiresAt),
	}
	if j.LeftResult() && !j.Expired {
		url := jobPath(j.ID) + "/result"
		b.ResultURL = &url
	}
	if j.Error != nil {
		b.Error = wire.BodyOf(j.Error)
	}
	if left, ok := j.Left(); ok {
		b.RemainingSeconds = new(int(left.Seconds()))
	}
	b.RetryOf = wire.OrNull(j.RetryOf)
	return b
}

type jobInput struct {
	wire.Common
	JobID string `path:"job_id"`
}

type jobResultInput struct {
	wire.Common
	JobID  string `path:"job_id"`
	Accept string `header:"Accept" doc:"application/x-ndjson for the rows of a batch instead of its workbook"`
}

type getJobInput struct {
	wire.Common
	JobID string `path:"job_id"`
	Wait  int    `query:"wait" minimum:"0" maximum:"60" doc:"Hold the answer until a change or until so many seconds have passed"`
}

type listJobsInput struct {
	wire.Common
	Limit         int    `query:"limit" minimum:"1" maximum:"100" default:"20"`
	StartingAfter string `query:"starting_after" maxLength:"100" doc:"The job_id that the page before ended with"`
	Kind          string `query:"kind" enum:"classify,extract,digitize,quote,batch,tariff_tables,precedents"`
}

type jobOutput struct {
	RetryAfter string `header:"Retry-After"`
	Body       JobBody
}

type jobsOutput struct {
	Body struct {
		Data    []JobBody `json:"data"`
		HasMore bool      `json:"has_more"`
	}
}

// resultOutput is the body that the call itself would have had.
type resultOutput struct {
	ContentType string `header:"Content-Type"`
	Charged     string `header:"X-Credits-Charged"`
	Remaining   string `header:"X-Credits-Remaining"`
	Body        func(huma.Context)
}

func (s *Server) registerJobs() {
	route.Register(s.router, route.Row{Method: http.MethodGet, Path: "/api/v3/jobs", ID: "list-jobs", Find: s.startsAfter(jobs.ListJobs), Tag: "jobs",
		Summary: "The organisation's jobs, newest first", Access: gate.Current}, s.listJobs)
	route.Register(s.router, route.Row{Method: http.MethodGet, Path: "/api/v3/jobs/{job_id}", ID: "get-job", Tag: "jobs",
		Summary: "A job, on request after its next change", Access: gate.Current, Find: s.findJob}, s.getJob)
	route.Register(s.router, route.Row{Method: http.MethodGet, Path: "/api/v3/jobs/{job_id}/result", ID: "get-job-result", Tag: "jobs",
		Summary: "What the call that made the job would have answered", Access: gate.Current, Find: s.findJob,
		Document: documentResult}, s.jobResult)
	route.Register(s.router, route.Row{Method: http.MethodPost, Path: "/api/v3/jobs/{job_id}/cancel", ID: "cancel-job", Tag: "jobs",
		Summary: "End queued work and refund it", Access: gate.Current, Find: s.findJob}, s.cancelJob)
}

// documentResult documents what the kinds of jobs leave.
func documentResult(op *huma.Operation, r huma.Registry) {
	op.Responses["200"] = &huma.Response{Description: "Done", Content: map[string]*huma.MediaType{
		"application/json": {Schema: &huma.Schema{AnyOf: []*huma.Schema{
			openapi.SchemaOf[classify.Result](r), openapi.SchemaOf[extractAnswer](r), openapi.SchemaOf[digitizeAnswer](r), openapi.SchemaOf[[]quote.Item](r), openapi.SchemaOf[jobs.ImportReport](r)}}},
		workbookType: {Schema: &huma.Schema{Type: huma.TypeString, Format: "binary", Description: "The workbook of a batch"}},
		ndjsonType:   {Schema: &huma.Schema{Type: huma.TypeObject, Description: "A row of a batch, one a line"}},
	}}
}

func (s *Server) listJobs(ctx context.Context, in *listJobsInput) (*jobsOutput, error) {
	found, more, err := s.Jobs.List(ctx, gate.Of(ctx).Caller.Organisation.ID,
		jobs.Page{Limit: cmp.Or(in.Limit, 20), StartingAfter: in.StartingAfter, Kind: jobs.Kind(in.Kind)})
	if err != nil {
		return nil, err
	}
	out := &jobsOutput{}
	out.Body.Data, out.Body.HasMore = make([]JobBody, len(found)), more
	for i, j := range found {
		out.Body.Data[i] = newJobBody(j)
	}
	return out, nil
}

// findJob finds the job that the path names.
func (s *Server) findJob(ctx huma.Context, k *gate.Call) error {
	found, err := s.Jobs.Get(ctx.Context(), k.Caller.Organisation.ID, ctx.Param("job_id"))
	k.SetFound(found)
	return err
}

// pollsAtOnce is how many of an organisation's calls a process holds until a job changes. Further
// ones are answered at once, as a client that polls expects anyway.
const pollsAtOnce = 20

func (s *Server) getJob(ctx context.Context, in *getJobInput) (*jobOutput, error) {
	k := gate.Of(ctx)
	organisation := k.Caller.Organisation.ID
	if in.Wait == 0 || gate.Found[jobs.Job](ctx).State.Terminal() || !s.polls.Begin(organisation) {
		return jobAnswer(gate.Found[jobs.Job](ctx), nil)
	}
	defer s.polls.End(organisation)
	waiting, cancel := s.untilDrained(ctx, time.Duration(in.Wait)*time.Second)
	defer cancel()
	return jobAnswer(s.Jobs.Watch(waiting, organisation, in.JobID))
}

func jobAnswer(j jobs.Job, err error) (*jobOutput, error) {
	if err != nil {
		return nil, err
	}
	out := &jobOutput{Body: newJobBody(j)}
	if !j.State.Terminal() {
		out.RetryAfter = "1"
	}
	return out, nil
}

func (s *Server) cancelJob(ctx context.Context, in *jobInput) (*jobOutput, error) {
	return jobAnswer(s.Jobs.Cancel(ctx, gate.Of(ctx).Caller.Organisation.ID, in.JobID))
}

func (s *Server) jobResult(ctx context.Context, in *jobResultInput) (*resultOutput, error) {
	caller, j := gate.Of(ctx).Caller, gate.Found[jobs.Job](ctx)
	contentType, body, err := s.result(ctx, j, in.Accept)
	if err != nil {
		return nil, err
	}
	return &resultOutput{
		ContentType: contentType, Charged: (j.Charged - j.Refunded).String(),
		Remaining: credit.Amount(caller.Organisation.Balance).String(),
		Body:      body,
	}, nil
}

// resultOf is the body of a job that left one, or the error that its call has to answer.
func resultOf(j jobs.Job) (json.RawMessage, error) {
	switch {
	case j.Expired:
		return nil, errExpired
	case j.State == jobs.StateCancelled && j.Result == nil:
		return nil, fail.New(fail.CodeConflict, "the job was cancelled")
	case !j.State.Terminal():
		return nil, fail.New(fail.CodeConflict, "the job has not finished")
	case j.State == jobs.StateFailed && j.Error != nil:
		return nil, j.Error
	case j.State == jobs.StateFailed:
		return nil, fail.New(fail.CodeInternal, "the job failed")
	}
	return j.Result, nil
}

var errExpired = fail.New(fail.CodeGone, "the result has expired")

// rawBody writes a body that is JSON already.
func rawBody(status int, body []byte) func(huma.Context) {
	return func(ctx huma.Context) {
		ctx.SetHeader("Content-Length", strconv.Itoa(len(body)))
		ctx.SetStatus(status)
		_, _ = ctx.BodyWriter().Write(body)
	}
}
