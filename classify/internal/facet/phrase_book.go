package facet

import (
	"slices"
	"strings"

	"tariffdesk/classify/internal/text"
)

// phraseBook finds phrases by their first word.
type phraseBook struct {
	phrases map[int32][]phrase
	first   [8]uint64 // the bit of every first word, shared by some: without it a word starts no phrase
}

func newPhraseBook() phraseBook { return phraseBook{phrases: map[int32][]phrase{}} }

// mayOpen reports whether any phrase may start with a word.
func (p *phraseBook) mayOpen(word int32) bool {
	return p.first[word>>6&7]&(1<<(word&63)) != 0
}

type phrase struct {
	rest    []int32
	value   int32
	negated bool // "without shell": matches only what is negated
}

// add stores a phrase. A phrase that the stop list reduces to one word is dropped: "man-made" would become man.
func (p *phraseBook) add(ids []int32, value int32, phraseText string, negated bool) {
	if len(ids) == 0 || len(ids) == 1 && (strings.HasSuffix(phraseText, "made") || strings.Contains(phraseText, "made ")) {
		return
	}
	for _, known := range p.phrases[ids[0]] {
		if known.value == value && known.negated == negated && slices.Equal(known.rest, ids[1:]) {
			return
		}
	}
	p.first[ids[0]>>6&7] |= 1 << (ids[0] & 63)
	p.phrases[ids[0]] = append(p.phrases[ids[0]], phrase{rest: append([]int32(nil), ids[1:]...), value: value, negated: negated})
}

// learn stores the phrases of a value.
func (p *phraseBook) learn(phrases *text.PhraseReader, value int32, english, spanish []string) {
	for l, list := range [text.LangCount][]string{english, spanish} {
		for _, phrase := range list {
			ids, _ := phrases.Read(phrase, text.Lang(l))
			p.add(ids, value, phrase, phrases.Words.Negates(phrase))
		}
	}
}

// listOpenings notes which words phrases start with: most words of a description start none.
func (f builder) listOpenings(words int) {
	f.opens = make([]bool, words)
	for _, book := range append(f.local, f.central, f.sides.book) {
		for first := range book.phrases {
			f.opens[first] = true
		}
	}
}

// opening is a word of a description that a phrase of some book starts with.
type opening struct {
	word    int32
	mention int
	lang    text.Lang
}

// openings returns the words of a description that start a phrase. Most words start none, so every book is read from
// these words only.
func (f *Index) openings(d *text.Description) []opening {
	out := make([]opening, 0, len(d.Mentions))
	for i := range d.Mentions {
		for l, id := range d.Mentions[i].IDs {
			if id == text.NoWord || !f.opens[id] || text.Lang(l) != d.Language && d.Mentions[i].IDs[d.Language] != text.NoWord {
				continue
			}
			out = append(out, opening{id, i, text.Lang(l)})
		}
	}
	return out
}

// statements reads a description with a phrase book.
func (f *Index) statements(book *phraseBook, d *text.Description, openings []opening, out []Statement) []Statement {
	for _, o := range openings {
		if !book.mayOpen(o.word) {
			continue
		}
		i, m := o.mention, &d.Mentions[o.mention]
		for _, p := range book.phrases[o.word] {
			if m.Tint && len(p.rest) == 0 { // "silver", but "silver-plated" says what was done
				continue
			}
			if p.negated != m.Negated || len(p.rest) > 0 && !followsMentions(f.words, d.Mentions[i+1:], p.rest, o.lang) {
				continue
			}
			weight := statementWeight[m.Role]
			if m.Role == text.RolePurpose && f.Values[p.value].Facet == "wearer" {
				weight = statementWeight[text.RoleOf] // "for women" names the wearer
			}
			if next := i + 1 + len(p.rest); f.Values[p.value].Facet == "material" && next < len(d.Mentions) && f.words.OfPart(&d.Mentions[next]) {
				weight *= partShare // "leather sole" says little about the upper
			}
			out = append(out, Statement{Value: p.value, Mention: i, Weight: weight * (0.85 + 0.15*float32(len(p.rest))), Words: uint8(1 + len(p.rest))})
		}
	}
	return out
}

// followsMentions reports whether the rest of a phrase stands at the front of mentions. Small words between them, which phrases are kept without, are
// passed over: the "en" of "laminado en caliente".
func followsMentions(words *text.Lexicon, mentions []text.Mention, rest []int32, l text.Lang) bool {
	at := 0
	for _, id := range rest {
		for at < len(mentions) && mentions[at].IDs[l] == text.NoWord && words.Stopword(mentions[at].Text, l) {
			at++
		}
		if at == len(mentions) || mentions[at].IDs[l] != id {
			return false
		}
		at++
	}
	return true
}
