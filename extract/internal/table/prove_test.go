package table

import (
	"strings"
	"testing"

	"tariffdesk/extract/internal/page"
	"tariffdesk/extract/internal/schema"
	"tariffdesk/extract/internal/term"
)

// TestCellsProveColumns: headers say nothing known. The longest texts are the description, and nothing tells
// that words are a brand or figures packages.
func TestCellsProveColumns(t *testing.T) {
	t.Parallel()
	want := func(concept string, kind term.Kind, typ schema.Type) Want {
		return Want{Node: &schema.Node{Type: typ}, Kind: kind, Concepts: []term.Scored{{Concept: &term.Concept{Name: concept}, Score: 1}}}
	}
	l := List{Wants: []Want{
		want("description", term.KindText, schema.TypeString), want("brand", term.KindText, schema.TypeString), want("packages", term.KindCount, schema.TypeNumber),
	}}
	g := drawn([]string{"AB-1", "Chairs of oak with a cushion", "10", "2.50", "25.00"}, []string{"AB-2", "Tables of beech, round, folding", "4", "8.00", "32.00"},
		[]string{"AB-3", "Shelves of pine with five boards", "3", "9.10", "27.30"})
	vectors, weight := make([][]Vector, len(l.Wants)), make([][]float64, len(l.Wants))
	for i := range l.Wants {
		vectors[i], weight[i] = make([]Vector, len(g.Columns)), make([]float64, len(g.Columns))
	}
	prove(l, g, vectors, weight)
	for j := range g.Columns {
		if got := weight[0][j] == described; got != (j == 1) {
			t.Errorf("column %d: description %v", j, weight[0][j])
		}
		if weight[1][j] != otherKind {
			t.Errorf("column %d may be the brand", j)
		}
		if weight[2][j] != otherKind {
			t.Errorf("column %d may be the packages", j)
		}
	}
}

// drawn is a table of rows of texts below headers that say nothing known.
func drawn(rows ...[]string) *Grid {
	g := &Grid{}
	for range rows[0] {
		g.Columns = append(g.Columns, Column{Header: []page.Word{{Text: "Xyz"}}})
	}
	for _, texts := range rows {
		r := Row{}
		for _, text := range texts {
			var words []page.Word
			for word := range strings.FieldsSeq(text) {
				words = append(words, page.Word{Text: word})
			}
			r.Cells = append(r.Cells, [][]page.Word{words})
		}
		g.Rows = append(g.Rows, r)
	}
	return g.Measured()
}

// TestOnlyWhatCountsNumbersLines: 1, 2, 3 under any heading, 10, 20, 30 under one of positions, and no bags or amounts.
func TestOnlyWhatCountsNumbersLines(t *testing.T) {
	t.Parallel()
	line := &term.Concept{Name: "line_number", Kind: term.KindLine}
	l := List{Wants: []Want{{Node: &schema.Node{Type: schema.TypeInteger}, Kind: term.KindNumber, Concepts: []term.Scored{{Concept: line, Score: 1}}}}}
	for name, c := range map[string]struct {
		cells  []string
		headed bool // as a position
		want   bool
	}{
		"one, two, three":            {[]string{"1", "2", "3"}, false, true},
		"one was not read":           {[]string{"1", "2", "4", "5"}, false, true},
		"with points":                {[]string{"1.", "2.", "3."}, false, true},
		"tens under their heading":   {[]string{"10", "20", "30"}, true, true},
		"begun anew on a page":       {[]string{"1", "2", "3", "1", "2", "3"}, true, true},
		"tens under another heading": {[]string{"10", "20", "30"}, false, false},
		"bags":                       {[]string{"320", "30"}, false, false},
		"bags under a heading":       {[]string{"320", "30"}, true, false},
		"amounts":                    {[]string{"50.00", "10.00"}, false, false},
		"quantities that rise":       {[]string{"2", "5", "9"}, false, false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var rows [][]string
			for i, text := range c.cells {
				rows = append(rows, []string{text, "Chair " + string(rune('A'+i))})
			}
			g := drawn(rows...)
			g.named = make([]head, len(g.Columns))
			if c.headed {
				g.named[0].concepts = []*term.Concept{line}
			}
			weight := [][]float64{make([]float64, len(g.Columns))}
			numberLines(l, g, weight)
			if got := weight[0][0] != otherKind; got != c.want {
				t.Errorf("may number the lines: %v, want %v", got, c.want)
			}
			if weight[0][1] != otherKind {
				t.Error("descriptions number no lines")
			}
		})
	}
}
