package worker_test

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"log/slog"
	"strings"
	"testing"

	"tariffdesk/extract"
	"tariffdesk/jobs"
	"tariffdesk/worker"
)

// painter draws two pages.
type painter struct{}

func (painter) Previews(_ context.Context, _ []byte, keep func(extract.Preview) error) error {
	return errors.Join(keep(extract.Preview{Number: 1, Width: 10, Height: 20, JPEG: []byte("one")}), keep(extract.Preview{Number: 2, JPEG: []byte("two")}))
}

// album keeps one picture and then no more.
type album struct{ notes, kept []string }

func (a *album) KeepResults(_ context.Context, _ string, keys []string) error {
	a.notes = append(a.notes, keys...)
	return nil
}

func (a *album) Open(context.Context, string) (io.ReadCloser, error) {
	return nil, errors.New("not read")
}

func (a *album) Write(_ context.Context, key, _ string, write func(io.Writer) error) error {
	if len(a.kept) > 1 { // the words of the pages and a picture
		return errors.New("the store is away")
	}
	var text strings.Builder
	a.kept = append(a.kept, key)
	return write(&text)
}

func TestAnExtractionOutlivesPicturesThatCannotBeKept(t *testing.T) {
	t.Parallel()
	a := &album{}
	e := worker.Extraction{
		Engine: documentEngine(t), Uploads: files{"a": layoutPDF(t, "01_commercial_invoice_en.pdf")},
		Painter: painter{}, Store: a, Blobs: a, Log: slog.New(slog.DiscardHandler),
	}
	got, err := e.Extract(t.Context(), extractTask(t, jobs.ExtractInput{
		Key: "a", Schema: json.RawMessage(`{"type":"object","properties":{"total":{"type":"number"}}}`), Previews: true,
	}))
	if err != nil || !strings.Contains(string(got.Result), `"previews":[{"page":1,"width":10,"height":20}]`) {
		t.Errorf("%s %v", got.Result, err)
	}
	if strings.Join(a.notes, " ") != "results/j/words.json.gz results/j/page-1.jpg results/j/page-2.jpg" || strings.Join(a.kept, " ") != "results/j/words.json.gz results/j/page-1.jpg" {
		t.Errorf("what is kept is noted before it is written, or it would be left behind: %v, %v", a.notes, a.kept)
	}
}
