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

// Value is a value read from words.
type Value struct {
	Text  string      // normalised by kind: ISO for a date, canonical for a number
	Words []page.Word // those that print it
	Score float64     // how well the words fit the kind, 0 to 1
	// numeric says that text is the canonical form of a number, not what is printed.
	Numeric bool
	// mended says that text has a decimal mark that the words have lost.
	Mended bool
}

// The forms of values with a fixed form.
var (
	ContainerForm = regexp.MustCompile(`\b([A-Z]{3}[UJZ])\s?-?(\d{3})\s?(\d{3})\s?-?\s?(\d)\b`)
	hsForm        = regexp.MustCompile(`\b\d{4}[. ]?\d{2}(?:[. ]?\d{2}){0,2}\b`)
	EmailForm     = regexp.MustCompile(`[A-Za-z0-9._%+-]+@[A-Za-z0-9.-]+\.[A-Za-z]{2,}`)
	phoneForm     = regexp.MustCompile(`\+?[\d(][\d\s().\-/]{5,}\d`)
	IncotermForm  = regexp.MustCompile(`(?i)^\W?\s*(EXW|FCA|FAS|FOB|CFR|CIF|CPT|CIP|DAP|DPU|DDP|DAT|DAF|DES|DEQ|DDU|C&F|CNF)\b`)
	timeForm      = regexp.MustCompile(`(?i)\b\d{1,2}:\d{2}(?::\d{2})?(?:\s?[ap]\.?m\.?)?`)
	taxIDForm     = regexp.MustCompile(`(?i)\b(?:[A-Z&Ñ]{3,4}\s?-?\d{6}\s?-?[A-Z0-9]{3}|CHE-?\d{3}\.?\d{3}\.?\d{3}|[A-Z]{2}\s?\d{7,8}[A-Z]{1,2}|[A-Z]{2}\s?\d{9}B\d{2}|[A-Z]{0,2}\s?\d[\d.\-/ ]{4,18}[\dA-Z]|[A-Z]{1,3}-?\d{7,12}-?[A-Z0-9]?)\b`)
)

// leastContainerDigits is the least number of digits of a container's number that OCR or a typist has marred.
const leastContainerDigits = 4

// Fit reads words as a kind of value; ok is false where they cannot be one.
func (d *Conventions) Fit(kind term.Kind, words []page.Word, printed bool) (Value, bool) {
	words = trimWords(words)
	if slices.Contains(names, kind) {
		words = OfPair(words)
	}
	if len(words) == 0 {
		return Value{}, false
	}
	text := page.Join(words)
	switch kind {
	case term.KindDate:
		return d.fitDate(words, text, printed)
	case term.KindAmount, term.KindNumber, term.KindQuantity, term.KindWeight, term.KindVolume, term.KindCount, term.KindPercent:
		return d.fitNumber(kind, words, byLines(words))
	case term.KindID:
		return d.fitID(words)
	case term.KindLine:
		return fitLine(words)
	case term.KindContainer:
		if m := ContainerForm.FindStringSubmatch(strings.ToUpper(text)); m != nil {
			return Value{Text: m[1] + m[2] + m[3] + m[4], Words: words, Score: 1}, true
		}
		r, ok := d.fitID(words)
		_, digits := value.Counts(r.Text)
		r.Score *= 0.6
		return r, ok && digits >= leastContainerDigits
	case term.KindHS:
		return fitForm(hsForm, words, text)
	case term.KindEmail:
		return fitForm(EmailForm, words, text)
	case term.KindPhone:
		return fitForm(phoneForm, words, text)
	case term.KindTime:
		return fitForm(timeForm, words, text)
	case term.KindTaxID:
		return fitTaxID(words, text)
	case term.KindIncoterm:
		if IncotermForm.MatchString(text) {
			if head, _, found := strings.Cut(text, ". "); found && utf8.RuneCountInString(head) > 8 {
				text = head // a sentence follows
				words = WordsOf(words, text)
			}
			return Value{Text: TrimText(text), Words: words, Score: 1}, true
		}
		return Value{}, false
	case term.KindCurrency:
		if code, ok := value.Currency(text); ok {
			return Value{Text: code, Words: words, Score: 1}, true
		}
		return Value{}, false
	case term.KindCode:
		return fitCode(words)
	case term.KindUnit:
		return fitUnit(words)
	case term.KindParty, term.KindPerson, term.KindPlace, term.KindVessel, term.KindCountry, term.KindAddress:
		return d.fitName(kind, words, text)
	case term.KindText:
	}
	if SignOnly(words) && strings.Trim(words[0].Text, "#№") == "" {
		words = words[1:]
		text = page.Join(words)
	}
	text = TrimText(text)
	if l, g := value.Counts(text); l+g == 0 || utf8.RuneCountInString(text) > 600 {
		return Value{}, false
	}
	return Value{Text: text, Words: words, Score: 0.9}, true
}

// longestNoValue is how long print that stands for no value is, in bytes.
const longestNoValue = 40

// nothing matches marks that are typed where nothing is to be said.
var nothing = regexp.MustCompile(`^(?i:x{3,}(?: ?x+)*|[-–—_.*/ ]+)$`)

