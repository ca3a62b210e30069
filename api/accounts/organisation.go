package accounts

import (
	"context"
	"net/http"
	"strconv"
	"time"

	"tariffdesk/account"
	"tariffdesk/api/gate"
	"tariffdesk/api/openapi"
	"tariffdesk/api/route"
	"tariffdesk/api/wire"
	"tariffdesk/credit"
)

type limitBody struct {
	Limit     *credit.Amount `json:"limit" doc:"Credits; null for no limit"`
	Used      credit.Amount  `json:"used" doc:"Credits used so far"`
	Remaining *credit.Amount `json:"remaining" doc:"Credits; null for no limit"`
}

func newLimitBody(use account.ProductUse) limitBody {
	b := limitBody{Limit: (*credit.Amount)(use.Limit), Used: credit.Amount(use.Used)}
	if use.Limit != nil {
		b.Remaining = new(max(0, *b.Limit-b.Used))
	}
	return b
}

type creditsBody struct {
	Granted   credit.Amount `json:"granted" doc:"Credits granted since the organisation exists, to the hundredth"`
	Used      credit.Amount `json:"used" doc:"Credits charged since then, refunds taken off"`
	Remaining credit.Amount `json:"remaining" doc:"Credits left; what open share links reserve is taken off"`
}

type limitsBody struct {
	Credits  creditsBody                  `json:"credits" doc:"Credits of the organisation as a whole"`
	Products map[credit.Product]limitBody `json:"products" doc:"Limit and use of each product, by its name"`
}

type subscriptionBody struct {
	Plan             account.Plan               `json:"plan" doc:"free, pro or enterprise; quotes and documents need pro or enterprise"`
	Status           account.SubscriptionStatus `json:"status" doc:"active until current_period_end, then expired"`
	CurrentPeriodEnd *time.Time                 `json:"current_period_end" doc:"When the subscription ends; null where it has no end"`
	Limits           limitsBody                 `json:"limits" doc:"Credits and limits of the subscription"`
}

type organisationBody struct {
	ID           string           `json:"id" format:"uuid" doc:"Id of the organisation"`
	Name         string           `json:"name" doc:"Name of the organisation"`
	Subscription subscriptionBody `json:"subscription" doc:"Plan, state and limits"`
}

type subscriptionOutput struct {
	Body struct {
		Organization organisationBody `json:"organization" doc:"The caller's organisation"`
	}
}

type usageInput struct {
	wire.Common
	wire.CSVQuery
	From           string `query:"from" doc:"First day (2026-01-31) or instant (RFC 3339); 30 days before to by default"`
	To             string `query:"to" doc:"Last day, included, or instant, not included; now by default"`
	UserIdentifier string `query:"user_identifier" maxLength:"128" doc:"Calls that named this user_identifier only"`
}

type usageDayBody struct {
	Date    string        `json:"date" format:"date" doc:"The day, in UTC"`
	Product string        `json:"product" doc:"What was charged for"`
	Credits credit.Amount `json:"credits" doc:"Charges less the refunds of that day"`
	Calls   int           `json:"calls" doc:"Charges of the day"`
}

type usageBody struct {
	Data []usageDayBody `json:"data" doc:"One row for each day and product with a charge, oldest first"`
}

func (s *Handlers) registerOrganisation(to *route.Router) {
	route.Register(to, route.Row{Method: http.MethodGet, Path: "/api/v3/organization/subscription-info", ID: "subscription-info",
		Tag: "organization", Summary: "The organisation's subscription, credits and limits", Access: gate.Account, Limited: true},
		s.subscriptionInfo)
	route.Register(to, route.Row{Method: http.MethodGet, Path: "/api/v3/organization/usage", ID: "usage",
		Tag: "organization", Summary: "Credits and calls by day and product", Access: gate.Account, Limited: true,
		Document: openapi.Tabular[usageBody]}, s.usage)
}

func (s *Handlers) subscriptionInfo(ctx context.Context, _ *wire.EmptyInput) (*subscriptionOutput, error) {
	v, err := s.Accounts.Overview(ctx, gate.Of(ctx).Caller.Organisation.ID)
	if err != nil {
		return nil, err
	}
	products := map[credit.Product]limitBody{}
	for _, p := range credit.Products() {
		products[p] = newLimitBody(v.Products[string(p)])
	}
	o := v.Organisation
	out := &subscriptionOutput{}
	out.Body.Organization = organisationBody{ID: o.ID, Name: o.Name, Subscription: subscriptionBody{
		Plan: o.Subscription.Plan, Status: o.Subscription.Status(s.Now()), CurrentPeriodEnd: wire.UTC(o.Subscription.EndsAt),
		Limits: limitsBody{
			Credits: creditsBody{credit.Amount(v.Granted), credit.Amount(v.Used), credit.Amount(o.Balance)}, Products: products,
		},
	}}
	return out, nil
}

// The span of a usage query: by default, and at most.
const (
	usageSpan    = 30 * 24 * time.Hour
	maxUsageSpan = 366 * 24 * time.Hour
)

func (s *Handlers) usage(ctx context.Context, in *usageInput) (*wire.TableOutput, error) {
	from, to, problems := usageRange(in.From, in.To, s.Now().UTC())
	if len(problems) > 0 {
		return nil, wire.Refusal(problems)
	}
	days, err := s.Accounts.Usage(ctx, account.UsageQuery{
		OrganisationID: gate.Of(ctx).Caller.Organisation.ID, From: from, To: to, UserIdentifier: in.UserIdentifier,
	})
	if err != nil {
		return nil, err
	}
	if in.WantsCSV() {
		rows := make([][]string, len(days))
		for i, d := range days {
			rows[i] = []string{d.Date.Format(time.DateOnly), d.Product, credit.Amount(d.Credits).String(), strconv.Itoa(d.Calls)}
		}
		return wire.AsCSV("usage.csv", []string{"date", "product", "credits", "calls"}, rows), nil
	}
	body := usageBody{make([]usageDayBody, len(days))}
	for i, d := range days {
		body.Data[i] = usageDayBody{d.Date.Format(time.DateOnly), d.Product, credit.Amount(d.Credits), d.Calls}
	}
	return wire.AsJSON(body), nil
}

// usageRange reads the ends of a usage query: from counts, to does not.
func usageRange(from, to string, now time.Time) (start, end time.Time, problems []*wire.Problem) {
	end, whole, ok := wire.Instant(to, now)
	if !ok {
		problems = append(problems, wire.BadField("to", "want a day such as 2026-01-31 or an RFC 3339 time"))
	}
	if whole {
		end = end.AddDate(0, 0, 1)
	}
	start, _, ok = wire.Instant(from, end.Add(-usageSpan))
	if !ok {
		problems = append(problems, wire.BadField("from", "want a day such as 2026-01-31 or an RFC 3339 time"))
	}
	if len(problems) == 0 && (start.After(end) || end.Sub(start) > maxUsageSpan) {
		problems = append(problems, wire.BadField("from", "want a time before to, by 366 days at most"))
	}
	return start, end, problems
}
