package console

import (
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"tariffdesk/client"
)

const onboarding = "/api/v3/onboarding/verifications"

// onboardingAPI answers what the pages of verification ask; X is hostile text in every field.
func onboardingAPI(s *site) {
	for path, body := range map[string]string{
		onboarding:         `{"data":[BUSINESS],"has_more":true}`,
		onboarding + "/b1": `BUSINESS`,
		onboarding + "/b1/documents": `{"data":[{"id":"01890000-0000-7000-8000-000000000061","kind":"X","name":"X","media_type":"application/pdf","pages":2,"state":"read","checks":[CHECK],"created_at":"2026-05-04T09:00:00Z"},
			{"id":"01890000-0000-7000-8000-000000000062","kind":"identification","name":"X","media_type":"image/png","pages":1,"state":"failed","problem":"X","checks":[],"created_at":"2026-05-04T09:00:00Z"},
			{"id":"01890000-0000-7000-8000-000000000063","kind":"identification","name":"X","media_type":"image/png","pages":1,"state":"removed","checks":[],"created_at":"2026-05-04T09:00:00Z"}]}`,
		onboarding + "/b1/events": `{"data":[{"id":"7","at":"2026-05-04T09:00:00Z","type":"X","from":"X","to":"submitted","reason":"X","actor":{"kind":"X","id":"X"},"detail":{"X":"X"}},
			{"id":"8","at":"2026-05-04T09:00:00Z","type":"listed","from":"submitted","to":"in_review","reason":null,"actor":{"kind":"system","id":null},"detail":null}],"has_more":true}`,
		"/api/v3/onboarding/blacklists": `{"data":[{"source":"X","part":"X","as_of":"2026-05-04","rows":12345,"version":1,"age_days":61,"stale":true,"imported_at":"2026-05-04T09:00:00Z"}]}`,
	} {
		s.api.answer("GET "+path, http.StatusOK, hostileBusiness(body))
	}
	s.api.answer("POST /api/v3/onboarding/blacklist-checks", http.StatusOK, hostileBusiness(`{"result":"listed","message":"X","as_of":"2026-05-04","adverse":true,"matches":[LISTING],"lists":[],"warnings":["X"]}`))
}

func hostileBusiness(body string) string {
	body = strings.ReplaceAll(body, "BUSINESS", `{"id":"01890000-0000-7000-8000-000000000064","organization_id":"01890000-0000-7000-8000-000000000065","external_id":"X","country":"X","legal_name":"X","tax_id":"X","address":"X","state":"in_review","reason":"X",
		"representatives":[{"name":"X","tax_id":"X","role":"X","email":"X"}],"checks":[{"name":"tax_id","subject":"company","outcome":"warning","detail":"X","declared":"X","checked_at":"2026-05-04T09:00:00Z"},CHECK],
		"created_at":"2026-05-04T09:00:00Z","submitted_at":"2026-05-04T09:00:00Z","decided_at":"2026-05-04T09:00:00Z","expires_at":"2026-05-04T09:00:00Z","closed_at":"2026-05-04T09:00:00Z"}`)
	body = strings.ReplaceAll(body, "CHECK", `{"name":"X","subject":"X","outcome":"failed","detail":"X","declared":"X","found":"X","document_id":"d1","page":2,"source":"X","listings":[LISTING],"checked_at":"2026-05-04T09:00:00Z"}`)
	body = strings.ReplaceAll(body, "LISTING", `{"source":"X","part":"X","tax_id":"X","name":"X","situation":"X","situation_text":"X","adverse":true,"since":"2026-05-04","reference":"X","matched_by":"X","score":0.97,"decides":true,"as_of":"2026-05-04"}`)
	return strings.ReplaceAll(body, `"X"`, `"`+inJSON.Replace(hostile)+`"`)
}

// asked lets the API answer pattern and keeps the last request with its body.
func (f *fake) asked(pattern string, status int, answer string) func() (*http.Request, string) {
	var last *http.Request
	var body []byte
	f.mux.HandleFunc(pattern, func(w http.ResponseWriter, r *http.Request) {
		last = r
		body, _ = io.ReadAll(r.Body)
		writeAnswer(w, status, answer)
	})
	return func() (*http.Request, string) { return last, string(body) }
}

