package grid

import (
	"tariffdesk/extract/internal/label"
	grids "tariffdesk/extract/internal/table"
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
