package accounts

import (
	"context"
	"net/http"
	"regexp"
	"strconv"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"tariffdesk/account"
	"tariffdesk/api/gate"
	"tariffdesk/api/route"
	"tariffdesk/api/wire"
	"tariffdesk/credit"
	"tariffdesk/jobs"
)

// callBody is a logged call.
type callBody struct {
	ID         string        `json:"id" format:"uuid" doc:"Id of the logged call; starting_after takes it"`
	RequestID  string        `json:"request_id" doc:"Id of the request, as in the header X-Request-ID of its answer"`
	At         time.Time     `json:"at" doc:"When the call came in"`
	Method     string        `json:"method" doc:"HTTP method"`
	Path       string        `json:"path" doc:"Without its query; unmatched where no route took it"`
	Status     int           `json:"status" doc:"HTTP status of the answer"`
	DurationMS float64       `json:"duration_ms" doc:"From the request to the end of the answer, in milliseconds"`
	Credits    credit.Amount `json:"credits" doc:"What the call was charged"`
	KeyID      *string       `json:"key_id" doc:"Id of the API key; null for a session"`
	KeyPrefix  *string       `json:"key_prefix" doc:"The beginning of the key; null for a session"`
	UserID     *string       `json:"user_id" doc:"Of a session; null for a key"`
	JobID      *string       `json:"job_id" doc:"The job that the call started; null where it started none"`
	Address    *string       `json:"address" doc:"Network address; null for calls logged before it was kept"`
	UserAgent  *string       `json:"user_agent" doc:"What the program said of itself, 200 characters at most"`
	Source     *string       `json:"source" doc:"console, mcp or api: the entry that the call came through"`
}

func newCallBody(c account.LoggedCall) callBody {
	return callBody{c.ID, c.RequestID, c.At.UTC(), c.Method, c.Path, c.Status, c.DurationMS, credit.Amount(c.Credits),
		wire.OrNull(c.KeyID), wire.OrNull(c.KeyPrefix), wire.OrNull(c.UserID), wire.OrNull(c.JobID),
		wire.OrNull(c.Address), wire.OrNull(c.UserAgent), wire.OrNull(string(c.Source))}
}

type callsInput struct {
	wire.ListQuery
	From   string `query:"from" doc:"First day (2026-01-31) or instant (RFC 3339)"`
	To     string `query:"to" doc:"Last day, included, or instant, not included"`
	Status string `query:"status" doc:"A status such as 404, or a class such as 4xx"`
	Path   string `query:"path" maxLength:"300" doc:"What the path begins with"`
	KeyID  string `query:"key_id" format:"uuid" doc:"Calls of this API key only"`
	Source string `query:"source" enum:"console,mcp,api" doc:"The entry that the call came through"`

	query account.CallQuery
}

var statusFilter = regexp.MustCompile(`^[1-5](xx|[0-9]{2})$`)

// Resolve implements huma.Resolver.
func (in *callsInput) Resolve(ctx huma.Context) []error {
	errs := in.Common.Resolve(ctx)
	in.query = account.CallQuery{
		OrganisationID: gate.Of(ctx.Context()).Caller.Organisation.ID, Path: in.Path, KeyID: in.KeyID, Source: account.Source(in.Source),
		Limit: in.More(), StartingAfter: in.StartingAfter,
	}
	from, to, problems := wire.Span(in.From, in.To)
	in.query.From, in.query.To = from, to
	for _, p := range problems {
		errs = append(errs, p)
	}
	switch {
	case in.Status == "":
	case !statusFilter.MatchString(in.Status):
		errs = append(errs, wire.BadField("status", "want a status such as 404, or a class such as 4xx"))
	case in.Status[1:] == "xx":
		in.query.MinStatus = int(in.Status[0]-'0') * 100
		in.query.MaxStatus = in.query.MinStatus + 99
	default:
		in.query.MinStatus, _ = strconv.Atoi(in.Status) // digits, as the pattern has it
		in.query.MaxStatus = in.query.MinStatus
	}
	return errs
}

func (s *Handlers) registerCalls(to *route.Router) {
	route.Register(to, route.Row{Method: http.MethodGet, Path: "/api/v3/organization/requests", ID: "list-requests", Find: gate.StartsAfter(s.Store, jobs.ListCalls), Tag: "organization",
		Summary: "The organisation's calls of the last 14 days, newest first; never their bodies", Access: gate.Manager, Limited: true}, s.listCalls)
}

func (s *Handlers) listCalls(ctx context.Context, in *callsInput) (*wire.ListOutput[callBody], error) {
	found, err := s.Store.Calls(ctx, in.query)
	return wire.Page(in.ListQuery, found, err, newCallBody)
}
