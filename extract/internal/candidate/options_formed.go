package candidate

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"tariffdesk/extract/internal/label"
	"tariffdesk/extract/internal/page"
	"tariffdesk/extract/internal/party"
	"tariffdesk/extract/internal/reading"
	"tariffdesk/extract/internal/sheet"
	"tariffdesk/extract/internal/term"
	"tariffdesk/extract/internal/value"
	"tariffdesk/extract/internal/want"
)

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
			if w.Concepts[0].Concept.Name == "tax" && d.charged(row.Words()) {
				continue
			}
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
	n, wanted := 0, d.toldSort(w)
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
				if told, ok := d.toldDate(w, wanted, pi, ri, s); ok {
					add(Match{Value: told, Page: pi, Score: likeScore}, wayCaption, ownWords)
				}
				if d.ofAnotherSort(sort, pi, ri, s) {
					continue
				}
				if n++; sort != sortIssue && (si == 0 || len(s.Words) > len(v.Words)) {
					continue // a day beside which nothing stands is at most that of the document itself
				}
				_, terms := d.Dict.Group("terms").Has(s.Text())
				add(Match{Value: v, Page: pi, Score: sheet.BlockScore}, wayLoose, Trait{sort + " among terms", Flag(terms)}, Trait{sort + " in words", Flag(len(s.Words) > len(v.Words)+2)}, Trait{"date at", float64(n - 1)}, Trait{"rival date", labelled}, Trait{"first date", Flag(n == 1)})
			}
		}
	}
}

// mostTold is how many words stand at most between what a sentence says of a date and the date.
const mostTold = 7

// toldSort tells what a sentence would say of the date that is wanted: what the property's own words say, or its sort.
func (d *Finder) toldSort(w *want.Want) string {
	if said, ok := d.Dict.Group("told of a date").Has(strings.Join(d.Dict.Tokens(w.Node.Name), " ")); ok {
		return said
	}
	if w.Is("payment_date") && slices.ContainsFunc(d.told(), func(t datedSort) bool { return t.sort == sortPaid }) {
		return sortPaid
	}
	return SortOf(d, w)
}

// told are the dates of the document of which a sentence says what sort they are.
func (d *Finder) told() (all []datedSort) {
	for pi, p := range d.Pages {
		for ri, r := range p.Rows {
			for _, s := range r.Segments {
				all = append(all, d.toldDates(pi, ri, s)...)
			}
		}
	}
	return all
}

// toldDate is the date of a segment that a sentence says is of the sort that is wanted: "will be deducted from your bank on Apr 7". The
// sentence may begin in the row above.
func (d *Finder) toldDate(w *want.Want, sort string, pi, ri int, s page.Segment) (reading.Value, bool) {
	for _, told := range d.toldDates(pi, ri, s) {
		if told.sort != sort {
			continue
		}
		v := reading.Value{Text: told.ISO, Words: reading.WordsOf(s.Words, told.Printed), Score: 1}
		if WantsPrinted(w) {
			v.Text = told.Printed
		}
		return v, true
	}
	return reading.Value{}, false
}

// ofAnotherSort reports whether the first date of a segment is none of a document's own day: a sentence says of what else it is, or it
// bounds a period.
func (d *Finder) ofAnotherSort(sort string, pi, ri int, s page.Segment) bool {
	dates := value.ParseDates(s.Text(), d.Order)
	if sort != sortIssue || len(dates) == 0 {
		return false
	}
	if told := d.toldDates(pi, ri, s); len(told) > 0 && told[0].ISO == dates[0].ISO {
		return told[0].sort != sort
	}
	start, _, ok := value.ParsePeriod(s.Text(), d.Order)
	return ok && start.ISO == dates[0].ISO
}

// The sorts of the day on which a document is made, and of the one on which it was paid.
const (
	sortIssue = "issue"
	sortPaid  = "paid"
)

// datedSort is a date with what a sentence says of it.
type datedSort struct {
	value.Date
	sort string
}

// toldDates are the dates of a segment of which a sentence says what sort they are.
func (d *Finder) toldDates(pi, ri int, s page.Segment) (all []datedSort) {
	text := s.Text()
	for _, date := range value.ParseDates(text, d.Order) {
		before := text[:max(0, strings.Index(text, date.Printed))]
		own := len(term.Split(before))
		if sentence := strings.LastIndex(before, ". "); sentence >= 0 {
			before = before[sentence+1:]
		} else if ri > 0 && len(term.Split(before)) <= mostTold && !strings.ContainsAny(before, ":") {
			if above := d.Pages[pi].Rows[ri-1]; !endsSentence(above.Text()) && above.Box.OverlapX(s.Box) > 0 {
				before = above.Text() + " " + before
			}
		}
		hits := d.Dict.Group("told of a date").Find(before)
		if len(hits) == 0 || strings.Contains(before, ":") {
			continue
		}
		last := hits[len(hits)-1]
		if last.Member == sortIssue && last.To <= len(term.Split(before))-own {
			continue // the caption of a date in the row above
		}
		if len(term.Split(before))-last.To <= mostTold {
			all = append(all, datedSort{date, last.Member})
		}
	}
	return all
}

// endsSentence reports whether a line ends what it says.
func endsSentence(line string) bool {
	return strings.HasSuffix(line, ".") || strings.HasSuffix(line, ":")
}

// ibanPrint matches the number of an account, in groups or in one.
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
