package accounts

import (
	"bytes"
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
)

// opsOrganisationBody is an organisation as operators see it.
type opsOrganisationBody struct {
	ID               string                       `json:"id" format:"uuid" doc:"Id of the organisation"`
	Name             string                       `json:"name" doc:"Name of the organisation"`
	CreatedAt        time.Time                    `json:"created_at" doc:"When it was created"`
	Plan             account.Plan                 `json:"plan" enum:"free,pro,enterprise" doc:"Plan of the subscription"`
	Status           account.SubscriptionStatus   `json:"status" enum:"active,expired" doc:"Whether the subscription still runs"`
	CurrentPeriodEnd *time.Time                   `json:"current_period_end" doc:"When the subscription ends; null where it has no end"`
	Credits          opsCreditsBody               `json:"credits" doc:"Credits of the organisation"`
	Limits           map[credit.Product]limitBody `json:"limits,omitempty" doc:"By product; absent in lists"`
}

type opsCreditsBody struct {
	Granted   *credit.Amount `json:"granted,omitempty" doc:"Credits granted so far; absent in lists"`
	Used      *credit.Amount `json:"used,omitempty" doc:"Credits used so far; absent in lists"`
	Remaining credit.Amount  `json:"remaining" doc:"Credits left, to the hundredth"`
}

func (s *operatorHandlers) newOpsOrganisation(o account.Organisation) opsOrganisationBody {
	return opsOrganisationBody{ID: o.ID, Name: o.Name, CreatedAt: o.CreatedAt.UTC(), Plan: o.Subscription.Plan, Status: o.Subscription.Status(s.Now()),
		CurrentPeriodEnd: wire.UTC(o.Subscription.EndsAt), Credits: opsCreditsBody{Remaining: credit.Amount(o.Balance)}}
}

type opsOrganisationsInput struct {
	wire.ListQuery
	Q    string `query:"q" maxLength:"200" doc:"A part of the name or the id"`
	Plan string `query:"plan" enum:"free,pro,enterprise" doc:"Organisations on this plan only"`
}

type opsOrganisationInput struct {
	wire.Common
	ID string `path:"id" doc:"Id of the organisation"`
}

type changeOrganisationInput struct {
	wire.Common
	ID   string `path:"id" doc:"Id of the organisation"`
	Body struct {
		Plan   *account.Plan                      `json:"plan,omitempty" enum:"free,pro,enterprise" doc:"The new plan; unchanged where absent"`
		End    json.RawMessage                    `json:"current_period_end,omitempty" doc:"An instant (RFC 3339) from which the subscription no longer holds, null for no end"`
		Limits map[credit.Product]json.RawMessage `json:"limits,omitempty" doc:"Credits by product, null for no limit; others stay"`
	}
}

type grantInput struct {
	wire.Common
	ID   string `path:"id" doc:"Id of the organisation"`
	Body struct {
		Credits credit.Amount `json:"credits" doc:"Credits to grant, more than 0, to the hundredth"`
		Note    string        `json:"note" minLength:"1" maxLength:"500" doc:"Why; kept in the ledger"`
	}
}

func (s *operatorHandlers) registerOpsOrganisations(to *route.Router) {
	const path = "/ops/api/organizations"
	found := []int{http.StatusNotFound, http.StatusUnprocessableEntity}
	route.Register(to, route.Row{Method: http.MethodGet, Path: path, ID: "ops-list-organizations", Find: gate.StartsAfter(s.Store, jobs.ListOrganisations), Tag: "operations", Operators: true,
		Summary: "All organisations, oldest first"}, s.opsOrganisations)
	route.Register(to, route.Row{Method: http.MethodGet, Path: path + "/{id}", ID: "ops-get-organization", Tag: "operations", Operators: true,
		Summary: "An organisation with its credits and limits", Errors: found[:1]}, s.opsOrganisation)
	route.Register(to, route.Row{Method: http.MethodPatch, Path: path + "/{id}", ID: "ops-change-organization", Tag: "operations", Operators: true,
		Summary: "Change an organisation's plan, its end, or limits", Errors: found}, s.changeOrganisation)
	route.Register(to, route.Row{Method: http.MethodPost, Path: path + "/{id}/credits", ID: "ops-grant-credits", Tag: "operations", Operators: true,
		Summary: "Grant credits", Errors: found}, s.grantCredits)
	route.Register(to, route.Row{Method: http.MethodGet, Path: "/ops/api/audit", ID: "ops-audit", Find: gate.StartsAfter(s.Store, jobs.ListAudit), Tag: "operations", Operators: true,
		Summary: "The audit log of all organisations, newest first", Document: openapi.Tabular[wire.ListBody[auditBody]]}, s.opsAudit)
}

func (s *operatorHandlers) opsOrganisations(ctx context.Context, in *opsOrganisationsInput) (*wire.ListOutput[opsOrganisationBody], error) {
	found, err := s.Store.OrganisationsPage(ctx, in.Q, in.Plan, in.More(), in.StartingAfter)
	return wire.Page(in.ListQuery, found, err, s.newOpsOrganisation)
}

func (s *operatorHandlers) opsOrganisation(ctx context.Context, in *opsOrganisationInput) (*wire.OneOutput[opsOrganisationBody], error) {
	return s.opsOrganisationByID(ctx, in.ID)
}

func (s *operatorHandlers) opsOrganisationByID(ctx context.Context, id string) (*wire.OneOutput[opsOrganisationBody], error) {
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

func (s *operatorHandlers) changeOrganisation(ctx context.Context, in *changeOrganisationInput) (*wire.OneOutput[opsOrganisationBody], error) {
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

func (s *operatorHandlers) grantCredits(ctx context.Context, in *grantInput) (*wire.OneOutput[opsOrganisationBody], error) {
	if !wire.IsUUID(in.ID) {
		return nil, errNoOrganisation
	}
	if _, err := s.Accounts.GrantCredits(ctx, in.ID, int64(in.Body.Credits), strings.TrimSpace(in.Body.Note)); err != nil {
		return nil, wire.InvalidBody(err)
	}
	return s.opsOrganisationByID(ctx, in.ID)
}

type opsAuditInput struct {
	AuditQuery
	OrganizationID string `query:"organization_id" format:"uuid" doc:"Entries that concern this organisation only"`
}

func (s *operatorHandlers) opsAudit(ctx context.Context, in *opsAuditInput) (*wire.TableOutput, error) {
	in.query.OrganisationID = in.OrganizationID
	return s.auditLog(ctx, &in.AuditQuery)
}
