package extract

import (
	"slices"
	"strconv"
	"strings"

	"tariffdesk/extract/internal/label"
	"tariffdesk/extract/internal/page"
	"tariffdesk/extract/internal/party"
	"tariffdesk/extract/internal/reading"
	"tariffdesk/extract/internal/schema"
	"tariffdesk/extract/internal/term"
	"tariffdesk/extract/internal/value"
	"tariffdesk/extract/internal/want"
)

// How many options of one way a property is given, the best first.
const (
	mostLabelled  = 6
	mostBlocks    = 6
	mostCompanies = 8
	mostDates     = 10
	mostSums      = 8
	mostOptions   = 120
	topRows       = 5 // of the first page, whose lines may name the issuer
)

// leastOption is how far an option is trusted by the rules, at least.
const leastOption = 0.1

// option is something that may be the value of a property.
type option struct {
	match
	ruled  bool  // the rules chose it
	ways   []way // all that lead to it, its own first
	traits []trait
	under  string // the role of the heading of a party over it; "" for none
}

// trait says something of an option that its match does not.
type trait struct {
	name  string
	value float64
}

// options lists what may be the value of a property: what the rules chose first, then what they passed over, and print
// that has the form and place of such a value.
func (f *filling) options(w *want.Want) []*option {
	var all []*option
	offer := func(m match, by way, traits ...trait) {
		m.way = by
		if m.score < leastOption || beginsWithCaption(w, m) || w.Role != "" && isName(w.Attr) && reading.FormOnly(m.Text) {
			return
		}
		for _, o := range all {
			if o.page == m.page && o.Text == m.Text && overlaps(&o.match, &m) {
				if o.label == nil {
					o.label = m.label
				}
				if !slices.Contains(o.ways, by) {
					o.ways, o.traits = append(o.ways, by), append(o.traits, traits...)
				}
				return
			}
		}
		if len(all) < mostOptions {
			all = append(all, &option{match: m, ways: []way{by}, traits: traits})
		}
	}
	add := func(m match, by way, traits ...trait) {
		if mended, ok := f.doc.unmisread(w, m); ok {
			m, traits = mended, append(slices.Clone(traits), trait{"misread print mended", 1})
		}
		if rest, ok := behindCaption(w, m); ok {
			m = rest
		}
		if other, ok := f.doc.exchanged(w, m); ok {
			offer(other, by, append(slices.Clone(traits), f.doc.orderTraits(other)...)...)
			traits = append(slices.Clone(traits), f.doc.orderTraits(m)...)
		}
		offer(m, by, traits...)
		if whole, ok := f.doc.unbroken(w, m); ok {
			offer(whole, by, append(slices.Clone(traits), trait{"past a gap", 1})...)
		}
	}
	if m := f.found[schema.Pointer(w.Path)]; m != nil {
		add(*m, m.way)
		if len(all) > 0 {
			all[0].ruled = true
		}
	}
	d := f.doc
	if w.Role != "" {
		d.partyOptions(w, add)
	}
	for i, m := range d.labelled(w, claims{}) {
		if i == mostLabelled {
			break
		}
		add(m, wayLabel, trait{"labelled at", float64(i)})
	}
	for i := range w.Concepts { // each field that it may be
		other := *w
		other.Concepts = w.Concepts[i:]
		if m, ok := d.byForm(&other); ok {
			add(m, wayForm, trait{"form of another field", flag(i > 0)})
		}
	}
	for _, c := range d.captions() {
		if a := d.affinity(w, c); a >= leastAffinity {
			d.offsetOptions(w, c, a, add)
			d.printOptions(w, c, a, add)
			if m, ok := d.valueOf(w, c.label, claims{}); ok {
				m.score *= captionScore * a
				add(m, wayCaption, trait{"affinity", a})
			}
		}
	}
	if len(d.Pages) > 0 {
		d.formed(w, add)
	}
	d.headedOptions(w, add)
	f.misreadOptions(w, add)
	if groupOf(w) == "name" {
		all = dropFormless(all)
	}
	f.wholeNumbers(w, all)
	if w.Role != "" {
		all = f.leaveTwins(w, d.dropOthers(w, all))
	}
	return all
}

