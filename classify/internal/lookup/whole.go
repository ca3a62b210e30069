package lookup

import (
	"hash/fnv"
	"slices"
	"strings"

	"tariffdesk/classify/internal/text"
)

// wholes finds names word for word. The index knows words by their stems, and stems of different words fall together
// (zapatos are no zapatas); a name that is the whole of a description is looked up as it stands.
type wholes struct {
	words *text.Lexicon
	first hashed  // by hash of the name: its last term
	next  []int32 // by term: the one before it of the same name, NoWord where there is none
	bags  hashed  // by hash of the words in any order: a term, NoWord where different names have these words
}

// findBag returns the terms of the one name that has these words in another order.
func (w *wholes) findBag(bag uint64) []int32 {
	term, ok := w.bags.find(bag)
	if !ok {
		return nil
	}
	return w.chain(term)
}

// chain lists the terms of a name, the last first.
func (w *wholes) chain(term int32) (out []int32) {
	for ; term != text.NoWord && len(out) < maxWholes; term = w.next[term] {
		out = append(out, term)
	}
	return out
}

// leastBag is the number of words from which their order is free. Of two nouns it is not: milk chocolate is no chocolate
// milk. What was done to goods, or what they are of, may stand on either side of them, though.
const leastBag = 3

// bagOf returns a number that is the same for the same words in any order, small words and number left out of account, how
// many words there are, and whether their order is free.
func (x *Index) bagOf(tokens []text.Token, l text.Lang) (bag uint64, words int, free bool) {
	materials := 0
	for _, t := range tokens {
		if x.Words.Stopword(t.Text, l) {
			continue
		}
		h := fnv.New64a()
		_, _ = h.Write([]byte(withoutS(x.Words.Noun(t.Text)))) // a hash takes everything
		bag += h.Sum64()
		words++
		if len(x.participles) == 0 {
			continue // while the names are gathered
		}
		if id := x.Words.LookupIn(t.Text, l); id != text.NoWord {
			free = free || x.participles[id]
			if x.materials[id] {
				materials++
			}
		}
	}
	free = free || materials > 0 && materials < words
	return bag, words, words >= leastBag || words > 1 && free
}

// find returns the terms that tokens are, in the singular or the plural.
func (w *wholes) find(tokens []text.Token) []int32 {
	for _, form := range wordForms {
		if term, ok := w.first.find(nameHash(tokens, form, w.words)); ok {
			return w.chain(term)
		}
	}
	return nil
}

// findForms returns the terms that tokens are in the singular and in the plural: "olla" and "ollas" are one name. A single word may mean other goods in
// the other number, as "audífonos" does: of those the headings count that go by the word as it is written.
func findForms(x *Index, tokens []text.Token) (found []int32) {
	var written []int32
	for _, form := range wordForms {
		term, ok := x.wholes.first.find(nameHash(tokens, form, x.wholes.words))
		if !ok {
			continue
		}
		for _, term := range x.wholes.chain(term) {
			if len(written) > 0 && len(tokens) == 1 && !sharesHeading(x, written, term) {
				continue
			}
			if len(found) < maxWholes && !slices.Contains(found, term) {
				found = append(found, term)
			}
		}
		if len(written) == 0 {
			written = slices.Clone(found)
		}
	}
	return found
}

// sharesHeading reports whether a term is of the heading of one of names.
func sharesHeading(x *Index, names []int32, term int32) bool {
	return slices.ContainsFunc(names, func(name int32) bool { return x.HeadingOfTerm(name) == x.HeadingOfTerm(term) })
}

// maxWholes bounds the terms of one name.
const maxWholes = 64

// nameHash is the same for the same words in the same order, hyphens left out of account.
func nameHash(tokens []text.Token, form wordForm, words *text.Lexicon) uint64 {
	h := fnv.New64a()
	for i := range tokens {
		word := words.Noun(tokens[i].Text)
		if i == 0 && form.first || i == len(tokens)-1 && form.last || form.all {
			word = form.change(word)
		}
		_, _ = h.Write([]byte(word)) // a hash takes everything
		_, _ = h.Write([]byte{' '})
	}
	return h.Sum64()
}

// wordForm changes the number of the words of a name: of the first, the head in Spanish, of the last, the head in
// English, or of all.
type wordForm struct {
	change           func(string) string
	first, last, all bool
}

var asWritten = wordForm{}

// wordForms are tried in turn.
var wordForms = []wordForm{
	asWritten,
	{change: withoutS, last: true}, {change: withoutEs, last: true},
	{change: withoutS, first: true}, {change: withoutEs, first: true},
	{change: withoutS, all: true}, {change: withoutEs, all: true},
	{change: withS, last: true}, {change: withEs, last: true},
	{change: withS, first: true}, {change: withEs, first: true},
	{change: withS, all: true},
}

func withoutS(word string) string {
	if len(word) > 3 && !strings.HasSuffix(word, "ss") {
		return strings.TrimSuffix(word, "s")
	}
	return word
}

func withoutEs(word string) string {
	if len(word) <= 4 {
		return word
	}
	if stem, ok := strings.CutSuffix(word, "ies"); ok {
		return stem + "y"
	}
	if stem, ok := strings.CutSuffix(word, "ces"); ok { // luces, luz
		return stem + "z"
	}
	return strings.TrimSuffix(word, "es")
}

func withS(word string) string { return word + "s" }

func withEs(word string) string { return word + "es" }

