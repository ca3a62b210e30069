package table

import (
	"math"
	"slices"

	"tariffdesk/extract/internal/term"
)

// Case is one decision that was made right by hand: options with their features, and those of them that are right.
// Where none is right, none is.
type Case struct {
	Options [][]float64
	Right   []bool
	Weight  float64
	Layout  string // documents of one layout are left out together
}

// The descent of Fit.
const (
	fitSteps = 600
	fitRate  = 0.05
	fitDecay = 2e-3 // towards zero, so that what is rarely seen decides little
)

// Fit finds the coefficients under which the right options, or none, are the most probable: a conditional logit
// whose option none weighs 0. It is deterministic.
func Fit(cases []Case, features int) []float64 {
	return FitOf(cases, make([]float64, features), func(int) bool { return true })
}

// FitOf does so for some coefficients; the others stay as they are.
func FitOf(cases []Case, from []float64, some func(feature int) bool) []float64 {
	features := len(from)
	w, m, v := slices.Clone(from), make([]float64, features), make([]float64, features)
	total := 0.0
	for _, c := range cases {
		total += c.Weight
	}
	for step := 1; step <= fitSteps; step++ {
		gradient := make([]float64, features)
		for _, c := range cases {
			c.slope(w, gradient)
		}
		for i := range w {
			if !some(i) {
				continue
			}
			g := gradient[i]/max(total, 1) - fitDecay*w[i]
			m[i] = 0.9*m[i] + 0.1*g
			v[i] = 0.999*v[i] + 0.001*g*g
			w[i] += fitRate * (m[i] / (1 - math.Pow(0.9, float64(step)))) / (math.Sqrt(v[i]/(1-math.Pow(0.999, float64(step)))) + 1e-8)
		}
	}
	return w
}

// slope adds the derivative of the logarithm of the probability of what is right.
func (c Case) slope(w, gradient []float64) {
	p := c.chances(w)
	right, none := 0.0, !slices.Contains(c.Right, true)
	for k, ok := range c.Right {
		if ok {
			right += p[k]
		}
	}
	for k, o := range c.Options {
		target := 0.0
		if !none && c.Right[k] {
			target = p[k] / max(right, 1e-12)
		}
		for i, x := range o {
			gradient[i] += c.Weight * (target - p[k]) * x
		}
	}
}

// chances are the probabilities of the options; what they leave of one is that of none.
func (c Case) chances(w []float64) []float64 {
	p := make([]float64, len(c.Options))
	most := 0.0
	for k, o := range c.Options {
		for i, x := range o {
			p[k] += w[i] * x
		}
		most = max(most, p[k])
	}
	sum := math.Exp(-most)
	for k := range p {
		p[k] = math.Exp(p[k] - most)
		sum += p[k]
	}
	for k := range p {
		p[k] /= sum
	}
	return p
}

// Agrees reports whether the most probable option is right.
func (c Case) Agrees(w []float64) bool {
	best, most, rest := -1, 0.0, 1.0
	for k, p := range c.chances(w) {
		rest -= p
		if p > most {
			best, most = k, p
		}
	}
	if best < 0 || rest > most {
		return !slices.Contains(c.Right, true)
	}
	return c.Right[best]
}

// ColumnCases are the decisions of a list in one table: each want with the columns. hits is how many of the
// expected values of a want stand in a column, of how many.
func ColumnCases(dict *term.Dictionary, l List, g *Grid, hits func(want, column int) float64) []Case {
	vectors := pairs(dict, l, g)
	var all []Case
	for i := range l.Wants {
		c := Case{Weight: 1}
		best := 0.5
		for j := range g.Columns {
			best = max(best, hits(i, j))
		}
		for j := range g.Columns {
			c.Options = append(c.Options, slices.Clone(vectors[i][j][:]))
			c.Right = append(c.Right, hits(i, j) >= best)
		}
		all = append(all, c)
	}
	return all
}

// TableCase is the decision of a list among the tables of a document; right tells whether one of them serves it.
func TableCase(dict *term.Dictionary, m Model, l List, grids []*Grid, right func(table int) bool) Case {
	c := Case{Weight: 1}
	widest := widths(grids)
	for j, g := range grids {
		choice := match(dict, m, l, g, widest[j])
		if choice == nil {
			continue
		}
		c.Options = append(c.Options, slices.Clone(choice.traits[:]))
		c.Right = append(c.Right, right(j))
	}
	return c
}

// RowCases are the decisions which rows of a table are items, given the column of each want; right tells of a row. None are
// to be made of a list that takes all rows.
func RowCases(l List, g *Grid, columns []int, right func(row int) bool) []Case {
	if !l.Trade() {
		return nil
	}
	var all []Case
	for i, v := range marksOf(l, g, columns) {
		all = append(all, Case{Options: [][]float64{slices.Clone(v[:])}, Right: []bool{right(i)}, Weight: 1})
	}
	return all
}

// OfCells reports whether a feature is of what the cells of a column are by themselves.
func OfCells(feature int) bool {
	f := Feature(feature)
	return f == FeatureHeld || f == FeatureUnheld || f == FeatureHeldElse
}
