package api_test

import (
	"encoding/base64"
	"net/http"
	"strings"
	"testing"
	"time"

	"tariffdesk/account"
	"tariffdesk/credit"
)

// TestEveryRowOfTheAuthenticationTable follows the specification's table of failures.
func TestEveryRowOfTheAuthenticationTable(t *testing.T) {
	t.Parallel()
	s := setup(t)
	session := s.signIn(s.org.ID, account.RoleOwner)
	free, freeKey := s.organisation(account.PlanFree, credit.One)
	freeSession := s.signIn(free.ID, account.RoleOwner)
	expired, expiredKey := s.organisation(account.PlanPro, credit.One)
	expiredSession := s.signIn(expired.ID, account.RoleOwner)
	end := s.clock.now().Add(-time.Hour)
	if err := s.accounts.SetSubscription(t.Context(), expired.ID, account.Subscription{Plan: account.PlanPro, StartsAt: end.Add(-time.Hour), EndsAt: &end}); err != nil {
		t.Fatal(err)
	}
	_, revoked, err := s.accounts.CreateKey(t.Context(), account.NewKey{OrganisationID: s.org.ID, Name: "old", Type: account.KeyTypeCompact})
	if err != nil {
		t.Fatal(err)
	}
	s.post("/api/v3/tariff/tariff-mini?country_code=WORLD", revoked, "{}").want(http.StatusUnsupportedMediaType) // it works
	if _, err := s.accounts.CancelKey(t.Context(), s.org.ID, revoked); err != nil {
		t.Fatal(err)
	}

	const subscription = "the subscription is not active or not pro/enterprise"
	for name, c := range map[string]struct {
		token   string
		query   string
		status  int
		code    string
		message string
	}{
		"token missing":                {"", "country_code=WORLD", 401, "Unauthorized", "missing token"},
		"unknown key":                  {"sk_" + strings.Repeat("0", 64), "country_code=WORLD", 401, "Unauthorized", "invalid or expired token"},
		"malformed key":                {"sk_123", "country_code=WORLD", 401, "Unauthorized", "invalid or expired token"},
		"key in capitals":              {strings.ToUpper(s.key), "country_code=WORLD", 401, "Unauthorized", "invalid or expired token"},
		"no JWT":                       {"hello", "country_code=WORLD", 401, "Unauthorized", "invalid or expired token"},
		"forged JWT":                   {forged(session.Access), "country_code=WORLD", 401, "Unauthorized", "invalid or expired token"},
		"unsigned JWT":                 {unsigned(session.Access), "country_code=WORLD", 401, "Unauthorized", "invalid or expired token"},
		"refresh token as access":      {session.Refresh, "country_code=WORLD", 401, "Unauthorized", "invalid or expired token"},
		"key revoked":                  {revoked, "country_code=WORLD", 401, "Unauthorized", "the API key is revoked"},
		"key of plan free":             {freeKey, "country_code=WORLD", 403, "Forbidden", subscription},
		"key of expired subscription":  {expiredKey, "country_code=WORLD", 403, "Forbidden", subscription},
		"session of expired":           {expiredSession.Access, "country_code=WORLD", 403, "Forbidden", subscription},
		"another country on plan free": {freeSession.Access, "country_code=MEX", 403, "Forbidden", "the current plan allows WORLD classifications only"},
	} {
		t.Run(name, func(t *testing.T) {
			r := s.do1(s.formRequest(classifyPath+"?"+c.query, description("wooden chair")), c.token)
			r.fails(c.status, c.code, c.message)
			if got := r.header.Get("WWW-Authenticate"); (c.status == 401) != (got != "") {
				t.Errorf("WWW-Authenticate %q", got)
			}
		})
	}
	s.classify(freeSession.Access, description("wooden chair")).want(http.StatusOK)
	s.classify(s.key, description("wooden chair")).want(http.StatusOK)

	s.clock.advance(account.AccessTTL)
	s.classify(session.Access, description("wooden chair")).fails(401, "Unauthorized", "invalid or expired token", "has expired")
}

func forged(token string) string {
	i := strings.LastIndexByte(token, '.')
	return token[:i+1] + base64.RawURLEncoding.EncodeToString([]byte(strings.Repeat("x", 32)))
}

func unsigned(token string) string {
	parts := strings.Split(token, ".")
	return base64.RawURLEncoding.EncodeToString([]byte(`{"alg":"none","typ":"JWT"}`)) + "." + parts[1] + "."
}

func TestTheAuthorizationHeaderIsOneBearerToken(t *testing.T) {
	t.Parallel()
	s := setup(t)
	for header, status := range map[string]int{
		"Bearer " + s.key:          200,
		"bearer " + s.key:          200,
		"BEARER  " + s.key + " ":   200,
		s.key:                      401,
		"Basic " + s.key:           401,
		"Bearer":                   401,
		"Bearer ":                  401,
		"Bearer " + s.key + " x":   401,
		"Bearer " + s.key + ",x":   401,
		"Bearer " + s.key + "\xff": 401,
	} {
		r := s.request(http.MethodGet, "/api/v3/jobs", nil)
		r.Header["Authorization"] = []string{header}
		if got := s.do1(r, ""); got.status != status {
			t.Errorf("%q: status %d, want %d", header, got.status, status)
		}
	}
	r := s.request(http.MethodGet, "/api/v3/jobs", nil)
	r.Header["Authorization"] = []string{"Bearer " + s.key, "Bearer " + s.key}
	s.do1(r, "").fails(401, "Unauthorized")
}

