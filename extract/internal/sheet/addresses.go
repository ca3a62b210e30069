package sheet

import (
	"regexp"
	"slices"
	"strings"

	"tariffdesk/extract/internal/label"
	"tariffdesk/extract/internal/page"
	"tariffdesk/extract/internal/party"
	"tariffdesk/extract/internal/reading"
	"tariffdesk/extract/internal/term"
	"tariffdesk/extract/internal/want"
)

// Where the lines of an address stand to each other.
const (
	blockLines    = 6   // above the place
	blockGap      = 1.2 // heights of a line between them
	spreadGap     = 4.0 // of a block whose lines stand apart
	BlockEdge     = 1.2 // heights of a line by which their left edges, or middles, differ
	contactRows   = 5   // below the place
	BlockScore    = 0.7
	AddresseePart = 0.45 // of the page's height, above which the addressee stands
)

// addressBlock is a party that an address on a page tells, with or without a heading.
type addressBlock struct {
	PartyBlock
	Role     string // of its heading; "" for none
	Contacts bool   // it says how the party is reached or registered
	Sender   bool   // all of it stands in one line, as above the window of a letter
}

// findAddressBlocks finds the addresses of the first page with the names above them.
func (d *Sheet) findAddressBlocks() []addressBlock {
	if len(d.Pages) == 0 {
		return nil
	}
	all := []addressBlock{}
	streets := d.Dict.Group("street")
	for ri, r := range d.Pages[0].Rows {
		for si, s := range r.Segments {
			at := label.At(0, ri, si)
			if a, ok := party.Town(s.Words, streets); !ok || a.Postal.Text == "" || d.InTable(at) {
				continue
			}
			b, ok := blockAbove(d, at, s, blockGap)
			if !ok {
				b, ok = blockAbove(d, at, s, spreadGap)
			}
			if ok {
				all = append(all, b)
			}
		}
	}
	return all
}

// blockAbove gathers the lines above the line of a place up to the party's name, no further apart than gap, in heights of a
// line; ok is false where there is no name.
func blockAbove(d *Sheet, at label.Place, s page.Segment, gap float64) (addressBlock, bool) {
	b := addressBlock{}
	lines, box, top := [][]page.Word{s.Words}, s.Box, at
	if pieces := splitSender(s.Words); len(pieces) > 2 {
		lines, b.Sender = pieces, true
	}
	for ri := at.Row - 1; ri >= 0 && len(lines) < blockLines && !b.Sender; ri-- {
		above, ok := alignedWith(d, ri, s.Box, box, gap)
		if !ok {
			if box.Y0-d.Pages[0].Rows[ri].Box.Y1 > gap*d.Pages[0].LineHeight {
				break
			}
			continue
		}
		line := d.Segment(above)
		if role, is := d.RoleOf(above); is {
			b.Role = role
			break
		}
		if d.BeginsWithLabel(above) {
			break
		}
		if _, town := party.Town(line.Words, d.Dict.Group("street")); town && reading.PostalForm.MatchString(line.Text()) && len(lines) > 1 {
			break
		}
		lines, box, top = slices.Insert(lines, 0, line.Words), line.Box, above
	}
	first := slices.IndexFunc(lines, func(line []page.Word) bool { return party.Names(line, d.Dict) })
	if first < 0 || first == len(lines)-1 {
		return b, false
	}
	b.Contacts = contactsBelow(d, at, s.Box)
	b.PartyBlock = PartyBlock{Lines: JoinName(lines[first:]), Page: at.Page, Score: BlockScore,
		Label: &label.Label{Place: top, Box: d.Segment(top).Box, Weight: 1}}
	return b, true
}

// alignedWith is the segment of a row that continues a block upwards: close to it, its left edge or middle the same.
func alignedWith(d *Sheet, ri int, town, box page.Box, gap float64) (label.Place, bool) {
	p := d.Pages[0]
	near := BlockEdge * p.LineHeight
	for si, s := range p.Rows[ri].Segments {
		left, middle := s.Box.X0-town.X0, s.Box.MidX()-town.MidX()
		if max(left, -left) > near && max(middle, -middle) > near || box.Y0-s.Box.Y1 > gap*max(p.LineHeight, s.Box.Height()) {
			continue
		}
		return label.At(0, ri, si), true
	}
	return label.Place{}, false
}

// ordinal is a number that ends a heading: Notify Party-1. A longer one, or one behind a colon, is a value: Customer: 4711.
var ordinal = regexp.MustCompile(`(\pL)[\s(–-]*\d{1,2}$`)

// LongestHeading is how many words the heading of a party has at most.
const LongestHeading = 10

// RoleOf is the party that a segment heads.
func (d *Sheet) RoleOf(at label.Place) (string, bool) {
	words := d.Segment(at).Words
	if len(words) > LongestHeading {
		return "", false
	}
	text := ordinal.ReplaceAllString(strings.TrimRight(page.Join(words[label.Numbered(words):]), " .,:;-–#()"), "$1")
	for _, piece := range append([]string{text}, strings.FieldsFunc(text, func(c rune) bool { return c == '/' || c == '|' })...) {
		if role, ok := d.Dict.Group("role").Is(headingName(d, piece)); ok {
			return role, true
		}
	}
	for _, l := range d.BySegment[at] {
		if role, _, ok := want.RoleIn(l.Bag); ok && l.Whole {
			return role, true
		}
	}
	return "", false
}

// headingName is a heading less what it says of whose data it heads: DADOS DO DESTINATÁRIO.
func headingName(d *Sheet, text string) string {
	text = want.WithoutParentheses(text)
	words := term.Split(text)
	for _, hit := range d.Dict.Group("heading of").Find(text) {
		switch {
		case hit.To == len(words):
			return strings.Join(words[:hit.From], " ")
		case hit.From == 0:
			return strings.Join(words[hit.To:], " ")
		}
	}
	return text
}

// contactsBelow reports whether the lines below a place say how the party is reached or registered.
func contactsBelow(d *Sheet, at label.Place, box page.Box) bool {
	p := d.Pages[0]
	for ri := at.Row + 1; ri < min(len(p.Rows), at.Row+contactRows); ri++ {
		for _, s := range p.Rows[ri].Segments {
			if left := s.Box.X0 - box.X0; max(left, -left) > BlockEdge*p.LineHeight {
				continue
			}
			if _, ok := d.Dict.Group("contact").Begins(s.Text()); ok || reading.EmailForm.MatchString(s.Text()) {
				return true
			}
		}
	}
	return false
}

// senderMark stands between the pieces of a sender's line.
var senderMark = regexp.MustCompile(`^(?:[·•∙●▪■|*–—-]|//?)$`)

// splitSender cuts a line that holds name, street and place at the marks between them.
func splitSender(words []page.Word) [][]page.Word {
	var pieces [][]page.Word
	from := 0
	for i, w := range words {
		if !senderMark.MatchString(w.Text) {
			continue
		}
		if i > from {
			pieces = append(pieces, words[from:i])
		}
		from = i + 1
	}
	if from < len(words) {
		pieces = append(pieces, words[from:])
	}
	return pieces
}
