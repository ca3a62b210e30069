package api_test

import (
	"net/http"
	"strings"
	"testing"

	"tariffdesk/account"
	"tariffdesk/api"
)

func (s *service) ops(path, user, password string) *response {
	s.t.Helper()
	r := s.request(http.MethodGet, path, nil)
	if user != "" {
		r.SetBasicAuth(user, password)
	}
	return s.do1(r, "")
}

func TestOperationsNeedTheirPassword(t *testing.T) {
	t.Parallel()
	s := setup(t)
	for _, path := range []string{"/metrics", "/ops/queues", "/ops/queues/api/queues"} {
		r := s.ops(path, "", "")
		r.fails(401, "Unauthorized")
		if !strings.HasPrefix(r.header.Get("WWW-Authenticate"), "Basic") {
			t.Errorf("%s: %v", path, r.header)
		}
		s.ops(path, "ops", "wrong").fails(401, "Unauthorized")
		s.ops(path, "root", "ops-secret").fails(401, "Unauthorized")
		s.get(path, s.key).fails(401, "Unauthorized")
	}
	hidden := setup(t, func(c *api.Config, _ *api.Deps) { c.OpsPassword = "" })
	for _, path := range []string{"/metrics", "/ops/queues", "/ops/queues/x"} {
		hidden.ops(path, "ops", "").fails(404, "NotFound")
	}
}

func TestMetricsShowRequestsJobsAndLedger(t *testing.T) {
	t.Parallel()
	s := setup(t, func(_ *api.Config, d *api.Deps) { d.Worker = busy{} })
	s.classify(s.key, description("chair")).want(200)
	s.get("/nowhere", "").want(401)
	body := string(s.ops("/metrics", "ops", "ops-secret").want(200).body)
	for _, line := range []string{
		`tariffdesk_http_requests_total{method="POST",route="/api/v3/tariff/tariff-mini",status="200"} 1`,
		`tariffdesk_http_requests_total{method="GET",route="unmatched",status="401"} 1`,
		`tariffdesk_jobs{kind="classify",state="succeeded"} 1`,
		`tariffdesk_ledger_credits{kind="charge"} -1`, `tariffdesk_ledger_credits{kind="grant"} 100`,
		"tariffdesk_waiters 0", "tariffdesk_slots_in_use 3", "tariffdesk_handlers_past_context 1",
		`tariffdesk_reconciler_actions_total{action="expired"} 0`,
	} {
		if !strings.Contains(body, line+"\n") {
			t.Errorf("missing %s", line)
		}
	}
}

type busy struct{}

func (busy) SlotsInUse() int  { return 3 }
func (busy) PastContext() int { return 1 }

// TestLogsNameRequestsAndKeepSecrets looks for what must and must not be in the log.
func TestLogsNameRequestsAndKeepSecrets(t *testing.T) {
	t.Parallel()
	s := setup(t)
	p := s.signIn(s.org.ID, account.RoleOwner)
	r := s.formRequest(classifyPath+"?country_code=WORLD&user_identifier=private-person", description("secret prototype"))
	r.Header.Set("X-Request-ID", "request-7")
	s.do1(r, s.key).want(200)
	s.get("/api/keys", p.Access).want(200)
	s.post("/api/refresh-token", "", map[string]string{"refresh_token": p.Refresh}).want(200)
	log := s.logs.String()
	for _, want := range []string{`"request_id":"request-7"`, `"route":"/api/v3/tariff/tariff-mini"`, `"organisation":"` + s.org.ID, `"job_id":"`, `"status":200`, `"duration_ms":`} {
		if !strings.Contains(log, want) {
			t.Errorf("missing %s", want)
		}
	}
	for _, secret := range []string{s.key, s.key[3:], p.Access, p.Refresh, password, "prototype", "private-person"} {
		if strings.Contains(log, secret) {
			t.Errorf("the log shows %q", secret)
		}
	}
}
