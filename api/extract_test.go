package api_test

import (
	"bytes"
	"context"
	"image"
	imagepng "image/png"
	"io"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"os"
	"testing"

	"tariffdesk/api"
	"tariffdesk/extract"
	"tariffdesk/fetch"
	"tariffdesk/jobs"
	"tariffdesk/store/storetest"
	"tariffdesk/worker"
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

// reading does extract and digitize jobs by the worker's own handlers.
func reading(s *service, engine worker.Extractor) handler {
	e := worker.Extraction{Engine: engine, Uploads: s.blobs}
	return func(ctx context.Context, j jobs.Job, report func(jobs.Progress)) (jobs.Outcome, error) {
		do := e.Extract
		if j.Kind == jobs.KindDigitize {
			do = e.Digitize
		}
		if j.Kind == jobs.KindSplit {
			do = e.Split
		}
		return do(ctx, worker.Task{Job: j, Progress: report})
	}
}

func setupDocuments(t *testing.T) *service {
	t.Helper()
	with, engine := withDocuments(t)
	s := setup(t, with)
	s.handle(reading(s, engine))
	return s
}

// layout is one of the documents that extraction is tested with.
func layout(t *testing.T, name string) string {
	t.Helper()
	b, err := os.ReadFile("../extract/testdata/layouts/" + name)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

func invoicePDF(t *testing.T) string {
	t.Helper()
	return layout(t, "01_commercial_invoice_en.pdf")
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

func TestDigitizeCostsOneCreditAFile(t *testing.T) {
	t.Parallel()
	s := setupDocuments(t)
	r := s.do1(s.formRequest(digitizePath, upload(layout(t, "07_commercial_invoice_en.pdf"))), s.key).want(200)
	var got struct {
		Status string `json:"status"`
		Billed int    `json:"billed_files"`
		Pages  []struct {
			Page   int    `json:"page"`
			Text   string `json:"text"`
			Blocks []struct {
				Kind string     `json:"kind"`
				Box  [4]float64 `json:"box"`
				Text string     `json:"text"`
				Rows [][]string `json:"rows"`
			} `json:"blocks"`
		} `json:"pages"`
	}
	r.decode(&got)
	if got.Status != "success" || got.Billed != 1 || len(got.Pages) < 2 || got.Pages[1].Page != 2 || got.Pages[1].Text == "" {
		t.Fatalf("%s", r.body)
	}
	tables := 0
	for _, b := range got.Pages[0].Blocks {
		if b.Box[0] < 0 || b.Box[0] >= b.Box[2] || b.Box[1] >= b.Box[3] || b.Box[3] > 1 || b.Text == "" {
			t.Errorf("%+v", b)
		}
		if b.Kind == "table" && len(b.Rows) > 2 {
			tables++
		}
	}
	if r.header.Get("X-Credits-Charged") != "1" || tables == 0 {
		t.Errorf("%d tables, %v", tables, r.header)
	}
	storetest.CheckInvariants(t, s.store)
}
