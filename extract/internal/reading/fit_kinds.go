package reading

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"tariffdesk/extract/internal/page"
	"tariffdesk/extract/internal/term"
	"tariffdesk/extract/internal/value"
)

// fitNumber reads the number that words amount to: the first that is no percentage, unless one is
// wanted. Words around it lower the score.
func (d *Conventions) fitNumber(kind term.Kind, words []page.Word, text string) (Value, bool) {
	if dates := value.ParseDates(text, d.Order); len(dates) > 0 && len(dates[0].Printed)*2 > len(text) {
		return Value{}, false
	}
	for _, n := range value.ParseNumbers(text, d.Mark) {
		after, _ := strings.CutPrefix(text[strings.Index(text, n.Printed):], n.Printed)
		percent := strings.HasPrefix(strings.TrimSpace(after), "%")
		alone := kind == term.KindNumber && percentOnly.MatchString(text)
		if percent != (kind == term.KindPercent) && (percent || strings.Contains(text, "%")) && !alone {
			continue
		}
		if len(after) > 1 && after[0] == '-' && after[1] >= '0' && after[1] <= '9' {
			return Value{}, false // 53-8812: a reference, or a range
		}
		if ofUnit(kind, after) || kind == term.KindCount && !n.Rat().IsInt() {
			continue
		}
		r := Value{Text: n.Text, Words: WordsOf(words, n.Printed), Score: 1, Numeric: true}
		letters, _ := value.Counts(text)
		before := text[:strings.Index(text, n.Printed)]
		lead, _ := value.Counts(before)
		switch {
		case lead > 12:
			r.Score = 0.45
		case lead > 4 || letters > 25:
			r.Score = 0.75
		case letters > 8:
			r.Score = 0.9
		}
		if alone {
			r.Score *= perhapsRate
		}
		if kind == term.KindAmount && !strings.ContainsAny(n.Printed, ".,") && len(n.Digits) > 9 {
			r.Score *= 0.3 // an account number, not money
		}
		return r, true
	}
	return Value{}, false
}

// percentOnly is a percentage and nothing else: what a number may be whose name does not tell whether it is a rate.
var percentOnly = regexp.MustCompile(`^[-+]?\d+(?:[.,]\d+)?\s?%$`)

// perhapsRate is how far such a percentage is trusted, against a number beside it.
const perhapsRate = 0.8

// The words of references: an IBAN is printed in groups of four.
const (
	maxIDWords   = 6
	maxIBANWords = 9
	maxGroups    = 12 // of digits
)

var ibanForm = regexp.MustCompile(`^[A-Z]{2}\d{2}`)

// loneDigit is how far a single digit is trusted to be a reference: it wants a clear print beside its label.
const loneDigit = 0.5

var idNoise = regexp.MustCompile(`(?i)^(?:no|nos|num|nro|number|numero|número|n|nº|n°|#|№)[.:°º]*$`)

// gluedNoise is the sign of a number without a space behind it: Nr.:5328, Nº000.046.
var gluedNoise = regexp.MustCompile(`(?i)^(?:n[º°]\.?:?|(?:no|nr|num)[.:]{1,2})([A-Z]{0,4}[-/]?\d\S*)$`)

// SignOnly reports whether words begin with the sign of a number, which is no part of it: # PO/3462.
func SignOnly(words []page.Word) bool { return len(words) > 1 && idNoise.MatchString(words[0].Text) }

