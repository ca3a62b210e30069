package classify

import (
	"slices"

	"tariffdesk/classify/internal/facet"
	"tariffdesk/classify/internal/lookup"
	"tariffdesk/classify/internal/rank"
	"tariffdesk/classify/internal/text"
)

// exchange moves goods between headings of the same goods by what is stated of their material.
type exchange struct {
	*finding
	facts []fact
}

// fact is a material or a power that the description states of the goods.
type fact struct {
	value    int32
	word     string  // it was read from; "" where it was denied
	headings []int32 // that a name holding the word stands for: it is part of the name there
}

// What facts leave of the probability of a subheading that they rule out, and the probability that another must have.
const (
	contradicted = 0.0005
	leastFitting = 0.001
	inRunning    = 0.001
	headReach    = 6   // mentions within which goods are named and said to be of something
	statedAtAll  = 0.3 // weight from which a value is stated of the goods: one behind another counts less
)

// facetPower is the facet of what drives goods; further values that facts turn on.
const (
	facetPower      = "power"
	powerElectric   = "electric"
	materialTextile = "textile"
)

// factKinds are the facets that facts are of.
var factKinds = [...]string{facet.Material, facetPower}

// factsOf returns the materials and powers that are stated of the goods, each kind alone. A word is a fact or part of a name: of
// several materials those inside of a name, as the glass of a ceramic shot glass, are none. Of listings and known names there are none.
func (e *Engine) factsOf(f *finding) (facts []fact) {
	if f.description.Listing || len(f.query.Whole) > 0 && !f.unmade {
		return nil
	}
	for _, kind := range factKinds {
		var found []fact
		for _, s := range f.readings.Central {
			if v := &e.facets.Values[s.Value]; v.Facet != kind || kind == facetPower && !e.words.rules.drives[v.ID] || s.Weight < statedAtAll || !e.outright(f, &s) {
				continue
			}
			stated := fact{value: s.Value}
			if m := &f.description.Mentions[s.Mention]; !m.Negated { // what goods do not have is part of no name
				stated.word, stated.headings = m.Text, e.index.NamedBy(&f.description, m.Text)
				if len(stated.headings) > 0 && kind == facet.Material && soldOf(e, lookup.Overlapping(e.index, &f.description, m.Text), s.Value) {
					stated.headings = nil
				}
			}
			found = append(found, stated)
		}
		outside := slices.DeleteFunc(slices.Clone(found), func(x fact) bool { return len(x.headings) > 0 })
		if kind == facet.Material && len(outside) > 0 {
			found = outside
		}
		if kind == facet.Material && !e.oneOf(found) {
			continue
		}
		facts = append(facts, found...)
	}
	return facts
}

// oneOf reports whether facts agree: goods of steel and stainless steel are of one material, those of steel and wood are not.
func (e *Engine) oneOf(facts []fact) bool {
	for _, x := range facts {
		if !e.facets.Overlap([]int32{x.value}, []int32{facts[0].value}) {
			return false
		}
	}
	return true
}

// outright reports whether a value is stated of the goods themselves, not of their packing or filling, nor as a
// share.
func (e *Engine) outright(f *finding, s *facet.Statement) bool {
	m := f.description.Mentions
	if m[s.Mention].Role != text.RoleName && m[s.Mention].Role != text.RoleOf || s.Shared() || s.Mention >= headReach || e.words.reader.IsColour(m[s.Mention].Text) {
		return false
	}
	for i := 1; i <= s.Mention; i++ { // said behind a comma, it may be of anything
		if m[i].Break {
			return false
		}
	}
	finishes := func(i int) bool { return i >= 0 && i < len(m) && e.words.finishes[m[i].Text] }
	after := s.Mention + int(s.Words)
	return !finishes(s.Mention-1) && !finishes(after) && !finishes(after+1)
}

