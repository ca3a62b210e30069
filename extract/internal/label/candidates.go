package label

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"tariffdesk/extract/internal/page"
)

// position says where a value stands to its label.
type position string

// The positions, by falling trust.
const (
	placeGiven  position = "given"
	PlaceInline position = "inline"
	PlaceRight  position = "right"
	PlaceBelow  position = "below"
	PlaceRowEnd position = "end of row"
)

// Candidate is a possible value of a label.
type Candidate struct {
	Words []page.Word   // the first line
	Lines [][]page.Word // all lines of a block, words among them
	Place position
	Score float64
	Page  int
	Cell  int // how many of the lines, from the first, fill a cell between drawn lines below its caption's
}

// Distances, in heights of a line.
const (
	FirstLineGap = 2.6 // from a label to the value below it
	nextLineGap  = 1.3 // between the lines of a block
	LeftTolerate = 1.2 // how far a value may begin left of its label
	MaxBlock     = 8   // lines of a block
)

// Candidates lists what may be a label's value, best places first.
func (d *Sheet) Candidates(l *Label) []Candidate {
	return d.cache.Of(l, func() []Candidate { return findCandidates(d, l) })
}

func findCandidates(d *Sheet, l *Label) []Candidate {
	if l.Given != nil {
		return []Candidate{{Words: l.Given, Lines: [][]page.Word{l.Given}, Place: placeGiven, Score: 0.95, Page: l.Page}}
	}
	if d.NoValue(page.Join(l.Inline)) {
		return nil // what stands beside or below is another's
	}
	if lines := d.above[l.Place]; lines != nil {
		return []Candidate{{Words: lines[0], Lines: lines, Place: PlaceBelow, Score: 0.9, Page: l.Page}}
	}
	var all []Candidate
	apart := 1.0 // trust in what stands apart from the label
	if len(l.Inline) > 0 {
		score := 0.82
		if l.Colon {
			score = 1
		}
		before := !l.Colon && amountNext(d, l) && !IsAmount(page.Join(l.Inline)) // its rate or base, before its amount
		if before {
			score *= besideAmount
		}
		c := Candidate{Words: l.Inline, Lines: [][]page.Word{l.Inline}, Place: PlaceInline, Score: score, Page: l.Page}
		c.Lines = append(c.Lines, d.Below(l, page.Bounds(l.Inline))...)
		all = append(all, c)
		if l.To+len(l.Inline) < len(d.Segment(l.Place).Words) {
			return all // another label follows
		}
		apart = afterInline
		if before || !DigitsIn(l.Inline) && amountNext(d, l) {
			apart = afterCaption
		}
	}
	all = append(all, rightOf(d, l, apart)...)
	if len(all) > 0 && d.NoValue(page.Join(all[0].Words)) {
		return nil
	}
	if len(l.Inline) > 0 && (DigitsIn(l.Inline) || apart == afterCaption) {
		return all
	}
	if lines := d.Below(l, lastLine(l)); len(lines) > 0 {
		score := 0.9 * apart
		if l.Colon {
			score = 0.84 * apart
		}
		if headsColumn(lines) || len(l.Inline) == 0 && len(all) > 0 && listed(d, l, all[0]) {
			score *= ofHeading
		}
		preferColumn(d, l, all, lines[0])
		all = append(all, Candidate{Words: lines[0], Lines: lines, Place: PlaceBelow, Score: score, Page: l.Page, Cell: d.cellLines(l, lines)})
	}
	return all
}

