package worker_test

import (
	"context"
	"encoding/json"
	"os"
	"strings"
	"testing"

	"tariffdesk/extract"
	"tariffdesk/fail"
	"tariffdesk/jobs"
	"tariffdesk/worker"
)

func documentEngine(t *testing.T) *extract.Engine {
	t.Helper()
	e, err := extract.New(extract.Config{})
	if err != nil {
		t.Fatal(err)
	}
	return e
}

func layoutPDF(t *testing.T, name string) []byte {
	t.Helper()
	b, err := os.ReadFile("../extract/testdata/layouts/" + name)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func extractTask(t *testing.T, input any) worker.Task {
	t.Helper()
	raw, err := json.Marshal(input)
	if err != nil {
		t.Fatal(err)
	}
	return worker.Task{Job: jobs.Job{ID: "j", Kind: jobs.KindExtract, Total: 2, Input: raw}, Progress: func(jobs.Progress) {}}
}

// TestExtractionRunTwiceGivesOneResult is what the queue needs of a handler.
func TestExtractionRunTwiceGivesOneResult(t *testing.T) {
	t.Parallel()
	e := worker.Extraction{Engine: documentEngine(t), Uploads: files{"a": layoutPDF(t, "01_commercial_invoice_en.pdf")}}
	in := jobs.ExtractInput{Key: "a", Schema: json.RawMessage(`{"type":"object","properties":{"total":{"type":"number"}}}`), Grounding: true}
	var results []string
	for range 2 {
		got, err := e.Extract(t.Context(), extractTask(t, in))
		if err != nil {
			t.Fatal(err)
		}
		results = append(results, string(got.Result))
	}
	if results[0] != results[1] || !strings.Contains(results[0], `"billed_pages":2`) || !strings.Contains(results[0], `"/total":{"page":1`) {
		t.Errorf("%q", results)
	}
}

func TestADocumentThatIsGoneIsNotFound(t *testing.T) {
	t.Parallel()
	e := worker.Extraction{Engine: documentEngine(t), Uploads: files{}}
	_, err := e.Extract(t.Context(), extractTask(t, jobs.ExtractInput{Key: "none"}))
	if fail.CodeOf(err) != fail.CodeSvcDocsNotFound {
		t.Error(err)
	}
}

func TestDigitizeGivesTextAndTables(t *testing.T) {
	t.Parallel()
	e := worker.Extraction{Engine: documentEngine(t), Uploads: files{"a": layoutPDF(t, "13_packing_list_en.pdf")}}
	got, err := e.Digitize(t.Context(), extractTask(t, jobs.DigitizeInput{Key: "a"}))
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{`"billed_files":1`, `"kind":"table"`, `PACKING LIST`, `"status":"success"`} {
		if !strings.Contains(string(got.Result), want) {
			t.Errorf("lacks %s: %s", want, got.Result)
		}
	}
}

func TestAttachmentsAreReadWithinTheirPagesAndSayWhatWasLeftOut(t *testing.T) {
	t.Parallel()
	reader := worker.Attachments{Engine: documentEngine(t), Uploads: files{
		"list": layoutPDF(t, "07_commercial_invoice_en.pdf"), "junk": []byte("no document"),
	}}
	read := func(key string, pages int) worker.Reading {
		got, err := reader.Read(context.Background(), jobs.Attachment{Key: key, Name: key + ".pdf"}, pages)
		if err != nil {
			t.Fatal(err)
		}
		return got
	}
	if r := read("list", 20); r.Pages < 2 || !strings.Contains(r.Text, "Leather work gloves") || r.Note != "list.pdf was read." {
		t.Errorf("%+v", r)
	}
	if r := read("list", 1); r.Pages != 1 || !strings.Contains(r.Note, "1 of") || !strings.Contains(r.Note, "20 pages") {
		t.Errorf("%+v", r)
	}
	if r := read("junk", 20); r.Text != "" || !strings.Contains(r.Note, "junk.pdf was not read") {
		t.Errorf("%+v", r)
	}
}
