package extract

import (
	"slices"

	"tariffdesk/extract/internal/page"
)

// position says where a value stands to its label.
type position string

// The positions, by falling trust.
const (
	placeGiven  position = "given"
	placeInline position = "inline"
	placeRight  position = "right"
	placeBelow  position = "below"
	placeRowEnd position = "end of row"
)

// candidate is what may be the value of a label.
type candidate struct {
	words []page.Word   // the first line
	lines [][]page.Word // all lines of a block, words among them
	place position
	score float64
	page  int
}

// Distances, in heights of a line.
const (
	firstLineGap = 2.6 // from a label to the value below it
	nextLineGap  = 1.3 // between the lines of a block
	leftTolerate = 1.2 // how far a value may begin left of its label
	maxBlock     = 8   // lines of a block
)

// candidates lists what may be a label's value, best places first.
func (d *sheet) candidates(l *label) []candidate {
	if c, ok := d.cache[l]; ok {
		return c
	}
	c := d.findCandidates(l)
	d.cache[l] = c
	return c
}

func (d *sheet) findCandidates(l *label) []candidate {
	if l.given != nil {
		return []candidate{{words: l.given, lines: [][]page.Word{l.given}, place: placeGiven, score: 0.95, page: l.page}}
	}
	var all []candidate
	apart := 1.0 // trust in what stands apart from the label
	if len(l.inline) > 0 {
		score := 0.82
		if l.colon {
			score = 1
		}
		before := !l.colon && d.amountNext(l) && !isAmount(page.Join(l.inline)) // its rate or base, before its amount
		if before {
			score *= besideAmount
		}
		c := candidate{words: l.inline, lines: [][]page.Word{l.inline}, place: placeInline, score: score, page: l.page}
		c.lines = append(c.lines, d.below(l, page.Bounds(l.inline))...)
		all = append(all, c)
		if l.to+len(l.inline) < len(d.segment(l.place).Words) {
			return all // another label follows
		}
		apart = afterInline
		if before || !digitsIn(l.inline) && d.amountNext(l) {
			apart = afterCaption
		}
	}
	all = append(all, d.rightOf(l, apart)...)
	if len(l.inline) > 0 && (digitsIn(l.inline) || apart == afterCaption) {
		return all
	}
	if lines := d.below(l, d.lastLine(l)); len(lines) > 0 {
		score := 0.9 * apart
		if l.colon {
			score = 0.84 * apart
		}
		if headsColumn(lines) || len(l.inline) == 0 && len(all) > 0 && d.listed(l, all[0]) {
			score *= ofHeading
		}
		d.preferColumn(l, all, lines[0])
		all = append(all, candidate{words: lines[0], lines: lines, place: placeBelow, score: score, page: l.page})
	}
	return all
}

// How far values are trusted that stand apart from their label.
const (
	afterCaption = 0.97 // an amount behind a caption that goes on: Inland freight to Laredo
	afterInline  = 0.75 // where other words follow the label: Agency commission (15 %)
	besideAmount = 0.7  // of what stands between a caption and the amount beside it
	ofHeading    = 0.6  // under the heading of a column of numbers
	endOfRow     = 0.72 // at the end of the row, past other print
	pastRate     = 0.92 // past a rate and its base, as of a tax
)

// lastLine is the box of a label with the words that follow it.
func (d *sheet) lastLine(l *label) page.Box {
	if len(l.inline) == 0 {
		return l.box
	}
	return l.box.Union(page.Bounds(l.inline))
}

// listed reports whether a label stands in a list of labels and values side by side: the row above it has
// a label and a value at the same places.
func (d *sheet) listed(l *label, right candidate) bool {
	p := d.pages[l.page]
	near := 0.5 * p.LineHeight
	at := func(s page.Segment, x float64) bool { return s.Box.X0 > x-near && s.Box.X0 < x+near }
	for ri := l.row - 1; ri >= 0 && p.Rows[l.row].Box.Y0-p.Rows[ri].Box.Y1 < nextLineGap*p.LineHeight; ri-- {
		for i, s := range p.Rows[ri].Segments[:len(p.Rows[ri].Segments)-1] {
			whole := slices.ContainsFunc(d.bySegment[place{l.page, ri, i}], func(o *label) bool { return o.whole })
			value := place{l.page, ri, i + 1}
			if whole && at(s, l.box.X0) && at(d.segment(value), right.words[0].Box.X0) && len(d.bySegment[value]) == 0 {
				return true
			}
		}
	}
	return false
}

// amountNext reports whether the segment after a label's own is an amount.
func (d *sheet) amountNext(l *label) bool {
	row := d.pages[l.page].Rows[l.row].Segments
	return l.segment+1 < len(row) && isAmount(row[l.segment+1].Text())
}

// farRight is the share of a page's width beyond which a value to the right belongs to another block
// of the page, where one stands right below.
const farRight = 0.12

// preferColumn trusts a far value to the right less than one that begins below the label's own edge.
func (d *sheet) preferColumn(l *label, right []candidate, below []page.Word) {
	p := d.pages[l.page]
	if len(right) == 0 || below[0].Box.X0-l.box.X0 > p.LineHeight || l.box.X0-below[0].Box.X0 > p.LineHeight {
		return
	}
	if right[0].words[0].Box.X0-l.box.X1 > farRight*p.Width {
		right[0].score *= 0.8
	}
}

