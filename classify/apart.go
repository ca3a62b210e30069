package classify

import (
	"slices"

	"tariffdesk/classify/internal/facet"
	"tariffdesk/classify/internal/lookup"
)

// apart finds a name of goods that is interrupted by their material: "tornillos para madera" in "tornillos de acero
// para madera". It skips names whose goods are never made of that material.
func (e *Engine) apart(f *finding) {
	d := &f.description
	if len(d.Written) < lookup.LeastApart || len(f.query.Whole) > 0 {
		return
	}
	f.query.Apart = e.index.NamesWithout(d, func(word string) bool { return e.stuff(f, word) })
	f.query.Apart = slices.DeleteFunc(f.query.Apart, func(term int32) bool { return !e.madeOf(f, term) })
}

// stuff reports whether a word of the description states what the goods are made of.
func (e *Engine) stuff(f *finding, word string) bool {
	return slices.ContainsFunc(f.readings.Central, func(s facet.Statement) bool {
		return e.facets.Values[s.Value].Facet == facet.Material && s.Weight >= facet.OfGoods && s.Words == 1 && f.description.Mentions[s.Mention].Text == word
	})
}

// madeOf reports whether the goods of a term are of what is stated, by their subheading's terms: a machine that polishes glass is not.
func (e *Engine) madeOf(f *finding, term int32) bool {
	sub, ok := e.index.SubOf(term)
	if !ok {
		return false
	}
	fit := e.facets.Fit(e.tree.HeadingOf[sub], sub, f.readings.Heading(e.tree.HeadingOf[sub]), nil)
	if fit.Against[facet.KindMaterial] > facet.Stated || fit.Unlisted > facet.Stated {
		return false
	}
	agrees := fit.Match[facet.KindMaterial] > facet.Stated
	for _, s := range f.readings.Central {
		if e.facets.Values[s.Value].Facet != facet.Material || s.Weight < facet.OfGoods {
			continue
		}
		profile := e.facets.ProfileOf(sub, facet.ClassMaterial)
		agrees = agrees || slices.ContainsFunc(profile, func(own int32) bool {
			return !e.facets.Wider(own, profile) && e.facets.Overlap([]int32{own}, []int32{s.Value}) // of "textile, cotton" cotton counts
		})
	}
	return agrees
}
