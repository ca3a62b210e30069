package describe

import (
	"slices"
	"strings"
)

// The words that end a noun's own group in English: what follows qualifies it.
var behindNoun = []string{"of", "for", "in", "per", "by", "on", "to", "from", "at", "with", "without", "including", "incl", "excluding", "excl", "before", "after", "as", "against", "that", "until", "up"}

// headOf is where the noun of a folded phrase stands: the last word of its first group in English, the
// first in Spanish.
func headOf(f []string, language string) int {
	if language == "es" {
		return 0
	}
	for i := 1; i < len(f); i++ {
		if slices.Contains(behindNoun, f[i]) {
			return i - 1
		}
	}
	return max(0, len(f)-1)
}

// typeAt is the type that the noun of a folded phrase has, "" for none that is known.
func (v *vocabulary) typeAt(f []string, language string) string {
	if len(f) == 0 {
		return ""
	}
	if language == "es" {
		return v.spanishType(f)
	}
	return v.englishType(f)
}

// englishType goes by the last noun before "of": "unit price", "date of payment".
func (v *vocabulary) englishType(f []string) string {
	head := headOf(f, "en")
	group := f[:head+1]
	for end := len(group); end > 0; end-- {
		for n := min(v.longest, end); n > 0; n-- {
			if t := v.noun(group[end-n : end]); t != "" {
				return v.counted(t, group[end-n:end], f[head+1:])
			}
		}
	}
	if len(f) > head+2 && v.noun(f[head+2:]) == "" {
		return ""
	}
	return ""
}

// spanishType goes by the first noun: "precio unitario", "fecha de pago".
func (v *vocabulary) spanishType(f []string) string {
	for at := range f {
		for n := min(v.longest, len(f)-at); n > 0; n-- {
			if t := v.noun(f[at : at+n]); t != "" {
				return v.counted(t, f[at:at+n], f[at+n:])
			}
		}
		if f[at] == "de" || f[at] == "del" {
			break
		}
	}
	if len(f) > 1 { // the noun may be said in English all the same
		return v.englishType(f)
	}
	return ""
}

func (v *vocabulary) noun(words []string) string {
	phrase := strings.Join(words, " ")
	if t := v.types[phrase]; t != "" {
		return t
	}
	for _, s := range singulars(phrase) {
		if t := v.types[s]; t != "" {
			return t
		}
	}
	return ""
}

// counted makes the number of several things an integer: "number of nights", "total de bultos".
func (v *vocabulary) counted(t string, noun, rest []string) string {
	n := strings.Join(noun, " ")
	of := len(rest) > 1 && (rest[0] == "of" || rest[0] == "de")
	if !of {
		return t
	}
	last := rest[1]
	end := 1
	for end+1 < len(rest) && !slices.Contains(behindNoun, rest[end+1]) && rest[end+1] != "de" {
		end++
	}
	many := plural(last) || plural(rest[end]) || (n == "cantidad" || n == "quantity") && v.noun([]string{last}) == typeInteger
	switch {
	case (n == "number" || n == "no" || n == "numero" || n == "cantidad" || n == "quantity") && many && v.noun([]string{last}) != typeString:
		return typeInteger
	case n == "total" && (v.noun([]string{last}) == typeInteger || many && (v.is("goods", last) || v.is("line", last))):
		return typeInteger
	}
	return t
}

// said is the type that is named beside a field, "" for none.
func (v *vocabulary) said(text string) string {
	for role, t := range map[string]string{"says-number": typeNumber, "says-integer": typeInteger, "says-date": typeDate, "says-text": typeString, "says-boolean": typeBoolean} {
		if v.roles[role][text] {
			return t
		}
	}
	return ""
}
