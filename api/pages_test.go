package api_test

import (
	"context"
	"net/http"
	"regexp"
	"strings"
	"testing"

	"tariffdesk/api"
	"tariffdesk/api/submit"
	"tariffdesk/blob"
)

func TestPagesLoadNothingFromAnotherHost(t *testing.T) {
	t.Parallel()
	s := setup(t)
	for _, path := range []string{"/", "/docs", "/redoc"} {
		r := s.get(path, "").want(200)
		if !strings.HasPrefix(r.header.Get("Content-Type"), "text/html") {
			t.Errorf("%s: %v", path, r.header)
		}
		if asset := regexp.MustCompile(`(src|href)="(https?:)?//[^"]*"`).FindString(string(r.body)); asset != "" {
			t.Errorf("%s loads %s", path, asset)
		}
		if csp := r.header.Get("Content-Security-Policy"); !strings.HasPrefix(csp, "default-src") || strings.Contains(csp, "http") || !strings.Contains(csp, "; frame-ancestors 'none'") {
			t.Errorf("%s: policy %q", path, csp)
		}
	}
	redoc := s.get("/redoc", "").want(200)
	if policy := redoc.header.Get("Content-Security-Policy"); strings.Contains(policy, "script-src") || strings.Contains(string(redoc.body), "<script>") {
		t.Errorf("/redoc runs inline script, by the policy %q: %s", policy, redoc.body)
	}
	s.get(regexp.MustCompile(`/redoc/[a-z.]+\.js`).FindString(string(redoc.body)), "").want(200)
	asset := regexp.MustCompile(`/docs/[a-z-]+\.js`).FindString(string(s.get("/docs", "").body))
	s.get(asset, "").want(200)
	s.get("/docs/absent.js", "").fails(404, "NotFound")
	s.get("/favicon.ico", "").want(200)
}

func TestABrowserIsToldInAPageWhereNothingIs(t *testing.T) {
	t.Parallel()
	s := setup(t)
	ask := func(path, accept, language, token string) *response {
		r := s.request(http.MethodGet, path, nil)
		r.Header.Set("Accept", accept)
		r.Header.Set("Accept-Language", language)
		return s.do1(r, token)
	}
	const browser = "text/html,application/xhtml+xml,*/*;q=0.8"
	for _, c := range []struct {
		path, language, token string
		status                int
		says                  string
	}{
		{"/nothing", "en", "", 401, "A key is needed"}, {"/nothing", "es-MX,es", "", 401, "Hace falta una clave"},
		{"/nothing", "en", s.key, 404, "Nothing is here"}, {"/docs/guide/nothing", "es", "", 404, "Aquí no hay nada"},
	} {
		r := ask(c.path, browser, c.language, c.token)
		if r.status != c.status || !strings.Contains(string(r.body), "<h1>"+c.says) || !strings.Contains(string(r.body), `href="/app/"`) || !strings.HasPrefix(r.header.Get("Content-Type"), "text/html") || !strings.Contains(r.header.Get("Content-Security-Policy"), "default-src 'none'") {
			t.Errorf("%+v: %d %v %s", c, r.status, r.header, r.body)
		}
	}
	for _, accept := range []string{"", "application/json", "*/*"} {
		if r := ask("/nothing", accept, "en", ""); r.header.Get("Content-Type") != "application/json" {
			t.Errorf("%q is answered by %s", accept, r.header.Get("Content-Type"))
		}
	}
}

