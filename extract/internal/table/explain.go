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
	Row          Row     // the item asked for; that of the table's first row where it has fewer
	Table        float64 // how probable it is that the table serves the list
	Taken        bool    // this column of this table was chosen
	Probability  float64
	OtherUnit    bool // its unit rules it out
	Features     []Weight
}

// Weight is a feature of a pair, its coefficient, and what the two make.
type Weight struct {
	Name              string
	Value, Weight, By float64
}

// Cell names a cell of a list: the list, the property and the row of the items, from 0.
type Cell struct{ List, Want, Row int }

// Explain weighs the columns of all tables for one cell: the one that was taken first, then the most probable.
func Explain(dict *term.Dictionary, m Model, lists []List, cell Cell, grids []*Grid) []Weighing {
	var all []Weighing
	l, want := lists[cell.List], cell.Want
	chosen := Serve(dict, m, lists, grids)[cell.List]
	widest := Widths(grids)
	for at, g := range grids {
		if len(g.Rows) == 0 || len(l.Wants) > maxWeighed {
			continue
		}
		vectors := Pairs(dict, l, g)
		weight := weigh(m, l, g, vectors)
		rows, sure := g.Rows, 0.0
		if c := Match(dict, m, l, g, widest[at]); c != nil && len(c.Rows) > 0 {
			rows, sure = c.Rows, odds.Probability(m.Tables.of(c.Traits))
		}
		row := rows[0]
		if cell.Row < len(rows) {
			row = rows[cell.Row]
		}
		for j, v := range vectors[want] {
			one := Weighing{Grid: at, Column: j, Header: g.Columns[j].Text(), Row: row, Table: sure, Taken: chosen != nil && chosen.Grid == g && chosen.Columns[want] == j, Probability: odds.Probability(weight[want][j]), OtherUnit: weight[want][j] == otherUnit}
			for k, value := range v {
				if value != 0 {
					one.Features = append(one.Features, Weight{FeatureNames[k], value, m.Columns[k], value * m.Columns[k]})
				}
			}
			slices.SortStableFunc(one.Features, func(a, b Weight) int { return cmp.Compare(math.Abs(b.By), math.Abs(a.By)) })
			all = append(all, one)
		}
	}
	slices.SortStableFunc(all, func(a, b Weighing) int {
		switch {
		case a.Taken && !b.Taken:
			return -1
		case b.Taken && !a.Taken:
			return 1
		}
		return cmp.Compare(b.Probability, a.Probability)
	})
	return all
}
