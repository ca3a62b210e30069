package candidate

import (
	"cmp"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"tariffdesk/extract/internal/label"
	"tariffdesk/extract/internal/page"
	"tariffdesk/extract/internal/party"
	"tariffdesk/extract/internal/reading"
	"tariffdesk/extract/internal/schema"
	"tariffdesk/extract/internal/sheet"
	"tariffdesk/extract/internal/term"
	"tariffdesk/extract/internal/unit"
	"tariffdesk/extract/internal/value"
	"tariffdesk/extract/internal/want"
)

// Match is a value found for a want.
type Match struct {
	reading.Value
	Page  int
	Score float64
	// unlocated says that a model gave the value and that no recognised text prints it.
	Unlocated bool
	// own says that the label is the property's own name.
	Own bool
	Way way
	// label is the caption that it was read at, nil for none.
	Label *label.Label
	// Unit is the one that it is printed in, as far as one is wanted and any is printed; Measured is the figure with it.
	Unit     unit.Unit
	Measured []page.Word
	// Converted says that the text is the printed figure in another unit.
	Converted bool
	// SharedWith is the pointer of another property that was given the same print, which its caption names better; "" for none.
	SharedWith string
}

// Scores that decide.
const (
	LeastScore    = 0.40 // below it a value is left out
	fallbackScore = 0.72 // of a label that names a field's stand-in
	secondStandIn = 0.06 // less for each further one
	ownLabel      = 1.25 // of a label in the property's own words
	leastPartial  = 0.66 // likeness of a label that names a field only in part
)

// LabelScore is how well a label names what is wanted.
func (d *Finder) LabelScore(w *want.Want, l *label.Label) float64 {
	if sheet.Aliases(w, l) {
		return l.Weight
	}
	own := 1.0
	if len(w.Bags) > 0 && w.Bags[0].Bag.Key == l.Bag.Key {
		own = ownLabel
	}
	return own * max(nameScore(d, w, l.Bag, l.Concepts), partScore(d, w, l.Parts)) * l.Weight * d.besides(w, l.Text)
}

// ofTheRest is the trust in a caption of what is besides the thing that is wanted: other charges, where the charges are wanted.
const ofTheRest = 0.6

// besides is how far a caption is trusted for what it leaves to other captions: 1 where it or the property says nothing of the kind.
func (d *Finder) besides(w *want.Want, caption string) float64 {
	group := d.Dict.Group("besides")
	if _, rest := group.Has(caption); !rest || w.Kind != term.KindAmount {
		return 1
	}
	if _, asked := group.Has(strings.Join([]string{strings.ReplaceAll(w.Node.Name, "_", " "), w.Node.Title, want.Description(w.Node)}, " ")); asked {
		return 1
	}
	return ofTheRest
}

func nameScore(d *Finder, w *want.Want, bag term.Bag, concepts []*term.Concept) float64 {
	best := 0.0
	for _, s := range w.Concepts {
		for _, c := range concepts {
			if c == s.Concept {
				best = max(best, s.Score)
				continue
			}
			if at := slices.Index(s.Concept.Fallbacks, c.Name); at >= 0 {
				best = max(best, s.Score*(fallbackScore-secondStandIn*float64(at)))
			}
		}
	}
	for _, b := range w.Bags {
		switch like := d.Dict.Likeness(bag, b.Bag); {
		case like == 1:
			best = max(best, b.Weight)
		case like >= leastPartial:
			best = max(best, 0.8*like*b.Weight)
		}
	}
	return best
}

func partScore(d *Finder, w *want.Want, parts []label.Part) float64 {
	best := 0.0
	for _, p := range parts {
		best = max(best, 0.97*nameScore(d, w, p.Bag, p.Concepts))
	}
	return best
}

