package extract

import (
	"cmp"

	"tariffdesk/extract/internal/want"
)

// sumTraits are what an amount has to do with the amounts that other properties were given: what is due is the total less
// what was paid.
func (f *filling) sumTraits(w *want.Want, o *option) []trait {
	own, ok := cents(o.Text)
	if !ok || len(w.Concepts) == 0 {
		return nil
	}
	name := w.Concepts[0].Concept.Name
	traits := f.doc.tieTraits(w, o, own)
	var others []int64
	for other, m := range f.othersGiven(w) {
		c, ok := cents(m.Text)
		if !ok {
			continue
		}
		said := [3]string{" less than ", " as much as ", " more than "}[1+cmp.Compare(own, c)]
		traits = append(traits, trait{name + said + other, 1})
		if len(others) < maxTallyItems {
			others = append(others, c)
		}
	}
	adds := false
	for i, a := range others {
		for _, b := range others[i+1:] {
			adds = adds || a != 0 && b != 0 && (own == a+b || own == a-b || own == b-a)
		}
	}
	return append(traits, trait{"adds up with two others", flag(adds)}, trait{name + " adds up with two others", flag(adds)})
}
