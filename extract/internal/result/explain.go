package result

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"tariffdesk/extract/internal/choose"
	"tariffdesk/extract/internal/page"
	"tariffdesk/extract/internal/schema"
	"tariffdesk/extract/internal/sheet"
	"tariffdesk/extract/internal/table"
	"tariffdesk/fail"
)

// Explanation is why a property was given what it was: its candidates, the most probable first.
type Explanation struct {
	Pointer    string      `json:"pointer"`
	Candidates []Candidate `json:"candidates"`
}

// Candidate is a possible value of a property, or for a property of a list a column of a table.
type Candidate struct {
	Value       string     `json:"value"`               // as it would be given; of a column, its cell in the row asked for
	Printed     string     `json:"printed,omitempty"`   // on the page
	Caption     string     `json:"caption,omitempty"`   // that it stands at; of a column, its header
	Page        int        `json:"page,omitempty"`      // from 1
	Box         [4]float64 `json:"box"`                 // in shares of the page
	Ways        []string   `json:"ways,omitempty"`      // how it was found
	Probability float64    `json:"probability"`         // by its features
	Allowed     float64    `json:"allowed"`             // … and by what rules candidates out
	RuledOut    bool       `json:"ruled_out,omitempty"` // it belongs to another party, or is in another unit
	Table       float64    `json:"table,omitempty"`     // of a column: how probable it is that its table serves the list
	Taken       bool       `json:"taken,omitempty"`     // of a column: it was chosen
	Features    []Weight   `json:"features"`            // those that weigh most first
}

// Weight is a feature, its coefficient, and what the two make.
type Weight struct {
	Name   string  `json:"name"`
	Value  float64 `json:"value"`
	Weight float64 `json:"weight"`
	By     float64 `json:"by"`
}

// Explain tells the candidates of one property with their features and weights. Of a list it takes the pointer of a cell,
// whatever its row. CodeSvcDocsValidation for a pointer that names no property with a value of its own.
func (f *Builder) Explain(pointer string) (Explanation, error) {
	e := Explanation{Pointer: pointer}
	for _, w := range f.Wants {
		if w.Pointer == pointer {
			for _, c := range choose.Explain(f.Chosen, f.values, w) {
				e.Candidates = append(e.Candidates, f.explained(c))
			}
			return e, nil
		}
	}
	lists := f.ListsAsked()
	for at, l := range lists {
		for i, w := range l.Wants {
			if row, ok := rowUnder(l.Path, strings.Split(w.Names[0], " "), schema.Path(pointer)); ok {
				f.grids = f.Doc.CandidateGrids().Grids
				for _, c := range table.Explain(f.Doc.Dict, f.Doc.Model, lists, table.Cell{List: at, Want: i, Row: row}, f.grids) {
					e.Candidates = append(e.Candidates, f.explainedColumn(c))
				}
				return e, nil
			}
		}
	}
	return e, fail.New(fail.CodeSvcDocsValidation, "no value of the schema has this pointer").With(fmt.Sprintf("explain: %q, want one of %s", pointer, strings.Join(f.pointers(), ", ")))
}

// rowUnder is the row of a pointer that is that of a cell: the list, a row, the property of its items.
func rowUnder(list, property, pointer []string) (row int, ok bool) {
	n := len(list)
	if len(pointer) != n+1+len(property) || !slices.Equal(pointer[:n], list) || !slices.Equal(pointer[n+1:], property) {
		return 0, false
	}
	row, err := strconv.Atoi(pointer[n])
	return row, err == nil && row >= 0
}

// mostPointers is how many pointers an error lists.
const mostPointers = 40

// pointers lists the values that can be explained, cells by their first row.
func (f *Builder) pointers() []string {
	var all []string
	for _, w := range f.Wants {
		all = append(all, w.Pointer)
	}
	for _, l := range f.ListsAsked() {
		for _, w := range l.Wants {
			all = append(all, schema.Pointer(append(append(slices.Clone(l.Path), "0"), strings.Split(w.Names[0], " ")...)))
		}
	}
	return all[:min(len(all), mostPointers)]
}

func (f *Builder) explained(c choose.Weighing) Candidate {
	p := f.Doc.Pages[c.Page]
	out := Candidate{Value: c.Text, Printed: page.Join(c.Words), Page: p.Number, Box: sheet.Share(p, page.Bounds(c.Words)), Probability: c.Probability, Allowed: c.Allowed, RuledOut: c.Allowed == 0}
	if c.Label != nil {
		out.Caption = c.Label.Text
	}
	for _, way := range c.Ways {
		out.Ways = append(out.Ways, string(way))
	}
	for _, w := range c.Features {
		out.Features = append(out.Features, Weight(w))
	}
	return out
}

func (f *Builder) explainedColumn(c table.Weighing) Candidate {
	row := c.Row
	p := f.Doc.Pages[row.Page]
	cell := row.Text(c.Column)
	out := Candidate{Value: cell, Printed: cell, Table: c.Table, Taken: c.Taken, Caption: c.Header, Page: p.Number, Box: sheet.Share(p, page.Bounds(row.Words(c.Column))), Ways: []string{fmt.Sprintf("table %d, column %d", c.Grid+1, c.Column+1)}, Probability: c.Probability, Allowed: c.Probability, RuledOut: c.OtherUnit}
	for _, w := range c.Features {
		out.Features = append(out.Features, Weight(w))
	}
	return out
}
