package lookup

import (
	"math"
	"slices"

	"tariffdesk/classify/internal/code"
	"tariffdesk/classify/internal/text"
	"tariffdesk/tariff"
)

// Builder gathers words and their places while the knowledge is walked once.
type Builder struct {
	*Index
	phrases   text.PhraseReader
	names     wholesBuilder
	facets    *tariff.Vocabulary
	termAt    []int32
	termItems []termPosting
	notAt     []int32
	notItems  []int32
	termWords [][]int32
	notWords  [][]int32
	toward    []pointer
	inSub     tally
	inHeading tally
	inChapter tally
}

// NewBuilder takes in every term, title and exclusion of both languages, and gives their words numbers.
func NewBuilder(k *tariff.Knowledge, t *code.Tree, words *text.Lexicon) *Builder {
	b := &Builder{Index: &Index{Tree: t, Words: words}, phrases: text.PhraseReader{Words: words}, names: newWholesBuilder(words), facets: k.Vocabulary()}
	for _, c := range k.Chapters() {
		b.chapter(c)
	}
	b.followPointers()
	return b
}

// pointer is a name an exclusion sends to the one code it belongs to: a term of that code.
type pointer struct {
	name string
	lang text.Lang
	code string
}

// followPointers gives every excluded name to the code it belongs to.
func (b *Builder) followPointers() {
	for _, p := range b.toward {
		if s, ok := b.SubAt[p.code]; ok {
			b.term(p.name, s, p.lang, 0)
		} else if h, ok := b.HeadingAt[p.code]; ok {
			b.term(p.name, h, p.lang, termTop)
		}
	}
}

func (b *Builder) chapter(c *tariff.Entry) {
	for l, names := range namesOf(c) {
		for _, name := range names {
			ids, _ := b.phrases.Read(name, text.Lang(l))
			b.inChapter.add(ids, 2)
		}
	}
	for _, h := range c.Children {
		b.heading(h)
	}
	b.inChapter.close()
}

func (b *Builder) heading(e *tariff.Entry) {
	h := b.HeadingAt[e.Code]
	for l, names := range namesOf(e) {
		for i, name := range names {
			ids := b.term(name, h, text.Lang(l), termTop|titleIf(i == 0))
			b.inHeading.add(ids, 1.5)
			b.inChapter.add(ids, 1)
		}
	}
	b.exclusions(e, h, text.NoWord)
	for _, s := range e.Children {
		b.subheading(s, h)
	}
	b.inHeading.close()
}

func (b *Builder) subheading(e *tariff.Entry, h int32) {
	s := b.SubAt[e.Code]
	b.Breadth = append(b.Breadth, float32(math.Log(float64(1+e.English.Len()+e.Spanish.Len()))))
	for l, names := range namesOf(e) {
		for i, name := range names {
			ids := b.term(name, s, text.Lang(l), titleIf(i == 0))
			b.inSub.add(ids, 1)
			b.inHeading.add(ids, 1)
			b.inChapter.add(ids, 1)
		}
	}
	b.inSub.close()
	b.exclusions(e, h, s)
}

// namesOf returns title and terms by language, the title first.
func namesOf(e *tariff.Entry) [text.LangCount][]string {
	return [text.LangCount][]string{
		append([]string{e.Title.English}, e.English.List()...),
		append([]string{e.Title.Spanish}, e.Spanish.List()...),
	}
}

// titleIf is the place of a name: the first is the title.
func titleIf(first bool) termPlace {
	if first {
		return termTitle
	}
	return 0
}

func (b *Builder) term(name string, owner int32, l text.Lang, place termPlace) []int32 {
	ids, tokens := b.phrases.Read(name, l)
	if len(ids) == 0 {
		return nil
	}
	own := append([]int32(nil), ids...)
	b.names.add(tokens, int32(len(b.terms)))
	if bag, words, _ := b.bagOf(tokens, l); words > 1 {
		b.names.addBag(bag, int32(len(b.terms)))
	}
	b.terms = append(b.terms, term{owner: uint16(owner), lang: l, place: place})
	b.termText = append(b.termText, name)
	b.termWords = append(b.termWords, own)
	return own
}

