package extract

import (
	"regexp"
	"slices"
	"strings"

	"tariffdesk/extract/internal/page"
	"tariffdesk/extract/internal/term"
	"tariffdesk/extract/internal/value"
)

// block is the lines that stand for a party: its name first, then its address and numbers.
type block struct {
	lines [][]page.Word
	label *label
	page  int
	score float64
}

// findParty finds a property of a party: under a label of its own, in the block of the party, near
// its heading, or for the issuer in the letterhead.
func (d *document) findParty(w *want, taken claims) (match, bool) {
	direct, found := d.directParty(w)
	if found && direct.score > 0.8 {
		return direct, true
	}
	for _, b := range d.partyBlocks(w.role) {
		if found && direct.score >= b.score {
			return direct, true
		}
		if m, ok := d.fromBlock(w, b); ok && m.score >= leastScore {
			return m, true
		}
	}
	if found {
		return direct, true
	}
	if w.role == "seller" || w.role == "exporter" || w.role == "shipper" || w.role == "authority" {
		if m, ok := d.fromLetterhead(w, taken); ok {
			return m, true
		}
	}
	return d.onlyOne(w)
}

// onlyOne reads a label such as "RFC" that names no party, where the document has one of it only.
func (d *document) onlyOne(w *want) (match, bool) {
	bag := d.dict.Bag(string(w.attr))
	var only *label
	for _, l := range d.labels {
		if l.bag.Key != bag.Key || l.given != nil {
			continue
		}
		if only != nil {
			return match{}, false
		}
		only = l
	}
	if only == nil {
		return match{}, false
	}
	for _, c := range d.candidates(only) {
		if m, ok := d.read(w, only, c); ok {
			m.score *= 0.65
			return m, m.score >= leastScore
		}
	}
	return match{}, false
}

// directParty reads a label that names role and property both, such as "customer name".
func (d *document) directParty(w *want) (match, bool) {
	var best match
	for _, l := range d.labels {
		role, a, ok := roleIn(l.bag)
		if !ok || role != w.role || a != w.attr || l.bag.Key == roleWord(role) || l.bag.Has("name", "address") {
			continue
		}
		for _, c := range d.candidates(l) {
			if m, ok := d.read(w, l, c); ok && m.score > best.score {
				best = m
			}
		}
	}
	return best, best.score >= leastScore
}

func roleWord(role string) string {
	for _, r := range partyRoles() {
		if r[1] == role {
			return r[0]
		}
	}
	return ""
}

// partyBlocks are the blocks under labels of a role, then of the roles that may stand for it.
func (d *document) partyBlocks(role string) []block {
	concept := d.dict.Concept(role)
	if concept == nil {
		return nil
	}
	var all []block
	for i, name := range append([]string{role}, concept.Fallbacks...) {
		score := 1.0
		if i > 0 {
			score = 0.8 - 0.07*float64(i)
		}
		for _, l := range d.labels {
			if !hasConcept(l, name) || l.given != nil {
				continue
			}
			for _, c := range d.candidates(l) {
				if l.vague && !namesParty(c.lines) {
					continue
				}
				all = append(all, block{lines: c.lines, label: l, page: c.page, score: score * c.score * l.weight})
			}
		}
	}
	slices.SortStableFunc(all, func(a, b block) int {
		switch {
		case a.score > b.score:
			return -1
		case a.score < b.score:
			return 1
		}
		return 0
	})
	return all
}

// namesParty reports whether lines are those of a party, not of a place or date: a company's name, or
// a name with an address below it.
func namesParty(lines [][]page.Word) bool {
	first := page.Join(lines[0])
	if _, digits := value.Counts(first); companyForm.MatchString(trimText(first)) {
		return true
	} else if digits > 0 {
		return false
	}
	return len(lines) > 1 && (addressWord.MatchString(page.Join(lines[1])) || postalForm.MatchString(page.Join(lines[1])))
}

func hasConcept(l *label, name string) bool {
	named := func(c *term.Concept) bool { return c.Name == name }
	if slices.ContainsFunc(l.concepts, named) {
		return true
	}
	return slices.ContainsFunc(l.parts, func(p part) bool { return slices.ContainsFunc(p.concepts, named) })
}

var (
	notAddress = regexp.MustCompile(`(?i)^\W*(?:[tl]el|phone|fax|e-?mail|correo|www|http|rfc|nit|ruc|cuit|vat|tax|gst|reg|co\.? ?(?:no|reg)\b|company ?(?:no|reg)|attn|contact|mobile|cel|id\b|cif|nif|ein|eori|abn|curp|iec|website|web|rut|usci|registro|no\. de)`)
	registered = regexp.MustCompile(`^\W*\(?(?:co\.? ?(?:no|reg)\.?)?[\s:.]*\d{3,7}-?[A-Z]{0,2}\)?\W*$`)
)

// fromBlock reads the wanted property from a block.
func (d *document) fromBlock(w *want, b block) (match, bool) {
	m := match{page: b.page, score: b.score}
	switch w.attr {
	case attrName, attrNone:
		if r, ok := d.attributeNear(w, b, "name"); ok {
			return r, true
		}
		for _, line := range b.lines[:min(2, len(b.lines))] {
			if r, ok := d.fit(term.KindParty, line, false); ok {
				m.reading = r
				return m, true
			}
		}
	case attrAddress:
		if r, ok := d.attributeNear(w, b, "address"); ok {
			return r, true
		}
		return d.addressOf(b.lines[min(1, len(b.lines)):], m)
	case attrTaxID, attrPhone, attrEmail:
		if r, ok := d.attributeNear(w, b, string(w.attr)); ok {
			return r, true
		}
		return d.formIn(w, b, m)
	case attrCity, attrState, attrPostal, attrCountry, attrContact:
		if r, ok := d.attributeNear(w, b, string(w.attr)); ok {
			return r, true
		}
		return d.pieceOfAddress(w, b, m)
	}
	return match{}, false
}

