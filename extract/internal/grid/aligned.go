package grid

import (
	"strings"

	"tariffdesk/extract/internal/label"
	"tariffdesk/extract/internal/page"
)

// A grid under a row of headings is a table whatever its words: rows of as many cells, each of which stands
// below its heading and begins or ends where the others of its column do.
const (
	gridColumns = 4
	gridRows    = 3
	gridNumbers = 2   // cells with digits in each row
	gridAligned = 0.8 // of the columns
	headingWide = 5   // words of a heading at most
)

// gridAt reads a row as the header of a grid; nil where the rows below it make none.
func gridAt(d *Tabled, pi, ri int) []*column {
	p := d.Pages[pi]
	head := p.Rows[ri]
	n := len(head.Segments)
	if n < gridColumns || ri+gridRows >= len(p.Rows) || valued(head) {
		return nil
	}
	body := p.Rows[ri+1 : ri+1+gridRows]
	for i, r := range body {
		if len(r.Segments) != n || whiteBelow(p, ri+i) > maxRowGap {
			return nil
		}
		numbers := 0
		for si, s := range r.Segments {
			if s.Box.OverlapX(head.Segments[si].Box) <= 0 {
				return nil
			}
			if label.DigitsIn(s.Words) {
				numbers++
			}
		}
		if numbers < gridNumbers {
			return nil
		}
	}
	if aligned := alignedColumns(body); float64(aligned) < gridAligned*float64(n) {
		return nil
	}
	columns := make([]*column, n)
	for i, s := range head.Segments {
		if len(s.Words) > headingWide || strings.HasSuffix(s.Text(), ":") {
			return nil
		}
		columns[i] = columnOver(d, s.Words)
	}
	return columns
}

// alignedColumns counts the columns whose cells begin, end or stand in the middle at one place.
func alignedColumns(rows []page.Row) int {
	n := 0
	for si, first := range rows[0].Segments {
		left, right, middle := true, true, true
		for _, r := range rows[1:] {
			b := r.Segments[si].Box
			left = left && beside(b.X0, first.Box.X0)
			right = right && beside(b.X1, first.Box.X1)
			middle = middle && beside(b.MidX(), first.Box.MidX())
		}
		if left || right || middle {
			n++
		}
	}
	return n
}

// The beginnings of two words.
const (
	leastStem    = 4   // letters that they share
	sharedByStem = 0.7 // of the longer word
)

// SameStem reports whether two words begin alike: program and programme.
func SameStem(a, b string) bool {
	n := 0
	for n < min(len(a), len(b)) && a[n] == b[n] {
		n++
	}
	return n >= leastStem && float64(n) >= sharedByStem*float64(max(len(a), len(b)))
}
