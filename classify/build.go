package classify

import (
	"math"

	"tariffdesk/tariff"
)

// builder gathers words and their places while the knowledge is walked once.
type builder struct {
	*index
	tokens    []token
	termAt    []int32
	termItems []termPosting
	notAt     []int32
	notItems  []int32
	ids       []int32
	termWords [][]int32
	notWords  [][]int32
	toward    []pointer
	inSub     tally
	inHeading tally
	inChapter tally
}

// pointer is a name an exclusion sends to the one code it belongs to: a term of that code.
type pointer struct {
	name string
	lang lang
	code string
}

// followPointers gives every excluded name to the code it belongs to.
func (b *builder) followPointers() {
	for _, p := range b.toward {
		if s, ok := b.subAt[p.code]; ok {
			b.term(p.name, s, p.lang, 0)
		} else if h, ok := b.headingAt[p.code]; ok {
			b.term(p.name, h, p.lang, termTop)
		}
	}
}

// tally counts the words of one document after another.
type tally struct {
	count   []float32 // by word, of the open document
	touched []int32
	words   []int32
	docs    []posting // weight is the count until finish turns it into BM25
	lengths []float64
}

func (t *tally) add(ids []int32, weight float32) {
	for _, id := range ids {
		for int(id) >= len(t.count) {
			t.count = append(t.count, make([]float32, len(t.count)+1024)...)
		}
		if t.count[id] == 0 {
			t.touched = append(t.touched, id)
		}
		t.count[id] += weight
	}
}

// close ends the open document and numbers it.
func (t *tally) close() {
	doc, length := int32(len(t.lengths)), 0.0
	for _, id := range t.touched {
		t.words = append(t.words, id)
		t.docs = append(t.docs, posting{doc: doc, weight: t.count[id]})
		length += float64(t.count[id])
		t.count[id] = 0
	}
	t.lengths = append(t.lengths, length)
	t.touched = t.touched[:0]
}

func (b *builder) chapter(c *tariff.Entry) {
	n := int32(len(b.chapters))
	b.chapters = append(b.chapters, c)
	for l, names := range namesOf(c) {
		for _, name := range names {
			b.inChapter.add(b.read(name, lang(l)), 2)
		}
	}
	for _, h := range c.Children {
		b.heading(h, n)
	}
	b.inChapter.close()
}

func (b *builder) heading(e *tariff.Entry, chapter int32) {
	h := int32(len(b.headings))
	b.headings = append(b.headings, e)
	b.headingAt[e.Code] = h
	b.chapterOf = append(b.chapterOf, chapter)
	b.firstSub = append(b.firstSub, int32(len(b.subs)))
	for l, names := range namesOf(e) {
		for i, name := range names {
			ids := b.term(name, h, lang(l), termTop|titleIf(i == 0))
			b.inHeading.add(ids, 1.5)
			b.inChapter.add(ids, 1)
		}
	}
	b.exclusions(e, h, noWord)
	for _, s := range e.Children {
		b.subheading(s, h)
	}
	b.inHeading.close()
}

func (b *builder) subheading(e *tariff.Entry, h int32) {
	s := int32(len(b.subs))
	b.subs, b.numbers = append(b.subs, e), append(b.numbers, numberOf(e.Code))
	b.subAt[e.Code] = s
	b.headingOf = append(b.headingOf, h)
	b.breadth = append(b.breadth, float32(math.Log(float64(1+len(e.English)+len(e.Spanish)))))
	for l, names := range namesOf(e) {
		for i, name := range names {
			ids := b.term(name, s, lang(l), titleIf(i == 0))
			b.inSub.add(ids, 1)
			b.inHeading.add(ids, 1)
			b.inChapter.add(ids, 1)
		}
	}
	b.inSub.close()
	b.exclusions(e, h, s)
}

// namesOf returns title and terms by language, the title first.
func namesOf(e *tariff.Entry) [langCount][]string {
	return [langCount][]string{
		append([]string{e.Title.English}, e.English...),
		append([]string{e.Title.Spanish}, e.Spanish...),
	}
}

