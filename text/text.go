// Package text owns the form in which texts are compared: lower case, without accents, ligatures and other
// compatibility forms.
// It refuses what only one kind of text needs: a description of goods (classify/internal/text reads "°" as degrees), a
// name that must not pass for another (account, verification/name), or a value whose accents count (cmd/internal/evaluate).
package text

import (
	"slices"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// Fold writes a text in lower case without accents and compatibility forms: "Maß № 5" is "mass no 5".
func Fold(s string) string {
	if isASCII(s) {
		return strings.ToLower(s)
	}
	var b strings.Builder
	b.Grow(len(s))
	for _, r := range norm.NFKD.String(s) {
		switch {
		case unicode.Is(unicode.Mn, r):
		case r == 'ß' || r == 'ẞ':
			b.WriteString("ss")
		default:
			b.WriteRune(unicode.ToLower(r))
		}
	}
	return b.String()
}

func isASCII(s string) bool {
	for i := range len(s) {
		if s[i] >= 0x80 {
			return false
		}
	}
	return true
}

// Words writes the words of a folded text, of letters, digits and the characters in keep, with single spaces between them.
func Words(s string, keep ...rune) string {
	return strings.Join(strings.FieldsFunc(Fold(s), func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !slices.Contains(keep, r)
	}), " ")
}

// Distance counts the letters to add, to take out or to change that make one text of another.
func Distance(a, b []rune) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i, x := range a {
		diagonal := row[0]
		row[0] = i + 1
		for j, y := range b {
			change := diagonal
			if x != y {
				change++
			}
			diagonal = row[j+1]
			row[j+1] = min(change, row[j]+1, diagonal+1)
		}
	}
	return row[len(b)]
}
