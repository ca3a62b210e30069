package result

import (
	"slices"
	"strconv"

	"tariffdesk/extract/internal/candidate"
	"tariffdesk/extract/internal/choose"
	"tariffdesk/extract/internal/grid"
	"tariffdesk/extract/internal/schema"
	"tariffdesk/extract/internal/table"
	"tariffdesk/extract/internal/unit"
	"tariffdesk/extract/internal/want"
)

// columnUnits are the units that the header of a property's column names.
func columnUnits(c *table.Choice, i int) []unit.Unit {
	if at := c.Columns[i]; at >= 0 {
		return c.Grid.Columns[at].Units
	}
	return nil
}

// inUnit holds a cell against the unit that its property wants: false for a figure in another one, which is left out. The first such
// figure of a column is reported for all.
func (f *Builder) inUnit(w *want.Want, m *candidate.Match, units []unit.Unit, at []string, reported map[*want.Want]bool) bool {
	if w.Unit.None() {
		return true
	}
	if m.Unit, m.Measured = f.Doc.UnitBeside(m.Page, m.Words, w.Unit.Dimension); m.Unit.None() {
		m.Unit, m.Measured = table.Held(w.Unit, units), m.Words
	}
	if !w.Unit.Contradicts(m.Unit) {
		return true
	}
	pointer := schema.Pointer(append(slices.Clone(at), w.Path...))
	text, ok := unit.Convert(m.Text, m.Unit, w.Unit)
	ok = ok && w.Node.Convert
	if !reported[w] {
		choose.ReportUnit(f.Chosen, w.Unit, m, pointer, ok)
		reported[w] = true
	}
	if ok {
		m.Text, m.Converted = text, true
	}
	return ok
}

// reportOtherColumns names the properties of a list that are printed in another unit only.
func (f *Builder) reportOtherColumns(c *table.Choice, wants []*want.Want, path []string, reported map[*want.Want]bool) {
	if !slices.ContainsFunc(c.Other, func(at int) bool { return at >= 0 }) {
		return
	}
	t, columns := f.Doc.AsTable(&table.Choice{Grid: c.Grid, Rows: c.Rows, Columns: c.Other})
	for i, w := range wants {
		if at := slices.IndexFunc(t.Rows, func(r *grid.TableRow) bool { _, ok := cell(f.Doc, w, t, r, columns[i]); return ok }); at >= 0 {
			m, _ := cell(f.Doc, w, t, t.Rows[at], columns[i])
			f.inUnit(w, &m, c.Grid.Columns[c.Other[i]].Units, append(slices.Clone(path), strconv.Itoa(at)), reported)
		}
	}
}
