package grid

import (
	"math/big"
	"slices"

	"tariffdesk/extract/internal/label"
	"tariffdesk/extract/internal/page"
	grids "tariffdesk/extract/internal/table"
	"tariffdesk/extract/internal/term"
	"tariffdesk/extract/internal/unit"
	"tariffdesk/extract/internal/value"
	"tariffdesk/extract/internal/want"
)

// unitProbes is how many cells of a column are looked above for its unit.
const unitProbes = 3

// measureColumns notes the units that stand over the columns of a table, and those that its sums and its columns of units state.
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
	for at, c := range g.Columns {
		if u := d.statedBy(g, at); len(c.Units) == 0 && !u.None() && !slices.ContainsFunc(g.Stated, func(o unit.Unit) bool { return o.Dimension == u.Dimension }) {
			g.Stated = append(g.Stated, u)
		}
	}
	for _, of := range []unit.Dimension{unit.DimensionWeight, unit.DimensionLength, unit.DimensionVolume} {
		if u := d.StatedUnit(of); !u.None() {
			g.Stated = append(g.Stated, u)
		}
	}
}

// leastProven is how many figures a sum proves the unit of.
const leastProven = 2

// statedBy is the unit that a column states: the only one of its cells, where they are units, or the one behind the sum of its figures.
func (d *Tabled) statedBy(g *grids.Grid, at int) unit.Unit {
	sum, n := new(big.Rat), 0
	var named unit.Unit
	for _, r := range g.Rows {
		words := r.Words(at)
		if r.Total || len(words) == 0 {
			continue
		}
		if u, ok := unit.Is(d.Dict, page.Join(words)); ok {
			if !named.None() && named != u || n > 0 {
				return unit.Unit{}
			}
			named = u
			continue
		}
		figure, ok := value.ParseNumber(page.Join(words), d.Mark)
		if !ok || len(words) > 1 || !named.None() {
			return unit.Unit{}
		}
		sum.Add(sum, figure.Rat())
		n++
	}
	if n >= leastProven {
		return d.SumIn(sum)
	}
	return named
}

// UnitInRow is the unit that a cell beside a figure names for it: the cell behind it and other figures, else the one in front of it.
func UnitInRow(dict *term.Dictionary, r *TableRow, at int, of unit.Dimension) unit.Unit {
	cell := func(j int) (unit.Unit, bool) { return unit.Is(dict, page.Join(r.Words(j))) }
	for j := at + 1; j < len(r.Cells); j++ {
		if u, ok := cell(j); ok && u.Dimension == of {
			return u
		}
		if len(r.Cells[j]) > 0 && !label.IsFigure(r.Words(j)[0]) {
			break
		}
	}
	if at > 0 && len(r.Cells[at-1]) > 0 && (at == 1 || len(r.Cells[at-2]) == 0 || !label.IsFigure(r.Words(at - 2)[0])) {
		if u, ok := cell(at - 1); ok && u.Dimension == of {
			return u
		}
	}
	return unit.Unit{}
}

// SaysColumn reports whether a header names a property of a list.
func SaysColumn(dict *term.Dictionary, w *want.Want, header string) bool {
	bag := dict.Bag(header)
	return bag.Key != "" && slices.ContainsFunc(w.Bags, func(n want.Name) bool { return dict.Likeness(n.Bag, bag) >= LeastHeader })
}
