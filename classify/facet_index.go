package classify

import (
	"slices"
	"strings"

	"tariffdesk/tariff"
)

// facetIndex holds every facet value as a number, the phrases that signal it, and what each heading
// splits by and each subheading stands for.
type facetIndex struct {
	values   []facetValue
	number   map[string]int32
	central  phraseBook
	opens    []bool          // by word: a phrase of some book starts with it
	local    []phraseBook    // by heading: words of its own
	facets   [][]splitFacet  // by heading
	choices  [][]choice      // by subheading
	profiles [][]profileItem // by subheading: what its titles say in the central vocabulary
}

// facetValue is one value with the wider ones it implies, itself first.
type facetValue struct {
	id      string
	facet   string // facet of the central vocabulary; empty for values of one heading
	implied []int32
	limit   limit // for numeric values
}

// splitFacet is a facet of a heading with the values its subheadings use.
type splitFacet struct {
	name     string
	class    string // facet of the central vocabulary most of its values belong to
	universe []int32
	limits   bool
}

// choice is what a subheading stands for in its heading's facet number facet.
type choice struct {
	facet  int
	values []int32
	other  bool
}

// same reports whether two choices of a heading are the same.
func (c choice) same(d choice) bool {
	return c.facet == d.facet && c.other == d.other && equal(c.values, d.values)
}

// profileItem is a value the titles above and of a subheading state.
type profileItem struct {
	class profileClass
	value int32
}

// profileClass numbers the facets that are compared across headings.
type profileClass uint8

var profileClasses = []string{"material", "construction", "wearer", "state", "power", "use", "part"}

const (
	profileConstruction = 1
	profileWearer       = 2
	profileState        = 3
	profilePart         = 6
)

func equal(a, b []int32) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if a[i] != b[i] {
			return false
		}
	}
	return true
}

// facets builds the facet index while the builder can still take new words in.
func (b *builder) facets(v *tariff.Vocabulary) *facetIndex {
	f := &facetIndex{number: map[string]int32{}, central: newPhraseBook()}
	for _, value := range v.Values() {
		f.value(v, value.ID)
	}
	for _, value := range v.Values() {
		n := f.number[value.ID]
		for _, w := range value.English {
			f.central.add(b.read(w, langEnglish), n, w)
		}
		for _, w := range value.Spanish {
			f.central.add(b.read(w, langSpanish), n, w)
		}
	}
	f.local = make([]phraseBook, len(b.headings))
	f.facets = make([][]splitFacet, len(b.headings))
	f.choices = make([][]choice, len(b.subs))
	for h, e := range b.headings {
		b.headingFacets(f, v, int32(h), e)
	}
	return f
}

func (f *facetIndex) value(v *tariff.Vocabulary, id string) int32 {
	if n, ok := f.number[id]; ok {
		return n
	}
	n := int32(len(f.values))
	f.number[id] = n
	value := facetValue{id: id, limit: parseLimit(id)}
	if central := v.Value(id); central != nil {
		value.facet = central.Facet
	}
	f.values = append(f.values, value)
	var implied []int32
	for _, w := range v.Implied(id) {
		if w == id {
			implied = append(implied, n)
		} else {
			implied = append(implied, f.value(v, w))
		}
	}
	f.values[n].implied = implied
	return n
}

func (b *builder) headingFacets(f *facetIndex, v *tariff.Vocabulary, h int32, e *tariff.Entry) {
	for _, facet := range e.Facets {
		f.facets[h] = append(f.facets[h], splitFacet{name: facet.Name})
	}
	book := newPhraseBook()
	for _, r := range e.Values {
		n := f.value(v, r.Value)
		for _, w := range r.English {
			book.add(b.read(w, langEnglish), n, w)
		}
		for _, w := range r.Spanish {
			book.add(b.read(w, langSpanish), n, w)
		}
	}
	for _, s := range e.Children {
		f.subheading(v, h, b.subAt[s.Code], s)
	}
	for i := range f.facets[h] {
		f.classify(&f.facets[h][i])
		for _, n := range f.facets[h][i].universe {
			if f.values[n].facet == "" && !f.values[n].limit.ok { // the id itself is a word too
				name := strings.ReplaceAll(f.values[n].id, "-", " ")
				book.add(b.read(name, langEnglish), n, name)
			}
		}
	}
	if len(book.phrases) > 0 {
		f.local[h] = book
	}
}

func (f *facetIndex) subheading(v *tariff.Vocabulary, h, s int32, e *tariff.Entry) {
	for _, is := range e.Is {
		at := -1
		for i := range f.facets[h] {
			if f.facets[h][i].name == is.Facet {
				at = i
			}
		}
		if at < 0 {
			continue
		}
		c := choice{facet: at}
		for _, id := range is.Values {
			if id == tariff.ValueOther {
				c.other = true
				continue
			}
			n := f.value(v, id)
			c.values = append(c.values, n)
			if u := &f.facets[h][at].universe; !contains(*u, n) {
				*u = append(*u, n)
			}
		}
		f.choices[s] = append(f.choices[s], c)
	}
}

// classify names the central facet most values of a heading's facet belong to.
func (f *facetIndex) classify(facet *splitFacet) {
	count, best := map[string]int{}, 0
	for _, n := range facet.universe {
		if f.values[n].limit.ok {
			facet.limits = true
		}
		c := f.values[n].facet
		if c == "" {
			continue
		}
		if count[c]++; count[c] > best {
			best, facet.class = count[c], c
		}
	}
}

// profile reads the English titles of subheading, heading and chapter as statements of their own.
func (f *facetIndex) profile(x *index) {
	f.profiles = make([][]profileItem, len(x.subs))
	for h, e := range x.headings {
		above := slices.DeleteFunc(f.addProfile(x, nil, e.Parent.Title.English), func(item profileItem) bool {
			return item.class == profilePart // "clothing and accessories" makes no garment an accessory
		})
		above = f.addProfile(x, above, e.Title.English)
		for s := x.firstSub[h]; s < x.firstSub[h+1]; s++ {
			f.profiles[s] = f.addProfile(x, above[:len(above):len(above)], x.subs[s].Title.English)
		}
	}
}

// brackets open words that a title says besides.
var brackets = strings.NewReplacer("(", " ", ")", " ", ",", " ")

func (f *facetIndex) addProfile(x *index, items []profileItem, title string) []profileItem {
	text := " " + brackets.Replace(fold(title)) + " "
	for _, not := range []string{" other than ", " not ", " except ", " excluding ", " without ", " no ", " than ", " for "} {
		if i := strings.Index(text, not); i >= 0 {
			text = text[:i]
		}
	}
	tokens := joinLetters(tokenize(text, 40, nil))
	ids := make([]int32, len(tokens))
	for i, t := range tokens {
		ids[i] = x.words.lookupIn(t.text, langEnglish)
	}
	for i := range ids {
		for _, p := range f.central.phrases[ids[i]] {
			if p.negated || !follows(ids[i+1:], p.rest) {
				continue
			}
			for c, class := range profileClasses {
				if f.values[p.value].facet == class && f.contrasts(p.value) {
					items = append(items, profileItem{class: profileClass(c), value: p.value})
				}
			}
		}
	}
	return items
}

func follows(ids, rest []int32) bool {
	if len(ids) < len(rest) {
		return false
	}
	for i, id := range rest {
		if ids[i] != id {
			return false
		}
	}
	return true
}
