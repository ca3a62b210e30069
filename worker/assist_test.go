package worker_test

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"reflect"
	"strings"
	"testing"

	"tariffdesk/classify"
	"tariffdesk/fail"
	"tariffdesk/jobs"
	"tariffdesk/worker"
)

// sighted is an engine that notes what it is shown.
type sighted struct {
	images [][]byte
	looked bool
}

func (s *sighted) Classify(context.Context, classify.Request) (classify.Result, error) {
	return classify.Result{Suggestions: []classify.Suggestion{}}, nil
}

func (s *sighted) ClassifyImages(_ context.Context, _ classify.Request, images [][]byte) (classify.Result, error) {
	s.looked, s.images = true, images
	return classify.Result{Suggestions: []classify.Suggestion{}, Summary: "Seen."}, nil
}

// files are uploads by key.
type files map[string][]byte

func (f files) Open(_ context.Context, key string) (io.ReadCloser, error) {
	content, ok := f[key]
	if !ok {
		return nil, fail.New(fail.CodeNotFound, "no such file")
	}
	return io.NopCloser(bytes.NewReader(content)), nil
}

// silent reads nothing out of attachments.
type silent struct{}

func (silent) Read(context.Context, jobs.Attachment, int) (worker.Reading, error) {
	return worker.Reading{}, nil
}

var (
	photo   = []byte("\xff\xd8\xff photo")
	drawing = []byte("\x89PNG\r\n\x1a\n drawing")
)

func classifyImages(t *testing.T, engine worker.Classifier, uploads worker.Uploads, model string, keys ...string) (jobs.Outcome, error) {
	t.Helper()
	in := jobs.ClassifyInput{CountryCode: "WORLD", Model: model, Attachments: []jobs.Attachment{
		{Key: "sheet", Name: "sheet.pdf", Kind: jobs.AttachmentDocument}, {Name: "note.txt", Text: "a bag", Kind: jobs.AttachmentDocument},
	}}
	for _, key := range keys {
		in.Attachments = append(in.Attachments, jobs.Attachment{Key: key, Name: key, Kind: jobs.AttachmentImage})
	}
	input, err := json.Marshal(in)
	if err != nil {
		t.Fatal(err)
	}
	c := worker.Classification{Engine: engine, Reader: silent{}, Uploads: uploads}
	return c.Handle(t.Context(), worker.Task{Job: jobs.Job{ID: "j", Kind: jobs.KindClassify, Input: input}, Progress: func(jobs.Progress) {}})
}

func TestPicturesOfAProJobReachTheModelAndTheRestIsNamed(t *testing.T) {
	t.Parallel()
	engine := &sighted{}
	large := append(bytes.Clone(photo), make([]byte, 11<<20)...)
	uploads := files{"a.jpg": photo, "b.tif": []byte("II*\x00 scan"), "c.jpg": large, "d.png": drawing}
	outcome, err := classifyImages(t, engine, uploads, "pro", "a.jpg", "b.tif", "c.jpg", "d.png")
	if err != nil || !reflect.DeepEqual(engine.images, [][]byte{photo, drawing}) {
		t.Fatalf("%v, %d images", err, len(engine.images))
	}
	var r classify.Result
	if err := json.Unmarshal(outcome.Result, &r); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"Seen. b.tif was not shown", "c.jpg was not shown", "10 MB"} {
		if !strings.Contains(r.Summary, want) {
			t.Errorf("%q is missing in %q", want, r.Summary)
		}
	}
}

func TestOnlyAnEngineThatLooksAndAProJobLoadPictures(t *testing.T) {
	t.Parallel()
	engine := &sighted{}
	if _, err := classifyImages(t, engine, files{}, "fast", "a.jpg"); err != nil || engine.looked {
		t.Errorf("fast: %v, looked %v", err, engine.looked)
	}
	if _, err := classifyImages(t, engine, nil, "pro", "a.jpg"); err != nil || engine.looked {
		t.Errorf("no uploads: %v, looked %v", err, engine.looked)
	}
	if _, err := classifyImages(t, struct{ worker.Classifier }{engine}, files{}, "pro", "a.jpg"); err != nil || engine.looked {
		t.Errorf("an engine without eyes: %v, looked %v", err, engine.looked)
	}
	if _, err := classifyImages(t, engine, files{}, "pro", "a.jpg"); fail.CodeOf(err) != fail.CodeNotFound {
		t.Errorf("a lost upload: %v", err)
	}
}
