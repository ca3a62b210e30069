// Package value owns the reading of printed values: numbers in either notation, dates in several
// languages, currencies, countries, units, and the conventions that a document follows.
//
// It refuses to guess beyond the text: what cannot be read is not a value.
package value

import (
	"strings"
	"unicode"

	"tariffdesk/text"
)

// Fold lowers a text, strips accents and compatibility forms: the form in which texts are compared.
func Fold(s string) string { return text.Fold(s) }

// Alnum keeps the letters and digits of a folded text.
func Alnum(s string) string {
	return strings.Map(func(c rune) rune {
		if unicode.IsLetter(c) || unicode.IsDigit(c) {
			return c
		}
		return -1
	}, Fold(s))
}

// Counts are the letters and digits of a text.
func Counts(s string) (letters, digits int) {
	for _, c := range s {
		switch {
		case unicode.IsLetter(c):
			letters++
		case unicode.IsDigit(c):
			digits++
		}
	}
	return letters, digits
}
