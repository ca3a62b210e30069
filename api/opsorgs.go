package api

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"net/http"
	"slices"
	"strings"
	"time"

	"tariffdesk/account"
	"tariffdesk/api/gate"
	"tariffdesk/api/openapi"
	"tariffdesk/api/route"
	"tariffdesk/api/wire"
	"tariffdesk/credit"
	"tariffdesk/fail"
	"tariffdesk/jobs"
	"tariffdesk/quote"
	"tariffdesk/tariff"
)

// opsOrganisationBody is an organisation as operators see it.
type opsOrganisationBody struct {
	ID               string                       `json:"id" format:"uuid"`
	Name             string                       `json:"name"`
	CreatedAt        time.Time                    `json:"created_at"`
	Plan             account.Plan                 `json:"plan" enum:"free,pro,enterprise"`
	Status           account.SubscriptionStatus   `json:"status" enum:"active,expired"`
	CurrentPeriodEnd *time.Time                   `json:"current_period_end"`
	Credits          opsCreditsBody               `json:"credits"`
	Limits           map[credit.Product]limitBody `json:"limits,omitempty" doc:"By product; absent in lists"`
}

type opsCreditsBody struct {
	Granted   *credit.Amount `json:"granted,omitempty" doc:"Absent in lists"`
	Used      *credit.Amount `json:"used,omitempty" doc:"Absent in lists"`
	Remaining credit.Amount  `json:"remaining"`
}

func (s *Server) newOpsOrganisation(o account.Organisation) opsOrganisationBody {
	return opsOrganisationBody{ID: o.ID, Name: o.Name, CreatedAt: o.CreatedAt.UTC(), Plan: o.Subscription.Plan, Status: o.Subscription.Status(s.Now()),
		CurrentPeriodEnd: wire.UTC(o.Subscription.EndsAt), Credits: opsCreditsBody{Remaining: credit.Amount(o.Balance)}}
}

type opsOrganisationsInput struct {
	wire.ListQuery
	Q    string `query:"q" maxLength:"200" doc:"A part of the name or the id"`
	Plan string `query:"plan" enum:"free,pro,enterprise"`
}

type opsOrganisationInput struct {
	wire.Common
	ID string `path:"id"`
}

type changeOrganisationInput struct {
	wire.Common
	ID   string `path:"id"`
	Body struct {
		Plan   *account.Plan                      `json:"plan,omitempty" enum:"free,pro,enterprise"`
		End    json.RawMessage                    `json:"current_period_end,omitempty" doc:"An instant (RFC 3339) from which the subscription no longer holds, null for no end"`
		Limits map[credit.Product]json.RawMessage `json:"limits,omitempty" doc:"Credits by product, null for no limit; others stay"`
	}
}

type grantInput struct {
	wire.Common
	ID   string `path:"id"`
	Body struct {
		Credits credit.Amount `json:"credits" doc:"More than 0"`
		Note    string        `json:"note" minLength:"1" maxLength:"500" doc:"Why; kept in the ledger"`
	}
}

type reconcilerBody struct {
	Actions map[string]int64   `json:"actions" doc:"What this process has repaired, by kind"`
	Loops   map[string]float64 `json:"loops" doc:"Seconds since each loop of this process came round"`
	Jobs    []jobCountBody     `json:"jobs"`
}

type jobCountBody struct {
	Kind          jobs.Kind  `json:"kind"`
	Status        jobs.State `json:"status"`
	Count         int64      `json:"count"`
	OldestSeconds float64    `json:"oldest_seconds"`
}

type knowledgeBody struct {
	Tariffs []knownTableBody `json:"tariffs" doc:"Imported schedules in use, by country; the embedded one where absent"`
	Rules   []knownTableBody `json:"rule_tables" doc:"Imported tables of the quote rules in use"`
	Tables  []standingBody   `json:"tables" doc:"Every table in use, carried or imported: tariffs by country, then tables of the quote rules"`
}

type standingBody struct {
	Kind          quote.TableKind `json:"kind" enum:"tariff,rules"`
	Name          string          `json:"name" doc:"The country, or the table as an import calls it"`
	Rows          int             `json:"rows"`
	VerifiedShare float64         `json:"verified_share" doc:"The part of the rows that was read in the legal text, 0 to 1"`
	SourceDay     string          `json:"source_day" format:"date" doc:"The day as of which the rows stand"`
	Days          int             `json:"days" doc:"Days since then"`
	NextChange    *string         `json:"next_change" format:"date" doc:"The first later day on which a row begins or has ended; null where none is known"`
}

