package extract

import (
	"slices"
	"strings"

	"tariffdesk/extract/internal/label"
	"tariffdesk/extract/internal/page"
	"tariffdesk/extract/internal/party"
	"tariffdesk/extract/internal/reading"
	"tariffdesk/extract/internal/term"
	"tariffdesk/extract/internal/want"
)

// addressOf joins the lines of an address.
func (d *document) addressOf(lines [][]page.Word, m match) (match, bool) {
	r, ok := d.Fit(term.KindAddress, slices.Concat(d.ofAddress(lines)...), false)
	m.Value = r
	return m, ok && m.score*r.Score >= leastScore
}

// ofAddress are the lines of an address up to what says how the party is reached, less who is to open the letter and the
// number of the register above it.
func (d *document) ofAddress(lines [][]page.Word) [][]page.Word {
	var kept [][]page.Word
	for i, line := range lines {
		if text := page.Join(line); attention.MatchString(text) && i+1 < len(lines) || len(kept) == 0 && registered.MatchString(text) {
			continue
		} else if notAddress.MatchString(text) || reading.EmailForm.MatchString(text) {
			break
		}
		kept = append(kept, line)
	}
	return kept
}

// nearRows is how many rows below its heading a party's labels stand.
const nearRows = 9

// attributeNear finds a label such as "RFC" or "Name" within the party's part of the page.
func (d *document) attributeNear(w *want.Want, b block, words string) (match, bool) {
	want := d.Dict.Bag(words)
	p := d.Pages[b.page]
	right := d.RightBound(b.label, b.label.Box)
	var best match
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
			if m, ok := d.read(w, l, c); ok && m.score > best.score {
				best = m
				break
			}
		}
	}
	best.score *= b.score
	return best, best.score >= leastScore
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
		if kind, _ := d.Dict.Group("contact").Has(text); w.Attr == want.AttrPhone && kind != "phone" && !strings.ContainsAny(text, "+(") {
			continue // another number
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

// pieceOfAddress reads street, city, state, postal code or country from the lines below a name.
func (d *document) pieceOfAddress(w *want.Want, lines [][]page.Word, m match) (match, bool) {
	a := party.Parse(d.ofAddress(lines), d.Dict.Group("street"))
	var p party.Piece
	switch w.Attr {
	case want.AttrStreet:
		p = a.Street
	case want.AttrPostal:
		p = a.Postal
	case want.AttrCity:
		p = a.City
	case want.AttrState:
		p = a.State
	case want.AttrCountry:
		p = a.Country
	case want.AttrNone, want.AttrName, want.AttrAddress, want.AttrTaxID, want.AttrPhone, want.AttrEmail, want.AttrContact:
	}
	m.Value = reading.Value{Text: p.Text, Words: p.Words, Score: 0.9}
	return m, p.Text != ""
}
