package grid

import (
	"slices"
	"sync"

	"tariffdesk/extract/internal/label"
	"tariffdesk/extract/internal/page"
	grids "tariffdesk/extract/internal/table"
	"tariffdesk/extract/internal/term"
	"tariffdesk/extract/internal/value"
)

// Tabled is a document with its labels and the tables among them. It does not change once it is made.
type Tabled struct {
	*label.Sheet
	Kind           string // the caller's document_type, folded
	Model          grids.Model
	Tables         []*Table       // with a header of known words
	Headers        []*label.Label // those of tables, which are no labels
	CandidateGrids func() candidateGrids
	besides        func(page int) []grids.Beside // tables side by side, which are found by alignment alone
}

// NewTabled finds the labels of a document and the tables among them.
func NewTabled(dict *term.Dictionary, pages []*page.Page, kind string, model grids.Model) *Tabled {
	d := &Tabled{Sheet: label.NewSheet(dict.Reading(), pages), Kind: value.Fold(kind), Model: model}
	d.besides = page.PerPage(func(pi int) []grids.Beside { return grids.FindBeside(pages[pi]) })
	d.CandidateGrids = sync.OnceValue(d.findCandidates)
	findTables(d)
	for _, t := range d.Tables {
		cutSums(d, t)
	}
	dropTableLabels(d)
	labelTotals(d)
	return d
}

// isBeside reports whether a row is one of two tables side by side.
func (d *Tabled) isBeside(pi, ri int) bool {
	return slices.ContainsFunc(d.besides(pi), func(b grids.Beside) bool { return b.From <= ri && ri <= b.To })
}

// InTable reports whether a segment stands in a table.
func (d *Tabled) InTable(at label.Place) bool {
	return slices.ContainsFunc(d.Tables, func(t *Table) bool {
		return slices.ContainsFunc(t.Parts, func(p tablePart) bool { return at.Page == p.Page && at.Row >= p.From && at.Row <= p.To })
	})
}
