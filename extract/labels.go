package extract

import (
	"regexp"
	"slices"
	"strings"
	"unicode"

	"tariffdesk/extract/internal/page"
	"tariffdesk/extract/internal/term"
	"tariffdesk/extract/internal/value"
)

// label is a run of words on a page that names what stands beside or below it.
type label struct {
	place
	from, to int // words of the segment, to excluded
	text     string
	bag      term.Bag
	concepts []*term.Concept
	parts    []part // of a label that names several things at once: Vessel / Voyage
	box      page.Box
	colon    bool
	whole    bool        // nothing else stands in its segment
	inline   []page.Word // what follows in its segment, up to the next label
	given    []page.Word // the value, where the layout fixes it: a cell of a totals row
	weight   float64     // how far the label is to be trusted, 1 for printed ones
	vague    bool        // a heading such as "To", which also stands before places and dates
}

// part is one of the names in a label.
type part struct {
	bag      term.Bag
	concepts []*term.Concept
}

// maxLabelWords bounds a label.
const maxLabelWords = 10

func (d *document) findLabels() {
	for pi, p := range d.pages {
		for ri, r := range p.Rows {
			for si, s := range r.Segments {
				at := place{pi, ri, si}
				found := d.labelsIn(at, s)
				d.labels = append(d.labels, found...)
				if len(found) > 0 {
					d.bySegment[at] = found
				}
			}
		}
	}
}

// labelsIn finds the labels of a segment: what stands before a colon, and known names at its
// beginning.
func (d *document) labelsIn(at place, s page.Segment) []*label {
	var found []*label
	from := 0
	for i := range s.Words {
		if !endsLabel(s.Words, i) {
			continue
		}
		if l := d.beforeColon(at, s, from, i+1); l != nil {
			found = append(found, l)
			from = i + 1
		}
	}
	first := len(s.Words)
	if len(found) > 0 {
		first = found[0].from
	}
	if first > 0 && !d.afterColon(at) {
		if l := d.leading(at, s, numbered(s.Words[:first]), first); l != nil {
			found = append([]*label{l}, found...)
		}
	}
	for i, l := range found {
		if l.from == numbered(s.Words) {
			l.from = 0
		}
		end := len(s.Words)
		if i+1 < len(found) {
			end = found[i+1].from
		}
		l.inline = s.Words[l.to:end]
		l.whole = l.from == 0 && l.to == len(s.Words)
	}
	return found
}

// numbered is 1 where words begin with the number of a box in a form, else 0.
func numbered(words []page.Word) int {
	if len(words) > 1 && enumerator.MatchString(words[0].Text) {
		return 1
	}
	return 0
}

// afterColon reports whether the segment before ends with a colon: then this one is its value.
func (d *document) afterColon(at place) bool {
	if at.segment == 0 {
		return false
	}
	before := d.bySegment[place{at.page, at.row, at.segment - 1}]
	return len(before) > 0 && before[len(before)-1].colon && len(before[len(before)-1].inline) == 0
}

// dropTableLabels takes out the labels that are headers and cells of tables. Where they stand stays
// known, since a header ends the block above it.
func (d *document) dropTableLabels() {
	inTable := func(l *label) bool {
		if l.colon {
			return false
		}
		for _, t := range d.tables {
			for _, p := range t.parts {
				if l.page == p.page && l.row >= p.from && l.row <= p.to {
					return true
				}
			}
		}
		return false
	}
	d.labels = slices.DeleteFunc(d.labels, inTable)
}

// endsLabel reports whether a colon follows the word.
func endsLabel(words []page.Word, i int) bool {
	t := words[i].Text
	return strings.HasSuffix(t, ":") && !strings.HasSuffix(t, "http:") && !strings.HasSuffix(t, "https:")
}

// beforeColon takes the longest known name that ends at the colon, or all words up to three.
func (d *document) beforeColon(at place, s page.Segment, from, to int) *label {
	from = max(from, to-maxLabelWords)
	for i := from; i < to; i++ {
		if i < to-1 && (d.dict.Unit(s.Words[i].Text) || i == from && from > 0 && valueLike(s.Words[i].Text)) {
			continue // the end of the value before it
		}
		if l := d.label(at, s, i, to); l != nil && (len(l.concepts) > 0 || len(l.parts) > 0) {
			l.colon = true
			return l
		}
	}
	start := to
	for i := to - 1; i >= from && to-i <= 6; i-- {
		if _, digits := value.Counts(s.Words[i].Text); digits > 0 && i < to-1 {
			break
		}
		start = i
	}
	if from > 0 {
		start = max(start, to-3)
	}
	if start == to {
		return nil
	}
	l := d.label(at, s, start, to)
	if l != nil {
		l.colon = true
	}
	return l
}

