package candidate

import (
	"regexp"
	"slices"
	"strings"

	"tariffdesk/extract/internal/grid"
	"tariffdesk/extract/internal/label"
	"tariffdesk/extract/internal/page"
	"tariffdesk/extract/internal/party"
	"tariffdesk/extract/internal/reading"
	"tariffdesk/extract/internal/sheet"
	"tariffdesk/extract/internal/term"
	"tariffdesk/extract/internal/unit"
	"tariffdesk/extract/internal/want"
)

// How many options of one way a property is given, the best first.
const (
	mostLabelled  = 6
	mostBlocks    = 6
	mostCompanies = 8
	mostDates     = 10
	mostSums      = 8
	MostOptions   = 120
	topRows       = 5 // of the first page, whose lines may name the issuer
)

// leastOption is how far an option is trusted by the rules, at least.
const leastOption = 0.1

// Option is something that may be the value of a property.
type Option struct {
	Match
	Ways   []way // all that lead to it, its own first
	Traits []Trait
	Twin   string // the same figure in the unit that is wanted, where this one is in another; "" for none
	Under  string // the role of the heading of a party over it; "" for none
}

// Trait says something of an option that its match does not.
type Trait struct {
	Name  string
	Value float64
}

// Options lists what may be the value of a property: what labels and captions tell, and print
// that has the form and place of such a value.
func (f *Chosen) Options(w *want.Want) []*Option {
	all := ofDocument(f.Doc, w, f.gather(w))
	if len(all) == 0 && asksRelated(f.Doc, w) {
		all = f.relatedOptions(w)
	}
	f.Doc.measure(w, all)
	return all
}

// gather is Options, whatever document and unit they are of.
func (f *Chosen) gather(w *want.Want) []*Option {
	var all []*Option
	offer := func(m Match, by way, traits ...Trait) {
		m.Way = by
		if AsksText(w) && (f.Doc.NoValue(m.Text) || f.Doc.malformed(w, m)) {
			return
		}
		if m.Score < leastOption || w.Kind == term.KindCountry && numberSign.MatchString(m.Text) || beginsWithCaption(w, m) || by != wayForm && totalAlone(w, m.Label) || w.Role != "" && sheet.IsName(w.Attr) && reading.FormOnly(m.Text) {
			return
		}
		for _, o := range all {
			if o.Page == m.Page && o.Text == m.Text && Overlaps(&o.Match, &m) {
				if o.Label == nil {
					o.Label = m.Label
				}
				o.Own = o.Own || m.Own
				if !slices.Contains(o.Ways, by) {
					o.Ways, o.Traits = append(o.Ways, by), append(o.Traits, traits...)
				}
				return
			}
		}
		if len(all) < MostOptions {
			all = append(all, &Option{Match: m, Ways: []way{by}, Traits: traits})
		}
	}
	d := f.Doc
	add := func(m Match, by way, traits ...Trait) {
		if mended, ok := unmisread(f.Doc, w, m); ok {
			m, traits = mended, append(slices.Clone(traits), Trait{"mended print", 1})
		}
		if rest, ok := BehindCaption(w, m); ok {
			m = rest
		}
		if other, ok := exchanged(f.Doc, w, m); ok {
			offer(other, by, append(slices.Clone(traits), orderTraits(f.Doc, other)...)...)
			traits = append(slices.Clone(traits), orderTraits(f.Doc, m)...)
		}
		if rest, ok := pastSign(d, w, m); ok {
			m = rest
		}
		offer(m, by, traits...)
		if whole, ok := unbroken(f.Doc, w, m); ok {
			offer(whole, by, append(slices.Clone(traits), Trait{"past gap", 1})...)
		}
	}
	if w.Role != "" {
		partyOptions(d, w, add)
	}
	for i, m := range labelled(d, w) {
		if i == mostLabelled {
			break
		}
		add(m, wayLabel, Trait{"labelled at", float64(i)})
	}
	for i := range w.Concepts { // each field that it may be
		other := *w
		other.Concepts = w.Concepts[i:]
		if m, ok := byForm(d, &other); ok {
			add(m, wayForm, Trait{"other form", Flag(i > 0)})
		}
	}
	captionOptions(d, w, add)
	if len(d.Pages) > 0 {
		formed(d, w, add)
	}
	tallyOptions(d, w, add)
	balanceOptions(d, w, add)
	headedOptions(d, w, add)
	d.figuresInUnits(w, add)
	d.weighed(w, add)
	likeOptions(d, w, slices.ContainsFunc(all, captioned), add)
	if w.Role != "" && (w.Attr == want.AttrName || w.Attr == want.AttrNone) && len(d.Pages) > 0 && !d.Issues(w.Role) && !slices.ContainsFunc(all, func(o *Option) bool { return namedElsewhere(d, o) }) {
		loneNames(d, add)
	}
	f.misreadOptions(w, add)
	d.measure(w, all)
	d.inWantedUnit(w, all, offer)
	if GroupOf(w) == "name" {
		all = DropFormless(all)
	}
	if asksOrigin(w) && slices.ContainsFunc(all, told) {
		all = namingCountries(all)
	}
	f.wholeNumbers(w, all)
	if w.Role != "" {
		all = f.leaveTwins(w, dropOthers(d, w, all))
	}
	return all
}

