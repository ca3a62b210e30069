package candidate

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"tariffdesk/extract/internal/grid"
	"tariffdesk/extract/internal/label"
	"tariffdesk/extract/internal/page"
	"tariffdesk/extract/internal/party"
	"tariffdesk/extract/internal/reading"
	"tariffdesk/extract/internal/sheet"
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
	var all []*Option
	offer := func(m Match, by way, traits ...Trait) {
		m.Way = by
		if m.Score < leastOption || beginsWithCaption(w, m) || by != wayForm && totalAlone(w, m.Label) || w.Role != "" && sheet.IsName(w.Attr) && reading.FormOnly(m.Text) {
			return
		}
		for _, o := range all {
			if o.Page == m.Page && o.Text == m.Text && Overlaps(&o.Match, &m) {
				if o.Label == nil {
					o.Label = m.Label
				}
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
		offer(m, by, traits...)
		if whole, ok := unbroken(f.Doc, w, m); ok {
			offer(whole, by, append(slices.Clone(traits), Trait{"past gap", 1})...)
		}
	}
	d := f.Doc
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
	for _, c := range d.Captions() {
		a, heading := affinity(d, w, c), underHeading(d, w, c)
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
	if len(d.Pages) > 0 {
		formed(d, w, add)
	}
	tallyOptions(d, w, add)
	balanceOptions(d, w, add)
	headedOptions(d, w, add)
	f.misreadOptions(w, add)
	if GroupOf(w) == "name" {
		all = DropFormless(all)
	}
	f.wholeNumbers(w, all)
	if w.Role != "" {
		all = f.leaveTwins(w, dropOthers(d, w, all))
	}
	return all
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

// formed offers what has the form of the thing wanted, wherever it stands.
func formed(d *Finder, w *want.Want, add func(Match, way, ...Trait)) {
	switch GroupOf(w) {
	case "amount":
		sumOptions(d, w, add)
	case "date":
		dateOptions(d, w, add)
	case "tax id":
		taxOptions(d, w, add)
	case "piece":
		townOptions(d, w, add)
	case "address":
		if w.Attr == want.AttrStreet {
			townOptions(d, w, add)
		}
	case "contact":
		if w.Attr != want.AttrContact {
			reachOptions(d, w, add)
		}
	case "name":
		if w.Attr == want.AttrName || w.Attr == want.AttrNone {
			nameLines(d, add)
		}
	case "number":
		if w.Kind == term.KindPercent {
			rateOptions(d, add)
		}
	case "id":
		if asksAccount(w) {
			accountOptions(d, add)
		}
		if w.Role == "" && (w.Kind == term.KindID || w.Kind == term.KindCode) {
			codeOptions(d, add)
		}
	}
}

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

// partyOptions are what blocks, headings and lines at the top of the page offer for a property of a party.
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
	own := d.Dict.Bag(nameOf(w.Attr)) // "RFC" alone, wherever it stands
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

// firm is a line of the first page that may hold the name of a company.
type firm struct {
	row, segment int
	box          page.Box
	company      bool          // one of its pieces ends with a legal form
	Pieces       [][]page.Word // of the line
	Whole        [][]page.Word // of the line with those that begin or end it, at the top of the page
}

// findCompanies are the lines of the first page outside tables that hold a name with a legal form, and those at its top.
func (d *Finder) findCompanies() []firm {
	all := []firm{}
	for ri, r := range d.Pages[0].Rows {
		for si, s := range r.Segments {
			if letters, _ := value.Counts(s.Text()); letters < 3 {
				continue
			}
			pieces := namePieces(sheet.Unregistered(s.Words))
			company := len(pieces) > 1 || reading.CompanyForm.MatchString(reading.TrimText(page.Join(pieces[0])))
			company = company && !d.InTable(label.At(0, ri, si))
			if ri >= topRows && !company {
				continue
			}
			var whole [][]page.Word
			if ri < topRows {
				whole = namePieces(d.WholeName(ri, si))
			}
			all = append(all, firm{ri, si, s.Box, company, pieces, whole})
		}
	}
	return all
}

// companyOptions are the names on the first page that have a legal form, and for who issues documents the lines at its top.
func companyOptions(d *Finder, w *want.Want, add func(Match, way, ...Trait)) {
	n := 0
	for _, f := range d.Companies() {
		top := f.row < topRows && d.Issues(w.Role)
		if !top && (!f.company || n == mostCompanies) {
			continue
		}
		n++
		by, pieces := wayCompany, f.Pieces
		traits := []Trait{{"company at", float64(n)}}
		if top {
			by, pieces = wayTop, f.Whole
			traits = []Trait{{"top row", float64(f.row)}, {"top row " + strconv.Itoa(f.row), 1},
				{"not first in its row", Flag(f.segment > 0)}, {"large print", Flag(f.box.Height() > 1.25*d.Pages[0].LineHeight)}}
		}
		for i, piece := range pieces {
			v, ok := d.Fit(term.KindParty, piece, false)
			if !ok || !party.Names(piece, d.Dict) {
				continue
			}
			add(Match{Value: v, Score: sheet.BlockScore}, by, append(slices.Clone(traits), Trait{"piece of its line", Flag(i > 0)}, Trait{"has shorter pieces", float64(len(pieces) - 1)})...)
		}
	}
}

// sumOptions are the amounts at the ends of lines, by what their lines call them.
func sumOptions(d *Finder, w *want.Want, add func(Match, way, ...Trait)) {
	if len(w.Concepts) == 0 {
		return
	}
	n, loose := 0, 0
	words := d.Dict.Group("sum")
	for pi := range d.Pages {
		sums := d.Sums(pi)
		most := int64(0)
		for _, s := range sums {
			most = max(most, s.Cents)
		}
		for _, s := range sums {
			named := s.Role != sheet.SumOther || s.Proof >= sheet.LeastTotal
			if s.Cents <= 0 || named && n == mostSums || !named && loose == mostLoose || s.Mended && !named {
				continue
			}
			if named {
				n++
			} else {
				loose++
			}
			m := Match{Value: reading.Value{Text: s.Text, Words: s.Words, Score: 1, Numeric: !s.Mended, Mended: s.Mended}, Page: pi, Score: sheet.BlockScore}
			sort := SortOf(d, w)
			if s.Role == sheet.SumTotal && w.Concepts[0].Concept.Name == "subtotal" {
				continue
			}
			row := d.Pages[pi].Rows[s.Row]
			called := ""
			if hits := words.Find(page.Join(row.Words())); len(hits) > 0 {
				called = hits[len(hits)-1].Member
			}
			add(m, waySum, Trait{"sum " + string(s.Role) + " for " + sort, 1}, Trait{"proof of " + sort, s.Proof / sheet.ProvenTotal},
				Trait{"called " + called + " for " + sort, 1}, Trait{"largest for " + sort, Flag(s.Cents == most)},
				Trait{"sum height", row.Box.Y0 / max(d.Pages[pi].Height, 1)}, Trait{"tabled sum", Flag(d.InTable(label.At(pi, s.Row, 0)))})
		}
	}
}

// dateOptions are the dates that are printed anywhere.
func dateOptions(d *Finder, w *want.Want, add func(Match, way, ...Trait)) {
	n := 0
	for pi, p := range d.Pages {
		for ri, r := range p.Rows {
			for si, s := range r.Segments {
				if n == mostDates || d.InTable(label.At(pi, ri, si)) {
					continue
				}
				v, ok := d.Fit(term.KindDate, s.Words, WantsPrinted(w))
				if !ok {
					continue
				}
				labelled := 0.0
				for _, l := range d.BySegment[label.At(pi, ri, si)] {
					labelled = max(labelled, 1-min(d.LabelScore(w, l), 1))
				}
				sort := SortOf(d, w)
				_, terms := d.Dict.Group("terms").Has(s.Text())
				add(Match{Value: v, Page: pi, Score: sheet.BlockScore}, wayLoose, Trait{sort + " among terms", Flag(terms)}, Trait{sort + " in words", Flag(len(s.Words) > len(v.Words)+2)}, Trait{"date at", float64(n)}, Trait{"rival date", labelled}, Trait{"first date", Flag(n == 0)})
				n++
			}
		}
	}
}

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
		if !ok || followed(d, l, below) {
			continue
		}
		if r, ok := d.Fit(w.Kind, below.Words, WantsPrinted(w)); ok && d.Suits(w, r) {
			add(Match{Value: r, Page: l.Page, Score: sheet.BlockScore * r.Score, Label: l}, wayHeader)
		}
	}
}

// followed reports whether a cell stands under another in the column of a header.
func followed(d *Finder, l *label.Label, below page.Segment) bool {
	rows := d.Pages[l.Page].Rows
	for ri := l.Row + 1; ri < len(rows) && rows[ri].Box.Y0-below.Box.Y1 < below.Box.Height(); ri++ {
		for _, s := range rows[ri].Segments {
			if s.Box.Y0 >= below.Box.Y1-1 && s.Box.OverlapX(below.Box) > 0 {
				return true
			}
		}
	}
	return false
}

// ibanPrint is what may be the number of an account, in groups or in one.
var ibanPrint = regexp.MustCompile(`\b[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){2,7}(?: ?[A-Z0-9]{1,3})?\b`)

// mostAccounts is how many account numbers a property is given.
const mostAccounts = 4

// asksAccount reports whether the number of a bank account is wanted.
func asksAccount(w *want.Want) bool {
	return slices.ContainsFunc(w.Concepts, func(s term.Scored) bool { return s.Concept.Name == "iban" || s.Concept.Name == "account_number" })
}

// accountOptions are the account numbers that are printed anywhere, past the gaps between their groups: those whose check digits
// are right, and those that are called so.
func accountOptions(d *Finder, add func(Match, way, ...Trait)) {
	n := 0
	for pi, p := range d.Pages {
		for _, r := range p.Rows {
			words := r.Words()
			text := page.Join(words)
			for _, at := range ibanPrint.FindAllStringIndex(text, -1) {
				run := text[at[0]:at[1]]
				checked := sheet.IsIBAN(value.Alnum(run))
				for !checked && strings.Contains(run, " ") && sheet.IsIBAN(value.Alnum(run[:strings.LastIndex(run, " ")])) {
					run, checked = run[:strings.LastIndex(run, " ")], true
				}
				_, called := d.Dict.Group("contact").Has(text[:at[0]])
				if n == mostAccounts || !checked && (!called || !strings.Contains(value.Fold(text[:at[0]]), "iban")) {
					continue
				}
				m := Match{Value: reading.Value{Text: run, Words: reading.WordsOf(words, run), Score: 0.8}, Page: pi, Score: 0.8}
				add(m, wayAccount, Trait{"check digits of the account", Flag(checked)}, Trait{"account at", float64(n)})
				n++
			}
		}
	}
}

// tallyOptions offers the amount that the other amounts of the document prove to be their total, with its decimal mark where
// that was not legible.
func tallyOptions(d *Finder, w *want.Want, add func(Match, way, ...Trait)) {
	if len(w.Concepts) == 0 || w.Concepts[0].Concept.Name != "total_amount" {
		return
	}
	s, score := d.Tally()
	if score < sheet.LeastTotal {
		return
	}
	m := Match{Page: s.Page, Score: min(0.9, 0.4+score/12)}
	m.Value = reading.Value{Text: s.Text, Words: s.Words, Score: 1, Numeric: !s.Mended}
	if s.Mended || strings.Contains(page.Join(s.Words), " ") {
		m.Text, m.Numeric, m.Mended = s.Value().FloatString(2), false, true
	} else if _, legible := PrintedNumber(&m, d.Mark); !legible { // marks of a pen or of dirt beside it
		m.Text, m.Numeric = s.Value().FloatString(2), false
	}
	add(m, wayTally, Trait{"proven total", Flag(score >= sheet.ProvenTotal)}, Trait{"total proof", score / sheet.ProvenTotal})
}
