package console

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

const hostile = `"><script>alert(1)</script><img src=x onerror=alert(1)>{{.}}'`

// hostileJSON is a text of the API with hostile wherever HOSTILE stands.
func hostileJSON(text string) string {
	quoted, _ := json.Marshal(hostile)
	return strings.ReplaceAll(text, "HOSTILE", strings.Trim(string(quoted), `"`))
}

func TestTextOfStrangersIsEscapedOnEveryPage(t *testing.T) {
	t.Parallel()
	s := setup(t)
	level := `{"name":"HOSTILE","code":"61"}`
	charge := `{"rate_type":"HOSTILE","rate":null,"name":"HOSTILE","description":"HOSTILE","reason":"HOSTILE","base":"HOSTILE","formula":"HOSTILE","legal_ref":"HOSTILE","certainty":"HOSTILE","currency":"HOSTILE","per_unit":"HOSTILE","source_vintage":"HOSTILE","effective_from":"HOSTILE"}`
	info := `{"unit":"HOSTILE","import_duty":[` + charge + `],"regulations":[{"key":"HOSTILE","name":"HOSTILE","applies":"HOSTILE","reason":"HOSTILE"}],"not_held":["HOSTILE"],"source_vintage":"HOSTILE","special_rates":[{"rate":"HOSTILE","programmes":["HOSTILE"]}],"additional_duties":[{"effect":"HOSTILE","name":"HOSTILE"}]}`
	record := `{"classification_record_id":"01890000-0000-7000-8000-000000000071","created_at":"2026-05-04T09:00:00Z","country_code":"HOSTILE","model":"HOSTILE","product_description":"HOSTILE","confirmed_hscode":"HOSTILE",
		"result":{"summary_classification":"HOSTILE","questions":[{"id":"HOSTILE","text":"HOSTILE","kind":"choice","choices":[{"value":"HOSTILE","label":"HOSTILE","leads_to":["HOSTILE"]}]},{"id":"n","text":"HOSTILE","kind":"number","unit":"HOSTILE"}],
		"dialogue":[{"question":"HOSTILE","answer":"HOSTILE"}],
		"hscodes_array":[{"hscode_2digits":` + level + `,"hscode_6digits":` + level + `,"overall_confidence":0.5,"justification":"HOSTILE","recommendations":"HOSTILE","tariff_info":` + info + `,
		"evidence":[{"kind":"HOSTILE","reference":"HOSTILE","text":"HOSTILE","url":"javascript:alert(1)","source":"HOSTILE"}],"national_candidates":[{"code":"HOSTILE","name":"HOSTILE","requires":"HOSTILE","duty":"HOSTILE"}]}]}}`
	for pattern, body := range map[string]string{
		"GET /api/v3/account/sessions":            `{"data":[{"session_id":"01890000-0000-7000-8000-000000000002","user_agent":"HOSTILE","address":"HOSTILE"}]}`,
		"GET /api/v3/tariff/records":              `{"data":[{"classification_record_id":"01890000-0000-7000-8000-000000000071","country_code":"HOSTILE","product_description":"HOSTILE","hscode":"HOSTILE"}],"has_more":true}`,
		"GET /api/v3/tariff/records/{id}":         record,
		"GET /api/v3/tariff/records/{id}/history": `{"data":[{"action":"HOSTILE","hscode":"HOSTILE","previous_hscode":"HOSTILE","reason":"HOSTILE","by":{"name":"HOSTILE"}}]}`,
		"GET /api/v3/quoter_v2/quotes/{id}": `{"quote_id":"01890000-0000-7000-8000-000000000072","request":{"direction":"HOSTILE","products":[{"product_description":"HOSTILE","hscode_8digits":"HOSTILE","country":"HOSTILE"}]},
			"items":[{"tariffs":[` + charge + `],"unit":"HOSTILE","suggestions":["HOSTILE"],"not_evaluated":["HOSTILE"],"notes":[{"reference":"HOSTILE","law":"HOSTILE","detail":"HOSTILE"}],"restrictions":[{"name":"HOSTILE","key":"HOSTILE","applies":"HOSTILE","reason":"HOSTILE","deciding_fact":"HOSTILE"}],
			"trade_agreements":[{"name":"HOSTILE","identifier":"HOSTILE","preference":{"status":"HOSTILE","note":"HOSTILE","legal_ref":"HOSTILE"},"proof":"HOSTILE","rule_of_origin":{"text":"HOSTILE","legal_ref":"HOSTILE"}}],
			"regulaciones_rrna":[{"name":"HOSTILE","key":"HOSTILE","standard":"HOSTILE","scope_note":"HOSTILE","reason":"HOSTILE","ambiguities":["HOSTILE"],"applies":"HOSTILE","authority":"HOSTILE"}]}]}`,
		"GET /api/v3/jobs/{id}":                     `{"job_id":"01890000-0000-7000-8000-000000000073","status":"running","kind":"HOSTILE"}`,
		"GET /api/v3/jobs/{id}/result":              `{"document_data":{"HOSTILE":"HOSTILE","rows":[{"HOSTILE":"HOSTILE"}]},"errors":["HOSTILE"],"fields":{"/rows/0/HOSTILE":{"page":1,"box":[0,0,1,1],"text":"HOSTILE","confidence":0.4}}}`,
		"GET /api/v3/tariff/search":                 `{"data":[{"code":"HOSTILE","level":"HOSTILE","title":"HOSTILE","path":[{"title":"HOSTILE"}]}]}`,
		"GET /api/v3/tariff/codes/{country}/{code}": `{"country_code":"HOSTILE","code":"HOSTILE","level":"HOSTILE","title":"HOSTILE","path":[{"code":"HOSTILE","title":"HOSTILE"}],"children":[{"title":"HOSTILE","children":[{"code":"HOSTILE","title":"HOSTILE","requires":"HOSTILE"}]}],"siblings":[{"code":"HOSTILE","title":"HOSTILE"}],"line":{"requires":"HOSTILE","tariff_info":` + info + `},"editions":[{"edition":"HOSTILE","tariff":"HOSTILE","codes":["HOSTILE"]}],"notes":["HOSTILE"],"source":"HOSTILE"}`,
		"GET /api/v3/invitations/{token}":           `{"organization":"HOSTILE","email":"HOSTILE","role":"HOSTILE"}`,
		"POST /api/v3/svcdocs/generate-schema":      `{"json_schema":{"title":"HOSTILE"}}`,
		"POST /api/v3/svcdocs/validate-schema":      `{"valid":false,"errors":["HOSTILE"],"extractable":false,"limits":["HOSTILE"]}`,
		"POST /api/v3/quoter_v2/never":              `{}`,
	} {
		s.api.answer(pattern, http.StatusOK, hostileJSON(body))
	}
	for pattern, status := range map[string]int{
		"POST /api/v3/tariff/tariff-mini": 402, "POST /api/v3/svcdocs/extract": 422, "POST /api/v3/quoter_v2/new-quote": 422, "POST /api/login": 429,
		"POST /api/v3/tariff/records/{id}/confirm": 422, "POST /api/v3/account/password": 403, "POST /api/v3/invitations/{token}/accept": 409, "POST /api/password-reset": 429, "POST /api/password-reset/{token}": 410,
	} {
		s.api.answer(pattern, status, hostileJSON(`{"error":"HOSTILE","message":"HOSTILE","errors":["product_description: HOSTILE","products[0].country: HOSTILE","hscode: HOSTILE","json_response: HOSTILE"],"request_id":"HOSTILE"}`))
	}
	query := "?" + queryPair("q", hostile) + "&" + queryPair("description", hostile) + "&" + queryPair("return", hostile) + "&" + queryPair("done", hostile) + "&" + queryPair("country", hostile)
	for _, path := range []string{"/app/", "/app/account", "/app/classify", "/app/records", "/app/records/1", "/app/extract", "/app/extractions/1", "/app/quote", "/app/quotes/1",
		"/app/jobs/1", "/app/lookup", "/app/lookup/MEX/61", "/app/invitation/x", "/app/forgotten", "/app/reset/" + strings.ReplaceAll(queryPair("x", hostile), "+", "%20"), "/app/" + strings.ReplaceAll(queryPair("x", hostile), "+", "%20")} {
		s.mustBeHarmless(path, s.get(path+query))
	}
	for path, fields := range map[string][]string{
		"/app/classify":          {"product_description", hostile, "country_code", hostile, "model", hostile, "language", hostile, "form", hostile},
		"/app/records/1/answers": {"more", hostile, "answer.0", hostile},
		"/app/records/1/confirm": {"hscode", hostile, "reason", hostile},
		"/app/extract":           {"do", "extract", "document_type", hostile, "document_description", hostile, "json_response", hostile, "file_url", hostile},
		"/app/quote":             {"do", "quote", "country.0", hostile, "product_description.0", hostile, "hscode_8digits.0", hostile, "customs_value.0", hostile, "currency.0", hostile, "date", hostile},
		"/app/account/password":  {"current_password", hostile, "new_password", hostile, "repeat_password", hostile},
		"/app/invitation/x":      {"name", hostile, "new_password", hostile, "repeat_password", hostile},
		"/app/forgotten":         {"email", hostile},
		"/app/reset/x":           {"new_password", hostile, "repeat_password", hostile},
		"/app/sign-in":           {"email", hostile, "password", hostile, "return", hostile},
	} {
		s.mustBeHarmless(path, s.post(path, fields...))
	}
	s.mustBeHarmless("describe", s.post("/app/extract", "do", "describe", "document_description", hostile))
}

