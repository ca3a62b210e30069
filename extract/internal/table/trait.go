package table

import (
	"math"
	"strings"
)

// Trait is one thing that speaks for or against a table's serving a list.
type Trait int

// The traits of a pair of a list and a table whose columns are assigned.
const (
	TraitUtility Trait = iota // what the columns weigh, over the wants
	TraitServed               // wants that have a column
	TraitSaid                 // wants whose header says them
	TraitBest                 // likeness of the best header
	TraitRows                 // items, by their logarithm
	TraitLone                 // one item
	TraitUsed                 // columns that serve
	TraitPairs                // captions with their values
	TraitGoods                // goods are asked for and columns multiply
	TraitSure                 // confidence of the columns in the middle
	TraitHeaded               // columns with a header
	TraitSums                 // rows that are sums where goods are asked for
	TraitKept                 // rows that are items
	TraitKnown                // a header of known words stands over it
	TraitBias
	traits
)

// Traits holds the traits of a pair.
type Traits [traits]float64

func (t Traits) of(o Traits) float64 {
	sum := 0.0
	for i := range t {
		sum += t[i] * o[i]
	}
	return sum
}

// manyRows are so many that more say nothing.
const manyRows = 40

func traitsOf(l List, g *Grid, c *Choice, vectors [][]Vector, weight [][]float64) Traits {
	var t Traits
	n := float64(len(l.Wants))
	for i, j := range c.Columns {
		if j < 0 {
			continue
		}
		t[TraitUtility] += weight[i][j] / n
		t[TraitServed] += 1 / n
		t[TraitSure] += c.Confidence[i] / n
		t[TraitUsed] += 1 / float64(len(g.Columns))
		said := vectors[i][j].said()
		t[TraitBest] = max(t[TraitBest], said)
		if said >= wellSaid {
			t[TraitSaid] += 1 / n
		}
	}
	t[TraitRows] = math.Log(float64(min(len(g.Rows), manyRows)))
	if len(g.Rows) == 1 {
		t[TraitLone] = 1
	}
	for _, column := range g.Columns {
		if len(column.Header) > 0 {
			t[TraitHeaded] += 1 / float64(len(g.Columns))
		}
	}
	if l.Trade() {
		for _, r := range g.Rows {
			if r.Total {
				t[TraitSums] += 1 / float64(len(g.Rows))
			}
		}
	}
	t[TraitKept] = float64(len(c.Rows)) / float64(len(g.Rows))
	if g.Known {
		t[TraitKnown] = 1
	}
	if g.captions() {
		t[TraitPairs] = 1
	}
	if l.Trade() && g.multiplied().amount >= 0 {
		t[TraitGoods] = 1
	}
	t[TraitBias] = 1
	return t
}

// captions reports whether a grid is captions with their values: two columns, most of the first ending with a colon.
func (g *Grid) captions() bool {
	if len(g.Columns) > 3 {
		return false
	}
	n := 0
	for _, r := range g.Rows {
		if strings.HasSuffix(r.Text(0), ":") {
			n++
		}
	}
	return 2*n > len(g.Rows)
}