// cellLines is how many of the lines below a caption, from the first, fill one cell between drawn lines, the first of which parts it from the
// caption; 0 for none.
func (d *Sheet) cellLines(l *Label, lines [][]page.Word) int {
	p, n := d.Pages[l.Page], 0
	for ri := l.Row + 1; ri < len(p.Rows) && n < len(lines) && p.Parted(ri) == (ri == l.Row+1); ri++ {
		if slices.ContainsFunc(p.Rows[ri].Segments, func(s page.Segment) bool { return s.Words[0].Box == lines[n][0].Box }) {
			n++
		}
	}
	return n
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
func lastLine(l *Label) page.Box {
	if len(l.Inline) == 0 {
		return l.Box
	}
	return l.Box.Union(page.Bounds(l.Inline))
}

// listed reports whether a label stands in a list of labels and values side by side: the row above it has
// a label and a value at the same places.
func listed(d *Sheet, l *Label, right Candidate) bool {
	p := d.Pages[l.Page]
	near := 0.5 * p.LineHeight
	at := func(s page.Segment, x float64) bool { return s.Box.X0 > x-near && s.Box.X0 < x+near }
	for ri := l.Row - 1; ri >= 0 && p.Rows[l.Row].Box.Y0-p.Rows[ri].Box.Y1 < nextLineGap*p.LineHeight; ri-- {
		for i, s := range p.Rows[ri].Segments[:len(p.Rows[ri].Segments)-1] {
			whole := slices.ContainsFunc(d.BySegment[Place{l.Page, ri, i}], func(o *Label) bool { return o.Whole })
			value := Place{l.Page, ri, i + 1}
			if whole && at(s, l.Box.X0) && at(d.Segment(value), right.Words[0].Box.X0) && len(d.BySegment[value]) == 0 {
				return true
			}
		}
	}
	return false
}

// amountNext reports whether the segment after a label's own is an amount.
func amountNext(d *Sheet, l *Label) bool {
	row := d.Pages[l.Page].Rows[l.Row].Segments
	return l.Segment+1 < len(row) && IsAmount(row[l.Segment+1].Text())
}

// farRight is the share of a page's width beyond which a value to the right belongs to another block
// of the page, where one stands right below.
const farRight = 0.12

// preferColumn trusts a far value to the right less than one that begins below the label's own edge.
func preferColumn(d *Sheet, l *Label, right []Candidate, below []page.Word) {
	p := d.Pages[l.Page]
	if len(right) == 0 || below[0].Box.X0-l.Box.X0 > p.LineHeight || l.Box.X0-below[0].Box.X0 > p.LineHeight {
		return
	}
	if right[0].Words[0].Box.X0-l.Box.X1 > farRight*p.Width {
		right[0].Score *= 0.8
	}
}

// BeginsWithLabel reports whether a segment begins with a label.
func (d *Sheet) BeginsWithLabel(at Place) bool {
	for _, l := range d.BySegment[at] {
		if l.From == 0 && (l.Colon || l.Whole || len(l.Concepts) > 0 && len(l.Inline) > 0 && l.To > 1) {
			return true
		}
	}
	return false
}

// Below gathers the lines under a box, down to the next label or gap.
func (d *Sheet) Below(l *Label, under page.Box) [][]page.Word {
	p := d.Pages[l.Page]
	right := d.RightBound(l, under)
	line := max(p.LineHeight, under.Height()*0.8)
	last := p.Rows[l.Row].Box
	if under.Y1 > 0 {
		last.Y1 = under.Y1
	}
	var lines [][]page.Word
	column := under
	for ri := l.Row + 1; ri < len(p.Rows) && len(lines) < MaxBlock; ri++ {
		row := p.Rows[ri]
		gap := row.Box.Y0 - last.Y1
		allowed := nextLineGap * line
		if len(lines) == 0 {
			allowed = FirstLineGap * line
		}
		if gap > allowed {
			break
		}
		si := d.Under(row, under, right, line)
		if si < 0 && len(l.Inline) > 0 {
			si = d.Under(row, under.Union(l.Box), right, line) // wrapped to the left edge of its caption
		}
		if si < 0 {
			continue
		}
		s := row.Segments[si]
		if s.Box.Y0 < under.Y0+0.3*under.Height() || s.Box.X0 > under.X1 && s.Box.Y0 < under.Y1 {
			continue // beside it, in a column whose lines stand between those of its own
		}
		if stopsBlock(d, Place{l.Page, ri, si}) && (len(lines) == 0 || !l.goesOnIn(lines[len(lines)-1], s)) || under != l.Box && besideLabel(d, l, ri, si) {
			break
		}
		if len(lines) > 0 && s.Box.OverlapX(column) <= 0 {
			continue // of another box
		}
		lines = append(lines, inColumn(d, l, s, right))
		column = column.Union(s.Box)
		last = s.Box
	}
	if l.Whole {
		return filledIn(d.Segment(l.Place).Words, lines)
	}
	return lines
}

// inColumn cuts from a segment below captions what stands under the captions beside its own: narrow
// boxes leave no gap between their values. Left of the first caption of a row stands none.
func inColumn(d *Sheet, l *Label, s page.Segment, right float64) []page.Word {
	if !l.Whole {
		return s.Words
	}
	near := 0.4 * d.Pages[l.Page].LineHeight
	words, left := s.Words, d.Segment(l.Place).Box.X0
	for i, w := range words {
		if i > 0 && l.Segment > 0 && s.Box.X0 < left-2*near && w.Box.X0 > left-near && w.Box.X0 < left+near {
			words = words[i:]
			break
		}
	}
	if len(d.BySegment[Place{l.Page, l.Row, l.Segment + 1}]) == 0 {
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
func besideLabel(d *Sheet, l *Label, ri, si int) bool {
	if si == 0 {
		return false
	}
	line := d.Pages[l.Page].LineHeight
	for i, s := range d.Pages[l.Page].Rows[ri].Segments[:si] {
		if s.Box.X0 > l.Box.X0-line && s.Box.X0 < l.Box.X0+line && len(d.BySegment[Place{l.Page, ri, i}]) > 0 {
			return true
		}
	}
	return false
}

// RightBound is where the next column begins, judged by the label's own row.
func (d *Sheet) RightBound(l *Label, under page.Box) float64 {
	row := d.Pages[l.Page].Rows[l.Row]
	for si := l.Segment + 1; si < len(row.Segments); si++ {
		if s := row.Segments[si]; s.Box.X0 >= under.X1 {
			return s.Box.X0
		}
	}
	return d.Pages[l.Page].Width
}

// Under finds the segment of a row that stands in the column below a box, -1 for none.
func (d *Sheet) Under(row page.Row, box page.Box, right, line float64) int {
	best, bestGap := -1, 0.0
	for si, s := range row.Segments {
		begins := s.Box.X0 >= box.X0-LeftTolerate*line && s.Box.X0 < right-0.5*line
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
func stopsBlock(d *Sheet, at Place) bool {
	for _, l := range d.BySegment[at] {
		if l.From == 0 && (len(l.Concepts) > 0 || len(l.Parts) > 0) && (l.Whole || l.Colon || l.filled()) {
			return true
		}
	}
	return false
}

// goesOnIn reports whether a line below the value of a label goes on with it though its words are those of a caption: the line above ends with
// a comma, or it begins with a small letter, and the label does not. "Net 45 days from" goes on in "date of invoice".
func (l *Label) goesOnIn(above []page.Word, s page.Segment) bool {
	first, _ := utf8.DecodeRuneInString(s.Words[0].Text)
	own, _ := utf8.DecodeRuneInString(l.Text)
	open := strings.HasSuffix(above[len(above)-1].Text, ",") && !l.Colon
	return (open || unicode.IsLower(first) && unicode.IsUpper(own)) && !strings.Contains(s.Text(), ":")
}

// filled reports whether what follows a label in its segment is set larger: the small caption of a form with what is filled in.
func (l *Label) filled() bool {
	return len(l.Inline) > 0 && page.Bounds(l.Inline).Height() > largerPrint*l.Box.Height()
}
