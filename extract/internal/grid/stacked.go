package grid

import (
	"slices"
	"strconv"
	"strings"

	"tariffdesk/extract/internal/label"
	"tariffdesk/extract/internal/page"
	"tariffdesk/extract/internal/term"
)

// Forms of customs print an item on several lines, each under a line of the header of its own: sequence,
// heading and quantities; then the description; then values and duties.
const (
	maxStacked   = 4   // lines of the header
	stackedGap   = 1.6 // line heights between them
	leastStacked = 4   // known columns
)

// stacked reads a table whose header and items have several lines, from the header's first line on; nil
// where there is none. Its items are numbered. It returns the row after the table.
func stacked(d *Tabled, pi, ri int) (*Table, int) {
	p := d.Pages[pi]
	if !maybeHeader(d, p.Rows[ri]) {
		return nil, 0
	}
	last := ri
	for last+1 < len(p.Rows) && whiteBelow(p, last) <= stackedGap && !valued(p.Rows[last+1]) {
		last++
	}
	lines := last - ri + 1
	if lines < 2 || lines > maxStacked {
		return nil, 0
	}
	items := numberedItems(p, last+1, lines)
	if len(items) == 0 {
		return nil, 0
	}
	heads := make([]*Table, lines)
	known := 0
	for k := range heads {
		body := lineOf(p, items, k)
		heads[k] = &Table{Columns: cellsOver(d, p, ri+k, body)}
		heads[k].zone(&page.Page{Width: p.Width, Rows: body}, 0, len(body))
		for _, c := range heads[k].Columns {
			if c.isKnown() {
				known++
			}
		}
	}
	first := heads[0].Columns[0]
	if known < leastStacked || !slices.ContainsFunc(first.Concepts, func(c *term.Concept) bool { return c.Kind == term.KindLine }) ||
		sameNames(heads[0].Columns, heads[lines-1].Columns) || !heads[lines-1].fills(lineOf(p, items, lines-1)) {
		return nil, 0
	}
	t := &Table{closed: true, stacked: true}
	for _, h := range heads {
		t.Columns = append(t.Columns, h.Columns...)
	}
	end := ri
	for _, item := range items {
		row := &TableRow{Page: pi}
		for k, h := range heads {
			cells, _ := h.assign(p, p.Rows[item+k])
			for _, words := range cells {
				var lines [][]page.Word
				if len(words) > 0 {
					lines = [][]page.Word{words}
				}
				row.Cells = append(row.Cells, lines)
			}
			row.box = row.box.Union(p.Rows[item+k].Box)
		}
		t.Rows = append(t.Rows, row)
		end = item + lines - 1
	}
	t.Parts = []tablePart{{pi, ri, end}}
	return t, end + 1
}

// valued reports whether a row has digits outside of the numbers of boxes.
func valued(r page.Row) bool {
	return slices.ContainsFunc(r.Segments, func(s page.Segment) bool { return label.DigitsIn(s.Words[label.Numbered(s.Words):]) })
}

// numberedItems are the first rows of items of some lines, which count up: 001, 002 … from the row given; none
// where an item has fewer lines.
func numberedItems(p *page.Page, from, lines int) []int {
	var items []int
	number := 0
	for ri := from; ri+lines <= len(p.Rows); ri++ {
		if ri > from && whiteBelow(p, ri-1) > maxRowGap {
			break
		}
		w := p.Rows[ri].Segments[0].Words[0]
		n, err := strconv.Atoi(strings.TrimRight(w.Text, "."))
		counts := err == nil && (number == 0 && n > 0 || number > 0 && n == number+1)
		switch {
		case counts && (len(items) == 0 || ri >= items[len(items)-1]+lines):
			items, number = append(items, ri), n
		case ri == from, counts && p.Rows[ri].Segments[0].Box.OverlapX(p.Rows[items[0]].Segments[0].Box) > 0:
			return nil // the next item begins before the lines of this one end
		}
	}
	return items
}

// lineOf is the row of each item that stands in one of its lines.
func lineOf(p *page.Page, items []int, line int) []page.Row {
	rows := make([]page.Row, len(items))
	for i, ri := range items {
		rows[i] = p.Rows[ri+line]
	}
	return rows
}

// fills reports whether rows fill half of the columns, which are several.
func (t *Table) fills(rows []page.Row) bool {
	segments := 0
	for _, r := range rows {
		segments += len(r.Segments)
	}
	return len(t.Columns) > 1 && 2*segments >= len(t.Columns)*len(rows) && segments >= 2*len(rows)
}
