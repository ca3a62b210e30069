package unit

import (
	"regexp"
	"strings"

	"tariffdesk/extract/internal/term"
	"tariffdesk/extract/internal/value"
)

// token is a word of a text, or a sign that joins words: KG, US$, m3, °C, %, /.
var token = regexp.MustCompile(`[\pL]*[$€£¥]|[\pL°]+[23]?\b|[\pL°]+|\d[\d.,]*|/`)

// mostWords is how many words a unit has at most: metros cúbicos.
const mostWords = 3

// In returns the units that a text names, in their order. A unit behind "per" is none of the figure's own: USD per kg is USD. A
// single letter counts where it is the whole text or stands in brackets: m, (g).
func In(dict *term.Dictionary, text string) []Unit {
	var all []Unit
	tokens := token.FindAllString(value.Fold(text), 60)
	per := dict.Group("per unit")
	for i := 0; i < len(tokens); {
		u, n := at(dict, tokens[i:])
		if n == 0 {
			i++
			continue
		}
		if _, ratio := per.Is(before(tokens, i)); !ratio && (n > 1 || len(tokens[i]) > 1 || len(tokens) == 1 || bracketed(text, tokens[i])) {
			all = append(all, u)
		}
		i += n
	}
	return all
}

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
	if code, ok := value.Currency(tokens[0]); ok && isCurrency(tokens[0]) {
		return Unit{code, DimensionCurrency}, 1
	}
	return Unit{}, 0
}

// isCurrency reports whether a token is a currency as a whole: its code, or letters with its sign.
func isCurrency(token string) bool {
	return len(token) == 3 || strings.ContainsAny(token, "$€£¥")
}

// Is reports whether a text is a unit and nothing else: KG, (kg), US$.
func Is(dict *term.Dictionary, text string) (Unit, bool) {
	tokens := token.FindAllString(value.Fold(text), mostWords+2)
	u, n := at(dict, tokens)
	return u, n > 0 && n == len(tokens)
}
