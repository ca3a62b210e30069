package worker

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"

	"tariffdesk/extract"
	"tariffdesk/fail"
	"tariffdesk/jobs"
)

// Extractor reads documents.
type Extractor interface {
	Extract(ctx context.Context, r extract.Request) (extract.Result, error)
	Split(ctx context.Context, r extract.Request) (extract.Result, error)
	Read(ctx context.Context, file []byte, most int, progress func(done, of int)) (pages []extract.PageText, total int, err error)
}

// Extraction does extract and digitize jobs.
type Extraction struct {
	Engine  Extractor
	Uploads Uploads
	Painter Painter // draws pages on request; nil draws none
	Store   ResultStore
	Lessons LessonStore // nil for none
	Blobs   BatchBlobs
	Log     *slog.Logger
}

// extractBody is the body of an extraction.
type extractBody struct {
	Status       string                   `json:"status"`
	DocumentData json.RawMessage          `json:"document_data"`
	BilledPages  int                      `json:"billed_pages"`
	Documents    []extract.Document       `json:"documents"`
	Errors       []string                 `json:"errors,omitempty"`
	Warnings     []extract.Warning        `json:"warnings,omitempty"`
	Fields       map[string]extract.Field `json:"fields,omitempty"`
	Previews     []pageBody               `json:"previews,omitempty"`
}

// digitizeBody is the body of a digitized file.
type digitizeBody struct {
	Status      string             `json:"status"`
	Pages       []extract.PageText `json:"pages"`
	BilledFiles int                `json:"billed_files"`
	Errors      []string           `json:"errors,omitempty"`
	Warnings    []extract.Warning  `json:"warnings,omitempty"`
}

// splitBody is the body of a file that was parted into its documents.
type splitBody struct {
	Status      string             `json:"status"`
	Documents   []extract.Document `json:"documents"`
	BilledFiles int                `json:"billed_files"`
	Errors      []string           `json:"errors,omitempty"`
	Warnings    []extract.Warning  `json:"warnings,omitempty"`
}

const statusSuccess = "success"

// Extract fills the caller's schema from the document.
func (e Extraction) Extract(ctx context.Context, t Task) (jobs.Outcome, error) {
	var in jobs.ExtractInput
	if err := json.Unmarshal(t.Job.Input, &in); err != nil {
		return jobs.Outcome{}, fmt.Errorf("input of extract job %s: %w", t.Job.ID, err)
	}
	file, password, err := e.unlocked(ctx, in.Key, in.PasswordKey)
	if err != nil {
		return jobs.Outcome{}, err
	}
	chosen, err := chosenPages(in.Pages)
	if err != nil {
		return jobs.Outcome{}, err
	}
	lessons, err := e.lessons(ctx, t.Job.OrganisationID)
	if err != nil {
		return jobs.Outcome{}, err
	}
	result, err := e.Engine.Extract(ctx, extract.Request{
		File: file, Schema: in.Schema, DocumentType: in.DocumentType, Description: in.Description,
		Infer: in.Infer, Grounding: in.Grounding, Progress: pagesRead(t),
		Pages: chosen, Password: password, Split: in.Split, Lessons: lessons, Keep: e.Blobs != nil && e.Store != nil,
	})
	if err != nil {
		return jobs.Outcome{}, err
	}
	body := extractBody{
		Status: statusSuccess, DocumentData: result.Data, BilledPages: t.Job.Total, Documents: result.Documents,
		Errors: result.Errors, Warnings: result.Warnings, Fields: result.Fields,
	}
	if result.Unreadable {
		body.BilledPages = 0
	}
	if err := e.keepWords(ctx, t.Job.ID, result.Kept); err != nil {
		if ctx.Err() != nil {
			return jobs.Outcome{}, err
		}
		e.Log.WarnContext(ctx, "words of a document are not kept: its corrections teach nothing", "job_id", t.Job.ID, "error", err)
	}
	if in.Previews {
		if body.Previews, err = e.previews(extract.WithPassword(ctx, password), t, file, chosen); err != nil {
			if ctx.Err() != nil {
				return jobs.Outcome{}, err
			}
			e.Log.WarnContext(ctx, "pictures of a document are incomplete", "job_id", t.Job.ID, "error", err)
		}
	}
	return encoded(t.Job, body, result.Unreadable)
}