// fitID takes the words of a reference: it ends before plain words, brackets and dates. Letters that end all words are its own: 4471 KLM.
func (d *Conventions) fitID(words []page.Word) (Value, bool) {
	for len(words) > 1 && idNoise.MatchString(words[0].Text) {
		words = words[1:]
	}
	if rest := gluedNoise.FindStringSubmatch(words[0].Text); rest != nil {
		words = slices.Clone(words)
		words[0].Text = rest[1]
	}
	var taken []page.Word
	hasDigit := false
	for i, w := range words {
		letters, digits := value.Counts(w.Text)
		if i+1 == len(words) && hasDigit && d.closesID(w.Text) && (letters > 1 || i > 1) { // 10 L is no number
			taken = append(taken, w)
			break
		}
		if strings.HasPrefix(w.Text, "(") && hasDigit || letters+digits == 0 && w.Text != "-" && w.Text != "/" {
			break
		}
		if digits == 0 && (hasDigit || letters > 5 || !Upper(w.Text)) && w.Text != "-" && w.Text != "/" {
			break
		}
		if _, isDate := value.ParseDate(w.Text, value.OrderUnknown); isDate && hasDigit {
			break
		}
		most := maxIDWords
		if ibanForm.MatchString(words[0].Text) {
			most = maxIBANWords
		} else if groups(words) {
			most = maxGroups
		}
		taken = append(taken, w)
		hasDigit = hasDigit || digits > 0
		if strings.HasSuffix(w.Text, ",") || strings.HasSuffix(w.Text, ";") || len(taken) == most {
			break
		}
	}
	text := strings.Trim(TrimText(page.Join(taken)), "#.,-/ ")
	if !strings.Contains(text, "(") {
		text = strings.TrimRight(text, ")")
	}
	if text == "" || utf8.RuneCountInString(text) > longestID || AmountForm.MatchString(text) {
		return Value{}, false
	}
	r := Value{Text: text, Words: taken, Score: 1}
	if _, isDate := value.ParseDate(text, value.OrderUnknown); isDate && (strings.Count(text, "/") == 2 || strings.Count(text, ".") == 2) {
		return Value{}, false
	}
	switch letters, digits := value.Counts(text); {
	case digits == 0 && (letters < 3 || len(taken) > 1):
		return Value{}, false
	case digits == 0:
		r.Score = 0.4
	case digits < 2 && letters == 0:
		r.Score = loneDigit
	case strings.ContainsAny(text, "$€£%"):
		r.Score = 0.3
	case strings.Contains(text, ".") && strings.Contains(text, ",") && letters == 0:
		r.Score = 0.4 // an amount
	}
	return r, true
}

// closingLetters are the letters that end a number behind a blank, as that of a vehicle.
var closingLetters = regexp.MustCompile(`^[A-Z]{1,3}$`)

// closesID reports whether a word ends a number, being neither a unit, a currency nor a word of captions.
func (d *Conventions) closesID(word string) bool {
	_, money := value.Currency(word)
	return closingLetters.MatchString(word) && !money && !value.IsCountry(word) && !d.Dict.Unit(word) && !d.Dict.Known(word)
}

// Upper reports whether a text is written in capitals.
func Upper(s string) bool {
	for _, c := range s {
		if unicode.IsLower(c) {
			return false
		}
	}
	return true
}

var lineForm = regexp.MustCompile(`^[A-Z]{0,2}[-.]?\d{1,5}[.)]?$`)

func fitLine(words []page.Word) (Value, bool) {
	if len(words) > 0 && lineForm.MatchString(words[0].Text) {
		return Value{Text: strings.TrimRight(words[0].Text, ".)"), Words: words[:1], Score: 1}, true
	}
	return Value{}, false
}

// fitCode takes a short code: all words where they are few, else the first.
func fitCode(words []page.Word) (Value, bool) {
	if len(words) > 3 || utf8.RuneCountInString(page.Join(words)) > 24 {
		words = words[:1]
	}
	text := TrimText(page.Join(words))
	if l, n := value.Counts(text); l+n == 0 || utf8.RuneCountInString(text) > 24 {
		return Value{}, false
	}
	return Value{Text: text, Words: words, Score: 0.9}, true
}

// fitUnit takes the letters of a unit, which may follow a number.
func fitUnit(words []page.Word) (Value, bool) {
	for i, w := range words {
		text := strings.TrimLeft(w.Text, "0123456789.,")
		if l, _ := value.Counts(text); l > 0 && l < 20 {
			return Value{Text: TrimText(text), Words: words[i : i+1], Score: 0.9}, true
		}
	}
	return Value{}, false
}

