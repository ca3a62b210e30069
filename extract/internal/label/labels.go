package label

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

// Label is a run of words on a page that names what stands beside or below it.
type Label struct {
	Place
	From, To int // words of the segment, to excluded
	Text     string
	Bag      term.Bag
	Concepts []*term.Concept
	Parts    []Part // of a label that names several things at once: Vessel / Voyage
	Box      page.Box
	Colon    bool
	Whole    bool        // nothing else stands in its segment
	Inline   []page.Word // what follows in its segment, up to the next label
	Given    []page.Word // the value, where the layout fixes it: a cell of a totals row
	Weight   float64     // how far the label is to be trusted, 1 for printed ones
	Alias    bool        // it names a property of the schema less a word
	tail     []page.Word // what its last word holds of the value: Number:2403530
	lines    []Place     // of a caption over several lines, those above its last
	OfGoods  bool        // the caption of a total of goods in a row of its own, also in the last of a table
	Vague    bool        // a heading such as "To", which also stands before places and dates
}

// Part is one of the names in a label.
type Part struct {
	Bag      term.Bag
	Concepts []*term.Concept
}

// maxLabelWords bounds a label.
const maxLabelWords = 10

func findLabels(d *Sheet) {
	defer dropValueLabels(d)
	for pi, p := range d.Pages {
		for ri, r := range p.Rows {
			for si, s := range r.Segments {
				at := Place{pi, ri, si}
				if d.filled[at] {
					continue
				}
				found := labelsIn(d, at, s)
				d.Labels = append(d.Labels, found...)
				if len(found) > 0 {
					d.BySegment[at] = found
				}
			}
		}
	}
}

// dropValueLabels takes out what looks like a label with its value and stands in the box of a caption: below
// Number, PL 118/2026 is the number.
func dropValueLabels(d *Sheet) {
	for at, found := range d.BySegment {
		l := found[0]
		if len(found) > 1 || l.Colon || l.From > 0 || len(l.Inline) == 0 || l.To > 1 || len([]rune(l.Text)) > mostPrefix || !reading.Upper(l.Text) || !underCaption(d, at) {
			continue
		}
		d.Labels = slices.DeleteFunc(d.Labels, func(o *Label) bool { return o == l })
		delete(d.BySegment, at)
	}
}

// mostPrefix is the letters of a prefix that belongs to a reference: PL, INV.
const mostPrefix = 4

// underCaption reports whether a segment stands right below the caption of the document's number that has nothing beside
// it but other captions.
func underCaption(d *Sheet, at Place) bool {
	s := d.Segment(at)
	for ri := at.Row - 1; ri >= max(0, at.Row-2); ri-- {
		row := d.Pages[at.Page].Rows[ri].Segments
		for si, above := range row {
			up := Place{at.Page, ri, si}
			names := slices.ContainsFunc(d.BySegment[up], func(l *Label) bool {
				return l.Whole && !l.Colon && HasConcept(l, "document_number") && unicode.IsUpper([]rune(l.Text)[0])
			})
			if below, ok := d.RightBelow(up, above); names && ok && below.Box == s.Box && (si+1 == len(row) || len(d.BySegment[Place{at.Page, ri, si + 1}]) > 0) {
				return true
			}
		}
	}
	return false
}

