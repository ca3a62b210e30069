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
