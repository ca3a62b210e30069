package read

import (
	"bytes"
	"math"
	"slices"
	"testing"

	"github.com/go-pdf/fpdf"

	"tariffdesk/extract/internal/page"
)

// TestDrawnLinesOfAPageAreFound where they are drawn, thin or as the edge of a shaded field, and strokes of letters are none.
func TestDrawnLinesOfAPageAreFound(t *testing.T) {
	t.Parallel()
	f := fpdf.New("P", "pt", "A4", "")
	f.AddPage()
	f.SetFont("Helvetica", "B", 28)
	f.Text(60, 90, "HILLHEILIT")
	f.SetLineWidth(0.3)
	for _, y := range []float64{200, 230, 260} {
		f.Line(60, y, 500, y)
	}
	for _, x := range []float64{60, 200, 500} {
		f.Line(x, 200, x, 260)
	}
	f.SetFillColor(220, 220, 220)
	f.Rect(60, 300, 440, 20, "F")
	f.SetFont("Helvetica", "", 9)
	for _, y := range []float64{218, 248} {
		f.Text(150, y, "Galvanised")
		f.Text(203, y, "1,250.00")
	}
	var b bytes.Buffer
	if err := f.Output(&b); err != nil {
		t.Fatal(err)
	}
	pages, _, err := New(1, 0).Pages(t.Context(), b.Bytes(), 10, nil)
	if err != nil || len(pages) != 1 {
		t.Fatal(pages, err)
	}
	at := func(lines []page.Ruling) (all []float64) {
		for _, l := range lines {
			all = append(all, math.Round(l.At/2)*2)
		}
		slices.Sort(all)
		return all
	}
	if got, want := at(pages[0].Rulings.Across), []float64{200, 230, 260, 300, 320}; !slices.Equal(got, want) {
		t.Errorf("lines across at %v, want %v", got, want)
	}
	for _, x := range []float64{60, 200, 500} {
		if got := at(pages[0].Rulings.Down); !slices.Contains(got, x) {
			t.Errorf("lines down at %v, want %v among them", got, x)
		}
	}
	for _, r := range pages[0].Rows[1:3] {
		if len(r.Segments) != 2 {
			t.Errorf("%q is in %d pieces", r.Text(), len(r.Segments))
		}
	}
}

// FuzzRulings: no picture breaks the search for lines, and what is found lies on the page.
func FuzzRulings(f *testing.F) {
	f.Add([]byte{0, 255, 0, 255}, uint8(2))
	f.Add(bytes.Repeat([]byte{0, 0, 255, 255, 0}, 400), uint8(40))
	f.Fuzz(func(t *testing.T, pix []byte, width uint8) {
		w := max(int(width), 1)
		g := gray{pix: pix[:len(pix)/w*w], w: w, h: len(pix) / w}
		if g.h < 1 {
			return
		}
		p := page.New(1, float64(w), float64(g.h), page.SourceText, nil)
		r, _ := g.rulings(p)
		for _, l := range slices.Concat(r.Across, r.Down) {
			if l.At < 0 || l.From < 0 || l.To < l.From || l.At > float64(max(w, g.h)) || l.To > float64(max(w, g.h)) {
				t.Errorf("%+v on a page of %d × %d", l, w, g.h)
			}
		}
	})
}