// longest texts of names, in characters.
const (
	maxName    = 90
	maxPlace   = 60
	maxAddress = 300
)

// misread are letters that OCR mistakes within names, told by what stands around them: the legal forms of
// companies, and marks of exclamation, of which names and addresses have none.
var misread = []struct {
	form *regexp.Regexp
	read string
}{
	{regexp.MustCompile(`\bS[DO0]N(\.? ?)B[HM][DO0]\b`), "SDN${1}BHD"},
	{regexp.MustCompile(`\bCmbH\b|\bGmbM\b`), "GmbH"},
	{regexp.MustCompile(`\bS\.( ?)A\. (de|DE) C\.( ?)[YU]\.`), "S.${1}A. $2 C.${3}V."},
	{regexp.MustCompile(`([A-Z])[!|]([A-Z,.]|$| )`), "${1}I$2"},
}

// mendName mends what OCR misreads in names.
func mendName(text string) string {
	for _, m := range misread {
		text = m.form.ReplaceAllString(text, m.read)
	}
	return text
}

// fitName takes a name or place: mostly letters, and no amount.
func (d *Conventions) fitName(kind term.Kind, words []page.Word, text string) (Value, bool) {
	if kind == term.KindPlace || kind == term.KindPerson || kind == term.KindParty {
		words, text = d.beforeDate(words, text)
	}
	text = TrimText(mendName(text))
	letters, digits := value.Counts(text)
	limit := maxName
	switch kind {
	case term.KindPlace, term.KindCountry, term.KindVessel:
		limit = maxPlace
	case term.KindAddress:
		limit = maxAddress
	default:
	}
	switch {
	case strings.ContainsAny(text, "☐☒☑□■✓✔"):
		return Value{}, false // a box to tick
	case letters < 2 || utf8.RuneCountInString(text) > limit:
		return Value{}, false
	case kind != term.KindAddress && digits > letters:
		return Value{}, false
	}
	if _, isDate := value.ParseDate(text, value.OrderUnknown); isDate && letters < 14 {
		return Value{}, false
	}
	r := Value{Text: text, Words: words, Score: 1}
	if kind != term.KindAddress && digits > 4 {
		r.Score = 0.7
	}
	return r, true
}

// ofUnit reports whether a number has a unit of weight or volume: no count.
func ofUnit(kind term.Kind, after string) bool {
	if kind != term.KindCount {
		return false
	}
	unit, _, _ := strings.Cut(strings.TrimSpace(after), " ")
	return measured.MatchString(unit)
}

// measured are the units that nothing is counted in.
var measured = regexp.MustCompile(`(?i)^(?:kgs?|kilos?|lbs?|g|mt|tons?|tm|cbm|m3|m³|cft|ft3|l|lts?)\.?$`)

// beforeDate is a place less the date that follows it: Penang, 7 May 2026.
func (d *Conventions) beforeDate(words []page.Word, text string) ([]page.Word, string) {
	dates := value.ParseDates(text, d.Order)
	if len(dates) == 0 {
		return words, text
	}
	at := strings.Index(text, dates[0].Printed)
	head := strings.TrimRight(text[:max(0, at)], " ,;-")
	if letters, _ := value.Counts(head); letters < 3 {
		return words, text
	}
	return WordsOf(words, head), head
}

// longestID is how many characters a number has at most.
const longestID = 60

// leastGroups are the groups of digits of a number that is printed in them.
const leastGroups = 3

// groups reports whether words begin with groups of digits of one length: 3520 0159 5943 1500.
func groups(words []page.Word) bool {
	for i, w := range words {
		letters, digits := value.Counts(w.Text)
		if letters > 0 || digits < 3 || digits != len(w.Text) || len(w.Text) != len(words[0].Text) {
			return i >= leastGroups
		}
	}
	return len(words) >= leastGroups
}
