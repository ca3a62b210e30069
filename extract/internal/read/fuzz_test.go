package read

import (
	"strings"
	"testing"
)

func FuzzBoxesNeverYieldAWordOutsideItsPage(f *testing.F) {
	f.Add(`<page width="612.0" height="792.0">` + "\n" + `<word xMin="1" yMin="2" xMax="3" yMax="4">a&amp;b</word>` + "\n</page>")
	f.Add(`<page width="NaN" height="-1">` + "\n" + `<word xMin="1e308" yMin="" xMax="3">x</word>`)
	f.Fuzz(func(t *testing.T, in string) {
		pages, err := parseBoxes(strings.NewReader(in), 1)
		if err != nil {
			return
		}
		for _, p := range pages {
			for _, w := range p.Words {
				if w.Text == "" || w.Box.X1 <= w.Box.X0 || w.Box.MidX() < 0 || w.Box.MidX() > p.Width {
					t.Errorf("%+v on %v × %v", w, p.Width, p.Height)
				}
			}
		}
	})
}

func FuzzTIFFWalkerEndsAndStaysInTheFile(f *testing.F) {
	f.Add([]byte("II*\x00\x08\x00\x00\x00\x01\x00............\x00\x00\x00\x00"))
	f.Add([]byte("MM\x00*\x00\x00\x00\x08\x00\x01............\x00\x00\x00\x08"))
	f.Fuzz(func(t *testing.T, in []byte) {
		offsets, err := tiffPages(in)
		if err == nil && (len(offsets) == 0 || len(offsets) > MaxPages+1) {
			t.Errorf("%d pages", len(offsets))
		}
		for _, at := range offsets {
			if at < 8 || at >= int64(len(in)) {
				t.Errorf("offset %d of %d bytes", at, len(in))
			}
		}
		if o := tiffOrientation(in); o < 1 || o > 8 {
			t.Errorf("orientation %d", o)
		}
		_ = exifOrientation(in)
	})
}

func FuzzOCRRowsNeverPanic(f *testing.F) {
	f.Add("5\t1\t1\t1\t1\t1\t10\t10\t50\t12\t96.1\tInvoice\n")
	f.Fuzz(func(t *testing.T, in string) {
		words, err := parseTSV(strings.NewReader(in), 0.24)
		for _, w := range words {
			if err == nil && (w.Text == "" || w.Confidence < 0 || w.Confidence > 1) {
				t.Errorf("%+v", w)
			}
		}
	})
}
