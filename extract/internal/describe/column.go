package describe

import (
	"regexp"
	"slices"
	"strings"

	"tariffdesk/extract/internal/term"
	"tariffdesk/extract/internal/value"
)

// sample describes the cells of a column.
type sample struct {
	examples []string
	forms    map[string]int // by type, "" for words
	counts   map[string]int // by value
	order    []string       // of the values
	filled   int
	longest  int  // characters
	zeros    bool // numbers begin with zeros, or have a fixed count of many digits
}

// maxDistinct bounds the values of a column that are kept apart.
const maxDistinct = 20

func sampled(rows [][]string, at int) sample {
	s := sample{examples: []string{}, forms: map[string]int{}, counts: map[string]int{}}
	for _, r := range rows {
		if at >= len(r) || strings.TrimSpace(r[at]) == "" {
			continue
		}
		text := strings.TrimSpace(r[at])
		runes := []rune(text)
		if len(s.examples) < maxExamples {
			s.examples = append(s.examples, string(runes[:min(len(runes), maxExampleText)]))
		}
		s.filled++
		s.longest = max(s.longest, len(runes))
		s.forms[formOf(text)]++
		s.zeros = s.zeros || leadingZero.MatchString(text)
		if s.counts[text] == 0 && len(s.order) <= maxDistinct {
			s.order = append(s.order, text)
		}
		if len(s.order) <= maxDistinct {
			s.counts[text]++
		}
	}
	return s
}

func (s sample) distinct() []any {
	var all []any
	for _, v := range s.order {
		all = append(all, v)
	}
	return all
}

// form is the one type of all cells, "" where they are words or of several types.
func (s sample) form() string {
	switch {
	case s.filled == 0 || s.forms[""] > 0:
		return ""
	case s.forms[typeDate] == s.filled:
		return typeDate
	case s.forms[typeBoolean] == s.filled:
		return typeBoolean
	case s.forms[typeInteger] == s.filled:
		return typeInteger
	case s.forms[typeInteger]+s.forms[typeNumber] == s.filled:
		return typeNumber
	}
	return ""
}

var (
	leadingZero  = regexp.MustCompile(`^0\d+$`)
	plainInteger = regexp.MustCompile(`^-?(?:0|[1-9]\d{0,14})$`)
	money        = `(?:US\$|MX\$|R\$|[$€£¥]|USD|MXN|EUR|GBP|COP|ARS|CLP|BRL)`
	plainNumber  = regexp.MustCompile(`^[-+(]?\s?` + money + `?\s?-?(?:\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d{1,3}(?:\.\d{3})+(?:,\d+)?|\d{1,3}(?: \d{3})+(?:[.,]\d+)?|\d+(?:[.,]\d+)?)\)?\s?(?:%|` + money + `)?$`)
	digitsOnly   = regexp.MustCompile(`^\d+$`)
)

// formOf is the type of a cell that holds no words, "" of one that does. A number with leading zeros is a code.
func formOf(text string) string {
	text = strings.TrimSpace(text)
	switch {
	case plainInteger.MatchString(text):
		return typeInteger
	case leadingZero.MatchString(text):
		return ""
	case plainNumber.MatchString(text):
		return typeNumber
	}
	if d, ok := value.ParseDate(text, value.OrderDayFirst); ok && len(d.Printed) == len(text) {
		return typeDate
	}
	if dateTime.MatchString(text) {
		return typeDate
	}
	switch value.Fold(text) {
	case "true", "false", "yes", "no", "si", "verdadero", "falso", "y", "n":
		return typeBoolean
	}
	return ""
}

var dateTime = regexp.MustCompile(`^\d{4}-\d\d-\d\d[ T]\d\d:\d\d(?::\d\d)?$`)

// columnType is the type by the values; a header that names what is told apart by its digits, or values that
// look so, make numbers texts: the next row may begin with a zero. own is the header without the group above it.
func (w *Writer) columnType(header, own string, s sample) string {
	t := s.form()
	switch {
	case t == "":
		return typeString
	case (t == typeInteger || t == typeNumber) && (s.zeros || w.names(own) || s.coded() && !w.measures(header)):
		return typeString
	case t == typeInteger && w.weighs(header):
		return typeNumber // the next one may have decimals
	}
	return t
}

// weighs reports whether a header names what is seldom whole.
func (w *Writer) weighs(header string) bool {
	named := w.dict.Named(w.dict.Bag(header))
	return len(named) > 0 && slices.Contains([]term.Kind{term.KindWeight, term.KindVolume, term.KindAmount, term.KindPercent}, named[0].Kind)
}

// leastCode is how many digits numbers have that are codes where all have as many.
const leastCode = 6

// coded reports whether all values are digits of one length, as codes are, and different.
func (s sample) coded() bool {
	if s.filled < 3 || len(s.order) < 3 || s.longest < leastCode {
		return false
	}
	return !slices.ContainsFunc(s.order, func(v string) bool { return len(v) != s.longest || !digitsOnly.MatchString(v) })
}

// measures reports whether a header names a quantity or an amount.
func (w *Writer) measures(header string) bool {
	t := w.words.typeAt(plainWords(header), w.words.tongueOf(header))
	return t == typeNumber || t == typeInteger || w.guess(header) == typeNumber
}

// names reports whether a header names something that is told apart by its digits.
func (w *Writer) names(header string) bool {
	said := w.words.typeAt(plainWords(header), w.words.tongueOf(header))
	if named := w.dict.Named(w.dict.Bag(header)); len(named) > 0 && said != typeInteger {
		return slices.Contains([]term.Kind{term.KindID, term.KindCode, term.KindHS, term.KindTaxID, term.KindPhone, term.KindContainer}, named[0].Kind)
	}
	return said == typeString && w.guess(header) != typeNumber
}

// A column is a choice where few values come again and again.
const (
	choiceRows   = 8
	choiceValues = 6
	choiceLength = 24
	choiceTimes  = 3 // as often as each comes, on average
)

// isChoice reports whether a column's values are a few that come again, and its header does not name what may
// be anything, such as a party, a place or a number.
func (w *Writer) isChoice(header string, s sample) bool {
	n := len(s.order)
	if s.filled < choiceRows || n < 2 || n > choiceValues || s.longest > choiceLength || n*choiceTimes > s.filled {
		return false
	}
	if slices.ContainsFunc(s.order, func(v string) bool { return strings.ContainsAny(v, "0123456789") }) {
		return false
	}
	named := w.dict.Named(w.dict.Bag(header))
	if len(named) > 0 && named[0].Name == "description" {
		return false
	}
	return len(named) == 0 || slices.Contains([]term.Kind{term.KindText, term.KindCode, term.KindUnit, term.KindCurrency, term.KindIncoterm}, named[0].Kind)
}
