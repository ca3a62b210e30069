package classify

import (
	"math"

	"tariffdesk/tariff"
)

// maxTermTokens bounds a term of the knowledge base; longer ones are cut.
const maxTermTokens = 12

// term is one name of goods as a small document of its own.
type term struct {
	owner int32   // subheading, or heading with ownerHeading set
	total float32 // sum of its words' weights
	head  int32   // its head noun: the last word in English, the first in Spanish
	size  uint8   // number of words
	lang  lang
	title bool
	top   bool // belongs to the heading as a whole
}

// posting is one word's presence in a larger document, with its BM25 weight.
type posting struct {
	doc    int32
	weight float32
}

// index is the tariff turned searchable. Documents are numbered in order of code.
type index struct {
	words      *lexicon
	idf        []float32
	subs       []*tariff.Entry
	headings   []*tariff.Entry
	chapters   []*tariff.Entry
	headingOf  []int32 // by subheading
	chapterOf  []int32 // by heading
	firstSub   []int32 // by heading: its subheadings are firstSub[h] … firstSub[h+1]-1
	subAt      map[string]int32
	headingAt  map[string]int32
	terms      []term
	termText   []string
	inTerms    lists[int32]   // word -> terms
	inSubs     lists[posting] // word -> subheadings
	inHeadings lists[posting]
	inChapters lists[posting]
	inHeads    lists[posting] // head noun -> subheadings, with their share of the terms it heads
	headness   []float32      // by word: share of its terms it heads
	subTotal   []float32      // by word: sum of its weights over all subheadings
	headTotal  []float32      // by word: sum of its weights over all headings
	notTerms   []exclusion
	inNot      lists[int32] // word -> exclusions
	breadth    []float32    // by subheading: logarithm of its number of terms
	facet      *facetIndex
}

// lists holds one list a word in a single array.
type lists[T any] struct {
	start []int32
	items []T
}

func (l lists[T]) of(word int32) []T { return l.items[l.start[word]:l.start[word+1]] }

// gather sorts pairs (word, item) into lists, keeping the order of items.
func gather[T any](words int, at []int32, items []T) lists[T] {
	out := lists[T]{start: make([]int32, words+1), items: make([]T, len(items))}
	for _, w := range at {
		out.start[w+1]++
	}
	for w := range words {
		out.start[w+1] += out.start[w]
	}
	next := append([]int32(nil), out.start[:words]...)
	for i, w := range at {
		out.items[next[w]] = items[i]
		next[w]++
	}
	return out
}

// exclusion is a phrase that names goods belonging elsewhere.
type exclusion struct {
	owner  int32 // heading it speaks against
	sub    int32 // or the single subheading, noWord for the heading
	total  float32
	size   uint8
	toward []string
}

// buildIndex numbers the tariff and indexes every term, title and exclusion of both languages.
func buildIndex(k *tariff.Knowledge) *index {
	x := &index{words: newLexicon(), subAt: map[string]int32{}, headingAt: map[string]int32{}}
	b := &builder{index: x}
	for _, c := range k.Chapters() {
		b.chapter(c)
	}
	x.firstSub = append(x.firstSub, int32(len(x.subs)))
	x.facet = b.facets(k.Vocabulary())
	b.finish()
	x.facet.profile(x)
	return x
}

// builder gathers words and their places while the knowledge is walked once.
type builder struct {
	*index
	tokens    []token
	termAt    []int32
	termItems []int32
	notAt     []int32
	notItems  []int32
	ids       []int32
	termWords [][]int32
	notWords  [][]int32
	inSub     tally
	inHeading tally
	inChapter tally
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
			ids := b.term(name, term{owner: h, lang: lang(l), top: true, title: i == 0})
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
	b.subs = append(b.subs, e)
	b.subAt[e.Code] = s
	b.headingOf = append(b.headingOf, h)
	b.breadth = append(b.breadth, float32(math.Log(float64(1+len(e.English)+len(e.Spanish)))))
	for l, names := range namesOf(e) {
		for i, name := range names {
			ids := b.term(name, term{owner: s, lang: lang(l), title: i == 0})
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

func (b *builder) term(name string, t term) []int32 {
	ids := b.read(name, t.lang)
	if len(ids) == 0 {
		return nil
	}
	t.head = ids[len(ids)-1]
	if t.lang == langSpanish {
		t.head = ids[0]
	}
	t.size = uint8(len(ids))
	own := append([]int32(nil), ids...)
	b.terms = append(b.terms, t)
	b.termText = append(b.termText, name)
	b.termWords = append(b.termWords, own)
	return own
}

func (b *builder) exclusions(e *tariff.Entry, h, s int32) {
	for _, x := range e.Exclusions {
		for l, names := range [langCount][]string{x.English, x.Spanish} {
			for _, name := range names {
				if ids := b.read(name, lang(l)); len(ids) > 0 {
					b.notTerms = append(b.notTerms, exclusion{owner: h, sub: s, size: uint8(len(ids)), toward: x.Codes})
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
	for _, word := range joinLetters(b.tokens) {
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
			b.termAt = append(b.termAt, id)
			b.termItems = append(b.termItems, int32(i))
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
}

// headNouns counts for every head noun which subheadings' terms it heads.
func (b *builder) headNouns(n int) lists[posting] {
	var at []int32
	var items []posting
	count, uses := make([]float32, n), make([]float32, n)
	for i := range b.terms {
		t := &b.terms[i]
		if t.title {
			continue
		}
		for _, id := range b.termWords[i] {
			uses[id]++
		}
		count[t.head]++
		if t.top {
			continue
		}
		if last := len(items) - 1; last >= 0 && at[last] == t.head && items[last].doc == t.owner {
			items[last].weight++
			continue
		}
		at = append(at, t.head)
		items = append(items, posting{doc: t.owner, weight: 1})
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

func contains(ids []int32, id int32) bool {
	for _, x := range ids {
		if x == id {
			return true
		}
	}
	return false
}

// joinLetters glues a single letter to the word a hyphen or space ties it to: t-shirt, x ray, o-ring.
// It works in place.
func joinLetters(tokens []token) []token {
	out := tokens[:0]
	for i := 0; i < len(tokens); i++ {
		t := tokens[i]
		if i+1 < len(tokens) && len(t.text) == 1 && !t.number {
			next := &tokens[i+1]
			if next.hyphen && !next.number || letterCompound[t.text+" "+next.text] {
				t.text += next.text
				i++
			}
		}
		out = append(out, t)
	}
	return out
}

// letterCompound lists words commonly written with a space after a single letter.
var letterCompound = map[string]bool{
	"t shirt": true, "t shirts": true, "x ray": true, "x rays": true, "o ring": true, "o rings": true, "v belt": true, "v belts": true,
	"u bolt": true, "u bolts": true, "e bike": true, "e bikes": true, "e cigarette": true, "e cigarettes": true, "g string": true, "e scooter": true, "c clamp": true, "g clamp": true,
}
