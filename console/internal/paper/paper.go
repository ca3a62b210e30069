// Package paper turns the result of an extraction into what a page shows: values with labels, places and doubts, lists
// as tables, and pages with boxes. It owns their order; it refuses to ask for results or to draw them.
package paper

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"tariffdesk/client"
)

// Answer is the result of an extraction. The data stays as it was written, in its order and to its last digit.
type Answer struct {
	client.ExtractAnswer

	DocumentData json.RawMessage `json:"document_data"`
	Documents    []Document      `json:"documents"`
}

// Document is one of the documents of a file.
type Document struct {
	client.ExtractDocument

	DocumentData json.RawMessage `json:"document_data"`
}

// Name joins the words for the document's type and the number it bears.
func (d Document) Name(kind string) string { return strings.TrimSpace(kind + " " + d.Reference) }

// Read reports whether the document has values of its own.
func (d Document) Read() bool { return len(d.DocumentData) > 0 && string(d.DocumentData) != "null" }

// choose makes the document n, from 1, the answer: the first that has values for any other number. It returns 0 where none
// has, and the answer is that of the file.
func (a *Answer) choose(n int) int {
	if n < 1 || n > len(a.Documents) || !a.Documents[n-1].Read() {
		n = 1 + slices.IndexFunc(a.Documents, Document.Read)
	}
	if n == 0 {
		return 0
	}
	d := a.Documents[n-1]
	a.DocumentData, a.Errors, a.Fields, a.Warnings, a.Corrected = d.DocumentData, d.Errors, d.Fields, d.Warnings, d.Corrected
	return n
}

// Values are the values of a document as a page shows them.
type Values struct {
	Answer   Answer
	Document int     // which of the documents is shown, 0 where the file is one
	Single   []*Leaf // outside of lists
	Tables   []Table
	Sheets   []Sheet
	Counts   map[string]int // of values by state
	Doubts   []Doubt
	Partial  bool // there are more values
}

// Doubt is a value that a person should look at.
type Doubt struct {
	client.ExtractWarning

	Leaf *Leaf // nil where the document has no such value
}

// Other is the value that it could be too, "" where the message holds it already.
func (d Doubt) Other() string {
	if d.RunnerUp == nil {
		return ""
	}
	if text := fmt.Sprint(d.RunnerUp.Value); !strings.Contains(d.Message, text) {
		return text
	}
	return ""
}

// Sheet is a page of the document with the values on it.
type Sheet struct {
	client.PreviewAnswer

	Picture bool
	Leaves  []*Leaf
}

// Read arranges the values of document n of an answer by the schema that they were read by, which may be nil.
func Read(a Answer, n int, schema json.RawMessage, spanish bool) Values {
	v := Values{Document: a.choose(n), Counts: map[string]int{}}
	v.Answer = a
	form := shapeOf(schema, spanish)
	leaves, partial := leavesOf(a.DocumentData)
	leaves = append(leaves, absent(a, leaves)...)
	form.sort(leaves)
	warnings := map[string]*client.ExtractWarning{}
	for i, w := range list(a.Warnings) {
		if w.Code != "missing" {
			warnings[w.Pointer] = &list(a.Warnings)[i]
		}
	}
	for i, l := range leaves {
		l.Number, l.Label, l.Warning = i+1, form.label(l.Pointer), warnings[l.Pointer]
		if p, ok := form.at(l.Pointer); ok && p.kind != "" {
			l.Kind = p.kind
		}
		l.Corrected = slices.Contains(list(a.Corrected), l.Pointer)
		l.locate(a)
		v.Counts[string(l.State)]++
	}
	v.Partial = partial
	v.Doubts = doubtsOf(a, leaves)
	v.Single, v.Tables = arranged(leaves, form)
	v.Sheets = sheetsOf(a, v.Document, leaves)
	return v
}

// Checks are the doubts about values that were given, or that were found and are not sure.
func (v Values) Checks() (found []Doubt) {
	for _, d := range v.Doubts {
		if !d.absent() {
			found = append(found, d)
		}
	}
	return found
}

