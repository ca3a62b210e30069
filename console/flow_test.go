package console

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"fmt"
	"html"
	"io"
	"maps"
	"mime/multipart"
	"net/http"
	"net/http/httptest"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// postForm is a multipart request of a browser: names and values in turn; a name that begins with @ is a file.
func postForm(path string, fields ...string) *http.Request {
	var body bytes.Buffer
	w := multipart.NewWriter(&body)
	for i := 0; i+1 < len(fields); i += 2 {
		if name, ok := strings.CutPrefix(fields[i], "@"); ok {
			f, _ := w.CreateFormFile(name, name+`".png`)
			_, _ = io.WriteString(f, fields[i+1])
			continue
		}
		_ = w.WriteField(fields[i], fields[i+1])
	}
	_ = w.Close()
	r := httptest.NewRequest(http.MethodPost, path, &body)
	r.Header.Set("Content-Type", w.FormDataContentType())
	r.Header.Set("Sec-Fetch-Site", "same-origin")
	return r
}

func TestAClassificationGoesToTheAPIWithItsFilesAndToItsRecord(t *testing.T) {
	t.Parallel()
	s := setup(t)
	var keys []string
	s.api.mux.HandleFunc("POST /api/v3/tariff/tariff-mini", func(w http.ResponseWriter, r *http.Request) {
		length, body := r.ContentLength, new(bytes.Buffer)
		r.Body = io.NopCloser(io.TeeReader(r.Body, body))
		if err := r.ParseMultipartForm(1 << 20); err != nil {
			t.Errorf("form: %v", err)
		}
		_, _ = io.Copy(io.Discard, r.Body)
		if int64(body.Len()) != length {
			t.Errorf("%d bytes were announced, %d came", length, body.Len())
		}
		if !strings.HasPrefix(r.Header.Get("Authorization"), "Bearer e30.") || r.URL.Query().Get("country_code") != "USA" || r.URL.Query().Get("model") != "fast" {
			t.Errorf("%s %v", r.URL, r.Header)
		}
		images := r.MultipartForm.File["image_files"]
		if r.FormValue("product_description") != "silk tie" || r.FormValue("language") != "Spanish" || len(images) != 1 || images[0].Filename != `image_files".png` {
			t.Errorf("%v", r.MultipartForm)
		}
		keys = append(keys, r.Header.Get("Idempotency-Key"))
		writeAnswer(w, http.StatusOK, `{"classification_record_id":"r-1"}`)
	})
	fields := []string{"form", "F1", "product_description", "silk tie", "country_code", "USA", "model", "fast", "language", "Spanish", "@image_files", "pixels"}
	for range 2 {
		if w := s.do(postForm("/app/classify", fields...)); w.Code != http.StatusSeeOther || w.Header().Get("Location") != "/app/records/r-1" {
			t.Fatalf("%d %s", w.Code, w.Header().Get("Location"))
		}
	}
	fields[1] = "F2"
	s.do(postForm("/app/classify", fields...))
	if len(keys) != 3 || keys[0] == "" || keys[0] != keys[1] || keys[0] == keys[2] {
		t.Errorf("a form sent twice is one request, another form another: %q", keys)
	}
}

func TestARefusedFormKeepsWhatWasTyped(t *testing.T) {
	t.Parallel()
	for status, say := range map[int]string{402: "credits are used up", 429: "limit is reached", 400: "did not work", 403: "Not included", 413: "Too large", 503: "One moment"} {
		s := setup(t)
		s.api.answer("POST /api/v3/tariff/tariff-mini", status, `{"error":"X","message":"m","errors":["product_description: too vague"]}`)
		w := s.do(postForm("/app/classify", "product_description", "my long text", "country_code", "COL"))
		body := w.Body.String()
		for _, want := range []string{say, "my long text", `value="COL" selected`, `class="field-error" id="e-product_description">too vague`} {
			if w.Code != status || !strings.Contains(body, want) {
				t.Errorf("%d: %d without %q", status, w.Code, want)
			}
		}
	}
}

