package candidate

import (
	"slices"
	"strings"

	"tariffdesk/extract/internal/label"
	"tariffdesk/extract/internal/page"
	"tariffdesk/extract/internal/party"
	"tariffdesk/extract/internal/reading"
	"tariffdesk/extract/internal/sheet"
	"tariffdesk/extract/internal/term"
	"tariffdesk/extract/internal/want"
)

// addressOf joins the lines of an address.
func addressOf(d *Finder, lines [][]page.Word, m Match) (Match, bool) {
	r, ok := d.Fit(term.KindAddress, slices.Concat(ofAddress(lines)...), false)
	m.Value = r
	return m, ok && m.Score*r.Score >= LeastScore
}

// ofAddress are the lines of an address up to what says how the party is reached, less who is to open the letter and the
// number of the register above it.
func ofAddress(lines [][]page.Word) [][]page.Word {
	var kept [][]page.Word
	for i, line := range lines {
		if text := page.Join(line); sheet.Attention.MatchString(text) && i+1 < len(lines) || len(kept) == 0 && sheet.Registered.MatchString(text) {
			continue
		} else if sheet.NotAddress.MatchString(text) || reading.EmailForm.MatchString(text) {
			break
		}
		kept = append(kept, line)
	}
	return kept
}

// nearRows is how many rows below its heading a party's labels stand.
const nearRows = 9

// attributeNear finds a label such as "RFC" or "Name" within the party's part of the page.
func attributeNear(d *Finder, w *want.Want, b sheet.PartyBlock, words string) (Match, bool) {
	want := d.Dict.Bag(words)
	p := d.Pages[b.Page]
	right := d.RightBound(b.Label, b.Label.Box)
	var best Match
	heading := b.Label.Whole && b.Label.Segment == 0 && len(p.Rows[b.Label.Row].Segments) == 1
	for _, l := range d.Labels {
		if l.Page != b.Page || l.Row < b.Label.Row || l.Row > b.Label.Row+nearRows || l == b.Label || l.Given != nil {
			continue
		}
		inColumn := l.Box.X0 >= b.Label.Box.X0-2*p.LineHeight && l.Box.X0 < right
		if !(l.Bag.Key == want.Key || words == "address" && l.Bag.Key == "address name") || !inColumn && !heading {
			continue
		}
		if anotherParty(d, b.Label, l) {
			continue
		}
		for _, c := range d.Candidates(l) {
			if m, ok := read(d, w, l, c); ok && m.Score > best.Score {
				best = m
				break
			}
		}
	}
	best.Score *= b.Score
	return best, best.Score >= LeastScore
}

// anotherParty reports whether the heading of another party stands between a heading and a label.
func anotherParty(d *Finder, heading, l *label.Label) bool {
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
func formIn(d *Finder, w *want.Want, b sheet.PartyBlock, m Match) (Match, bool) {
	lines := slices.Clone(b.Lines)
	lines = append(lines, columnBelow(d, b)...)
	for _, line := range lines {
		text := page.Join(line)
		if w.Attr == want.AttrTaxID && !d.Dict.Bag(firstWords(text, 6)).Has("tax") {
			continue
		}
		if kind, _ := d.Dict.Group("contact").Has(text); w.Attr == want.AttrPhone && kind != "phone" && !strings.ContainsAny(text, "+(") {
			continue // another number
		}
		if w.Attr == want.AttrTaxID {
			line = line[taxWords(d, line):]
		}
		if r, ok := d.Fit(w.Kind, line, false); ok {
			m.Value, m.Score = r, m.Score*0.95
			return m, true
		}
	}
	return Match{}, false
}

func firstWords(text string, n int) string {
	words := strings.Fields(text)
	return strings.Join(words[:min(n, len(words))], " ")
}

// taxWords is how many words at the beginning of a line name a tax number.
func taxWords(d *Finder, line []page.Word) int {
	for i := range line {
		if d.Dict.Bag(page.Join(line[:i+1])).Has("tax") && (i+1 == len(line) || !d.Dict.Bag(line[i+1].Text).Has("number")) {
			return i + 1
		}
	}
	return 0
}

// columnBelow are the segments of the rows after a block in its column, labels and all.
func columnBelow(d *Finder, b sheet.PartyBlock) [][]page.Word {
	p := d.Pages[b.Page]
	right := d.RightBound(b.Label, b.Label.Box)
	var lines [][]page.Word
	for ri := b.Label.Row; ri < min(len(p.Rows), b.Label.Row+nearRows); ri++ {
		for si, s := range p.Rows[ri].Segments {
			if s.Box.X0 < b.Label.Box.X0-2*p.LineHeight || s.Box.X0 >= right || ri == b.Label.Row && si < b.Label.Segment {
				continue
			}
			for _, l := range d.BySegment[label.At(b.Page, ri, si)] {
				if _, _, ok := want.RoleIn(l.Bag); ok && l != b.Label && l.Whole {
					return lines
				}
			}
			lines = append(lines, s.Words)
		}
	}
	return lines
}

// pieceOfAddress reads street, city, state, postal code or country from the lines below a name.
func pieceOfAddress(d *Finder, w *want.Want, lines [][]page.Word, m Match) (Match, bool) {
	a := party.Parse(ofAddress(lines), d.Dict.Group("street"))
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
