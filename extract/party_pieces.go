package extract

import (
	"regexp"
	"slices"
	"strings"

	"tariffdesk/extract/internal/label"
	"tariffdesk/extract/internal/page"
	"tariffdesk/extract/internal/reading"
	"tariffdesk/extract/internal/term"
	"tariffdesk/extract/internal/value"
	"tariffdesk/extract/internal/want"
)

// addressOf joins the lines of an address.
func (d *document) addressOf(lines [][]page.Word, m match) (match, bool) {
	var words []page.Word
	for i, line := range lines {
		if text := page.Join(line); attention.MatchString(text) && i+1 < len(lines) {
			continue
		} else if notAddress.MatchString(text) {
			break
		}
		words = append(words, line...)
	}
	r, ok := d.Fit(term.KindAddress, words, false)
	m.Value = r
	return m, ok && m.score*r.Score >= leastScore
}

// nearRows is how many rows below its heading a party's labels stand.
const nearRows = 9

// attributeNear finds a label such as "RFC" or "Name" within the party's part of the page.
func (d *document) attributeNear(w *want.Want, b block, words string) (match, bool) {
	want := d.Dict.Bag(words)
	p := d.Pages[b.page]
	right := d.RightBound(b.label, b.label.Box)
	heading := b.label.Whole && b.label.Segment == 0 && len(p.Rows[b.label.Row].Segments) == 1
	for _, l := range d.Labels {
		if l.Page != b.page || l.Row < b.label.Row || l.Row > b.label.Row+nearRows || l == b.label || l.Given != nil {
			continue
		}
		inColumn := l.Box.X0 >= b.label.Box.X0-2*p.LineHeight && l.Box.X0 < right
		if !(l.Bag.Key == want.Key || words == "address" && l.Bag.Key == "address name") || !inColumn && !heading {
			continue
		}
		if d.anotherParty(b.label, l) {
			continue
		}
		for _, c := range d.Candidates(l) {
			if m, ok := d.read(w, l, c); ok {
				m.score *= b.score
				return m, m.score >= leastScore
			}
		}
	}
	return match{}, false
}

// anotherParty reports whether the heading of another party stands between a heading and a label.
func (d *document) anotherParty(heading, l *label.Label) bool {
	for _, o := range d.Labels {
		if o.Page != l.Page || o == heading || o.Row <= heading.Row || o.Row > l.Row || o.Box.X0 > l.Box.X1 {
			continue
		}
		if _, _, ok := want.RoleIn(o.Bag); ok && o.Whole && o.Box.X0 < l.Box.X0+1 {
			return true
		}
	}
	return false
}

// formIn finds a number of fixed form in the lines of a block and the rows right below it.
func (d *document) formIn(w *want.Want, b block, m match) (match, bool) {
	lines := slices.Clone(b.lines)
	lines = append(lines, d.columnBelow(b)...)
	for _, line := range lines {
		text := page.Join(line)
		if w.Attr == want.AttrTaxID && !d.Dict.Bag(firstWords(text, 6)).Has("tax") {
			continue
		}
		if w.Attr == want.AttrTaxID {
			line = line[d.taxWords(line):]
		}
		if r, ok := d.Fit(w.Kind, line, false); ok {
			m.Value, m.score = r, m.score*0.95
			return m, true
		}
	}
	return match{}, false
}

func firstWords(text string, n int) string {
	words := strings.Fields(text)
	return strings.Join(words[:min(n, len(words))], " ")
}

// taxWords is how many words at the beginning of a line name a tax number.
func (d *document) taxWords(line []page.Word) int {
	for i := range line {
		if d.Dict.Bag(page.Join(line[:i+1])).Has("tax") && (i+1 == len(line) || !d.Dict.Bag(line[i+1].Text).Has("number")) {
			return i + 1
		}
	}
	return 0
}

// columnBelow are the segments of the rows after a block in its column, labels and all.
func (d *document) columnBelow(b block) [][]page.Word {
	p := d.Pages[b.page]
	right := d.RightBound(b.label, b.label.Box)
	var lines [][]page.Word
	for ri := b.label.Row; ri < min(len(p.Rows), b.label.Row+nearRows); ri++ {
		for si, s := range p.Rows[ri].Segments {
			if s.Box.X0 < b.label.Box.X0-2*p.LineHeight || s.Box.X0 >= right || ri == b.label.Row && si < b.label.Segment {
				continue
			}
			for _, l := range d.BySegment[label.At(b.page, ri, si)] {
				if _, _, ok := want.RoleIn(l.Bag); ok && l != b.label && l.Whole {
					return lines
				}
			}
			lines = append(lines, s.Words)
		}
	}
	return lines
}

var (
	postalForm = regexp.MustCompile(`\b(?:\d{5}(?:-\d{4})?|[A-Z]\d[A-Z] ?\d[A-Z]\d|[A-Z]{1,2}\d{1,2}[A-Z]? ?\d[A-Z]{2}|\d{4,6})\b`)
)

// pieceOfAddress reads city, state, postal code or country from the last line of an address.
func (d *document) pieceOfAddress(w *want.Want, b block, m match) (match, bool) {
	lines := b.lines[min(1, len(b.lines)):]
	for i := len(lines) - 1; i >= 0; i-- {
		line := lines[i]
		text := page.Join(line)
		if notAddress.MatchString(text) {
			continue
		}
		switch w.Attr {
		case want.AttrPostal:
			if found := postalForm.FindAllString(text, -1); len(found) > 0 {
				code := found[len(found)-1]
				m.Value = reading.Value{Text: code, Words: reading.WordsOf(line, code), Score: 0.9}
				return m, true
			}
		case want.AttrCountry:
			pieces := strings.Split(text, ",")
			last := strings.TrimSpace(pieces[len(pieces)-1])
			if value.IsCountry(last) {
				m.Value = reading.Value{Text: last, Words: reading.WordsOf(line, last), Score: 0.9}
				return m, true
			}
		case want.AttrCity:
			pieces := strings.Split(text, ",")
			for _, piece := range pieces {
				piece = strings.TrimSpace(postalForm.ReplaceAllString(piece, ""))
				if l, n := value.Counts(piece); l > 2 && n == 0 && len(pieces) > 1 && !value.IsCountry(piece) {
					m.Value = reading.Value{Text: piece, Words: reading.WordsOf(line, piece), Score: 0.7}
					m.score *= 0.8
					return m, true
				}
			}
		case want.AttrNone, want.AttrName, want.AttrAddress, want.AttrTaxID, want.AttrState, want.AttrPhone, want.AttrEmail, want.AttrContact:
		}
	}
	return match{}, false
}
