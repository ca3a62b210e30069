package extract

import (
	"regexp"
	"slices"
	"strings"
	"unicode"

	"tariffdesk/extract/internal/page"
	"tariffdesk/extract/internal/reading"
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
	alias    bool        // it names a property of the schema less a word
	lines    []place     // of a caption over several lines, those above its last
	vague    bool        // a heading such as "To", which also stands before places and dates
}

// part is one of the names in a label.
type part struct {
	bag      term.Bag
	concepts []*term.Concept
}

// maxLabelWords bounds a label.
const maxLabelWords = 10

func (d *sheet) findLabels() {
	defer d.dropValueLabels()
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

// dropValueLabels takes out what looks like a label with its value and stands in the box of a caption: below
// Number, PL 118/2026 is the number.
func (d *sheet) dropValueLabels() {
	for at, found := range d.bySegment {
		l := found[0]
		if len(found) > 1 || l.colon || l.from > 0 || len(l.inline) == 0 || l.to > 1 || len([]rune(l.text)) > mostPrefix || !reading.Upper(l.text) || !d.underCaption(at) {
			continue
		}
		d.labels = slices.DeleteFunc(d.labels, func(o *label) bool { return o == l })
		delete(d.bySegment, at)
	}
}

// mostPrefix is the letters of a prefix that belongs to a reference: PL, INV.
const mostPrefix = 4

// underCaption reports whether a segment stands right below the caption of the document's number that has nothing beside
// it but other captions.
func (d *sheet) underCaption(at place) bool {
	s := d.segment(at)
	for ri := at.row - 1; ri >= max(0, at.row-2); ri-- {
		row := d.pages[at.page].Rows[ri].Segments
		for si, above := range row {
			up := place{at.page, ri, si}
			names := slices.ContainsFunc(d.bySegment[up], func(l *label) bool {
				return l.whole && !l.colon && hasConcept(l, "document_number") && unicode.IsUpper([]rune(l.text)[0])
			})
			if below, ok := d.rightBelow(up, above); names && ok && below.Box == s.Box && (si+1 == len(row) || len(d.bySegment[place{at.page, ri, si + 1}]) > 0) {
				return true
			}
		}
	}
	return false
}

// labelsIn finds the labels of a segment: what stands before a colon, and known names at its
// beginning.
func (d *sheet) labelsIn(at place, s page.Segment) []*label {
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
	if from < len(s.Words) && d.colonNext(at) {
		if l := d.beforeColon(at, s, from, len(s.Words)); l != nil {
			found = append(found, l)
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
	if len(found) == 0 && d.sumFollows(at) {
		if l := d.sumWithin(at, s); l != nil {
			found = []*label{l}
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
		if value.CurrencySign(page.Join(l.inline)) && at.segment+1 < len(d.pages[at.page].Rows[at.row].Segments) {
			l.inline = nil // its amount stands apart
		}
		l.whole = l.from == 0 && l.to == len(s.Words)
	}
	return found
}

// boxNumber is the number of a box in a form, printed without a dot.
var boxNumber = regexp.MustCompile(`^\d{1,2}[a-z]?$`)

// numbered is 1 where words begin with the number of a box in a form, else 0. Without a dot it must
// stand before a caption of several words: quantities stand before names too.
func numbered(words []page.Word) int {
	switch {
	case len(words) > 1 && enumerator.MatchString(words[0].Text):
		return 1
	case len(words) > 2 && boxNumber.MatchString(words[0].Text) && unicode.IsUpper([]rune(words[1].Text)[0]):
		return 1
	}
	return 0
}

// columnGap is a distance, in heights of a line, beyond which a known name is the caption of the next
// column and not the value of the one before.
const columnGap = 6

// afterColon reports whether the segment before ends with a colon: then this one is its value, unless
// it stands far off and is a caption itself.
func (d *sheet) afterColon(at place) bool {
	if at.segment == 0 {
		return false
	}
	before := d.bySegment[place{at.page, at.row, at.segment - 1}]
	if len(before) == 0 || !before[len(before)-1].colon || len(before[len(before)-1].inline) > 0 {
		return false
	}
	s := d.segment(at)
	far := s.Box.X0-before[len(before)-1].box.X1 > columnGap*s.Box.Height()
	return !far || len(d.Dict.Named(d.Dict.Bag(s.Text()))) == 0
}

// colonNext reports whether the colon of a segment stands apart, before its value.
func (d *sheet) colonNext(at place) bool {
	row := d.pages[at.page].Rows[at.row].Segments
	return at.segment+1 < len(row) && row[at.segment+1].Words[0].Text == ":"
}

// endsLabel reports whether a colon follows the word.
func endsLabel(words []page.Word, i int) bool {
	t := words[i].Text
	return strings.HasSuffix(t, ":") && !strings.HasSuffix(t, "http:") && !strings.HasSuffix(t, "https:")
}

// beforeColon takes the longest known name that ends at the colon, or all words up to three.
func (d *sheet) beforeColon(at place, s page.Segment, from, to int) *label {
	from = max(from, to-maxLabelWords)
	for i := from; i < to; i++ {
		if i < to-1 && (d.Dict.Unit(s.Words[i].Text) || i == from && from > 0 && valueLike(s.Words[i].Text)) {
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
func (d *sheet) leading(at place, s page.Segment, from, limit int) *label {
	whole := limit == len(s.Words)
	for to := min(limit, maxLabelWords); to > from; to-- {
		l := d.label(at, s, from, to)
		if l == nil || len(l.concepts) == 0 && len(l.parts) == 0 || to < limit && d.Dict.Bag(s.Words[to-1].Text).Key == "" {
			continue // a label does not end with a word without meaning: it may begin the value
		}
		switch {
		case to == limit && whole, to == limit:
			return l
		case d.isHeadName(at, s):
			return nil
		case whole && d.captionTail(at, s, s.Words[to:]):
			l.to = limit // Place of delivery of the goods
			return l
		case whole && l.namesSum() && d.sumFollows(at) && !digitsIn(s.Words[to:]):
			l.to = limit // Portes hasta puerto
			return l
		case whole && d.explains(at, s, s.Words[to:]):
			l.to = limit
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

// isHeadName reports whether a segment is the name of a company in the large print of a letterhead: Agencia
// Aduanal Treviño, S.C. is no label with its value.
func (d *sheet) isHeadName(at place, s page.Segment) bool {
	p := d.pages[at.page]
	return at.page == 0 && s.Box.Y0 < headShare*p.Height && s.Box.Height() > headline*p.LineHeight && reading.CompanyForm.MatchString(reading.TrimText(s.Text()))
}

// alternative joins the names of one thing in a caption: Agente aduanal o apoderado aduanal.
var alternative = regexp.MustCompile(`(?i)^(?:o|u|or|ou|oder|e/o|y/o|and/or)$`)

// captionTail reports whether words go on with a caption, not with a value: they begin with a word
// without meaning, such as "of", and are small letters all through, or stand above larger print.
func (d *sheet) captionTail(at place, s page.Segment, words []page.Word) bool {
	if len(words) < 2 || d.Dict.Bag(words[0].Text).Key != "" {
		return false
	}
	if !digitsIn(words) && (d.aboveLarger(at, s) || alternative.MatchString(words[0].Text)) {
		return true
	}
	return !slices.ContainsFunc(words, func(w page.Word) bool {
		_, digits := value.Counts(w.Text)
		return digits > 0 || w.Text != strings.ToLower(w.Text)
	}) || slices.ContainsFunc(words, func(w page.Word) bool { return w.Text == "/" }) && !digitsIn(words)
}

func digitsIn(words []page.Word) bool {
	return slices.ContainsFunc(words, func(w page.Word) bool { _, n := value.Counts(w.Text); return n > 0 })
}

func hasConcept(l *label, name string) bool {
	named := func(c *term.Concept) bool { return c.Name == name }
	if slices.ContainsFunc(l.concepts, named) {
		return true
	}
	return slices.ContainsFunc(l.parts, func(p part) bool { return slices.ContainsFunc(p.concepts, named) })
}

// enumerator is the number of a box in a form.
var enumerator = regexp.MustCompile(`^\(?\d{1,2}[a-z]?[.)]$`)

// What stands at the head of a document.
const (
	headShare = 0.35 // of the first page's height
	headline  = 1.2  // times the page's usual print
)
