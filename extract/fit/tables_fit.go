package fit

import (
	"fmt"
	"slices"

	"tariffdesk/extract/fit/logit"
	grids "tariffdesk/extract/internal/table"
)

// tableClimb is the fit of columns, tables and rows; some says which coefficients are fitted, nil all.
func tableClimb(some func(at int) bool) logit.Climb {
	const pull = 2e-3
	return logit.Climb{Steps: 600, Rate: 0.05, Tiny: 1e-8, Some: some, Slope: func(sum, w, total float64) float64 { return sum/max(total, 1) - pull*w }}
}

// ofCells reports whether a feature is of what the cells of a column are by themselves.
func ofCells(feature int) bool {
	f := grids.Feature(feature)
	return f == grids.FeatureHeld || f == grids.FeatureUnheld || f == grids.FeatureHeldElse
}

// features lists those that an option has, by their place.
func features(values []float64) []logit.Feature {
	var all []logit.Feature
	for i, v := range values {
		if v != 0 {
			all = append(all, logit.Feature{At: i, Value: v})
		}
	}
	return all
}

// columnChoices are the decisions of a list in one table: each want with the columns. hits is how many of the expected values of a
// want stand in a column, of how many.
func columnChoices(vectors [][]grids.Vector, hits [][]float64) []logit.Choice {
	const least = 0.5
	var all []logit.Choice
	for i, columns := range vectors {
		var c logit.Choice
		best := max(least, slices.Max(append([]float64{0}, hits[i]...)))
		for j, v := range columns {
			c.Options = append(c.Options, features(v[:]))
			c.Right = append(c.Right, hits[i][j] >= best)
		}
		all = append(all, c)
	}
	return all
}

// tableChoice is the decision of a list among the tables of a document.
func (e *Trainer) tableChoice(s *sample, m grids.Model, l grids.List) (c logit.Choice) {
	widest := grids.Widths(s.tables)
	for k, g := range s.tables {
		if served := grids.Match(e.parts.Dict, m, l, g, widest[k]); served != nil {
			c.Options = append(c.Options, features(served.Traits[:]))
			c.Right = append(c.Right, s.right[k])
		}
	}
	return c
}

// rowChoices are the decisions which rows of a table are items, given the column of each want; right tells of a row. None are to be
// made of a list that takes all rows.
func rowChoices(l grids.List, g *grids.Grid, columns []int, right func(row int) bool) []logit.Choice {
	if !l.Trade() {
		return nil
	}
	var all []logit.Choice
	for i, v := range grids.MarksOf(l, g, columns) {
		all = append(all, logit.Choice{Options: [][]logit.Feature{features(v[:])}, Right: []bool{right(i)}})
	}
	return all
}

// tablesText is a model as the text of its file, below lines that say where it comes from.
func tablesText(m grids.Model, provenance ...string) string {
	b := heading(provenance)
	part := func(of string, names []string, values []float64) {
		for i, name := range names {
			fmt.Fprintf(b, "%s\t%s\t%.4f\n", of, name, values[i])
		}
	}
	part("column", grids.FeatureNames[:], m.Columns[:])
	part("table", grids.TraitNames[:], m.Tables[:])
	part("row", grids.MarkNames[:], m.Rows[:])
	return b.String()
}

// heldOut fits to all layouts but those of a fold, for each fold, and says how many decisions about those are right.
func (e *Trainer) heldOut(samples []*sample, o TableOptions) string {
	var columns, tables, absent, rows decided
	for fold := range uint64(fitFolds) {
		var rest, left []*sample
		for _, s := range samples {
			if hash(s.layout)%fitFolds == fold {
				left = append(left, s)
			} else {
				rest = append(rest, s)
			}
		}
		if len(rest) == 0 || len(left) == 0 {
			continue
		}
		m := e.fitModel(rest, o)
		for _, s := range left {
			plain := *s
			plain.lists = s.lists[:1]
			if len(s.rows) == 0 {
				absent.count(e.tableCases(&plain, m), m.Tables[:])
				continue
			}
			columns.count(e.columnCases(&plain), m.Columns[:])
			tables.count(e.tableCases(&plain, m), m.Tables[:])
			rows.count(plain.rowCases(), m.Rows[:])
		}
	}
	return fmt.Sprintf("%s columns, %s tables and %s rows right, %s absent lists left empty", columns, tables, rows, absent)
}