type knownTableBody struct {
	Name       string    `json:"name" doc:"The country, or the table"`
	Version    int       `json:"version"`
	Vintage    string    `json:"vintage" format:"date"`
	Source     *string   `json:"source"`
	Complete   bool      `json:"complete"`
	ImportedAt time.Time `json:"imported_at"`
}

func (s *Server) registerOpsOrganisations() {
	const path = "/ops/api/organizations"
	found := []int{http.StatusNotFound, http.StatusUnprocessableEntity}
	route.Register(s.router, route.Row{Method: http.MethodGet, Path: path, ID: "ops-list-organizations", Find: gate.StartsAfter(s.Store, jobs.ListOrganisations), Tag: "operations", Operators: true,
		Summary: "All organisations, oldest first"}, s.opsOrganisations)
	route.Register(s.router, route.Row{Method: http.MethodGet, Path: path + "/{id}", ID: "ops-get-organization", Tag: "operations", Operators: true,
		Summary: "An organisation with its credits and limits", Errors: found[:1]}, s.opsOrganisation)
	route.Register(s.router, route.Row{Method: http.MethodPatch, Path: path + "/{id}", ID: "ops-change-organization", Tag: "operations", Operators: true,
		Summary: "Change an organisation's plan, its end, or limits", Errors: found}, s.changeOrganisation)
	route.Register(s.router, route.Row{Method: http.MethodPost, Path: path + "/{id}/credits", ID: "ops-grant-credits", Tag: "operations", Operators: true,
		Summary: "Grant credits", Errors: found}, s.grantCredits)
	route.Register(s.router, route.Row{Method: http.MethodGet, Path: "/ops/api/reconciler", ID: "ops-reconciler", Tag: "operations", Operators: true,
		Summary: "What this process repairs, and how many jobs wait"}, s.opsReconciler)
	route.Register(s.router, route.Row{Method: http.MethodGet, Path: "/ops/api/knowledge", ID: "ops-knowledge", Tag: "operations", Operators: true,
		Summary: "Tables in use: what was imported, and how each stands"}, s.opsKnowledge)
	route.Register(s.router, route.Row{Method: http.MethodGet, Path: "/ops/api/audit", ID: "ops-audit", Find: gate.StartsAfter(s.Store, jobs.ListAudit), Tag: "operations", Operators: true,
		Summary: "The audit log of all organisations, newest first", Document: openapi.Tabular[wire.ListBody[auditBody]]}, s.opsAudit)
}

func (s *Server) opsOrganisations(ctx context.Context, in *opsOrganisationsInput) (*wire.ListOutput[opsOrganisationBody], error) {
	found, err := s.Store.OrganisationsPage(ctx, in.Q, in.Plan, in.More(), in.StartingAfter)
	return wire.Page(in.ListQuery, found, err, s.newOpsOrganisation)
}

func (s *Server) opsOrganisation(ctx context.Context, in *opsOrganisationInput) (*wire.OneOutput[opsOrganisationBody], error) {
	return s.opsOrganisationByID(ctx, in.ID)
}

func (s *Server) opsOrganisationByID(ctx context.Context, id string) (*wire.OneOutput[opsOrganisationBody], error) {
	if !wire.IsUUID(id) {
		return nil, errNoOrganisation
	}
	v, err := s.Accounts.Overview(ctx, id)
	if err != nil {
		return nil, err
	}
	b := s.newOpsOrganisation(v.Organisation)
	b.Credits.Granted, b.Credits.Used = new(credit.Amount(v.Granted)), new(credit.Amount(v.Used))
	b.Limits = map[credit.Product]limitBody{}
	for _, p := range credit.Products() {
		b.Limits[p] = newLimitBody(v.Products[string(p)])
	}
	return wire.One(b, nil)
}

var errNoOrganisation = fail.New(fail.CodeNotFound, "no such organisation")

