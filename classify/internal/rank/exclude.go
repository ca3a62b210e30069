package rank

import (
	"sort"

	"tariffdesk/classify/internal/facet"
)

// ruledOut is the share of its probability that a subheading keeps where a stated number rules it out.
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

// Send leaves a share of their probability to some candidates and gives what is taken to others, in proportion to what
// they have, and orders all anew.
func (r *Ranking) Send(from, to func(c *Candidate) bool, left float32) {
	taken, have := float32(0), float32(0)
	for i := range r.Candidates {
		switch c := &r.Candidates[i]; {
		case from(c):
			taken += c.P * (1 - left)
		case to(c):
			have += c.P
		}
	}
	if have == 0 {
		return
	}
	r.Scale(func(c *Candidate) float32 {
		switch {
		case from(c):
			return left
		case to(c):
			return 1 + taken/have
		}
		return 1
	})
}
