package candidate

import (
	"iter"
	"regexp"
	"slices"
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

// How many options of what stands anywhere a property is given.
const (
	mostNumbers = 12
	mostReached = 10
	mostTowns   = 8
	mostLines   = 12
	mostRates   = 5
	mostCodes   = 8
	mostLoose   = 12
)

// Where things stand that are found by their form.
const (
	captionAbove = 2.2 // heights of a line from a number up to its caption
	upperPart    = 0.5 // of the first page, where parties are named
	narrowGap    = 1.6 // heights of a line from a name to the line below it
)

// spelled is a run of words that has a form.
type spelled struct {
	text   string
	words  []page.Word
	at     label.Place
	before string // what stands before it in its row, from the last of its kind
}

// scan lists what has a form, wherever it is printed, from the top.
func scan(d *Finder, form *regexp.Regexp) []spelled {
	var all []spelled
	for pi, p := range d.Pages {
		for ri, r := range p.Rows {
			for si, s := range r.Segments {
				text, last := s.Text(), 0
				for _, found := range form.FindAllStringIndex(text, -1) {
					run := strings.TrimSpace(text[found[0]:found[1]])
					before := text[last:found[0]]
					if strings.Trim(before, " :.#-") == "" && last == 0 && si > 0 {
						before = r.Segments[si-1].Text() + " " + before
					}
					all = append(all, spelled{run, reading.WordsOf(s.Words, run), label.At(pi, ri, si), before})
					last = found[1]
				}
			}
		}
	}
	return all
}

// calledAs finds the member that the phrases before a print name, or else the caption right above it.
func calledAs(d *Finder, p spelled) (member string, above bool) {
	group := d.Dict.Group("contact")
	if hits := group.Find(p.before); len(hits) > 0 {
		return hits[len(hits)-1].Member, false
	}
	if letters, _ := value.Counts(p.before); letters > 2 {
		return "", false
	}
	sheet := d.Pages[p.at.Page]
	box := page.Bounds(p.words)
	for ri := p.at.Row + 1; ri > max(-1, p.at.Row-4); ri-- { // rows of boxes overlap
		if ri >= len(sheet.Rows) {
			continue
		}
		for _, s := range sheet.Rows[ri].Segments {
			gap := box.Y0 - s.Box.Y1
			if s.Box.OverlapX(box) <= 0 || s.Box.MidY() >= box.Y0 || gap > captionAbove*sheet.LineHeight {
				continue
			}
			if hits := group.Find(s.Text()); len(hits) > 0 {
				return hits[0].Member, true
			}
		}
	}
	return "", false
}

// taxNumber matches a possible tax number, with the words before it and its country's form.
var taxNumber = regexp.MustCompile(`(?i)\b(?:[A-Z&Ñ]{3,4}\s?-?\d{6}\s?-?[A-Z0-9]{3}|CHE-?\d{3}\.?\d{3}\.?\d{3}|ATU ?\d{8}|NL ?\d{9}[B8]\d{2}|FR ?\d{2}(?: ?\d{3}){3}|DE ?\d{3} ?\d{3} ?\d{3}|\d{2}\.\d{3}\.\d{3}/\d{4}-\d{2}|\d{3}\.\d{3}\.\d{3}-\d{2}|\d{2}[A-Z]{5}\d{4}[A-Z]\d[A-Z][A-Z\d]|[A-Z]{0,3}[ -]?\d[\d.\-/]{5,18}[\dA-Z]|[A-Z]{0,2} ?\d{2,4}(?: \d{3}){2,3})\b`)

// taxOptions are the numbers that have the form of a tax number or are called one.
func taxOptions(d *Finder, w *want.Want, add func(Match, way, ...Trait)) {
	n := 0
	for _, p := range scan(d, taxNumber) {
		_, digits := value.Counts(p.text)
		if _, dated := value.ParseDate(p.text, value.OrderUnknown); dated || digits < 6 || n == mostNumbers {
			continue
		}
		form, formed := party.Number(p.text)
		called, above := calledAs(d, p)
		if !formed && called != "tax_id" && called != "register" || called == "phone" || called == "fax" || called == "bank" {
			continue
		}
		tokens := d.Dict.Tokens(p.before)
		own := slices.ContainsFunc(Said(w, d).prints, func(print []string) bool {
			return slices.ContainsFunc(print, func(t string) bool { return !vague(t) && slices.Contains(tokens, t) })
		})
		score := 0.6
		if called == "tax_id" || form.Checked {
			score = 0.8
		}
		m := Match{Value: reading.Value{Text: p.text, Words: p.words, Score: score}, Page: p.at.Page, Score: score}
		add(m, wayNumber, Trait{"called " + called, 1}, Trait{"called above", Flag(above)},
			Trait{"in words of its own", Flag(own)}, Trait{"form of a country", Flag(formed)}, Trait{"check digits", Flag(form.Checked)},
			Trait{"country before it, as asked", Flag(AsksVAT(w) && VatForm.MatchString(strings.ReplaceAll(p.text, " ", "")))},
			Trait{"number at", float64(n)}, Trait{"first number", Flag(n == 0)}, Trait{"in a table", Flag(d.InTable(p.at))})
		n++
	}
}

var (
	dialled = regexp.MustCompile(`\+?[\d(][\d\s().\-/]{6,}\d`)
	mailed  = reading.EmailForm
)

// reachOptions are the telephone numbers and addresses of mail that are printed anywhere.
func reachOptions(d *Finder, w *want.Want, add func(Match, way, ...Trait)) {
	form := dialled
	if w.Attr == want.AttrEmail || w.Attr == want.AttrNone && w.Kind == term.KindEmail {
		form = mailed
	}
	n := 0
	for _, p := range scan(d, form) {
		_, digits := value.Counts(p.text)
		_, dated := value.ParseDate(p.text, value.OrderUnknown)
		if n == mostReached || form == dialled && (digits < 7 || digits > 16 || dated) {
			continue
		}
		called, above := calledAs(d, p)
		if form == dialled && (called == "tax_id" || called == "bank" || called == "register" || called == "" && d.InTable(p.at)) {
			continue
		}
		m := Match{Value: reading.Value{Text: p.text, Words: p.words, Score: 0.7}, Page: p.at.Page, Score: 0.7}
		add(m, wayReach, Trait{"called " + called, 1}, Trait{"called above", Flag(above)},
			Trait{"reached at", float64(n)}, Trait{"first reached", Flag(n == 0)})
		n++
	}
}

// postalAlone is a postal code that fills its segment.
var postalAlone = regexp.MustCompile(`^(?:\d{5}-\d{3}|\d{2}\.\d{3}-\d{3}|\d{4}-\d{3}|[A-Z]{1,2}\d[A-Z\d]? \d[A-Z]{2})$`)

// findLongestPostal is how many digits the longest postal code of the document has that has a mark in it; 0 for none.
func (d *Finder) findLongestPostal() int {
	longest := 0
	for _, p := range d.Pages {
		for _, w := range p.Words {
			if text := strings.Trim(w.Text, ".,;:()"); postalAlone.MatchString(text) {
				_, digits := value.Counts(text)
				longest = max(longest, digits)
			}
		}
	}
	return longest
}

// townOptions are the pieces of all lines that print a place, and postal codes that stand alone.
func townOptions(d *Finder, w *want.Want, add func(Match, way, ...Trait)) {
	n := 0
	streets := d.Dict.Group("street")
	for pi, p := range d.Pages[:min(1, len(d.Pages))] {
		for ri, r := range p.Rows {
			for si, s := range r.Segments {
				a, ok := party.Town(s.Words, streets)
				alone := postalAlone.MatchString(reading.TrimText(s.Text()))
				if n == mostTowns || d.InTable(label.At(pi, ri, si)) || !alone && (!ok || a.Postal.Text == "" && a.State.Text == "") {
					continue
				}
				var piece party.Piece
				switch {
				case alone && w.Attr == want.AttrPostal:
					piece = party.Piece{Text: reading.TrimText(s.Text()), Words: s.Words}
				case w.Attr == want.AttrPostal:
					piece = a.Postal
				case w.Attr == want.AttrCity:
					piece = a.City
				case w.Attr == want.AttrState:
					piece = a.State
				case w.Attr == want.AttrCountry:
					piece = a.Country
				case w.Attr == want.AttrStreet:
					piece = a.Street
				}
				n++
				if piece.Text == "" {
					continue
				}
				v := reading.Value{Text: piece.Text, Words: piece.Words, Score: 0.7}
				if !d.Suits(w, v) {
					continue
				}
				_, digits := value.Counts(a.Postal.Text)
				add(Match{Value: v, Page: pi, Score: 0.7}, wayTown, Trait{"a postal code shorter than others", Flag(digits > 0 && digits < d.LongestPostal())}, Trait{"town at", float64(n - 1)}, Trait{"first town", Flag(n == 1)},
					Trait{"postal code alone", Flag(alone)}, Trait{"town without a postal code", Flag(!alone && a.Postal.Text == "")})
			}
		}
	}
}

// nameLines are the lines of the upper half that stand above an address and may name whose it is.
func nameLines(d *Finder, add func(Match, way, ...Trait)) {
	p := d.Pages[0]
	streets := d.Dict.Group("street")
	n := 0
	for at, s := range upperSegments(d) {
		if n == mostLines || d.BeginsWithLabel(at) || !party.Names(s.Words, d.Dict) {
			continue
		}
		below, ok := lineBelow(d, at.Row, s)
		if !ok {
			continue
		}
		_, street := streets.Has(below.Text())
		_, town := party.Town(below.Words, streets)
		numbered := label.DigitsIn(below.Words)
		if !town && !(numbered && len(below.Words) < 9) && !street {
			continue
		}
		above, under := lineAbove(d, at.Row, s)
		v, ok := d.Fit(term.KindParty, sheet.Unregistered(s.Words), false)
		if !ok {
			continue
		}
		_, person := d.Dict.Group("salutation").Is(above.Text())
		add(Match{Value: v, Score: sheet.BlockScore}, wayLine, Trait{"below a salutation", Flag(under && person)}, Trait{"above a street", Flag(street && numbered)}, Trait{"above a town", Flag(town)},
			Trait{"above digits alone", Flag(!street && !town)}, Trait{"begins its block", Flag(!under)}, Trait{"below a name", Flag(under && party.Names(above.Words, d.Dict))},
			Trait{"line at", float64(n)}, Trait{"right half", Flag(s.Box.X0 > p.Width/2)})
		n++
	}
}

// upperSegments are the segments of the first page's upper half outside tables.
func upperSegments(d *Finder) iter.Seq2[label.Place, page.Segment] {
	return func(yield func(label.Place, page.Segment) bool) {
		p := d.Pages[0]
		for ri, r := range p.Rows {
			if r.Box.Y0 > upperPart*p.Height {
				return
			}
			for si, s := range r.Segments {
				if at := label.At(0, ri, si); !d.InTable(at) && !yield(at, s) {
					return
				}
			}
		}
	}
}

// lineBelow is the segment right below another of the first page at its left edge or middle.
func lineBelow(d *Finder, ri int, s page.Segment) (page.Segment, bool) {
	p := d.Pages[0]
	for _, r := range p.Rows[ri+1:] {
		if r.Box.Y0-s.Box.Y1 > narrowGap*p.LineHeight {
			break
		}
		for _, o := range r.Segments {
			if inLine(d, s, o) && o.Box.MidY() > s.Box.Y1 && o.Box.Y0-s.Box.Y1 < narrowGap*p.LineHeight {
				return o, true
			}
		}
	}
	return page.Segment{}, false
}

// lineAbove is the segment right above another of the first page at its left edge or middle.
func lineAbove(d *Finder, ri int, s page.Segment) (page.Segment, bool) {
	p := d.Pages[0]
	for i := ri - 1; i >= max(0, ri-3); i-- {
		for _, o := range p.Rows[i].Segments {
			if inLine(d, s, o) && o.Box.MidY() < s.Box.Y0 && s.Box.Y0-o.Box.Y1 < narrowGap*p.LineHeight {
				return o, true
			}
		}
	}
	return page.Segment{}, false
}

// inLine reports whether two segments have one left edge or one middle.
func inLine(d *Finder, a, b page.Segment) bool {
	near := sheet.BlockEdge * d.Pages[0].LineHeight
	left, middle := a.Box.X0-b.Box.X0, a.Box.MidX()-b.Box.MidX()
	return max(left, -left) < near || max(middle, -middle) < near
}

// rateOptions are the percentages that are printed anywhere.
func rateOptions(d *Finder, add func(Match, way, ...Trait)) {
	n := 0
	var given []string
	for _, p := range scan(d, rateForm) {
		number, ok := value.ParseNumber(strings.TrimRight(p.text, " %"), d.Mark)
		if !ok || !strings.Contains(p.text, "%") || slices.Contains(given, number.Text) || n == mostRates {
			continue
		}
		given = append(given, number.Text)
		row := d.Pages[p.at.Page].Rows[p.at.Row]
		taxed := slices.ContainsFunc(d.Dict.Group("sum").Find(page.Join(row.Words())), func(h term.Hit) bool { return h.Member == "tax" })
		m := Match{Value: reading.Value{Text: number.Text, Words: p.words, Score: 0.7, Numeric: true}, Page: p.at.Page, Score: 0.7}
		add(m, wayRate, Trait{"rate at", float64(n)}, Trait{"tax rate", Flag(taxed)}, Trait{"rate of nothing", Flag(number.Text == "0")}, Trait{"rate in a table", Flag(d.InTable(p.at))})
		n++
	}
}

// codeForm is a number or code of a document that is one word.
var codeForm = regexp.MustCompile(`^#?[A-Z0-9][A-Za-z0-9]*(?:[-/._][A-Za-z0-9]+)*$`)

// leastCodeDigits is the least number of digits of a code that has no caption.
const leastCodeDigits = 3

// codeOptions are the codes of the first page's upper half that stand beside or below a title, or apart.
func codeOptions(d *Finder, add func(Match, way, ...Trait)) {
	p := d.Pages[0]
	titles := d.Dict.Group("title")
	n := 0
	for at, s := range upperSegments(d) {
		for i, word := range s.Words {
			_, digits := value.Counts(word.Text)
			_, dated := value.ParseDate(word.Text, value.OrderUnknown)
			text := strings.Trim(word.Text, ".,;:#*()")
			if n == mostCodes || digits < leastCodeDigits || dated || label.IsAmount(word.Text) || !codeForm.MatchString(text) {
				continue
			}
			before := page.Join(s.Words[:i])
			if i == 0 && at.Segment > 0 {
				before = p.Rows[at.Row].Segments[at.Segment-1].Text()
			}
			_, titled := titles.Has(before)
			if !titled && (len(s.Words) > 1 || len(d.BySegment[at]) > 0) {
				continue
			}
			_, contact := d.Dict.Group("contact").Has(before)
			m := Match{Value: reading.Value{Text: text, Words: s.Words[i : i+1], Score: 0.6}, Score: 0.6}
			add(m, wayCode, Trait{"behind a title", Flag(titled)}, Trait{"apart", Flag(len(s.Words) == 1)}, Trait{"code at", float64(n)},
				Trait{"behind a contact", Flag(contact)}, Trait{"code in large print", Flag(word.Box.Height() > 1.25*p.LineHeight)}, Trait{"code of letters too", Flag(digits < len(text))})
			n++
		}
	}
}

// exchanged is a date with day and month exchanged, where no date tells which is which, and the document may
// be of the United States.
func exchanged(d *Finder, w *want.Want, m Match) (Match, bool) {
	if w.Kind != term.KindDate || len(m.Words) == 0 || d.Told || d.Order == value.OrderMonthly || d.Spanish || d.DateOrder().Foreign || !d.DateOrder().American && !d.AmericanPaper(m.Page) {
		return m, false
	}
	printed := sheet.OpenDate.FindString(page.Join(m.Words))
	if printed == "" {
		return m, false
	}
	first, ok := value.ParseDate(printed, value.OrderDayFirst)
	second, alsoOK := value.ParseDate(printed, value.OrderMonthly)
	switch {
	case !ok || !alsoOK || first.ISO == second.ISO:
		return m, false
	case m.Text == first.ISO:
		m.Text = second.ISO
	case m.Text == second.ISO:
		m.Text = first.ISO
	default:
		return m, false // as printed
	}
	return m, true
}

// orderTraits speak for the order of day and month in which a date was read.
func orderTraits(d *Finder, m Match) []Trait {
	printed := sheet.OpenDate.FindString(page.Join(m.Words))
	if printed == "" || d.Told {
		return nil
	}
	order := "day first"
	if monthly, ok := value.ParseDate(printed, value.OrderMonthly); ok && monthly.ISO == m.Text {
		order = "month first"
	}
	return []Trait{{order, 1}, {order + " on American paper", Flag(d.AmericanPaper(m.Page))}, {order + " beside American print", Flag(d.DateOrder().American)}}
}

// How far a value that is typed into a form stands off the line of its caption, in heights of a line, and to its right, as a share
// of the page's width.
const (
	offLine  = 1.1
	offRight = 0.3
)

// offsetOptions are the values that stand right of a caption, a little above or below its line: typed or written into a form.
func offsetOptions(d *Finder, w *want.Want, c sheet.Caption, affinity float64, add func(Match, way, ...Trait)) {
	l := c.Label
	if len(l.Inline) > 0 || !l.Whole && !l.Colon {
		return
	}
	p := d.Pages[l.Page]
	for ri := max(0, l.Row-2); ri < min(len(p.Rows), l.Row+3); ri++ {
		if ri == l.Row {
			continue
		}
		for si, s := range p.Rows[ri].Segments {
			off, far := (s.Box.MidY()-l.Box.MidY())/max(p.LineHeight, 1), s.Box.X0-l.Box.X1
			if off > offLine || off < -offLine || far < 0 || far > offRight*p.Width || d.BeginsWithLabel(label.At(l.Page, ri, si)) {
				continue
			}
			if m, ok := read(d, w, l, label.Candidate{Words: s.Words, Lines: [][]page.Word{s.Words}, Place: label.PlaceRight, Score: 1, Page: l.Page}); ok {
				m.Score *= sheet.CaptionScore * affinity
				add(m, wayOffset, Trait{"offset affinity", affinity}, Trait{"above its caption's line", Flag(off < 0)}, Trait{"behind a colon", Flag(l.Colon)}, Trait{"off its caption's line", max(off, -off)})
			}
			break
		}
	}
}