// The forms of what Mexican papers number by.
var (
	folioForm  = regexp.MustCompile(`^[0-9A-Za-z]{8}(?:-[0-9A-Za-z]{4}){3}-[0-9A-Za-z]{12}$`)
	hexadec    = regexp.MustCompile(`^[0-9A-Fa-f-]+$`)
	rfcLike    = regexp.MustCompile(`^[A-Z&Ñ]{3,4}\d{6}[A-Z0-9]{3}$`)
	rfcPrint   = regexp.MustCompile(`^[A-Z&Ñ]{3,4}\d{2}(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])[A-Z0-9]{2}[0-9A]$`)
	regimeWord = "regime"
)

// malformed reports whether print cannot be what a property asks for: an amount is no tax id, a UUID has no letter O, an RFC ends with a digit or A, and is no
// tax regime. What a text layer prints as an RFC is left as it is.
func (d *Finder) malformed(w *want.Want, m Match) bool {
	compact := strings.ToUpper(strings.ReplaceAll(m.Text, " ", ""))
	switch {
	case w.Kind == term.KindTaxID && reading.AmountForm.MatchString(m.Text):
		return true
	case folioForm.MatchString(compact):
		return !hexadec.MatchString(compact)
	case !rfcLike.MatchString(compact):
		return false
	}
	asksRegime := slices.ContainsFunc(w.Bags, func(b want.Name) bool { return b.Bag.Has(regimeWord) })
	return asksRegime || w.Kind == term.KindTaxID && d.ReadByOCR(m.Page) && !rfcPrint.MatchString(compact)
}

// captionOptions are the values at captions that are like a property's own words.
func captionOptions(d *Finder, w *want.Want, add func(Match, way, ...Trait)) {
	for _, c := range d.Captions() {
		a, heading := affinity(d, w, c)*d.besides(w, c.Label.Text), underHeading(d, w, c)
		if a >= sheet.LeastAffinity {
			offsetOptions(d, w, c, a, add)
			printOptions(d, w, c, a, add)
		}
		if max(a, heading) < sheet.LeastAffinity {
			continue
		}
		if m, ok := valueOf(d, w, c.Label); ok {
			m.Score *= max(sheet.CaptionScore*a, sheet.HeadingScore*heading)
			add(m, wayCaption, Trait{"affinity", a}, Trait{"heading affinity", heading})
		}
	}
}

// totalAlone reports whether a subtotal is wanted and a label calls the amount a total and no subtotal. Of two totals the first is the
// subtotal by its form.
func totalAlone(w *want.Want, l *label.Label) bool {
	return l != nil && len(w.Concepts) > 0 && w.Concepts[0].Concept.Name == "subtotal" && label.HasConcept(l, "total_amount") && !label.HasConcept(l, "subtotal")
}

// beginsWithCaption reports whether words are a caption with its value, not the value alone: Bs/L: 3 (THREE).
func beginsWithCaption(w *want.Want, m Match) bool {
	if n := len(m.Words); n > 0 && !w.Kind.Numeric() && strings.HasSuffix(m.Words[n-1].Text, ":") && !strings.HasSuffix(m.Text, ":") && strings.HasSuffix(m.Words[n-1].Text, lastWord(m.Text)+":") {
		return true // Copy mark:
	}
	return !w.Kind.Numeric() && len(m.Words) > 1 && strings.HasSuffix(m.Words[0].Text, ":") && strings.HasPrefix(m.Text, m.Words[0].Text)
}