func TestAStreamReachesTheBrowserLineByLineAndARefusalAsJSON(t *testing.T) {
	t.Parallel()
	s := setup(t)
	refuse := false
	s.api.mux.HandleFunc("POST /api/v3/tariff/tariff-mini", func(w http.ResponseWriter, r *http.Request) {
		if refuse {
			writeAnswer(w, http.StatusPaymentRequired, `{"error":"CreditError","message":"insufficient credits"}`)
			return
		}
		if r.FormValue("streaming") != "true" {
			t.Error("not asked for a stream")
		}
		w.Header().Set("Content-Type", "application/x-ndjson")
		w.Header().Set("Access-Control-Allow-Origin", "*")
		_, _ = io.WriteString(w, "{\"status\":\"progress\"}\n")
		w.(http.Flusher).Flush()
	})
	w := s.do(postForm("/app/classify/stream", "product_description", "x", "country_code", "MEX"))
	if w.Code != 200 || !w.Flushed || w.Body.String() != "{\"status\":\"progress\"}\n" || w.Header().Get("Access-Control-Allow-Origin") != "" || w.Header().Get("Content-Security-Policy") != Policy {
		t.Errorf("%d %v %s", w.Code, w.Header(), w.Body)
	}
	refuse = true
	w = s.do(postForm("/app/classify/stream", "product_description", "x", "country_code", "MEX"))
	var said scriptProblem
	if err := json.Unmarshal(w.Body.Bytes(), &said); err != nil || w.Code != 402 || said.Title == "" || len(said.Details) != 1 {
		t.Errorf("%d %s", w.Code, w.Body)
	}
}

func TestAnswersRefineARecordAndShowWhatMoved(t *testing.T) {
	t.Parallel()
	s := setup(t)
	s.api.answer("GET /api/v3/tariff/records/old", 200, `{"classification_record_id":"01890000-0000-7000-8000-000000000041","country_code":"MEX","model":"pro","product_description":"shoes","result":{"questions":[{"id":"q1","text":"Sole?","kind":"choice","choices":[{"value":"rubber","label":"Rubber"}]},{"id":"q2","text":"Pairs?","kind":"number"}],
		"hscodes_array":[{"hscode_6digits":{"code":"640299"},"overall_confidence":0.4},{"hscode_6digits":{"code":"640399"},"overall_confidence":0.3}]}}`)
	s.api.answer("GET /api/v3/tariff/records/new", 200, `{"classification_record_id":"01890000-0000-7000-8000-000000000042","parent_id":"old","country_code":"MEX","result":{"hscodes_array":[{"hscode_6digits":{"code":"640399"},"overall_confidence":0.9},{"hscode_6digits":{"code":"640411"},"overall_confidence":0.1}]}}`)
	var sent map[string]string
	s.api.mux.HandleFunc("POST /api/v3/tariff/tariff-mini", func(w http.ResponseWriter, r *http.Request) {
		sent = map[string]string{}
		for _, name := range []string{"answers", "classification_record_id", "product_description"} {
			sent[name] = r.FormValue(name)
		}
		writeAnswer(w, 200, `{"classification_record_id":"new"}`)
	})
	if w := s.do(postForm("/app/records/old/answers", "answer.0", "I don't know", "answer.1", "")); w.Code != 400 || sent != nil {
		t.Errorf("nothing was answered, but %d and %v", w.Code, sent)
	}
	w := s.do(postForm("/app/records/old/answers", "answer.0", "rubber", "answer.1", "No lo sé", "more", "for running"))
	if w.Header().Get("Location") != "/app/records/new" || sent["answers"] != `[{"answer":"rubber","question":"q1"},{"answer":"I don't know","question":"q2"}]` ||
		sent["classification_record_id"] != "01890000-0000-7000-8000-000000000041" || sent["product_description"] != "for running" {
		t.Errorf("%d %s, sent %v", w.Code, w.Header().Get("Location"), sent)
	}
	page := s.get("/app/records/new").Body.String()
	for _, want := range []string{"moved up", "new</td>", "no longer listed"} {
		if !strings.Contains(page, want) {
			t.Errorf("the page does not show %q", want)
		}
	}
}

