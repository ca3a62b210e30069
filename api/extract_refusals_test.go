package api_test

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"tariffdesk/account"
	"tariffdesk/credit"
	"tariffdesk/extract"
	"tariffdesk/jobs"
	"tariffdesk/model"
	"tariffdesk/store/storetest"
)

// keeps checks that nothing was taken from the organisation of the test, and that the ledger adds up.
func (s *service) keeps(balance credit.Amount) {
	s.t.Helper()
	if got := storetest.Balance(s.t, s.store, s.org.ID); got != balance {
		s.t.Errorf("balance %s, want %s", got, balance)
	}
	storetest.CheckInvariants(s.t, s.store)
}

// schemaData is json_data with a schema.
func schemaData(schema string) part {
	return data(`{"document_type":"invoice","document_description":"all of it","json_response":` + schema + `}`)
}

func TestExtract400ForWhatIsNoRequest(t *testing.T) {
	t.Parallel()
	s := setupDocuments(t)
	pdf := upload(invoicePDF(t))
	s.extract(s.key, pdf).fails(400, "BadRequest", "json_data: required")
	s.extract(s.key, data(""), pdf).fails(400, "BadRequest", "json_data: required")
	s.extract(s.key, data(`{"document_type":`), pdf).fails(400, "BadRequest", "json_data: not JSON")
	s.extract(s.key, data(`invoice`), pdf).fails(400, "BadRequest", "json_data: not JSON")
	s.extract(s.key, part{"json_data", goodData, "data.json"}, pdf).fails(400, "BadRequest", "json_data: want a field")
	s.extract(s.key, data(`"`+strings.Repeat("x", 600<<10)+`"`), pdf).fails(400, "BadRequest", "json_data: exceeds the limit of 512 KB")
	s.do1(s.formRequest(extractPath+"?country_code=FRA&json_schema=maybe&grounding=2", data(goodData), pdf), s.key).
		fails(400, "BadRequest", "country_code", "json_schema", "grounding")
	r := s.post(extractPath, s.key, goodData)
	r.fails(415, "UnsupportedMediaType", "multipart/form-data")
	s.extract(s.key, data(goodData), upload(strings.Repeat("x", 20<<20+1))).fails(413, "PayloadTooLarge", "20 MB")
	s.keeps(100 * credit.One)
}

func TestExtract401And403(t *testing.T) {
	t.Parallel()
	s := setupDocuments(t)
	s.extract("sk_wrong", data(goodData), upload("x")).fails(401, "Unauthorized")
	org, _ := s.organisation(account.PlanFree, 100*credit.One)
	s.extract(s.signIn(org.ID, account.RoleOwner).Access, data(goodData), upload("x")).fails(403, "Forbidden")
}

func TestExtract402WithoutCreditsForAllPages(t *testing.T) {
	t.Parallel()
	s := setupDocuments(t)
	one, poor := s.organisation(account.PlanPro, credit.One)
	twoPages := upload(layout(t, "07_commercial_invoice_en.pdf"))
	r := s.extract(poor, data(goodData), twoPages)
	r.fails(402, "SvcDocsCreditError", "insufficient credits")
	if storetest.Balance(t, s.store, one.ID) != credit.One {
		t.Error("the credit for one page of two was taken")
	}
	s.extract(poor, data(goodData), upload(invoicePDF(t))).want(200)
	s.extract(poor, data(goodData), upload(invoicePDF(t))).fails(402, "SvcDocsCreditError")
	s.do1(s.formRequest(digitizePath, twoPages), poor).fails(402, "SvcDocsCreditError")
	reached := false
	files := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { reached = true }))
	t.Cleanup(files.Close)
	s.extract(poor, data(goodData), link(files.URL)).fails(402, "SvcDocsCreditError")
	if reached {
		t.Error("a URL was fetched for a caller who cannot pay")
	}
	s.keeps(100 * credit.One)
}

