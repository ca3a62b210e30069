package table

import (
	"math"
	"slices"

	"tariffdesk/extract/internal/page"
	"tariffdesk/extract/internal/term"
	"tariffdesk/extract/internal/value"
	"tariffdesk/odds"
)

// Model is the fitted coefficients: of a property with a column, of a list with a table, and of
// a row that is an item.
type Model struct {
	Columns Vector
	Tables  Traits
	Rows    Marks
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
	Traits     Traits
}

// Named reports whether headers of the table say most of what is wanted.
func (c *Choice) Named() bool { return c.Traits[TraitSaid] >= mostSaid }

// Where a table serves a list.
const (
	leastSure   = 0.6  // that a column is a property: a wrong cell is worse than a missing one
	leastScore  = 0.0  // of a table: as probable as none
	loneSaid    = 0.6  // of the wants by a header each, where the table has one row
	leastServed = 0.34 // of the wants have a column
	maxWeighed  = 200  // wants of a list that are looked at
	leastSaid   = 0.5  // likeness of the best header to the names of a list that says nothing known
	servedSaid  = 0.25 // of the wants with a column, in a table of goods or movements that has headers
	mostHeaded  = 0.5  // of the columns have a header: what they say decides, unless columns multiply
	mostSaid    = 0.5  // of the wants, by a header each
	wellSaid    = 0.5  // likeness of names from which a header says a property
	wellCalled  = 1.0  // of a table whose title or a header is the name of the list
)

// Serve chooses a table for each list, nil where none fits. One table serves one list: of two readings of the same rows
// no more than one is taken.
func Serve(dict *term.Dictionary, m Model, lists []List, grids []*Grid) []*Choice {
	best := make([]*Choice, len(lists))
	if len(grids) == 0 {
		return best
	}
	widest := Widths(grids)
	choices := make([][]*Choice, len(lists))
	score := make([][]float64, len(lists))
	for i, l := range lists {
		choices[i], score[i] = make([]*Choice, len(grids)), make([]float64, len(grids))
		for j, g := range grids {
			if c := Match(dict, m, l, g, widest[j]); c != nil {
				if c.Score = m.Tables.of(c.Traits); c.Score >= leastScore {
					choices[i][j], score[i][j] = c, c.Score+wellCalled*l.called(dict, g)
				}
			}
		}
	}
	for i := range lists {
		precede(choices[i], grids, score[i])
		reach(choices[i], grids, score[i])
	}
	chosen := assign(score)
	for rivals(chosen, grids, score) {
		chosen = assign(score)
	}
	for i, j := range chosen {
		if j >= 0 {
			best[i] = choices[i][j]
		}
	}
	return best
}

// called is how much the title of a grid, or one of its headers, is like the name of a list, 0 to 1: "Deductions" over what is deducted.
func (l List) called(dict *term.Dictionary, g *Grid) float64 {
	if len(l.Path) == 0 {
		return 0
	}
	name := l.Path[len(l.Path)-1]
	likeness := func(text string) float64 {
		words := tokensOf(text)
		return max(wordLikeness(tokensOf(name), words, nil, nil), wordLikeness(tokensOf(term.WithoutUmlauts(name)), words, nil, nil), dict.Likeness(dict.Bag(name), dict.Bag(text)))
	}
	best := likeness(g.Title)
	for _, c := range g.Columns {
		best = max(best, likeness(page.Join(c.Header)), likeness(page.Join(c.Group)))
	}
	return best
}

// How much of a list a table under known words serves that goes before another reading of its rows, and of whose rows it has.
const (
	knownShare = 0.75
	knownRows  = 0.45
)

// precede drops a reading of rows that one under a header of known words reads too, and serves the list no less with: it
// reads headers of boxes, groups and lines that alignment alone does not.
func precede(choices []*Choice, grids []*Grid, score []float64) {
	for j, known := range choices {
		if known == nil || score[j] <= 0 || !grids[j].Known || float64(known.served()) < knownShare*float64(len(known.Columns)) {
			continue
		}
		for k, other := range choices {
			if other != nil && !grids[k].Known && grids[k].Overlaps(grids[j]) && other.served() <= known.served() &&
				float64(len(known.Rows)) >= knownRows*float64(len(other.Rows)) && grids[j].covers(other.whole()) {
				score[k] = 0
			}
		}
	}
}

// reach drops a reading under known words that ends before one by alignment of all its rows does: rows of one table are lost with it.
func reach(choices []*Choice, grids []*Grid, score []float64) {
	for j, short := range choices {
		for k, long := range choices {
			if j == k || short == nil || long == nil || score[j] <= 0 || score[k] <= 0 || grids[k].Known || !grids[j].Known || !grids[j].within(grids[k]) {
				continue
			}
			if !grids[j].covers(long.whole()) && float64(long.served()) >= knownShare*float64(short.served()) {
				score[j] = 0
			}
		}
	}
}

// within reports whether each stretch of a grid is read by another too.
func (g *Grid) within(o *Grid) bool {
	return !slices.ContainsFunc(g.Parts, func(p Part) bool { return !(&Grid{Parts: []Part{p}}).Overlaps(o) })
}

