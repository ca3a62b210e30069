package lookup

import (
	"slices"

	"tariffdesk/classify/internal/code"
	"tariffdesk/classify/internal/text"
)

// term is one name of goods as a small document of its own. Thousands of them are read a search: it fits eight bytes.
type term struct {
	total float32 // sum of its words' weights
	owner uint16  // subheading, or heading where top is set
	lang  text.Lang
	place termPlace
}

// termPlace says where a term stands.
type termPlace uint8

const (
	termTitle termPlace = 1 << iota
	termTop             // belongs to the heading as a whole
)

func (t *term) title() bool { return t.place&termTitle != 0 }

func (t *term) top() bool { return t.place&termTop != 0 }

// termPosting is one word's presence in a term. It holds a copy of the term, so that a list is read from end to end
// without a look elsewhere.
type termPosting struct {
	at int32 // twice the number of the term, plus headBit where the word is its head noun
	of term
}

// headBit marks a termPosting whose word is the term's head noun.
const headBit = 1

// Index is the tariff turned searchable.
type Index struct {
	*code.Tree
	Words       *text.Lexicon
	idf         []float32
	terms       []term
	termText    []string
	inTerms     lists[termPosting] // word -> terms
	inSubs      lists[posting]     // word -> subheadings
	inHeadings  lists[posting]
	inChapters  lists[posting]
	inHeads     lists[posting] // head noun -> subheadings, with their share of the terms it heads
	headness    []float32      // by word: share of its terms it heads
	participles map[int32]bool // words for what is done to goods
	materials   map[int32]bool // … and for what they are of
	subTotal    []float32      // by word: sum of its weights over all subheadings
	headTotal   []float32      // by word: sum of its weights over all headings
	notTerms    []exclusion
	inNot       lists[int32] // word -> exclusions
	Breadth     []float32    // by subheading: logarithm of its number of terms
	bilingual   bilingual
	wholes      wholes
}

// Name is one name of goods.
type Name struct {
	Text  string
	Lang  text.Lang
	Title bool  // a title of the tariff, not a word of trade
	Sub   int32 // the subheading that goes by it, -1 where a heading does as a whole
}

// Names returns how many there are.
func (x *Index) Names() int { return len(x.terms) }

// Name returns name number n.
func (x *Index) Name(n int32) Name {
	t := &x.terms[n]
	name := Name{Text: x.termText[n], Lang: t.lang, Title: t.title(), Sub: int32(t.owner)}
	if t.top() {
		name.Sub = text.NoWord
	}
	return name
}

// Owners returns how many headings and subheadings go by names: one that goes by several counts once.
func (x *Index) Owners(names []int32) (n int) {
	for i, a := range names {
		same := func(b int32) bool {
			return x.terms[a].owner == x.terms[b].owner && x.terms[a].top() == x.terms[b].top()
		}
		if !slices.ContainsFunc(names[:i], same) {
			n++
		}
	}
	return n
}

// Uses reports whether a subheading or its heading is known by a word.
func (x *Index) Uses(word, sub int32) bool {
	return holds(x.inSubs.of(word), sub) || holds(x.inHeadings.of(word), x.HeadingOf[sub])
}

// exclusion is a phrase that names goods belonging elsewhere.
type exclusion struct {
	owner int32 // heading it speaks against
	sub   int32 // or the single subheading, NoWord for the heading
	total float32
}