func TestExtract404ForADocumentThatIsGone(t *testing.T) {
	t.Parallel()
	with, engine := withDocuments(t)
	s := setup(t, with)
	do := reading(s, engine)
	s.handle(func(ctx context.Context, j jobs.Job, report func(jobs.Progress)) (jobs.Outcome, error) {
		var in jobs.ExtractInput
		if err := json.Unmarshal(j.Input, &in); err != nil {
			return jobs.Outcome{}, err
		}
		if err := s.blobs.Delete(ctx, in.Key); err != nil {
			return jobs.Outcome{}, err
		}
		return do(ctx, j, report)
	})
	r := s.extract(s.key, data(goodData), upload(invoicePDF(t)))
	r.fails(404, "SvcDocsNotFoundError", "send it again")
	if r.header.Get("X-Credits-Remaining") != "100" {
		t.Errorf("not refunded: %v", r.header)
	}
	s.do1(s.formRequest(digitizePath, upload(invoicePDF(t))), s.key).fails(404, "SvcDocsNotFoundError")
	s.get("/api/v3/jobs/"+uuid.NewString(), s.key).fails(404, "NotFound")
	s.keeps(100 * credit.One)
}

// TestExtract422NamesEachField sends every problem of the request's own fields and of a schema.
func TestExtract422NamesEachField(t *testing.T) {
	t.Parallel()
	s := setupDocuments(t)
	pdf := upload(invoicePDF(t))
	many := make([]string, 10_000)
	for i := range many {
		many[i] = fmt.Sprintf(`"p%d":{"type":"string"}`, i)
	}
	long := strings.Repeat("x", extract.MaxDescription+1)
	for name, c := range map[string]struct {
		parts []part
		says  []string // one entry of errors each, by its beginning
	}{
		"no file":               {[]part{data(goodData)}, []string{"file_path, file_url: one of them is required"}},
		"file and URL":          {[]part{data(goodData), pdf, link("https://example.com/a.pdf")}, []string{"file_path, file_url: only one"}},
		"empty schema":          {[]part{schemaData(`{}`), pdf}, []string{"json_response cannot be empty"}},
		"schema of null":        {[]part{schemaData(`null`), pdf}, []string{"json_response cannot be empty"}},
		"no schema":             {[]part{data(`{"document_type":"x","document_description":"y"}`), pdf}, []string{"json_response cannot be empty"}},
		"json_data is a list":   {[]part{data(`[1]`), pdf}, []string{"json_data: want an object"}},
		"type of the type":      {[]part{data(`{"document_type":1,"document_description":"y","json_response":{}}`), pdf}, []string{"json_data: want an object"}},
		"all of json_data":      {[]part{data(`{"json_response":{"type":"strin"}}`), pdf}, []string{"document_type: required", "document_description: required", "json_response: /type"}},
		"long texts":            {[]part{data(`{"document_type":"` + long + `","document_description":"` + long + `","json_response":{"properties":{"a":{}}}}`), pdf}, []string{"document_type: too long", "document_description: too long"}},
		"schema and file":       {[]part{schemaData(`{"type":"strin"}`)}, []string{"file_path, file_url: one of them", "json_response: /type"}},
		"no fields":             {[]part{schemaData(`{"type":"object"}`), pdf}, []string{"json_response: no properties"}},
		"text as a schema":      {[]part{schemaData(`"total"`), pdf}, []string{"json_response: the schema is not a JSON object"}},
		"remote reference":      {[]part{schemaData(`{"properties":{"a":{"$ref":"https://example.com/x"}}}`), pdf}, []string{"json_response: /properties/a/$ref"}},
		"reference to a file":   {[]part{schemaData(`{"properties":{"a":{"$ref":"file:///etc/passwd"}}}`), pdf}, []string{"json_response: /properties/a/$ref"}},
		"dangling reference":    {[]part{schemaData(`{"properties":{"a":{"$ref":"#/definitions/none"}}}`), pdf}, []string{"json_response: "}},
		"recursion":             {[]part{schemaData(`{"type":"object","properties":{"a":{"$ref":"#"}}}`), pdf}, []string{"json_response: /properties/a/properties/a/$ref: the schema refers to itself"}},
		"10,000 properties":     {[]part{schemaData(`{"properties":{` + strings.Join(many, ",") + `}}`), pdf}, []string{"json_response: (root): the schema has more than the limit of 1000 properties", "json_response: /properties/p9999"}},
		"too deep":              {[]part{schemaData(strings.Repeat(`{"type":"object","properties":{"a":`, 40) + `{}` + strings.Repeat(`}}`, 40)), pdf}, []string{"json_response: "}},
		"too large":             {[]part{schemaData(`{"description":"` + strings.Repeat("x", extract.MaxSchemaBytes) + `","properties":{"a":{}}}`), pdf}, []string{"json_response: the schema exceeds the limit of 256 KB"}},
		"lookahead":             {[]part{schemaData(`{"properties":{"a":{"type":"string","pattern":"(?=a)b"}}}`), pdf}, []string{"json_response: /properties/a/pattern"}},
		"another draft":         {[]part{schemaData(`{"$schema":"https://json-schema.org/draft/2020-12/schema","properties":{"a":{}}}`), pdf}, []string{"json_response: /$schema"}},
		"problems of all kinds": {[]part{schemaData(`{"$schema":"http://json-schema.org/draft-04/schema#","properties":{"a":{"pattern":"(?!x)"},"b":{"$ref":"http://x"}}}`), pdf}, []string{"json_response: /$schema", "json_response: /properties/a/pattern", "json_response: /properties/b/$ref"}},
	} {
		t.Run(name, func(t *testing.T) {
			body := s.extract(s.key, c.parts...).fails(422, "SvcDocsValidationError")
			if len(body.Errors) != len(c.says) {
				t.Errorf("%q", body.Errors)
			}
			for _, want := range c.says {
				if !strings.Contains("\n"+strings.Join(body.Errors, "\n"), "\n"+want) {
					t.Errorf("no entry begins with %q: %q", want, body.Errors)
				}
			}
		})
	}
	s.do1(s.formRequest(extractPath+"?json_schema=false", schemaData(`[1,2]`), pdf), s.key).fails(422, "SvcDocsValidationError", "json_response: want a JSON object")
	s.do1(s.formRequest(digitizePath), s.key).fails(422, "SvcDocsValidationError", "file_path")
	s.do1(s.formRequest(digitizePath, pdf, link("https://example.com/a.pdf")), s.key).fails(422, "SvcDocsValidationError", "only one")
	s.keeps(100 * credit.One)
}

