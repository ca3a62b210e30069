package text

import (
	"strings"

	"github.com/blevesearch/snowballstem"
	"github.com/blevesearch/snowballstem/english"
)

// stemEnglish returns the English stem of a folded word.
func (r *Reader) stemEnglish(word string) string {
	if s, ok := r.irregular[word]; ok {
		return s
	}
	if len(word) <= 2 || HasDigit(word) {
		return word
	}
	env := snowballstem.NewEnv(word)
	english.Stem(env)
	return env.Current()
}

// stemSpanish returns the Spanish stem of a folded word. Gender and number fall together but for distinct words.
func (r *Reader) stemSpanish(word string) string {
	if one := strings.TrimSuffix(word, "s"); r.distinct[one] {
		return one + "_"
	}
	if len(word) <= 3 || HasDigit(word) {
		return word
	}
	if strings.HasSuffix(word, "ces") { // lápices, voces, peces
		word = word[:len(word)-3] + "z"
	}
	return lightSpanish(word)
}

// lightSpanish takes number and gender off, nothing else: a full stemmer reads nouns as verbs, and makes one word of
// camarón and cama.
func lightSpanish(word string) string {
	if len(word) < 4 {
		return word
	}
	if stem := strings.TrimSuffix(word, "s"); stem != word {
		word = stem
		if len(word) < 4 {
			return word
		}
		if c := word[len(word)-1]; c == 'e' || c == 'a' || c == 'o' {
			return word[:len(word)-1]
		}
		return word
	}
	if c := word[len(word)-1]; c == 'e' || c == 'a' || c == 'o' {
		return word[:len(word)-1]
	}
	return word
}

// HasDigit reports whether a word holds a digit.
func HasDigit(s string) bool { return strings.ContainsAny(s, "0123456789") }
