package api_test

import (
	"fmt"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/uuid"

	"tariffdesk/account"
	"tariffdesk/api"
	"tariffdesk/credit"
	"tariffdesk/quote"
	"tariffdesk/store/storetest"
	"tariffdesk/tariff"
)

// asOps calls as the user ops.
func (s *service) asOps(method, path, body string) *response {
	s.t.Helper()
	r := s.request(method, path, strings.NewReader(body))
	r.SetBasicAuth("ops", "ops-secret")
	if body != "" {
		r.Header.Set("Content-Type", "application/json")
	}
	return s.do1(r, "")
}

type opsJob struct {
	JobID   string `json:"job_id"`
	Org     string `json:"organization_id"`
	Status  string
	Credits struct{ Charged, Refunded float64 }
	History []struct{ State string }
	Ledger  []struct {
		Kind    string
		Part    int
		Credits float64
		Note    *string
	}
}

func TestOnlyOperatorsReachOperations(t *testing.T) {
	t.Parallel()
	s := setup(t)
	email := uuid.NewString() + "@example.com"
	if _, err := s.accounts.CreateUser(t.Context(), account.NewUser{Email: email, Password: password, Role: account.RoleOperator}); err != nil {
		t.Fatal(err)
	}
	operator := s.login(email, password).Access
	owner := s.signIn(s.org.ID, account.RoleOwner).Access
	for _, path := range []string{"/ops/api/jobs", "/ops/api/organizations", "/ops/api/reconciler", "/ops/api/knowledge", "/ops/api/audit"} {
		s.get(path, operator).want(200)
		s.asOps("GET", path, "").want(200)
		s.get(path, owner).fails(403, "Forbidden", "operators")
		s.get(path, s.key).fails(403, "Forbidden", "operators")
		if r := s.get(path, ""); r.status != 401 || !strings.HasPrefix(r.header.Get("WWW-Authenticate"), "Basic") {
			t.Errorf("%s: %d %v", path, r.status, r.header)
		}
		wrong := s.request(http.MethodGet, path, nil)
		wrong.SetBasicAuth("ops", "wrong")
		s.do1(wrong, "").fails(401, "Unauthorized")
		foreign := s.request(http.MethodGet, path, nil)
		foreign.SetBasicAuth("ops", "ops-secret")
		foreign.Header.Set("Sec-Fetch-Site", "cross-site")
		if method := http.MethodPost; path == "/ops/api/jobs" {
			foreign.Method, foreign.URL.Path = method, path+"/"+uuid.NewString()+"/cancel"
			s.do1(foreign, "").fails(403, "Forbidden", "another origin")
		}
	}
	// An operator belongs to no organisation.
	for _, path := range []string{"/api/v3/jobs", recordsPath, "/api/keys", membersPath, "/api/v3/organization/usage", "/api/v3/organization/subscription-info", sharePath} {
		s.get(path, operator).fails(403, "Forbidden", "operator")
	}
	s.classify(operator, description("chair")).fails(403, "Forbidden", "operator")
	var me struct {
		Role         string
		Organization *struct{}
	}
	s.get("/api/v3/account", operator).want(200).decode(&me)
	if me.Role != "operator" || me.Organization != nil {
		t.Errorf("account %+v", me)
	}
	s.post("/api/logout", operator, "").want(204)
	s.get("/ops/api/jobs", operator).fails(401, "Unauthorized")
	hidden := setup(t, func(c *api.Config, _ *api.Deps) { c.OpsPassword = "" })
	hidden.asOps("GET", "/ops/api/jobs", "").fails(404, "NotFound")
}