// labelled lists the values of labels that name a want, on all pages, those first that fit best together.
func labelled(d *Finder, w *want.Want) []Match {
	var all []Match
	for _, l := range d.Labels {
		named := d.LabelScore(w, l)
		if named < 0.45 || boundsPeriod(w) && label.HasConcept(l, "period") && !label.HasConcept(l, "period_start") && !label.HasConcept(l, "period_end") {
			continue
		}
		for _, c := range d.Candidates(l) {
			m, ok := read(d, w, l, c)
			if ok {
				m.Score *= named * wordingOf(d, w, l)
				m.Own = len(w.Bags) > 0 && w.Bags[0].Bag.Key == l.Bag.Key
				all = append(all, m)
			}
		}
	}
	slices.SortStableFunc(all, func(a, b Match) int { return cmp.Compare(b.Score, a.Score) })
	return all
}

// sameWording is the factor of trust in a label that says a word of the property as it is printed, which tells
// cartons from pieces where both are packages.
const sameWording = 1.01

func wordingOf(d *Finder, w *want.Want, l *label.Label) float64 {
	for _, token := range d.Dict.Tokens(l.Text) {
		if !vague(token) && slices.ContainsFunc(Said(w, d).prints, func(tokens []string) bool { return slices.Contains(tokens, token) }) {
			return sameWording
		}
	}
	return 1
}

// read reads a candidate as what is wanted; a label of several names shares its value out.
func read(d *Finder, w *want.Want, l *label.Label, c label.Candidate) (Match, bool) {
	if c.Place == label.PlaceRowEnd && !w.Kind.Numeric() {
		return Match{}, false
	}
	if w.Role != "" {
		if _, street := d.Dict.Group("street").Is(l.Text); street && !l.Colon && !l.Whole {
			return Match{}, false // 12 RUE DU PORT: no caption
		}
	}
	words := label.WholeBracket(c)
	if one := reading.OfPair(words); w.Kind != term.KindAddress && (w.Kind != term.KindText || label.DigitsIn(words[len(one):])) {
		words = one // behind it another pair begins
	}
	if w.Printed && asksAll(w, l) {
		r, ok := d.Fit(term.KindText, words, true)
		return Match{Value: r, Page: c.Page, Label: l, Score: c.Score * r.Score * (0.6 + 0.4*page.Confidence(r.Words))}, ok
	}
	if parts := d.partsFor(w, l); len(parts) > 0 {
		words = d.ShareOut(w, parts, c.Lines)
	} else if p, ok := pieceAt(d, w, c.Lines); ok {
		return Match{Value: p, Page: c.Page, Label: l, Score: c.Score * p.Score * (0.6 + 0.4*page.Confidence(p.Words))}, true
	} else if w.Kind == term.KindAddress && w.Attr != want.AttrStreet {
		words = slices.Concat(c.Lines...)
	} else if w.Kind == term.KindPlace && openPlace(c) {
		words = slices.Concat(words, c.Lines[1])
	} else if w.Kind == term.KindParty && len(words) == len(c.Words) {
		words = sheet.JoinName(c.Lines)[0]
	} else if n := linesOf(w.Kind, c); n > 1 && len(words) == len(c.Words) {
		words = slices.Concat(c.Lines[:n]...)
	}
	r, ok := d.Fit(w.Kind, words, WantsPrinted(w))
	if span, isSpan := ofPeriod(d, w, words); isSpan {
		r, ok = span, true
	}
	if !ok {
		r, ok = inWords(w, l, words)
	}
	if !ok && c.Place == label.PlaceBelow && len(c.Lines) > 1 && w.Kind != term.KindText {
		r, ok = d.Fit(w.Kind, c.Lines[1], WantsPrinted(w))
		r.Score *= 0.8
	}
	if !ok {
		return Match{}, false
	}
	if !d.Suits(w, r) {
		return Match{}, false
	}
	if w.Attr == want.AttrTaxID && AsksVAT(w) && !VatForm.MatchString(strings.ReplaceAll(r.Text, " ", "")) {
		r.Score *= notVAT
	}
	if reading.IncotermForm.MatchString(r.Text) && asksTerms(w) {
		r.Score *= notOfPayment
	}
	confidence := 0.6 + 0.4*page.Confidence(r.Words)
	return Match{Value: r, Page: c.Page, Label: l, Score: c.Score * r.Score * confidence}, true
}

