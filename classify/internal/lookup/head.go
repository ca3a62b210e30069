package lookup

import "tariffdesk/classify/internal/text"

// headLike is the share of its terms a word must head to be taken for a head noun at once.
const headLike = 0.3

// markHead finds the head noun of the first noun phrase: in English the last word that terms are headed
// by ("syringe disposable plastic" is a syringe), in Spanish the first.
func (x *Index) markHead(q *Query, d *text.Description) {
	l := q.language
	if d.Listing {
		return // a listing's title is a bag of words
	}
	head, best, named, last := -1, float32(0), false, -1
	for i := range d.Mentions {
		m := &d.Mentions[i]
		if named && (m.Break && !(m.Comma && d.Prose) || m.Role != text.RoleName || m.Number) {
			break
		}
		if m.Number || m.Role != text.RoleName || x.Words.Stopword(m.Text, l) {
			continue
		}
		named, last = true, i
		likely, ok := x.heads(q, m, i)
		if !ok {
			continue
		}
		if x.Words.Serves(m.Text) { // a "picture frame hook" is a hook
			likely = headLike
		}
		if likely > best || likely == best && l == text.English {
			head, best = i, likely
		}
	}
	if l == text.English && head >= 0 && head != last && x.endsInName(d.Mentions[:last+1]) {
		head = last
	}
	if head >= 0 {
		d.Mentions[head].Head = true
	}
}

// endsInName reports whether a phrase is a material and a name of goods: a "steel shot glass" is a glass, though shot heads more names.
func (x *Index) endsInName(mentions []text.Mention) bool {
	words := make([]text.Token, 0, text.MaxTermTokens)
	for i, m := range mentions {
		if id := m.IDs[text.English]; len(words) == 0 && id != text.NoWord && x.materials[id] && i < len(mentions)-1 {
			continue
		}
		if words = append(words, m.Token); len(words) > namedWords {
			return false
		}
	}
	return len(words) > 1 && len(words) < len(mentions) && len(x.wholes.find(words)) > 0
}

// namedWords bounds the words of a name behind a material.
const namedWords = 3

// heads returns how likely mention i is a head noun, by the word itself or by its renderings.
func (x *Index) heads(q *Query, m *text.Mention, i int) (likely float32, ok bool) {
	if id := m.IDs[q.language]; id != text.NoWord {
		return min(x.headness[id], headLike), true
	}
	for _, r := range q.renderings[i] {
		for _, id := range r.words {
			likely, ok = max(likely, min(x.headness[id], headLike)), true
		}
	}
	return likely, ok
}

// NamedHead returns the mention of the head noun where it stands as its language puts it, last in English and first in Spanish, and is by
// itself a name of goods; -1 where there is none.
func (x *Index) NamedHead(d *text.Description) int {
	at := -1
	for i := range d.Mentions {
		m := &d.Mentions[i]
		if at >= 0 && (m.Break || m.Role != text.RoleName) {
			break
		}
		if m.Role != text.RoleName || m.Number || x.Words.Stopword(m.Text, d.Language) {
			continue
		}
		if at < 0 || d.Language == text.English {
			at = i
		}
	}
	if at >= 0 && d.Mentions[at].Head && len(x.wholes.find([]text.Token{d.Mentions[at].Token})) > 0 {
		return at
	}
	return -1
}

// DoneFirst reports whether a description begins with what was done to the goods and goes on with their name.
func (x *Index) DoneFirst(d *text.Description) bool {
	if len(d.Mentions) < 2 {
		return false
	}
	done, goods := &d.Mentions[0], &d.Mentions[1]
	is := func(m *text.Mention) bool { return x.participles[m.IDs[d.Language]] }
	return is(done) && !done.Negated && goods.Role == text.RoleName && !goods.Break && !goods.Number && goods.IDs[d.Language] != text.NoWord && !is(goods)
}

// HeadShare returns what part of the names of a heading that a noun heads are of one of its subheadings; 1 where it heads none.
func (x *Index) HeadShare(word string, l text.Lang, sub int32) float32 {
	id := x.Words.LookupIn(word, l)
	if id == text.NoWord {
		return 1
	}
	own, all := float32(0), float32(0)
	for _, p := range x.inHeads.of(id) {
		if x.HeadingOf[p.doc] != x.HeadingOf[sub] {
			continue
		}
		if all += p.weight; p.doc == sub {
			own += p.weight
		}
	}
	if all == 0 {
		return 1
	}
	return own / all
}

// HeadsAny reports whether a word heads a name of a subheading's goods or of its heading's.
func HeadsAny(x *Index, word string, l text.Lang, sub int32) bool {
	id := x.Words.LookupIn(word, l)
	if id == text.NoWord {
		return false
	}
	for _, p := range x.inHeads.of(id) {
		if x.HeadingOf[p.doc] == x.HeadingOf[sub] {
			return true
		}
	}
	return false
}

// InNames reports whether names of a subheading's own goods hold a word, not only those of its heading's.
func InNames(x *Index, word, sub int32) bool { return holds(x.inSubs.of(word), sub) }
