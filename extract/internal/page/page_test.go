package page

import (
	"math"
	"slices"
	"testing"
)

func word(text string, x0, y0, x1, y1 float64) Word {
	return Word{Text: text, Box: Box{x0, y0, x1, y1}, Confidence: 1}
}

// rows are the texts of the rows of a page, wide gaps as two spaces.
func rows(words ...Word) []string {
	p := New(1, 600, 800, SourceText, words)
	var all []string
	for _, r := range p.Rows {
		all = append(all, r.Text())
	}
	return all
}

func TestWordsAreArrangedIntoRowsAndSegments(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		words []Word
		want  []string
	}{
		"none":                             {nil, nil},
		"order of reading, not of arrival": {[]Word{word("b", 40, 10, 60, 20), word("c", 10, 30, 30, 40), word("a", 10, 10, 36, 20)}, []string{"a b", "c"}},
		"a wide gap is a new segment":      {[]Word{word("Total", 10, 10, 40, 20), word("9.00", 300, 10, 330, 20)}, []string{"Total  9.00"}},
		"a slight step stays in the row":   {[]Word{word("a", 10, 10, 30, 20), word("b", 34, 13, 60, 23)}, []string{"a b"}},
		"a tall title joins no two lines":  {[]Word{word("TITLE", 10, 8, 110, 44), word("one", 130, 8, 150, 18), word("two", 130, 34, 150, 44)}, []string{"TITLE  one", "two"}},
		"a watermark stands in no row":     {[]Word{word("one", 130, 8, 150, 18), word("X", 160, 0, 220, 60), word("1", 230, 8, 240, 18), word("two", 130, 34, 150, 44)}, []string{"one  1", "X", "two"}},
		"stacked small print is two rows":  {[]Word{word("upper", 10, 10, 40, 16), word("lower", 10, 15, 40, 21)}, []string{"upper", "lower"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if got := rows(c.words...); !slices.Equal(got, c.want) {
				t.Errorf("%q, want %q", got, c.want)
			}
		})
	}
}

// TestPrintThatIsSetWideIsNotCutAtEachWord holds that a gap counts by the width of the letters beside it, of either side the narrower, and
// that words too short to tell have no say.
func TestPrintThatIsSetWideIsNotCutAtEachWord(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		words []Word
		want  string
	}{
		"wide letters":                   {[]Word{word("BILL", 10, 10, 50, 20), word("LADING", 64, 10, 124, 20)}, "BILL LADING"},
		"wider than a letter and a half": {[]Word{word("BILL", 10, 10, 50, 20), word("LADING", 66, 10, 126, 20)}, "BILL  LADING"},
		"narrow letters":                 {[]Word{word("Bill", 10, 10, 30, 20), word("Lading", 44, 10, 74, 20)}, "Bill  Lading"},
		"narrow letters behind it":       {[]Word{word("BILL", 10, 10, 50, 20), word("Lading", 64, 10, 94, 20)}, "BILL  Lading"},
		"a word too short to tell":       {[]Word{word("NO", 10, 10, 30, 20), word("LADING", 44, 10, 104, 20)}, "NO  LADING"},
		"a word without letters":         {[]Word{word("", 10, 10, 50, 20), word("LADING", 64, 10, 124, 20)}, "  LADING"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if got := rows(c.words...); !slices.Equal(got, []string{c.want}) {
				t.Errorf("%q, want %q", got, c.want)
			}
		})
	}
}

// TestMonospacedPrintIsNotCutAtItsWideSpaces holds where most gaps of a page are wide.
func TestMonospacedPrintIsNotCutAtItsWideSpaces(t *testing.T) {
	t.Parallel()
	var words []Word
	for y := range 5 {
		for x := range 5 {
			words = append(words, word("w", float64(x)*30, float64(y)*20, float64(x)*30+20, float64(y)*20+10))
		}
	}
	for _, text := range rows(words...) {
		if text != "w w w w w" {
			t.Errorf("%q", text)
		}
	}
}

func TestNoWordIsLostOrDoubled(t *testing.T) {
	t.Parallel()
	var words []Word
	for i := range 200 {
		x, y := float64(i*37%500), float64(i*53%700)
		words = append(words, word("w", x, y, x+20, y+8))
	}
	n := 0
	for _, r := range New(1, 600, 800, SourceOCR, words).Rows {
		n += len(r.Words())
		for _, s := range r.Segments {
			if s.Box != Bounds(s.Words) || math.IsNaN(s.Box.X0) {
				t.Errorf("box of %q", s.Text())
			}
		}
	}
	if n != len(words) {
		t.Errorf("%d of %d words", n, len(words))
	}
}

func TestTheLeastSureWordDecidesTheConfidence(t *testing.T) {
	t.Parallel()
	words := []Word{{Confidence: 0.9}, {Confidence: 0.4}, {Confidence: 1}}
	if Confidence(words) != 0.4 || Confidence(nil) != 1 {
		t.Error("confidence")
	}
}

func TestBoxesOverlapAndJoin(t *testing.T) {
	t.Parallel()
	a, b := Box{0, 0, 10, 10}, Box{5, 20, 15, 30}
	if a.OverlapX(b) != 5 || a.OverlapY(b) != -10 || a.Union(b) != (Box{0, 0, 15, 30}) || (Box{}).Union(b) != b {
		t.Error("boxes")
	}
}