// labelsIn finds the labels of a segment: what stands before a colon, and known names at its
// beginning.
func labelsIn(d *Sheet, at Place, s page.Segment) []*Label {
	var found []*Label
	from := 0
	for i, w := range s.Words {
		head, tail, glued := Glued(w)
		l := (*Label)(nil)
		switch {
		case EndsLabel(s.Words, i):
			l = beforeColon(d, at, s, from, i+1)
		case glued && head.Text == "" && i > from:
			if l = beforeColon(d, at, s, from, i); l != nil {
				l.Colon = true
			}
		case glued && head.Text != "":
			parted := s
			parted.Words = slices.Clone(s.Words)
			parted.Words[i] = head
			if l = beforeColon(d, at, parted, from, i+1); l != nil {
				l.tail = []page.Word{tail}
			}
		}
		if l != nil {
			found = append(found, l)
			from = i + 1
		}
	}
	if from < len(s.Words) && d.ColonNext(at) {
		if l := beforeColon(d, at, s, from, len(s.Words)); l != nil {
			found = append(found, l)
		}
	}
	first := len(s.Words)
	if len(found) > 0 {
		first = found[0].From
	}
	if first > 0 && !d.AfterColon(at) {
		if l := leading(d, at, s, Numbered(s.Words[:first]), first); l != nil {
			found = append([]*Label{l}, found...)
		}
	}
	found = append(found, d.pastMarks(at, s, found)...)
	found = append(found, d.pastNumbers(at, s, found)...)
	slices.SortStableFunc(found, func(a, b *Label) int { return a.From - b.From })
	if l := goodsTotal(d, at, s); l != nil && !slices.ContainsFunc(found, func(o *Label) bool { return HasConcept(o, l.Concepts[0].Name) }) {
		found = []*Label{l}
	}
	if len(found) == 0 && d.SumFollows(at) {
		if l := sumWithin(d, at, s); l != nil {
			found = []*Label{l}
		}
	}
	for i, l := range found {
		if l.From == Numbered(s.Words) {
			l.From = 0
		}
		end := len(s.Words)
		if i+1 < len(found) {
			end = found[i+1].From
		}
		l.Inline = s.Words[l.To:end]
		if l.tail != nil {
			l.Inline = slices.Concat(l.tail, l.Inline)
		}
		if value.CurrencySign(page.Join(l.Inline)) && at.Segment+1 < len(d.Pages[at.Page].Rows[at.Row].Segments) {
			l.Inline = nil // its amount stands apart
		}
		l.Whole = l.From == 0 && l.To == len(s.Words) && l.tail == nil
	}
	return found
}

// pastMarks are the known names right behind the marks that part pairs in a segment, where no label begins: Emisión 08/05/2025 · Vencimiento
// 02/06/2025.
func (d *Sheet) pastMarks(at Place, s page.Segment, found []*Label) (all []*Label) {
	for pair := reading.OfPair(s.Words); len(pair) < len(s.Words); {
		from := len(pair) + 1
		if from >= len(s.Words) {
			break
		}
		to := from + len(reading.OfPair(s.Words[from:]))
		piece := s
		piece.Words = s.Words[from:to]
		if !slices.ContainsFunc(found, func(l *Label) bool { return l.To > from && l.From < to }) {
			if l := leading(d, at, piece, 0, len(piece.Words)); l != nil && l.To < len(piece.Words) {
				l.From, l.To = l.From+from, l.To+from
				all = append(all, l)
			}
		}
		pair = s.Words[:to]
	}
	return all
}

// pastNumbers are the known names of several words behind a number in a segment that begins with one and its number, each with a number of
// its own: Our order SO-31882 Your PO 66-1190-C.
func (d *Sheet) pastNumbers(at Place, s page.Segment, found []*Label) (all []*Label) {
	if len(found) != 1 || found[0].From > 0 || found[0].Colon {
		return nil
	}
	for from := found[0].To + 1; from+2 < len(s.Words); from++ {
		if !DigitsIn(s.Words[from-1:from]) || DigitsIn(s.Words[from:from+2]) {
			continue
		}
		piece := s
		piece.Words = s.Words[from:]
		if l := leading(d, at, piece, 0, len(piece.Words)); l != nil && l.To > 1 && l.To < len(piece.Words) && len(l.Concepts) > 0 && DigitsIn(piece.Words[l.To:l.To+1]) {
			l.From, l.To = l.From+from, l.To+from
			all, from = append(all, l), l.To
		}
	}
	return all
}

