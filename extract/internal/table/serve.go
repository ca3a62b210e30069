package table

import (
	"math"

	"tariffdesk/extract/internal/term"
)

// Model is the fitted coefficients: of a property with a column, and of a list with a table.
type Model struct {
	Columns Vector
	Tables  Traits
}

func (v Vector) of(o Vector) float64 {
	sum := 0.0
	for i := range v {
		sum += v[i] * o[i]
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
	traits     Traits
}

// Named reports whether headers of the table say most of what is wanted.
func (c *Choice) Named() bool { return c.traits[TraitSaid] >= mostSaid }

// Where a table serves a list.
const (
	leastServed = 0.34 // of the wants have a column
	maxWeighed  = 200  // wants of a list that are looked at
	leastSaid   = 0.5  // likeness of the best header to the names of a list that says nothing known
	mostSaid    = 0.5  // of the wants, by a header each
	wellSaid    = 0.5  // likeness of names from which a header says a property
)

// Serve chooses a table for each list, nil where none fits: one table serves one list.
func Serve(dict *term.Dictionary, m Model, lists []List, grids []*Grid) []*Choice {
	choices := make([][]*Choice, len(lists))
	score := make([][]float64, len(lists))
	for i, l := range lists {
		choices[i], score[i] = make([]*Choice, len(grids)), make([]float64, len(grids))
		for j, g := range grids {
			if c := match(dict, m, l, g); c != nil {
				c.Score = m.Tables.of(c.traits)
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

// match gives the properties of a list their columns of a table, nil where too few have one.
func match(dict *term.Dictionary, m Model, l List, g *Grid) *Choice {
	if len(l.Wants) == 0 || len(l.Wants) > maxWeighed || len(g.Rows) == 0 {
		return nil
	}
	vectors := pairs(dict, l, g)
	weight := make([][]float64, len(l.Wants))
	for i := range vectors {
		weight[i] = make([]float64, len(g.Columns))
		for j, v := range vectors[i] {
			weight[i][j] = m.Columns.of(v)
		}
	}
	c := &Choice{Grid: g, Columns: assign(weight), Confidence: make([]float64, len(l.Wants))}
	served := 0
	for i, j := range c.Columns {
		if j >= 0 && equals(weight[i], j) > mostEqual {
			c.Columns[i] = -1 // any of them would do: a guess
		} else if j >= 0 {
			served++
			c.Confidence[i] = 1 / (1 + math.Exp(-weight[i][j]))
		}
	}
	if float64(served) < leastServed*float64(len(l.Wants)) || served < min(2, len(l.Wants)) {
		return nil
	}
	c.traits = traitsOf(l, g, c, vectors, weight)
	if c.traits[TraitBest] < leastSaid && !l.trade() {
		return nil // neither the names nor the headers tell what is wanted
	}
	c.Rows = l.items(g)
	if len(c.Rows) == 0 {
		return nil
	}
	return c
}

// How many columns may weigh about as much as the chosen one, and how near that is.
const (
	mostEqual  = 3
	aboutEqual = 0.05
)

// equals counts the other columns that weigh as much as one for a property, or nearly.
func equals(weights []float64, chosen int) (n int) {
	for j, w := range weights {
		if j != chosen && w > weights[chosen]-aboutEqual {
			n++
		}
	}
	return n
}

// belowSum is how much of what items fill in the middle a row fills at least that is an item below a sum.
const belowSum = 0.76

// items are the rows of a table that a list asks for: all of a table of figures, of goods those that are no sums, and
// below a sum those only that are filled as items are.
func (l List) items(g *Grid) []Row {
	if !l.trade() {
		return g.Rows
	}
	usual := g.usual()
	var all []Row
	summed := false
	for _, r := range g.Rows {
		switch {
		case r.Total:
			summed = true
		case summed && (len(g.Columns) <= 3 || float64(r.filled()) < belowSum*usual):
		default:
			all = append(all, r)
		}
	}
	return all
}
