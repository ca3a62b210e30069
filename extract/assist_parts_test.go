package extract_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"image"
	"image/png"
	"strings"
	"sync"
	"testing"
	"time"

	"tariffdesk/extract"
	"tariffdesk/fail"
)

func TestALongDocumentIsShownInPartsAndItsRowsAreJoined(t *testing.T) {
	t.Parallel()
	var pages [][]string
	for p := range 30 {
		lines := []string{"Part|Pieces|Value"}
		for row := range 20 {
			lines = append(lines, fmt.Sprintf("Item %c%c of many more|%d|%d.25", 'A'+p%26, 'a'+row, 1+row, 1000*p+row))
		}
		pages = append(pages, lines)
	}
	pages[0] = append([]string{"Order No: PO-4471"}, pages[0]...)
	var mu sync.Mutex
	shown := map[int]int{}
	a, o := assisted(t, func(p extract.Prompt) string {
		var user struct {
			Pages []struct {
				Page int     `json:"page"`
				Rows [][]any `json:"rows"`
			} `json:"pages"`
		}
		if err := json.Unmarshal([]byte(p.User), &user); err != nil {
			t.Error(err)
		}
		var rows []any
		number := any(nil)
		mu.Lock()
		defer mu.Unlock()
		for _, page := range user.Pages {
			shown[page.Page]++
			for _, r := range page.Rows {
				if text := fmt.Sprint(r[1].([]any)[1]); strings.HasPrefix(text, "Item") {
					rows = append(rows, map[string]any{"a": text})
				} else if strings.HasPrefix(text, "Order") {
					number = "PO-4471"
				}
			}
		}
		raw, _ := json.Marshal(map[string]any{"data": map[string]any{"order_number": number, "z_rows": rows}})
		return string(raw)
	})
	r := orderRequest()
	r.File = textPDF(pages...)
	data, got := extracted(t, a, r)
	rows, _ := data["z_rows"].([]any)
	if len(rows) != 600 || data["order_number"] != "PO-4471" || got.Fields["/z_rows/599/a"].Page != 30 || got.Fields["/z_rows/20/a"].Page != 2 {
		t.Errorf("%d rows, last on page %d", len(rows), got.Fields["/z_rows/599/a"].Page)
	}
	if len(shown) != 30 || len(o.prompts) < 3 {
		t.Errorf("%d pages in %d prompts", len(shown), len(o.prompts))
	}
	for _, p := range o.prompts {
		if len(p.User) > 40_000 {
			t.Errorf("a prompt of %d bytes", len(p.User))
		}
	}
}