// lastWord is the last word of a text.
func lastWord(text string) string { return text[strings.LastIndex(text, " ")+1:] }

// BehindCaption is a name with what stands before its colon left out: Name, Dep: Ana Gil.
func BehindCaption(w *want.Want, m Match) (Match, bool) {
	if group := GroupOf(w); group != "name" && group != "contact" {
		return m, false
	}
	caption, rest, found := strings.Cut(m.Text, ": ")
	if rest = strings.TrimSpace(rest); !found || rest == "" || len(strings.Fields(caption)) > longestCaption {
		return m, false
	}
	m.Text, m.Words = rest, reading.WordsOf(m.Words, rest)
	return m, true
}

// longestCaption is how many words stand at most before the colon in front of a name.
const longestCaption = 4

// How far apart, in their height, words of one value stand at most where what is read as columns may be none.
const (
	wordGap    = 1.6
	ocrWordGap = 2.2 // of a picture, whose print may be set wide
)

// unbroken is a value of words with those that follow it in its row past no wide gap, where it ends its segment.
func unbroken(d *Finder, w *want.Want, m Match) (Match, bool) {
	switch w.Kind {
	case term.KindParty, term.KindPerson, term.KindPlace, term.KindVessel, term.KindText, term.KindAddress:
	default:
		return m, false
	}
	if len(m.Words) == 0 {
		return m, false
	}
	last := m.Words[len(m.Words)-1].Box
	words := slices.Clone(m.Words)
	widest := wordGap
	if d.ReadByOCR(m.Page) {
		widest = ocrWordGap
	}
	for ri, r := range d.Pages[m.Page].Rows {
		if r.Box.Y0 > last.Y1 || r.Box.Y1 < last.Y0 {
			continue
		}
		for si, s := range r.Segments {
			gap := s.Box.X0 - last.X1
			if s.Box.OverlapY(last) < 0.5*last.Height() || gap <= 0 || gap > widest*last.Height() {
				continue
			}
			if d.BeginsWithLabel(label.At(m.Page, ri, si)) && (gap > wordGap*last.Height() || captionEnd(s)) {
				break // a word of captions within a name stands close
			}
			words, last = append(words, s.Words...), s.Box
		}
	}
	if len(words) == len(m.Words) {
		return m, false
	}
	v, ok := d.Fit(w.Kind, words, false)
	m.Value = v
	return m, ok && d.Suits(w, v)
}

// captionEnd reports whether a segment is a caption by its colon.
func captionEnd(s page.Segment) bool { return strings.Contains(s.Text(), ":") }

// partyOptions offers the texts of blocks, headings and lines at the top of the page for a property of a party.
func partyOptions(d *Finder, w *want.Want, add func(Match, way, ...Trait)) {
	if m, ok := directParty(d, w); ok {
		add(m, wayDirect)
	}
	for i, b := range d.PartyBlocks(w.Role) {
		if i == mostBlocks {
			break
		}
		if m, ok := fromBlock(d, w, b); ok {
			add(m, WayBlock, Trait{"block at", float64(i)})
		}
	}
	if d.Issues(w.Role) || w.Role == "carrier" && d.CarrierIssues() || w.Role == "agent" && d.AgentIssues() {
		if m, ok := fromLetterhead(d, w); ok {
			add(m, wayLetterhead)
		}
	}
	for i, b := range d.AddressBlocks() {
		if i == mostBlocks {
			break
		}
		if m, ok := fromBlock(d, w, b.PartyBlock); ok {
			add(m, wayAddress, Trait{"contacts", Flag(b.Contacts)}, Trait{"sender's line", Flag(b.Sender)}, Trait{"address at", float64(i)})
		}
	}
	if m, ok := fromAddressee(d, w); ok {
		add(m, wayAddressee)
	}
	own := d.Dict.Bag(NameOf(w.Attr)) // "RFC" alone, wherever it stands
	if w.Attr == want.AttrNone {
		own = d.Dict.Bag(string(want.AttrName))
	}
	for _, c := range d.Captions() {
		pieces := label.BothLanguages.Split(c.Label.Text, -1)
		at := slices.IndexFunc(pieces, func(piece string) bool { return d.Dict.Bag(piece).Key == own.Key })
		if at < 0 {
			continue
		}
		for _, candidate := range d.Candidates(c.Label) {
			_, number := party.Number(page.Join(candidate.Words)) // whose own marks part nothing
			if shares := splitWords(candidate.Words); len(pieces) > 1 && len(shares) == len(pieces) && !number {
				candidate.Words, candidate.Lines = shares[at], [][]page.Word{shares[at]}
			}
			if m, ok := read(d, w, c.Label, candidate); ok {
				add(m, wayBare, Trait{"shared caption", Flag(len(pieces) > 1)})
				break
			}
		}
	}
	if len(d.Pages) > 0 && (w.Attr == want.AttrName || w.Attr == want.AttrNone) {
		companyOptions(d, w, add)
		offerHeadedNames(d, w, add)
	}
	if len(d.Pages) > 0 && w.Attr == want.AttrAddress && d.Issues(w.Role) {
		for ri, r := range d.Pages[0].Rows[:min(topRows, len(d.Pages[0].Rows))] {
			for si := range r.Segments[:min(1, len(r.Segments))] {
				if v, ok := d.Fit(term.KindAddress, slices.Concat(d.HeadAddress(ri, d.Spaced(ri, si))...), false); ok {
					add(Match{Value: v, Score: sheet.BlockScore}, wayTop, Trait{"top row", float64(ri)})
				}
			}
		}
	}
}