// BoxNumber is the number of a box in a form, printed without a dot.
var BoxNumber = regexp.MustCompile(`^\d{1,2}[a-z]?$`)

// Numbered is 1 where words begin with the number of a box in a form, else 0. Without a dot it must
// stand before a caption of several words: quantities stand before names too.
func Numbered(words []page.Word) int {
	switch {
	case len(words) > 1 && Enumerator.MatchString(words[0].Text):
		return 1
	case len(words) > 2 && BoxNumber.MatchString(words[0].Text) && unicode.IsUpper([]rune(words[1].Text)[0]):
		return 1
	}
	return 0
}

// columnGap is a distance, in heights of a line, beyond which a known name is the caption of the next
// column and not the value of the one before.
const columnGap = 6

// AfterColon reports whether the segment before ends with a colon: then this one is its value, unless
// it stands far off and is a caption itself.
func (d *Sheet) AfterColon(at Place) bool {
	if at.Segment == 0 {
		return false
	}
	before := d.BySegment[Place{at.Page, at.Row, at.Segment - 1}]
	if len(before) == 0 || !before[len(before)-1].Colon || len(before[len(before)-1].Inline) > 0 {
		return false
	}
	s := d.Segment(at)
	far := s.Box.X0-before[len(before)-1].Box.X1 > columnGap*s.Box.Height()
	return !far || len(d.Dict.Named(d.Dict.Bag(s.Text()))) == 0
}

// ColonNext reports whether the colon of a segment stands apart, before its value.
func (d *Sheet) ColonNext(at Place) bool {
	row := d.Pages[at.Page].Rows[at.Row].Segments
	return at.Segment+1 < len(row) && row[at.Segment+1].Words[0].Text == ":"
}

// EndsLabel reports whether a colon follows the word.
func EndsLabel(words []page.Word, i int) bool {
	t := words[i].Text
	return strings.HasSuffix(t, ":") && !strings.HasSuffix(t, "http:") && !strings.HasSuffix(t, "https:")
}

// leastHead is the letters of a caption that is glued to its value.
const leastHead = 2

// Glued parts a word at a colon within it that stands between a caption and its value, Number:2403530, or before a value, :2403530;
// ok is false where it holds none.
func Glued(w page.Word) (head, tail page.Word, ok bool) {
	before, after, found := strings.Cut(w.Text, ":")
	letters, digits := value.Counts(before)
	if !found || after == "" || strings.HasPrefix(after, "//") || strings.Contains(after, ":") || digits > 0 || before != "" && letters < leastHead {
		return w, w, false
	}
	if first := []rune(after)[0]; !unicode.IsDigit(first) && !unicode.IsUpper(first) {
		return w, w, false
	}
	head, tail = w, w
	if before != "" {
		head.Text = before + ":"
	} else {
		head.Text = ""
	}
	tail.Text = after
	at := w.Box.X0 + w.Box.Width()*float64(len(before)+1)/float64(len(w.Text))
	head.Box.X1, tail.Box.X0 = at, at
	return head, tail, true
}

