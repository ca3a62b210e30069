package read

import (
	"context"
	"slices"
	"testing"

	"tariffdesk/extract/internal/page"
)

// TestACopyOfAPageIsNotReadAgain holds where no place of OCR is free: the copy needs none.
func TestACopyOfAPageIsNotReadAgain(t *testing.T) {
	t.Parallel()
	r := New(1, 0)
	d, done, err := open(t.Context(), scan(t))
	if err != nil {
		t.Fatal(err)
	}
	defer done()
	d.tongues, d.copies = r.tongues(), newCopies()
	first, err := r.look(t.Context(), d, 1, nil)
	if err != nil || len(first.Words) < 10 {
		t.Fatalf("%v", err)
	}
	release, err := r.ocr.Take(t.Context(), "another")
	if err != nil {
		t.Fatal(err)
	}
	defer release()
	ended, cancel := context.WithCancel(t.Context())
	defer cancel()
	g, err := r.draw(ended, d, page.New(1, letterWidth, letterHeight, page.SourceText, nil))
	if err != nil || d.copies.read[d.copies.key(g)].page == nil {
		t.Fatalf("the page is not known: %v", err)
	}
	twin, err := r.look(t.Context(), d, 1, nil)
	if err != nil || !slices.EqualFunc(twin.Words, first.Words, func(a, b page.Word) bool { return a.Text == b.Text && a.Box == b.Box }) {
		t.Errorf("%v", err)
	}
	g.pix[len(g.pix)/2] ^= 1
	if d.copies.read[d.copies.key(g)] != nil {
		t.Error("a page that differs by a dot counts as a copy")
	}
}
