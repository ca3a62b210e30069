package extract

import (
	"slices"
	"strings"

	"tariffdesk/extract/internal/page"
)

// A grid under a row of headings is a table whatever its words: rows of as many cells, each of which stands
// below its heading and begins or ends where the others of its column do.
const (
	gridColumns  = 4
	gridRows     = 3
	gridNumbers  = 2   // cells with digits in each row
	gridAligned  = 0.8 // of the columns
	headingWide  = 5   // words of a heading at most
	leastStem    = 4   // letters that the beginnings of two words share
	sharedByStem = 0.7 // of the longer word
	rareWord     = 0.6 // the score of a column whose heading shares a word with a name
)

// grid reads a row as the header of a grid; nil where the rows below it make none.
func (d *document) grid(pi, ri int) []*column {
	p := d.pages[pi]
	head := p.Rows[ri]
	n := len(head.Segments)
	if n < gridColumns || ri+gridRows >= len(p.Rows) || d.valued(head) {
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
			if digitsIn(s.Words) {
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
		columns[i] = d.column(s.Words)
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

// sharedWord scores a column whose heading the dictionary does not know by the words that it shares with a
// property's own name, where no other column has them.
func (d *document) sharedWord(w *want, t *table, at int) float64 {
	if len(w.bags) == 0 {
		return 0
	}
	if d.abbreviates(t, at, w) {
		return rareWord
	}
	for _, word := range w.bags[0].bag.Words {
		if d.dict.Known(word) || len(word) < leastStem {
			continue
		}
		has := func(c *column) bool {
			return slices.ContainsFunc(c.bag.Words, func(o string) bool { return sameStem(word, o) })
		}
		if !has(t.columns[at]) {
			continue
		}
		others := 0
		for _, c := range t.columns {
			if has(c) {
				others++
			}
		}
		if others == 1 {
			return rareWord
		}
	}
	return 0
}

// shortHeading is the letters of an abbreviation at least: ORD for ordered.
const shortHeading = 3

// abbreviates reports whether the one word of a heading, and of no other, is the beginning of a word of a
// property's name.
func (d *document) abbreviates(t *table, at int, w *want) bool {
	tokens := d.dict.Tokens(w.node.Name)
	short := func(c *column) bool {
		heading := d.dict.Tokens(c.text)
		return len(heading) == 1 && len(heading[0]) >= shortHeading && slices.ContainsFunc(tokens, func(token string) bool {
			return token != heading[0] && strings.HasPrefix(token, heading[0])
		})
	}
	others := 0
	for _, c := range t.columns {
		if short(c) {
			others++
		}
	}
	return others == 1 && short(t.columns[at])
}

// sameStem reports whether two words begin alike: program and programme.
func sameStem(a, b string) bool {
	n := 0
	for n < min(len(a), len(b)) && a[n] == b[n] {
		n++
	}
	return n >= leastStem && float64(n) >= sharedByStem*float64(max(len(a), len(b)))
}