// whole are the rows with something in most of the columns that serve, and no sums of those above.
func (c *Choice) whole() []Row {
	var all []Row
	var texts []string
	for _, r := range c.Rows {
		for _, j := range c.Columns {
			if j >= 0 {
				texts = append(texts, r.Text(j))
			}
		}
	}
	mark, sums := value.MarkOf(texts), map[int]float64{}
	for _, r := range c.Rows {
		n, added := 0, 0
		for _, j := range c.Columns {
			if j < 0 || len(r.Cells[j]) == 0 {
				continue
			}
			n++
			f := figure(r.top(j), mark)
			if f != 0 && math.Abs(f-sums[j]) < sumSlack {
				added++
			}
			sums[j] += f
		}
		if float64(n) >= knownShare*float64(c.served()) && (added == 0 || len(all) < leastAdded) {
			all = append(all, r)
		}
	}
	return all
}

// covers reports whether most rows of another reading, by alignment, stand where a grid reads: one that ends before them has lost them.
func (g *Grid) covers(rows []Row) bool {
	n := 0
	for _, r := range rows {
		if slices.ContainsFunc(g.Parts, func(p Part) bool { return p.Page == r.Page && p.From <= r.Line && r.Line <= p.To }) {
			n++
		}
	}
	return float64(n) >= mostCovered*float64(len(rows)) || len(rows)-n < fewestLost
}

// How many rows of one reading another reads too, and how many it has lost at least where it ends before them.
const (
	mostCovered = 0.7
	fewestLost  = 1
)

// served counts the wants that have a column with something in it.
func (c *Choice) served() int {
	n := 0
	for _, j := range c.Columns {
		if j >= 0 && slices.ContainsFunc(c.Rows, func(r Row) bool { return len(r.Cells[j]) > 0 }) {
			n++
		}
	}
	return n
}

// rivals finds two lists that have taken the same rows; the one whom they serve less may not have its table any more.
func rivals(chosen []int, grids []*Grid, score [][]float64) bool {
	for i, a := range chosen {
		for k, b := range chosen[:i] {
			if a < 0 || b < 0 || !grids[a].Overlaps(grids[b]) {
				continue
			}
			if score[i][a] < score[k][b] {
				score[i][a] = 0
			} else {
				score[k][b] = 0
			}
			return true
		}
	}
	return false
}

// Overlaps reports whether rows of two grids stand on the same lines of a page, and not side by side.
func (g *Grid) Overlaps(o *Grid) bool {
	if g.leftOf(o) || o.leftOf(g) {
		return false
	}
	for _, a := range g.Parts {
		for _, b := range o.Parts {
			if a.Page == b.Page && a.From <= b.To && b.From <= a.To {
				return true
			}
		}
	}
	return false
}

// leftOf reports whether a grid ends before another begins.
func (g *Grid) leftOf(o *Grid) bool {
	return len(g.Columns) > 0 && len(o.Columns) > 0 && g.Columns[len(g.Columns)-1].Right < o.Columns[0].Left
}

// Match gives the properties of a list their columns of a table, nil where too few have one. The widest reading of its rows has so
// many columns.
func Match(dict *term.Dictionary, m Model, l List, g *Grid, widest int) *Choice {
	if len(l.Wants) == 0 || len(l.Wants) > maxWeighed || len(g.Rows) == 0 {
		return nil
	}
	vectors := Pairs(dict, l, g)
	weight := weigh(m, l, g, vectors)
	c := &Choice{Grid: g, Columns: assign(weight), Confidence: make([]float64, len(l.Wants))}
	served := 0
	for i, j := range c.Columns {
		if j < 0 {
			continue
		}
		sure := odds.Probability(weight[i][j])
		if sure < leastSure || equals(weight[i], j) > mostEqual {
			c.Columns[i] = -1 // a guess
			continue
		}
		served++
		c.Confidence[i] = sure
	}
	if float64(served) < leastServed*l.expected(widest) || served < min(2, len(l.Wants)) {
		return nil
	}
	c.Rows = m.items(dict, l, g, c.Columns)
	c.Traits = traitsOf(l, g, c, vectors, weight, widest)
	if headed := c.Traits[TraitHeaded] >= mostHeaded && c.Traits[TraitGoods] == 0; c.Traits[TraitBest] < leastSaid && (headed || !l.Trade()) {
		return nil // the headers tell of something else, or nothing tells what is wanted
	}
	if c.Traits[TraitHeaded] >= mostHeaded && l.Trade() && c.Traits[TraitSaid] < servedSaid*c.Traits[TraitServed] {
		return nil // most of what it is to serve stands under other names
	}
	if c.Traits[TraitLone] == 1 && c.Traits[TraitSaid] < loneSaid {
		return nil // nothing is repeated, and too little is named
	}
	if len(c.Rows) == 0 {
		return nil
	}
	return c
}

// otherKind is the score of a column whose cells are of another kind than the property: units are no countries, whatever stands over
// them.
const otherKind = -1e5

// weigh is how much speaks for each column to be each property.
func weigh(m Model, l List, g *Grid, vectors [][]Vector) [][]float64 {
	weight := make([][]float64, len(l.Wants))
	for i := range vectors {
		weight[i] = make([]float64, len(g.Columns))
		for j, v := range vectors[i] {
			if weight[i][j] = m.Columns.of(v); v[FeatureUnheld] == 1 && v[FeatureHeldElse] > mostlyHeld || l.Wants[i].numeric() && g.ranges(j) {
				weight[i][j] = otherKind
			}
		}
	}
	inUnits(l, g, weight)
	prove(l, g, vectors, weight)
	numberLines(l, g, weight)
	return weight
}

// How many columns may weigh about as much as the chosen one, and how near that is.
const (
	mostEqual  = 3
	aboutEqual = 0.1
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
