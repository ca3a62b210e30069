package console

import (
	"encoding/json"
	"fmt"
	"html"
	"io"
	"maps"
	"net/http"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// inJSON is the text within a JSON string.
var inJSON = strings.NewReplacer(`\`, `\\`, `"`, `\"`)

// workAPI answers what the pages beside the main flows ask, with hostile text in every field.
func workAPI(s *site) {
	for pattern, body := range map[string]string{
		"/api/v3/jobs": `{"data":[JOB],"has_more":true}`, "/api/v3/jobs/j1": `JOB`,
		"/api/v3/tariff/batch-rows":            `{"data":[{"row_id":"w1","job_id":"01890000-0000-7000-8000-000000000011","row":4,"id":"X","created_at":"2026-05-04T09:00:00Z","country_code":"MEX","product_description":"X","hscode":"61091003","confidence":0.6,"question":"X","question_open":true,"failed":false},{"row_id":"w2","job_id":"01890000-0000-7000-8000-000000000011","row":5,"created_at":"2026-05-04T09:00:00Z","country_code":"MEX","product_description":"X","failed":true,"error":"X"}],"has_more":true}`,
		"/api/v3/tariff/batch-rows/w1/history": `{"data":[{"id":"01890000-0000-7000-8000-000000000012","at":"2026-05-04T09:00:00Z","action":"corrected","hscode":"610910","previous_hscode":"610990","reason":"X","by":{"kind":"user","name":"X"}}]}`,
		"/api/v3/tariff/codes/MEX/61091003":    `{"path":[{"code":"61","title":"X"},{"code":null,"title":"X"},{"code":"61091003","title":"X"}]}`,
		"/api/v3/tariff/records":               `{"data":[{"classification_record_id":"r1","created_at":"2026-05-04T09:00:00Z","country_code":"X","product_description":"X","hscode":"X","confidence":0.4,"question_open":true},{"classification_record_id":"r2","created_at":"2026-05-04T09:00:00Z","country_code":"MEX","product_description":"X","confirmed_hscode":"X"}],"has_more":true}`,
		"/api/v3/tariff/records/r1/history":    `{"data":[]}`,
		"/api/v3/tariff/records/r1":            `{"product_description":"X","result":{"hscodes_array":[{"hscode_2digits":{"code":"61","name":"X"},"hscode_6digits":{"code":"X","name":"X"},"overall_confidence":0.8,"justification":"X"}],"required_questions":["X"]}}`,
		"/api/keys":                            `{"data":[{"key_id":"01890000-0000-7000-8000-000000000018","prefix":"X","type":"X","name":"X","status":"active","created_at":"2026-05-04T09:00:00Z"}]}`,
		"/api/v3/tariff/precedents":            `{"count":3,"sources":[{"source":"X","count":3,"imported_at":"2026-05-04T09:00:00Z"}]}`,
		"/api/v3/organization/requests":        `{"data":[{"id":"01890000-0000-7000-8000-000000000007","request_id":"X","at":"2026-05-04T09:00:00Z","method":"X","path":"X","status":404,"duration_ms":12.6,"credits":0,"key_prefix":"X","address":"X","user_agent":"X","source":"X"}],"has_more":true}`,
		"/api/v3/organization/audit":           `{"data":[AUDIT],"has_more":true}`,
		"/api/v3/organization/usage":           `{"data":[{"date":"2026-05-03","product":"X","credits":12.25,"calls":9},{"date":"2026-05-03","product":"classification","credits":3,"calls":3}]}`,
		"/api/v3/organization/subscription-info": `{"organization":{"name":"X","subscription":{"plan":"X","status":"X","current_period_end":null,
			"limits":{"credits":{"granted":1000,"used":15.25,"remaining":984.75},"products":{"X":{"limit":5,"used":1,"remaining":4}}}}}}`,
		"/api/v3/organization/webhook":            `{"url":"X","created_at":"2026-05-04T09:00:00Z"}`,
		"/api/v3/organization/webhook/deliveries": `{"data":[{"webhook_id":"01890000-0000-7000-8000-000000000003","type":"X","status":"failed","attempts":3,"last_status_code":500,"last_error":"X","created_at":"2026-05-04T09:00:00Z"}],"has_more":true}`,
		"/api/v3/organization/members":            `{"data":[{"user_id":"01890000-0000-7000-8000-000000000004","email":"X","name":"X","role":"owner","created_at":"2026-05-04T09:00:00Z"},{"user_id":"01890000-0000-7000-8000-000000000005","email":"X","name":"X","role":"member","created_at":"2026-05-04T09:00:00Z"}]}`,
		"/api/v3/organization/invitations":        `{"data":[{"invitation_id":"01890000-0000-7000-8000-000000000006","email":"X","role":"admin","status":"pending","created_at":"2026-05-04T09:00:00Z","expires_at":"2026-05-04T09:00:00Z"}]}`,
		"/api/v3/sharelink":                       `{"data":[{"id":"01890000-0000-7000-8000-000000000013","kind":"X","classification_record_id":"X","status":"open","credits":{"reserved":1,"returned":0},"created_at":"2026-05-04T09:00:00Z","expires_at":"2026-05-04T09:00:00Z"}],"has_more":true}`,
		"/api/v3/sharelink/questions/open":        `{"product_description":"X","language":"Spanish","message":"X","questions":[{"id":"q1","text":"X","kind":"choice","choices":[{"value":"X","label":"X"}]},{"id":"q2","text":"X","kind":"number","unit":"X"},{"id":"q3","text":"X","kind":"yes_no"},{"id":"q4","text":"X","kind":"text"}],"allow_files":true,"max_files":5,"files":[{"file_id":"01890000-0000-7000-8000-000000000014","name":"X","size_bytes":9}],"draft":[{"question":"q4","answer":"X"},{"question":"q2","answer":"I don't know"}],"expires_at":"2026-05-04T09:00:00Z"}`,
		"/api/v3/operations-sharelink/info/view":  `{"kind":"classify","status":"succeeded","created_at":"2026-05-04T09:00:00Z","result":{"summary_classification":"X","hscodes_array":[{"hscode_2digits":{"code":"X","name":"X"},"overall_confidence":0.8,"justification":"X"}]}}`,
		"/api/v3/operations-sharelink/info/quote": `{"kind":"quote","status":"succeeded","created_at":"2026-05-04T09:00:00Z","result":[{"tariffs":[{"name":"X","rate_type":"ad_valorem","rate":0.35,"reason":"X"},{"name":"X","rate_type":"exempt","rate":null,"reason":"X"}]}]}`,
		"/openapi.json":                           `{"paths":{"/api/v3/operations":{},"/api/v3/tariff/records/{classification_record_id}/undo":{}}}`,
		"/api/v3/operations":                      `{"data":[{"operation_id":"01890000-0000-7000-8000-000000000015","status":"needs_input","reference":"X","papers":3,"lines":2,"differences":1,"needs":1,"totals":{"total":12.5,"complete":false},"created_at":"2026-05-04T09:00:00Z"},{"operation_id":"01890000-0000-7000-8000-000000000016","status":"X","reference":"","totals":null,"created_at":"2026-05-04T09:00:00Z"}],"has_more":true}`,
		"/api/v3/operations/p1": `{"operation_id":"01890000-0000-7000-8000-000000000015","status":"needs_input","step":"classifying","failure":"X","facts":{"reference":"X","freight":100.5},"settled":{"currency":"X","incoterm":"X"},"files":[{"file":1,"name":"X","pages":2,"problem":"X"}],
			"papers":[{"paper_id":"X","type":"X","title":"X","file":1,"pages":[1,2],"number":"X","date":"X","copy_of":"X","problem":"X"}],
			"checks":[{"id":"c1","status":"differs","text":"X","values":[{"name":"X","value":"X","unit":"X","source":{"paper":"X","page":1,"box":[0.1,0.2,0.3,0.25],"text":"X"}}],"difference":"X","tolerance":"X"},{"id":"c2","status":"unknown","text":"X"},{"id":"c3","status":"ok","text":"X"}],
			"lines":[{"line_id":"l1","position":1,"version":3,"description":"X","quantity":1.234,"unit":"X","value":5,"currency":"X","origin":"X","printed_code":"X","code":"61091003","code_by":"engine","confidence":0.4,"reason":"X","candidates":[{"code":"61099099","name":"X","confidence":0.2}],"question":"X","classification_record_id":"r1","to_decide":true,"problem":"X","quote":{"total":9.5,"complete":true}}],
			"needs":[{"id":"n1","text":"X","choices":[{"value":"X","label":"X"}]},{"id":"n2","text":"X","line":"l1"}],"totals":{"currency":"X","customs_value":1000,"duties":1,"taxes":2,"fees":3,"total":6.5,"complete":false,"missing":["X"],"once_per_entry":[{"name":"X","amount":3}]},
			"costs":[{"step":"reading","charged":2,"refunded":0}],"history":[{"at":"2026-05-04T09:00:00Z","by":"X","action":"X","note":"X"}],"created_at":"2026-05-04T09:00:00Z"}`,
		"/ops/api/reconciler": `{"actions":{"X":3},"loops":{"X":1.25},"jobs":[{"kind":"X","status":"running","count":3,"oldest_seconds":61.2}]}`,
		"/ops/api/knowledge":  `{"tariffs":[{"name":"X","version":1,"vintage":"X","source":"X"}],"rule_tables":[{"name":"X","version":"X","vintage":"X","complete":true}],"tables":[{"kind":"rules","name":"X","rows":12,"verified_share":0.5,"source_day":"X","days":3,"next_change":"X"},{"kind":"tariff","name":"MEX","rows":12,"verified_share":1,"source_day":"X","days":3,"next_change":null}]}`,
		"/ops/api/jobs":       `{"data":[JOB],"has_more":true}`, "/ops/api/jobs/01890000-0000-7000-8000-000000000011": `JOB`,
		"/ops/api/organizations": `{"data":[ORG],"has_more":true}`, "/ops/api/organizations/o1": `ORG`,
		"/ops/api/audit": `{"data":[AUDIT],"has_more":false}`,
	} {
		body = strings.NewReplacer(
			"JOB", `{"job_id":"01890000-0000-7000-8000-000000000011","kind":"batch","status":"failed","progress":60,"counts":{"total":5,"completed":2,"failed":3},"credits":{"charged":5,"refunded":3},"created_at":"2026-05-04T09:00:00Z","expires_at":"2026-06-04T09:00:00Z","error":{"error":"X","message":"X"},"retry_of":"X","organization_id":"X","user_identifier":"X","attempt":2,"history":[{"state":"X","at":"2026-05-04T09:00:00Z"}],"ledger":[{"kind":"charge","part":null,"credits":-5,"at":"2026-05-04T09:00:00Z","note":"X"}]}`,
			"AUDIT", `{"id":"01890000-0000-7000-8000-000000000008","at":"2026-05-04T09:00:00Z","action":"X","actor":{"kind":"X","name":"X"},"address":"X","subject":"X","details":{"X":"X"}}`,
			"ORG", `{"id":"o1","name":"X","created_at":"2026-05-04T09:00:00Z","plan":"pro","status":"expired","current_period_end":"2026-05-04T09:00:00Z","credits":{"granted":9,"used":1,"remaining":8},"limits":{"X":{"limit":5,"used":1}}}`,
		).Replace(body)
		s.api.answer("GET "+pattern, http.StatusOK, strings.ReplaceAll(body, `"X"`, `"`+inJSON.Replace(hostile)+`"`))
	}
}

// workPages are the pages beside the main flows, each filled.
func workPages() []string {
	return []string{
		"/app/shipments", "/app/shipments/p1", "/app/batches", "/app/batches/j1", "/app/batches/j1?show=failed", "/app/review", "/app/review?source=batch-rows&at=w1",
		"/app/settings", "/app/settings/keys", "/app/settings/usage", "/app/settings/requests", "/app/settings/webhooks", "/app/settings/precedents?job=j1",
		"/app/settings/members", "/app/settings/share-links?record=r1", "/app/settings/audit", "/app/s/open", "/app/s/view", "/app/s/quote",
		"/ops", "/ops/jobs", "/ops/jobs/01890000-0000-7000-8000-000000000011", "/ops/organisations", "/ops/organisations/o1", "/ops/audit", "/ops/knowledge",
		"/ops/verifications", "/ops/verifications/b1", "/ops/blacklists",
	}
}

// leftKey is a key of the dictionaries that shows instead of its text.
var leftKey = regexp.MustCompile(`>[a-z_]+(\.[a-z0-9_]+)+<|%!`)

func TestPagesEscapeWhateverTheyShowAndKnowTheirWords(t *testing.T) {
	t.Parallel()
	for _, l := range languages() {
		s := setup(t)
		workAPI(s)
		onboardingAPI(s)
		s.cookies[languageCookie] = string(l)
		for _, path := range workPages() {
			w := s.get(path)
			body := w.Body.String()
			if w.Code != http.StatusOK || !strings.Contains(body, "</html>") {
				t.Errorf("%s: %d %s", path, w.Code, body)
			}
			if strings.Contains(body, "<script>alert") || strings.Contains(body, "<img src=x") {
				t.Errorf("%s: text is not escaped", path)
			}
			if left := leftKey.FindString(body); left != "" {
				t.Errorf("%s, %s: %s", path, l, left)
			}
		}
	}
}

func TestWhatTheAPIRefusesIsSaidOnThePageOfTheForm(t *testing.T) {
	t.Parallel()
	refusals := map[string]string{ // the call that is refused, by the page that shows why
		"POST /app/batches": "POST /api/v3/tariff/xlsx", "POST /app/settings/keys": "POST /api/keys",
		"POST /app/settings/webhooks": "PUT /api/v3/organization/webhook", "POST /app/settings/webhooks/rotate": "POST /api/v3/organization/webhook/rotate",
		"POST /app/settings/precedents": "POST /api/v3/tariff/precedents", "POST /app/settings/members/invitations": "POST /api/v3/organization/invitations",
		"POST /app/settings/share-links": "POST /api/v3/sharelink", "POST /app/review/records/r1": "POST /api/v3/tariff/records/r1/confirm",
		"POST /app/s/open": "PUT /api/v3/sharelink/drafts/open", "POST /ops/jobs/01890000-0000-7000-8000-000000000011/refund": "POST /ops/api/jobs/01890000-0000-7000-8000-000000000011/refund",
		"POST /ops/organisations/o1": "PATCH /ops/api/organizations/o1", "POST /ops/organisations/o1/credits": "POST /ops/api/organizations/o1/credits",
		"POST /ops/verifications/b1/reject": "POST /api/v3/onboarding/verifications/b1/reject",
	}
	s := setup(t)
	workAPI(s)
	onboardingAPI(s)
	for _, call := range refusals {
		s.api.answer(call, http.StatusUnprocessableEntity, `{"error":"ValidationError","message":"m","errors":["url, name, file: the reason of the refusal"]}`)
	}
	elsewhere := map[string]bool{ // pages of a supplier say it their own way; on these two the fake has no such form
		"POST /app/s/open": true, "POST /app/settings/share-links": true, "POST /ops/verifications/b1/reject": true,
	}
	for page, call := range refusals {
		_, path, _ := strings.Cut(page, " ")
		w := s.post(path, "query", "source=records", "choice", "610910", "reason", "x", "credits", "5")
		if w.Code != http.StatusUnprocessableEntity || !strings.Contains(w.Body.String(), "problem-summary") && !elsewhere[page] || !strings.Contains(w.Body.String(), "he reason of the refusal") || strings.Contains(w.Body.String(), "url, name") {
			t.Errorf("%s refuses, %s shows: %d %s", call, page, w.Code, w.Body)
		}
	}
}

func TestTheListOfBatchesPassesOverOtherJobsAndLosesNone(t *testing.T) {
	t.Parallel()
	s := setup(t)
	const all = 750 // every 25th a batch
	s.api.mux.HandleFunc("GET /api/v3/jobs", func(w http.ResponseWriter, r *http.Request) {
		from, _ := strconv.Atoi(r.URL.Query().Get("starting_after")[max(0, len(r.URL.Query().Get("starting_after"))-12):])
		var jobs []string
		for i := from + 1; i <= min(all, from+100); i++ {
			kind := "classify"
			if i%25 == 0 {
				kind = "batch"
			}
			jobs = append(jobs, fmt.Sprintf(`{"job_id":"01890000-0000-7000-8000-%012d","kind":"%s","status":"succeeded","created_at":"2026-05-04T09:00:00Z"}`, i, kind))
		}
		writeAnswer(w, http.StatusOK, fmt.Sprintf(`{"data":[%s],"has_more":%v}`, strings.Join(jobs, ","), from+100 < all))
	})
	seen, path := 0, "/app/batches"
	next := regexp.MustCompile(`href="([^"]*)" rel="next"`)
	for range 10 {
		body := s.get(path).Body.String()
		seen += strings.Count(body, `<a href="/app/batches/0189`)
		found := next.FindStringSubmatch(body)
		if found == nil {
			break
		}
		path = html.UnescapeString(found[1])
	}
	if seen != all/25 {
		t.Errorf("%d batches of %d are listed", seen, all/25)
	}
}

func TestATariffIsWalkedFromItsSectionsAndAWrongCodeLeadsToTheNearest(t *testing.T) {
	t.Parallel()
	s := setup(t)
	for _, code := range []string{"61", "6109", "610910"} {
		s.api.answer("GET /api/v3/tariff/codes/MEX/"+code, http.StatusOK, `{"country_code":"MEX","code":"`+code+`","level":"chapter","title":"Of `+code+`"}`)
	}
	if page := s.get("/app/lookup?country_code=MEX&section=11").Body.String(); !strings.Contains(page, `href="/app/lookup/MEX/61"`) || !strings.Contains(page, "Textiles and clothing") || strings.Contains(page, "Of 62") {
		t.Errorf("%s", page)
	}
	for asked, nearest := range map[string]string{"61091099": "Of 610910", "6109.99.99": "Of 6109", "61999": "Of 61"} {
		if page := s.get("/app/lookup/MEX/" + asked).Body.String(); !strings.Contains(page, nearest+"</h1>") || !strings.Contains(page, "has no code") {
			t.Errorf("%s leads to %s", asked, page)
		}
	}
	if w := s.get("/app/lookup/MEX/99"); w.Code != http.StatusNotFound {
		t.Errorf("a chapter that is not: %d", w.Code)
	}
}

func TestALineOfAShipmentIsDecidedAsItWasSeen(t *testing.T) {
	t.Parallel()
	s := setup(t)
	workAPI(s)
	var sent map[string]any
	s.api.mux.HandleFunc("PATCH /api/v3/operations/p1/lines/l1", func(w http.ResponseWriter, r *http.Request) {
		d := json.NewDecoder(r.Body)
		d.UseNumber()
		sent = nil
		_ = d.Decode(&sent)
		if sent["version"] == json.Number("2") {
			writeAnswer(w, http.StatusConflict, `{"error":"Conflict","message":"somebody has changed the line"}`)
			return
		}
		writeAnswer(w, http.StatusOK, `{}`)
	})
	w := s.post("/app/shipments/p1/lines/l1", "version", "3", "code", "61091003", "other_code", "6109.90.99", "value", "1.234,50")
	want := map[string]any{"version": json.Number("3"), "code": "6109.90.99", "value": json.Number("1234.50")}
	if !maps.Equal(sent, want) || w.Header().Get("Location") != "/app/shipments/p1?done=line_decided" {
		t.Errorf("sent %v, %d %s", sent, w.Code, w.Header().Get("Location"))
	}
	if w := s.post("/app/shipments/p1/lines/l1", "version", "2", "code", "61091003"); w.Code != http.StatusConflict || !strings.Contains(w.Body.String(), "somebody has changed the line") {
		t.Errorf("two people at once: %d %s", w.Code, w.Body)
	}
	sent = nil
	if w := s.post("/app/shipments/p1/lines/l1", "version", "3", "value", "1.234"); w.Code != http.StatusUnprocessableEntity || sent != nil || !strings.Contains(w.Body.String(), "write 1234 or 1.2340") {
		t.Errorf("an ambiguous value: %d, sent %v", w.Code, sent)
	}
}

func TestAPacketOfPapersGoesToTheAPIWithItsFacts(t *testing.T) {
	t.Parallel()
	s := setup(t)
	s.api.mux.HandleFunc("POST /api/v3/operations", func(w http.ResponseWriter, r *http.Request) {
		if err := r.ParseMultipartForm(1 << 20); err != nil {
			t.Error(err)
		}
		if r.FormValue("operation") != `{"country_code":"MEX","direction":"import","reference":"PO 7"}` || len(r.MultipartForm.File["files"]) != 2 || r.Header.Get("Idempotency-Key") == "" {
			t.Errorf("%v", r.MultipartForm)
		}
		writeAnswer(w, http.StatusAccepted, `{"operation_id":"p1"}`)
	})
	if w := s.do(postForm("/app/shipments", "form", "F", "reference", "PO 7", "direction", "import", "@files", "a", "@files", "b")); w.Header().Get("Location") != "/app/shipments/p1" {
		t.Errorf("%d %s", w.Code, w.Body)
	}
}

func TestShipmentsAreShownWhereTheAPIHasThem(t *testing.T) {
	t.Parallel()
	with, without := setup(t), setup(t)
	workAPI(with)
	if page := with.get("/app/classify").Body.String(); !strings.Contains(page, `href="/app/shipments"`) {
		t.Error("no way to the shipments")
	}
	if page := without.get("/app/classify").Body.String(); strings.Contains(page, `href="/app/shipments"`) {
		t.Error("a way to what is not there")
	}
}

func TestDecisionsAreUndoneAndMadeOnAWholeFilterAfterCounting(t *testing.T) {
	t.Parallel()
	s := setup(t)
	workAPI(s)
	var asked []string
	s.api.mux.HandleFunc("POST /api/v3/tariff/records/confirm", func(w http.ResponseWriter, r *http.Request) {
		var body map[string]any
		_ = json.NewDecoder(r.Body).Decode(&body)
		text, _ := json.Marshal(body)
		asked = append(asked, string(text))
		writeAnswer(w, http.StatusOK, fmt.Sprintf(`{"matched":12,"decided":%d}`, map[any]int{true: 0, false: 12}[body["dry_run"]]))
	})
	s.api.answer("POST /api/v3/tariff/records/r1/undo", http.StatusOK, `{}`)
	query := "confidence_below=0.9&chapter=61&question_open=false&confirmed=false&source=records"
	if page := s.post("/app/review/records", "query", query, "do", "count").Body.String(); !strings.Contains(page, "12 would be confirmed") || !strings.Contains(page, "Confirm these 12") {
		t.Errorf("%s", page)
	}
	if page := s.post("/app/review/records", "query", query, "do", "confirm").Body.String(); !strings.Contains(page, "12 were confirmed") {
		t.Errorf("%s", page)
	}
	filter := `"filter":{"chapter":"61","confidence_below":0.9,"question_open":false}`
	if len(asked) != 2 || asked[0] != `{"action":"suggested","dry_run":true,`+filter+`}` || asked[1] != `{"action":"suggested","dry_run":false,`+filter+`}` {
		t.Errorf("asked %v", asked)
	}
	if w := s.post("/app/review/records/r1/undo", "query", query); !strings.Contains(w.Header().Get("Location"), "at=r1") || !strings.Contains(w.Header().Get("Location"), "done=undone") {
		t.Errorf("%d %s", w.Code, w.Header().Get("Location"))
	}
	if w := s.post("/app/records/r1/undo"); w.Header().Get("Location") != "/app/records/r1?done=undone" {
		t.Errorf("%d %s", w.Code, w.Header().Get("Location"))
	}
	if w := s.post("/app/review/other/r1/undo", "query", query); w.Code != http.StatusNotFound {
		t.Errorf("%d", w.Code)
	}
}

func TestAWorkbookIsShownBeforeItStarts(t *testing.T) {
	t.Parallel()
	s := setup(t)
	type sent struct{ preview, fields, file string }
	var calls []sent
	s.api.mux.HandleFunc("POST /api/v3/tariff/xlsx", func(w http.ResponseWriter, r *http.Request) {
		_ = r.ParseMultipartForm(1 << 20)
		call := sent{preview: r.URL.Query().Get("preview")}
		for _, name := range []string{"sheet", "header_row", "description_column", "code_column", "review_below"} {
			call.fields += r.FormValue(name) + "|"
		}
		if f := r.MultipartForm.File["file"]; len(f) == 1 {
			opened, _ := f[0].Open()
			content, _ := io.ReadAll(opened)
			call.file = f[0].Filename + "=" + string(content)
		}
		calls = append(calls, call)
		if call.preview == "" {
			writeAnswer(w, http.StatusAccepted, `{"job_id":"01890000-0000-7000-8000-000000000017"}`)
			return
		}
		writeAnswer(w, http.StatusOK, `{"sheets":[{"name":"Goods","rows":3},{"name":"Other","rows":null}],"sheet":"Goods","header_row":1,"columns":[{"letter":"A","header":"SKU","role":"id"},{"letter":"B","header":"<Name>","role":"description"}],
			"rows":[["1","中文 shoes"],["2","قميص قطن"]],"to_classify":2,"cost":2,"remaining":1}`)
	})
	s.api.answer("GET /api/v3/jobs", http.StatusOK, `{"data":[]}`)
	page := s.do(postForm("/app/batches", "form", "F", "country_code", "MEX", "review_below", "85", "@file", "workbook")).Body.String()
	for _, want := range []string{`<option selected value="Goods">Goods (3 rows)`, "&lt;Name&gt;", "中文 shoes", "قميص قطن", "They cost 2 credits; you have 1.", "do not have enough credits", `name="workbook_content" value="d29ya2Jvb2s="`, `value="85"`} {
		if !strings.Contains(page, want) {
			t.Errorf("the preview lacks %s in %s", want, page)
		}
	}
	again := []string{"form", "F", "shown_sheet", "Goods", "sheet", "Other", "header_row", "1", "description_column", "B", "workbook_name", "w.xlsx", "workbook_content", "d29ya2Jvb2s="}
	s.do(postForm("/app/batches", again...))
	again[5] = "Goods"
	w := s.do(postForm("/app/batches", append(again, "review_below", "85", "code_column", "A", "do", "start")...))
	if w.Code != http.StatusSeeOther || w.Header().Get("Location") != "/app/batches/01890000-0000-7000-8000-000000000017" {
		t.Errorf("%d %s", w.Code, w.Header())
	}
	want := []sent{{"true", "||||0.85|", `file".png=workbook`}, {"true", "Other|||||", "w.xlsx=workbook"}, {"", "Goods|1|B|A|0.85|", "w.xlsx=workbook"}}
	if !slices.Equal(calls, want) {
		t.Errorf("%+v", calls)
	}
}

func TestARowIsToBeReviewedBelowTheThresholdOfItsBatch(t *testing.T) {
	t.Parallel()
	s := setup(t)
	s.api.answer("GET /openapi.json", http.StatusOK, `{"paths":{"/api/v3/tariff/xlsx":{"post":{"requestBody":{"content":{"multipart/form-data":{"schema":{"properties":{"language":{"default":"English"},"review_below":{"default":0.65}}}}}}}}}}`)
	s.api.answer("GET /api/v3/jobs/b1", http.StatusOK, `{"job_id":"01890000-0000-7000-8000-000000000017","kind":"batch","status":"succeeded","file_name":"goods.xlsx","country_code":"MEX","review_below":0.9}`)
	var asked []string
	for _, path := range []string{"batch-rows", "records"} {
		s.api.mux.HandleFunc("GET /api/v3/tariff/"+path, func(w http.ResponseWriter, r *http.Request) {
			asked = append(asked, path+" "+r.URL.Query().Get("confidence_below"))
			writeAnswer(w, http.StatusOK, `{"data":[]}`)
		})
	}
	if page := s.get("/app/batches/b1").Body.String(); !strings.Contains(page, "<h1>goods.xlsx</h1>") || !strings.Contains(page, "Mexico") || !strings.Contains(page, "job_id=01890000-0000-7000-8000-000000000017&amp;confidence_below=0.9") && !strings.Contains(page, "job_id=01890000-0000-7000-8000-000000000017&confidence_below=0.9") {
		t.Error(page)
	}
	s.get("/app/review")
	if want := []string{"batch-rows 0.9", "records 0.65"}; !slices.Equal(asked, want) {
		t.Errorf("asked for %q", asked)
	}
}
