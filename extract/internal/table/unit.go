package table

import (
	"slices"

	"tariffdesk/extract/internal/term"
	"tariffdesk/extract/internal/unit"
)

// How a unit in a header weighs where a property wants one.
const (
	otherUnit = -1e6 // of another: its figures are not what is wanted
	sameUnit  = 1.5
)

// inUnits holds the columns against the units that the properties want. A figure in another unit weighs less than one in the unit;
// whether it may be converted is asked of its cell.
func inUnits(l List, g *Grid, weight [][]float64) {
	for i, w := range l.Wants {
		for j, c := range g.Columns {
			if w.measuresElse(c.Units) {
				weight[i][j] = otherUnit
			}
			switch held := Held(w.Unit, c.Units); {
			case held == w.Unit && !held.None() && weight[i][j] > -sameUnit:
				weight[i][j] += sameUnit
			case w.Unit.Contradicts(held):
				weight[i][j] -= sameUnit
			case held.None() && l.twin(w, Held(w.Unit, g.Stated)):
				weight[i][j] = otherUnit
			}
		}
	}
}

// twin reports whether a unit is another than a property wants, and another property of the list wants that.
func (l List) twin(w Want, u unit.Unit) bool {
	return w.Unit.Contradicts(u) && slices.ContainsFunc(l.Wants, func(o Want) bool { return o.Unit == u })
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
