package facet

import (
	"slices"

	"tariffdesk/classify/internal/text"
)

// Exclusive reports whether goods have one value of this one's facet: "actually linen" takes cotton back, while fish may be
// frozen and in fillets.
func (f *Index) Exclusive(value int32) bool {
	v := &f.Values[value]
	return v.Facet == "state" || exclusive[v.Facet]
}

// Alternatives reports whether goods are of one or the other of two values of a facet: fresh or frozen, while frozen goods may be fillets. All
// but states are; of states those between which some heading splits.
func (f *Index) Alternatives(a, b int32) bool {
	if f.Values[a].Facet != "state" {
		return true
	}
	for h := range f.Facets {
		for i := range f.Facets[h] {
			if u := f.Facets[h][i].Universe; f.within(a, u) && f.within(b, u) {
				return true
			}
		}
	}
	return false
}

// Kin reports whether two values lie within a wider one: cotton and polyester are textile materials.
func Kin(f *Index, a, b int32) bool {
	return a != b && slices.ContainsFunc(f.Values[a].Implied, func(w int32) bool {
		return w != a && w != b && slices.Contains(f.Values[b].Implied, w)
	})
}

// Both returns the values that a description states of the goods and denies as well: cotton in "shirt, cotton, not cotton". What is denied of a
// part, "no leather lining", is none of them.
func (f *Index) Both(d *text.Description, stated []Statement) (values []int32) {
	f.denials(&f.central, d, func(value int32, _, last int) {
		if next := last + 1; next < len(d.Mentions) && d.Mentions[next].Negated && !d.Mentions[next].Break && !d.Mentions[next].Number {
			return
		}
		if slices.Contains(values, value) || !slices.ContainsFunc(stated, func(s Statement) bool { return s.Value == value && s.Weight >= OfGoods }) {
			return
		}
		values = append(values, value)
	})
	return values
}

// Denied returns the values of the central vocabulary that a description names to deny them: cotton in "not cotton".
// What is only stated by denying it, shelled, is none of them.
func (f *Index) Denied(d *text.Description) (values []int32) {
	f.denials(&f.central, d, func(value int32, _, _ int) { values = append(values, value) })
	return values
}

// DeniedOf returns the values that a heading's own words name and a description denies: framed in "it has no frame".
func (f *Index) DeniedOf(heading int32, d *text.Description) (values []int32) {
	f.denials(&f.local[heading], d, func(value int32, _, _ int) { values = append(values, value) })
	return values
}

// DeniedWords are the words of these values.
func (f *Index) DeniedWords(d *text.Description) map[string]bool {
	words := map[string]bool{}
	f.denials(&f.central, d, func(_ int32, first, last int) {
		for i := first; i <= last; i++ {
			words[d.Mentions[i].Text] = true
		}
	})
	return words
}

func (f *Index) denials(book *phraseBook, d *text.Description, found func(value int32, first, last int)) {
	for _, o := range f.openings(d) {
		if !d.Mentions[o.mention].Negated || !book.mayOpen(o.word) {
			continue
		}
		for _, p := range book.phrases[o.word] {
			if !p.negated && (len(p.rest) == 0 || followsMentions(f.words, d.Mentions[o.mention+1:], p.rest, o.lang)) {
				found(p.value, o.mention, o.mention+len(p.rest))
			}
		}
	}
}