// pieceAt reads a piece of an address from lines that hold more than it.
func pieceAt(d *Finder, w *want.Want, lines [][]page.Word) (reading.Value, bool) {
	if w.Role == "" {
		return reading.Value{}, false
	}
	m, ok := pieceOfAddress(d, w, lines, Match{})
	return m.Value, ok
}

// Suits reports whether a value has the shape of the property of a party that it is to be.
func (d *Finder) Suits(w *want.Want, r reading.Value) bool {
	switch {
	case w.Role == "":
	case w.Kind == term.KindParty:
		return party.Names(r.Words, d.Dict)
	case w.Attr != want.AttrEmail && w.Attr != want.AttrNone && strings.Contains(r.Text, "@"):
		return false
	case w.Attr == want.AttrCountry:
		return countryPrint.MatchString(r.Text)
	case w.Attr == want.AttrState:
		return !label.DigitsIn(r.Words)
	case w.Attr == want.AttrPostal:
		return reading.PostalForm.FindString(r.Text) == r.Text
	case w.Attr == want.AttrCity:
		return party.Names(r.Words, d.Dict) && !label.DigitsIn(r.Words)
	}
	return true
}

// countryPrint matches the print of a country: its name, or a code.
var countryPrint = regexp.MustCompile(`^\pL[\pL.'’()-]*(?: [\pL.'’()-]+){0,4}$`)

// notVAT is how far a tax number of one country's own form is trusted where the one for value added tax is wanted.
const notVAT = 0.75

// vatWords name the number for value added tax.
var vatWords = regexp.MustCompile(`(?i)vat|ust|tva|iva\b|btw|intracom`)

// AsksVAT reports whether the name or description of a property speaks of value added tax.
func AsksVAT(w *want.Want) bool { return vatWords.MatchString(w.Node.Name + " " + w.Node.Description) }

// openPlace reports whether the first line of a value is a place left open by a comma, and the next its country.
func openPlace(c label.Candidate) bool {
	return len(c.Lines) > 1 && strings.HasSuffix(page.Join(c.Lines[0]), ",") && value.IsCountry(reading.TrimText(page.Join(c.Lines[1])))
}

// linesOf is how many lines one value of a kind takes, where it takes more than the first.
func linesOf(kind term.Kind, c label.Candidate) int {
	switch kind {
	case term.KindText, term.KindIncoterm:
		return max(goesOn(c.Lines), min(c.Cell, mostTextLines))
	case term.KindVessel, term.KindPerson:
		return min(c.Cell, mostTextLines)
	default:
		return 1
	}
}

// goesOn is how many lines of a cell one text takes: a line goes on in the next, which begins with a small letter, or ends with a comma.
func goesOn(lines [][]page.Word) int {
	n := 1
	for n < min(len(lines), mostTextLines) && len(lines[n]) > 0 {
		first, _ := utf8.DecodeRuneInString(lines[n][0].Text)
		last := page.Join(lines[n-1])
		if !unicode.IsLower(first) && !strings.HasSuffix(last, ",") || strings.HasSuffix(last, ".") || strings.HasSuffix(page.Join(lines[n]), ":") {
			break
		}
		n++
	}
	return n
}

// mostTextLines bounds the lines of a text in a cell.
const mostTextLines = 4

// notOfPayment is how far terms of delivery, which a bare "Terms" may name, are trusted as terms of payment.
const notOfPayment = 0.6

// asksTerms reports whether terms of payment are wanted.
func asksTerms(w *want.Want) bool {
	return len(w.Concepts) > 0 && w.Concepts[0].Concept.Name == "payment_terms"
}

// asksAll reports whether a text is wanted that a label of several things names as a whole: flight and date.
func asksAll(w *want.Want, l *label.Label) bool {
	return w.Node.Type == schema.TypeString && len(w.Bags) > 1 && len(l.Bag.Words) > 1 && len(w.Bags[0].Bag.Words) < len(l.Bag.Words) &&
		slices.ContainsFunc(w.Bags[1:], func(b want.Name) bool { return b.Bag.Key == l.Bag.Key })
}

