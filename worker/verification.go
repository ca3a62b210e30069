package worker

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"tariffdesk/extract"
	"tariffdesk/fail"
	"tariffdesk/jobs"
	"tariffdesk/verification"
)

// PaperStore keeps verifications with their documents. What does not exist is CodeNotFound.
type PaperStore interface {
	VerificationDocument(ctx context.Context, verificationID, id string) (verification.Document, error)
	Verification(ctx context.Context, organisationID, id string) (verification.Verification, error)
	EndDocument(ctx context.Context, d verification.Document, state verification.DocumentState, problem string, checks []verification.Check) error
}

// Papers reads the documents of verifications and compares them with what was declared.
type Papers struct {
	Engine Extractor
	Blobs  Uploads
	Store  PaperStore
	Now    func() time.Time
}

// Handle reads one document. A file that cannot be read is an end of its own, not a failure of the job;
// a document that was removed meanwhile is left alone.
func (p Papers) Handle(ctx context.Context, t Task) (jobs.Outcome, error) {
	var in jobs.VerificationInput
	if err := json.Unmarshal(t.Job.Input, &in); err != nil {
		return jobs.Outcome{}, fmt.Errorf("input of verification job %s: %w", t.Job.ID, err)
	}
	done := jobs.Outcome{Result: fmt.Appendf(nil, `{"document_id":%q}`, in.DocumentID)}
	d, err := p.Store.VerificationDocument(ctx, "", in.DocumentID)
	if err != nil || d.State != verification.DocumentReading {
		return done, err
	}
	v, err := p.Store.Verification(ctx, "", d.VerificationID)
	if err != nil {
		return done, err
	}
	reading, err := p.read(ctx, t, d)
	switch {
	case err == nil:
		return done, p.Store.EndDocument(ctx, d, verification.DocumentRead, "", verification.Compare(v, d, reading, p.Now().UTC().Truncate(time.Microsecond)))
	case ctx.Err() == nil && (!transient(err) || t.Job.Attempt >= jobs.Attempts):
		return done, errors.Join(p.Store.EndDocument(ctx, d, verification.DocumentFailed, unread(err), nil), internal(err))
	}
	return done, err
}

// unread is the message for a document that cannot be read.
func unread(err error) string {
	if fail.CodeOf(err) == fail.CodeInternal {
		return "The document could not be read."
	}
	return fail.As(err).Message
}

// internal is err where it is a mistake of ours, which the job must show.
func internal(err error) error {
	if fail.CodeOf(err) == fail.CodeInternal {
		return err
	}
	return nil
}

func (p Papers) read(ctx context.Context, t Task, d verification.Document) (verification.Reading, error) {
	file, err := read(ctx, p.Blobs, d.Blob)
	if err != nil {
		return verification.Reading{}, err
	}
	pages, _, err := p.Engine.Read(ctx, file, verification.FirstPages, nil)
	if err != nil {
		return verification.Reading{}, err
	}
	found, err := p.Engine.Extract(ctx, extract.Request{
		File: file, Schema: verification.Schema(d.Kind), DocumentType: strings.ReplaceAll(string(d.Kind), "_", " "), Description: "identity of a company",
		Grounding: true, Progress: pagesRead(t),
	})
	if err != nil {
		return verification.Reading{}, err
	}
	return readingOf(found, pages)
}

func readingOf(found extract.Result, pages []extract.PageText) (verification.Reading, error) {
	r := verification.Reading{Fields: map[string]verification.Place{}}
	values := map[string]any{}
	if err := json.Unmarshal(found.Data, &values); err != nil {
		return r, fmt.Errorf("data of a document: %w", err)
	}
	for pointer, field := range found.Fields {
		name := strings.TrimPrefix(pointer, "/")
		if value, ok := values[name].(string); ok {
			r.Fields[name] = verification.Place{Text: value, Page: field.Page, Box: field.Box}
		}
	}
	for _, page := range pages {
		for _, b := range page.Blocks {
			r.Lines = append(r.Lines, verification.Place{Text: b.Text, Page: page.Page, Box: b.Box})
		}
	}
	return r, nil
}