func (s *Server) changeOrganisation(ctx context.Context, in *changeOrganisationInput) (*wire.OneOutput[opsOrganisationBody], error) {
	var problems []*wire.Problem
	bad := func(text string) { problems = append(problems, &wire.Problem{Code: fail.CodeValidation, Text: text}) }
	end, changesEnd := (*time.Time)(nil), len(in.Body.End) > 0
	if changesEnd && !bytes.Equal(in.Body.End, []byte("null")) {
		end = new(time.Time)
		if err := json.Unmarshal(in.Body.End, end); err != nil {
			bad("current_period_end: want an RFC 3339 time, or null")
		}
	}
	limits := map[string]*int64{}
	for p, text := range in.Body.Limits {
		var limit *credit.Amount
		if err := json.Unmarshal(text, &limit); err != nil || !slices.Contains(credit.Products(), p) || limit != nil && *limit < 0 {
			bad("limits." + string(p) + ": want credits of a metered product, or null")
			continue
		}
		limits[string(p)] = (*int64)(limit)
	}
	if in.Body.Plan == nil && !changesEnd && len(in.Body.Limits) == 0 {
		bad("plan, current_period_end, limits: want one of them at least")
	}
	if len(problems) > 0 {
		return nil, wire.Refusal(problems)
	}
	if !wire.IsUUID(in.ID) {
		return nil, errNoOrganisation
	}
	o, err := s.Accounts.FindOrganisation(ctx, in.ID)
	if err != nil {
		return nil, err
	}
	if in.Body.Plan != nil || changesEnd {
		sub := o.Subscription
		if in.Body.Plan != nil {
			sub.Plan = *in.Body.Plan
		}
		if changesEnd {
			sub.EndsAt = end
		}
		if err := s.Accounts.SetSubscription(ctx, o.ID, sub); err != nil {
			return nil, wire.InvalidBody(err)
		}
	}
	if len(limits) > 0 {
		if err := s.Accounts.SetLimits(ctx, o.ID, limits); err != nil {
			return nil, wire.InvalidBody(err)
		}
	}
	return s.opsOrganisationByID(ctx, o.ID)
}

func (s *Server) grantCredits(ctx context.Context, in *grantInput) (*wire.OneOutput[opsOrganisationBody], error) {
	if !wire.IsUUID(in.ID) {
		return nil, errNoOrganisation
	}
	if _, err := s.Accounts.GrantCredits(ctx, in.ID, int64(in.Body.Credits), strings.TrimSpace(in.Body.Note)); err != nil {
		return nil, wire.InvalidBody(err)
	}
	return s.opsOrganisationByID(ctx, in.ID)
}

func (s *Server) opsReconciler(ctx context.Context, _ *wire.EmptyInput) (*wire.OneOutput[reconcilerBody], error) {
	counts, err := s.Store.JobCounts(ctx)
	if err != nil {
		return nil, err
	}
	r := s.Jobs.Actions()
	b := reconcilerBody{Loops: map[string]float64{}, Jobs: []jobCountBody{}, Actions: map[string]int64{"expired": r.Expired, "revived": r.Revived,
		"reoffered": r.Reoffered, "regenerated": r.Regenerated, "enqueue_failed": r.EnqueueFailed}}
	if s.Loops != nil {
		for loop, age := range s.Loops() {
			b.Loops[loop] = age.Seconds()
		}
	}
	for _, c := range counts {
		b.Jobs = append(b.Jobs, jobCountBody{c.Kind, c.State, c.Jobs, c.OldestSeconds})
	}
	slices.SortFunc(b.Jobs, func(a, b jobCountBody) int {
		return cmp.Or(cmp.Compare(a.Kind, b.Kind), cmp.Compare(a.Status, b.Status))
	})
	return wire.One(b, nil)
}

func (s *Server) opsKnowledge(ctx context.Context, _ *wire.EmptyInput) (*wire.OneOutput[knowledgeBody], error) {
	tables, err := s.Store.Knowledge(ctx)
	b := knowledgeBody{[]knownTableBody{}, []knownTableBody{}, []standingBody{}}
	for _, t := range tables {
		known := knownTableBody{t.Name, t.Version, t.Vintage, wire.OrNull(t.Source), t.Complete, t.CreatedAt.UTC()}
		if t.Kind == "tariff" {
			b.Tariffs = append(b.Tariffs, known)
		} else {
			b.Rules = append(b.Rules, known)
		}
	}
	if s.Standing != nil {
		today := tariff.Date(s.Now().UTC().Format(time.DateOnly))
		for _, t := range s.Standing(today) {
			b.Tables = append(b.Tables, standingBody{t.Kind, t.Name, t.Rows, t.Share(), string(t.Vintage), t.Age(today), wire.OrNull(string(t.NextChange))})
		}
	}
	return wire.One(b, err)
}

type opsAuditInput struct {
	AuditQuery
	OrganizationID string `query:"organization_id" format:"uuid"`
}

func (s *Server) opsAudit(ctx context.Context, in *opsAuditInput) (*wire.TableOutput, error) {
	in.query.OrganisationID = in.OrganizationID
	return s.auditLog(ctx, &in.AuditQuery)
}