func (s *site) mustBeHarmless(path string, w *httptest.ResponseRecorder) {
	s.t.Helper()
	body := w.Body.String()
	if !strings.Contains(body, "</html>") {
		s.t.Errorf("%s: no page: %d %.200s", path, w.Code, body)
	}
	for _, open := range []string{"<script>alert", "<img src=x", `href="javascript:`} {
		if i := strings.Index(body, open); i >= 0 {
			s.t.Errorf("%s: not escaped: …%s", path, body[max(0, i-80):min(len(body), i+60)])
		}
	}
}

func TestEveryAnswerCarriesTheHeadersOfSecurity(t *testing.T) {
	t.Parallel()
	s := setup(t)
	style, err := s.console.assets.path("style.css")
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{"/", "/app", "/app/", "/app/classify", "/app/sign-in", "/app/nothing", style, "/app/assets/none.css"} {
		h := s.get(path).Header()
		for name, want := range map[string]string{
			"Content-Security-Policy": Policy, "X-Content-Type-Options": "nosniff", "Cross-Origin-Opener-Policy": "same-origin",
			"Cross-Origin-Resource-Policy": "same-origin", "Referrer-Policy": "same-origin",
		} {
			if h.Get(name) != want {
				t.Errorf("%s: %s: %q", path, name, h.Get(name))
			}
		}
		if cached := h.Get("Cache-Control"); cached != "no-store" && path != style {
			t.Errorf("%s: Cache-Control %q", path, cached)
		}
	}
	for _, unsafe := range []string{"unsafe-", "*", "http:"} {
		if strings.Contains(Policy, unsafe) {
			t.Errorf("the policy allows %s", unsafe)
		}
	}
}