// decided counts decisions and those that are right.
type decided struct{ all, right int }

func (t *decided) count(cases []logit.Choice, w []float64) {
	for _, c := range cases {
		t.all++
		if c.Agrees(w) {
			t.right++
		}
	}
}

func (t decided) String() string { return fmt.Sprintf("%d of %d", t.right, t.all) }

// fitModel fits columns and rows, unless those of the program stay, and then the choice among tables that both make.
func (e *Trainer) fitModel(samples []*sample, o TableOptions) grids.Model {
	m := e.parts.Tables
	if o.Cells {
		var columns []logit.Choice
		for _, s := range samples {
			columns = append(columns, e.columnCases(s)...)
		}
		copy(m.Columns[:], tableClimb(ofCells).Fit(columns, m.Columns[:]))
		return m
	}
	var tables []logit.Choice
	if !o.Choice {
		var columns, rows []logit.Choice
		for _, s := range samples {
			columns = append(columns, e.columnCases(s)...)
			rows = append(rows, s.rowCases()...)
		}
		copy(m.Columns[:], tableClimb(nil).Fit(columns, make([]float64, len(m.Columns))))
		copy(m.Rows[:], tableClimb(nil).Fit(rows, make([]float64, len(m.Rows))))
	}
	for _, s := range samples {
		tables = append(tables, e.tableCases(s, m)...)
	}
	copy(m.Tables[:], tableClimb(nil).Fit(tables, make([]float64, len(m.Tables))))
	return m
}

func (e *Trainer) columnCases(s *sample) []logit.Choice {
	var all []logit.Choice
	for _, l := range s.lists {
		for k, g := range s.tables {
			if s.right[k] {
				all = append(all, s.weighed(columnChoices(grids.Pairs(e.parts.Dict, l, g), s.hits[k]))...)
			}
		}
	}
	return all
}

func (e *Trainer) tableCases(s *sample, m grids.Model) []logit.Choice {
	var all []logit.Choice
	for _, l := range s.lists {
		if c := e.tableChoice(s, m, l); len(c.Options) > 0 { // else nothing is decided
			all = append(all, s.weighed([]logit.Choice{c})...)
		}
	}
	return all
}

// rowCases are the rows of the right tables: items are those in which an expected row stands.
func (s *sample) rowCases() []logit.Choice {
	l := s.lists[0]
	var all []logit.Choice
	for k, g := range s.tables {
		if !s.right[k] {
			continue
		}
		columns := make([]int, len(l.Wants))
		for i := range columns {
			columns[i] = -1
			best := itemShare
			for j, h := range s.hits[k][i] {
				if h > best {
					columns[i], best = j, h
				}
			}
		}
		cases := s.weighed(rowChoices(l, g, columns, func(r int) bool { return s.item(l, g, columns, g.Rows[r]) }))
		for i := range cases {
			if !cases[i].Right[0] {
				cases[i].Weight *= strayWeight
			}
		}
		all = append(all, cases...)
	}
	return all
}

// item reports whether an expected row stands in a row of a table.
func (s *sample) item(l grids.List, g *grids.Grid, columns []int, r grids.Row) bool {
	for _, row := range s.rows {
		wanted, found := 0, 0
		for i, w := range l.Wants {
			if v := at(row, w); v != nil && v != "" && columns[i] >= 0 {
				wanted++
				if says(g, r, columns[i], v) {
					found++
				}
			}
		}
		if wanted > 0 && float64(found) >= itemShare*float64(wanted) {
			return true
		}
	}
	return false
}

// weighed gives cases the weight of their document, which its copies share.
func (s *sample) weighed(cases []logit.Choice) []logit.Choice {
	for i := range cases {
		cases[i].Weight = s.weight / float64(len(s.lists))
	}
	return cases
}