// Missing are the values that the document does not hold.
func (v Values) Missing() (found []Doubt) {
	for _, d := range v.Doubts {
		if d.absent() {
			found = append(found, d)
		}
	}
	return found
}

func (d Doubt) absent() bool {
	return d.Code == "missing" && (d.Reason == nil || *d.Reason == "absent" || *d.Reason == "no_caption")
}

// Leaf is the value with a number, nil where there is none.
func (v Values) Leaf(number int) *Leaf {
	for _, l := range v.Single {
		if l.Number == number {
			return l
		}
	}
	for _, t := range v.Tables {
		for _, row := range t.Rows {
			for _, l := range row {
				if l != nil && l.Number == number {
					return l
				}
			}
		}
	}
	return nil
}

// list returns the list that a pointer leads to.
func list[T any](p *[]T) []T {
	if p == nil {
		return nil
	}
	return *p
}

// doubtsOf are the warnings of an answer with their values, those to check first.
func doubtsOf(a Answer, leaves []*Leaf) (doubts []Doubt) {
	at := map[string]*Leaf{}
	for _, l := range leaves {
		at[l.Pointer] = l
	}
	warnings := list(a.Warnings)
	for _, w := range warnings[:min(len(warnings), maxLeaves)] {
		doubts = append(doubts, Doubt{w, at[w.Pointer]})
	}
	slices.SortStableFunc(doubts, func(a, b Doubt) int { return a.rank() - b.rank() })
	return doubts
}

func (d Doubt) rank() int {
	if d.Code == "check" {
		return 0
	}
	return 1
}

// absent are the values that the document does not hold: the answer warns of them and leaves them out of the data.
func absent(a Answer, leaves []*Leaf) (more []*Leaf) {
	known := map[string]bool{}
	for _, l := range leaves {
		known[l.Pointer] = true
	}
	for _, w := range list(a.Warnings) {
		if w.Code != "missing" || !strings.HasPrefix(w.Pointer, "/") || known[w.Pointer] || len(more) >= maxLeaves {
			continue
		}
		known[w.Pointer] = true
		more = append(more, &Leaf{Pointer: w.Pointer, Name: w.Pointer[strings.LastIndexByte(w.Pointer, '/')+1:]})
	}
	return more
}

// locate gives a value its state and place.
func (l *Leaf) locate(a Answer) {
	if a.Fields != nil {
		l.Place = Place{(*a.Fields)[l.Pointer]}
	}
	switch {
	case l.Value == "":
		l.State = StateMissing
	case l.Place.Page == 0:
		l.State = StateNoSource
	default:
		l.State = StateFound
	}
}

// maxSheets is how many pages a document may have.
const maxSheets = 100

// sheetsOf are the pages of a document that have a picture or a value.
func sheetsOf(a Answer, document int, leaves []*Leaf) (sheets []Sheet) {
	byPage := map[int64][]*Leaf{}
	last := int64(0)
	for _, l := range leaves {
		if l.State == StateFound {
			byPage[l.Place.Page] = append(byPage[l.Place.Page], l)
			last = max(last, l.Place.Page)
		}
	}
	pictures := map[int64]client.PreviewAnswer{}
	for _, p := range list(a.Previews) {
		pictures[p.Page] = p
		last = max(last, p.Page)
	}
	var of []int64 // pages of the document, nil for all
	if document > 0 {
		of = a.Documents[document-1].Pages
	}
	for n := int64(1); n <= min(last, maxSheets); n++ {
		p, ok := pictures[n]
		if !ok {
			p = client.PreviewAnswer{Page: n, Width: 850, Height: 1100}
		}
		if len(byPage[n]) > 0 || ok && (len(of) == 0 || slices.Contains(of, n)) {
			sheets = append(sheets, Sheet{p, ok, byPage[n]})
		}
	}
	return sheets
}