func TestTheQueueBeginsWithTheOldestInReview(t *testing.T) {
	t.Parallel()
	for address, want := range map[string]string{
		"":                        "limit=50&order=oldest&state=in_review",
		"?state=submitted":        "limit=50&order=oldest&state=submitted",
		"?state=any&country=MEX":  "country=MEX&limit=50",
		"?state=approved":         "limit=50&state=approved",
		"?starting_after=b1":      "limit=50&order=oldest&starting_after=b1&state=in_review",
		"?state=any&tax_id=A%26B": "limit=50&tax_id=A%26B",
	} {
		s := setup(t)
		list := s.api.asked("GET "+onboarding, http.StatusOK, hostileBusiness(`{"data":[BUSINESS],"has_more":true}`))
		body := s.get("/ops/verifications" + address).Body.String()
		if r, _ := list(); r == nil || r.URL.RawQuery != want {
			t.Errorf("%q asks for %v, not %s", address, r, want)
		}
		if !strings.Contains(body, `rel="next"`) || strings.Contains(address, "any") != strings.Contains(body, "state=any") {
			t.Errorf("%q: the next page is lost: %s", address, body)
		}
	}
}

func TestADecisionIsMadeWithItsReason(t *testing.T) {
	t.Parallel()
	s := setup(t)
	for _, move := range []string{"submit", "review", "approve", "reject", "close"} {
		call := s.api.asked("POST "+onboarding+"/b1/"+move, http.StatusOK, `{}`)
		w := s.post("/ops/verifications/b1/"+move, "reason", " the list names it ")
		var sent map[string]string
		r, body := call()
		if r == nil || json.Unmarshal([]byte(body), &sent) != nil || sent["reason"] != "the list names it" {
			t.Errorf("%s sends %s", move, body)
		}
		if w.Code != http.StatusSeeOther || w.Header().Get("Location") != "/ops/verifications/b1?done=verification_"+move {
			t.Errorf("%s: %d %s", move, w.Code, w.Header().Get("Location"))
		}
	}
	for _, other := range []string{"expire", "list", "documents"} {
		if w := s.post("/ops/verifications/b1/" + other); w.Code != http.StatusNotFound {
			t.Errorf("%s: %d", other, w.Code)
		}
	}
}

func TestOnlyMovesOfTheStateAreOffered(t *testing.T) {
	t.Parallel()
	for state, want := range map[string]string{"draft": "submit close", "submitted": "review close", "in_review": "approve reject close", "approved": "", "rejected": "", "closed": ""} {
		if got := strings.Join(verification{client.VerificationBody{State: client.VerificationBodyState(state)}}.Moves(), " "); got != want {
			t.Errorf("%s offers %q, not %q", state, got, want)
		}
	}
}

func TestWhatSpeaksAgainstACompanyComesFirst(t *testing.T) {
	t.Parallel()
	var names []string
	for _, c := range (verification{client.VerificationBody{Checks: []client.VerificationCheck{
		{Name: "a", Outcome: "passed"}, {Name: "b", Outcome: "warning"}, {Name: "of a document", Outcome: "failed", DocumentId: new("d1")},
		{Name: "c", Outcome: "failed"}, {Name: "d", Outcome: "unknown"}, {Name: "e", Outcome: "failed"},
	}}}).Declared() {
		names = append(names, c.Name)
	}
	if got := strings.Join(names, " "); got != "c e b d a" {
		t.Errorf("%s", got)
	}
}

func TestAConflictShowsWhatTheAPITellsAndKeepsTheReason(t *testing.T) {
	t.Parallel()
	s := setup(t)
	onboardingAPI(s)
	s.api.answer("POST "+onboarding+"/b1/approve", http.StatusConflict, `{"error":"Conflict","message":"the verification is closed: approve is not possible"}`)
	w := s.post("/ops/verifications/b1/approve", "reason", "seen at the office")
	if body := w.Body.String(); w.Code != http.StatusConflict || !strings.Contains(body, "approve is not possible") || !strings.Contains(body, "seen at the office") {
		t.Errorf("%d %s", w.Code, body)
	}
}

