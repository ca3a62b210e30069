package describe

import (
	"slices"
	"strings"
	"unicode/utf8"

	"tariffdesk/extract/internal/value"
)

// tongue is the language of a request.
type tongue struct {
	name      string
	headFirst bool   // the noun stands before what qualifies it: fecha de pago
	joined    bool   // it is written together with it: Rechnungsnummer
	letters   string // that others do not have
	words     map[string][]string
}

// Roles of the words of a tongue.
const (
	roleTells   = "tells"
	roleArticle = "article"
	roleDropped = "dropped" // the name of a property goes without them
	roleOr      = "or"
	roleNumber  = "number"
	roleDate    = "date"
)

func loadTongues() []*tongue {
	var all []*tongue
	for _, f := range rowsOf("data/languages.tsv") {
		if n := len(all); n == 0 || all[n-1].name != f[0] {
			all = append(all, &tongue{name: f[0], words: map[string][]string{}})
		}
		t := all[len(all)-1]
		switch f[1] {
		case "order":
			t.headFirst, t.joined = strings.HasPrefix(f[2], "noun first"), strings.HasSuffix(f[2], "joined")
		case "letters":
			t.letters = f[2]
		default:
			for _, phrase := range strings.Split(f[2], ";") {
				t.words[f[1]] = append(t.words[f[1]], strings.TrimSpace(phrase))
			}
		}
	}
	return all
}

// is reports whether a folded word has a role in the language.
func (t *tongue) is(role, word string) bool { return slices.Contains(t.words[role], word) }

// says is how the language writes a role.
func (t *tongue) says(role string) string {
	if all := t.words[role]; len(all) > 0 {
		return all[0]
	}
	return ""
}

// tongueOf is the language that most words and letters of a text tell; English where none does.
func (v *vocabulary) tongueOf(text string) *tongue {
	words := plainWords(text)
	best, most := v.tongues[0], 0
	for _, t := range v.tongues {
		n := 0
		for _, w := range words {
			if t.is(roleTells, w) {
				n++
			}
		}
		for _, c := range strings.ToLower(text) {
			if strings.ContainsRune(t.letters, c) {
				n++
			}
		}
		if n > most {
			best, most = t, n
		}
	}
	return best
}

// shortestNoun is the shortest that ends a joined word.
const shortestNoun = 4

// joinedType is the type of a noun that ends a word: Rechnungsnummer, B/L-Nummer.
func (v *vocabulary) joinedType(word string) string {
	for at := 1; at+shortestNoun <= len(word); at++ {
		if !utf8.RuneStart(word[at]) {
			continue
		}
		if t := v.noun([]string{word[at:]}); t != "" {
			return t
		}
	}
	return ""
}

// germanPlural is the likely plural of a German noun.
func germanPlural(word string) string {
	switch {
	case strings.HasSuffix(word, "e"):
		return word + "n"
	case strings.HasSuffix(word, "el"), strings.HasSuffix(word, "er"), strings.HasSuffix(word, "en"), strings.HasSuffix(word, "s"):
		return word
	case strings.HasSuffix(word, "ion"), strings.HasSuffix(word, "ung"):
		return word + "en"
	}
	return word + "e"
}

// portuguesePlural returns the plural of a Portuguese word.
func portuguesePlural(word string) string {
	stem := func(ending string) string { return strings.TrimSuffix(word, ending) }
	switch {
	case strings.HasSuffix(word, "s"):
		return word
	case strings.HasSuffix(word, "m"):
		return stem("m") + "ns"
	case strings.HasSuffix(word, "cao"), strings.HasSuffix(word, "sao"):
		return stem("ao") + "oes"
	case strings.HasSuffix(word, "l"):
		return stem("l") + "is"
	case strings.HasSuffix(word, "r"), strings.HasSuffix(word, "z"):
		return word + "es"
	}
	return word + "s"
}

// folds reports whether a word, folded, is one of several.
func folds(word string, of ...string) bool { return slices.Contains(of, value.Fold(word)) }