func TestNothingInlineStandsInATemplate(t *testing.T) {
	t.Parallel()
	s := setup(t)
	for _, path := range []string{"/app/", "/app/classify", "/app/extract", "/app/quote", "/app/lookup"} {
		page := s.get(path).Body.String()
		for _, inline := range []string{" style=", "<style", " onclick=", "<script>"} {
			if strings.Contains(page, inline) {
				t.Errorf("%s holds %s, which its policy refuses", path, inline)
			}
		}
	}
}

func TestPostsFromAnotherSiteAreRefused(t *testing.T) {
	t.Parallel()
	s := setup(t)
	s.api.answer("POST /api/logout", http.StatusNoContent, "")
	for name, header := range map[string][2]string{
		"cross-site": {"Sec-Fetch-Site", "cross-site"}, "same-site": {"Sec-Fetch-Site", "same-site"}, "origin": {"Origin", "https://evil.example"},
	} {
		r := httptest.NewRequest(http.MethodPost, "/app/sign-out", nil)
		r.Header.Set(header[0], header[1])
		if w := s.do(r); w.Code != http.StatusForbidden || s.cookies[refreshCookie] == "" {
			t.Errorf("%s: %d, cookies %v", name, w.Code, s.cookies)
		}
	}
	if w := s.post("/app/sign-out"); w.Code != http.StatusSeeOther || s.cookies[refreshCookie] != "" {
		t.Errorf("our own form: %d, cookies %v", w.Code, s.cookies)
	}
}

func TestTheWayBackNeverLeavesTheConsole(t *testing.T) {
	t.Parallel()
	for given, want := range map[string]string{
		"/app/records?q=a&x=1": "/app/records?q=a&x=1", "": "/app/", "/": "/app/", "https://evil.example/app/": "/app/", "//evil.example/app/": "/app/",
		`/\evil.example`: "/app/", "/app/../../evil": "/app/", "javascript:alert(1)": "/app/", "/app//evil.example": "/app/", "/app/\nSet-Cookie: a": "/app/",
		"/app/%0d%0aLocation:x": "/app/%0d%0aLocation:x", "/application": "/app/", "http:/app/": "/app/",
	} {
		if got := returnPath(given); got != want {
			t.Errorf("%q leads to %q", given, got)
		}
	}
	s := setup(t)
	s.api.answer("POST /api/login", http.StatusOK, tokens{AccessToken: s.token(900e9), RefreshToken: "rt_x", ExpiresIn: 900})
	if w := s.post("/app/sign-in", "email", "a", "password", "b", "return", "https://evil.example/app/"); w.Header().Get("Location") != "/app/sign-in/done?return=%2Fapp%2F" {
		t.Errorf("%s", w.Header().Get("Location"))
	}
}
