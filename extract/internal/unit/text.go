package unit

import (
	"regexp"
	"strings"
	"unicode"

	"tariffdesk/extract/internal/term"
	"tariffdesk/extract/internal/value"
)

// token is a word of a text, or a sign that joins words: KG, US$, m3, °C, %, /.
var token = regexp.MustCompile(`[\pL]*\p{Sc}|[\pL°]+[23]?\b|[\pL°]+|\d[\d.,]*|/`)

// mostWords is how many words a unit has at most: metros cúbicos.
const mostWords = 3

// inches matches the inch where it stands in brackets alone; elsewhere "in" is a word: Length (in.), Thickness (").
var inches = regexp.MustCompile(`(?i)([(\[]\s*)(?:in\.?|"|”|″|'')(\s*[)\]])`)

// In returns the units that a text names, in their order. A unit behind "per" is none of the figure's own: USD per kg is USD. A
// single letter counts where it is the whole text or stands in brackets: m, (g).
func In(dict *term.Dictionary, text string) []Unit {
	own, _ := find(dict, text)
	return own
}

// Per returns the units that a text names behind "per", those that a price is for: of USD per kg the kilogram.
func Per(dict *term.Dictionary, text string) []Unit {
	_, per := find(dict, text)
	return per
}

// find returns the units that a text names as its own and those behind "per".
func find(dict *term.Dictionary, text string) (all, divisors []Unit) {
	text = inches.ReplaceAllString(text, "${1}inch$2")
	tokens := token.FindAllString(value.Fold(text), 60)
	per := dict.Group("per unit")
	for i := 0; i < len(tokens); {
		u, n := at(dict, tokens[i:])
		if n == 0 {
			i++
			continue
		}
		switch _, ratio := per.Is(before(tokens, i)); {
		case ratio:
			divisors = append(divisors, u)
		case n > 1 || len(tokens[i]) > 1 || len(tokens) == 1 || bracketed(text, tokens[i]):
			all = append(all, u)
		}
		i += n
	}
	return all, divisors
}

// Stated returns the units in which a line says that all figures of their dimension are printed: All weights are in pounds;
// Weights (lbs) and measures (in); Unidad de peso: LB.
func Stated(dict *term.Dictionary, line string) []Unit {
	words := term.Split(inches.ReplaceAllString(line, "${1}inch$2"))
	links := dict.Group("states unit")
	var all []Unit
	for _, hit := range dict.Group("all figures").Find(strings.Join(words, " ")) {
		at := hit.To
		for at < len(words) {
			if _, ok := links.Is(words[at]); !ok {
				break
			}
			at++
		}
		for n := min(mostWords, len(words)-at); n > 0; n-- {
			if u, ok := Is(dict, strings.Join(words[at:at+n], " ")); ok {
				if u.Dimension == Dimension(hit.Member) && (at+n == len(words) || !isFigure(words[at+n])) {
					all = append(all, u)
				}
				break
			}
		}
	}
	return all
}

// isFigure reports whether a word begins with a digit.
func isFigure(word string) bool { return word[0] >= '0' && word[0] <= '9' }

// behindFigure are the signs that are a unit right behind a figure and something else elsewhere: 880#, 12".
var behindFigure = map[string]string{"#": "LBR", `"`: "INH", "″": "INH", "”": "INH"}

// Behind is the unit of a sign right behind a figure.
func Behind(sign string) Unit { return Of(behindFigure[sign]) }

// before is the token in front of one; the slash of a ratio is written out.
func before(tokens []string, i int) string {
	switch {
	case i == 0:
		return ""
	case tokens[i-1] == "/":
		if i > 1 {
			return "per"
		}
		return ""
	}
	return tokens[i-1]
}

// bracketed reports whether a token stands in brackets of its own.
func bracketed(text, token string) bool {
	folded := value.Fold(text)
	return strings.Contains(folded, "("+token+")") || strings.Contains(folded, "["+token+"]")
}

// at is the unit that tokens begin with, and how many of them name it; 0 for none.
func at(dict *term.Dictionary, tokens []string) (Unit, int) {
	units := dict.Group("measure")
	for n := min(mostWords, len(tokens)); n > 0; n-- {
		text := strings.Join(tokens[:n], " ")
		if code, ok := units.Is(text); ok {
			if u := Of(code); !u.None() {
				return u, n
			}
			return Unit{code, DimensionCurrency}, n
		}
	}
	if len(tokens) == 0 {
		return Unit{}, 0
	}
	if isCurrency(tokens[0]) {
		if code, ok := value.Currency(tokens[0]); ok {
			return Unit{code, DimensionCurrency}, 1
		}
	}
	return Unit{}, 0
}

// isCurrency reports whether a token is a currency as a whole: its code, or letters with its sign.
func isCurrency(token string) bool {
	return len(token) == 3 || strings.ContainsFunc(token, func(c rune) bool { return unicode.Is(unicode.Sc, c) })
}

// Is reports whether a text is a unit and nothing else: KG, (kg), US$.
func Is(dict *term.Dictionary, text string) (Unit, bool) {
	tokens := token.FindAllString(value.Fold(text), mostWords+2)
	u, n := at(dict, tokens)
	return u, n > 0 && n == len(tokens)
}
