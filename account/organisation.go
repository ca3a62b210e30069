// Package account owns who may call: organisations and their subscriptions, users, sessions, API
// keys, and the rules by which a token becomes a caller.
//
// It refuses to know HTTP, SQL and what a call does. Amounts of credits are int64 hundredths here,
// because the price list belongs to the package credit.
package account

import (
	"strings"
	"time"
	"unicode"

	"golang.org/x/text/cases"
	"golang.org/x/text/unicode/norm"

	"tariffdesk/fail"
)

// Plan names the subscription of an organisation.
type Plan string

// The plans. Only pro and enterprise may use API keys and countries other than WORLD.
const (
	PlanFree       Plan = "free"
	PlanPro        Plan = "pro"
	PlanEnterprise Plan = "enterprise"
)

// Valid reports whether p is one of the plans.
func (p Plan) Valid() bool { return p == PlanFree || p == PlanPro || p == PlanEnterprise }

// Paid reports whether p is pro or enterprise.
func (p Plan) Paid() bool { return p == PlanPro || p == PlanEnterprise }

// Subscription is an organisation's plan and when it holds.
type Subscription struct {
	Plan     Plan
	StartsAt time.Time
	EndsAt   *time.Time // nil for no end
}

// Current reports whether the subscription holds at t.
func (s Subscription) Current(t time.Time) bool {
	return !t.Before(s.StartsAt) && (s.EndsAt == nil || t.Before(*s.EndsAt))
}

// SubscriptionStatus is the public word for whether a subscription holds.
type SubscriptionStatus string

// The states of a subscription.
const (
	SubscriptionActive  SubscriptionStatus = "active"
	SubscriptionExpired SubscriptionStatus = "expired"
)

// Status is the subscription's state at t.
func (s Subscription) Status(t time.Time) SubscriptionStatus {
	if s.Current(t) {
		return SubscriptionActive
	}
	return SubscriptionExpired
}

// Organisation is who pays: its keys and users share its credits.
type Organisation struct {
	ID           string // UUID
	Name         string
	Balance      int64 // hundredths of a credit
	Subscription Subscription
	CreatedAt    time.Time
}

// FoldName is a name as it is compared with those of other organisations: without case, accents,
// invisible characters and doubled spaces.
func FoldName(name string) string {
	shown := func(r rune) rune {
		if unicode.In(r, unicode.Mn, unicode.Cf) {
			return -1
		}
		return r
	}
	// Folding case may compose what has accents, such as İ: the marks go afterwards.
	folded := strings.Map(shown, norm.NFKD.String(cases.Fold().String(norm.NFKD.String(name))))
	return strings.Join(strings.Fields(folded), " ")
}

// KeyWarning returns why a key of the organisation is refused at t, "" where it is accepted.
func (o Organisation) KeyWarning(t time.Time) string {
	switch {
	case !o.Subscription.Plan.Paid():
		return "the organisation has the plan free: its keys are refused until it has pro or enterprise"
	case !o.Subscription.Current(t):
		return "the organisation's subscription does not hold: its keys are refused until it does"
	}
	return ""
}

// NewOrganisation is a request for an organisation.
type NewOrganisation struct {
	Name             string
	Plan             Plan
	Credits          int64            // granted at once, in hundredths of a credit
	CurrentPeriodEnd *time.Time       // nil for no end
	Limits           map[string]int64 // product to limit in hundredths of a credit; absent for none
}

// maxGrant is the largest amount one grant may add: a billion credits.
const maxGrant = 100_000_000_000

// Validate lists everything that is wrong with n, as one CodeBadRequest error.
func (n NewOrganisation) Validate(now time.Time) error {
	var problems []string
	if name := strings.TrimSpace(n.Name); name == "" || len([]rune(name)) > 200 {
		problems = append(problems, "name: want 1 to 200 characters")
	}
	if !n.Plan.Valid() {
		problems = append(problems, "plan: want free, pro or enterprise")
	}
	if n.Credits < 0 || n.Credits > maxGrant {
		problems = append(problems, "credits: want 0 to 1000000000")
	}
	if n.CurrentPeriodEnd != nil && !n.CurrentPeriodEnd.After(now) {
		problems = append(problems, "current_period_end: want a time ahead")
	}
	return invalid("organisation", problems)
}

// invalid is nil where there are no problems.
func invalid(what string, problems []string) error {
	if len(problems) == 0 {
		return nil
	}
	return fail.Newf(fail.CodeBadRequest, "invalid %s: %s", what, strings.Join(problems, "; ")).With(problems...)
}
