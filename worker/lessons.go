package worker

import (
	"context"
	"fmt"
	"io"

	"tariffdesk/extract"
	"tariffdesk/jobs"
)

// LessonStore keeps the corrections of organisations.
type LessonStore interface {
	Corrections(ctx context.Context, organisationID string, limit int, after string) ([]jobs.Correction, error)
}

// lessons returns the captions that an organisation's corrections point to, the newest first.
func (e Extraction) lessons(ctx context.Context, organisationID string) ([]extract.Lesson, error) {
	if e.Lessons == nil {
		return nil, nil
	}
	found, err := e.Lessons.Corrections(ctx, organisationID, jobs.MaxCorrections, "")
	if err != nil {
		return nil, err
	}
	var all []extract.Lesson
	for _, c := range found {
		if c.Caption != "" && len(c.Marks) > 0 {
			all = append(all, extract.Lesson{Marks: c.Marks, Pointer: c.Pointer, Caption: c.Caption, Place: c.Place})
		}
	}
	return all, nil
}

// keepWords keeps the words of a document as long as the result of its job.
func (e Extraction) keepWords(ctx context.Context, jobID string, words []byte) error {
	if words == nil {
		return nil
	}
	key := jobs.WordsKey(jobID)
	if err := e.Store.KeepResults(ctx, jobID, []string{key}); err != nil {
		return err
	}
	err := e.Blobs.Write(ctx, key, "application/gzip", func(w io.Writer) error {
		_, err := w.Write(words)
		return err
	})
	if err != nil {
		return fmt.Errorf("keep words %s: %w", key, err)
	}
	return nil
}
