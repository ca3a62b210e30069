package label

import (
	"regexp"
	"slices"
	"strings"
	"unicode"

	"tariffdesk/extract/internal/page"
	"tariffdesk/extract/internal/term"
	"tariffdesk/extract/internal/value"
	"tariffdesk/extract/internal/want"
)

// strong reports whether a single word is a label even where plain words follow it.
func (l *Label) strong() bool {
	for _, c := range l.Concepts {
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
func (l *Label) namesTerms() bool {
	return slices.ContainsFunc(l.Concepts, func(c *term.Concept) bool { return c.Name == "payment_terms" })
}

var symbolic = regexp.MustCompile(`^(?:[$€£¥]|USD|EUR|MXN|GBP|RM|COP|US\$)`)

// ValueLike reports whether a word looks like the beginning of a value.
func ValueLike(text string) bool {
	_, digits := value.Counts(text)
	return digits > 0 || symbolic.MatchString(text)
}

// label makes a label of words; nil where they mean nothing.
func label(d *Sheet, at Place, s page.Segment, from, to int) *Label {
	words := s.Words[from:to]
	text := strings.TrimRight(page.Join(words), ": ")
	if l := direction(d, at, s, from, to, text); l != nil {
		return l
	}
	bag := d.Dict.Bag(text)
	if bag.Key == "" || !StartsUpperOrKnown(text) || d.Dict.Unit(text) {
		return nil
	}
	if bag.Key == "number" && !EndsLabel(s.Words, to-1) && (to < len(s.Words) || isNot(words)) {
		return nil // the number of a house, or the answer "no"
	}
	l := &Label{Place: at, From: from, To: to, Text: text, Bag: bag, Box: page.Bounds(words), Weight: 1}
	l.Concepts = d.Dict.Named(bag)
	if len(l.Concepts) == 0 {
		if plain := want.WithoutParentheses(text); plain != text {
			if b := d.Dict.Bag(plain); len(d.Dict.Named(b)) > 0 {
				l.Bag, l.Concepts = b, d.Dict.Named(b)
			}
		}
	}
	if plain := taxIncluded.ReplaceAllString(text, ""); len(l.Concepts) == 0 && plain != text {
		if b := d.Dict.Bag(plain); slices.ContainsFunc(d.Dict.Named(b), func(c *term.Concept) bool { return c.Name == "total_amount" }) {
			l.Bag, l.Concepts = b, d.Dict.Named(b)
		}
	}
	if len(l.Concepts) == 0 {
		if b, concepts := partyOnly(d, bag); concepts != nil {
			l.Bag, l.Concepts = b, concepts
		}
	}
	if len(l.Concepts) == 0 {
		l.Parts = d.Parts(text)
	}
	if len(l.Concepts) == 0 && len(l.Parts) == 0 && (to == len(s.Words) || EndsLabel(s.Words, to-1)) {
		if b, concepts := otherLanguage(d, text); concepts != nil {
			l.Bag, l.Concepts = b, concepts
		}
	}
	return l
}

// isNot reports whether words are the answer "no" and no sign of a number, which has a point behind it or stands in front of more.
func isNot(words []page.Word) bool { return len(words) == 1 && strings.EqualFold(words[0].Text, "no") }

// taxIncluded matches the words that the caption of a total adds: with the tax.
var taxIncluded = regexp.MustCompile(`(?i)[\s,(]+(?:t\.?t\.?c\.?|in[ck]l\w*\.?(?:\s+(?:of|de|der))?\s+[a-z][\w.]*|(?:con|c/)\s?i\.?v\.?a\.?|i\.?v\.?a\.?\s+inclu[ií]d[oa]s?)\)?$`)

// BothLanguages stands between the two languages of a caption.
var BothLanguages = regexp.MustCompile(`\s+[/|–]\s+`)

// otherLanguage reads a caption in two languages of which one is known.
func otherLanguage(d *Sheet, text string) (term.Bag, []*term.Concept) {
	pieces := BothLanguages.Split(text, -1)
	if len(pieces) != 2 {
		return term.Bag{}, nil
	}
	for i, piece := range pieces {
		bag := d.Dict.Bag(piece)
		if letters, digits := value.Counts(pieces[1-i]); letters < 3 || digits > 0 {
			continue
		}
		if concepts := d.Dict.Named(bag); len(concepts) > 0 {
			return bag, concepts
		}
	}
	return term.Bag{}, nil
}

// vagueWeight is how far a heading such as "To" is trusted to name a party.
const vagueWeight = 0.8

// directed begins a line that names both ends of a way: From : Taichung To : Manzanillo.
var directed = regexp.MustCompile(`(?i)^(?:from|de):?$`)

// endOfWay are the words that name one end of a way or a period.
var endOfWay = regexp.MustCompile(`(?i)^(?:from|to|de|para|del|desde|al|hasta)[.:]*$`)

// direction reads "From" and "To" as the headings of seller and buyer, where they stand alone or
// before a colon.
func direction(d *Sheet, at Place, s page.Segment, from, to int, text string) *Label {
	words := s.Words[from:to]
	if len(words) == 2 && words[1].Text == ":" {
		words = words[:1]
	}
	if len(words) == 1 && endOfWay.MatchString(words[0].Text) && datedNext(d, at, s, to) {
		if l := periodBound(d, at, s, from, to, text); l != nil {
			return l
		}
	}
	if len(words) != 1 || from != 0 && !(EndsLabel(s.Words, to-1) && directed.MatchString(s.Words[0].Text)) || to != len(s.Words) && !EndsLabel(s.Words, to-1) {
		return nil
	}
	if _, isDate := value.ParseDate(page.Join(s.Words[to:]), d.Order); isDate {
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
	bag := d.Dict.Bag(role)
	return &Label{Place: at, From: from, To: to, Text: text, Bag: bag, Concepts: d.Dict.Named(bag), Box: page.Bounds(s.Words[from:to]),
		Weight: vagueWeight, Vague: true}
}

// datedNext reports whether a date follows right after the words of a segment, or in the next segment.
func datedNext(d *Sheet, at Place, s page.Segment, to int) bool {
	rest := s.Words[to:]
	if row := d.Pages[at.Page].Rows[at.Row].Segments; len(rest) == 0 && at.Segment+1 < len(row) {
		rest = row[at.Segment+1].Words
	}
	dates := value.ParseDates(page.Join(rest[:min(len(rest), 4)]), d.Order)
	return len(dates) > 0 && strings.HasPrefix(page.Join(rest), dates[0].Printed)
}

// periodBound reads "From" and "To" before a date as the ends of a period.
func periodBound(d *Sheet, at Place, s page.Segment, from, to int, text string) *Label {
	var bound string
	switch strings.TrimRight(value.Fold(text), ". ") {
	case "from", "del", "desde":
		bound = "from date"
	case "to", "al", "hasta":
		bound = "until"
	default:
		return nil
	}
	bag := d.Dict.Bag(bound)
	return &Label{Place: at, From: from, To: to, Text: text, Bag: bag, Concepts: d.Dict.Named(bag), Box: page.Bounds(s.Words[from:to]), Weight: 1}
}

// StartsUpperOrKnown reports whether a text begins as captions do: with no punctuation but such as "#" and brackets.
func StartsUpperOrKnown(text string) bool {
	for _, c := range text {
		return !unicode.IsPunct(c) || strings.ContainsRune("#(/\"¿*.'-", c)
	}
	return false
}

// apartMarks leave abbreviations such as L/C whole; partMarks do not.
var apartMarks = regexp.MustCompile(`\s+(?:/|&|\+|-|and|y|e|et)\s+|[,;]\s*`)

var partMarks = regexp.MustCompile(`\s*(?:/|&|\+|,|;|\s(?:and|y|e|et)\s|\s-\s)\s*`)

// Parts reads a label as several names; nil unless each of them is known.
func (d *Sheet) Parts(text string) []Part {
	if strings.ContainsAny(text, "/&+,;") || len(strings.Fields(text)) > 2 {
		for _, marks := range []*regexp.Regexp{apartMarks, partMarks} {
			if parts := named(d, marks.Split(text, -1)); parts != nil {
				return parts
			}
		}
	}
	return named(d, runTogether(d, text))
}

// Joined cuts a caption at the words and marks that join two names; what a dash parts may explain the first.
func Joined(text string) []string {
	if strings.Contains(text, " - ") {
		return []string{text}
	}
	return partMarks.Split(text, -1)
}

// runTogether cuts a caption that names a ship and its voyage without a mark between.
func runTogether(d *Sheet, text string) []string {
	words := strings.Fields(text)
	var pieces []string
	ship := false
	for i := 0; i < len(words); {
		n := 0
		for to := min(len(words), i+3); to > i && n == 0; to-- {
			if named := d.Dict.Named(d.Dict.Bag(strings.Join(words[i:to], " "))); len(named) > 0 {
				n, ship = to-i, ship || named[0].Name == "vessel" || named[0].Name == "flight_number"
			}
		}
		if n == 0 {
			return nil
		}
		pieces = append(pieces, strings.Join(words[i:i+n], " "))
		i += n
	}
	if !ship {
		return nil
	}
	return pieces
}

// named reads pieces as names; nil unless each of some is known.
func named(d *Sheet, pieces []string) []Part {
	if len(pieces) < 2 || len(pieces) > 4 {
		return nil
	}
	var parts []Part
	for _, piece := range pieces {
		bag := d.Dict.Bag(piece)
		concepts := d.Dict.Named(bag)
		if len(concepts) == 0 {
			return nil
		}
		parts = append(parts, Part{bag, concepts})
	}
	return parts
}

// partyOnly reads a caption that asks for a party's name, address, telephone and the like as the
// party's heading: "4. Producer name, address, phone and e-mail".
func partyOnly(d *Sheet, bag term.Bag) (term.Bag, []*term.Concept) {
	rest := bag.Without("name", "tradename", "address", "phone", "email", "country", "tax", "id", "city", "complete", "full", "business", "postal", "code", "contact",
		"data", "dato", "detail", "legal", "state", "street", "information")
	if rest.Key == bag.Key {
		return term.Bag{}, nil
	}
	if bag.Has("tax") && len(bag.Words)-len(rest.Words) <= 2 {
		return term.Bag{}, nil // the tax number of the party alone
	}
	if !bag.Has("name") && !bag.Has("tradename") && !bag.Has("data") && !bag.Has("dato") && !bag.Has("detail") {
		return term.Bag{}, nil
	}
	for _, c := range d.Dict.Named(rest) {
		if c.Kind == term.KindParty {
			return rest, d.Dict.Named(rest)
		}
	}
	return term.Bag{}, nil
}