// strokes is a picture with ink on it that OCR cannot read.
func strokes(t *testing.T) []byte {
	t.Helper()
	img := image.NewGray(image.Rect(0, 0, 400, 500))
	for i := range img.Pix {
		img.Pix[i] = 0xff
	}
	for i := range 300 {
		img.Pix[(100+i)*400+40+i] = 0
		img.Pix[(100+i)*400+41+i] = 0
		img.Pix[(100+i)*400+42+i] = 0
	}
	var b bytes.Buffer
	if err := png.Encode(&b, img); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func TestAPictureWithoutReadableTextIsShownAndItsValuesAreMarked(t *testing.T) {
	t.Parallel()
	r := orderRequest()
	r.File = strokes(t)
	engine, err := extract.New(extract.Config{PageTime: time.Hour, Pages: t.TempDir()}) // the picture is read once
	if err != nil {
		t.Fatal(err)
	}
	assisted := func(answers ...any) (*extract.Assisted, *oracle) {
		o := &oracle{answers: answers}
		return extract.NewAssisted(engine, o.ask), o
	}
	a, o := assisted(`{"data":{"z_maker":"Handwritten Ltd","total":null}}`)
	data, got := extracted(t, a, r)
	if f := got.Fields["/z_maker"]; data["z_maker"] != "Handwritten Ltd" || f.Page != 0 || f.Box != [4]float64{} || f.Source != "model" || f.Confidence > 0.3 {
		t.Errorf("%v %+v", data, f)
	}
	if !strings.Contains(strings.Join(got.Errors, "\n"), "/z_maker: read by the configured model on a picture") {
		t.Errorf("%q", got.Errors)
	}
	if p := o.prompts[0]; len(p.Images) != 1 || !bytes.HasPrefix(p.Images[0], []byte("\xff\xd8\xff")) || !strings.Contains(p.User, `"pictures_of_pages":[1]`) {
		t.Errorf("%d pictures: %s", len(p.Images), p.User)
	}
	a, _ = assisted(`{"data":{"total":null}}`)
	if got, err := a.Extract(t.Context(), r); err != nil || !got.Unreadable {
		t.Errorf("nothing to see: %+v %v", got, err)
	}
	for name, answer := range map[string]any{"no answer": errors.New("no route"), "takes no pictures": rejection{}} {
		a, _ = assisted(answer)
		if _, err := a.Extract(t.Context(), r); fail.CodeOf(err) != fail.CodeSvcDocsProcessing {
			t.Errorf("%s: %v", name, err)
		}
	}
	a, o = assisted(`{"data":{"z_maker":"Invented Ltd"}}`)
	r.File = blank(t)
	if got, err := a.Extract(t.Context(), r); err != nil || !got.Unreadable || len(o.prompts) != 0 {
		t.Errorf("a blank page: %+v %v after %d prompts", got, err, len(o.prompts))
	}
}

type rejection struct{}

func (rejection) Error() string  { return "rejected" }
func (rejection) Rejected() bool { return true }

func TestAFailedModelWithNothingElseFoundIsAProcessingError(t *testing.T) {
	t.Parallel()
	r := orderRequest()
	r.Schema = json.RawMessage(`{"type":"object","properties":{"z1":{"type":"boolean"}}}`)
	a, _ := assisted(t, errors.New("no route"))
	if _, err := a.Extract(t.Context(), r); fail.CodeOf(err) != fail.CodeSvcDocsProcessing {
		t.Error(err)
	}
	a, _ = assisted(t, `{"data":{"z1":true}}`)
	data, got := extracted(t, a, r)
	if f := got.Fields["/z1"]; data["z1"] != true || f.Page != 0 || f.Source != "model" || !strings.Contains(strings.Join(got.Errors, "\n"), "/z1: chosen by the configured model") {
		t.Errorf("%v %+v %q", data, f, got.Errors)
	}
}

// TestTheOCRPoolIsFreeWhileAModelThinks has one place in the pool, and a model that does not answer.
func TestTheOCRPoolIsFreeWhileAModelThinks(t *testing.T) {
	t.Parallel()
	engine, err := extract.New(extract.Config{OCR: 1})
	if err != nil {
		t.Fatal(err)
	}
	thinking, release := make(chan struct{}), make(chan struct{})
	a := extract.NewAssisted(engine, func(ctx context.Context, _ extract.Prompt) ([]byte, error) {
		close(thinking)
		select {
		case <-release:
		case <-ctx.Done():
		}
		return []byte(`{"data":{"z_maker":"X"}}`), nil
	})
	r := orderRequest()
	r.File = strokes(t)
	done := make(chan error, 1)
	go func() { _, err := a.Extract(t.Context(), r); done <- err }()
	<-thinking
	if _, _, err := engine.Read(t.Context(), strokes(t), 1, nil); err != nil {
		t.Error(err)
	}
	close(release)
	if err := <-done; err != nil {
		t.Error(err)
	}
}

func TestACallerWhoLeavesGetsNoAnswer(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancelCause(t.Context())
	gone := errors.New("gone")
	a := extract.NewAssisted(newEngine(t), func(context.Context, extract.Prompt) ([]byte, error) { cancel(gone); return nil, ctx.Err() })
	if _, err := a.Extract(ctx, orderRequest()); !errors.Is(err, gone) {
		t.Errorf("%v", err)
	}
}
