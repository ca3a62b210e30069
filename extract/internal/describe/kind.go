package describe

import (
	"slices"
	"strings"
	"sync"
)

// behindNoun are the words that end a noun's own group in English: what follows qualifies it.
var behindNoun = sync.OnceValue(func() []string { return saidAs("behindnoun") })

// quantityWords count what is named behind them.
var quantityWords = []string{"cantidad", "quantity", "quantidade"}

// headOf is where the noun of a folded phrase stands: the last word of its first group in English, the
// first in Spanish.
func headOf(f []string, t *tongue) int {
	if t.headFirst {
		return 0
	}
	return headLast(f)
}

func headLast(f []string) int {
	for i := 1; i < len(f); i++ {
		if slices.Contains(behindNoun(), f[i]) {
			return i - 1
		}
	}
	return max(0, len(f)-1)
}

// typeAt is the type that the noun of a folded phrase has, "" for none that is known.
func (v *vocabulary) typeAt(f []string, t *tongue) string {
	if n := len(f); n == 0 {
		return ""
	} else if t := v.types[strings.Join(f, " ")]; t != "" {
		return t
	} else if n > 2 && v.is("bound", f[0]) && v.is("of", f[1]) || n == 2 && v.is("done", f[0]) && v.is("day", f[1]) {
		return typeDate // start of cover, received on
	} else if n > 1 && v.is("edge", f[n-1]) && v.is("period", f[n-2]) || n == 2 && v.is("edge", f[0]) && v.is("period", f[1]) {
		return typeDate // billing period start
	} else if n == 2 && v.is("measured", f[0]) && v.noun(f[1:]) == "" {
		return typeNumber // km recorridos, kWh used
	}
	if n := len(f); n > 1 && v.is("party", f[headOf(f, t)]) && v.noun(f[headOf(f, t):headOf(f, t)+1]) == "" {
		return typeString // insurance company
	}
	if t.headFirst {
		return v.headFirstType(f)
	}
	found := v.headLastType(f)
	if found == "" && t.joined {
		found = v.joinedType(f[headOf(f, t)])
	}
	return found
}

// headLastType goes by the last noun before "of": "unit price", "date of payment".
func (v *vocabulary) headLastType(f []string) string {
	head := headLast(f)
	group := f[:head+1]
	for end := len(group); end > 0; end-- {
		for n := min(v.longest, end); n > 0; n-- {
			if t := v.noun(group[end-n : end]); t != "" {
				return v.counted(t, group[end-n:end], f[head+1:])
			}
		}
	}
	if last := f[len(f)-1:]; len(f) > head+1 && v.noun(last) == typeNumber {
		return typeNumber // cash on delivery amount
	}
	return ""
}

// headFirstType goes by the first noun: "precio unitario", "fecha de pago".
func (v *vocabulary) headFirstType(f []string) string {
	for at := range f {
		for n := min(v.longest, len(f)-at); n > 0; n-- {
			if t := v.noun(f[at : at+n]); t != "" {
				return v.counted(t, f[at:at+n], f[at+n:])
			}
		}
		if v.is("of", f[at]) {
			break
		}
	}
	if len(f) > 1 { // the noun may be said in English all the same
		return v.headLastType(f)
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
	of := len(rest) > 1 && v.is("of", rest[0])
	if !of {
		return t
	}
	last := rest[1]
	end := 1
	for end+1 < len(rest) && !slices.Contains(behindNoun(), rest[end+1]) && rest[end+1] != "de" {
		end++
	}
	many := plural(last) || plural(rest[end]) || slices.Contains(quantityWords, n) && v.noun([]string{last}) == typeInteger
	switch {
	case (n == "number" || n == "no" || n == "numero" || slices.Contains(quantityWords, n)) && many && (v.noun([]string{last}) != typeString || plural(last) && (v.is("goods", last) || v.is("line", last))):
		return typeInteger
	case n == "total" && (v.noun([]string{last}) == typeInteger || many && !v.is("sum", last) && (v.is("goods", last) || v.is("line", last))):
		return typeInteger
	}
	return t
}

// said is the type that is named beside a field, "" for none.
func (v *vocabulary) said(text string) string {
	for role, t := range map[string]string{"says-number": typeNumber, "says-integer": typeInteger, "says-date": typeDate, "says-text": typeString, "says-boolean": typeBoolean, "says-texts": typeArray} {
		if v.roles[role][text] {
			return t
		}
	}
	return ""
}
