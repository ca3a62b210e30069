// Package name owns how alike two names of companies or people are: their folding, a score from 0 to
// 1, and an index that finds the likest among many.
//
// It refuses to decide what a likeness means.
package name

import (
	_ "embed"
	"slices"
	"strings"
	"sync"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"tariffdesk/bounded"
)

// The bounds of a name. What is longer is cut: no name that identifies anyone is.
const (
	MaxRunes = 1000
	maxWords = 40
)

//go:embed words.tsv
var wordText string

// words holds the tables of folding: letters that look alike, and legal forms.
type words struct {
	alike map[rune]rune
	forms map[string][][]string // by their first word, those of most words first
}

var known = sync.OnceValue(func() words {
	w := words{alike: map[rune]rune{}, forms: map[string][][]string{}}
	for line := range strings.Lines(wordText) {
		kind, rest, _ := strings.Cut(strings.TrimSpace(line), "\t")
		switch kind {
		case "letter":
			from, to, _ := strings.Cut(rest, "\t")
			target := []rune(to)[0]
			for _, c := range from {
				w.alike[c] = target
			}
		case "form":
			form := strings.Fields(rest)
			w.forms[form[0]] = append(w.forms[form[0]], form)
		}
	}
	for _, forms := range w.forms {
		slices.SortStableFunc(forms, func(a, b []string) int { return len(b) - len(a) })
	}
	return w
})

// Fold is a name as it is compared: its words in lower case without accents, invisible characters and
// legal forms, letters of other scripts that look Latin as the Latin ones.
func Fold(name string) []string {
	split := split(name)
	if kept := withoutForms(split); len(kept) > 0 {
		return kept
	}
	return split // a name of nothing but a legal form keeps it
}

func split(name string) []string {
	name = bounded.First(name, MaxRunes)
	var b strings.Builder
	for _, c := range norm.NFKD.String(name) {
		if to, ok := known().alike[c]; ok {
			c = to
		}
		switch {
		case unicode.In(c, unicode.Mn, unicode.Cf), c == '.', c == '\'', c == '’', c == '`':
			// Accents, invisible marks, and the dots of S.A. join what stands around them.
		case unicode.IsLetter(c) || unicode.IsDigit(c):
			b.WriteRune(unicode.ToLower(c))
		case c == '&':
			b.WriteString(" & ")
		default:
			b.WriteByte(' ')
		}
	}
	found := strings.Fields(b.String())
	return joinInitials(found[:min(len(found), maxWords)])
}

// joinInitials makes one word of letters that stand apart: "S A" is "sa".
func joinInitials(from []string) (joined []string) {
	open := false
	for _, w := range from {
		single := len(w) == 1 && w[0] >= 'a' && w[0] <= 'z'
		if single && open {
			joined[len(joined)-1] += w
			continue
		}
		joined = append(joined, w)
		open = single
	}
	return joined
}

func withoutForms(from []string) (kept []string) {
next:
	for i := 0; i < len(from); {
		for _, form := range known().forms[from[i]] {
			if i > 0 && i+len(form) <= len(from) && slices.Equal(from[i:i+len(form)], form) {
				i += len(form)
				continue next
			}
		}
		if !connective(from[i]) {
			kept = append(kept, from[i])
		}
		i++
	}
	return kept
}

// connective words are left out and put in as people like.
func connective(w string) bool {
	return slices.Contains([]string{"de", "del", "la", "las", "los", "el", "y", "e", "and", "the", "of", "&"}, w)
}

// Mixed reports whether a name has letters of another script that look Latin beside Latin ones, or
// invisible characters: nobody types these by chance.
func Mixed(name string) bool {
	latin, alike := false, false
	for _, c := range bounded.First(name, MaxRunes) {
		if unicode.In(c, unicode.Cf) {
			return true
		}
		_, looks := known().alike[c]
		alike = alike || looks && !unicode.In(c, unicode.Latin)
		latin = latin || unicode.In(c, unicode.Latin)
	}
	return latin && alike
}