func TestTheOpenAPIDocumentDescribesEveryEndpoint(t *testing.T) {
	t.Parallel()
	s := setup(t)
	var doc struct {
		OpenAPI string
		Paths   map[string]map[string]struct {
			Responses map[string]any
			Security  []any
		}
		Components struct{ Schemas map[string]any }
	}
	r := s.get("/openapi.json", "").want(200).decode(&doc)
	if !strings.HasPrefix(doc.OpenAPI, "3.1") || strings.Contains(string(r.body), "$schema\"") {
		t.Errorf("document %.200s", r.body)
	}
	for _, route := range s.api.Routes() {
		method, path, _ := strings.Cut(route, " ")
		if !strings.HasPrefix(path, "/api/") || path == "/api/v2" {
			continue
		}
		path = regexp.MustCompile(`:(\w+)`).ReplaceAllString(path, "{$1}")
		op, ok := doc.Paths[path][strings.ToLower(method)]
		if !ok || len(op.Responses) < 2 {
			t.Errorf("%s %s is not described", method, path)
		}
		if public := path == "/api/login" || path == "/api/refresh-token" || path == "/api/password-reset" || strings.Contains(path, "{token}"); public != (len(op.Security) == 0) {
			t.Errorf("%s %s: security %v", method, path, op.Security)
		}
	}
}

func TestReadinessNamesThePartThatIsAway(t *testing.T) {
	t.Parallel()
	s := setup(t, func(_ *api.Config, d *api.Deps) {
		d.Ready = map[string]func(context.Context) error{"tariff": func(context.Context) error { return errTest }}
	})
	var body struct {
		Status, Version string
		Checks          map[string]string
	}
	r := s.get("/health/ready", "").want(503).decode(&body)
	if body.Version != "test" || body.Checks["database"] != "ok" || body.Checks["redis"] != "ok" || body.Checks["tariff"] != "unavailable" || strings.Contains(string(r.body), "inside") {
		t.Errorf("ready %s", r.body)
	}
	s.get("/health", "").want(200)
}

func TestWithoutBlobsTheProcessStaysReadyAndSaysSo(t *testing.T) {
	t.Parallel()
	s := setup(t, func(_ *api.Config, d *api.Deps) {
		d.Degrades = map[string]func(context.Context) error{"blobs": func(context.Context) error { return errTest }}
		d.Blobs = awayBlobs{d.Blobs}
	})
	var body struct {
		Status string
		Checks map[string]string
	}
	s.get("/health/ready", "").want(200).decode(&body)
	if body.Status != "degraded" || body.Checks["blobs"] != "degraded" || body.Checks["database"] != "ok" {
		t.Errorf("ready %+v", body)
	}
	s.classify(s.key, description("chair")).want(200)
	s.upload(s.key, xlsxPath+"?country_code=WORLD", goods(t)).fails(503, "ServiceUnavailable", "at the moment")
}

// awayBlobs is a store that takes nothing.
type awayBlobs struct{ submit.Blobs }

func (awayBlobs) Put(context.Context, string, string, []byte) error { return blob.ErrAway }

func TestBrowsersOfOtherOriginsAreAnsweredOnlyWhereConfigured(t *testing.T) {
	t.Parallel()
	s := setup(t, func(c *api.Config, _ *api.Deps) { c.CORSOrigins = []string{"https://app.example.com"} })
	for origin, allowed := range map[string]string{"https://app.example.com": "https://app.example.com", "https://evil.example.com": ""} {
		r := s.request(http.MethodOptions, classifyPath, nil)
		r.Header.Set("Origin", origin)
		r.Header.Set("Access-Control-Request-Method", "POST")
		got := s.do1(r, "").want(204)
		if got.header.Get("Access-Control-Allow-Origin") != allowed || got.header.Get("Access-Control-Allow-Credentials") != "" {
			t.Errorf("%s: %v", origin, got.header)
		}
	}
	if _, err := api.New(api.Config{CORSOrigins: []string{"app.example.com"}}, api.Deps{}); err == nil || !strings.Contains(err.Error(), "CORS_ORIGINS") {
		t.Errorf("error %v", err)
	}
}

func TestThePublicDescriptionNamesVersions(t *testing.T) {
	t.Parallel()
	s := setup(t)
	var body struct {
		Name, Docs string
		Versions   []string
	}
	s.get("/api/v2", "").want(200).decode(&body)
	if body.Name == "" || body.Docs != "/docs" || len(body.Versions) != 1 || body.Versions[0] != "v3" {
		t.Errorf("body %+v", body)
	}
}
