package extract

import (
	"tariffdesk/extract/internal/label"
	"tariffdesk/extract/internal/page"
)

// The headings that part a page into sections, and the rows of a table into groups.
const (
	headingWords = 8
	headingGap   = 1.3 // times the widest gap between the rows above
)

// isHeading reports whether a row is a heading: it stands alone at the left edge of the table, and runs
// over the border of a column, or stands farther from the row above than the rows among themselves.
func (t *table) isHeading(p *page.Page, ri int, widest float64) bool {
	r := p.Rows[ri]
	if len(r.Segments) != 1 || len(t.columns) < 3 {
		return false
	}
	s := r.Segments[0]
	if len(s.Words) > headingWords || label.DigitsIn(s.Words) || t.at(s.Words[0].Box.X0) != 0 || !running(p, s) {
		return false
	}
	crosses := t.at(s.Box.X1-1) > 0
	return crosses || widest > 0 && r.Box.Y0-p.Rows[ri-1].Box.Y1 > headingGap*widest
}

// goesOn reports whether a row is one of the table beyond doubt: it fills most of the columns, those of
// numbers with numbers.
func (t *table) goesOn(p *page.Page, ri int) bool {
	if ri >= len(p.Rows) {
		return false
	}
	cells, outside := t.assign(p, p.Rows[ri])
	filled := 0
	for _, c := range cells {
		if len(c) > 0 {
			filled++
		}
	}
	return !outside && 2*filled > len(cells) && t.numericCells(cells) > 1
}
