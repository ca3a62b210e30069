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
	if len(measures) == 0 || len(r.Candidates) < 2 {
		return
	}
	total, any := float32(0), false
	for i := range r.Candidates {
		c := &r.Candidates[i]
		if r.facets.RulesOut(r.HeadingOf[c.Sub], c.Sub, measures) {
			c.P *= ruledOut
			any = true
		}
		total += c.P
	}
	if !any {
		return
	}
	for i := range r.Candidates {
		r.Candidates[i].P /= total
	}
	sort.SliceStable(r.Candidates, func(i, j int) bool { return r.Candidates[i].P > r.Candidates[j].P })
}
