package worker_test

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"tariffdesk/jobs"
	"tariffdesk/worker"
)

// TestDocumentsTellHowFarTheirReadingIs holds that the percentage of a job of one call goes up with what is read, and
// that a text alone, which takes milliseconds, tells nothing where nobody streams.
func TestDocumentsTellHowFarTheirReadingIs(t *testing.T) {
	t.Parallel()
	uploads := files{"a": layoutPDF(t, "07_commercial_invoice_en.pdf")}
	extraction := worker.Extraction{Engine: documentEngine(t), Uploads: uploads}
	classification := worker.Classification{Engine: &sighted{}, Reader: silent{}}
	attached := []jobs.Attachment{{Key: "a", Name: "a.pdf", Kind: jobs.AttachmentDocument}, {Key: "b", Name: "b.pdf", Kind: jobs.AttachmentDocument}}
	for name, c := range map[string]struct {
		handle func(context.Context, worker.Task) (jobs.Outcome, error)
		input  any
		want   string
	}{
		"extraction":       {extraction.Extract, jobs.ExtractInput{Key: "a", Schema: []byte(`{"type":"object","properties":{"total":{"type":"number"}}}`)}, "[47 95]"},
		"digitizing":       {extraction.Digitize, jobs.DigitizeInput{Key: "a"}, "[47 95]"},
		"a classification": {classification.Handle, jobs.ClassifyInput{Description: "bag", CountryCode: "WORLD", Attachments: attached}, "[5 10 25 50]"},
		"one of a text":    {classification.Handle, jobs.ClassifyInput{Description: "bag", CountryCode: "WORLD"}, "[]"},
		"one that streams": {classification.Handle, jobs.ClassifyInput{Description: "bag", CountryCode: "WORLD", Streaming: true}, "[5 50]"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			told := make(chan int, 100)
			task := extractTask(t, c.input)
			task.Progress = func(p jobs.Progress) { told <- int(p.Percent) }
			if _, err := c.handle(t.Context(), task); err != nil {
				t.Fatal(err)
			}
			close(told)
			percents := []int{}
			for p := range told {
				percents = append(percents, p)
			}
			if !slices.IsSorted(percents) || fmt.Sprint(percents) != c.want {
				t.Errorf("percentages %v, want %s", percents, c.want)
			}
		})
	}
}
