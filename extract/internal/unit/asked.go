package unit

import (
	"slices"
	"strings"
	"unicode"

	"tariffdesk/extract/internal/schema"
	"tariffdesk/extract/internal/term"
)

// Asked is the unit in which a property wants its figure, none where it says nothing or names several: its x-unit, else its
// name, its title, its description. fits says which dimensions the property may have.
func Asked(dict *term.Dictionary, n *schema.Node, fits func(Dimension) bool) Unit {
	if n.Unit != "" {
		return one(In(dict, n.Unit), fits)
	}
	if u := one(named(dict, n.Name), fits); !u.None() {
		return u
	}
	for _, text := range []string{n.Title, withoutExamples(dict, n.Description)} {
		if u := one(In(dict, text), fits); !u.None() {
			return u
		}
	}
	return Unit{}
}

// AskedPer is the unit that a property wants its price for: price_per_kg.
func AskedPer(dict *term.Dictionary, n *schema.Node) Unit {
	for _, text := range []string{splitName(n.Name), n.Title, withoutExamples(dict, n.Description)} {
		if u := one(Per(dict, text), func(d Dimension) bool { return d != DimensionCurrency }); !u.None() {
			return u
		}
	}
	return Unit{}
}

// one is the only unit of the dimensions that fit, none where there are several.
func one(all []Unit, fits func(Dimension) bool) Unit {
	all = slices.DeleteFunc(slices.Clone(all), func(u Unit) bool { return !fits(u.Dimension) })
	if len(all) == 0 || slices.ContainsFunc(all, func(u Unit) bool { return u != all[0] }) {
		return Unit{}
	}
	return all[0]
}

// named are the units in a property's name: gross_weight_kg, netWeightLb, height_m.
func named(dict *term.Dictionary, name string) []Unit {
	words := splitName(name)
	all := In(dict, words)
	last := words[strings.LastIndex(words, " ")+1:]
	if dimension, ok := dict.Group("dimension").Has(words); ok && len(all) == 0 {
		if code, ok := dict.Group("letter of " + dimension).Is(last); ok {
			all = append(all, Of(code))
		}
	}
	return all
}

// Measured is the dimension that a property's name says and names a unit of: length of pallet_height_cm. Empty where it says none.
func Measured(dict *term.Dictionary, name string) Dimension {
	said, ok := dict.Group("dimension").Has(splitName(name))
	if !ok || !slices.ContainsFunc(named(dict, name), func(u Unit) bool { return u.Dimension == Dimension(said) }) {
		return ""
	}
	return Dimension(said)
}

// WithoutUnit is a property's name less a unit that it ends with and that the dictionary's bags do not leave out themselves: what it is
// called on paper. A name that is a unit stays.
func WithoutUnit(dict *term.Dictionary, name string) string {
	words := strings.Fields(splitName(name))
	if dimension, ok := dict.Group("dimension").Has(strings.Join(words, " ")); ok && len(words) > 1 {
		if _, ok := dict.Group("letter of " + dimension).Is(words[len(words)-1]); ok {
			return strings.Join(words[:len(words)-1], " ")
		}
	}
	for n := min(mostWords, len(words)-1); n > 0; n-- {
		end := strings.Join(words[len(words)-n:], " ")
		if _, ok := Is(dict, end); ok && len(words[len(words)-1]) > 1 && !dict.Unit(end) {
			return strings.Join(words[:len(words)-n], " ")
		}
	}
	return name
}

// splitName parts a name at its marks and capitals, and a single letter from what it is short for: grossWeightKg, weight_kg.
func splitName(name string) string {
	var b strings.Builder
	last := ' '
	for _, c := range name {
		switch {
		case !unicode.IsLetter(c) && !unicode.IsDigit(c):
			c = ' '
		case unicode.IsUpper(c) && (unicode.IsLower(last) || unicode.IsDigit(last)):
			b.WriteByte(' ')
		}
		b.WriteRune(c)
		last = c
	}
	return strings.Join(strings.Fields(b.String()), " ")
}

// withoutExamples is a description up to the first word that begins an example or a choice: kg in "Weight, e.g. 5 kg" binds nobody.
func withoutExamples(dict *term.Dictionary, text string) string {
	end := len(text)
	for _, phrase := range dict.Group("example").Phrases("example", "") {
		if at := strings.Index(strings.ToLower(text), phrase); at >= 0 {
			end = min(end, at)
		}
	}
	return text[:end]
}
