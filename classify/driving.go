package classify

import (
	"slices"
	"strings"

	"tariffdesk/classify/internal/facet"
	"tariffdesk/classify/internal/rank"
	"tariffdesk/classify/internal/text"
)

// driving holds, by heading, the numbers of the facets of which goods have one value, such as what drives them.
type driving [][]int

func newDriving(x *facet.Index, excluding map[string]bool) driving {
	d := make(driving, len(x.Facets))
	for h := range x.Facets {
		for at := range x.Facets[h] {
			if split := &x.Facets[h][at]; excluding[split.Name] && !split.Limits {
				d[h] = append(d[h], at)
			}
		}
	}
	return d
}

// exclude puts the candidates behind the others that are driven otherwise than is stated: a gasoline pickup is none of the diesel trucks.
func (d driving) exclude(e *Engine, f *finding) {
	least := float32(statedWithGoods)
	if f.description.Listing { // what its attributes say may be of anything
		least = facet.OfGoods
	}
	against := otherwise(least)
	if f.description.Says(e.words.rules.mixed) { // a hybrid burns gasoline and is no gasoline car
		against = unmixed(e.words.rules.mixed)
	}
	var out map[int32]bool
	fits := false
	for i := range f.ranking.Candidates {
		c := &f.ranking.Candidates[i]
		h := e.tree.HeadingOf[c.Sub]
		isOut := slices.ContainsFunc(d[h], func(at int) bool { return against(e.facets, h, c.Sub, at, f.readings.Heading(h)) })
		if isOut {
			if out == nil {
				out = map[int32]bool{}
			}
			out[c.Sub] = true
		}
		fits = fits || !isOut && c.P >= leastFitting
	}
	if len(out) == 0 || !fits {
		return
	}
	f.ranking.Scale(func(c *rank.Candidate) float32 {
		if out[c.Sub] && f.neighbors.Share(c.Sub) < precedentVisible {
			return contradicted
		}
		return 1
	})
}

// statedWithGoods is the strength from which a fact is one of the goods, be it of what they have: "chair with upholstered seat".
const statedWithGoods = facet.Stated + 0.01

// otherwise tells whether one value of a facet is stated, and a subheading stands for another. "Diesel and electric" is a hybrid and states none alone.
func otherwise(least float32) func(x *facet.Index, heading, sub int32, at int, statements []facet.Statement) bool {
	return func(x *facet.Index, heading, sub int32, at int, statements []facet.Statement) bool {
		choice, ok := x.Choice(sub, at)
		if !ok || len(choice.Values) == 0 {
			return false
		}
		split, stated := &x.Facets[heading][at], 0
		for _, v := range split.Universe {
			if s, _ := x.Strength(v, statements); s >= facet.Stated {
				stated++
			}
		}
		held := x.Hold(heading, split, choice, statements)
		return stated == 1 && held.Best >= least && held.Own == 0
	}
}

// unmixed returns what tells whether a mixed drive is stated, and a subheading stands for a single one: a hybrid car of 1.8 litres is no petrol car.
func unmixed(words map[string]bool) func(x *facet.Index, heading, sub int32, at int, statements []facet.Statement) bool {
	return func(x *facet.Index, heading, sub int32, at int, statements []facet.Statement) bool {
		mixed := func(value int32) bool {
			return slices.ContainsFunc(strings.Split(x.Values[value].ID, "-"), func(word string) bool { return words[word] })
		}
		choice, ok := x.Choice(sub, at)
		if !ok || slices.ContainsFunc(choice.Values, mixed) {
			return false
		}
		return slices.ContainsFunc(x.Facets[heading][at].Universe, func(v int32) bool {
			strength, _ := x.Strength(v, statements)
			return mixed(v) && strength >= facet.OfGoods
		})
	}
}

// excludeOpposed puts the candidates behind the others whose titles say the opposite of what is stated: a hot-rolled coil is none of the cold-rolled ones.
func excludeOpposed(e *Engine, f *finding) {
	sides, denied := f.readings.Sides(), f.readings.DeniedSides()
	if len(sides)+len(denied) == 0 {
		return
	}
	out, fits := map[int32]bool{}, false
	for i := range f.ranking.Candidates {
		c := &f.ranking.Candidates[i]
		out[c.Sub] = facet.Opposes(e.facets, c.Sub, sides, denied)
		fits = fits || !out[c.Sub] && c.P >= leastFitting
	}
	if !fits {
		return
	}
	f.ranking.Scale(func(c *rank.Candidate) float32 {
		if out[c.Sub] && !vouched(f, c.Sub) {
			return contradicted
		}
		return 1
	})
}

// deniedMaterials are the materials that a description says goods are not of: leather of "not of leather", and not the glass of "without glass
// stopper", which says nothing of the bottle.
func deniedMaterials(e *Engine, f *finding) []int32 {
	d := &f.description
	words := e.facets.DeniedWords(d)
	if slices.ContainsFunc(d.Mentions, func(m text.Mention) bool { return m.Negated && !words[m.Text] }) {
		return nil
	}
	return slices.DeleteFunc(e.facets.Denied(d), func(v int32) bool {
		return e.facets.Values[v].Facet != facet.Material || slices.ContainsFunc(f.readings.Central, func(s facet.Statement) bool {
			return !d.Mentions[s.Mention].Negated && e.facets.Overlap([]int32{s.Value}, []int32{v}) // non-alloyed steel is steel
		})
	})
}

// excludeDenied puts the candidates behind the others all of whose goods have or are of what the description denies: coffee without caffeine is not
// the coffee that is not decaffeinated, and gloves that are not of leather are none of heading 4203.
func excludeDenied(e *Engine, f *finding) {
	d := &f.description
	if !slices.ContainsFunc(d.Mentions, func(m text.Mention) bool { return m.Negated }) || d.Listing {
		return
	}
	denied, out, fits := map[int32][]int32{}, map[int32]bool{}, false
	stuffs := deniedMaterials(e, f)
	for i := range f.ranking.Candidates {
		c := &f.ranking.Candidates[i]
		h := e.tree.HeadingOf[c.Sub]
		values, known := denied[h]
		if !known {
			values = e.facets.DeniedOf(h, d)
			denied[h] = values
		}
		against := len(values) > 0 && slices.ContainsFunc(e.facets.Choices[c.Sub], func(own facet.Choice) bool {
			return len(own.Values) > 0 && !own.Other && !slices.ContainsFunc(own.Values, func(v int32) bool { return !slices.Contains(values, v) })
		})
		if of := facet.TitledOf(e.facets, c.Sub, facet.ClassMaterial); len(of) > 0 && !slices.ContainsFunc(of, func(v int32) bool {
			return !slices.ContainsFunc(stuffs, func(stuff int32) bool { return stuff == v || e.facets.Wider(stuff, []int32{v}) })
		}) {
			against = true
		}
		if out[c.Sub] = against; !against && len(values)+len(stuffs) > 0 {
			fits = fits || c.P >= leastFitting
		}
	}
	if !fits {
		return
	}
	f.ranking.Scale(func(c *rank.Candidate) float32 {
		if out[c.Sub] && f.neighbors.Share(c.Sub) < precedentVisible {
			return contradicted
		}
		return 1
	})
}
