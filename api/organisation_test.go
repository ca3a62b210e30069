package api_test

import (
	"context"
	"testing"
	"time"

	"tariffdesk/account"
	"tariffdesk/credit"
	"tariffdesk/jobs"
	"tariffdesk/store/storetest"
)

type subscription struct {
	Organization struct {
		ID, Name     string
		Subscription struct {
			Plan, Status string
			End          *time.Time `json:"current_period_end"`
			Limits       struct {
				Credits  struct{ Granted, Used, Remaining credit.Amount }
				Products map[string]struct {
					Limit *credit.Amount
					Used  credit.Amount
				}
			}
		}
	}
}

func TestSubscriptionInfoAddsUp(t *testing.T) {
	t.Parallel()
	s := setup(t)
	storetest.Limit(t, s.store, s.org.ID, credit.ProductClassification, 50*credit.One)
	storetest.Limit(t, s.store, s.org.ID, credit.ProductMarketplaceQuote, 7*credit.One)
	s.classify(s.key, description("chair")).want(200)
	s.handle(func(context.Context, jobs.Job, func(jobs.Progress)) (jobs.Outcome, error) {
		return jobs.Outcome{}, errTest
	})
	s.classify(s.key, description("chair")).want(500)
	var got subscription
	s.get("/api/v3/organization/subscription-info", s.key).want(200).decode(&got)
	o := got.Organization
	if o.ID != s.org.ID || o.Subscription.Plan != "pro" || o.Subscription.Status != "active" || o.Subscription.End != nil {
		t.Errorf("organisation %+v", o)
	}
	c, p := o.Subscription.Limits.Credits, o.Subscription.Limits.Products
	if c.Granted != 100*credit.One || c.Used != credit.One || c.Remaining != 99*credit.One {
		t.Errorf("credits %+v", c)
	}
	if m := p["marketplace_quote"]; m.Limit == nil || *m.Limit != 7*credit.One || m.Used != 0 {
		t.Errorf("marketplace quotes %+v", m)
	}
	if len(p) != 5 || p["classification"].Used != credit.One || *p["classification"].Limit != 50*credit.One || p["quote"].Limit != nil {
		t.Errorf("products %+v", p)
	}
}

func TestAnExpiredSubscriptionReachesItsInfoAndUsageBySession(t *testing.T) {
	t.Parallel()
	s := setup(t)
	owner := s.signIn(s.org.ID, account.RoleOwner)
	end := s.clock.now().Add(-time.Minute)
	if err := s.accounts.SetSubscription(t.Context(), s.org.ID, account.Subscription{Plan: account.PlanPro, StartsAt: end.Add(-time.Hour), EndsAt: &end}); err != nil {
		t.Fatal(err)
	}
	var got subscription
	s.get("/api/v3/organization/subscription-info", owner.Access).want(200).decode(&got)
	if got.Organization.Subscription.Status != "expired" {
		t.Errorf("status %s", got.Organization.Subscription.Status)
	}
	s.get("/api/v3/organization/usage", owner.Access).want(200)
	s.refresh(owner.Refresh)
	for _, path := range []string{"/api/v3/jobs", "/api/keys", "/nowhere"} {
		s.get(path, owner.Access).fails(403, "Forbidden", "not active")
	}
	s.get("/api/v3/organization/subscription-info", s.key).fails(403, "Forbidden", "not active")
	s.post("/api/logout", owner.Access, "").want(204)
}

func TestUsageIsByDayProductAndUserIdentifier(t *testing.T) {
	t.Parallel()
	s := setup(t)
	for _, user := range []string{"ann", "ann", "bob"} {
		s.do1(s.formRequest(classifyPath+"?country_code=WORLD&user_identifier="+user, description("chair")), s.key).want(200)
	}
	type usage struct {
		Data []struct {
			Date, Product string
			Credits       credit.Amount
			Calls         int
		}
	}
	var all, ann, none usage
	today := time.Now().UTC().Format(time.DateOnly)
	s.get("/api/v3/organization/usage?from="+today+"&to="+today, s.key).want(200).decode(&all)
	if len(all.Data) != 1 || all.Data[0].Credits != 3*credit.One || all.Data[0].Calls != 3 || all.Data[0].Product != "classification" || all.Data[0].Date != today {
		t.Errorf("usage %+v", all)
	}
	s.get("/api/v3/organization/usage?user_identifier=ann", s.key).want(200).decode(&ann)
	if len(ann.Data) != 1 || ann.Data[0].Calls != 2 {
		t.Errorf("usage of ann %+v", ann)
	}
	s.get("/api/v3/organization/usage?from=2020-01-01&to=2020-12-31", s.key).want(200).decode(&none)
	if len(none.Data) != 0 || none.Data == nil {
		t.Errorf("usage long ago %+v", none)
	}
	s.get("/api/v3/organization/usage?from=yesterday&to=1", s.key).fails(400, "BadRequest", "from", "to")
	s.get("/api/v3/organization/usage?from=2026-02-01&to=2026-01-01", s.key).fails(400, "BadRequest", "from")
	s.get("/api/v3/organization/usage?from=2020-01-01&to=2026-01-01", s.key).fails(400, "BadRequest", "366")
}