func TestRowsOfAQuoteAreAddedAndRemovedWithoutScript(t *testing.T) {
	t.Parallel()
	s := setup(t)
	rows := func(w *httptest.ResponseRecorder) int { return strings.Count(w.Body.String(), `name="country.`) - 1 } // one is the blank of the script
	if n := rows(s.post("/app/quote", "country.0", "CN", "do", "add")); n != 2 {
		t.Errorf("%d rows after adding", n)
	}
	w := s.post("/app/quote", "country.0", "CN", "country.3", "VN", "do", "remove:0")
	if rows(w) != 1 || !strings.Contains(w.Body.String(), `value="VN"`) {
		t.Errorf("%d rows after removing", rows(w))
	}
	if n := rows(s.post("/app/quote", "country.0", "CN", "do", "remove:0")); n != 1 {
		t.Errorf("%d rows: the last one stays", n)
	}
	var body string
	s.api.mux.HandleFunc("POST /api/v3/quoter_v2/new-quote", func(w http.ResponseWriter, r *http.Request) {
		text, _ := io.ReadAll(r.Body)
		body = string(text)
		w.Header().Set("X-Quote-ID", "q-1")
		writeAnswer(w, 200, `[]`)
	})
	w = s.post("/app/quote", "do", "quote", "direction", "import", "language", "Spanish", "country.0", "CN", "hscode_8digits.0", "61091003", "product_description.0", "x", "customs_value.0", "1,000.50", "has_certificate_of_origin.0", "1")
	want := `{"direction":"import","language":"Spanish","products":[{"country":"CN","customs_value":1000.50,"has_certificate_of_origin":true,"hscode_8digits":"61091003","product_description":"x"}]}`
	if body != want || w.Header().Get("Location") != "/app/quotes/q-1" {
		t.Errorf("%s, %s", body, w.Header().Get("Location"))
	}
}

func TestNumbersOfAQuoteAreReadInBothConventionsAndTheAmbiguousAreAsked(t *testing.T) {
	t.Parallel()
	s := setup(t)
	var sent struct {
		Products []map[string]any `json:"products"`
	}
	calls := 0
	s.api.mux.HandleFunc("POST /api/v3/quoter_v2/new-quote", func(w http.ResponseWriter, r *http.Request) {
		calls++
		d := json.NewDecoder(r.Body)
		d.UseNumber()
		if err := d.Decode(&sent); err != nil {
			t.Error(err)
		}
		w.Header().Set("X-Quote-ID", "q-1")
		writeAnswer(w, 200, `[]`)
	})
	fields := []string{"do", "quote", "direction", "import", "country.4", "CN", "hscode_8digits.4", "6109.10.03", "product_description.4", "x", "radio.4", "no", "used.4", "yes", "litres.4", "1 500,5"}
	if w := s.post("/app/quote", append(fields, "customs_value.4", "1.234,56", "quantity.4", "12,500.75")...); w.Code != http.StatusSeeOther {
		t.Fatalf("%d %s", w.Code, w.Body)
	}
	want := map[string]any{"country": "CN", "hscode_8digits": "6109.10.03", "product_description": "x", "radio": false, "used": true, "litres": json.Number("1500.5"), "customs_value": json.Number("1234.56"), "quantity": json.Number("12500.75")}
	if !maps.Equal(sent.Products[0], want) {
		t.Errorf("sent %v, not %v", sent.Products[0], want)
	}
	w := s.post("/app/quote", append(fields, "customs_value.4", "1.234", "quantity.4", "many")...)
	for _, say := range []string{`href="#f-customs_value.4">Customs value: “1.234” can be read in two ways`, `value="read:customs_value.4=1234"`, `value="read:customs_value.4=1.2340"`, `href="#f-quantity.4">Quantity: This is not a number`, `value="many"`, `value="6109.10.03"`} {
		if !strings.Contains(w.Body.String(), say) {
			t.Errorf("the form lacks %s", say)
		}
	}
	if calls != 1 || w.Code != http.StatusUnprocessableEntity {
		t.Errorf("%d calls, %d", calls, w.Code)
	}
	for reading, number := range map[string]string{"1234": "1234", "1.2340": "1.2340"} {
		chosen := slices.Concat([]string{"do", "read:customs_value.4=" + reading}, fields[2:], []string{"customs_value.4", "1.234"})
		if w := s.post("/app/quote", chosen...); w.Code != http.StatusSeeOther || sent.Products[0]["customs_value"] != json.Number(number) {
			t.Errorf("%s: %d, sent %v", reading, w.Code, sent.Products[0])
		}
	}
}

