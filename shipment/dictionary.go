package shipment

import (
	"strings"

	"github.com/govalues/decimal"

	"tariffdesk/text"
)

// Dictionary resolves what papers print for countries and units.
type Dictionary interface {
	// Country gives the two letters of ISO 3166 of a name in either language or of a code.
	Country(text string) (iso2 string, known bool)
	// KnowsUnit reports whether a text names a unit.
	KnowsUnit(text string) bool
	// Convert expresses a quantity in another unit; false where the two do not measure the same.
	Convert(quantity decimal.Decimal, from, to string) (decimal.Decimal, bool)
}

// fold writes the words of a text as they are compared.
func fold(s string) string { return text.Words(s) }

// key writes a number or mark without anything but letters and digits: "INV-4711/A" is "inv4711a".
func key(mark string) string { return strings.ReplaceAll(fold(mark), " ", "") }

// words are the different words of a text that carry meaning: two letters or more, or a figure.
func words(text string) map[string]bool {
	set := map[string]bool{}
	for word := range strings.FieldsSeq(fold(text)) {
		if len(word) > 1 || word[0] >= '0' && word[0] <= '9' {
			set[word] = true
		}
	}
	return set
}

// alike is the share of words that two texts have in common, 0 to 1 (Dice).
func alike(a, b map[string]bool) float64 {
	if len(a) == 0 || len(b) == 0 {
		return 0
	}
	common := 0
	for word := range a {
		if b[word] {
			common++
		}
	}
	return 2 * float64(common) / float64(len(a)+len(b))
}

// plus adds numbers; nil stands for nothing. A sum of more than 19 digits is nil.
func plus(a, b *Number) *Number {
	switch {
	case a == nil:
		return b
	case b == nil:
		return a
	}
	sum, err := a.Add(b.Decimal)
	if err != nil {
		return nil
	}
	return &Number{Decimal: sum}
}

// minus is a − b; nil where either is missing.
func minus(a, b *Number) *Number {
	if a == nil || b == nil {
		return nil
	}
	d, err := a.Sub(b.Decimal)
	if err != nil {
		return nil
	}
	return &Number{Decimal: d}
}

func equal(a, b *Number) bool { return a != nil && b != nil && a.Cmp(b.Decimal) == 0 }

// within reports whether a and b differ by at most the tolerance.
func within(a, b *Number, tolerance decimal.Decimal) bool {
	d := minus(a, b)
	return d != nil && d.Abs().Cmp(tolerance) <= 0
}

// share gives total × part / whole, rounded to scale digits; nil where whole is zero.
func share(total, part, whole decimal.Decimal, scale int) *Number {
	if whole.IsZero() {
		return nil
	}
	ratio, err := part.Quo(whole)
	if err != nil {
		return nil
	}
	n, err := total.Mul(ratio)
	if err != nil {
		return nil
	}
	return &Number{Decimal: n.Round(scale)}
}

// prorate shares a total out by weights, to scale digits. The shares add up to the total: what rounding leaves
// goes to the largest. Nil where no weight is above zero.
func prorate(total decimal.Decimal, weights []decimal.Decimal, scale int) []*Number {
	whole, largest := decimal.Zero, 0
	for i, w := range weights {
		sum, err := whole.Add(w)
		if err != nil {
			return nil
		}
		whole = sum
		if w.Cmp(weights[largest]) > 0 {
			largest = i
		}
	}
	if len(weights) == 0 || !whole.IsPos() {
		return nil
	}
	shares, left := make([]*Number, len(weights)), total
	for i, w := range weights {
		one := share(total, w, whole, scale)
		if one == nil {
			return nil
		}
		rest, err := left.Sub(one.Decimal)
		if err != nil {
			return nil
		}
		shares[i], left = one, rest
	}
	shares[largest] = plus(shares[largest], &Number{Decimal: left})
	return shares
}