func TestExtract429AtTheLimitOfTheSubscription(t *testing.T) {
	t.Parallel()
	s := setupDocuments(t)
	storetest.Limit(t, s.store, s.org.ID, credit.ProductExtraction, 2*credit.One)
	storetest.Limit(t, s.store, s.org.ID, credit.ProductDigitize, 0)
	s.extract(s.key, data(goodData), upload(invoicePDF(t))).want(200)
	s.extract(s.key, data(goodData), upload(blankPage(t))).want(200) // gives its unit back
	s.extract(s.key, data(goodData), upload(layout(t, "07_commercial_invoice_en.pdf"))).fails(429, "SvcDocsLimitError", "extraction")
	s.extract(s.key, data(goodData), upload(invoicePDF(t))).want(200)
	s.extract(s.key, data(goodData), upload(invoicePDF(t))).fails(429, "SvcDocsLimitError", "extraction")
	s.do1(s.formRequest(digitizePath, upload(invoicePDF(t))), s.key).fails(429, "SvcDocsLimitError", "digitize")
	s.keeps(98 * credit.One)
}

func TestADocumentWithoutPrintIsAnsweredAndCostsNothing(t *testing.T) {
	t.Parallel()
	s := setupDocuments(t)
	for _, path := range []string{extractPath, extractPath + "?json_schema=false", digitizePath} {
		request := func() *http.Request {
			r := s.formRequest(path, data(goodData), upload(blankPage(t)))
			r.Header.Set("Idempotency-Key", path)
			return r
		}
		r := s.do1(request(), s.key).want(200)
		var got struct {
			Status       string
			DocumentData map[string]any `json:"document_data"`
			Pages        *int           `json:"billed_pages"`
			Files        *int           `json:"billed_files"`
			Errors       []string
			Warnings     []extract.Warning
		}
		r.decode(&got)
		if r.header.Get("X-Credits-Charged") != "0" || r.header.Get("X-Credits-Remaining") != "100" {
			t.Errorf("%s: not refunded: %v", path, r.header)
		}
		billed := got.Pages
		if path == digitizePath {
			billed = got.Files
		}
		if got.Status != "success" || billed == nil || *billed != 0 || len(got.Errors) == 0 || len(got.Warnings) == 0 || got.Warnings[0].Code != extract.WarningUnreadable {
			t.Errorf("%s: %s", path, r.body)
		}
		for _, w := range got.Warnings[1:] {
			if w.Code != extract.WarningMissing || w.Reason != extract.ReasonUnreadable {
				t.Errorf("%s: %+v", path, w)
			}
		}
		var job struct {
			Status  string
			Counts  map[string]int
			Credits map[string]float64
		}
		s.get("/api/v3/jobs/"+r.header.Get("X-Job-ID"), s.key).want(200).decode(&job)
		if job.Status != "succeeded" || job.Counts["completed"] != 0 || job.Counts["unread"] != job.Counts["total"] || job.Credits["refunded"] != job.Credits["charged"] {
			t.Errorf("%s: %+v", path, job)
		}
		again := s.do1(request(), s.key).want(200)
		if again.header.Get("Idempotent-Replayed") != "true" || again.header.Get("X-Credits-Charged") != "0" {
			t.Errorf("%s: replay %v", path, again.header)
		}
	}
	s.keeps(100 * credit.One)
}