func TestADocumentIsPassedOnInASandbox(t *testing.T) {
	t.Parallel()
	s := setup(t)
	s.api.mux.HandleFunc("GET "+onboarding+"/b1/documents/d1/file", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "image/png")
		_, _ = io.WriteString(w, "picture")
	})
	w := s.get("/ops/verifications/b1/documents/d1/file")
	policy := w.Header().Get("Content-Security-Policy")
	if w.Code != http.StatusOK || w.Body.String() != "picture" || w.Header().Get("Content-Type") != "image/png" || !strings.Contains(policy, "sandbox") || strings.Contains(policy, "script") || w.Header().Get("X-Content-Type-Options") != "nosniff" {
		t.Errorf("%d %v %s", w.Code, w.Header(), w.Body)
	}
	s.api.answer("GET "+onboarding+"/b1/documents/d2/file", http.StatusGone, `{"error":"Gone","message":"the document was deleted"}`)
	if w := s.get("/ops/verifications/b1/documents/d2/file"); w.Code != http.StatusGone {
		t.Errorf("%d", w.Code)
	}
	onboardingAPI(s)
	page := s.get("/ops/verifications/b1").Body.String()
	if !strings.Contains(page, "/documents/01890000-0000-7000-8000-000000000061/file") || strings.Contains(page, "/documents/01890000-0000-7000-8000-000000000063/file") {
		t.Errorf("links to files: %s", page)
	}
	if !strings.Contains(page, "?events_after=8") {
		t.Errorf("no way to the further events: %s", page)
	}
}

func TestListsAnswerBelowTheFormThatAsked(t *testing.T) {
	t.Parallel()
	for answer, kind := range map[string]string{
		`{"result":"listed","adverse":true,"message":"m1","matches":[]}`:      "badge bad",
		`{"result":"listed","adverse":false,"message":"m1","matches":[]}`:     "badge warn",
		`{"result":"not_listed","adverse":false,"message":"m1","matches":[]}`: "badge good",
		`{"result":"cleared","adverse":false,"message":"m1","matches":[]}`:    "badge warn",
		`{"result":"unknown","adverse":false,"message":"m1","matches":[]}`:    `badge"`,
	} {
		s := setup(t)
		s.api.answer("GET /api/v3/onboarding/blacklists", http.StatusOK, `{"data":[]}`)
		call := s.api.asked("POST /api/v3/onboarding/blacklist-checks", http.StatusOK, answer)
		w := s.post("/ops/blacklists", "country", "COL", "name", " Ferretería <b> ", "tax_id", "")
		if _, sent := call(); sent != `{"country":"COL","name":"Ferretería \u003cb\u003e"}` {
			t.Errorf("sent: %s", sent)
		}
		body := w.Body.String()
		if w.Code != http.StatusOK || !strings.Contains(body, kind) || !strings.Contains(body, "m1") || !strings.Contains(body, `value="COL" selected`) || !strings.Contains(body, "Ferretería &lt;b&gt;") {
			t.Errorf("%s: %d %s", answer, w.Code, body)
		}
	}
}

func TestPagesOfVerificationAreForOperators(t *testing.T) {
	t.Parallel()
	s := setup(t)
	for _, path := range []string{onboarding, onboarding + "/b1", "/api/v3/onboarding/blacklists", "/ops/api/jobs", "/ops/api/organizations", "/ops/api/audit"} {
		s.api.answer("GET "+path, http.StatusForbidden, `{"error":"Forbidden","message":"m"}`)
	}
	for _, path := range []string{"/ops/verifications", "/ops/verifications/b1", "/ops/blacklists", "/ops/jobs", "/ops/organisations", "/ops/audit"} {
		if w := s.get(path); w.Code != http.StatusUnauthorized || !strings.HasPrefix(w.Header().Get("WWW-Authenticate"), "Basic ") {
			t.Errorf("%s: %d %v", path, w.Code, w.Header())
		}
	}
	o := setup(t)
	list := o.api.asked("GET "+onboarding, http.StatusOK, `{"data":[],"has_more":false}`)
	r := httptest.NewRequest(http.MethodGet, "/ops/verifications", nil)
	r.SetBasicAuth("ops", "ops-secret")
	w := o.do(r)
	if seen, _ := list(); w.Code != http.StatusOK || seen.Header.Get("Authorization") != r.Header.Get("Authorization") {
		t.Errorf("%d: the API sees %v", w.Code, seen)
	}
}
