package console

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"
)

func TestFiguresAreShownExactly(t *testing.T) {
	t.Parallel()
	for given, want := range map[string]string{"0.16": "16 %", "0.008": "0.8 %", "0": "0 %", "1": "100 %", "0.125": "12.5 %", "2.5": "250 %", "0.0005": "0.05 %", "free": "free"} {
		if got := percent(amount(given)); got != want {
			t.Errorf("%s is %s", given, got)
		}
	}
	for given, want := range map[float64]string{0.07: "7 %", 0.29: "29 %", 0.035: "3.5 %", 0: "0 %", 1.2: "120 %"} {
		if got := percent(&given); got != want {
			t.Errorf("%v is %s", given, got)
		}
	}
	for given, want := range map[float64]string{1234567.89: "1,234,567.89", 1e21: "1,000,000,000,000,000,000,000", -1000: "−1,000", 0.1: "0.1"} {
		if got := grouped(&given); got != want {
			t.Errorf("%v is %s", given, got)
		}
	}
	if got := percent((*float64)(nil)) + grouped((*float64)(nil)); got != "——" {
		t.Errorf("what is not known is %s", got)
	}
	for given, want := range map[string]string{"1234567.50": "1,234,567.50", "-1000": "−1,000", "999": "999", "x": "x", "": ""} {
		if got := grouped(amount(given)); got != want {
			t.Errorf("%s is %s", given, got)
		}
	}
	for given, want := range map[string]string{"61": "61", "6109": "6109", "610910": "6109.10", "6109100301": "6109.10.03.01"} {
		if got := dotted(given); got != want {
			t.Errorf("%s is %s", given, got)
		}
	}
	for confidence, want := range map[float64]string{1: "high", 0.9: "high", 0.899: "medium", 0.7: "medium", 0.5: "low", 0.49: "very_low", 0: "very_low"} {
		if got := band(confidence); got != want {
			t.Errorf("%v is %s", confidence, got)
		}
	}
}

func TestDoubtsOfADocumentLeadToTheirValuesAndItsLinesAreClassified(t *testing.T) {
	t.Parallel()
	s := setup(t)
	s.api.answer("GET /api/v3/jobs/j/result", 200, `{"document_data":{"invoice_number":"A-1","items":[{"description":"cotton <b> shirt","qty":"2"},{"description":"中文 shoes"},{"qty":"1"}]},
		"warnings":[{"code":"missing","pointer":"/total","message":"not found"},{"code":"check","pointer":"/invoice_number","message":"look at it","confidence":0.55,"runner_up":{"value":"A-7","confidence":0.3}}]}`)
	page := s.get("/app/extractions/j").Body.String()
	for _, want := range []string{"To check (1)", `<li><a href="#v-1">Invoice number</a>: look at it (55 %) · it could also be A-7</li></ul>`, `<li><a href="#v-6">Total</a>: not found</li>`, "Classify these lines (2)", `<span class="name">Invoice number</span>`} {
		if !strings.Contains(page, want) {
			t.Errorf("the page lacks %s", want)
		}
	}
	var sent struct{ Items []map[string]string }
	s.api.mux.HandleFunc("POST /api/v3/tariff/items-to-excel", func(w http.ResponseWriter, r *http.Request) {
		_ = json.NewDecoder(r.Body).Decode(&sent)
		if r.URL.Query().Get("country_code") != "MEX" || r.Header.Get("Idempotency-Key") == "" {
			t.Errorf("%s %v", r.URL, r.Header)
		}
		writeAnswer(w, http.StatusAccepted, `{"job_id":"01890000-0000-7000-8000-000000000021"}`)
	})
	w := s.post("/app/extractions/j/classify", "form", "F", "country_code", "MEX")
	if w.Header().Get("Location") != "/app/batches/01890000-0000-7000-8000-000000000021" || len(sent.Items) != 2 || sent.Items[0]["product_description"] != "cotton <b> shirt" || sent.Items[1]["id"] != "2" {
		t.Errorf("%d %s, sent %v", w.Code, w.Header().Get("Location"), sent)
	}
}
