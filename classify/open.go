package classify

import (
	"slices"

	"tariffdesk/classify/internal/facet"
	"tariffdesk/classify/internal/lookup"
	"tariffdesk/classify/internal/rank"
	"tariffdesk/classify/internal/text"
)

// What a confidence is bounded by where the description is a name of the whole heading and a fact is open that splits it: between two
// values, or among more.
const (
	openBetween = 0.72
	openAmong   = 0.49
)

// bound is the confidence that no answer of the first candidate may pass: "zapatos" names heading 6403, and no kind of shoe.
func (f *finding) bound() float64 {
	first := &f.candidates[0]
	if _, open := disputed(f); open || f.doubtBetweenGoods() || f.contradictory() || f.engine.words.rules.assorted(f) {
		return openAmong
	}
	if (f.unheaded || mended{f}.guessed()) && f.neighbors.Share(first.Sub) < precedentVisible {
		return openAmong
	}
	if partUnasked(f) && f.neighbors.Share(first.Sub) < precedentVisible {
		return openAmong
	}
	if slices.ContainsFunc(f.mends, func(m lookup.Mend) bool { return m.Joined }) && f.neighbors.Share(first.Sub) < precedentVisible {
		return openBetween
	}
	if len(f.query.Whole) == 0 || first.Features == nil || f.neighbors.Share(first.Sub) >= precedentVisible ||
		first.Features[rank.FeatWhole] > 0 && !f.ofWholeHeading(first.Sub) {
		return 1
	}
	bound := 1.0
	for _, at := range f.open(first.Sub) {
		if n := valuesOf(f.engine.facets, f.ranking.HeadingOf[first.Sub], at); n > 2 {
			bound = min(bound, openAmong)
		} else {
			bound = min(bound, openBetween)
		}
	}
	return bound
}

// partUnasked reports whether parts lead where the description asks for none and is no name of theirs: pelton turbines are no parts of turbines.
func partUnasked(f *finding) bool {
	first, x := &f.candidates[0], f.engine.facets
	return x.StandsForParts(first.Sub) && len(f.query.Whole) == 0 && first.Features != nil && first.Features[rank.FeatTermWhole] < rank.Describes &&
		x.Asked(facetPart, f.readings.Central) == 0 && x.Asked(facetAccessory, f.readings.Central) == 0
}

// leastOwn is the share of a heading's names headed by a noun from which the noun alone is a name of one of its subheadings.
const leastOwn = 0.35

// ofWholeHeading reports whether the description is a single noun that heads names of many subheadings of a heading: "bomba" is any pump.
func (f *finding) ofWholeHeading(sub int32) bool {
	words := f.description.Written
	return len(words) == 1 && f.engine.index.HeadShare(words[0].Text, f.description.Language, sub) < leastOwn
}

// open lists the facets of its heading in which a subheading stands for a value of its own that the description leaves open.
func (f *finding) open(sub int32) (facets []int) {
	h := f.ranking.HeadingOf[sub]
	for _, c := range f.engine.facets.Choices[sub] {
		if len(c.Values) > 0 && !f.decided(h, c.Facet) && !slices.Contains(facets, c.Facet) {
			facets = append(facets, c.Facet)
		}
	}
	return facets
}

// valuesOf counts what the subheadings of a heading stand for in a facet.
func valuesOf(x *facet.Index, h int32, at int) int {
	var seen []facet.Choice
	for sub := x.Tree.FirstSub[h]; sub < x.Tree.FirstSub[h+1]; sub++ {
		if c, ok := x.Choice(sub, at); ok && !slices.ContainsFunc(seen, c.Same) {
			seen = append(seen, c)
		}
	}
	return len(seen)
}

// decided reports whether an answer settles a facet, or the description states a value of it and no wider one: "plastic" leaves open which.
func (f *finding) decided(h int32, at int) bool {
	x, stated := f.engine.facets, ofGoods(f, h)
	if f.settled.Fixes(h, at) {
		return true
	}
	split := &x.Facets[h][at]
	for _, v := range split.Universe {
		if s, _ := x.Strength(v, stated); s > facet.Stated {
			return true
		}
		for _, q := range f.measures {
			if x.Values[v].Limit.Comparable(q) {
				return true
			}
		}
	}
	return slices.ContainsFunc(stated, func(s facet.Statement) bool {
		return split.Class != "" && x.Values[s.Value].Facet == split.Class && s.Weight > facet.Stated && !x.Wider(s.Value, split.Universe)
	})
}

// ofGoods returns what is stated of goods of a heading, without what they carry where goods of the heading are called so themselves: a knife with a handle is
// no handle.
func ofGoods(f *finding, h int32) []facet.Statement {
	d := &f.description
	carried := func(i int) bool {
		return i >= 0 && i < len(d.Mentions) && d.Mentions[i].Role == text.RoleWith && !d.Mentions[i].Break
	}
	return slices.DeleteFunc(slices.Clone(f.readings.Heading(h)), func(s facet.Statement) bool {
		head := !carried(s.Mention + 1) // of "folding blade" the blade
		if d.Language == text.Spanish {
			head = !carried(s.Mention - 1)
		}
		return head && s.Words == 1 && d.Mentions[s.Mention].Role == text.RoleWith && lookup.HeadsAny(f.engine.index, d.Mentions[s.Mention].Text, d.Language, f.engine.tree.FirstSub[h])
	})
}

// unsaid reports whether the first candidate's heading requires a material that is not stated, and the name is not
// that of the subheading alone.
func (f *finding) unsaid() bool {
	x, first := f.engine.facets, &f.candidates[0]
	if len(f.query.Whole) == 0 || f.engine.index.Owners(f.query.Whole) == 1 && first.Features != nil && first.Features[rank.FeatWhole] > 0 {
		return false
	}
	if f.engine.words.rules.machines[f.engine.tree.Subs[first.Sub].Code[:2]] {
		return false
	}
	stated := slices.ContainsFunc(f.readings.Central, func(s facet.Statement) bool {
		return x.Values[s.Value].Facet == facet.Material && s.Weight > facet.Stated
	})
	return !stated && len(f.engine.materialsOf(f.ranking.HeadingOf[first.Sub])) > 0
}

// materialsOf returns the materials that the titles of all subheadings of a heading state.
func (e *Engine) materialsOf(h int32) []int32 {
	common := slices.Clone(e.facets.ProfileOf(e.tree.FirstSub[h], facet.ClassMaterial))
	for sub := e.tree.FirstSub[h] + 1; sub < e.tree.FirstSub[h+1]; sub++ {
		own := e.facets.ProfileOf(sub, facet.ClassMaterial)
		common = slices.DeleteFunc(common, func(v int32) bool { return !slices.Contains(own, v) })
	}
	return common
}

// shared reports whether the name that was asked for is one of several headings.
func (f *finding) shared() bool {
	for _, term := range f.query.Whole {
		if f.engine.index.HeadingOfTerm(term) != f.engine.index.HeadingOfTerm(f.query.Whole[0]) {
			return true
		}
	}
	return false
}
