package table

import (
	"math"
	"regexp"
	"slices"
	"strings"

	"tariffdesk/extract/internal/term"
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
	TraitOther                // columns that serve, whose header names another field
	TraitMean                 // likeness of their headers in the middle
	TraitMoney                // goods are asked for, and a column that serves holds amounts of money where any are asked for
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

func traitsOf(l List, g *Grid, c *Choice, vectors [][]Vector, weight [][]float64, widest int) Traits {
	var t Traits
	n, served := l.expected(widest), float64(max(c.served(), 1))
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
		t[TraitOther] += vectors[i][j][FeatureOther] / served
		t[TraitMean] += said / served
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
	if l.Trade() && (!l.money() || slices.ContainsFunc(c.Columns, g.money)) {
		t[TraitMoney] = 1
	}
	t[TraitBias] = 1
	return t
}

// money reports whether the list asks for amounts: a delivery note has none.
func (l List) money() bool {
	return slices.ContainsFunc(l.Wants, func(w Want) bool { return w.Kind == term.KindAmount })
}

// moneyForm is an amount of money: two decimals, whatever its mark.
var moneyForm = regexp.MustCompile(`^[^\d]{0,4}\d{1,3}(?:[.,' ]?\d{3})*[.,]\d{2}[^\d]{0,4}$`)

// money reports whether most of the first cells of a column are amounts of money.
func (g *Grid) money(column int) bool {
	if column < 0 {
		return false
	}
	n, filled := 0, 0
	for _, r := range g.Rows[:min(len(g.Rows), probed)] {
		if text := r.first(column); text != "" {
			filled++
			if moneyForm.MatchString(text) {
				n++
			}
		}
	}
	return 2*n > filled
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
