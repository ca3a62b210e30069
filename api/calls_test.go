package api_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/google/uuid"

	"tariffdesk/account"
	"tariffdesk/api"
	"tariffdesk/credit"
)

type loggedCall struct {
	ID        string
	RequestID string `json:"request_id"`
	Method    string
	Path      string
	Status    int
	Credits   float64
	KeyPrefix *string `json:"key_prefix"`
	UserID    *string `json:"user_id"`
	JobID     *string `json:"job_id"`
}

type callList struct {
	Data    []loggedCall
	HasMore bool `json:"has_more"`
}

const callsPath = "/api/v3/organization/requests"

func TestCallsOfAnOrganisationAreLoggedWithoutTheirBodies(t *testing.T) {
	t.Parallel()
	s := setup(t)
	owner := s.signIn(s.org.ID, account.RoleOwner).Access
	other, foreign := s.organisation(account.PlanPro, credit.One)
	_ = other
	r := s.formRequest(classifyPath+"?country_code=WORLD&user_identifier=private-person", description("secret prototype"))
	r.Header.Set("X-Request-ID", "request-7")
	s.do1(r, s.key).want(200)
	s.get("/api/v3/jobs/"+uuid.NewString(), s.key).want(404)
	s.get("/api/v3/sharelink/qestions/a-token-mistyped", s.key).want(405)
	s.get("/api/v3/sharelinks/questions/a-token-mistyped", s.key).want(404)
	bad := s.request(http.MethodGet, "/", nil)
	bad.URL.Opaque = "/api/v3/jobs/%ff%00"
	s.do1(bad, s.key)
	s.get("/api/v3/jobs", foreign).want(200)
	s.get("/api/v3/jobs", "sk_unknown")
	var keys struct {
		Data []struct {
			ID string `json:"key_id"`
		}
	}
	s.get("/api/keys", owner).want(200).decode(&keys)
	byKey := "key_id=" + keys.Data[0].ID // the owner's own calls are logged too, at any time from here on
	var list callList
	var body []byte
	s.eventually(func() bool { // a call is logged after its answer
		s.api.FlushCalls(t.Context())
		body = s.get(callsPath+"?"+byKey, owner).want(200).decode(&list).body
		return len(list.Data) >= 5
	})
	if len(list.Data) != 5 {
		t.Fatalf("logged %s", body)
	}
	first := list.Data[4]
	if first.RequestID != "request-7" || first.Method != http.MethodPost || first.Path != classifyPath || first.Status != 200 || first.Credits != 1 ||
		first.KeyPrefix == nil || !strings.HasPrefix(s.key, *first.KeyPrefix) || first.JobID == nil || first.UserID != nil {
		t.Errorf("first %+v", first)
	}
	if mistyped := list.Data[1]; mistyped.Path != "unmatched" {
		t.Errorf("mistyped %+v", mistyped)
	}
	for _, secret := range []string{s.key, "prototype", "private-person", "mistyped"} {
		if strings.Contains(string(body), secret) {
			t.Errorf("the log shows %q", secret)
		}
	}
	for query, want := range map[string]int{
		"status=404": 3, "status=4xx": 4, "status=2xx": 1, "status=500": 0, "path=/api/v3/tariff": 1, "path=/api/v3/jobs/": 2,
		"key_id=" + uuid.NewString(): 0, "from=2099-01-01": 0, "to=2020-01-01": 0, "limit=3": 3, "starting_after=" + list.Data[3].ID: 1,
	} {
		var found callList
		if !strings.Contains(query, "key_id") {
			query += "&" + byKey
		}
		s.get(callsPath+"?"+query, owner).want(200).decode(&found)
		if len(found.Data) != want || found.HasMore != strings.HasPrefix(query, "limit=3") {
			t.Errorf("%s: %d, more %v", query, len(found.Data), found.HasMore)
		}
	}
	s.get(callsPath+"?status=abc&from=x&to=y&key_id=z&limit=101", owner).fails(400, "BadRequest", "status", "from", "to", "key_id", "limit")
	s.get(callsPath, s.key).fails(403, "Forbidden")
	s.get(callsPath, s.signIn(s.org.ID, account.RoleMember).Access).fails(403, "Forbidden")
	s.get(callsPath, "").fails(401, "Unauthorized")
}

// awayCalls cannot be written to.
type awayCalls struct{ api.Store }

func (awayCalls) SaveCalls(context.Context, []account.LoggedCall) error { return errors.New("away") }

func TestACallDoesNotDependOnItsLog(t *testing.T) {
	t.Parallel()
	s := setup(t, func(_ *api.Config, d *api.Deps) { d.Store = awayCalls{d.Store} })
	for range 3 {
		s.get("/api/v3/jobs", s.key).want(200)
		s.api.FlushCalls(t.Context())
	}
	if !strings.Contains(s.logs.String(), "calls not logged") {
		t.Error("the loss is not told")
	}
	for range 10_000 { // beyond what waits
		s.api.NoteCall(account.LoggedCall{})
	}
}

