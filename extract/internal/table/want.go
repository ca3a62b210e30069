package table

import (
	"tariffdesk/extract/internal/schema"
	"tariffdesk/extract/internal/term"
	"tariffdesk/extract/internal/unit"
)

// Want is a property of a list's items: what is known of it without any document.
type Want struct {
	Node     *schema.Node
	Names    []string // its name with those of the objects around it, its title and its description
	Bags     []term.Bag
	Concepts []term.Scored // the fields of trade documents that it may be, best first
	Kind     term.Kind
	Unit     unit.Unit // in which a figure is wanted; none where any will do
	Order    int       // among the properties of its object as the caller wrote them
}

// numeric reports whether a number is wanted.
func (w Want) numeric() bool {
	return w.Node.Type == schema.TypeNumber || w.Node.Type == schema.TypeInteger
}

// concept is the field that the want most likely is, "" for none.
func (w Want) concept() string {
	if len(w.Concepts) == 0 {
		return ""
	}
	return w.Concepts[0].Concept.Name
}

// List is an array of the schema: the wants of its items.
type List struct {
	Path  []string
	Wants []Want
}

// How many of the wants, and how surely, are fields of trade documents where the list is one of those.
const (
	tradeShare = 0.4
	tradeSure  = 0.85
)

// Trade reports whether the list asks for what trade documents list: their sums are no items, as those of a table of
// figures are.
func (l List) Trade() bool {
	n := 0
	for _, w := range l.Wants {
		if len(w.Concepts) > 0 && w.Concepts[0].Score >= tradeSure {
			n++
		}
	}
	return float64(n) >= tradeShare*float64(len(l.Wants))
}

// fewColumns are so few that a table of them is no list with many properties.
const fewColumns = 4

// expected is how many of the wants a table of so many columns can be expected to hold: a schema may name many more properties than
// any one document has, and those it does not have say nothing.
func (l List) expected(columns int) float64 {
	return float64(min(len(l.Wants), max(columns, fewColumns)))
}

// Widths gives for each grid the columns of the widest reading of its rows: readings of the same rows are weighed alike.
func Widths(grids []*Grid) []int {
	widest := make([]int, len(grids))
	for i, g := range grids {
		widest[i] = len(g.Columns)
		for _, o := range grids {
			if len(o.Columns) > widest[i] && o.Overlaps(g) {
				widest[i] = len(o.Columns)
			}
		}
	}
	return widest
}
