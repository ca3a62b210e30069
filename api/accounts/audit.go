package accounts

import (
	"context"
	"encoding/json"
	"net/http"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"tariffdesk/account"
	"tariffdesk/api/gate"
	"tariffdesk/api/openapi"
	"tariffdesk/api/route"
	"tariffdesk/api/wire"
	"tariffdesk/jobs"
)

// auditBody is a line of the audit log.
type auditBody struct {
	ID             string         `json:"id" format:"uuid" doc:"Id of the entry; starting_after takes it"`
	At             time.Time      `json:"at" doc:"When it happened"`
	Action         string         `json:"action" doc:"Such as key.created or webhook.changed"`
	Actor          actorBody      `json:"actor" doc:"Who did it"`
	Address        *string        `json:"address" doc:"Network address; null where nothing came over it"`
	UserAgent      *string        `json:"user_agent" doc:"What the program said of itself, 200 characters at most"`
	Source         *string        `json:"source" doc:"console, mcp or api: the entry that it came through; null where nothing came over the network"`
	Subject        *string        `json:"subject" doc:"The id of what was acted on"`
	Details        map[string]any `json:"details" doc:"What was changed, by name; which members there are depends on the action"`
	OrganizationID *string        `json:"organization_id" doc:"The organisation concerned; null where the action concerns none"`
}

type actorBody struct {
	Kind account.ActorKind `json:"kind" enum:"user,key,operator,supplier,system" doc:"user of a session, key of the API, operator of the service, supplier of a configured service, or system for what runs by itself"`
	ID   *string           `json:"id" doc:"Id of the user or key; null of the system"`
	Name *string           `json:"name" doc:"A user's address, or the beginning of a key"`
}

func newAuditBody(e account.AuditEntry) auditBody {
	return auditBody{e.ID, e.At.UTC(), e.Action, actorBody{e.Actor.Kind, wire.OrNull(e.Actor.ID), wire.OrNull(e.Actor.Name)},
		wire.OrNull(e.Actor.Address), wire.OrNull(e.Actor.UserAgent), wire.OrNull(string(e.Actor.Source)), wire.OrNull(e.Subject), e.Details, wire.OrNull(e.OrganisationID)}
}

// AuditQuery filters the audit log.
type AuditQuery struct {
	wire.ListQuery
	wire.CSVQuery
	From   string `query:"from" doc:"First day (2026-01-31) or instant (RFC 3339)"`
	To     string `query:"to" doc:"Last day, included, or instant, not included"`
	Action string `query:"action" maxLength:"60" doc:"An action, or with a dot at its end all that begin so: key."`
	Source string `query:"source" enum:"console,mcp,api" doc:"The entry that it came through"`
	KeyID  string `query:"key_id" format:"uuid" doc:"What a key did, and what was done to it"`

	query account.AuditQuery
}

// maxAuditRows is how many entries a CSV file has at most.
const maxAuditRows = 10_000

// Resolve implements huma.Resolver.
func (q *AuditQuery) Resolve(ctx huma.Context) []error {
	errs := q.Common.Resolve(ctx)
	from, to, problems := wire.Span(q.From, q.To)
	for _, p := range problems {
		errs = append(errs, p)
	}
	if to.IsZero() {
		to = time.Date(9999, 1, 1, 0, 0, 0, 0, time.UTC)
	}
	q.query = account.AuditQuery{From: from, To: to, Action: q.Action, Source: account.Source(q.Source), KeyID: q.KeyID, Limit: q.More(), StartingAfter: q.StartingAfter}
	if q.WantsCSV() {
		q.query.Limit = maxAuditRows
	}
	return errs
}

func (s *Handlers) registerAudit(to *route.Router) {
	route.Register(to, route.Row{Method: http.MethodGet, Path: "/api/v3/organization/audit", ID: "list-audit", Find: gate.StartsAfter(s.Store, jobs.ListAudit), Tag: "organization",
		Summary: "Who did what to the account, when and from where, newest first; append-only", Access: gate.Manager, Limited: true,
		Document: openapi.Tabular[wire.ListBody[auditBody]]}, s.listAudit)
}

func (s *Handlers) listAudit(ctx context.Context, in *AuditQuery) (*wire.TableOutput, error) {
	in.query.OrganisationID = gate.Of(ctx).Caller.Organisation.ID
	return s.auditLog(ctx, in)
}

func (s *Handlers) auditLog(ctx context.Context, in *AuditQuery) (*wire.TableOutput, error) {
	found, err := s.Accounts.Audit(ctx, in.query)
	if err != nil {
		return nil, err
	}
	if !in.WantsCSV() {
		list, err := wire.Page(in.ListQuery, found, nil, newAuditBody)
		return wire.AsJSON(list.Body), err
	}
	rows := make([][]string, len(found))
	for i, e := range found {
		details, err := json.Marshal(e.Details)
		if err != nil {
			return nil, err
		}
		rows[i] = []string{e.At.UTC().Format(time.RFC3339), e.Action, string(e.Actor.Kind), e.Actor.ID, e.Actor.Name, e.Actor.Address,
			e.Subject, e.OrganisationID, string(details), e.Actor.UserAgent, string(e.Actor.Source)}
	}
	return wire.AsCSV("audit.csv", []string{"at", "action", "actor_kind", "actor_id", "actor", "address", "subject", "organization_id", "details", "user_agent", "source"}, rows), nil
}