// ShareOut gives the piece of a value that belongs to the wanted one of several names: its piece
// between slashes, its line, or all of it where the names are one thing.
func (d *Finder) ShareOut(w *want.Want, parts []label.Part, lines [][]page.Word) []page.Word {
	if all := page.Unbroken(lines); w.Kind == term.KindHS {
		if r, ok := d.Fit(w.Kind, all, false); ok && r.Text == page.Join(all) {
			return all // a narrow column breaks it: 9403 over 60 10
		}
	}
	at, best := 0, 0.0
	for i, p := range parts {
		if s := nameScore(d, w, p.Bag, p.Concepts); s > best {
			at, best = i, s
		}
	}
	pieces := splitWords(lines[0])
	if len(pieces) != len(parts) && len(lines[0]) == len(parts) && (w.Kind == term.KindID || w.Kind == term.KindCode) {
		pieces = eachWord(lines[0])
	}
	if len(pieces) == len(parts) {
		return pieces[at]
	}
	if words := ofShip(parts, at, lines[0]); words != nil {
		return words
	}
	// Kinds with a form of their own find their place themselves.
	for _, line := range lines[:min(len(lines), len(parts)+1)] {
		if w.Kind == term.KindContainer || w.Kind == term.KindDate || w.Kind == term.KindHS {
			if r, ok := d.Fit(w.Kind, line, false); ok && r.Score > 0.7 {
				return line
			}
		}
	}
	if len(lines) >= len(parts) {
		return lines[at]
	}
	return lines[0]
}

// partsFor are the names of a caption that names several things, by the dictionary, or of two of which one is the property's own: the
// series of "Serie y folio", which is the number of an invoice too.
func (d *Finder) partsFor(w *want.Want, l *label.Label) []label.Part {
	if len(l.Parts) > 0 || len(w.Bags) == 0 {
		return l.Parts
	}
	pieces := label.Joined(l.Text)
	if len(pieces) != 2 {
		return nil
	}
	var parts []label.Part
	own := false
	for _, piece := range pieces {
		bag := d.Dict.Bag(piece)
		if bag.Key == "" {
			return nil
		}
		own = own || bag.Key == w.Bags[0].Bag.Key
		parts = append(parts, label.Part{Bag: bag, Concepts: d.Dict.Named(bag)})
	}
	if !own || parts[0].Bag.Key == parts[1].Bag.Key || saysBoth(w, parts) {
		return nil
	}
	return parts
}

// saysBoth reports whether a property asks for all that a caption of several names names: "Serie y folio de la factura".
func saysBoth(w *want.Want, parts []label.Part) bool {
	return slices.ContainsFunc(w.Bags, func(n want.Name) bool {
		return !slices.ContainsFunc(parts, func(p label.Part) bool {
			return slices.ContainsFunc(p.Bag.Words, func(word string) bool { return !n.Bag.Has(word) })
		})
	})
}

// eachWord is a line as pieces of one word.
func eachWord(line []page.Word) [][]page.Word {
	pieces := make([][]page.Word, len(line))
	for i := range line {
		pieces[i] = line[i : i+1]
	}
	return pieces
}

// splitWords cuts words at a slash, a bar or a dash that stands alone, or one inside a word.
func splitWords(words []page.Word) [][]page.Word {
	var pieces [][]page.Word
	var piece []page.Word
	for _, w := range words {
		if w.Text == "/" || w.Text == "|" || w.Text == "-" || w.Text == "&" || w.Text == "–" {
			pieces, piece = append(pieces, piece), nil
			continue
		}
		head, tail, found := strings.Cut(w.Text, "/")
		if !found {
			piece = append(piece, w)
			continue
		}
		if head != "" {
			h := w
			h.Text = head
			piece = append(piece, h)
		}
		pieces, piece = append(pieces, piece), nil
		if tail != "" {
			t := w
			t.Text = tail
			piece = append(piece, t)
		}
	}
	return append(pieces, piece)
}

// WantsPrinted reports whether a date is wanted as it stands on the page.
func WantsPrinted(w *want.Want) bool {
	return w.Node.Type == schema.TypeString && w.Node.Format != "date" && w.Node.Format != "date-time" && (w.Printed || !w.IsoDates)
}