// titleIf is the place of a name: the first is the title.
func titleIf(first bool) termPlace {
	if first {
		return termTitle
	}
	return 0
}

func (b *builder) term(name string, owner int32, l lang, place termPlace) []int32 {
	ids := b.read(name, l)
	if len(ids) == 0 {
		return nil
	}
	own := append([]int32(nil), ids...)
	b.wholes.add(b.tokens, int32(len(b.terms)))
	b.terms = append(b.terms, term{owner: uint16(owner), lang: l, place: place})
	b.termText = append(b.termText, name)
	b.termWords = append(b.termWords, own)
	return own
}

func (b *builder) exclusions(e *tariff.Entry, h, s int32) {
	for _, x := range e.Exclusions {
		for l, names := range [langCount][]string{x.English, x.Spanish} {
			for _, name := range names {
				if ids := b.read(name, lang(l)); len(ids) > 0 {
					b.notTerms = append(b.notTerms, exclusion{owner: h, sub: s})
					if len(x.Codes) == 1 {
						b.toward = append(b.toward, pointer{name, lang(l), x.Codes[0]})
					}
					b.notWords = append(b.notWords, append([]int32(nil), ids...))
				}
			}
		}
	}
}

// read returns the distinct words of a phrase in order.
func (b *builder) read(phrase string, l lang) []int32 {
	b.tokens = tokenize(fold(phrase), maxTermTokens, b.tokens[:0])
	b.ids = b.ids[:0]
	b.tokens = joinLetters(b.tokens)
	for _, word := range b.tokens {
		if id := b.words.intern(word.text, l); id != noWord && !contains(b.ids, id) {
			b.ids = append(b.ids, id)
		}
	}
	return b.ids
}

// finish weighs the words and lays the lists out.
func (b *builder) finish() {
	n := b.words.size()
	b.idf = inverseFrequency(n, len(b.subs), &b.inSub, &b.inHeading)
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
	b.index.inSubs = b.documents(n, &b.inSub)
	b.index.inHeadings = b.documents(n, &b.inHeading)
	b.index.inChapters = b.documents(n, &b.inChapter)
	b.inHeads = b.headNouns(n)
	b.subTotal, b.headTotal = totals(n, b.inSubs), totals(n, b.inHeadings)
	b.words.seal()
	b.words.gatherSkeletons(b.subTotal)
}

// headOf returns the head noun of a term: the last word in English, the first in Spanish.
func (b *builder) headOf(term int) int32 {
	ids := b.termWords[term]
	if b.terms[term].lang == langSpanish {
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
func (b *builder) headNouns(n int) lists[posting] {
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

func totals(n int, l lists[posting]) []float32 {
	out := make([]float32, n)
	for w := range out {
		for _, p := range l.of(int32(w)) {
			out[w] += p.weight
		}
	}
	return out
}

// inverseFrequency weighs a word by the share of subheadings that do not use it.
func inverseFrequency(n, subheadings int, subs, headings *tally) []float32 {
	df := make([]int, n)
	for _, w := range subs.words {
		df[w]++
	}
	for _, w := range headings.words {
		df[w] = max(df[w], 1)
	}
	idf := make([]float32, n)
	for w, d := range df {
		idf[w] = float32(math.Log(1 + float64(subheadings)/(float64(d)+0.5)))
	}
	return idf
}

// documents turns word counts into BM25 weights (k1 1.2, b 0.5) by word.
func (b *builder) documents(n int, t *tally) lists[posting] {
	const k1, lengthShare = 1.2, 0.5
	mean := 0.0
	for _, l := range t.lengths {
		mean += l / float64(len(t.lengths))
	}
	for i := range t.docs {
		p := &t.docs[i]
		tf := float64(p.weight)
		weight := tf * (k1 + 1) / (tf + k1*(1-lengthShare+lengthShare*t.lengths[p.doc]/mean))
		p.weight = float32(weight) * b.idf[t.words[i]]
	}
	return gather(n, t.words, t.docs)
}