// beforeColon takes the longest known name that ends at the colon, or all words up to three.
func beforeColon(d *Sheet, at Place, s page.Segment, from, to int) *Label {
	from = max(from, to-maxLabelWords)
	for i := from; i < to; i++ {
		if i < to-1 && (d.Dict.Unit(s.Words[i].Text) || i == from && from > 0 && ValueLike(s.Words[i].Text)) {
			continue // the end of the value before it
		}
		if l := label(d, at, s, i, to); l != nil && (len(l.Concepts) > 0 || len(l.Parts) > 0) {
			l.Colon = true
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
	l := label(d, at, s, start, to)
	if l != nil {
		l.Colon = true
	}
	return l
}

// leading takes the longest known name at the beginning of a segment, where what follows it can be
// a value.
func leading(d *Sheet, at Place, s page.Segment, from, limit int) *Label {
	whole := limit == len(s.Words)
	for to := min(limit, maxLabelWords); to > from; to-- {
		l := label(d, at, s, from, to)
		if l == nil || len(l.Concepts) == 0 && len(l.Parts) == 0 || to < limit && d.Dict.Bag(s.Words[to-1].Text).Key == "" {
			continue // a label does not end with a word without meaning: it may begin the value
		}
		switch {
		case to == limit && whole, to == limit:
			return l
		case isHeadName(d, at, s):
			return nil
		case whole && captionTail(d, at, s, s.Words[to:]):
			l.To = limit // Place of delivery of the goods
			return l
		case whole && l.namesSum() && d.SumFollows(at) && !figuresIn(s.Words[to:]):
			l.To = limit // Portes hasta puerto
			return l
		case whole && explains(d, at, s, s.Words[to:]):
			l.To = limit
			return l
		case ValueLike(s.Words[to].Text), to > 1 || l.strong(), l.namesTerms() && DigitsIn(s.Words[to:min(limit, to+3)]):
			return l
		}
		return nil
	}
	return nil
}

// isHeadName reports whether a segment is the name of a company in the large print of a letterhead: Agencia
// Aduanal Treviño, S.C. is no label with its value.
func isHeadName(d *Sheet, at Place, s page.Segment) bool {
	p := d.Pages[at.Page]
	return at.Page == 0 && s.Box.Y0 < HeadShare*p.Height && s.Box.Height() > Headline*p.LineHeight && reading.CompanyForm.MatchString(reading.TrimText(s.Text()))
}

// alternative joins the names of one thing in a caption: Agente aduanal o apoderado aduanal.
var alternative = regexp.MustCompile(`(?i)^(?:o|u|or|ou|oder|e/o|y/o|and/or)$`)

// captionTail reports whether words go on with a caption, not with a value: they begin with a word
// without meaning, such as "of", and are small letters all through, or stand above larger print.
func captionTail(d *Sheet, at Place, s page.Segment, words []page.Word) bool {
	if len(words) < 2 || d.Dict.Bag(words[0].Text).Key != "" {
		return false
	}
	if !DigitsIn(words) && (aboveLarger(d, at, s) || alternative.MatchString(words[0].Text)) {
		return true
	}
	return !slices.ContainsFunc(words, func(w page.Word) bool {
		_, digits := value.Counts(w.Text)
		return digits > 0 || w.Text != strings.ToLower(w.Text)
	}) || slices.ContainsFunc(words, func(w page.Word) bool { return w.Text == "/" }) && !DigitsIn(words)
}

// DigitsIn reports whether any of the words has a digit.
func DigitsIn(words []page.Word) bool {
	return slices.ContainsFunc(words, func(w page.Word) bool { _, n := value.Counts(w.Text); return n > 0 })
}

// figuresIn reports whether any of the words has a figure that is no day or year: Payments through Mar 24, thank you.
func figuresIn(words []page.Word) bool {
	return slices.ContainsFunc(words, func(w page.Word) bool {
		letters, n := value.Counts(w.Text)
		return n > 2 && n != 4 || n > 0 && (letters > 0 || strings.ContainsAny(strings.Trim(w.Text, ".,"), "$€£.,%"))
	})
}

// HasConcept reports whether a label may mean a field of the dictionary.
func HasConcept(l *Label, name string) bool {
	named := func(c *term.Concept) bool { return c.Name == name }
	if slices.ContainsFunc(l.Concepts, named) {
		return true
	}
	return slices.ContainsFunc(l.Parts, func(p Part) bool { return slices.ContainsFunc(p.Concepts, named) })
}

// Enumerator is the number of a box in a form.
var Enumerator = regexp.MustCompile(`^\(?\d{1,2}[a-z]?[.)]$`)

// What stands at the head of a document.
const (
	HeadShare = 0.35 // of the first page's height
	Headline  = 1.2  // times the page's usual print
)