// askWhole looks the description up: as it is written, and without what the goods carry. Where a name is written with the
// very accents, it is that name and no other: a cuna is no cuña.
func (x *Index) askWhole(q *Query, d *text.Description) {
	if d.Listing {
		return
	}
	if n := len(d.Parsed); n > 0 && n <= text.MaxTermTokens { // promotion words may be part of a name: hot-water bags
		q.Whole = findForms(x, d.Parsed)
	}
	if len(q.Whole) == 0 {
		q.Whole = x.named(q, d.Written)
	}
	if len(q.Whole) == 0 {
		q.Whole = x.named(q, d.Bare)
		if len(q.Whole) == 0 && len(d.Plain) < len(d.Bare) && !d.States(text.RoleWith) { // of a "silver spoon with case" silver tells
			q.Whole = x.named(q, d.Plain)
		}
		q.Complete = len(q.Whole) > 0 && d.States(text.RoleWith)
	}
	q.Whole = translator{x}.add(q, d, asAccented(x, q.Whole, d))
}

// asAccented leaves the names that a description is with its very accents, in the singular or the plural, where it is any: a cuna is no cuña.
func asAccented(x *Index, names []int32, d *text.Description) []int32 {
	same := func(term int32) bool { return sameButNumber(x.termText[term], d.Accented) }
	if slices.ContainsFunc(names, same) {
		return slices.DeleteFunc(names, func(term int32) bool { return !same(term) })
	}
	return names
}

// sameButNumber reports whether two names are one, word by word, but for the number of a word, with which an accent may go: botón, botones.
func sameButNumber(a, b string) bool {
	if strings.EqualFold(a, b) || strings.EqualFold(withoutS(a), withoutS(b)) {
		return true
	}
	as, bs := strings.Fields(strings.ToLower(a)), strings.Fields(strings.ToLower(b))
	return slices.EqualFunc(as, bs, func(a, b string) bool {
		return a == b || len(a) != len(b) && sameNumberless(stressless.Replace(a), stressless.Replace(b))
	})
}

// stressless takes the accents that tell where a word is stressed.
var stressless = strings.NewReplacer("á", "a", "é", "e", "í", "i", "ó", "o", "ú", "u")

// IsName reports whether words are a name of goods.
func (x *Index) IsName(words string) bool {
	return len(x.wholes.find(text.Tokenize(text.Fold(words), text.MaxTermTokens, make([]text.Token, 0, text.MaxTermTokens)))) > 0
}

// HeadingsOf returns the headings of which words are a name.
func HeadingsOf(x *Index, words string) (headings []int32) {
	for _, term := range findForms(x, text.Tokenize(text.Fold(words), text.MaxTermTokens, make([]text.Token, 0, text.MaxTermTokens))) {
		if h := x.HeadingOfTerm(term); !slices.Contains(headings, h) {
			headings = append(headings, h)
		}
	}
	return headings
}

// named returns the terms that words are in their own order, else those they are in another one.
func (x *Index) named(q *Query, words []text.Token) []int32 {
	if len(words) == 0 {
		return nil
	}
	if found := findForms(x, words); len(found) > 0 {
		return found
	}
	if !text.Reorderable(words) || slices.ContainsFunc(words, func(w text.Token) bool { return w.Denied }) { // "pollo no congelado" is no frozen one
		return nil
	}
	if bag, _, free := x.bagOf(words, q.language); free {
		return x.wholes.findBag(bag)
	}
	return nil
}

// wholeNames marks what goes by the name that was asked for.
func (s *Search) wholeNames(q *Query) {
	for _, i := range q.Whole {
		t := &s.x.terms[i]
		if t.top() {
			s.Headings[t.owner].Whole = 1
			continue
		}
		s.Touch(int32(t.owner))
		s.Subs[t.owner].Whole = 1
		h := &s.Headings[s.x.HeadingOf[t.owner]]
		h.Whole = max(h.Whole, wholeBelow)
	}
	for _, i := range q.Apart {
		owner := s.x.terms[i].owner
		s.Touch(int32(owner))
		s.Subs[owner].Whole = max(s.Subs[owner].Whole, wholeApart)
		h := &s.Headings[s.x.HeadingOf[owner]]
		h.Whole = max(h.Whole, wholeBelow)
	}
}

// maxFormWords is the length of a description up to which the forms of its words are compared.
const maxFormWords = 4

// OffForm is the share of a short description's words that a term has by their stem alone, as "zapata" has zapatos:
// nothing else there tells two words of one stem apart. It is 0 for a longer description.
func (x *Index) OffForm(d *text.Description, term int32) float32 {
	if n := len(d.Written); n == 0 || n > maxFormWords || d.Listing {
		return 0
	}
	tokens := x.Words.JoinLetters(text.Tokenize(text.Fold(x.termText[term]), text.MaxTermTokens, make([]text.Token, 0, text.MaxTermTokens)))
	off, words := 0, 0
	for _, w := range d.Written {
		if w.Number || x.Words.Stopword(w.Text, text.English) || x.Words.Stopword(w.Text, text.Spanish) {
			continue
		}
		words++
		ids, same, alike := x.Words.Lookup(w.Text), false, false
		for _, t := range tokens {
			if sameNumberless(t.Text, w.Text) {
				same = true
				break
			}
			other := x.Words.Lookup(t.Text)
			for l := range ids {
				alike = alike || ids[l] != text.NoWord && ids[l] == other[l]
			}
		}
		if alike && !same {
			off++
		}
	}
	if words == 0 {
		return 0
	}
	return float32(off) / float32(words)
}

// sameNumberless reports whether two words are one but for the plural.
func sameNumberless(a, b string) bool {
	return a == b || withoutS(a) == withoutS(b) || withoutEs(a) == b || withoutEs(b) == a
}

// wholeApart is the score of a subheading for a name with other words in between.
const wholeApart = 1

// wholeBelow is the score of a heading for a name of one of its subheadings.
const wholeBelow = 0.3
