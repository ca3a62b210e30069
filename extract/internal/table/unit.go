package table

import (
	"slices"

	"tariffdesk/extract/internal/term"
	"tariffdesk/extract/internal/unit"
	"tariffdesk/odds"
)

// How a unit in a header weighs where a property wants one.
const (
	otherUnit = -1e6 // of another: its figures are not what is wanted
	sameUnit  = 1.5
)

// inUnits holds the columns against the units that the properties want. A figure that may be converted weighs less than one in
// the unit.
func inUnits(l List, g *Grid, weight [][]float64) {
	for i, w := range l.Wants {
		for j, c := range g.Columns {
			if w.measuresElse(c.Units) {
				weight[i][j] = otherUnit
			}
			switch held := Held(w.Unit, c.Units); {
			case held == w.Unit && !held.None() && weight[i][j] > -sameUnit:
				weight[i][j] += sameUnit
			case w.Unit.Contradicts(held) && w.Convert:
				weight[i][j] -= sameUnit
			case w.Unit.Contradicts(held):
				weight[i][j] = otherUnit
			}
		}
	}
}

// measuresElse reports whether the units of a header measure something else than a property: a volume where a weight is wanted.
func (w Want) measuresElse(units []unit.Unit) bool {
	wanted := w.Unit.Dimension
	switch w.Kind {
	case term.KindWeight:
		wanted = unit.DimensionWeight
	case term.KindVolume:
		wanted = unit.DimensionVolume
	default:
	}
	return wanted != "" && len(units) > 0 && !slices.ContainsFunc(units, func(u unit.Unit) bool { return u.Dimension == wanted })
}

// Held is which of the units of a header measures what a wanted one does, none where they measure something else; the wanted one where
// it is among them.
func Held(wanted unit.Unit, units []unit.Unit) unit.Unit {
	if slices.Contains(units, wanted) {
		return wanted
	}
	for _, u := range units {
		if wanted.Contradicts(u) {
			return u
		}
	}
	return unit.Unit{}
}

// otherColumns finds for each property without a column the one that it would have but for its unit.
func otherColumns(m Model, l List, g *Grid, vectors [][]Vector, columns []int) []int {
	all := make([]int, len(l.Wants))
	for i, w := range l.Wants {
		all[i] = -1
		best := 0.0
		for j, c := range g.Columns {
			sure := odds.Probability(m.Columns.of(vectors[i][j]))
			if columns[i] < 0 && w.Unit.Contradicts(Held(w.Unit, c.Units)) && sure >= leastSure && sure > best {
				all[i], best = j, sure
			}
		}
	}
	return all
}
