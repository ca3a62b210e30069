package paper

import (
	"bytes"
	"encoding/json"
	"slices"
	"strconv"
	"strings"

	"tariffdesk/client"
)

// Leaf is a value of a document with its place.
type Leaf struct {
	Number    int // from 1
	Pointer   string
	Name      string // the last name of the pointer, of a row the column
	Label     string // the title of its schema, else its name in words
	Kind      string // as JSON Schema names it: string, number, integer, boolean
	Value     string
	State     State
	Place     Place
	Warning   *client.ExtractWarning // that doubts the value
	Corrected bool                   // by a person
}

// State tells whether a value is sure, to be checked, corrected or missing.
type State string

// The states of a value.
const (
	StateFound    State = "found"
	StateNoSource State = "no_source" // it stands nowhere on the pages
	StateMissing  State = "missing"
)

// Place is where a value stands: shares of the page from its top left.
type Place struct{ client.ExtractField }

// X0 is the left side of the box.
func (p Place) X0() float64 { return p.side(0) }

// Y0 is its upper side.
func (p Place) Y0() float64 { return p.side(1) }

// Y1 is its lower side.
func (p Place) Y1() float64 { return p.side(3) }

// Width returns the width of the box.
func (p Place) Width() float64 { return max(0, p.side(2)-p.side(0)) }

// Height returns the height of the box.
func (p Place) Height() float64 { return max(0, p.side(3)-p.side(1)) }

func (p Place) side(i int) float64 {
	if len(p.Box) != 4 {
		return 0
	}
	return p.Box[i]
}

// Table is the rows of one list of the document.
type Table struct {
	Name    string
	Label   string
	Columns []Column
	Rows    [][]*Leaf // nil where a row has no such value
}

// Column is a column of a table.
type Column struct{ Name, Label string }

// maxLeaves bounds the values that a page shows; the download has them all in its JSON.
const maxLeaves = 3000

// leavesOf lists the values of a document in the order in which they stand, with their JSON pointers.
func leavesOf(raw json.RawMessage) (leaves []*Leaf, partial bool) {
	d := json.NewDecoder(bytes.NewReader(raw))
	d.UseNumber()
	walk := &leafWalk{decoder: d}
	walk.value("", "")
	return walk.leaves, walk.partial
}

type leafWalk struct {
	decoder *json.Decoder
	leaves  []*Leaf
	partial bool
}

// value reads one value; it reports false once the text ends early, which an answer of the API does not.
func (w *leafWalk) value(pointer, name string) bool {
	token, err := w.decoder.Token()
	if err != nil {
		return false
	}
	switch t := token.(type) {
	case json.Delim:
		return w.inside(t, pointer, name)
	case nil:
		w.add(pointer, name, "", "")
	case string:
		w.add(pointer, name, "string", t)
	case json.Number:
		w.add(pointer, name, "number", t.String())
	case bool:
		w.add(pointer, name, "boolean", strconv.FormatBool(t))
	}
	return true
}

func (w *leafWalk) inside(open json.Delim, pointer, name string) bool {
	for i := 0; w.decoder.More(); i++ {
		key, label := strconv.Itoa(i), name
		if open == '{' {
			token, err := w.decoder.Token()
			if err != nil {
				return false
			}
			label, _ = token.(string)
			key = escaped(label)
		}
		if !w.value(pointer+"/"+key, label) {
			return false
		}
	}
	_, err := w.decoder.Token() // the closing one
	return err == nil
}

func (w *leafWalk) add(pointer, name, kind, value string) {
	if len(w.leaves) >= maxLeaves {
		w.partial = true
		return
	}
	w.leaves = append(w.leaves, &Leaf{Number: len(w.leaves) + 1, Pointer: pointer, Name: name, Kind: kind, Value: value})
}

// arranged sets the values of lists apart as tables; a nested list belongs to the outermost one.
func arranged(leaves []*Leaf, form shape) (single []*Leaf, tables []Table) {
	at := map[string]int{}
	rows := map[string]int{} // by pointer of the row, its number in the table
	for _, l := range leaves {
		list, row, column, ok := cut(l.Pointer)
		if !ok {
			l.Name = strings.TrimPrefix(l.Pointer, "/")
			single = append(single, l)
			continue
		}
		n, known := at[list]
		if !known {
			n = len(tables)
			at[list] = n
			tables = append(tables, Table{Name: strings.TrimPrefix(list, "/"), Label: form.label(list)})
		}
		t := &tables[n]
		r, known := rows[list+"/"+row]
		if !known {
			r = len(t.Rows)
			rows[list+"/"+row] = r
			t.Rows = append(t.Rows, nil)
		}
		c := slices.IndexFunc(t.Columns, func(c Column) bool { return c.Name == column })
		if c < 0 {
			c = len(t.Columns)
			t.Columns = append(t.Columns, Column{column, l.Label})
		}
		for len(t.Rows[r]) <= c {
			t.Rows[r] = append(t.Rows[r], nil)
		}
		t.Rows[r][c] = l
	}
	for i := range tables {
		for r := range tables[i].Rows {
			for len(tables[i].Rows[r]) < len(tables[i].Columns) {
				tables[i].Rows[r] = append(tables[i].Rows[r], nil)
			}
		}
	}
	return single, tables
}

// cut splits a pointer at its first index: /items/0/price is the column price of row 0 of /items.
func cut(pointer string) (list, row, column string, ok bool) {
	steps := strings.Split(pointer, "/")
	for i := 1; i < len(steps); i++ {
		if _, err := strconv.Atoi(steps[i]); err == nil {
			return strings.Join(steps[:i], "/"), steps[i], strings.Join(steps[i+1:], "/"), true
		}
	}
	return "", "", "", false
}