// leading takes the longest known name at the beginning of a segment, where what follows it can be
// a value.
func (d *document) leading(at place, s page.Segment, from, limit int) *label {
	whole := limit == len(s.Words)
	for to := min(limit, maxLabelWords); to > from; to-- {
		l := d.label(at, s, from, to)
		if l == nil || len(l.concepts) == 0 && len(l.parts) == 0 || to < limit && d.dict.Bag(s.Words[to-1].Text).Key == "" {
			continue // a label does not end with a word without meaning: it may begin the value
		}
		switch {
		case to == limit && whole, to == limit:
			return l
		case startsParenthesis(s.Words[to]) && whole && endsParenthesis(s.Words[limit-1]):
			l.to = limit // a remark on the label: CONSIGNEE (not negotiable …)
			return l
		case valueLike(s.Words[to].Text), to > 1 || l.strong(), l.namesTerms() && digitsIn(s.Words[to:min(limit, to+3)]):
			return l
		}
		return nil
	}
	return nil
}

// strong reports whether a single word is a label even where plain words follow it.
func (l *label) strong() bool {
	for _, c := range l.concepts {
		switch c.Kind {
		case term.KindVessel, term.KindCurrency, term.KindIncoterm, term.KindTaxID, term.KindDate, term.KindCountry:
			return true
		case term.KindParty, term.KindID, term.KindLine, term.KindTime, term.KindPerson, term.KindAddress, term.KindEmail, term.KindPhone, term.KindText,
			term.KindPlace, term.KindContainer, term.KindHS, term.KindCode, term.KindUnit, term.KindAmount, term.KindNumber,
			term.KindQuantity, term.KindWeight, term.KindVolume, term.KindCount, term.KindPercent:
		}
	}
	return false
}

// namesTerms reports whether a label names terms of payment, which begin with a word: Net 30.
func (l *label) namesTerms() bool {
	return slices.ContainsFunc(l.concepts, func(c *term.Concept) bool { return c.Name == "payment_terms" })
}

func startsParenthesis(w page.Word) bool { return strings.HasPrefix(w.Text, "(") }
func endsParenthesis(w page.Word) bool {
	return strings.HasSuffix(strings.TrimRight(w.Text, ":."), ")")
}

var symbolic = regexp.MustCompile(`^(?:[$€£¥]|USD|EUR|MXN|GBP|RM|COP|US\$)`)

// valueLike reports whether a word looks like the beginning of a value.
func valueLike(text string) bool {
	_, digits := value.Counts(text)
	return digits > 0 || symbolic.MatchString(text)
}

// label makes a label of words; nil where they mean nothing.
func (d *document) label(at place, s page.Segment, from, to int) *label {
	words := s.Words[from:to]
	text := strings.TrimRight(page.Join(words), ": ")
	if l := d.direction(at, s, from, to, text); l != nil {
		return l
	}
	bag := d.dict.Bag(text)
	if bag.Key == "" || !startsUpperOrKnown(text) || d.dict.Unit(text) {
		return nil
	}
	if bag.Key == "number" && to < len(s.Words) && !endsLabel(s.Words, to-1) {
		return nil // the number of a house
	}
	l := &label{place: at, from: from, to: to, text: text, bag: bag, box: page.Bounds(words), weight: 1}
	l.concepts = d.dict.Named(bag)
	if len(l.concepts) == 0 {
		if plain := withoutParentheses(text); plain != text {
			if b := d.dict.Bag(plain); len(d.dict.Named(b)) > 0 {
				l.bag, l.concepts = b, d.dict.Named(b)
			}
		}
	}
	if len(l.concepts) == 0 {
		l.parts = d.parts(text)
	}
	return l
}

// vagueWeight is how far a heading such as "To" is trusted to name a party.
const vagueWeight = 0.8

// direction reads "From" and "To" as the headings of seller and buyer, where they stand alone or
// before a colon.
func (d *document) direction(at place, s page.Segment, from, to int, text string) *label {
	if to-from != 1 || from != 0 || to != len(s.Words) && !endsLabel(s.Words, to-1) {
		return nil
	}
	if _, isDate := value.ParseDate(page.Join(s.Words[to:]), d.order); isDate {
		return nil // a period
	}
	var role string
	switch strings.TrimRight(value.Fold(text), ". ") {
	case "from", "de":
		role = "seller"
	case "to", "para":
		role = "buyer"
	default:
		return nil
	}
	bag := d.dict.Bag(role)
	return &label{place: at, from: from, to: to, text: text, bag: bag, concepts: d.dict.Named(bag), box: page.Bounds(s.Words[from:to]),
		weight: vagueWeight, vague: true}
}

func startsUpperOrKnown(text string) bool {
	for _, c := range text {
		return !unicode.IsPunct(c) || strings.ContainsRune("#(/\"¿*.'-", c)
	}
	return false
}

var parenthesis = regexp.MustCompile(`\([^)]*\)?`)

func withoutParentheses(s string) string {
	return strings.TrimSpace(parenthesis.ReplaceAllString(s, " "))
}

var partMarks = regexp.MustCompile(`\s*(?:/|&|\+|,|;|\s(?:and|y|e|et)\s|\s-\s)\s*`)

// parts reads a label as several names; nil unless each of them is known.
func (d *document) parts(text string) []part {
	pieces := partMarks.Split(text, -1)
	if len(pieces) < 2 || len(pieces) > 4 {
		return nil
	}
	var parts []part
	for _, piece := range pieces {
		bag := d.dict.Bag(piece)
		concepts := d.dict.Named(bag)
		if len(concepts) == 0 {
			return nil
		}
		parts = append(parts, part{bag, concepts})
	}
	return parts
}
