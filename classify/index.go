package classify

import (
	"math"
	"sort"

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
	subCount  []map[int32]float32
	headCount []map[int32]float32
	chapCount []map[int32]float32
}

func (b *builder) chapter(c *tariff.Entry) {
	n := int32(len(b.chapters))
	b.chapters = append(b.chapters, c)
	b.chapCount = append(b.chapCount, map[int32]float32{})
	for l, names := range namesOf(c) {
		for _, name := range names {
			add(b.chapCount[n], b.read(name, lang(l)), 2)
		}
	}
	for _, h := range c.Children {
		b.heading(h, n)
	}
}

func (b *builder) heading(e *tariff.Entry, chapter int32) {
	h := int32(len(b.headings))
	b.headings = append(b.headings, e)
	b.headingAt[e.Code] = h
	b.chapterOf = append(b.chapterOf, chapter)
	b.firstSub = append(b.firstSub, int32(len(b.subs)))
	b.headCount = append(b.headCount, map[int32]float32{})
	for l, names := range namesOf(e) {
		for i, name := range names {
			ids := b.term(name, term{owner: h, lang: lang(l), top: true, title: i == 0})
			add(b.headCount[h], ids, 1.5)
			add(b.chapCount[chapter], ids, 1)
		}
	}
	b.exclusions(e, h, noWord)
	for _, s := range e.Children {
		b.subheading(s, h, chapter)
	}
}

func (b *builder) subheading(e *tariff.Entry, h, chapter int32) {
	s := int32(len(b.subs))
	b.subs = append(b.subs, e)
	b.subAt[e.Code] = s
	b.headingOf = append(b.headingOf, h)
	b.subCount = append(b.subCount, map[int32]float32{})
	b.breadth = append(b.breadth, float32(math.Log(float64(1+len(e.English)+len(e.Spanish)))))
	for l, names := range namesOf(e) {
		for i, name := range names {
			ids := b.term(name, term{owner: s, lang: lang(l), title: i == 0})
			add(b.subCount[s], ids, 1)
			add(b.headCount[h], ids, 1)
			add(b.chapCount[chapter], ids, 1)
		}
	}
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
	b.idf = inverseFrequency(n, b.subCount, b.headCount)
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
	b.inSubs = b.documents(n, b.subCount)
	b.inHeadings = b.documents(n, b.headCount)
	b.inChapters = b.documents(n, b.chapCount)
	b.inHeads = b.headNouns(n)
	b.subTotal, b.headTotal = totals(n, b.inSubs), totals(n, b.inHeadings)
	b.words.seal()
}

// headNouns counts for every head noun which subheadings' terms it heads.
func (b *builder) headNouns(n int) lists[posting] {
	var at []int32
	var items []posting
	count := make([]float32, n)
	for i := range b.terms {
		t := &b.terms[i]
		if t.top || t.title {
			continue
		}
		count[t.head]++
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
func inverseFrequency(n int, subs, headings []map[int32]float32) []float32 {
	df := make([]int, n)
	for _, m := range subs {
		for w := range m {
			df[w]++
		}
	}
	for _, m := range headings {
		for w := range m {
			if df[w] == 0 {
				df[w]++
			}
		}
	}
	idf := make([]float32, n)
	for w, d := range df {
		idf[w] = float32(math.Log(1 + float64(len(subs))/(float64(d)+0.5)))
	}
	return idf
}

// documents turns word counts into BM25 weights (k1 1.2, b 0.5) by word.
func (b *builder) documents(n int, counts []map[int32]float32) lists[posting] {
	const k1, lengthShare = 1.2, 0.5
	var at []int32
	var items []posting
	lengths, mean := make([]float64, len(counts)), 0.0
	for d, m := range counts {
		for _, c := range m {
			lengths[d] += float64(c)
		}
		mean += lengths[d] / float64(len(counts))
	}
	for d, m := range counts {
		ids := make([]int32, 0, len(m))
		for w := range m {
			ids = append(ids, w)
		}
		sort.Slice(ids, func(i, j int) bool { return ids[i] < ids[j] })
		for _, w := range ids {
			tf := float64(m[w])
			weight := tf * (k1 + 1) / (tf + k1*(1-lengthShare+lengthShare*lengths[d]/mean))
			at = append(at, w)
			items = append(items, posting{doc: int32(d), weight: float32(weight) * b.idf[w]})
		}
	}
	return gather(n, at, items)
}

func add(counts map[int32]float32, ids []int32, weight float32) {
	for _, id := range ids {
		counts[id] += weight
	}
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
func joinLetters(tokens []token) []token {
	out := tokens[:0:0]
	for i := 0; i < len(tokens); i++ {
		t := tokens[i]
		if i+1 < len(tokens) && len(t.text) == 1 && !t.number && tokens[i+1].hyphen && !tokens[i+1].number {
			t.text += tokens[i+1].text
			i++
		} else if i+1 < len(tokens) && letterCompound[t.text+" "+tokens[i+1].text] {
			t.text += tokens[i+1].text
			i++
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