// contradict puts the candidates behind the others that a stated fact rules out, where goods that fit it are in the running.
func (e *Engine) contradict(f *finding, facts []fact) {
	if f.query.Complete {
		e.complete(f)
	}
	e.driving.exclude(e, f)
	excludeHeld(e, f)
	excludeDenied(e, f)
	excludeOpposed(e, f)
	if len(facts) == 0 {
		return
	}
	out := make(map[int32]bool, len(f.ranking.Candidates))
	fits := false
	driven := e.driven(f, facts)
	exchange{f, facts}.run()
	for i := range f.ranking.Candidates {
		c := &f.ranking.Candidates[i]
		if out[c.Sub] = !vouched(f, c.Sub) && e.against(f, c.Sub, facts, driven); !out[c.Sub] {
			fits = fits || c.P >= leastFitting
		}
	}
	if fits {
		f.ranking.Scale(func(c *rank.Candidate) float32 {
			if out[c.Sub] {
				return contradicted
			}
			return 1
		})
	}
}

// run sends goods that are named in a heading of another material than is stated to those of the same kind that are of it: what a shot
// glass of ceramic has in heading 7013 goes to 6911 and 6912. Goods of another head noun stay behind these: a steel shot glass is no shot.
func (x exchange) run() {
	to := x.sameGoods()
	if len(to) == 0 {
		return
	}
	x.ranking.Send(func(c *rank.Candidate) bool {
		return x.unlike(c.Sub) && !vouched(x.finding, c.Sub)
	}, func(c *rank.Candidate) bool { return slices.Contains(to, c.Sub) }, contradicted)
	if first := &x.ranking.Candidates[0]; !slices.ContainsFunc(x.ranking.Candidates, func(c rank.Candidate) bool {
		return slices.Contains(to, c.Sub) && c.P >= nearShare*first.P
	}) {
		return
	}
	x.ranking.Scale(func(c *rank.Candidate) float32 {
		if slices.Contains(to, c.Sub) || x.ranking.Search.Headed(c.Sub) || vouched(x.finding, c.Sub) {
			return 1
		}
		return elsewhere
	})
}

// unlike reports whether a subheading has the goods by their very name and is of another material than is stated.
func (x exchange) unlike(sub int32) bool {
	e := x.engine
	return x.ranking.Search.Exactly(sub) && len(e.words.rules.families[e.tree.Headings[e.tree.HeadingOf[sub]].Code]) > 0 &&
		slices.ContainsFunc(x.facts, func(stated fact) bool { return e.facets.Values[stated.value].Facet == facet.Material }) && e.against(x.finding, sub, x.facts, false)
}

// sameGoods returns the subheadings of the same kinds of goods that are of what is stated.
func (x exchange) sameGoods() (subs []int32) {
	if len(x.facts) == 0 {
		return nil
	}
	e, seen := x.engine, []string(nil)
	for _, sub := range x.ranking.Search.TouchedSubs {
		if !x.ranking.Search.Exactly(sub) {
			continue
		}
		own := e.tree.Headings[e.tree.HeadingOf[sub]].Code
		if slices.Contains(seen, own) || !x.unlike(sub) {
			continue
		}
		seen = append(seen, own)
		for _, code := range e.words.rules.families[own] {
			h, ok := e.tree.HeadingAt[code]
			if ok && x.ofStated(code) {
				for sub := e.tree.FirstSub[h]; sub < e.tree.FirstSub[h+1]; sub++ {
					subs = append(subs, sub)
				}
			}
		}
	}
	return subs
}

// soldOf reports whether the goods of one of these headings are known of a material, in a heading of their own.
func soldOf(e *Engine, headings []int32, material int32) bool {
	return slices.ContainsFunc(headings, func(h int32) bool {
		return slices.ContainsFunc(e.words.rules.families[e.tree.Headings[h].Code], func(heading string) bool {
			own, ok := e.facets.Number[e.words.rules.chapters[heading[:2]]]
			return ok && e.facets.Overlap([]int32{own}, []int32{material})
		})
	})
}