func TestWhatWasDoneToTheAccountIsAudited(t *testing.T) {
	t.Parallel()
	s := setup(t)
	owner := s.signIn(s.org.ID, account.RoleOwner).Access
	var k keyBody
	s.post("/api/keys", owner, map[string]string{"name": "=cmd", "type": "sk"}).want(201).decode(&k)
	s.send(http.MethodPatch, "/api/keys/cancel", k.Token, map[string]string{"key": k.Token}).want(200)
	s.send(http.MethodPut, webhookPath, owner, map[string]string{"url": "https://example.com/hook"}).want(200)
	s.send(http.MethodDelete, webhookPath, owner, "").want(204)
	s.send(http.MethodDelete, "/api/v3/tariff/precedents", owner, "").want(200)
	if _, err := s.accounts.GrantCredits(t.Context(), s.org.ID, 500, "test"); err != nil {
		t.Fatal(err)
	}
	var list struct {
		Data []struct {
			ID      string
			Action  string
			Actor   struct{ Kind, Name string }
			Address *string
			Details map[string]any
		}
		HasMore bool `json:"has_more"`
	}
	const path = "/api/v3/organization/audit"
	body := s.get(path, owner).want(200).decode(&list).body
	var actions []string
	for _, e := range list.Data {
		actions = append(actions, e.Action+" "+e.Actor.Kind)
	}
	want := "[credits.granted system precedents.deleted user webhook.deleted user webhook.changed user key.cancelled key key.created user member.created system key.created system organization.created system]"
	if fmt.Sprint(actions) != want {
		t.Errorf("actions %v", actions)
	}
	if created := list.Data[5]; *created.Address != "127.0.0.1" || !strings.Contains(created.Actor.Name, "@example.com") {
		t.Errorf("created %+v", created)
	}
	if strings.Contains(string(body), k.Token) || strings.Contains(string(body), "whsec_") {
		t.Error("the log shows a secret")
	}
	s.get(path+"?action=key.&limit=2", owner).want(200).decode(&list)
	if len(list.Data) != 2 || !list.HasMore || list.Data[0].Action != "key.cancelled" {
		t.Errorf("keys %+v", list)
	}
	s.get(path+"?action=key.&starting_after="+list.Data[1].ID, owner).want(200).decode(&list)
	if len(list.Data) != 1 {
		t.Errorf("second page %+v", list)
	}
	r := s.request(http.MethodGet, path, nil)
	r.Header.Set("Accept", "text/csv")
	file := s.do1(r, owner).want(200)
	lines := strings.Split(strings.TrimSpace(string(file.body)), "\n")
	if len(lines) != 10 || !strings.HasPrefix(lines[0], "at,action,") || !strings.HasPrefix(file.header.Get("Content-Type"), "text/csv") || !strings.Contains(file.header.Get("Content-Disposition"), "audit.csv") {
		t.Errorf("file %s", file.body)
	}
	for _, sql := range []string{`UPDATE audit_log SET action = 'x'`, `DELETE FROM audit_log`, `TRUNCATE audit_log`} {
		if err := s.store.Exec(t.Context(), sql); err == nil || !strings.Contains(err.Error(), "append-only") {
			t.Errorf("%s: %v", sql, err)
		}
	}
	s.get(path+"?from=x&format=xml", owner).fails(400, "BadRequest", "from", "format")
	s.get(path, s.key).fails(403, "Forbidden")
	s.get(path, s.signIn(s.org.ID, account.RoleMember).Access).fails(403, "Forbidden")
	s.get(path, "").fails(401, "Unauthorized")
}

func TestUsageComesAsAFileToo(t *testing.T) {
	t.Parallel()
	s := setup(t)
	s.classify(s.key, description("chair")).want(200)
	file := s.get("/api/v3/organization/usage?format=csv", s.key).want(200)
	lines := strings.Split(strings.TrimSpace(string(file.body)), "\n")
	if len(lines) != 2 || lines[0] != "date,product,credits,calls" || !strings.HasSuffix(lines[1], ",classification,1,1") {
		t.Errorf("file %s", file.body)
	}
	s.get("/api/v3/organization/usage?format=xml", s.key).fails(400, "BadRequest", "format")
	limit := int64(300)
	if err := s.accounts.SetLimits(t.Context(), s.org.ID, map[string]*int64{"classification": &limit}); err != nil {
		t.Fatal(err)
	}
	var info struct {
		Organization struct {
			Subscription struct {
				Limits struct {
					Products map[string]struct{ Limit, Used, Remaining *float64 }
				}
			}
		}
	}
	s.get("/api/v3/organization/subscription-info", s.key).want(200).decode(&info)
	products := info.Organization.Subscription.Limits.Products
	if c := products["classification"]; *c.Limit != 3 || *c.Used != 1 || *c.Remaining != 2 {
		t.Errorf("classification %v %v %v", *c.Limit, *c.Used, *c.Remaining)
	}
	if products["quote"].Remaining != nil {
		t.Error("a product without a limit has a rest")
	}
}
