package console

import (
	"fmt"
	"html"
	"net/http"
	"regexp"
	"strings"
	"testing"
)

func TestATextThatIsTooLongComesBackWhole(t *testing.T) {
	t.Parallel()
	s := setup(t)
	s.api.answer("POST /api/v3/tariff/tariff-mini", http.StatusBadRequest, `{"error":"ValidationError","message":"m","errors":["product_description: want at most 10000 characters"]}`)
	long := strings.Repeat("中文 قميص <b> ", 50_000/12)
	w := s.do(postForm("/app/classify", "form", "F", "product_description", long))
	if page := w.Body.String(); w.Code != http.StatusBadRequest || strings.Count(page, "中文 قميص &lt;b&gt;") < 50_000/12 || !strings.Contains(page, "takes 10000 characters at most") {
		t.Errorf("%d, %d bytes", w.Code, w.Body.Len())
	}
}

func TestTwoTabsOnOneRecordAreToldWhatTheOtherDid(t *testing.T) {
	t.Parallel()
	s := setup(t)
	s.api.answer("GET /api/v3/tariff/records/r1", http.StatusOK, `{"classification_record_id":"01890000-0000-7000-8000-000000000031","country_code":"MEX","model":"pro","product_description":"x","confirmed_hscode":"61091003","result":{}}`)
	s.api.answer("POST /api/v3/tariff/records/r1/undo", http.StatusConflict, `{"error":"Conflict","message":"nothing was decided"}`)
	if w := s.post("/app/records/r1/undo"); w.Code != http.StatusConflict || !strings.Contains(w.Body.String(), "nothing was decided") {
		t.Errorf("%d %s", w.Code, w.Body)
	}
}

func TestAPostLeadsOnSoThatBackAndReloadSendNothingAgain(t *testing.T) {
	t.Parallel()
	s := setup(t)
	s.api.answer("POST /api/v3/tariff/records/r1/confirm", http.StatusOK, `{}`)
	w := s.post("/app/records/r1/confirm", "hscode", "61091003")
	if w.Code != http.StatusSeeOther || w.Header().Get("Location") != "/app/records/r1?done=confirmed" || w.Header().Get("Cache-Control") != "no-store" {
		t.Errorf("%d %v", w.Code, w.Header())
	}
}

func TestALongListIsShownAPageAtATime(t *testing.T) {
	t.Parallel()
	s := setup(t)
	const all = 10_000
	s.api.mux.HandleFunc("GET /api/v3/tariff/records", func(w http.ResponseWriter, r *http.Request) {
		var rows []string
		var limit int
		_, _ = fmt.Sscan(r.URL.Query().Get("limit"), &limit)
		for i := range min(limit, all) {
			rows = append(rows, fmt.Sprintf(`{"classification_record_id":"01890000-0000-7000-8000-%012d","country_code":"MEX","product_description":"shoe %d","created_at":"2026-05-04T09:00:00Z"}`, i, i))
		}
		writeAnswer(w, http.StatusOK, `{"data":[`+strings.Join(rows, ",")+`],"has_more":true}`)
	})
	page := s.get("/app/records").Body.String()
	if n := strings.Count(page, `href="/app/records/0189`); n == 0 || n > 100 || !strings.Contains(page, `rel="next"`) || len(page) > 150<<10 {
		t.Errorf("%d rows in %d bytes", n, len(page))
	}
}

func TestAFilterThatMatchesNothingSaysSo(t *testing.T) {
	t.Parallel()
	s := setup(t)
	for _, path := range []string{"GET /api/v3/tariff/records", "GET /api/v3/jobs", "GET /api/v3/quoter_v2/quotes", "GET /api/v3/tariff/batch-rows"} {
		s.api.answer(path, http.StatusOK, `{"data":[],"has_more":false}`)
	}
	for _, path := range []string{"/app/records?q=%E4%B8%AD%E6%96%87", "/app/batches?q=x", "/app/quotes?q=x", "/app/extractions?status=failed", "/app/review?chapter=99"} {
		if page := s.get(path).Body.String(); !strings.Contains(page, `class="empty"`) {
			t.Errorf("%s shows no empty state", path)
		}
	}
}

func TestWhatBelongsToAnotherOrganisationIsNotThere(t *testing.T) {
	t.Parallel()
	s := setup(t) // the fake knows nothing, as the API knows nothing of others
	for _, path := range []string{"/app/records/r1", "/app/quotes/q1", "/app/extractions/j1", "/app/batches/b1", "/app/jobs/j1", "/app/shipments/s1"} {
		if w := s.get(path); w.Code != http.StatusNotFound || !strings.Contains(w.Body.String(), `class="problem"`) {
			t.Errorf("%s: %d", path, w.Code)
		}
	}
}

// A form that is sent twice is one request to the API, with its script as well as without; while the first is being
// worked on, the second waits on the page of its job.
func TestAFormThatIsSentTwiceIsOneRequestWithItsScriptToo(t *testing.T) {
	t.Parallel()
	s := setup(t)
	keys := map[string]int{}
	busy := false
	s.api.mux.HandleFunc("POST /api/v3/tariff/tariff-mini", func(w http.ResponseWriter, r *http.Request) {
		keys[r.Header.Get("Idempotency-Key")]++
		if busy {
			writeAnswer(w, http.StatusConflict, `{"error":"Conflict","message":"in progress","job_id":"j-1"}`)
			return
		}
		w.Header().Set("Content-Type", "application/x-ndjson")
		_, _ = fmt.Fprintln(w, `{"status":"final"}`)
	})
	form := []string{"form", "F", "product_description", "silk tie", "country_code", "MEX"}
	for range 2 {
		s.do(postForm("/app/classify/stream", form...))
	}
	if len(keys) != 1 || keys[""] != 0 {
		t.Errorf("one form makes the keys %v", keys)
	}
	s.do(postForm("/app/classify/stream", "form", "G", "product_description", "silk tie", "country_code", "MEX"))
	s.do(postForm("/app/classify", form...))
	if len(keys) != 3 {
		t.Errorf("another form, and a call that streams nothing, make the keys %v", keys)
	}
	busy = true
	if w := s.do(postForm("/app/classify/stream", form...)); w.Code != http.StatusConflict || !strings.Contains(w.Body.String(), `"job":"/app/jobs/j-1"`) {
		t.Errorf("%d %s", w.Code, w.Body)
	}
	if w := s.do(postForm("/app/classify", form...)); w.Code != http.StatusSeeOther || w.Header().Get("Location") != "/app/jobs/j-1" {
		t.Errorf("%d %s", w.Code, w.Header().Get("Location"))
	}
}

