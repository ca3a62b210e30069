package describe

import (
	"slices"
	"strings"

	"tariffdesk/extract/internal/value"
)

// lexicon answers what the words of a request are, in its language.
type lexicon struct {
	words  *vocabulary
	tongue *tongue
	kind   string // of document, "" for none
	noun   string // what the document is called
}

// is reports whether words, as written, have a role.
func (l *lexicon) is(role string, words ...string) bool {
	return l.words.is(role, folded(words)...) || l.words.is(role+"@"+l.tongue.name, folded(words)...)
}

// starts is how many words at the beginning, as written, have a role.
func (l *lexicon) starts(role string, words []string) int {
	return max(l.words.leading(role, folded(words)), l.words.leading(role+"@"+l.tongue.name, folded(words)))
}

func (l *lexicon) article(word string) bool { return l.tongue.is(roleArticle, value.Fold(word)) }

func (l *lexicon) or(word string) bool { return l.tongue.is(roleOr, value.Fold(word)) }

func (l *lexicon) withoutArticle(words []string) []string {
	for len(words) > 1 && l.article(words[0]) {
		words = words[1:]
	}
	return words
}

// lines reports whether words name what stands in lines.
func (l *lexicon) lines(words ...string) bool {
	return l.is("goods", words...) || l.is("line", words...)
}

// typed is the type that the vocabulary gives the noun of a phrase, "" for none.
func (l *lexicon) typed(words []string) string { return l.words.typeAt(folded(words), l.tongue) }

// typeOf is the likeliest type of a phrase.
func (l *lexicon) typeOf(words []string) string {
	if len(words) > 0 && strings.HasSuffix(words[len(words)-1], "%") {
		return typeNumber
	}
	if t := l.typed(words); t != "" {
		return t
	}
	if l.sized(words) {
		return typeString
	}
	return l.words.nouns.typeOf(folded(words), l.tongue.headFirst)
}

// head is the noun of a phrase, folded.
func (l *lexicon) head(words []string) string {
	if len(words) == 0 {
		return ""
	}
	f := folded(words)
	return f[headOf(f, l.tongue)]
}

// document finds the name of a kind of document in words.
func (l *lexicon) document(words []string) (name documentName, at int) {
	return l.words.document(folded(words), l.tongue.name)
}

// owned joins a party and what is asked of it, in the order of the language.
func (l *lexicon) owned(owner, attribute []string) []string {
	if l.tongue.headFirst {
		return slices.Concat(attribute, owner)
	}
	return slices.Concat(owner, attribute)
}

// parted cuts words at one that asks for what follows: "with".
func (l *lexicon) parted(words []string) (before, with, after []string) {
	for i := 1; i < len(words)-1; i++ {
		if n := l.starts("with", words[i:]); n > 0 && i+n < len(words) {
			return words[:i], words[i : i+n], words[i+n:]
		}
	}
	return words, nil, nil
}

// name writes a phrase as a property's name in the language of the request.
func (l *lexicon) name(phrase string) string {
	words := strings.Fields(initials.ReplaceAllString(value.Fold(phrase), "$1$2"))
	percent := l.tongue.says("percent")
	for i, w := range words {
		switch {
		case w == "%":
			words[i] = percent
		case strings.HasSuffix(w, "%"):
			words[i] = strings.TrimSuffix(w, "%") + " " + percent
		case w == "#", l.tongue.name == "en" && i > 0 && (w == "no" || w == "no."):
			words[i] = l.tongue.says(roleNumber)
		}
	}
	kept := slices.DeleteFunc(slices.Clone(words), func(w string) bool { return l.tongue.is(roleDropped, w) })
	if len(kept) == 0 {
		kept = words
	}
	return Snake(strings.Join(kept, " "))
}

// listName names a list: by its noun in the plural.
func (l *lexicon) listName(noun []string) string {
	words := folded(noun)
	if n := len(words); n > 2 && n <= 3 && (l.is("of", words[1]) || l.is("per", words[1])) && !l.is("of", words[0]) && !l.is("asks", words[0]) {
		words = words[:1] // gastos por día
	}
	if len(words) > 2 { // what was bought
		return l.tongue.says("items")
	}
	if l.tongue.name == "en" && l.words.singular(words[len(words)-1]) == "line" || l.tongue.name == "en" && len(words) == 2 && words[0] == "line" {
		return "line_items"
	}
	at := len(words) - 1
	if l.tongue.headFirst {
		at = 0
	}
	words[at] = l.plural(words[at])
	return l.name(strings.Join(words, " "))
}

// plural is a noun, folded, in the plural of the request's language.
func (l *lexicon) plural(word string) string {
	if word == "" {
		return word
	}
	last := word[len(word)-1]
	vowel := strings.ContainsRune("aeiou", rune(last))
	switch {
	case l.tongue.joined:
		if one, ok := strings.CutSuffix(word, "e"); ok && l.lines(one) {
			return word // Packstücke
		}
		return germanPlural(word)
	case l.tongue.name == "pt":
		return portuguesePlural(word)
	case last == 's':
		return word
	case l.tongue.headFirst && !vowel, last == 'x', last == 'z', strings.HasSuffix(word, "sh"), strings.HasSuffix(word, "ch"):
		return word + "es"
	case last == 'y' && len(word) > 1 && !strings.ContainsRune("aeiou", rune(word[len(word)-2])):
		return word[:len(word)-1] + "ies"
	}
	return word + "s"
}

func folded(words []string) []string {
	f := slices.Clone(words)
	for i := range f {
		f[i] = value.Fold(f[i])
	}
	return f
}
