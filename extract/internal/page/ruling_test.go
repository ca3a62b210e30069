package page

import (
	"slices"
	"testing"
)

// ruling draws the lines of a table around columns at the given edges and rows at the given heights.
func ruling(columns, heights []float64) Rulings {
	var r Rulings
	for _, y := range heights {
		r.Across = append(r.Across, Ruling{At: y, From: columns[0], To: columns[len(columns)-1]})
	}
	for _, x := range columns {
		r.Down = append(r.Down, Ruling{At: x, From: heights[0], To: heights[len(heights)-1]})
	}
	return r
}

func printed(text string, x, y float64) Word {
	return Word{Text: text, Box: Box{x, y, x + 5*float64(len(text)), y + 10}, Confidence: 1}
}

func rowsOf(p *Page) (texts []string, bands []int) {
	for _, r := range p.Rows {
		text := ""
		for i, s := range r.Segments {
			if i > 0 {
				text += " | "
			}
			text += s.Text()
		}
		texts, bands = append(texts, text), append(bands, r.Band)
	}
	return texts, bands
}

// TestDrawnLinesPartCellsThatTouch: figures of two columns stand a space apart, and each row has its cells in the middle.
func TestDrawnLinesPartCellsThatTouch(t *testing.T) {
	t.Parallel()
	words := []Word{
		printed("HB7805-", 42, 100), printed("Voltage", 102, 100), printed("regulator", 140, 100),
		printed("T", 42, 112), printed("IC", 102, 112),
		printed("500", 222, 106), printed("207.50", 240, 106), printed("KR", 273, 106),
		printed("HB3401-", 42, 140), printed("P-channel", 102, 140),
		printed("S", 42, 152), printed("MOSFET", 102, 152),
		printed("8000", 218, 146), printed("636.00", 240, 146), printed("CN", 273, 146),
	}
	p := New(1, 600, 800, SourceText, words)
	p.Rule(ruling([]float64{40, 100, 216, 239, 271, 300}, []float64{95, 130, 170}))
	texts, bands := rowsOf(p)
	want := []string{"HB7805-T | Voltage regulator | 500 | 207.50 | KR", "IC", "HB3401-S | P-channel | 8000 | 636.00 | CN", "MOSFET"}
	if !slices.Equal(texts, want) {
		t.Errorf("%q, want %q", texts, want)
	}
	if !slices.Equal(bands, []int{1, 1, 2, 2}) || p.Later(0) || !p.Later(1) || p.Later(2) {
		t.Errorf("bands %v", bands)
	}
}

// TestOneFrameAroundSeveralRowsIsNoRow: lines run down through a table whose rows no lines part.
func TestOneFrameAroundSeveralRowsIsNoRow(t *testing.T) {
	t.Parallel()
	words := []Word{
		printed("A-1", 42, 100), printed("Bolts", 102, 100), printed("500", 222, 100),
		printed("A-2", 42, 112), printed("Nuts", 102, 112), printed("700", 222, 112),
		printed("A-3", 42, 124), printed("Washers", 102, 124), printed("900", 222, 124),
	}
	p := New(1, 600, 800, SourceText, words)
	p.Rule(ruling([]float64{40, 100, 216, 300}, []float64{95, 140}))
	texts, bands := rowsOf(p)
	if want := []string{"A-1 | Bolts | 500", "A-2 | Nuts | 700", "A-3 | Washers | 900"}; !slices.Equal(texts, want) || !slices.Equal(bands, []int{0, 0, 0}) {
		t.Errorf("%q in %v, want %q", texts, bands, want)
	}
}

// TestStrokesOfLettersAreNoLines: what runs through a word parts nothing.
func TestStrokesOfLettersAreNoLines(t *testing.T) {
	t.Parallel()
	p := New(1, 600, 800, SourceText, []Word{printed("INVOICE", 40, 100), printed("No.", 80, 100)})
	p.Rule(Rulings{Down: []Ruling{{At: 55, From: 90, To: 120}}, Across: []Ruling{{At: 105, From: 30, To: 90}}})
	if len(p.Rulings.Down)+len(p.Rulings.Across) > 0 {
		t.Errorf("%+v are lines", p.Rulings)
	}
}
