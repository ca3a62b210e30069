package api_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"image"
	imagepng "image/png"
	"io"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"os"
	"strings"
	"testing"

	"github.com/google/uuid"

	"tariffdesk/account"
	"tariffdesk/api"
	"tariffdesk/credit"
	"tariffdesk/extract"
	"tariffdesk/fail"
	"tariffdesk/fetch"
	"tariffdesk/jobs"
	"tariffdesk/store/storetest"
)

const (
	extractPath  = "/api/v3/svcdocs/extract"
	digitizePath = "/api/v3/svcdocs/digitize"
	goodData     = `{"document_type":"invoice","document_description":"number and total","json_response":{"type":"object","properties":{"invoice_number":{"type":"string"},"total":{"type":"number"}}}}`
)

// withDocuments gives the service the engine that reads documents, and lets it fetch from this machine.
func withDocuments(t *testing.T) (option, *extract.Engine) {
	t.Helper()
	engine, err := extract.New(extract.Config{})
	if err != nil {
		t.Fatal(err)
	}
	client := fetch.New(fetch.Config{AllowPrefixes: []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")}, AllowAnyPort: true})
	t.Cleanup(client.Close)
	return func(_ *api.Config, d *api.Deps) { d.Documents, d.Fetch = engine, client }, engine
}

// extracting does extract jobs as the worker does.
func extracting(s *service, engine *extract.Engine) handler {
	return func(ctx context.Context, j jobs.Job, _ func(jobs.Progress)) (jobs.Outcome, error) {
		var in jobs.ExtractInput
		if err := json.Unmarshal(j.Input, &in); err != nil {
			return jobs.Outcome{}, err
		}
		r, err := s.blobs.Open(ctx, in.Key)
		if errors.Is(err, fail.New(fail.CodeNotFound, "")) {
			return jobs.Outcome{}, fail.Wrap(err, fail.CodeSvcDocsNotFound, "the document does not exist any more")
		}
		if err != nil {
			return jobs.Outcome{}, err
		}
		defer func() { _ = r.Close() }()
		content, err := io.ReadAll(r)
		if err != nil {
			return jobs.Outcome{}, err
		}
		got, err := engine.Extract(ctx, extract.Request{File: content, Schema: in.Schema, Grounding: in.Grounding, Infer: in.Infer})
		if err != nil {
			return jobs.Outcome{}, err
		}
		body, err := json.Marshal(map[string]any{"status": "success", "document_data": got.Data, "billed_pages": j.Total, "errors": got.Errors, "fields": got.Fields})
		return jobs.Outcome{Result: body}, err
	}
}

func setupDocuments(t *testing.T) *service {
	t.Helper()
	with, engine := withDocuments(t)
	s := setup(t, with)
	s.handle(extracting(s, engine))
	return s
}

func invoicePDF(t *testing.T) string {
	t.Helper()
	b, err := os.ReadFile("../extract/testdata/layouts/01_commercial_invoice_en.pdf")
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

func blankPage(t *testing.T) string {
	t.Helper()
	img := image.NewGray(image.Rect(0, 0, 300, 400))
	for i := range img.Pix {
		img.Pix[i] = 0xff
	}
	var b bytes.Buffer
	if err := imagepng.Encode(&b, img); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func data(text string) part { return part{field: "json_data", value: text} }
func upload(content string) part {
	return part{field: "file_path", value: content, name: "invoice.exe"}
}
func link(url string) part { return part{field: "file_url", value: url} }

func (s *service) extract(token string, parts ...part) *response {
	s.t.Helper()
	return s.do1(s.formRequest(extractPath, parts...), token)
}

func TestExtractAnswersAndBillsItsPages(t *testing.T) {
	t.Parallel()
	s := setupDocuments(t)
	r := s.do1(s.formRequest(extractPath+"?grounding=true", data(goodData), upload(invoicePDF(t))), s.key).want(200)
	var got struct {
		Status string         `json:"status"`
		Data   map[string]any `json:"document_data"`
		Billed int            `json:"billed_pages"`
		Fields map[string]any `json:"fields"`
	}
	r.decode(&got)
	if got.Status != "success" || got.Data["invoice_number"] == nil || got.Data["total"] == nil || got.Billed != 1 || len(got.Fields) != 2 {
		t.Errorf("%s", r.body)
	}
	if r.header.Get("X-Credits-Charged") != "1" || r.header.Get("X-Credits-Remaining") != "99" {
		t.Errorf("%v", r.header)
	}
	storetest.CheckInvariants(t, s.store)
}

func TestExtractFetchesAURLOnceAndRepliesByKey(t *testing.T) {
	t.Parallel()
	s := setupDocuments(t)
	content := invoicePDF(t)
	files := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/invoice.pdf" {
			http.NotFound(w, r)
			return
		}
		_, _ = io.WriteString(w, content)
	}))
	t.Cleanup(files.Close)
	s.extract(s.key, data(goodData), link(files.URL+"/invoice.pdf")).want(200)
	s.extract(s.key, data(goodData), link(files.URL+"/none.pdf")).fails(400, "SvcDocsResourceError", "URL")
	s.extract(s.key, data(goodData), link("http://169.254.169.254/latest")).fails(400, "SvcDocsResourceError", "URL")
	storetest.CheckInvariants(t, s.store)
}

