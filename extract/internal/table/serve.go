package table

import (
	"math"

	"tariffdesk/extract/internal/term"
)

// Weights are the fitted coefficients of the features.
type Weights Vector

func (w Weights) of(v Vector) float64 {
	sum := 0.0
	for i := range v {
		sum += w[i] * v[i]
	}
	return sum
}

// Choice is a table for a list: the column of each of its wants, -1 for none, and how sure each is.
type Choice struct {
	Grid       *Grid
	Columns    []int
	Confidence []float64 // 0 to 1
	Rows       []Row     // the items, without rows of totals where the list asks for goods
	Score      float64
}

// Where a table serves a list.
const (
	leastServed = 0.34 // of the wants have a column
	leastScore  = 1.2  // a poor fit is refused
	rowsBonus   = 0.15
	bareServed  = 0.75 // of the wants where no header says a word
	maxWeighed  = 200  // wants of a list that are looked at
)

// Serve chooses a table for each list, nil where none fits: one table serves one list.
func Serve(dict *term.Dictionary, weights Weights, lists []List, grids []*Grid) []*Choice {
	choices := make([][]*Choice, len(lists))
	score := make([][]float64, len(lists))
	for i, l := range lists {
		choices[i], score[i] = make([]*Choice, len(grids)), make([]float64, len(grids))
		for j, g := range grids {
			if c := fit(dict, weights, l, g); c != nil {
				choices[i][j], score[i][j] = c, c.Score
			}
		}
	}
	best := make([]*Choice, len(lists))
	if len(grids) == 0 {
		return best
	}
	for i, j := range assign(score) {
		if j >= 0 {
			best[i] = choices[i][j]
		}
	}
	return best
}

// fit weighs one table for one list, nil where it does not serve.
func fit(dict *term.Dictionary, weights Weights, l List, g *Grid) *Choice {
	if len(l.Wants) == 0 || len(l.Wants) > maxWeighed || len(g.Rows) == 0 {
		return nil
	}
	vectors := pairs(dict, l, g)
	weight := make([][]float64, len(l.Wants))
	for i := range vectors {
		weight[i] = make([]float64, len(g.Columns))
		for j, v := range vectors[i] {
			weight[i][j] = weights.of(v)
		}
	}
	c := &Choice{Grid: g, Columns: assign(weight), Confidence: make([]float64, len(l.Wants))}
	served, said := 0, 0.0
	for i, j := range c.Columns {
		if j < 0 {
			continue
		}
		served++
		c.Score += weight[i][j]
		c.Confidence[i] = 1 / (1 + math.Exp(-weight[i][j]))
		said = max(said, vectors[i][j].said())
		if vectors[i][j].said() >= 0.5 {
			c.Score += 0.5
		}
	}
	n := float64(len(l.Wants))
	switch {
	case float64(served) < leastServed*n, served < min(2, len(l.Wants)):
		return nil
	case said < 0.4 && float64(served) < bareServed*n:
		return nil
	}
	c.Score += rowsBonus * math.Log(1+float64(len(g.Rows)))
	if c.Score < leastScore {
		return nil
	}
	for _, r := range g.Rows {
		if !r.Total || !l.trade() {
			c.Rows = append(c.Rows, r)
		}
	}
	return c
}