func TestWhatWouldImproveAQuoteIsAForm(t *testing.T) {
	t.Parallel()
	s := setup(t)
	s.api.answer("GET /api/v3/quoter_v2/quotes/q", 200, `{"quote_id":"01890000-0000-7000-8000-000000000043","quote_total":{"duties":10,"taxes":20.5,"fees":null,"total":1234.5,"complete":false,"once_per_entry":[{"name":"PRV","amount":350}]},
		"request":{"direction":"import","products":[{"product_description":"a <phone>","hscode_8digits":"85171301","country":"China","quantity":1.234,"used":false}]},
		"items":[{"suggestions":["Does it transmit? (field radio)","Is it a lighter? Say it in product_description.","State the customs value (field customs_value), its currency (currency).","Hinweis ohne Feld"]}]}`)
	page := s.get("/app/quotes/q").Body.String()
	for _, want := range []string{
		`1,234.50 <span>MXN`, "PRV 350.00", `<label for="i-radio.0">Does it transmit?</label>`, `<select id="i-radio.0" name="radio.0"`, `<label for="i-detail.0.1">Is it a lighter?</label>`,
		`name="customs_value.0" inputmode="decimal"`, `name="currency.0" maxlength`, `name="quantity.0" value="1.2340"`, `name="used.0" value="no"`, `name="product_description.0" value="a &lt;phone&gt;"`, "<p>Hinweis ohne Feld</p>",
	} {
		if !strings.Contains(page, want) {
			t.Errorf("the page lacks %s", want)
		}
	}
	for _, never := range []string{"(field", "product_description.</", `type="hidden" name="customs_value.0"`} {
		if strings.Contains(page, never) {
			t.Errorf("the page holds %s", never)
		}
	}
	var body string
	s.api.mux.HandleFunc("POST /api/v3/quoter_v2/new-quote", func(w http.ResponseWriter, r *http.Request) {
		text, _ := io.ReadAll(r.Body)
		body = string(text)
		writeAnswer(w, 402, `{"error":"CreditError","message":"insufficient credits"}`)
	})
	w := s.post("/app/quote", "do", "quote", "country.0", "China", "product_description.0", "a phone", "detail.0.1", "no lighter")
	if !strings.Contains(body, `"product_description":"a phone, no lighter"`) || !strings.Contains(w.Body.String(), `value="a phone, no lighter"`) || w.Code != 402 {
		t.Errorf("%d, sent %s", w.Code, body)
	}
}

func TestAListIsLookedThroughPageByPage(t *testing.T) {
	t.Parallel()
	s := setup(t)
	const all = 1000 // one in fifty is of cacao
	s.api.mux.HandleFunc("GET /api/v3/quoter_v2/quotes", func(w http.ResponseWriter, r *http.Request) {
		from := 0
		if after := r.URL.Query().Get("starting_after"); after != "" {
			from, _ = strconv.Atoi(strings.TrimLeft(after[24:], "0"))
		}
		var list []string
		for i := from + 1; i <= min(all, from+100); i++ {
			name := "café"
			if i%50 == 0 {
				name = "Cacaó <b>中文"
			}
			list = append(list, fmt.Sprintf(`{"quote_id":"00000000-0000-0000-0000-%012d","created_at":"2026-05-04T09:00:00Z","date":"2026-05-04","direction":"import","products":1,"product_description":"%s","total":null,"complete":false}`, i, name))
		}
		writeAnswer(w, 200, fmt.Sprintf(`{"data":[%s],"has_more":%v}`, strings.Join(list, ","), from+100 < all))
	})
	seen, path := 0, "/app/quotes?q=CACAO"
	next := regexp.MustCompile(`href="([^"]*)" rel="next"`)
	for range 10 {
		body := s.get(path).Body.String()
		seen += strings.Count(body, "Cacaó &lt;b&gt;中文")
		found := next.FindStringSubmatch(body)
		if found == nil {
			break
		}
		path = html.UnescapeString(found[1])
	}
	if seen != all/50 {
		t.Errorf("%d of %d are found", seen, all/50)
	}
	if body := s.get("/app/quotes?q=nothing&from=2026-05-04&to=2026-05-04&direction=export").Body.String(); !strings.Contains(body, "No quote matches") || !strings.Contains(body, "looks further") {
		t.Errorf("a filter that matches nothing: %s", body)
	}
}

