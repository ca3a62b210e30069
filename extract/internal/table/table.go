// Package table owns the tables of a document: their segmentation without any known word (alignment,
// repetition, white between columns, rows above them as headers), the likeness of their columns to the
// properties of a list, and the choice of the table that serves a list.
//
// It refuses to read values and to build results: it hands out cells as words, and says which column
// is which property and how sure that is.
package table

import (
	"slices"

	"tariffdesk/extract/internal/page"
	"tariffdesk/extract/internal/term"
	"tariffdesk/extract/internal/unit"
)

// Grid is a table as it was found: columns, items and rows of totals among them, over as many pages as it runs. It is used
// by one goroutine at a time: what was counted once is kept.
type Grid struct {
	Columns []Column
	Rows    []Row
	Parts   []Part
	Title   string      // the line of words over it
	Known   bool        // it was found by a header of known words
	Stated  []unit.Unit // of figures under headers without a unit, one for each dimension
	anchors int         // lines whose edges agreed with each other

	factors *products // the columns that multiply, once they were asked for
	named   []head    // what the headers say, likewise
	held    []substance
}

// Part is the stretch of a page that a grid covers, header included: indexes of pages and of page.Rows.
type Part struct{ Page, From, To int }

// Column is a column of a grid.
type Column struct {
	Header      []page.Word // the words over the column, from the top line to the last
	Group       []page.Word // of header cells that stand over several columns
	Left, Right float64     // of its print
	Name        *Name       // where its header was read already
	Units       []unit.Unit // that its header names
	forms       tally
	inside      bool    // its cells stand inside of those of another
	reach       float64 // the right edge of the print of all rows
}

// Name is the meaning of a header in the words of the dictionary.
type Name struct {
	Bag      term.Bag
	Concepts []*term.Concept
}

// Text is the header as a text, what stands over several columns first.
func (c Column) Text() string {
	return page.Join(c.words())
}

// Row is an item: for each column the lines of its cell.
type Row struct {
	Page  int // index of the page
	Line  int // index of its first row on the page
	Cells [][][]page.Word
	Box   page.Box
	Total bool          // it sums or carries forward
	under [][]page.Word // lines below its figures, across the columns
}

// Words are all words of a cell. What a line breaks at its hyphen is one word again.
func (r Row) Words(column int) []page.Word { return page.Unbroken(r.Cells[column]) }

// Text is the text of a cell.
func (r Row) Text(column int) string { return page.Join(r.Words(column)) }

// top is the first line of a cell.
func (r Row) top(column int) []page.Word {
	if len(r.Cells[column]) == 0 {
		return nil
	}
	return r.Cells[column][0]
}

// first is the text of the first line of a cell.
func (r Row) first(column int) string { return page.Join(r.top(column)) }

// filled counts the cells that hold anything.
func (r Row) filled() int {
	n := 0
	for _, c := range r.Cells {
		if len(c) > 0 {
			n++
		}
	}
	return n
}

// Items counts the rows that are no sums.
func (g *Grid) Items() int {
	n := 0
	for _, r := range g.Rows {
		if !r.Total {
			n++
		}
	}
	return n
}

// OfItem reports whether a word stands in a row that is no sum. The last may be one that nothing says.
func (g *Grid) OfItem(pi int, w page.Word) bool {
	return slices.ContainsFunc(g.Rows[:max(0, len(g.Rows)-1)], func(r Row) bool {
		return r.Page == pi && !r.Total && r.Box.OverlapY(w.Box) > 0 && slices.ContainsFunc(r.Cells, func(lines [][]page.Word) bool {
			return slices.ContainsFunc(lines, func(words []page.Word) bool {
				return slices.ContainsFunc(words, func(own page.Word) bool { return own.Box == w.Box })
			})
		})
	})
}