func TestOperatorsEndRefundAndOfferJobsAnew(t *testing.T) {
	t.Parallel()
	s := setup(t)
	held, release := held()
	s.handle(held)
	t.Cleanup(release)
	job := s.queued()
	var j opsJob
	path := "/ops/api/jobs/" + job
	s.asOps("GET", path, "").want(200).decode(&j)
	if j.Org != s.org.ID || j.Credits.Charged != 1 || len(j.Ledger) != 1 || j.Ledger[0].Kind != "charge" {
		t.Errorf("job %+v", j)
	}
	s.asOps("POST", path+"/refund", `{"reason":"x"}`).fails(409, "Conflict", "not ended")
	s.asOps("POST", path+"/retry", "").want(200)
	s.asOps("POST", path+"/cancel", "").want(200).decode(&j)
	if j.Status != "cancelled" || j.Credits.Refunded != 1 || len(j.Ledger) != 2 {
		t.Errorf("cancelled %+v", j)
	}
	for _, move := range []string{"/cancel", "/retry"} {
		s.asOps("POST", path+move, "").fails(409, "Conflict", "ended")
	}
	s.asOps("POST", path+"/refund", `{"reason":"again"}`).fails(409, "Conflict", "never exceeds")
	release()
	s.handle(classified)
	done := s.classify(s.key, description("chair")).want(200).header.Get("X-Job-ID")
	refund := "/ops/api/jobs/" + done + "/refund"
	s.asOps("POST", refund, `{"reason":"  "}`).fails(422, "ValidationError", "reason")
	s.asOps("POST", refund, `{"reason":"x","credits":-1,"more":1}`).fails(422, "ValidationError", "more")
	s.asOps("POST", refund, `nonsense`).fails(400, "BadRequest")
	s.asOps("POST", refund, `{"reason":"wrong","credits":1.25}`).fails(409, "Conflict", "never exceeds")
	s.asOps("POST", refund, `{"reason":"a quarter","credits":0.25}`).want(200)
	var given atomic.Int32
	var asking sync.WaitGroup
	for range 5 {
		asking.Go(func() {
			if r := s.asOps("POST", refund, `{"reason":"the rest"}`); r.status == 200 {
				given.Add(1)
			}
		})
	}
	asking.Wait()
	s.asOps("GET", "/ops/api/jobs/"+done, "").want(200).decode(&j)
	if given.Load() != 1 || j.Credits.Refunded != 1 || len(j.Ledger) != 3 || *j.Ledger[1].Note != "a quarter" || j.Status != "succeeded" || len(j.History) != 3 {
		t.Errorf("%d refunds, %+v", given.Load(), j)
	}
	if got := storetest.Balance(t, s.store, s.org.ID); got != 100*credit.One {
		t.Errorf("balance %s", got)
	}
	storetest.CheckInvariants(t, s.store)
	for query, want := range map[string]int{"": 2, "status=cancelled": 1, "id=" + done: 1, "organization_id=" + uuid.NewString(): 0,
		"organization_id=" + s.org.ID + "&kind=classify": 2, "kind=batch": 0, "from=2099-01-01": 0, "starting_after=" + done: 1, "limit=1": 1} {
		var list struct{ Data []opsJob }
		s.asOps("GET", "/ops/api/jobs?"+query, "").want(200).decode(&list)
		if len(list.Data) != want {
			t.Errorf("%s: %d jobs, want %d", query, len(list.Data), want)
		}
	}
	s.asOps("GET", "/ops/api/jobs?status=lost&id=x&from=y", "").fails(400, "BadRequest", "status", "id", "from")
	for _, move := range []string{"", "/retry", "/cancel", "/refund"} {
		method, body := "POST", `{"reason":"x"}`
		if move == "" {
			method = "GET"
		}
		if move != "/refund" {
			body = ""
		}
		s.asOps(method, "/ops/api/jobs/"+uuid.NewString()+move, body).fails(404, "NotFound")
	}
	var log struct{ Data []struct{ Action string } }
	s.asOps("GET", "/ops/api/audit?action=job.&organization_id="+s.org.ID, "").want(200).decode(&log)
	if len(log.Data) != 4 {
		t.Errorf("audited %+v", log)
	}
}

