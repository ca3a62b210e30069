package describe

import (
	"regexp"
	"slices"
	"strings"

	"tariffdesk/extract/internal/value"
)

// asking is a way of asking for a field by a question.
type asking struct {
	form                  *regexp.Regexp
	language, field, kind string
}

func loadQuestions() []asking {
	var all []asking
	for _, f := range rowsOf("data/questions.tsv") {
		all = append(all, asking{regexp.MustCompile(f[0]), f[1], f[2], f[3]})
	}
	return all
}

// question is the form in which words ask, and the field that answers; nil for none.
func (l *lexicon) question(words []string) (asked *asking, field string) {
	text := strings.Join(folded(words), " ")
	for i, q := range l.words.questions {
		if q.language == l.tongue.name && q.form.MatchString(text) {
			return &l.words.questions[i], l.acted(q.form.ReplaceAllString(text, q.field))
		}
	}
	for i := 1; i < len(words) && l.starts("asks", words) > 0; i++ { // cuánto pesa en total el embarque
		for n := min(2, len(words)-i); n > 0; n-- {
			if l.is("altogether", words[i:i+n]...) {
				return l.question(slices.Concat(words[:i], words[i+n:]))
			}
		}
	}
	return nil, ""
}

// acted puts the noun of what is done for each verb that a question marks: "when did it arrive" asks for the date of arrival.
func (l *lexicon) acted(field string) string {
	words := strings.Fields(field)
	for i, w := range words {
		verb, marked := strings.CutPrefix(w, "@")
		if !marked {
			continue
		}
		words[i] = verb
		for n := len(verb); n > 1; n-- {
			if noun := l.words.acts[l.tongue.name+" "+verb[:n]]; noun != "" {
				words[i] = noun
				break
			}
		}
	}
	return strings.Join(words, " ")
}

var whoDid = regexp.MustCompile(`^(?:who|quien) (?:(?:has|have|lo|la|los|las) )?(\pL+)`)

// rate matches the percentage that a tax is said to have: "VAT at 20%".
var rate = regexp.MustCompile(`(?i)\s+(?:at|al|de|del|à|zu)\s+\d+([.,]\d+)?\s?%$`)

var precision = regexp.MustCompile(`(?i)\s+(?:to|at|a|con|with|de|of)\s+(?:\d+|two|four|six|eight|ten|dos|cuatro|seis|ocho|diez)\s+(?:digits?|decimals?|places|d[ií]gitos|decimales)\b.*$`)

// suffixes takes off what is said of the form of a value: "as integer", "in kg", "to 6 digits", "yes/no".
func (l *lexicon) suffixes(p *phrase) {
	p.words = strings.Fields(rate.ReplaceAllString(precision.ReplaceAllString(strings.Join(p.words, " "), ""), ""))
	p.words = l.withoutEach(l.withoutPlace(p.words))
	if n := len(p.words); n > 1 && l.is("courtesy", p.words[n-1]) {
		p.words = p.words[:n-1]
	}
	if n := len(p.words); n > 2 && l.is("ornot", folded(p.words)[n-2:]...) { // approved or not
		p.words, p.kind = p.words[:n-2], typeBoolean
	}
	for n := min(4, len(p.words)-1); n > 0; n-- { // signed yes/no, firmado sí o no
		if cut := len(p.words) - n; l.words.said(strings.Join(folded(p.words[cut:]), " ")) == typeBoolean {
			p.words, p.kind = p.words[:cut], typeBoolean
			if cut > 1 && l.is("as", p.words[cut-1]) {
				p.words = p.words[:cut-1]
			}
			break
		}
	}
	for i := len(p.words) - 2; i > 0; i-- {
		rest := p.words[i+1:]
		if l.is("as", p.words[i]) {
			if t := l.words.said(strings.Join(folded(rest), " ")); t != "" {
				p.words, p.kind = p.words[:i], t
				break
			}
		}
		if l.is("in", p.words[i]) && l.unit(rest) {
			l.measured(p, i, rest)
			break
		}
	}
	if n := len(p.words); n > 1 && l.is("unit", p.words[n-1]) && !l.is("per", p.words[n-2]) && !l.is("of", p.words[n-2]) && l.typed(p.words[:n-1]) == typeNumber && l.words.types[strings.Join(folded(p.words), " ")] == "" && !(n == 2 && l.is("totals", p.words[0])) && !l.is("duration", p.words[n-1]) {
		p.words = p.words[:n-1]
	}
}

// unit reports whether words name a unit, or one by another: "g/m3".
func (l *lexicon) unit(words []string) bool {
	if l.is("unit", words...) {
		return true
	}
	of, by, both := strings.Cut(value.Fold(strings.Join(words, " ")), "/")
	return both && (l.is("unit", of) || l.is("letter", of)) && (l.is("unit", by) || l.is("letter", by))
}

// measured takes off the unit behind a phrase, which makes it a number, or a count of days.
func (l *lexicon) measured(p *phrase, at int, unit []string) {
	p.words = p.words[:at]
	if p.kind == "" && l.is("duration", unit...) {
		p.kind = typeInteger
	}
	if t := l.typed(p.words); p.kind == "" && !(l.sized(p.words) && l.is("lengths", unit...)) && (t == "" || t == typeString || t == typeDate || t == typeInteger) {
		p.kind = typeNumber
	}
}

// sized reports whether words are a size of several lengths, which is a text: "dimensions in cm".
func (l *lexicon) sized(words []string) bool {
	return slices.ContainsFunc(words, func(w string) bool { return l.is("sizes", w) })
}

// withoutPlace leaves out what is said behind a field of its place or reach: "at the top", "it covers".
func (l *lexicon) withoutPlace(words []string) []string {
	for i := 1; i < len(words); i++ {
		if l.is("behind", words[i:]...) {
			return words[:i]
		}
		if i+2 < len(words) && l.is("outof", words[i]) && (l.article(words[i+1]) || l.is("possessive", words[i+1])) && l.paper(words[i+2:]) {
			return words[:i] // from the verified gross mass declaration
		}
		if i+2 < len(words) && l.is("place", words[i]) && l.is("this", words[i+1]) {
			if _, at := l.document(words[i+2:]); at == 0 {
				return words[:i] // de esta carta porte
			}
		}
	}
	return words
}

// withoutEach leaves out what says behind a column that each line has it: "gross weight per line", "amount of each".
func (l *lexicon) withoutEach(words []string) []string {
	for i := 1; i < len(words); i++ {
		if len(words)-i > 1 && l.is("ofeach", words[i:]...) {
			return words[:i]
		}
		if l.is("per", words[i]) && i+2 == len(words) && l.is("linenoun", words[i+1]) {
			return words[:i]
		}
	}
	return words
}

// paper reports whether a noun is what papers are called that have fields.
func (l *lexicon) paper(words []string) bool {
	if len(words) == 0 {
		return false
	}
	if _, at := l.document(words); at == 0 {
		return true
	}
	return l.is("paper", l.head(words))
}