// Flag returns 1 for what holds and 0 for what does not.
func Flag(holds bool) float64 {
	if holds {
		return 1
	}
	return 0
}

// headedOptions offers what stands below the header of a table that names a property outside lists, alone in its column: boxes with
// sums beside a list are read as its columns.
func headedOptions(d *Finder, w *want.Want, add func(Match, way, ...Trait)) {
	for _, l := range d.Headers {
		if d.LabelScore(w, l) < grid.LeastHeader {
			continue
		}
		below, ok := d.RightBelow(l.Place, d.Segment(l.Place))
		if !ok {
			below, ok = figureBelow(d, l)
		}
		if !ok {
			continue
		}
		cells, alone := d.inOtherUnits(l, below)
		for _, s := range cells {
			if r, ok := d.Fit(w.Kind, s.Words, WantsPrinted(w)); ok && alone && d.Suits(w, r) {
				add(Match{Value: r, Page: l.Page, Score: sheet.BlockScore * r.Score, Label: l}, wayHeader)
			}
		}
	}
}

// figureBelow is the figure that stands alone under a header, wherever its edge is.
func figureBelow(d *Finder, l *label.Label) (page.Segment, bool) {
	rows := d.Pages[l.Page].Rows
	for ri := l.Row + 1; ri < len(rows) && rows[ri].Box.Y0-l.Box.Y1 < headerReach*l.Box.Height(); ri++ {
		for _, s := range rows[ri].Segments {
			if s.Box.OverlapX(l.Box) > 0 && s.Box.Y0 > l.Box.MidY() {
				return s, len(s.Words) == 1 && label.IsFigure(s.Words[0])
			}
		}
	}
	return page.Segment{}, false
}

// headerReach is how far below a header, in its heights, the figure stands at most.
const headerReach = 3

// inOtherUnits are a cell and those right under it in the column of a header that print a figure in another unit of its dimension: KGS
// over LBS. alone is false where any other cell stands there.
func (d *Finder) inOtherUnits(l *label.Label, below page.Segment) (all []page.Segment, alone bool) {
	rows := d.Pages[l.Page].Rows
	all = append(all, below)
	for ri := l.Row + 1; ri < len(rows) && rows[ri].Box.Y0-all[len(all)-1].Box.Y1 < below.Box.Height(); ri++ {
		for _, s := range rows[ri].Segments {
			if s.Box.Y0 < below.Box.Y1-1 || s.Box.OverlapX(below.Box) <= 0 {
				continue
			}
			own, other := unit.In(d.Dict, below.Text()), unit.In(d.Dict, s.Text())
			if len(own) != 1 || len(other) != 1 || !own[0].Contradicts(other[0]) {
				return all, false
			}
			all = append(all, s)
		}
	}
	return all, true
}
