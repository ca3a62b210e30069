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
	head, best, named := -1, float32(0), false
	for i := range d.Mentions {
		m := &d.Mentions[i]
		if named && (m.Break && !(m.Comma && d.Prose) || m.Role != text.RoleName || m.Number) {
			break
		}
		if m.Number || m.Role != text.RoleName || x.Words.Stopword(m.Text, l) {
			continue
		}
		named = true
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
	if head >= 0 {
		d.Mentions[head].Head = true
	}
}

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