// beginsWithLabel reports whether a segment begins with a label.
func (d *sheet) beginsWithLabel(at place) bool {
	for _, l := range d.bySegment[at] {
		if l.from == 0 && (l.colon || l.whole || len(l.concepts) > 0 && len(l.inline) > 0 && l.to > 1) {
			return true
		}
	}
	return false
}

// below gathers the lines under a box, down to the next label or gap.
func (d *sheet) below(l *label, under page.Box) [][]page.Word {
	p := d.pages[l.page]
	right := d.rightBound(l, under)
	line := max(p.LineHeight, under.Height()*0.8)
	last := p.Rows[l.row].Box
	if under.Y1 > 0 {
		last.Y1 = under.Y1
	}
	var lines [][]page.Word
	column := under
	for ri := l.row + 1; ri < len(p.Rows) && len(lines) < maxBlock; ri++ {
		row := p.Rows[ri]
		gap := row.Box.Y0 - last.Y1
		allowed := nextLineGap * line
		if len(lines) == 0 {
			allowed = firstLineGap * line
		}
		if gap > allowed {
			break
		}
		si := d.under(row, under, right, line)
		if si < 0 && len(l.inline) > 0 {
			si = d.under(row, under.Union(l.box), right, line) // wrapped to the left edge of its caption
		}
		if si < 0 {
			continue
		}
		s := row.Segments[si]
		if s.Box.Y0 < under.Y0+0.3*under.Height() {
			continue
		}
		if d.stopsBlock(place{l.page, ri, si}) || under != l.box && d.besideLabel(l, ri, si) {
			break
		}
		if len(lines) > 0 && s.Box.OverlapX(column) <= 0 {
			continue // of another box
		}
		lines = append(lines, d.inColumn(l, s, right))
		column = column.Union(s.Box)
		last = s.Box
	}
	if l.whole {
		return filledIn(d.segment(l.place).Words, lines)
	}
	return lines
}

// inColumn cuts from a segment below captions what stands under the captions beside its own: narrow
// boxes leave no gap between their values. Left of the first caption of a row stands none.
func (d *sheet) inColumn(l *label, s page.Segment, right float64) []page.Word {
	if !l.whole {
		return s.Words
	}
	near := 0.4 * d.pages[l.page].LineHeight
	words, left := s.Words, d.segment(l.place).Box.X0
	for i, w := range words {
		if i > 0 && l.segment > 0 && s.Box.X0 < left-2*near && w.Box.X0 > left-near && w.Box.X0 < left+near {
			words = words[i:]
			break
		}
	}
	if len(d.bySegment[place{l.page, l.row, l.segment + 1}]) == 0 {
		return words // no caption stands beside it
	}
	for i, w := range words {
		if i > 0 && w.Box.X0 > right-near && w.Box.X0 < right+near {
			return words[:i]
		}
	}
	return words
}

// besideLabel reports whether a segment below the value of a label is the value of the next label, which
// stands left of it below the first.
func (d *sheet) besideLabel(l *label, ri, si int) bool {
	if si == 0 {
		return false
	}
	line := d.pages[l.page].LineHeight
	for i, s := range d.pages[l.page].Rows[ri].Segments[:si] {
		if s.Box.X0 > l.box.X0-line && s.Box.X0 < l.box.X0+line && len(d.bySegment[place{l.page, ri, i}]) > 0 {
			return true
		}
	}
	return false
}

// rightBound is where the next column begins, judged by the label's own row.
func (d *sheet) rightBound(l *label, under page.Box) float64 {
	row := d.pages[l.page].Rows[l.row]
	for si := l.segment + 1; si < len(row.Segments); si++ {
		if s := row.Segments[si]; s.Box.X0 >= under.X1 {
			return s.Box.X0
		}
	}
	return d.pages[l.page].Width
}

// under finds the segment of a row that stands in the column below a box, -1 for none.
func (d *sheet) under(row page.Row, box page.Box, right, line float64) int {
	best, bestGap := -1, 0.0
	for si, s := range row.Segments {
		begins := s.Box.X0 >= box.X0-leftTolerate*line && s.Box.X0 < right-0.5*line
		overlaps := s.Box.OverlapX(box) > 0.5*min(s.Box.Width(), box.Width()) && s.Box.X0 < right
		if !begins && !overlaps {
			continue
		}
		gap := max(s.Box.X0-box.X0, box.X0-s.Box.X0)
		if s.Box.OverlapX(box) > 0 {
			gap /= 4
		}
		if best < 0 || gap < bestGap {
			best, bestGap = si, gap
		}
	}
	return best
}

// stopsBlock reports whether a segment is a label of its own and so ends the block above it.
func (d *sheet) stopsBlock(at place) bool {
	for _, l := range d.bySegment[at] {
		if l.from == 0 && (len(l.concepts) > 0 || len(l.parts) > 0) && (l.whole || l.colon) {
			return true
		}
	}
	return false
}
