package lookup

import (
	"slices"
	"sort"

	"tariffdesk/classify/internal/text"
)

// Limits of the names that are looked up in the other language.
const (
	maxTranslated   = 4 // words of a name
	maxTranslations = 8 // renderings of each of them
	sameTotal       = 1e-3
)

// translator finds what names are in the other language.
type translator struct{ *Index }

// add adds to names those that say the same in the other language, word by word, where both are names of one heading: "bomba de agua" is
// whatever "water pump" is among pumps. A name of other headings alone may be of another sense of a word, and is left out.
func (x translator) add(q *Query, d *text.Description, names []int32) []int32 {
	if len(names) == 0 || q.Complete {
		return names
	}
	var places [][]rendering
	words := 0
	for i := 0; i < len(d.Mentions); i += max(1, q.spans[i]) {
		m := &d.Mentions[i]
		if m.Role == text.RolePacking || x.Words.Stopword(m.Text, q.language) {
			continue
		}
		if words += max(1, q.spans[i]); words > maxTranslated {
			return names
		}
		if len(q.renderings[i]) == 0 {
			return names
		}
		places = append(places, q.renderings[i][:min(len(q.renderings[i]), maxTranslations)])
	}
	if words < 2 { // one word may have another sense
		return names
	}
	if q.language == text.English { // the head first
		slices.Reverse(places)
	}
	own := slices.Clone(names)
	x.eachChoice(places, nil, func(words []int32, head int32) {
		for _, term := range x.madeOfWords(words, head, 1-q.language) {
			if sharesHeading(x.Index, own, term) && len(names) < maxWholes && !slices.Contains(names, term) {
				names = append(names, term)
			}
		}
	})
	return names
}

// eachChoice calls use with the words of each choice of one rendering a place, and with the head noun of the first.
func (x translator) eachChoice(places [][]rendering, words []int32, use func(words []int32, head int32)) {
	if len(places) == 0 {
		use(words, words[0])
		return
	}
	for _, r := range places[0] {
		chosen := slices.Clone(words)
		for _, id := range r.words {
			if !slices.Contains(chosen, id) {
				chosen = append(chosen, id)
			}
		}
		if len(words) == 0 { // of the head noun's own words the head stands where the other language puts it
			for _, id := range r.words {
				use := use
				x.eachChoice(places[1:], chosen, func(all []int32, _ int32) { use(all, id) })
			}
			continue
		}
		x.eachChoice(places[1:], chosen, use)
	}
}

// madeOfWords returns the names of a language that have these words and no others, with that head noun.
func (x translator) madeOfWords(words []int32, head int32, l text.Lang) (names []int32) {
	total := float32(0)
	for _, id := range words {
		total += x.idf[id]
	}
	for _, p := range x.inTerms.of(head) {
		if p.at&headBit == 0 || p.of.lang != l || p.of.title() || p.of.total < total-sameTotal || p.of.total > total+sameTotal {
			continue
		}
		term := p.at >> 1
		if !slices.ContainsFunc(words, func(id int32) bool { return !x.inTerm(id, term) }) {
			names = append(names, term)
		}
	}
	return names
}

// inTerm reports whether a word stands in a term.
func (x translator) inTerm(word, term int32) bool {
	list := x.inTerms.of(word)
	i := sort.Search(len(list), func(i int) bool { return list[i].at>>1 >= term })
	return i < len(list) && list[i].at>>1 == term
}