func TestOperatorsManageOrganisations(t *testing.T) {
	t.Parallel()
	s := setup(t)
	path := "/ops/api/organizations/" + s.org.ID
	var o struct {
		Plan    string
		Status  string
		End     *time.Time `json:"current_period_end"`
		Credits struct{ Granted, Used, Remaining float64 }
		Limits  map[string]struct{ Limit *float64 }
	}
	s.asOps("PATCH", path, `{"plan":"enterprise","current_period_end":"2099-01-01T00:00:00Z","limits":{"quote":2.5,"classification":null}}`).want(200).decode(&o)
	if o.Plan != "enterprise" || o.Status != "active" || o.End == nil || *o.Limits["quote"].Limit != 2.5 || o.Limits["classification"].Limit != nil {
		t.Errorf("changed %+v", o)
	}
	s.asOps("POST", path+"/credits", `{"credits":12.5,"note":"thanks"}`).want(200).decode(&o)
	if o.Credits.Granted != 112.5 || o.Credits.Remaining != 112.5 {
		t.Errorf("granted %+v", o.Credits)
	}
	s.asOps("PATCH", path, fmt.Sprintf(`{"current_period_end":%q}`, s.clock.now().UTC().Format(time.RFC3339Nano))).want(200).decode(&o)
	if o.Status != "expired" {
		t.Errorf("ended %+v", o)
	}
	s.get("/api/v3/jobs", s.key).fails(403, "Forbidden")
	s.asOps("PATCH", path, `{"current_period_end":null}`).want(200)
	s.get("/api/v3/jobs", s.key).want(200)
	s.asOps("PATCH", path, `{}`).fails(422, "ValidationError", "plan")
	s.asOps("PATCH", path, `{"plan":"gold","more":1}`).fails(422, "ValidationError", "plan", "more")
	s.asOps("PATCH", path, `{"current_period_end":"soon","limits":{"shoes":1,"quote":-1}}`).fails(422, "ValidationError", "current_period_end", "limits.shoes", "limits.quote")
	s.asOps("PATCH", path, `{"current_period_end":"1999-01-01T00:00:00Z"}`).fails(422, "ValidationError", "current_period_end")
	s.asOps("POST", path+"/credits", `{"credits":-1,"note":"x"}`).fails(422, "ValidationError", "amount")
	for _, id := range []string{uuid.NewString(), "x", "Test"} {
		s.asOps("GET", "/ops/api/organizations/"+id, "").fails(404, "NotFound")
		s.asOps("PATCH", "/ops/api/organizations/"+id, `{"plan":"pro"}`).fails(404, "NotFound")
		s.asOps("POST", "/ops/api/organizations/"+id+"/credits", `{"credits":1,"note":"x"}`).fails(404, "NotFound")
	}
	s.organisation(account.PlanFree, 0)
	for query, want := range map[string]int{"": 2, "plan=free": 1, "q=" + s.org.ID[:13]: 1, "q=%25": 0, "limit=1": 1, "starting_after=" + s.org.ID: 1} {
		var list struct{ Data []struct{ ID string } }
		s.asOps("GET", "/ops/api/organizations?"+query, "").want(200).decode(&list)
		if len(list.Data) != want {
			t.Errorf("%s: %d organisations", query, len(list.Data))
		}
	}
	storetest.CheckInvariants(t, s.store)
}

func TestOperatorsSeeHowEachTableStands(t *testing.T) {
	t.Parallel()
	schedule, err := tariff.LoadSchedule("MEX")
	if err != nil {
		t.Fatal(err)
	}
	rules, err := quote.LoadRules()
	if err != nil {
		t.Fatal(err)
	}
	s := setup(t, func(_ *api.Config, d *api.Deps) {
		d.Standing = func(today tariff.Date) []quote.TableStanding {
			return quote.Standing(rules, []*tariff.Schedule{schedule}, today)
		}
		d.Now = func() time.Time { return time.Date(2026, 11, 30, 12, 0, 0, 0, time.UTC) }
	})
	var answer struct {
		Tariffs, RuleTables []any
		Tables              []struct {
			Kind, Name string
			Rows, Days int
			Share      float64 `json:"verified_share"`
			SourceDay  string  `json:"source_day"`
			NextChange *string `json:"next_change"`
		}
	}
	s.asOps("GET", "/ops/api/knowledge", "").want(200).decode(&answer)
	if len(answer.Tables) < 10 || answer.Tables[0].Kind != "tariff" || answer.Tables[0].Name != "MEX" || answer.Tables[0].Days != 220 {
		t.Errorf("%+v", answer.Tables)
	}
	for _, table := range answer.Tables {
		if table.Name == "amounts" && (table.NextChange == nil || *table.NextChange != "2027-01-01" || table.Rows < 10 || table.Share < 0.5) {
			t.Errorf("%+v", table)
		}
	}
}
