package extract

import (
	"regexp"

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
func (d *document) candidates(l *label) []candidate {
	if c, ok := d.cache[l]; ok {
		return c
	}
	c := d.findCandidates(l)
	d.cache[l] = c
	return c
}

func (d *document) findCandidates(l *label) []candidate {
	if l.given != nil {
		return []candidate{{words: l.given, lines: [][]page.Word{l.given}, place: placeGiven, score: 0.95, page: l.page}}
	}
	var all []candidate
	if len(l.inline) > 0 {
		score := 0.82
		if l.colon {
			score = 1
		}
		c := candidate{words: l.inline, lines: [][]page.Word{l.inline}, place: placeInline, score: score, page: l.page}
		c.lines = append(c.lines, d.below(l, page.Bounds(l.inline))...)
		all = append(all, c)
		return all
	}
	row := d.pages[l.page].Rows[l.row]
	if next := l.segment + 1; next < len(row.Segments) && !d.beginsWithLabel(place{l.page, l.row, next}) {
		next = d.pastCode(l, row, next)
		s := row.Segments[next]
		score := 0.95
		if !l.colon {
			score = 0.88
		}
		gap := (s.Box.X0 - l.box.X1) / max(d.pages[l.page].Width, 1)
		c := candidate{words: s.Words, lines: [][]page.Word{s.Words}, place: placeRight, score: score - 0.15*gap, page: l.page}
		c.lines = append(c.lines, d.below(l, s.Box)...)
		all = append(all, c)
	}
	if lines := d.below(l, l.box); len(lines) > 0 {
		score := 0.9
		if l.colon {
			score = 0.84
		}
		d.preferColumn(l, all, lines[0])
		all = append(all, candidate{words: lines[0], lines: lines, place: placeBelow, score: score, page: l.page})
	}
	return all
}

// paymentCode is the code of the form of payment that customs print before the amount of a duty.
var paymentCode = regexp.MustCompile(`^\d{1,2}$`)

// pastCode is the segment after the code of payment of a duty or tax, where one stands before its amount.
func (d *document) pastCode(l *label, row page.Row, next int) int {
	if len(l.concepts) == 0 || next+1 >= len(row.Segments) || !paymentCode.MatchString(row.Segments[next].Text()) || !valueLike(row.Segments[next+1].Text()) {
		return next
	}
	switch l.concepts[0].Name {
	case "dta", "prv", "tax", "duty":
		return next + 1
	}
	return next
}

// farRight is the share of a page's width beyond which a value to the right belongs to another block
// of the page, where one stands right below.
const farRight = 0.12

// preferColumn trusts a far value to the right less than one that begins below the label's own edge.
func (d *document) preferColumn(l *label, right []candidate, below []page.Word) {
	p := d.pages[l.page]
	if len(right) == 0 || below[0].Box.X0-l.box.X0 > p.LineHeight || l.box.X0-below[0].Box.X0 > p.LineHeight {
		return
	}
	if right[0].words[0].Box.X0-l.box.X1 > farRight*p.Width {
		right[0].score *= 0.8
	}
}

// beginsWithLabel reports whether a segment begins with a label.
func (d *document) beginsWithLabel(at place) bool {
	for _, l := range d.bySegment[at] {
		if l.from == 0 && (l.colon || l.whole || len(l.concepts) > 0 && len(l.inline) > 0 && l.to > 1) {
			return true
		}
	}
	return false
}

// below gathers the lines under a box, down to the next label or gap.
func (d *document) below(l *label, under page.Box) [][]page.Word {
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
		lines = append(lines, s.Words)
		column = column.Union(s.Box)
		last = s.Box
	}
	if l.whole {
		return filledIn(d.segment(l.place).Words, lines)
	}
	return lines
}

// besideLabel reports whether a segment below the value of a label is the value of the next label, which
// stands left of it below the first.
func (d *document) besideLabel(l *label, ri, si int) bool {
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
func (d *document) rightBound(l *label, under page.Box) float64 {
	row := d.pages[l.page].Rows[l.row]
	for si := l.segment + 1; si < len(row.Segments); si++ {
		if s := row.Segments[si]; s.Box.X0 >= under.X1 {
			return s.Box.X0
		}
	}
	return d.pages[l.page].Width
}

// under finds the segment of a row that stands in the column below a box, -1 for none.
func (d *document) under(row page.Row, box page.Box, right, line float64) int {
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
func (d *document) stopsBlock(at place) bool {
	for _, l := range d.bySegment[at] {
		if l.from == 0 && (len(l.concepts) > 0 || len(l.parts) > 0) && (l.whole || l.colon) {
			return true
		}
	}
	return false
}