func TestARecordTellsTheStoryOfItsProductAndHandsItOn(t *testing.T) {
	t.Parallel()
	s := setup(t)
	s.api.answer("GET /api/v3/tariff/records/r", 200, `{"classification_record_id":"01890000-0000-7000-8000-000000000044","parent_id":"p","children":["01890000-0000-7000-8000-000000000045","01890000-0000-7000-8000-000000000046"],"quotes":["01890000-0000-7000-8000-000000000047"],"country_code":"MEX","model":"pro","product_description":"shoes <b>","confirmed_hscode":"64039999",
		"result":{"dialogue":[{"question":"Sole?","answer":"rubber"},{"question":"Pairs?","answer":"I don't know"}],"unused_answers":[{"question":"Weight?","answer":"much","reason":"no number"}],"hscodes_array":[{"hscode_2digits":{"code":"64"},"hscode_6digits":{"code":"640399"},"hscode_8digits":{"code":"64039999","name":"Others"},"overall_confidence":0.9}]}}`)
	s.api.answer("GET /api/v3/tariff/records/r/history", 200, `{"data":[{"at":"2026-05-04T09:00:00Z","action":"corrected","hscode":"64039999","reason":"leather","by":{"name":"Ana"}}]}`)
	s.api.answer("GET /api/v3/sharelink", 200, `{"data":[{"id":"01890000-0000-7000-8000-000000000048","status":"answered"}]}`)
	page := s.get("/app/records/r").Body.String()
	for _, want := range []string{
		`href="/app/records/p"`, `href="/app/records/01890000-0000-7000-8000-000000000046">The later classification`, `href="/app/quotes/01890000-0000-7000-8000-000000000047"`, `href="/app/lookup/MEX/64039999"`, "Supplier: answered",
		"leather", `<p>I don&#39;t know</p>`, `href="/app/quote?record=01890000-0000-7000-8000-000000000044"`, "Weight? «much»: no number", `href="/app/classify?record=01890000-0000-7000-8000-000000000044"`,
	} {
		if !strings.Contains(page, want) {
			t.Errorf("the page lacks %s", want)
		}
	}
	if i, j := strings.Index(page, `class="card decision`), strings.Index(page, `id="candidates"`); i < 0 || i > j {
		t.Error("the decision does not lead")
	}
	quote := s.get("/app/quote?record=r").Body.String()
	for _, want := range []string{`value="shoes &lt;b&gt;; Sole: rubber"`, `value="64039999"`} {
		if !strings.Contains(quote, want) {
			t.Errorf("the quote lacks %s", want)
		}
	}
	if again := s.get("/app/classify?record=r").Body.String(); !strings.Contains(again, "shoes &lt;b&gt;; Sole: rubber</textarea>") || !strings.Contains(again, `value="MEX" selected`) {
		t.Errorf("the form of a classification: %s", again)
	}
	if w := s.get("/app/quote?record=other"); w.Code != http.StatusNotFound {
		t.Errorf("a record of somebody else: %d", w.Code)
	}
}

func TestStatesOfTheAPIHaveTheirPages(t *testing.T) {
	t.Parallel()
	for status, say := range map[int]string{402: "credits are used up", 403: "Not included", 404: "Nothing here", 410: "expired", 429: "limit is reached", 500: "fault is ours", 503: "One moment"} {
		s := setup(t)
		s.api.answer("GET /api/v3/quoter_v2/quotes/{id}", status, `{"error":"X","message":"SELECT secret","request_id":"req-9"}`)
		w := s.get("/app/quotes/1")
		if w.Code != status || !strings.Contains(w.Body.String(), say) {
			t.Errorf("%d: %d without %q", status, w.Code, say)
		}
		if status == 500 && (strings.Contains(w.Body.String(), "SELECT") || !strings.Contains(w.Body.String(), "req-9")) {
			t.Errorf("500 tells too much, or not the request: %s", w.Body)
		}
	}
}

func TestScriptsAndPagesKeepTheirBudget(t *testing.T) {
	t.Parallel()
	s := setup(t)
	scripts := 0
	var style int
	for name, f := range s.console.assets.files {
		if strings.HasSuffix(name, ".js") {
			scripts += len(f.plain)
		}
		if strings.HasSuffix(name, ".css") {
			style += len(f.gzipped)
		}
	}
	if scripts > 30<<10 || scripts == 0 {
		t.Errorf("scripts have %d bytes", scripts)
	}
	r := httptest.NewRequest(http.MethodGet, "/app/classify", nil)
	r.Header.Set("Accept-Encoding", "gzip")
	w := s.do(r)
	if w.Header().Get("Content-Encoding") != "gzip" {
		t.Fatal("pages are not compressed")
	}
	if total := w.Body.Len() + style + scripts; total > 150<<10 {
		t.Errorf("a page with all of it has %d bytes", total)
	}
	z, err := gzip.NewReader(w.Body)
	if err != nil {
		t.Fatal(err)
	}
	if page, err := io.ReadAll(z); err != nil || !bytes.Contains(page, []byte("</html>")) {
		t.Errorf("%v", err)
	}
}

func TestAssetsMayBeKeptForEver(t *testing.T) {
	t.Parallel()
	s := setup(t)
	path, err := s.console.assets.path("app.js")
	if err != nil {
		t.Fatal(err)
	}
	w := s.get(path)
	if w.Code != 200 || w.Header().Get("Cache-Control") != "public, max-age=31536000, immutable" || w.Header().Get("Content-Type") != "text/javascript; charset=utf-8" {
		t.Errorf("%d %v", w.Code, w.Header())
	}
}