// NoValue reports whether print says that there is no value: N/A, to be advised, ninguno, XXXX.
func (d *Conventions) NoValue(print string) bool {
	if print == "" || len(print) > longestNoValue || strings.ContainsAny(print, "0123456789") {
		return false
	}
	_, none := d.Dict.Group("no value").Is(print)
	return none || nothing.MatchString(print)
}

// names are the kinds of values that are one name or number, which no mark between pairs stands in.
var names = []term.Kind{term.KindID, term.KindParty, term.KindPerson, term.KindPlace, term.KindVessel, term.KindCountry}

func firstRune(text string) rune {
	first, _ := utf8.DecodeRuneInString(text)
	return first
}

// betweenPairs are the marks that stand alone between pairs of a caption and its value on one line.
const betweenPairs = "·•|●▪"

// OfPair returns what stands before the first mark between pairs, behind which a caption may begin: "PUE" of "PUE · Moneda: MXN".
func OfPair(words []page.Word) []page.Word {
	for i, w := range words {
		if i > 0 && strings.Trim(w.Text, betweenPairs) == "" && (i+1 == len(words) || unicode.IsLetter(firstRune(words[i+1].Text))) {
			return words[:i]
		}
	}
	return words
}

// trimWords drops leading marks that are no part of a value.
func trimWords(words []page.Word) []page.Word {
	for len(words) > 0 && strings.Trim(words[0].Text, ":.=-–—|*_~•·>") == "" {
		words = words[1:]
	}
	for len(words) > 0 && strings.Trim(words[len(words)-1].Text, ":=|_~•·") == "" {
		words = words[:len(words)-1]
	}
	return words
}

// TrimText takes off what stands around a text without being part of it.
func TrimText(s string) string {
	s = strings.TrimLeft(strings.TrimSpace(s), ":=|*_~•>—– ")
	return strings.TrimRight(s, " ,;:|_~")
}

func (d *Conventions) fitDate(words []page.Word, text string, printed bool) (Value, bool) {
	dates := value.ParseDates(text, d.Order)
	if len(dates) == 0 {
		return Value{}, false
	}
	date := dates[0]
	r := Value{Text: date.ISO, Words: WordsOf(words, date.Printed), Score: 1}
	if printed {
		r.Text = date.Printed
	}
	if at := strings.Index(text, date.Printed); at > 12 {
		r.Score = 0.75
	}
	return r, true
}

func fitForm(form *regexp.Regexp, words []page.Word, text string) (Value, bool) {
	found := form.FindString(text)
	if found == "" {
		return Value{}, false
	}
	score := 1.0
	if len(found)*2 < len(text) {
		score = 0.8
	}
	return Value{Text: TrimText(found), Words: WordsOf(words, found), Score: score}, true
}

func fitTaxID(words []page.Word, text string) (Value, bool) {
	if at := nextCaption.FindStringIndex(text); at != nil {
		if _, digits := value.Counts(text[:at[0]]); digits >= leastTaxDigits {
			text = text[:at[0]]
		}
	}
	found := taxIDForm.FindString(text)
	if _, digits := value.Counts(found); digits < leastTaxDigits || AmountForm.MatchString(found) {
		return Value{}, false
	}
	return Value{Text: TrimText(found), Words: WordsOf(words, found), Score: 1}, true
}

// AmountForm matches print that is an amount and no number of anything: "85,00", "1,250.00", "EUR 400.00", "1.00000000".
var AmountForm = regexp.MustCompile(`^(?:[A-Z]{3} |[$€£] ?)?(?:\d{1,3}(?:[. ]?\d{3})*,\d{2}|\d{1,3}(?:,\d{3})*\.\d{2}|\d+\.0{2,})(?: ?(?:[A-Z]{3}|[$€£]))?$`)

// leastTaxDigits are the digits of the shortest tax number.
const leastTaxDigits = 5

// nextCaption is an abbreviation behind a tax number, the caption of another one: A29911702 C.C.C. 29/1188204.
var nextCaption = regexp.MustCompile(`\s+(?:\pL\.){2,}`)

// WordsOf finds the run of words that prints a piece of their text; all of them where none does.
func WordsOf(words []page.Word, printed string) []page.Word {
	want := strings.ReplaceAll(printed, " ", "")
	for from := range words {
		joined := ""
		for to := from; to < len(words); to++ {
			joined += strings.ReplaceAll(words[to].Text, " ", "")
			if strings.Contains(joined, want) {
				for from < to && strings.Contains(strings.Join(texts(words[from+1:to+1]), ""), want) {
					from++
				}
				return words[from : to+1]
			}
		}
	}
	return words
}

// byLines is the text of words, each line of print on a line of its own: digits one below the other are two numbers.
func byLines(words []page.Word) string {
	text := words[0].Text
	for i, w := range words[1:] {
		if w.Box.MidY() > words[i].Box.Y1 {
			text += "\n" + w.Text
		} else {
			text += " " + w.Text
		}
	}
	return text
}

func texts(words []page.Word) []string {
	all := make([]string, len(words))
	for i, w := range words {
		all[i] = strings.ReplaceAll(w.Text, " ", "")
	}
	return all
}
