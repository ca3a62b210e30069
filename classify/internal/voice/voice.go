// Package voice owns the sentences of an answer in both languages: each is called by its key, with named arguments.
//
// It refuses to choose what is said.
package voice

import (
	"fmt"
	"slices"
	"strings"

	"tariffdesk/classify/internal/text"
	"tariffdesk/classify/internal/vocabulary"
	"tariffdesk/tariff"
)

// Book holds the sentences by their key.
type Book struct {
	sentences map[string][text.LangCount]sentence
}

// sentence alternates between text, which is said as it stands, and names of arguments, whose values are said.
type sentence []string

// columns of the table: key, English, Spanish.
const columns = 3

// NewBook reads the sentences. What is wrong with them, the vocabulary reports.
func NewBook(b *vocabulary.Book) *Book {
	book := &Book{sentences: map[string][text.LangCount]sentence{}}
	b.Table("sentences", columns, func(row []string) error {
		key := row[0]
		if _, known := book.sentences[key]; known {
			return fmt.Errorf("the sentence %q is given twice", key)
		}
		var said [text.LangCount]sentence
		said[text.English], said[text.Spanish] = parse(row[1]), parse(row[2])
		if !slices.Equal(said[text.English].arguments(), said[text.Spanish].arguments()) {
			return fmt.Errorf("the sentence %q has other arguments in Spanish than in English", key)
		}
		book.sentences[key] = said
		return nil
	})
	return book
}

// parse splits a template at its arguments: "heading {code}" has one.
func parse(template string) (s sentence) {
	for {
		before, rest, open := strings.Cut(template, "{")
		name, after, closed := strings.Cut(rest, "}")
		if !open || !closed {
			return append(s, template)
		}
		s, template = append(s, before, name), after
	}
}

// arguments are the names of a sentence's arguments, in alphabetical order.
func (s sentence) arguments() (names []string) {
	for i := 1; i < len(s); i += 2 {
		names = append(names, s[i])
	}
	slices.Sort(names)
	return names
}

// In is a voice that speaks a language.
func (b *Book) In(language tariff.Language) Voice { return Voice{b, language} }

// Voice says the sentences in one language.
type Voice struct {
	book     *Book
	Language tariff.Language
}

// Tongue is the language as texts are read in it.
func (v Voice) Tongue() text.Lang {
	if v.Language == tariff.LanguageSpanish {
		return text.Spanish
	}
	return text.English
}

// Say says a sentence: Say("key", "name", value, …) puts the value in the place of {name}.
func (v Voice) Say(key string, pairs ...string) string {
	s := v.book.sentences[key][v.Tongue()]
	if len(s) == 1 {
		return s[0]
	}
	var b strings.Builder
	for i, part := range s {
		if i%2 == 1 {
			part = valueOf(part, pairs)
		}
		b.WriteString(part)
	}
	return b.String()
}

// valueOf is the value of a named argument, "" where it is not given.
func valueOf(name string, pairs []string) string {
	for i := 0; i+1 < len(pairs); i += 2 {
		if pairs[i] == name {
			return pairs[i+1]
		}
	}
	return ""
}

// Quote sets words of the description, or a name goods go by, in quotation marks.
func (v Voice) Quote(s string) string { return v.Say("quote_open") + s + v.Say("quote_close") }

// Is states the value of a facet: "material: cotton".
func (v Voice) Is(facet, value string) string {
	return v.Say("facet_is", "facet", facet, "value", value)
}

// Percent writes a share of one as a whole number of percent, without the sign.
func Percent[T float32 | float64](share T) string { return fmt.Sprintf("%.0f", 100*share) }

// Either joins alternatives: "cotton, linen or silk". One that is of two itself ("linen or flax") becomes two.
func (v Voice) Either(items []string) string {
	if len(items) < 2 {
		return strings.Join(items, "")
	}
	or := v.Say("or")
	var flat []string
	for _, item := range items {
		for part := range strings.SplitSeq(item, " "+or+" ") {
			if !slices.Contains(flat, part) {
				flat = append(flat, part)
			}
		}
	}
	last := flat[len(flat)-1]
	if plain := text.Fold(last); or == "o" && (strings.HasPrefix(plain, "o") || strings.HasPrefix(plain, "ho")) {
		or = "u"
	}
	return strings.Join(flat[:len(flat)-1], ", ") + " " + or + " " + last
}
