package rank

import (
	"sort"

	"tariffdesk/classify/internal/facet"
)

// ruledOut is what is left of the probability of a subheading that a stated number rules out.
const ruledOut = 0.01

// Exclude puts the subheadings that a stated number rules out behind the others: goods of 20 kg are
// none of "up to 10 kg", whatever their name.
func (r *Ranking) Exclude(measures []facet.Quantity) {
	if len(measures) == 0 {
		return
	}
	r.Scale(func(c *Candidate) float32 {
		if r.facets.RulesOut(r.HeadingOf[c.Sub], c.Sub, measures) {
			return ruledOut
		}
		return 1
	})
}

// Scale multiplies the probability of each candidate and orders them anew.
func (r *Ranking) Scale(factor func(c *Candidate) float32) {
	total, scaled := float32(0), false
	for i := range r.Candidates {
		c := &r.Candidates[i]
		if f := factor(c); f != 1 {
			c.P *= f
			scaled = true
		}
		total += c.P
	}
	if !scaled || total == 0 {
		return
	}
	for i := range r.Candidates {
		r.Candidates[i].P /= total
	}
	sort.SliceStable(r.Candidates, func(i, j int) bool { return r.Candidates[i].P > r.Candidates[j].P })
}