// TestAModelThatFailsIs502OnlyWhereNothingWasFound has a model's server that is down.
func TestAModelThatFailsIs502OnlyWhereNothingWasFound(t *testing.T) {
	t.Parallel()
	down := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusInternalServerError) }))
	t.Cleanup(down.Close)
	client, err := model.New(model.Config{BaseURL: down.URL, Model: "test", Attempts: 1}, time.Now, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = client.Close() })
	with, engine := withDocuments(t)
	s := setup(t, with)
	s.handle(reading(s, extract.NewAssisted(engine, client.Complete)))
	s.extract(s.key, schemaData(`{"properties":{"letter_of_credit_number":{"type":"string"}}}`), upload(invoicePDF(t))).
		fails(502, "SvcDocsProcessingError", "AI processing failed", "model")
	s.keeps(100 * credit.One)
	r := s.extract(s.key, data(goodData), upload(invoicePDF(t))).want(200)
	if !strings.Contains(string(r.body), `"EX-20772"`) || !strings.Contains(string(r.body), "model: the configured model gave no answer") {
		t.Errorf("%s", r.body)
	}
	s.keeps(99 * credit.One)
}

// TestExtractRefusesURLsThatLeadInsideOrNowhere has one message for all of them.
func TestExtractRefusesURLsThatLeadInsideOrNowhere(t *testing.T) {
	t.Parallel()
	s := setupDocuments(t)
	files := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/inside":
			http.Redirect(w, r, "http://169.254.169.254/latest/meta-data", http.StatusFound)
		case "/circle":
			http.Redirect(w, r, "/circle", http.StatusFound)
		case "/empty":
		case "/page":
			_, _ = io.WriteString(w, "<html>sign in to read your invoice</html>")
		case "/large":
			_, _ = w.Write(make([]byte, extract.MaxBytes+1))
		default:
			http.NotFound(w, r)
		}
	}))
	t.Cleanup(files.Close)
	var messages []string
	for _, url := range []string{files.URL + "/none.pdf", files.URL + "/inside", files.URL + "/circle", "http://10.0.0.1/a.pdf", "http://[fd00:ec2::254]/", "http://192.168.1.1", "file:///etc/passwd", "invoice.pdf"} {
		messages = append(messages, s.extract(s.key, data(goodData), link(url)).fails(400, "SvcDocsResourceError").Message)
	}
	for _, m := range messages {
		if m != messages[0] {
			t.Errorf("%q and %q: a caller could map the network", messages[0], m)
		}
	}
	s.extract(s.key, data(goodData), link(files.URL+"/empty")).fails(400, "SvcDocsResourceError", "empty")
	s.extract(s.key, data(goodData), link(files.URL+"/page")).fails(400, "SvcDocsResourceError", "not a PDF")
	s.extract(s.key, data(goodData), link(files.URL+"/large")).fails(413, "PayloadTooLarge", "limit")
	s.keeps(100 * credit.One)
}