func TestExtract400ForWhatIsNoRequestOrNoDocument(t *testing.T) {
	t.Parallel()
	s := setupDocuments(t)
	pdf := invoicePDF(t)
	s.extract(s.key, upload(pdf)).fails(400, "BadRequest", "json_data")
	s.extract(s.key, data(`{"document_type":`), upload(pdf)).fails(400, "BadRequest", "json_data")
	s.extract(s.key, data(goodData), upload("no document at all")).fails(400, "SvcDocsResourceError", "not a PDF")
	s.extract(s.key, data(goodData), upload(pdf[:200])).fails(400, "SvcDocsResourceError", "corrupt")
	s.do1(s.formRequest(extractPath+"?country_code=FRA&json_schema=maybe", data(goodData), upload(pdf)), s.key).fails(400, "BadRequest", "country_code", "json_schema")
	s.extract(s.key, data(goodData), upload(strings.Repeat("x", 20<<20+1))).fails(413, "PayloadTooLarge", "20 MB")
	storetest.CheckInvariants(t, s.store)
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
	_, poor := s.organisation(account.PlanPro, 0)
	s.extract(poor, data(goodData), upload(invoicePDF(t))).fails(402, "SvcDocsCreditError")
	reached := false
	files := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { reached = true }))
	t.Cleanup(files.Close)
	s.extract(poor, data(goodData), link(files.URL)).fails(402, "SvcDocsCreditError")
	if reached {
		t.Error("a URL was fetched for a caller who cannot pay")
	}
}

func TestExtract404ForADocumentThatIsGone(t *testing.T) {
	t.Parallel()
	with, engine := withDocuments(t)
	s := setup(t, with)
	do := extracting(s, engine)
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
	r.fails(404, "SvcDocsNotFoundError")
	if r.header.Get("X-Credits-Remaining") != "100" {
		t.Errorf("not refunded: %v", r.header)
	}
	s.get("/api/v3/jobs/"+uuid.NewString(), s.key).want(404)
	storetest.CheckInvariants(t, s.store)
}

func TestExtract422NamesEachField(t *testing.T) {
	t.Parallel()
	s := setupDocuments(t)
	pdf := invoicePDF(t)
	s.extract(s.key, data(`{"document_type":"x","document_description":"y","json_response":{}}`), upload(pdf)).fails(422, "SvcDocsValidationError", "json_response cannot be empty")
	s.extract(s.key, data(`{"document_type":"x","document_description":"y"}`), upload(pdf)).fails(422, "SvcDocsValidationError", "json_response cannot be empty")
	s.extract(s.key, data(`{"json_response":{"type":"strin"}}`), upload(pdf)).fails(422, "SvcDocsValidationError", "document_type", "document_description", "/type")
	s.extract(s.key, data(goodData)).fails(422, "SvcDocsValidationError", "file_path")
	s.extract(s.key, data(goodData), upload(pdf), link("https://example.com/a.pdf")).fails(422, "SvcDocsValidationError", "only one")
	s.extract(s.key, data(strings.Replace(goodData, `{"type":"string"}`, `{"$ref":"https://example.com/x"}`, 1)), upload(pdf)).fails(422, "SvcDocsValidationError", "/properties/invoice_number/$ref")
	storetest.CheckInvariants(t, s.store)
}