func (b *Builder) exclusions(e *tariff.Entry, h, s int32) {
	for _, x := range e.Exclusions {
		for l, names := range [text.LangCount][]string{x.English, x.Spanish} {
			for _, name := range names {
				if ids, _ := b.phrases.Read(name, text.Lang(l)); len(ids) > 0 {
					b.notTerms = append(b.notTerms, exclusion{owner: h, sub: s})
					if len(x.Codes) == 1 {
						b.toward = append(b.toward, pointer{name, text.Lang(l), x.Codes[0]})
					}
					b.notWords = append(b.notWords, append([]int32(nil), ids...))
				}
			}
		}
	}
}

// Finish weighs the words, lays the lists out and takes the lexicon in. The words are sealed: whoever else gives some a
// number must have done so.
func (b *Builder) Finish(lexicon []tariff.Equivalent) *Index {
	n := b.Words.Size()
	b.idf = inverseFrequency(n, len(b.Subs), &b.inSub, &b.inHeading)
	for i, ids := range b.termWords {
		for _, id := range ids {
			b.terms[i].total += b.idf[id]
		}
		for _, id := range ids {
			b.termAt = append(b.termAt, id)
			b.termItems = append(b.termItems, termPosting{termAt(i, id == b.headOf(i)), b.terms[i]})
		}
	}
	for i, ids := range b.notWords {
		for _, id := range ids {
			b.notTerms[i].total += b.idf[id]
			b.notAt = append(b.notAt, id)
			b.notItems = append(b.notItems, int32(i))
		}
	}
	b.inTerms = gather(n, b.termAt, b.termItems)
	b.inNot = gather(n, b.notAt, b.notItems)
	b.Index.inSubs = b.documents(n, &b.inSub)
	b.Index.inHeadings = b.documents(n, &b.inHeading)
	b.Index.inChapters = b.documents(n, &b.inChapter)
	b.inHeads = b.headNouns(n)
	b.lowerParticiples(b.facets)
	b.subTotal, b.headTotal = totals(n, b.inSubs), totals(n, b.inHeadings)
	b.wholes = b.names.pack()
	b.terms, b.termText, b.notTerms = slices.Clone(b.terms), slices.Clone(b.termText), slices.Clone(b.notTerms) // without the room they grew in
	b.Words.Seal()
	b.Words.GatherSkeletons(b.subTotal)
	b.learn(lexicon)
	return b.Index
}

// headOf returns the head noun of a term: the last word in English, the first in Spanish.
func (b *Builder) headOf(term int) int32 {
	ids := b.termWords[term]
	if b.terms[term].lang == text.Spanish {
		return ids[0]
	}
	return ids[len(ids)-1]
}

func termAt(term int, head bool) int32 {
	if head {
		return int32(term)<<1 | headBit
	}
	return int32(term) << 1
}

// headNouns counts for every head noun which subheadings' terms it heads.
func (b *Builder) headNouns(n int) lists[posting] {
	var at []int32
	var items []posting
	count, uses := make([]float32, n), make([]float32, n)
	for i := range b.terms {
		t, head, owner := &b.terms[i], b.headOf(i), int32(b.terms[i].owner)
		if t.title() {
			continue
		}
		for _, id := range b.termWords[i] {
			uses[id]++
		}
		count[head]++
		if t.top() {
			continue
		}
		if last := len(items) - 1; last >= 0 && at[last] == head && items[last].doc == owner {
			items[last].weight++
			continue
		}
		at = append(at, head)
		items = append(items, posting{doc: owner, weight: 1})
	}
	for i := range items {
		items[i].weight /= count[at[i]]
	}
	b.headness = make([]float32, n)
	for w := range uses {
		b.headness[w] = count[w] / (uses[w] + 1)
	}
	return gather(n, at, items)
}