// addressOf joins the lines of an address.
func (d *document) addressOf(lines [][]page.Word, m match) (match, bool) {
	var words []page.Word
	for _, line := range lines {
		if notAddress.MatchString(page.Join(line)) {
			break
		}
		words = append(words, line...)
	}
	r, ok := d.fit(term.KindAddress, words, false)
	m.reading = r
	return m, ok && m.score*r.score >= leastScore
}

// nearRows is how many rows below its heading a party's labels stand.
const nearRows = 9

// attributeNear finds a label such as "RFC" or "Name" within the party's part of the page.
func (d *document) attributeNear(w *want, b block, words string) (match, bool) {
	want := d.dict.Bag(words)
	p := d.pages[b.page]
	right := d.rightBound(b.label, b.label.box)
	heading := b.label.whole && b.label.segment == 0 && len(p.Rows[b.label.row].Segments) == 1
	for _, l := range d.labels {
		if l.page != b.page || l.row < b.label.row || l.row > b.label.row+nearRows || l == b.label || l.given != nil {
			continue
		}
		inColumn := l.box.X0 >= b.label.box.X0-2*p.LineHeight && l.box.X0 < right
		if !(l.bag.Key == want.Key || words == "address" && l.bag.Key == "address name") || !inColumn && !heading {
			continue
		}
		if d.anotherParty(b.label, l) {
			continue
		}
		for _, c := range d.candidates(l) {
			if m, ok := d.read(w, l, c); ok {
				m.score *= b.score
				return m, m.score >= leastScore
			}
		}
	}
	return match{}, false
}

// anotherParty reports whether the heading of another party stands between a heading and a label.
func (d *document) anotherParty(heading, l *label) bool {
	for _, o := range d.labels {
		if o.page != l.page || o == heading || o.row <= heading.row || o.row > l.row || o.box.X0 > l.box.X1 {
			continue
		}
		if _, _, ok := roleIn(o.bag); ok && o.whole && o.box.X0 < l.box.X0+1 {
			return true
		}
	}
	return false
}

// formIn finds a number of fixed form in the lines of a block and the rows right below it.
func (d *document) formIn(w *want, b block, m match) (match, bool) {
	lines := slices.Clone(b.lines)
	lines = append(lines, d.columnBelow(b)...)
	for _, line := range lines {
		text := page.Join(line)
		if w.attr == attrTaxID && !d.dict.Bag(firstWords(text, 6)).Has("tax") {
			continue
		}
		if w.attr == attrTaxID {
			line = line[d.taxWords(line):]
		}
		if r, ok := d.fit(w.kind, line, false); ok {
			m.reading, m.score = r, m.score*0.95
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
		if d.dict.Bag(page.Join(line[:i+1])).Has("tax") && (i+1 == len(line) || !d.dict.Bag(line[i+1].Text).Has("number")) {
			return i + 1
		}
	}
	return 0
}

// columnBelow are the segments of the rows after a block in its column, labels and all.
func (d *document) columnBelow(b block) [][]page.Word {
	p := d.pages[b.page]
	right := d.rightBound(b.label, b.label.box)
	var lines [][]page.Word
	for ri := b.label.row; ri < min(len(p.Rows), b.label.row+nearRows); ri++ {
		for si, s := range p.Rows[ri].Segments {
			if s.Box.X0 < b.label.box.X0-2*p.LineHeight || s.Box.X0 >= right || ri == b.label.row && si < b.label.segment {
				continue
			}
			for _, l := range d.bySegment[place{b.page, ri, si}] {
				if _, _, ok := roleIn(l.bag); ok && l != b.label && l.whole {
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
func (d *document) pieceOfAddress(w *want, b block, m match) (match, bool) {
	lines := b.lines[min(1, len(b.lines)):]
	for i := len(lines) - 1; i >= 0; i-- {
		line := lines[i]
		text := page.Join(line)
		if notAddress.MatchString(text) {
			continue
		}
		switch w.attr {
		case attrPostal:
			if found := postalForm.FindAllString(text, -1); len(found) > 0 {
				code := found[len(found)-1]
				m.reading = reading{text: code, words: wordsOf(line, code), score: 0.9}
				return m, true
			}
		case attrCountry:
			pieces := strings.Split(text, ",")
			last := strings.TrimSpace(pieces[len(pieces)-1])
			if value.IsCountry(last) {
				m.reading = reading{text: last, words: wordsOf(line, last), score: 0.9}
				return m, true
			}
		case attrCity:
			pieces := strings.Split(text, ",")
			for _, piece := range pieces {
				piece = strings.TrimSpace(postalForm.ReplaceAllString(piece, ""))
				if l, n := value.Counts(piece); l > 2 && n == 0 && len(pieces) > 1 && !value.IsCountry(piece) {
					m.reading = reading{text: piece, words: wordsOf(line, piece), score: 0.7}
					m.score *= 0.8
					return m, true
				}
			}
		case attrNone, attrName, attrAddress, attrTaxID, attrState, attrPhone, attrEmail, attrContact:
		}
	}
	return match{}, false
}