func TestExtract502IsRefunded(t *testing.T) {
	t.Parallel()
	s := setupDocuments(t)
	r := s.extract(s.key, data(goodData), upload(blankPage(t)))
	r.fails(502, "SvcDocsProcessingError", "AI processing failed")
	if r.header.Get("X-Credits-Remaining") != "100" {
		t.Errorf("not refunded: %v", r.header)
	}
	storetest.CheckInvariants(t, s.store)
}

func TestDigitizeCostsOneCreditAFile(t *testing.T) {
	t.Parallel()
	s := setupDocuments(t)
	s.handle(func(context.Context, jobs.Job, func(jobs.Progress)) (jobs.Outcome, error) {
		return jobs.Outcome{Result: json.RawMessage(`{"status":"success","pages":[],"billed_files":1}`)}, nil
	})
	r := s.do1(s.formRequest(digitizePath, upload(invoicePDF(t))), s.key).want(200)
	if r.header.Get("X-Credits-Charged") != "1" {
		t.Errorf("%v", r.header)
	}
	s.do1(s.formRequest(digitizePath), s.key).fails(422, "SvcDocsValidationError", "file_path")
}

func TestTheFourAuxiliaryEndpointsCostNothing(t *testing.T) {
	t.Parallel()
	s := setupDocuments(t)
	const base = "/api/v3/svcdocs/"
	r := s.post(base+"generate-schema", s.key, map[string]string{"description": "invoice with number, date and total"}).want(200)
	if !strings.Contains(string(r.body), `"invoice_number"`) {
		t.Errorf("%s", r.body)
	}
	s.post(base+"generate-schema", s.key, map[string]string{}).fails(422, "SvcDocsValidationError", "description")
	var judged struct {
		Valid  bool     `json:"valid"`
		Errors []string `json:"errors"`
	}
	s.post(base+"validate-schema", s.key, `{"json_schema":{"type":"object","properties":{"a":{"type":"string"}}}}`).want(200).decode(&judged)
	if !judged.Valid || len(judged.Errors) != 0 {
		t.Errorf("%+v", judged)
	}
	s.post(base+"validate-schema", s.key, `{"json_schema":{"type":"strin"}}`).want(200).decode(&judged)
	if judged.Valid || len(judged.Errors) == 0 {
		t.Errorf("%+v", judged)
	}
	s.post(base+"validate-schema", s.key, `{}`).fails(422, "SvcDocsValidationError", "json_schema")
	var info struct {
		Valid  bool     `json:"valid"`
		Type   string   `json:"type"`
		Pages  int      `json:"pages"`
		Errors []string `json:"errors"`
	}
	s.do1(s.formRequest(base+"validate-file", upload(invoicePDF(t))), s.key).want(200).decode(&info)
	if !info.Valid || info.Type != "pdf" || info.Pages != 1 {
		t.Errorf("%+v", info)
	}
	s.do1(s.formRequest(base+"validate-file", upload("junk")), s.key).want(200).decode(&info)
	if info.Valid || len(info.Errors) != 1 {
		t.Errorf("%+v", info)
	}
	s.do1(s.formRequest(base+"generate-excel-schema", part{field: "file", value: "junk", name: "a.xlsx"}), s.key).want(400)
	s.do1(s.formRequest(base+"generate-excel-schema"), s.key).fails(422, "SvcDocsValidationError", "file")
	if balance := s.get("/api/v3/organization/subscription-info", s.key).want(200); !strings.Contains(string(balance.body), `"remaining":100`) {
		t.Errorf("%s", balance.body)
	}
}

func TestExtract429AtTheLimitOfTheSubscription(t *testing.T) {
	t.Parallel()
	s := setupDocuments(t)
	storetest.Limit(t, s.store, s.org.ID, credit.ProductExtraction, credit.One)
	s.extract(s.key, data(goodData), upload(invoicePDF(t))).want(200)
	s.extract(s.key, data(goodData), upload(invoicePDF(t))).fails(429, "SvcDocsLimitError", "extraction")
	storetest.CheckInvariants(t, s.store)
}
