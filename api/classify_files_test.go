package api_test

import (
	"context"
	"strings"
	"sync"
	"testing"

	"tariffdesk/api"
	"tariffdesk/classify"
	"tariffdesk/credit"
	"tariffdesk/jobs"
	"tariffdesk/tariff"
	"tariffdesk/worker"
)

// classifier is one engine for all tests: none of them changes it.
var classifier = sync.OnceValues(func() (*classify.Engine, error) {
	k, err := tariff.LoadKnowledge()
	if err != nil {
		return nil, err
	}
	return classify.New(k, classify.Options{})
})

// setupAttachments classifies by the engine and reads files by the reader of documents.
func setupAttachments(t *testing.T) *service {
	t.Helper()
	with, engine := withDocuments(t)
	s := setup(t, with, func(_ *api.Config, d *api.Deps) { d.Reader = engine })
	c, err := classifier()
	if err != nil {
		t.Fatal(err)
	}
	do := worker.Classification{Engine: c, Reader: worker.Attachments{Engine: engine, Uploads: s.blobs}}
	s.handle(func(ctx context.Context, j jobs.Job, report func(jobs.Progress)) (jobs.Outcome, error) {
		return do.Handle(ctx, worker.Task{Job: j, Progress: report})
	})
	return s
}

type classifiedFiles struct {
	Codes []struct {
		Subheading struct {
			Code string `json:"code"`
		} `json:"hscode_6digits"`
	} `json:"hscodes_array"`
	Summary   string   `json:"summary_classification"`
	Questions []string `json:"required_questions"`
	RecordID  string   `json:"classification_record_id"`
}

func TestAnImageWithoutReadableTextLeadsToQuestions(t *testing.T) {
	t.Parallel()
	s := setupAttachments(t)
	var got classifiedFiles
	s.classify(s.key, part{"image_files", blankPage(t), "front.png"}).want(200).decode(&got)
	if len(got.Codes) != 0 || len(got.Questions) == 0 || !strings.Contains(got.Summary, "front.png holds no readable text") {
		t.Errorf("%+v", got)
	}
	// Beside words, the image changes nothing but what the answer says of it.
	var words, both classifiedFiles
	const shirt = "men's knitted cotton t-shirt"
	s.classify(s.key, description(shirt)).want(200).decode(&words)
	s.classify(s.key, description(shirt), part{"image_files", blankPage(t), "front.png"}).want(200).decode(&both)
	if len(words.Codes) == 0 || len(both.Codes) == 0 || words.Codes[0] != both.Codes[0] || !strings.Contains(both.Summary, "front.png holds no readable text") {
		t.Errorf("%+v\n%+v", words, both)
	}
	s.keeps(98 * credit.One) // the image alone cost nothing
}

func TestWhatWasReadOfDocumentsIsPartOfTheDescriptionAndTheAnswerSaysSo(t *testing.T) {
	t.Parallel()
	s := setupAttachments(t)
	var got classifiedFiles
	s.classify(s.key, part{"document_files", layout(t, "07_commercial_invoice_en.pdf"), "list.pdf"}, part{"document_files", "%PDF-1.4 cut", "broken.pdf"},
		part{"document_files", "leather work gloves", "note.txt"}).want(200).decode(&got)
	for _, want := range []string{"list.pdf was read.", "broken.pdf was not read:"} {
		if !strings.Contains(got.Summary, want) {
			t.Errorf("the answer does not say %q: %q", want, got.Summary)
		}
	}
	record := string(s.get("/api/v3/tariff/records/"+got.RecordID, s.key).want(200).body)
	for _, want := range []string{"Leather work gloves", "leather work gloves"} { // of the PDF and of the note
		if !strings.Contains(record, want) {
			t.Errorf("the record lacks %q", want)
		}
	}
	if len(got.Codes) == 0 {
		t.Errorf("%+v", got)
	}
	s.keeps(99 * credit.One)
}

// TestFilesAloneThatCannotBeReadAreRefusedAndPaidBack holds for any of them; beside words they are only mentioned.
func TestFilesAloneThatCannotBeReadAreRefusedAndPaidBack(t *testing.T) {
	t.Parallel()
	s := setupAttachments(t)
	a := s.classify(s.key, part{"document_files", "%PDF-1.4 cut", "broken.pdf"}).want(400)
	if !strings.Contains(string(a.body), "SvcDocsResourceError") || !strings.Contains(string(a.body), "broken.pdf was not read") {
		t.Errorf("%s", a.body)
	}
	s.classify(s.key, part{"document_files", "  \n", "blank.txt"}).want(400)
	s.keeps(100 * credit.One)
}
