package table

import (
	"math"
	"strings"
	"unicode"

	"tariffdesk/extract/internal/value"
)

// maxTokens bounds a name or header that is compared.
const maxTokens = 40

// tokensOf splits a name or header into folded words, at letters beside digits and inside of camelCase.
func tokensOf(text string) []string {
	var all []string
	var run []rune
	flush := func() {
		if len(run) > 0 && len(all) < maxTokens {
			all = append(all, value.Fold(string(run)))
		}
		run = run[:0]
	}
	var last rune
	for _, c := range text {
		switch {
		case !unicode.IsLetter(c) && !unicode.IsDigit(c):
			if c == '%' {
				flush()
				run = append(run, '%')
			}
			flush()
		case unicode.IsDigit(c) != unicode.IsDigit(last) && len(run) > 0, unicode.IsUpper(c) && unicode.IsLower(last):
			flush()
			run = append(run, c)
		default:
			run = append(run, c)
		}
		last = c
	}
	flush()
	return all
}

// likeness of two words: 1 for the same, less for a common beginning, 0 below.
func sameWord(a, b string) float64 {
	if a == b {
		return 1
	}
	n := 0
	for n < min(len(a), len(b)) && a[n] == b[n] {
		n++
	}
	switch longer, shorter := max(len(a), len(b)), min(len(a), len(b)); {
	case shorter == 1 && n == 1 && longer > 3 && a[0] >= 'a': // S. of serial
		return 0.7
	case consonantsOf(a, b) || consonantsOf(b, a): // pcs of pieces
		return 0.75
	case n == shorter && n >= 3: // an abbreviation, a plural
		return 0.6 + 0.4*float64(n)/float64(longer)
	case n >= 4 && float64(n) >= 0.6*float64(longer):
		return 0.75 * float64(n) / float64(longer) * 1.2
	}
	return 0
}

// consonantsOf reports whether a word is short for a longer one: its first letter and others of it in their order, without vowels.
func consonantsOf(short, long string) bool {
	if len(short) < leastConsonants || len(short) > mostConsonants || len(long) < len(short)+2 || short[0] != long[0] || strings.ContainsAny(short, "aeiou") || !letters(short) {
		return false
	}
	at := 0
	for i := 0; i < len(long) && at < len(short); i++ {
		if long[i] == short[at] {
			at++
		}
	}
	return at == len(short)
}

// How many letters a word has that is short for another: two are found in too many.
const (
	leastConsonants = 3
	mostConsonants  = 4
)

func letters(text string) bool {
	for _, c := range text {
		if !unicode.IsLetter(c) {
			return false
		}
	}
	return true
}

// rarity weighs each word of some texts: less where most of them have it.
type rarity map[string]float64

func rarityOf(texts [][]string) rarity {
	n := map[string]int{}
	for _, tokens := range texts {
		seen := map[string]bool{}
		for _, t := range tokens {
			if !seen[t] {
				seen[t] = true
				n[t]++
			}
		}
	}
	r := rarity{}
	for t, count := range n {
		r[t] = math.Log(1 + float64(len(texts))/float64(count))
	}
	return r
}

func (r rarity) of(t string) float64 {
	if v, ok := r[t]; ok {
		return v
	}
	return 1
}

// wordLikeness is how far two texts say the same words, 0 to 1, each weighed by its rarity among its own kind.
func wordLikeness(a, b []string, ra, rb rarity) float64 {
	if len(a) == 0 || len(b) == 0 {
		return 0
	}
	recall, precision := coverage(a, b, ra), coverage(b, a, rb)
	if recall+precision == 0 {
		return 0
	}
	return 2 * recall * precision / (recall + precision)
}

func coverage(a, b []string, r rarity) float64 {
	var said, all float64
	for _, t := range a {
		best := 0.0
		for _, o := range b {
			best = max(best, sameWord(t, o))
		}
		said += best * r.of(t)
		all += r.of(t)
	}
	return said / max(all, 1e-9)
}

// gramLikeness is the share of the letters' triples that two texts have in common, 0 to 1.
func gramLikeness(x, y map[string]bool) float64 {
	if len(x) == 0 || len(y) == 0 {
		return 0
	}
	shared := 0
	for g := range x {
		if y[g] {
			shared++
		}
	}
	return 2 * float64(shared) / float64(len(x)+len(y))
}

// grams are the triples of letters of a text.
func grams(text string) map[string]bool {
	text = " " + strings.Join(tokensOf(text), " ") + " "
	all := map[string]bool{}
	for i := 0; i+3 <= len(text) && i < 300; i++ {
		all[text[i:i+3]] = true
	}
	return all
}