// TestNoRouteOpensByThePathItIsAskedUnder walks every route without a token, and with the text of
// exempt paths put into its own.
func TestNoRouteOpensByThePathItIsAskedUnder(t *testing.T) {
	t.Parallel()
	s := setup(t)
	public := map[string]bool{
		"POST /api/login": true, "POST /api/refresh-token": true, "GET /metrics": true, "GET /ops/queues": true, "GET /ops/queues/*": true,
		"GET /": true, "GET /api/v2": true, "GET /docs": true, "GET /docs/guide": true, "GET /docs/guide.js": true, "GET /docs/guide/:page": true, "GET /docs/guide/es/:page": true, "GET /llms.txt": true, "GET /docs/samples/:name": true, "GET /docs/*": true, "GET /redoc": true, "GET /redoc/redoc.standalone.js": true, "GET /openapi.json": true,
		"GET /favicon.ico": true, "GET /health": true, "GET /health/ready": true,
		"GET /api/v3/sharelink/questions/:token": true, "PUT /api/v3/sharelink/drafts/:token": true, "POST /api/v3/sharelink/responses/:token": true,
		"POST /api/v3/sharelink/files/:token": true, "DELETE /api/v3/sharelink/files/:token/:file_id": true, "GET /api/v3/operations-sharelink/info/:token": true,
		"POST /api/password-reset": true, "POST /api/password-reset/:token": true,
		"GET /api/v3/invitations/:token": true, "POST /api/v3/invitations/:token/accept": true,
	}
	routes := s.api.Routes()
	if len(routes) < 25 {
		t.Fatalf("only %d routes", len(routes))
	}
	for _, route := range routes {
		method, path, _ := strings.Cut(route, " ")
		path = strings.NewReplacer(":job_id", "0192b0f0-0000-7000-8000-000000000000",
			":classification_record_id", "0192b0f0-0000-7000-8000-000000000000", "*", "x").Replace(path)
		if !public[route] {
			s.do1(s.request(method, path, nil), "").fails(401, "Unauthorized", "missing token")
		}
		for _, trick := range tricks(path) {
			r := s.request(method, "/", nil)
			r.URL.Opaque = trick // sent as it is
			got := s.do1(r, "")
			alive := got.status == 200 && strings.TrimSpace(string(got.body)) == `{"status":"ok"}`
			if inDocs := strings.HasPrefix(trick, "/docs/") && (got.status == 404 || got.status == 405); inDocs {
				continue // an asset that does not exist
			}
			if !public[route] && got.status != 401 && !alive {
				t.Errorf("%s %s: status %d: %.200s", method, trick, got.status, got.body)
			}
		}
	}
}

func tricks(path string) []string {
	all := []string{path + "/health", path + "%2Fhealth", path + "/%68ealth", "/health" + path, "/health/.." + path, "/health/%2e%2e" + path,
		"/" + path, strings.Replace(path, "/api", "/api/", 1), path + "/", path + "//health", path + "?x=/health", path + "#/health",
		path + ";/health", strings.ToUpper(path), "/docs/.." + path, "/app/.." + path}
	if i := strings.LastIndexByte(path, '/'); i > 0 {
		all = append(all, path[:i]+"/health", path[:i]+"%2Fhealth", path[:i]+"//"+path[i+1:])
	}
	return all
}

func TestExemptRoutesNeedNoToken(t *testing.T) {
	t.Parallel()
	s := setup(t)
	for _, path := range []string{"/", "/api/v2", "/docs", "/redoc", "/openapi.json", "/health", "/health/ready", "/favicon.ico", "/anything/health"} {
		if r := s.get(path, ""); r.status != 200 {
			t.Errorf("GET %s: status %d", path, r.status)
		}
		if r := s.do1(s.request(http.MethodHead, path, nil), ""); r.status != 200 || len(r.body) != 0 {
			t.Errorf("HEAD %s: status %d", path, r.status)
		}
	}
	for _, path := range []string{"/", classifyPath, "/nowhere"} {
		if r := s.do1(s.request(http.MethodOptions, path, nil), ""); r.status != 204 {
			t.Errorf("OPTIONS %s: status %d", path, r.status)
		}
	}
}

func TestUnmatchedPathsTellNothingToStrangers(t *testing.T) {
	t.Parallel()
	s := setup(t)
	s.get("/api/v3/nowhere", "").fails(401, "Unauthorized")
	s.get("/api/v3/nowhere", s.key).fails(404, "NotFound")
	s.get(classifyPath, "").fails(401, "Unauthorized")
	r := s.get(classifyPath, s.key)
	r.fails(405, "MethodNotAllowed")
	if r.header.Get("Allow") == "" {
		t.Error("405 without Allow")
	}
	s.send(http.MethodDelete, "/health", "", "").fails(405, "MethodNotAllowed")
	s.get("/api/v3/jobs/health", "").fails(401, "Unauthorized")
	s.get("/api/v3/jobs/health", s.key).fails(404, "NotFound")
	if _, key := s.organisation(account.PlanFree, 0); key != "" {
		s.get("/api/v3/nowhere", key).fails(403, "Forbidden")
	}
}
