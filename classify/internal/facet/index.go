package facet

import (
	"slices"
	"strings"

	"tariffdesk/classify/internal/code"
	"tariffdesk/classify/internal/quantity"
	"tariffdesk/classify/internal/text"
	"tariffdesk/tariff"
)

// Index holds every facet value as a number, the phrases that signal it, and what each heading
// splits by and each subheading stands for.
type Index struct {
	*code.Tree
	words      *text.Lexicon
	quantities *quantity.Reader
	Values     []Value
	Number     map[string]int32
	central    phraseBook
	opens      []bool          // by word: a phrase of some book starts with it
	local      []phraseBook    // by heading: words of its own
	Facets     [][]Split       // by heading
	Choices    [][]Choice      // by subheading
	profiles   [][]profileItem // by subheading: what its titles say in the central vocabulary
	Traits     []Traits        // by subheading
	sides      sides
}

// Value is one value with the wider ones it implies, itself first.
type Value struct {
	ID      string
	Facet   string // facet of the central vocabulary; empty for values of one heading
	Implied []int32
	Limit   Limit // for numeric values
	Answer  Limit // the same, or that of a share: a percentage in a description may be of anything, in an answer it is of this
}

// Split is a facet of a heading with the values its subheadings use.
type Split struct {
	Name     string
	Class    string // facet of the central vocabulary most of its values belong to
	Universe []int32
	Limits   bool
}

// Choice is the value of its heading's facet number facet that a subheading stands for.
type Choice struct {
	Facet  int
	Values []int32
	Other  bool
}

// Same reports whether two choices of a heading are the same.
func (c Choice) Same(d Choice) bool {
	return c.Facet == d.Facet && c.Other == d.Other && slices.Equal(c.Values, d.Values)
}

// builder fills an index.
type builder struct{ *Index }

// New takes the facets of the knowledge in and gives the words of their phrases numbers. It is complete once
// readTitles has been called.
func New(k *tariff.Knowledge, t *code.Tree, words *text.Lexicon, quantities *quantity.Reader) *Index {
	f := builder{&Index{Tree: t, words: words, quantities: quantities, Number: map[string]int32{}, central: newPhraseBook()}}
	v, phrases := k.Vocabulary(), text.PhraseReader{Words: words}
	for _, value := range v.Values() {
		f.value(v, value.ID)
	}
	for _, value := range v.Values() {
		f.central.learn(&phrases, f.Number[value.ID], value.English, value.Spanish)
	}
	f.local = make([]phraseBook, len(t.Headings))
	f.Facets = make([][]Split, len(t.Headings))
	f.Choices = make([][]Choice, len(t.Subs))
	for h, e := range t.Headings {
		f.heading(v, &phrases, int32(h), e)
	}
	return f.Index
}

// ReadTitles reads what the titles say. The words must be sealed: no word gets a number after that.
func (f *Index) ReadTitles() {
	b := builder{f}
	b.listOpenings(f.words.Size())
	b.profile()
	b.titleSides()
	for sub := range f.Subs {
		f.Traits = append(f.Traits, b.traitsOf(int32(sub)))
	}
}

func (f builder) value(v *tariff.Vocabulary, id string) int32 {
	if n, ok := f.Number[id]; ok {
		return n
	}
	n := int32(len(f.Values))
	f.Number[id] = n
	value := Value{ID: id, Limit: f.parseLimit(id), Answer: f.parseLimit(shareWords.Replace(id))}
	if central := v.Value(id); central != nil {
		value.Facet = central.Facet
	}
	f.Values = append(f.Values, value)
	var implied []int32
	for _, w := range v.Implied(id) {
		if w == id {
			implied = append(implied, n)
		} else {
			implied = append(implied, f.value(v, w))
		}
	}
	f.Values[n].Implied = implied
	return n
}

func (f builder) heading(v *tariff.Vocabulary, phrases *text.PhraseReader, h int32, e *tariff.Entry) {
	for _, facet := range e.Facets {
		f.Facets[h] = append(f.Facets[h], Split{Name: facet.Name})
	}
	book := newPhraseBook()
	for _, r := range e.Values {
		book.learn(phrases, f.value(v, r.Value), r.English, r.Spanish)
	}
	for _, s := range e.Children {
		f.subheading(v, h, f.SubAt[s.Code], s)
	}
	for i := range f.Facets[h] {
		f.classify(&f.Facets[h][i])
		for _, n := range f.Facets[h][i].Universe {
			if f.Values[n].Facet == "" && !f.Values[n].Limit.Ok && !strings.HasPrefix(f.Values[n].ID, tariff.ValueOther+"-") {
				// The id itself is a word too; of "other-soap" only soap would be left.
				name := strings.ReplaceAll(f.Values[n].ID, "-", " ")
				book.learn(phrases, n, []string{name}, nil)
			}
		}
	}
	if len(book.phrases) > 0 {
		f.local[h] = book
	}
}

func (f builder) subheading(v *tariff.Vocabulary, h, s int32, e *tariff.Entry) {
	for _, is := range e.Is {
		at := -1
		for i := range f.Facets[h] {
			if f.Facets[h][i].Name == is.Facet {
				at = i
			}
		}
		if at < 0 {
			continue
		}
		c := Choice{Facet: at}
		for _, id := range is.Values {
			if id == tariff.ValueOther {
				c.Other = true
				continue
			}
			n := f.value(v, id)
			c.Values = append(c.Values, n)
			if u := &f.Facets[h][at].Universe; !slices.Contains(*u, n) {
				*u = append(*u, n)
			}
		}
		f.Choices[s] = append(f.Choices[s], c)
	}
}

// classify names the central facet most values of a heading's facet belong to.
func (f builder) classify(facet *Split) {
	count, best := map[string]int{}, 0
	for _, n := range facet.Universe {
		if f.Values[n].Limit.Ok {
			facet.Limits = true
		}
		c := f.Values[n].Facet
		if c == "" {
			continue
		}
		if count[c]++; count[c] > best {
			best, facet.Class = count[c], c
		}
	}
}