// A form whose page cannot be rendered as it is refused comes back later with all that was typed.
func TestAFormThatMeetsALimitTwiceComesBackWhole(t *testing.T) {
	t.Parallel()
	s := setup(t)
	limited := true
	s.api.answer("POST /ops/api/jobs/01890000-0000-7000-8000-000000000082/refund", http.StatusUnprocessableEntity, `{"error":"ValidationError","message":"m","errors":["reason: too short"]}`)
	s.api.answer("GET /ops/api/organizations/o1", http.StatusOK, `{"id":"o1","name":"Importadora"}`)
	s.api.mux.HandleFunc("GET /ops/api/jobs/01890000-0000-7000-8000-000000000082", func(w http.ResponseWriter, _ *http.Request) {
		if limited {
			w.Header().Set("Retry-After", "7")
			writeAnswer(w, http.StatusTooManyRequests, `{"error":"TooManyRequests","message":"m"}`)
			return
		}
		writeAnswer(w, http.StatusOK, `{"job_id":"01890000-0000-7000-8000-000000000082","kind":"quote","status":"succeeded","organization_id":"o1","created_at":"2026-05-04T09:00:00Z"}`)
	})
	page := s.post("/ops/jobs/01890000-0000-7000-8000-000000000082/refund", "reason", "agreed").Body.String()
	if !strings.Contains(page, `action="/ops/resume"`) {
		t.Fatalf("nothing leads back to the form: %s", page)
	}
	carried := func(page string) (fields []string) {
		for _, m := range regexp.MustCompile(`type="hidden" name="(kept[a-z_]*)" value="([^"]*)"`).FindAllStringSubmatch(page, -1) {
			fields = append(fields, m[1], html.UnescapeString(m[2]))
		}
		return fields
	}
	w := s.post("/ops/resume", carried(page)...)
	if w.Code != http.StatusTooManyRequests || w.Header().Get("Retry-After") != "7" || !strings.Contains(w.Body.String(), `action="/ops/resume"`) {
		t.Errorf("at the limit still: %d %v", w.Code, w.Header())
	}
	limited = false
	w = s.post("/ops/resume", carried(w.Body.String())...)
	if w.Code != http.StatusOK || !strings.Contains(w.Body.String(), `value="agreed"`) {
		t.Errorf("%d %s", w.Code, w.Body)
	}
	if w := s.post("/app/resume", "kept", "a=b", "kept_action", "/app/nothing"); w.Code != http.StatusNotFound {
		t.Errorf("a form that no page has: %d", w.Code)
	}
	s.cookies = map[string]string{}
	if w := s.post("/app/resume", "kept", "product_description=tie", "kept_action", "/app/classify", "kept_from", "/app/classify"); w.Code != http.StatusUnauthorized || !strings.Contains(w.Body.String(), "product_description=tie") {
		t.Errorf("a stranger is not sent to the sign-in: %d", w.Code)
	}
}

func TestARefusalOfALengthIsInWords(t *testing.T) {
	t.Parallel()
	s := setup(t)
	s.api.answer("POST /api/keys", http.StatusUnprocessableEntity, `{"error":"ValidationError","message":"m","errors":["name: expected length >= 1"]}`)
	s.api.answer("GET /api/keys", http.StatusOK, `{"data":[]}`)
	if page := s.post("/app/settings/keys", "name", "", "type", "sk").Body.String(); !strings.Contains(page, "is required") || strings.Contains(page, "xpected length") {
		t.Errorf("%s", page)
	}
}

func TestAgreementsWithoutAKnownRateAreFolded(t *testing.T) {
	t.Parallel()
	s := setup(t)
	s.api.answer("GET /api/v3/quoter_v2/quotes/q", http.StatusOK, `{"quote_id":"01890000-0000-7000-8000-000000000081","request":{"direction":"import","products":[{"product_description":"a","hscode_8digits":"6109.10.03"}]},"items":[{"trade_agreements":[
		{"name":"First","preference":{"status":"free"}},{"name":"Second","preference":{"status":"unknown"}},{"name":"Third","preference":{"status":"excluded"}},{"name":"Fourth","preference":{"status":"unknown"}}]}]}`)
	page := s.get("/app/quotes/q").Body.String()
	_, folded, found := strings.Cut(page, "<summary>Agreements without a known rate (2)</summary>")
	before, after := strings.Count(page, "<strong>")-strings.Count(folded, "<strong>"), strings.Count(folded, "<strong>")
	if !found || before < 2 || after != 2 || strings.Contains(folded, "First") || strings.Contains(folded, "Third") || !strings.Contains(folded, "Fourth") {
		t.Errorf("%t, %d before, %d folded: %s", found, before, after, page)
	}
	if !strings.Contains(page, ">6109.10.03</a>") {
		t.Error("a code that was typed with dots is not shown as it was typed")
	}
}
