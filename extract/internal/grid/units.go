package grid

import (
	"slices"

	"tariffdesk/extract/internal/label"
	grids "tariffdesk/extract/internal/table"
	"tariffdesk/extract/internal/term"
	"tariffdesk/extract/internal/want"
)

// unitProbes is how many cells of a column are looked above for its unit.
const unitProbes = 3

// measureColumns notes the units that stand over the columns of a table.
func (d *Tabled) measureColumns(g *grids.Grid) {
	for at := range g.Columns {
		probed := 0
		for _, r := range g.Rows {
			words := r.Words(at)
			if !label.DigitsIn(words) {
				continue
			}
			if g.Columns[at].Units = d.UnitsAbove(r.Page, words); len(g.Columns[at].Units) > 0 || probed == unitProbes {
				break
			}
			probed++
		}
	}
}

// SaysColumn reports whether a header names a property of a list.
func SaysColumn(dict *term.Dictionary, w *want.Want, header string) bool {
	bag := dict.Bag(header)
	return bag.Key != "" && slices.ContainsFunc(w.Bags, func(n want.Name) bool { return dict.Likeness(n.Bag, bag) >= LeastHeader })
}
