package classify

import "tariffdesk/tariff"

// maxTermTokens bounds a term of the knowledge base; longer ones are cut.
const maxTermTokens = 12

// term is one name of goods as a small document of its own. Thousands of them are read a search: it fits eight bytes.
type term struct {
	total float32 // sum of its words' weights
	owner uint16  // subheading, or heading where top is set
	lang  lang
	place termPlace
}

// termPlace says where a term stands.
type termPlace uint8

const (
	termTitle termPlace = 1 << iota
	termTop             // belongs to the heading as a whole
)

func (t *term) title() bool { return t.place&termTitle != 0 }
func (t *term) top() bool   { return t.place&termTop != 0 }

// termPosting is one word's presence in a term. It holds a copy of the term, so that a list is read from end to end
// without a look elsewhere.
type termPosting struct {
	at int32 // twice the number of the term, plus headBit where the word is its head noun
	of term
}

// headBit marks a termPosting whose word is the term's head noun.
const headBit = 1

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
	numbers    []codeNumber // by subheading: its code
	headings   []*tariff.Entry
	chapters   []*tariff.Entry
	headingOf  []int32 // by subheading
	chapterOf  []int32 // by heading
	firstSub   []int32 // by heading: its subheadings are firstSub[h] … firstSub[h+1]-1
	subAt      map[string]int32
	headingAt  map[string]int32
	terms      []term
	termText   []string
	inTerms    lists[termPosting] // word -> terms
	inSubs     lists[posting]     // word -> subheadings
	inHeadings lists[posting]
	inChapters lists[posting]
	inHeads    lists[posting] // head noun -> subheadings, with their share of the terms it heads
	headness   []float32      // by word: share of its terms it heads
	subTotal   []float32      // by word: sum of its weights over all subheadings
	headTotal  []float32      // by word: sum of its weights over all headings
	notTerms   []exclusion
	inNot      lists[int32] // word -> exclusions
	breadth    []float32    // by subheading: logarithm of its number of terms
	traits     []subTraits  // by subheading
	facet      *facetIndex
	bilingual  bilingual
	wholes     wholes
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
	owner int32 // heading it speaks against
	sub   int32 // or the single subheading, noWord for the heading
	total float32
}

// buildIndex numbers the tariff and indexes every term, title and exclusion of both languages.
func buildIndex(k *tariff.Knowledge) *index {
	x := &index{words: newLexicon(), subAt: map[string]int32{}, headingAt: map[string]int32{}}
	b := &builder{index: x}
	for _, c := range k.Chapters() {
		b.chapter(c)
	}
	x.firstSub = append(x.firstSub, int32(len(x.subs)))
	b.followPointers()
	x.facet = b.facets(k.Vocabulary())
	b.finish()
	x.facet.listOpenings(x.words.size())
	x.learn(k.Lexicon())
	x.facet.profile(x)
	for sub := range x.subs {
		x.traits = append(x.traits, x.traitsOf(int32(sub)))
	}
	return x
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
		if t.text == "man" && i+1 < len(tokens) && tokens[i+1].text == "made" { // not what men wear
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
