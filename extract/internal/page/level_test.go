package page

import (
	"strings"
	"testing"
)

// sheet draws cells of several lines in columns, as a program for texts does: 10 points a line, 12 from line to line, white of 6 between
// rows. at is how much of the height that a cell leaves free stands above it: 0 top, 0.5 middle, 1 foot.
func sheet(at float64, rows ...[]string) []Word {
	var words []Word
	y := 100.0
	for _, cells := range rows {
		most := 0
		for _, c := range cells {
			most = max(most, strings.Count(c, "\n")+1)
		}
		for k, c := range cells {
			lines := strings.Split(c, "\n")
			top := y + at*12*float64(most-len(lines))
			for i, line := range lines {
				x := 40 + 120*float64(k)
				for _, text := range strings.Fields(line) {
					w := 5 * float64(len(text))
					words = append(words, Word{Text: text, Box: Box{x, top + 12*float64(i), x + w, top + 12*float64(i) + 10}, Confidence: 1})
					x += w + 3
				}
			}
		}
		y += 12*float64(most) + 6
	}
	return words
}

func texts(words []Word, source Source) string {
	var all []string
	for _, r := range New(1, 600, 800, source, words).Rows {
		all = append(all, r.Text())
	}
	return strings.Join(all, "\n")
}

// TestCellsOfARowStandAtOneHeight wherever their lines are set in it.
func TestCellsOfARowStandAtOneHeight(t *testing.T) {
	t.Parallel()
	rows := [][]string{
		{"Item", "Description", "Quantity", "Amount"},
		{"A-1", "Green coffee\nin sacks\nof 70 kg", "275", "104,335.00"},
		{"A-2", "Roasted coffee\nin bags", "1,200\nPCS", "21,240.00"},
		{"A-3", "Ground coffee\nwithout caffeine\nin bags", "20", "5,300.00"},
	}
	want := `Item  Description  Quantity  Amount
A-1  Green coffee  275  104,335.00
in sacks
of 70 kg
A-2  Roasted coffee  1,200  21,240.00
in bags  PCS
A-3  Ground coffee  20  5,300.00
without caffeine
in bags`
	for name, at := range map[string]float64{"top": 0, "middle": 0.5, "foot": 1} {
		if got := texts(sheet(at, rows...), SourceText); got != want {
			t.Errorf("%s:\n%s\nwant\n%s", name, got, want)
		}
	}
}

// TestWhatIsNoRowOfATableStaysAsItIs: an address beside lines of another pitch, a line by itself above figures, several rows without
// white between them.
func TestWhatIsNoRowOfATableStaysAsItIs(t *testing.T) {
	t.Parallel()
	word := func(text string, x, y float64) Word {
		return Word{Text: text, Box: Box{x, y, x + 5*float64(len(text)), y + 10}, Confidence: 1}
	}
	for want, words := range map[string][]Word{
		"Harrow  No  17\nMill  Date  May\nLane  Terms  net": {
			word("Harrow", 40, 100), word("Mill", 40, 114), word("Lane", 40, 128),
			word("No", 200, 100), word("Date", 200, 114), word("Terms", 200, 128), word("17", 300, 100), word("May", 300, 114), word("net", 300, 128),
		},
		"Lamp\nL-1  2  40.00": {word("Lamp", 40, 100), word("L-1", 40, 112), word("2", 200, 112), word("40.00", 300, 112)},
		"Lamp  2  40.00\nof steel\nBulb  3  9.00\nof glass": {
			word("Lamp", 40, 100), word("2", 200, 100), word("40.00", 300, 100), word("of", 40, 112), word("steel", 55, 112),
			word("Bulb", 40, 124), word("3", 200, 124), word("9.00", 300, 124), word("of", 40, 136), word("glass", 55, 136),
		},
	} {
		if got := texts(words, SourceText); got != want {
			t.Errorf("got\n%s\nwant\n%s", got, want)
		}
	}
}

// TestACodeThatALineBreaksIsOneWord, where its rest begins the line below in its column; words and numbers are left alone.
func TestACodeThatALineBreaksIsOneWord(t *testing.T) {
	t.Parallel()
	for want, cells := range map[string][]string{
		"No  R-2026-30917  Berlin":      {"No", "R-2026-\n30917", "Berlin"},
		"No  HS-2201-06  Berlin\nx":     {"No", "HS-2201-\n06 x", "Berlin"},
		"No  Industrie-  Berlin\nstr":   {"No", "Industrie-\nstr", "Berlin"},
		"No  12 -  Berlin\n40":          {"No", "12 -\n40", "Berlin"},
		"No  PO-7781 and  Berlin\nmore": {"No", "PO-7781 and\nmore", "Berlin"},
		"No  4410-22  Berlin":           {"No", "4410-\n22", "Berlin"},
		"No  662019-4  Berlin":          {"No", "662019-\n4", "Berlin"},
	} {
		if got := texts(sheet(0, cells), SourceText); got != want {
			t.Errorf("got\n%s\nwant\n%s", got, want)
		}
	}
	amounts := []Word{
		{Text: "500-", Box: Box{100, 100, 120, 110}, Confidence: 1}, {Text: "300", Box: Box{105, 112, 120, 122}, Confidence: 1},
		{Text: "Berlin", Box: Box{200, 100, 230, 110}, Confidence: 1},
	}
	if got, want := texts(amounts, SourceText), "500-  Berlin\n300"; got != want {
		t.Errorf("two amounts, the first below zero: got %q, want %q", got, want)
	}
}
