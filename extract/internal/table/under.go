package table

import "tariffdesk/extract/internal/page"

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
