package console

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
)

func TestATextThatIsTooLongComesBackWhole(t *testing.T) {
	t.Parallel()
	s := setup(t)
	s.api.answer("POST /api/v3/tariff/tariff-mini", http.StatusBadRequest, `{"error":"ValidationError","message":"m","errors":["product_description: want at most 10000 characters"]}`)
	long := strings.Repeat("中文 قميص <b> ", 50_000/12)
	w := s.do(postForm("/app/classify", "form", "F", "product_description", long))
	if page := w.Body.String(); w.Code != http.StatusBadRequest || strings.Count(page, "中文 قميص &lt;b&gt;") < 50_000/12 || !strings.Contains(page, "want at most 10000") && !strings.Contains(page, "Want at most 10000") {
		t.Errorf("%d, %d bytes", w.Code, w.Body.Len())
	}
}

func TestTwoTabsOnOneRecordAreToldWhatTheOtherDid(t *testing.T) {
	t.Parallel()
	s := setup(t)
	s.api.answer("GET /api/v3/tariff/records/r1", http.StatusOK, `{"classification_record_id":"r1","country_code":"MEX","model":"pro","product_description":"x","confirmed_hscode":"61091003","result":{}}`)
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
			rows = append(rows, fmt.Sprintf(`{"classification_record_id":"r%d","country_code":"MEX","product_description":"shoe %d","created_at":"2026-05-04T09:00:00Z"}`, i, i))
		}
		writeAnswer(w, http.StatusOK, `{"data":[`+strings.Join(rows, ",")+`],"has_more":true}`)
	})
	page := s.get("/app/records").Body.String()
	if n := strings.Count(page, `href="/app/records/r`); n == 0 || n > 100 || !strings.Contains(page, `rel="next"`) || len(page) > 150<<10 {
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