// Digitize gives the text and the blocks of every page.
func (e Extraction) Digitize(ctx context.Context, t Task) (jobs.Outcome, error) {
	var in jobs.DigitizeInput
	if err := json.Unmarshal(t.Job.Input, &in); err != nil {
		return jobs.Outcome{}, fmt.Errorf("input of digitize job %s: %w", t.Job.ID, err)
	}
	file, err := e.load(ctx, in.Key)
	if err != nil {
		return jobs.Outcome{}, err
	}
	pages, _, err := e.Engine.Read(ctx, file, extract.MaxPages, pagesRead(t))
	if err != nil {
		return jobs.Outcome{}, err
	}
	for _, p := range pages {
		if p.Text != "" {
			return encoded(t.Job, digitizeBody{Status: statusSuccess, Pages: pages, BilledFiles: 1}, false)
		}
	}
	w := extract.Unreadable()
	return encoded(t.Job, digitizeBody{Status: statusSuccess, Pages: pages, Errors: []string{w.Message}, Warnings: []extract.Warning{w}}, true)
}

// Split tells the documents of a file apart.
func (e Extraction) Split(ctx context.Context, t Task) (jobs.Outcome, error) {
	var in jobs.SplitInput
	if err := json.Unmarshal(t.Job.Input, &in); err != nil {
		return jobs.Outcome{}, fmt.Errorf("input of split job %s: %w", t.Job.ID, err)
	}
	file, password, err := e.unlocked(ctx, in.Key, in.PasswordKey)
	if err != nil {
		return jobs.Outcome{}, err
	}
	result, err := e.Engine.Split(ctx, extract.Request{File: file, Password: password, Progress: pagesRead(t)})
	if err != nil {
		return jobs.Outcome{}, err
	}
	body := splitBody{Status: statusSuccess, Documents: result.Documents, BilledFiles: 1, Errors: result.Errors, Warnings: result.Warnings}
	if result.Unreadable {
		body.BilledFiles = 0
	}
	return encoded(t.Job, body, result.Unreadable)
}

// unlocked reads an upload and the password that came with it, if any.
func (e Extraction) unlocked(ctx context.Context, key, passwordKey string) (file []byte, password string, err error) {
	if file, err = e.load(ctx, key); err != nil || passwordKey == "" {
		return file, "", err
	}
	secret, err := e.load(ctx, passwordKey)
	return file, string(secret), err
}

// chosenPages are the pages that a caller chose; none for all.
func chosenPages(text string) ([]extract.PageRange, error) {
	if text == "" {
		return nil, nil
	}
	return extract.ParsePages(text)
}

// encoded is the outcome of a job whose document was read, or had no print.
func encoded(j jobs.Job, body any, empty bool) (jobs.Outcome, error) {
	raw, err := json.Marshal(body)
	if err != nil {
		return jobs.Outcome{}, fmt.Errorf("result of %s job %s: %w", j.Kind, j.ID, err)
	}
	return jobs.Outcome{Result: raw, Empty: empty}, nil
}

func pagesRead(t Task) func(done, of int) {
	return func(done, of int) {
		t.Progress(jobs.Progress{Percent: 95 * float64(done) / float64(max(of, 1)), Message: fmt.Sprintf("read page %d of %d", done, of)})
	}
}

// load reads an upload; one that is gone is CodeSvcDocsNotFound.
func (e Extraction) load(ctx context.Context, key string) ([]byte, error) {
	file, err := read(ctx, e.Uploads, key)
	if errors.Is(err, fail.New(fail.CodeNotFound, "")) {
		return nil, fail.Wrap(err, fail.CodeSvcDocsNotFound, "the document does not exist any more: send it again")
	}
	return file, err
}

// read reads a document's blob, which is as large as a document may be at most.
func read(ctx context.Context, uploads Uploads, key string) ([]byte, error) {
	r, err := uploads.Open(ctx, key)
	if err != nil {
		return nil, fmt.Errorf("open document %s: %w", key, err)
	}
	content, err := io.ReadAll(io.LimitReader(r, extract.MaxBytes+1))
	if err = errors.Join(err, r.Close()); err != nil {
		return nil, fmt.Errorf("read document %s: %w", key, err)
	}
	return content, nil
}
