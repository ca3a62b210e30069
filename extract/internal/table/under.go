package table

import (
	"slices"

	"tariffdesk/extract/internal/page"
	"tariffdesk/extract/internal/term"
)

// Lines below the figures of an item, across the columns: its description, its code, its origin.
const (
	underShare = 0.6 // of the items have such a line
	underWords = 2   // of the cells of a column of texts
)

// runsOn reports whether a line between items is a text by itself, not cells of columns.
func (l line) runsOn() bool {
	return len(l.pieces) == 1 && l.figures == 0
}

// follows reports whether a line runs on right below another, and is no sum.
func (f finder) follows(lines []line, i int, height float64) bool {
	return lines[i].runsOn() && lines[i].box.Y0-lines[i-1].box.Y1 <= trailingGap*height && !f.summing(lines[i])
}

// openUnder makes a column of the lines below the figures of the items, where no column of the table holds texts: those that wrap
// stand below themselves.
func (g *Grid) openUnder() {
	n, commonest, said := 0, 0, map[string]int{}
	for _, r := range g.Rows {
		if len(r.under) > 0 {
			n++
			text := page.Join(r.under[0])
			said[text]++
			commonest = max(commonest, said[text])
		}
	}
	if n == 0 || float64(n) < underShare*float64(len(g.Rows)) || n > 1 && 2*commonest > n { // a note is the same below each item
		return
	}
	for at := range g.Columns {
		texts := 0
		for _, r := range g.Rows {
			if words := r.top(at); len(words) >= underWords && formOf(page.Join(words)) == FormText {
				texts++
			}
		}
		if 2*texts > len(g.Rows) {
			return
		}
	}
	g.inner(nil, func(int) []page.Word { return nil })
	for i, r := range g.Rows {
		g.Rows[i].Cells[len(g.Columns)-1] = r.under
	}
}

// OpenStacked makes a column of each line of a header whose lines name fields, where the cells below have as many lines, each of the kind
// that is named: "Material" over "Description".
func (g *Grid) OpenStacked(dict *term.Dictionary) {
	for at := 0; at < len(g.Columns) && len(g.Columns) < MaxColumns; at++ {
		names := linesOfWords(g.Columns[at].Header)
		if len(names) < 2 || !g.stacks(dict, at, names) {
			continue
		}
		for k, words := range names {
			column := g.Columns[at]
			column.Header = words
			if k == 0 {
				g.Columns[at] = column
			} else {
				g.Columns = slices.Insert(g.Columns, at+k, column)
			}
		}
		for i, r := range g.Rows {
			cells := make([][][]page.Word, len(names))
			for k, words := range r.Cells[at] {
				k = min(k, len(names)-1)
				cells[k] = append(cells[k], words)
			}
			g.Rows[i].Cells = slices.Replace(r.Cells, at, at+1, cells...)
		}
		at += len(names) - 1
	}
	g.tally()
}

// linesOfWords parts words at the lines in which they stand.
func linesOfWords(words []page.Word) [][]page.Word {
	var lines [][]page.Word
	for i, w := range words {
		if i == 0 || w.Box.Y0 >= words[i-1].Box.MidY() {
			lines = append(lines, nil)
		}
		lines[len(lines)-1] = append(lines[len(lines)-1], w)
	}
	return lines
}

// stacks reports whether nearly all cells of a column have a line for each line of its header, figures where those are named, and no other
// two lines of one kind.
func (g *Grid) stacks(dict *term.Dictionary, at int, names [][]page.Word) bool {
	figures := make([]bool, len(names))
	for k, words := range names {
		_, concepts := named(dict, page.Join(words))
		if len(concepts) == 0 {
			return false
		}
		figures[k] = concepts[0].Kind.Numeric()
	}
	n, all := 0, 0
	for _, r := range g.Rows {
		if r.Total {
			continue
		}
		all++
		fits := len(r.Cells[at]) >= len(names)
		for k := range names {
			if !fits {
				break
			}
			form := formOf(page.Join(r.Cells[at][k]))
			fits = form.figure() == figures[k] && (k == 0 || form.class() != formOf(page.Join(r.Cells[at][k-1])).class())
		}
		if fits {
			n++
		}
	}
	return n > 0 && float64(n) >= nearlyAll*float64(all)
}
