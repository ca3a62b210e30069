package result

import (
	"slices"

	"tariffdesk/extract/internal/candidate"
	"tariffdesk/extract/internal/choose"
	"tariffdesk/extract/internal/grid"
	"tariffdesk/extract/internal/label"
	"tariffdesk/extract/internal/page"
	"tariffdesk/extract/internal/schema"
	"tariffdesk/extract/internal/table"
	"tariffdesk/extract/internal/unit"
	"tariffdesk/extract/internal/want"
)

// borrowed gives the properties without a column that of a property which differs from them in its unit alone.
func borrowed(c *table.Choice, wants []*want.Want) *table.Choice {
	all := *c
	all.Columns = slices.Clone(c.Columns)
	for i, w := range wants {
		if all.Columns[i] >= 0 || w.Unit.None() {
			continue
		}
		for k, twin := range wants {
			if all.Columns[i] < 0 && c.Columns[k] >= 0 && twin.Unit.Contradicts(w.Unit) && len(w.Bags) > 0 && len(twin.Bags) > 0 && w.Bags[0].Bag.Key == twin.Bags[0].Bag.Key {
				all.Columns[i] = c.Columns[k]
			}
		}
	}
	return &all
}

// inWanted is of the words of a cell the figure in the wanted unit, where it prints several: 12,480.00 KGS 27,513.69 LBS.
func inWanted(d *candidate.Finder, w *want.Want, pi int, words []page.Word) []page.Word {
	var own []page.Word
	figures := 0
	for i, word := range words {
		if w.Unit.None() || !label.IsFigure(word) {
			continue
		}
		if u, _ := d.UnitBeside(pi, words[i:i+1], w.Unit.Dimension); !u.None() {
			if figures++; u == w.Unit && own == nil {
				own = words[i : i+1]
			}
		}
	}
	if figures > 1 && own != nil {
		return own
	}
	return words
}

// cellUnit is the unit in which a cell prints what a wanted one measures: the one in it, in the header of its column, in a cell beside
// it, behind the sum of its table, or in which the document states all. printed is the figure with it.
func (f *Builder) cellUnit(wanted unit.Unit, m *candidate.Match, g *table.Grid, column int, r *grid.TableRow, at int) (u unit.Unit, printed []page.Word) {
	if u, printed := f.Doc.UnitBeside(m.Page, m.Words, wanted.Dimension); !u.None() {
		return u, printed
	}
	if u := table.Held(wanted, g.Columns[column].Units); !u.None() {
		return u, m.Words
	}
	if u := grid.UnitInRow(f.Doc.Dict, r, at, wanted.Dimension); !u.None() {
		return u, m.Words
	}
	if u := table.Held(wanted, g.Stated); !u.None() {
		return u, m.Words
	}
	return f.Doc.OfAll(wanted.Dimension), m.Words
}

// inUnits holds a cell against the units that its property wants its figure in, or its price for: false for another one, which is
// left out. The first such figure of a column is reported for all. A lent column tells nothing where it has no unit.
func (f *Builder) inUnits(w *want.Want, m *candidate.Match, c *table.Choice, i int, r *grid.TableRow, at int, path []string, lent bool, reported map[*want.Want]bool) bool {
	if w.Unit.None() && w.Per.None() {
		return true
	}
	column := c.Columns[i]
	printedFor := table.Held(w.Per, unit.Per(f.Doc.Dict, c.Grid.Columns[column].Text()+" "+page.Join(r.Words(at))))
	m.Unit, m.Measured = printedFor, m.Words
	pointer := schema.Pointer(append(slices.Clone(path), w.Path...))
	if w.Per.Contradicts(printedFor) && !f.inUnit(w, w.Per, m, pointer, reported, func() (string, bool) { return unit.Convert(m.Text, w.Per, printedFor) }) {
		return false
	}
	if w.Unit.None() {
		return true
	}
	m.Unit, m.Measured = f.cellUnit(w.Unit, m, c.Grid, column, r, at)
	if m.Unit.None() {
		return !lent
	}
	return !w.Unit.Contradicts(m.Unit) || f.inUnit(w, w.Unit, m, pointer, reported, func() (string, bool) { return unit.Convert(m.Text, m.Unit, w.Unit) })
}

// inUnit converts a figure that may be, and reports it or that it is left out.
func (f *Builder) inUnit(w *want.Want, wanted unit.Unit, m *candidate.Match, pointer string, reported map[*want.Want]bool, converted func() (string, bool)) bool {
	text, ok := converted()
	ok = ok && w.Node.Convert
	if !reported[w] {
		choose.ReportUnit(f.Chosen, wanted, m, pointer, ok)
		reported[w] = true
	}
	if ok {
		m.Text, m.Converted = text, true
	}
	return ok
}