// ofStated reports whether all goods of a heading's chapter are of a material that is stated.
func (x exchange) ofStated(heading string) bool {
	e := x.engine
	own, ok := e.facets.Number[e.words.rules.chapters[heading[:2]]]
	return ok && slices.ContainsFunc(x.facts, func(stated fact) bool {
		return e.facets.Values[stated.value].Facet == facet.Material && e.facets.Overlap([]int32{own}, []int32{stated.value})
	})
}

// complete sends what parts of goods have to the goods themselves, heading by heading: a refrigerator that has a compressor is no
// part of one.
func (e *Engine) complete(f *finding) {
	var headings []int32
	for _, c := range f.ranking.Candidates[:min(len(f.ranking.Candidates), maxGoverned)] {
		if h := e.tree.HeadingOf[c.Sub]; (e.facets.Traits[c.Sub].Part || e.facets.StandsForParts(c.Sub)) && !slices.Contains(headings, h) {
			headings = append(headings, h)
		}
	}
	for _, h := range headings {
		isPart := partsOf(e, h)
		of := func(c *rank.Candidate, part bool) bool {
			return e.tree.HeadingOf[c.Sub] == h && (isPart(c.Sub) && c.Features[rank.FeatWhole] == 0) == part
		}
		f.ranking.Send(func(c *rank.Candidate) bool { return of(c, true) }, func(c *rank.Candidate) bool { return of(c, false) }, contradicted)
	}
}

// partsOf tells the parts of goods from the goods in a heading, by what its own facets say: where the title of the heading names parts too, all
// of it reads as parts.
func partsOf(e *Engine, h int32) func(sub int32) bool {
	for sub := e.tree.FirstSub[h]; sub < e.tree.FirstSub[h+1]; sub++ {
		if e.facets.StandsForParts(sub) {
			return e.facets.StandsForParts
		}
	}
	return func(sub int32) bool { return e.facets.Traits[sub].Part }
}

// driven reports whether a power is stated that goods in the running have by their titles. They are then no articles of a material.
func (e *Engine) driven(f *finding, facts []fact) bool {
	return slices.ContainsFunc(f.ranking.Candidates, func(c rank.Candidate) bool {
		return c.P >= inRunning && slices.ContainsFunc(facts, func(x fact) bool {
			v := &e.facets.Values[x.value]
			return v.Facet == facetPower && slices.Contains(v.Implied, e.facets.Number[powerElectric]) && e.facets.Overlap(e.facets.ProfileOf(c.Sub, facet.ClassPower), []int32{x.value})
		})
	})
}

// against reports whether facts rule a subheading out: all goods of its chapter are of another material, or its titles say
// another power. Where goods are driven, articles of a material are out (note 1(f) to section XV).
func (e *Engine) against(f *finding, sub int32, facts []fact, driven bool) bool {
	h, x := e.tree.HeadingOf[sub], e.facets
	hit := f.ranking.Search.BestHit(sub)
	own, ofOne := x.Number[e.words.rules.chapters[e.tree.Subs[sub].Code[:2]]]
	ofOne = ofOne && x.Values[own].Facet == facet.Material
	rules := func(stated fact) bool {
		v := &x.Values[stated.value]
		switch {
		case slices.Contains(stated.headings, h):
			return false
		case v.Facet == facetPower && driven && ofOne:
			return true
		case hit != nil && stated.word != "" && e.index.Holds(hit.Term, stated.word):
			return false
		case v.Facet == facetPower:
			return x.Contradicts(sub, stated.value)
		}
		return ofOne && !slices.Contains(v.Implied, x.Number[materialTextile]) && !x.Overlap([]int32{own}, []int32{stated.value})
	}
	for _, kind := range factKinds { // of several values of a kind, "no eléctrica" is also manual, each has to
		stated, out := 0, true
		for _, fact := range facts {
			if x.Values[fact.value].Facet == kind {
				stated++
				out = out && rules(fact)
			}
		}
		if stated > 0 && out {
			return true
		}
	}
	return false
}
