package classify

import "strings"

// phraseBook finds phrases by their first word.
type phraseBook struct {
	phrases map[int32][]phrase
	first   [8]uint64 // the bit of every first word, shared by some: without it a word starts no phrase
}

func newPhraseBook() phraseBook { return phraseBook{phrases: map[int32][]phrase{}} }

// mayOpen reports whether looking for phrases that start with a word is worth while.
func (p *phraseBook) mayOpen(word int32) bool {
	return p.first[word>>6&7]&(1<<(word&63)) != 0
}

type phrase struct {
	rest    []int32
	value   int32
	negated bool // "without shell": matches only what is negated
}

// add takes a phrase in. One that loses all but one of its words to the stop list is no phrase: of
// "man-made" only man would be left.
func (p *phraseBook) add(ids []int32, value int32, phraseText string) {
	if len(ids) == 0 || len(ids) == 1 && (strings.HasSuffix(phraseText, "made") || strings.Contains(phraseText, "made ")) {
		return
	}
	first, _, _ := strings.Cut(fold(phraseText), " ")
	negated := negation[first]
	for _, known := range p.phrases[ids[0]] {
		if known.value == value && known.negated == negated && equal(known.rest, ids[1:]) {
			return
		}
	}
	p.first[ids[0]>>6&7] |= 1 << (ids[0] & 63)
	p.phrases[ids[0]] = append(p.phrases[ids[0]], phrase{rest: append([]int32(nil), ids[1:]...), value: value, negated: negated})
}

// listOpenings notes which words phrases start with: most words of a description start none.
func (f *facetIndex) listOpenings(words int) {
	f.opens = make([]bool, words)
	for _, book := range append(f.local, f.central) {
		for first := range book.phrases {
			f.opens[first] = true
		}
	}
}

// opening is a word of a description that a phrase of some book starts with.
type opening struct {
	word    int32
	mention int
	lang    lang
}

// openings lists them. Most words of a description start no phrase, and every book is read with those that do.
func (f *facetIndex) openings(d *description, q *query) []opening {
	out := make([]opening, 0, len(d.mentions))
	for i := range d.mentions {
		if d.mentions[i].tint {
			continue
		}
		for l, id := range q.ids[i] {
			if id == noWord || !f.opens[id] || lang(l) != q.language && q.ids[i][q.language] != noWord {
				continue
			}
			out = append(out, opening{id, i, lang(l)})
		}
	}
	return out
}

// statements reads a description with a phrase book.
func (f *facetIndex) statements(book *phraseBook, d *description, q *query, openings []opening, out []statement) []statement {
	for _, o := range openings {
		if !book.mayOpen(o.word) {
			continue
		}
		i, m := o.mention, &d.mentions[o.mention]
		for _, p := range book.phrases[o.word] {
			if p.negated != m.negated || len(p.rest) > 0 && !followsMentions(q.ids[i+1:], p.rest, o.lang) {
				continue
			}
			weight := statementWeight[m.role]
			if m.role == rolePurpose && f.values[p.value].facet == "wearer" {
				weight = statementWeight[roleOf] // "for women" names the wearer
			}
			if next := i + 1 + len(p.rest); f.values[p.value].facet == "material" && next < len(d.mentions) && d.mentions[next].ofPart() {
				weight *= partShare // "leather sole" says little about the upper
			}
			out = append(out, statement{value: p.value, mention: i, weight: weight * (0.85 + 0.15*float32(len(p.rest))), words: uint8(1 + len(p.rest))})
		}
	}
	return out
}

func followsMentions(ids [][langCount]int32, rest []int32, l lang) bool {
	if len(ids) < len(rest) {
		return false
	}
	for i, id := range rest {
		if ids[i][l] != id {
			return false
		}
	}
	return true
}
