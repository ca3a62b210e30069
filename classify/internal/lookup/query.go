package lookup

import (
	"cmp"

	"tariffdesk/classify/internal/text"
)

// compare orders the words of a query for the search: rare places first, so that they open terms before the
// common ones fill them, and the words of a place together.
func (w *Word) compare(v *Word) int {
	return cmp.Or(cmp.Compare(v.rarity, w.rarity), cmp.Compare(w.slot, v.slot))
}

// Word is one word of the index asked for, with the weight of its best mention.
type Word struct {
	ID     int32
	weight float32
	Mass   float32 // weight times rarity
	head   bool
	name   bool // stands where the goods are named
	Main   bool // counts towards what the description says in all: one word a place
	Echo   bool // renders the word that stands there
	alone  bool // no other word shares its place
	slot   int32
	rarity float32 // of the rarest word in its place
	Text   string
}

// Query is a description in the words of the index.
type Query struct {
	Words    []Word
	Mass     float32  // of the main words
	Known    int      // mentions the index knows
	Guessed  int      // … and of them those it took for a kin or read as an abbreviation
	Unknown  []string // words of the name the index does not know
	language text.Lang
	Whole    []int32 // terms that the description is word for word
	Complete bool    // … without components that it names besides: no part of anything
	Apart    []int32 // … but for what its goods are made of, which stands in between

	places     int32         // given out so far
	slots      []int32       // by mention: the place of its own word, 0 where the index does not know it
	renderings [][]rendering // by mention
	spans      []int         // by mention: how many mentions its renderings stand for
}

// place returns the number of a new place in the description. All words in a place count once.
func (q *Query) place() int32 {
	q.places++
	return q.places
}

// add asks for a word in a place of its own and returns the place.
func (q *Query) add(id int32, weight float32, m *text.Mention) int32 {
	for i := range q.Words {
		w := &q.Words[i]
		if w.ID == id {
			w.weight = max(w.weight, weight)
			w.head = w.head || m.Head
			w.Main = true
			w.name = w.name || m.Role == text.RoleName
			return w.slot
		}
	}
	slot := q.place()
	q.Words = append(q.Words, Word{ID: id, weight: weight, head: m.Head, Main: true, name: m.Role == text.RoleName, Text: m.Text, slot: slot})
	return slot
}

// echo asks for another word in a place, unless the word is asked for already.
func (q *Query) echo(id int32, weight float32, m *text.Mention, slot int32, main bool) {
	for i := range q.Words {
		if w := &q.Words[i]; w.ID == id {
			w.weight = max(w.weight, weight)
			w.Echo = true
			return
		}
	}
	q.Words = append(q.Words, Word{ID: id, weight: weight, head: m.Head, Main: main, Echo: true, name: m.Role == text.RoleName, Text: m.Text, slot: slot})
}

// Understands reports whether the search knows a mention: the index or the lexicon has it, or it was taken for a known
// word.
func (x *Index) Understands(q *Query, d *text.Description, i int) bool {
	m := &d.Mentions[i]
	for l := range m.IDs {
		if m.IDs[l] != text.NoWord && !x.Words.Stopword(m.Text, text.Lang(l)) {
			return true
		}
	}
	return len(q.renderings[i]) > 0 || !text.HasDigit(m.Text) && q.guess(m.Text)
}

// guess reports whether the search took an unknown word for a known one: a compound or a kin.
func (q *Query) guess(text string) bool {
	for i := range q.Words {
		if q.Words[i].Text == text {
			return true
		}
	}
	return false
}
