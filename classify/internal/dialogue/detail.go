package dialogue

import (
	"slices"

	"tariffdesk/classify/internal/code"
	"tariffdesk/classify/internal/facet"
	"tariffdesk/classify/internal/text"
)

// maxKept bounds the headings that a name stands for and a reply keeps.
const maxKept = 2

// detailed returns the headings of the goods as they were first named, where a reply adds a detail and names no other
// goods: a bus with a diesel engine is no engine.
func (d *dialogue) detailed(said string, stated []facet.Statement, denied []int32) (headings []int32) {
	x, index := d.Facets, d.Index
	if len(denied) > 0 || len(d.nameOf(said)) > 0 && (d.naming || !d.carried(said)) || slices.ContainsFunc(stated, func(s facet.Statement) bool {
		return x.Values[s.Value].Facet == facet.Material && s.Weight >= facet.Outright
	}) {
		return nil
	}
	for _, term := range d.nameOf(d.description) {
		h := index.HeadingOfTerm(term)
		if d.Tree.Headings[h].Code < code.FirstMade {
			return nil
		}
		if !slices.Contains(headings, h) {
			headings = append(headings, h)
		}
	}
	if len(headings) > maxKept {
		return nil
	}
	return headings
}

// carried reports whether the first words name what goods carry: "diesel engine, 40 seats" of a bus, and not "gear pump, driven by a motor".
func (d *dialogue) carried(words string) bool {
	description := d.Words.Describe(words)
	for i, m := range description.Mentions {
		if i > 0 && m.Break {
			return false
		}
		if m.Role == text.RoleName && d.Words.Carried(m.Text) {
			return true
		}
	}
	return false
}