// beginsWithCaption reports whether words are a caption with its value, not the value alone: Bs/L: 3 (THREE).
func beginsWithCaption(w *want.Want, m match) bool {
	if n := len(m.Words); n > 0 && !w.Kind.Numeric() && strings.HasSuffix(m.Words[n-1].Text, ":") && !strings.HasSuffix(m.Text, ":") && strings.HasSuffix(m.Words[n-1].Text, lastWord(m.Text)+":") {
		return true // Copy mark:
	}
	return !w.Kind.Numeric() && len(m.Words) > 1 && strings.HasSuffix(m.Words[0].Text, ":") && strings.HasPrefix(m.Text, m.Words[0].Text)
}

// lastWord is the last word of a text.
func lastWord(text string) string { return text[strings.LastIndex(text, " ")+1:] }

// behindCaption is a name with what stands before its colon left out: Name, Dep: Ana Gil.
func behindCaption(w *want.Want, m match) (match, bool) {
	if group := groupOf(w); group != "name" && group != "contact" {
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

// formed offers what has the form of the thing wanted, wherever it stands.
func (d *document) formed(w *want.Want, add func(match, way, ...trait)) {
	switch groupOf(w) {
	case "amount":
		d.sumOptions(w, add)
	case "date":
		d.dateOptions(w, add)
	case "tax id":
		d.taxOptions(w, add)
	case "piece":
		d.townOptions(w, add)
	case "address":
		if w.Attr == want.AttrStreet {
			d.townOptions(w, add)
		}
	case "contact":
		if w.Attr != want.AttrContact {
			d.reachOptions(w, add)
		}
	case "name":
		if w.Attr == want.AttrName || w.Attr == want.AttrNone {
			d.nameLines(add)
		}
	case "number":
		if w.Kind == term.KindPercent {
			d.rateOptions(add)
		}
	case "id":
		if asksAccount(w) {
			d.accountOptions(add)
		}
		if w.Role == "" && (w.Kind == term.KindID || w.Kind == term.KindCode) {
			d.codeOptions(add)
		}
	}
}

// How far apart, in their height, words of one value stand at most where what is read as columns may be none.
const (
	wordGap    = 1.6
	ocrWordGap = 2.2 // of a picture, whose print may be set wide
)

// unbroken is a value of words with those that follow it in its row past no wide gap, where it ends its segment.
func (d *document) unbroken(w *want.Want, m match) (match, bool) {
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
	if d.readByOCR(m.page) {
		widest = ocrWordGap
	}
	for ri, r := range d.Pages[m.page].Rows {
		if r.Box.Y0 > last.Y1 || r.Box.Y1 < last.Y0 {
			continue
		}
		for si, s := range r.Segments {
			gap := s.Box.X0 - last.X1
			if s.Box.OverlapY(last) < 0.5*last.Height() || gap <= 0 || gap > widest*last.Height() {
				continue
			}
			if d.BeginsWithLabel(label.At(m.page, ri, si)) && (gap > wordGap*last.Height() || captionEnd(s)) {
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
	return m, ok && d.suits(w, v)
}

// captionEnd reports whether a segment is a caption by its colon.
func captionEnd(s page.Segment) bool { return strings.Contains(s.Text(), ":") }

// partyOptions are what blocks, headings and lines at the top of the page offer for a property of a party.
func (d *document) partyOptions(w *want.Want, add func(match, way, ...trait)) {
	if m, ok := d.directParty(w); ok {
		add(m, wayDirect)
	}
	for i, b := range d.partyBlocks(w.Role) {
		if i == mostBlocks {
			break
		}
		if m, ok := d.fromBlock(w, b); ok {
			add(m, wayBlock, trait{"block at", float64(i)})
		}
	}
	if d.issues(w.Role) {
		if m, ok := d.fromLetterhead(w, nil); ok {
			add(m, wayLetterhead)
		}
	}
	for i, b := range d.addressBlocks() {
		if i == mostBlocks {
			break
		}
		if m, ok := d.fromBlock(w, b.block); ok {
			add(m, wayAddress, trait{"says contacts", flag(b.contacts)}, trait{"sender's line", flag(b.sender)}, trait{"address at", float64(i)})
		}
	}
	if m, ok := d.fromAddressee(w); ok {
		add(m, wayAddressee)
	}
	own := d.Dict.Bag(nameOf(w.Attr)) // "RFC" alone, wherever it stands
	if w.Attr == want.AttrNone {
		own = d.Dict.Bag(string(want.AttrName))
	}
	for _, c := range d.captions() {
		pieces := label.BothLanguages.Split(c.label.Text, -1)
		at := slices.IndexFunc(pieces, func(piece string) bool { return d.Dict.Bag(piece).Key == own.Key })
		if at < 0 {
			continue
		}
		for _, candidate := range d.Candidates(c.label) {
			_, number := party.Number(page.Join(candidate.Words)) // whose own marks part nothing
			if shares := splitWords(candidate.Words); len(pieces) > 1 && len(shares) == len(pieces) && !number {
				candidate.Words, candidate.Lines = shares[at], [][]page.Word{shares[at]}
			}
			if m, ok := d.read(w, c.label, candidate); ok {
				add(m, wayBare, trait{"one of several captions", flag(len(pieces) > 1)})
				break
			}
		}
	}
	if len(d.Pages) > 0 && (w.Attr == want.AttrName || w.Attr == want.AttrNone) {
		d.companyOptions(w, add)
		d.headedNames(w, add)
	}
	if len(d.Pages) > 0 && w.Attr == want.AttrAddress && d.issues(w.Role) {
		for ri, r := range d.Pages[0].Rows[:min(topRows, len(d.Pages[0].Rows))] {
			for si := range r.Segments[:min(1, len(r.Segments))] {
				if v, ok := d.Fit(term.KindAddress, slices.Concat(d.headAddress(ri, d.spaced(ri, si))...), false); ok {
					add(match{Value: v, score: blockScore}, wayTop, trait{"top row", float64(ri)})
				}
			}
		}
	}
}

// firm is a line of the first page that may hold the name of a company.
type firm struct {
	row, segment int
	box          page.Box
	company      bool          // one of its pieces ends with a legal form
	pieces       [][]page.Word // of the line
	whole        [][]page.Word // of the line with those that begin or end it, at the top of the page
}

// companies are the lines of the first page outside tables that hold a name with a legal form, and those at its top.
func (d *document) companies() []firm {
	if d.firms != nil {
		return d.firms
	}
	d.firms = []firm{}
	for ri, r := range d.Pages[0].Rows {
		for si, s := range r.Segments {
			if letters, _ := value.Counts(s.Text()); letters < 3 {
				continue
			}
			pieces := namePieces(unregistered(s.Words))
			company := len(pieces) > 1 || reading.CompanyForm.MatchString(reading.TrimText(page.Join(pieces[0])))
			company = company && !d.inTable(label.At(0, ri, si))
			if ri >= topRows && !company {
				continue
			}
			var whole [][]page.Word
			if ri < topRows {
				whole = namePieces(d.wholeName(ri, si))
			}
			d.firms = append(d.firms, firm{ri, si, s.Box, company, pieces, whole})
		}
	}
	return d.firms
}

// companyOptions are the names on the first page that have a legal form, and for who issues documents the lines at its top.
func (d *document) companyOptions(w *want.Want, add func(match, way, ...trait)) {
	n := 0
	for _, f := range d.companies() {
		top := f.row < topRows && d.issues(w.Role)
		if !top && (!f.company || n == mostCompanies) {
			continue
		}
		n++
		by, pieces := wayCompany, f.pieces
		traits := []trait{{"company at", float64(n)}}
		if top {
			by, pieces = wayTop, f.whole
			traits = []trait{{"top row", float64(f.row)}, {"top row " + strconv.Itoa(f.row), 1},
				{"not first in its row", flag(f.segment > 0)}, {"large print", flag(f.box.Height() > 1.25*d.Pages[0].LineHeight)}}
		}
		for i, piece := range pieces {
			v, ok := d.Fit(term.KindParty, piece, false)
			if !ok || !party.Names(piece, d.Dict) {
				continue
			}
			add(match{Value: v, score: blockScore}, by, append(slices.Clone(traits), trait{"piece of its line", flag(i > 0)}, trait{"has shorter pieces", float64(len(pieces) - 1)})...)
		}
	}
}

// sumOptions are the amounts at the ends of lines, by what their lines call them.
func (d *document) sumOptions(w *want.Want, add func(match, way, ...trait)) {
	if len(w.Concepts) == 0 {
		return
	}
	n, loose := 0, 0
	words := d.Dict.Group("sum")
	for pi := range d.Pages {
		sums := d.sums(pi)
		most := int64(0)
		for _, s := range sums {
			most = max(most, s.cents)
		}
		for _, s := range sums {
			named := s.role != sumOther || s.proof >= leastTotal
			if s.cents <= 0 || named && n == mostSums || !named && loose == mostLoose || s.mended && !named {
				continue
			}
			if named {
				n++
			} else {
				loose++
			}
			m := match{Value: reading.Value{Text: s.text, Words: s.words, Score: 1, Numeric: !s.mended, Mended: s.mended}, page: pi, score: blockScore}
			concept := w.Concepts[0].Concept.Name
			row := d.Pages[pi].Rows[s.row]
			called := ""
			if hits := words.Find(page.Join(row.Words())); len(hits) > 0 {
				called = hits[len(hits)-1].Member
			}
			add(m, waySum, trait{"sum " + string(s.role) + " for " + concept, 1}, trait{"proof of " + concept, s.proof / provenTotal},
				trait{"called " + called + " for " + concept, 1}, trait{"largest for " + concept, flag(s.cents == most)},
				trait{"sum down the page", row.Box.Y0 / max(d.Pages[pi].Height, 1)}, trait{"sum in a table", flag(d.inTable(label.At(pi, s.row, 0)))})
		}
	}
}

// dateOptions are the dates that are printed anywhere.
func (d *document) dateOptions(w *want.Want, add func(match, way, ...trait)) {
	n := 0
	for pi, p := range d.Pages {
		for ri, r := range p.Rows {
			for si, s := range r.Segments {
				if n == mostDates || d.inTable(label.At(pi, ri, si)) {
					continue
				}
				v, ok := d.Fit(term.KindDate, s.Words, wantsPrinted(w))
				if !ok {
					continue
				}
				labelled := 0.0
				for _, l := range d.BySegment[label.At(pi, ri, si)] {
					labelled = max(labelled, 1-min(d.labelScore(w, l), 1))
				}
				role := "date"
				if len(w.Concepts) > 0 {
					role = w.Concepts[0].Concept.Name
				}
				_, terms := d.Dict.Group("terms").Has(s.Text())
				add(match{Value: v, page: pi, score: blockScore}, wayLoose, trait{role + " among terms", flag(terms)}, trait{role + " in words", flag(len(s.Words) > len(v.Words)+2)}, trait{"date at", float64(n)}, trait{"date of another label", labelled}, trait{"first date", flag(n == 0)})
				n++
			}
		}
	}
}

func flag(holds bool) float64 {
	if holds {
		return 1
	}
	return 0
}
