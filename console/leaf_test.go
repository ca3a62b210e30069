package console

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"
)

func TestValuesKeepTheirOrderAndListsBecomeTables(t *testing.T) {
	t.Parallel()
	e := extraction{
		Data:   json.RawMessage(`{"z":"last","a":{"b/c":12.50},"none":null,"rows":[{"q":1,"p":"x"},{"p":"y","tax":true}],"tags":["t1","t2"]}`),
		Fields: map[string]place{"/z": {Page: 2, Box: [4]float64{0, 0, .5, .5}}, "/rows/1/p": {Page: 1}},
		Errors: []string{"/none: not found in the document", "/due: not found in the document", "/z: doubtful", "other: not found"},
	}
	leaves, partial := leavesOf(e.Data)
	if more := e.absent(leaves); len(more) != 1 || more[0].Pointer != "/due" || more[0].Number != len(leaves)+1 {
		t.Errorf("%+v", more)
	}
	var pointers, states []string
	for _, l := range leaves {
		l.locate(e)
		pointers, states = append(pointers, l.Pointer+"="+l.Value), append(states, l.State)
	}
	if got := strings.Join(pointers, " "); partial || got != "/z=last /a/b~1c=12.50 /none= /rows/0/q=1 /rows/0/p=x /rows/1/p=y /rows/1/tax=true /tags/0=t1 /tags/1=t2" {
		t.Errorf("%s", got)
	}
	if got := strings.Join(states, " "); got != "found no_source missing no_source no_source found no_source no_source no_source" {
		t.Errorf("%s", got)
	}
	single, tables := arranged(leaves)
	if len(single) != 3 || len(tables) != 2 || strings.Join(tables[0].Columns, " ") != "q p tax" || len(tables[0].Rows) != 2 || tables[0].Rows[1][0] != nil || tables[0].Rows[1][2].Value != "true" {
		t.Errorf("%+v %+v", single, tables)
	}
	sheets := sheetsOf(e, leaves)
	if len(sheets) != 2 || sheets[0].Picture || len(sheets[1].Leaves) != 1 {
		t.Errorf("%+v", sheets)
	}
}

func TestACellOfADocumentIsNoFormulaInASpreadsheet(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{"=1+1": "'=1+1", "@x": "'@x", "-5.20": "-5.20", "+52 55": "'+52 55", "plain": "plain", "": "", "-cmd": "'-cmd"} {
		if got := harmless(text); got != want {
			t.Errorf("%q becomes %q", text, got)
		}
	}
}

func TestFiguresAreShownExactly(t *testing.T) {
	t.Parallel()
	for given, want := range map[string]string{"0.16": "16 %", "0.008": "0.8 %", "0": "0 %", "1": "100 %", "0.125": "12.5 %", "2.5": "250 %", "0.0005": "0.05 %", "free": "free"} {
		if got := percent(amount(given)); got != want {
			t.Errorf("%s is %s", given, got)
		}
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

func FuzzLeaves(f *testing.F) {
	f.Add(`{"a":[{"b":1},[2,[3]]],"":{"~/":null}}`)
	f.Add(`[[[[`)
	f.Fuzz(func(t *testing.T, text string) {
		leaves, _ := leavesOf(json.RawMessage(text))
		if len(leaves) > maxLeaves {
			t.Fatalf("%d values", len(leaves))
		}
		_, tables := arranged(leaves)
		for _, table := range tables {
			for _, row := range table.Rows {
				if len(row) != len(table.Columns) {
					t.Fatalf("a row of %d cells under %d columns", len(row), len(table.Columns))
				}
			}
		}
	})
}

func TestDoubtsOfADocumentLeadToTheirValuesAndItsLinesAreClassified(t *testing.T) {
	t.Parallel()
	s := setup(t)
	s.api.answer("GET /api/v3/jobs/j/result", 200, `{"document_data":{"invoice_number":"A-1","items":[{"description":"cotton <b> shirt","qty":"2"},{"description":"中文 shoes"},{"qty":"1"}]},
		"warnings":[{"code":"missing","pointer":"/total","message":"not found"},{"code":"check","pointer":"/invoice_number","message":"look at it","confidence":0.55,"runner_up":{"value":"A-7","confidence":0.3}}]}`)
	page := s.get("/app/extractions/j").Body.String()
	for _, want := range []string{"To check (2)", `<li><a href="#v-1">Invoice number</a>: look at it (55 %) · it could also be A-7</li><li>not found</li>`, "Classify these lines (2)", `<span class="name">Invoice number</span>`} {
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
		writeAnswer(w, http.StatusAccepted, `{"job_id":"b"}`)
	})
	w := s.post("/app/extractions/j/classify", "form", "F", "country_code", "MEX")
	if w.Header().Get("Location") != "/app/batches/b" || len(sent.Items) != 2 || sent.Items[0]["product_description"] != "cotton <b> shirt" || sent.Items[1]["id"] != "2" {
		t.Errorf("%d %s, sent %v", w.Code, w.Header().Get("Location"), sent)
	}
}
