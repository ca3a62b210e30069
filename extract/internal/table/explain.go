package table

import (
	"cmp"
	"math"
	"slices"

	"tariffdesk/extract/internal/term"
	"tariffdesk/odds"
)

// Weighing is a column of a table for a property, with what speaks for and against it.
type Weighing struct {
	Grid, Column int // from 0
	Header       string
	First        string // what the first row prints
	Probability  float64
	OtherUnit    bool // its unit rules it out
	Features     []Weight
}

// Weight is a feature of a pair, its coefficient, and what the two make.
type Weight struct {
	Name              string
	Value, Weight, By float64
}

// Explain weighs the columns of all tables for one property of a list, the most probable first.
func Explain(dict *term.Dictionary, m Model, l List, want int, grids []*Grid) []Weighing {
	var all []Weighing
	for at, g := range grids {
		if len(g.Rows) == 0 || len(l.Wants) > maxWeighed {
			continue
		}
		vectors := pairs(dict, l, g)
		weight := weigh(m, l, g, vectors)
		for j, v := range vectors[want] {
			one := Weighing{Grid: at, Column: j, Header: g.Columns[j].Text(), First: g.Rows[0].Text(j), Probability: odds.Probability(weight[want][j]), OtherUnit: weight[want][j] == otherUnit}
			for k, value := range v {
				if value != 0 {
					one.Features = append(one.Features, Weight{featureNames[k], value, m.Columns[k], value * m.Columns[k]})
				}
			}
			slices.SortStableFunc(one.Features, func(a, b Weight) int { return cmp.Compare(math.Abs(b.By), math.Abs(a.By)) })
			all = append(all, one)
		}
	}
	slices.SortStableFunc(all, func(a, b Weighing) int { return cmp.Compare(b.Probability, a.Probability) })
	return all
}
