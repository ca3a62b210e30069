package precedent

import (
	"tariffdesk/classify/internal/code"
	"tariffdesk/classify/internal/rank"
)

// Rank orders ranked candidates anew by what the precedents say.
func (n *Neighbors) Rank(t *code.Tree, candidates []rank.Candidate) {
	if n == nil {
		return
	}
	n.weigh(t, candidates)
	if len(candidates) == 0 {
		return
	}
	var weights [PrecCount]float32
	for kind := range weights {
		for i, t := range n.Trust(kind) {
			weights[kind] += Coefficients[kind][i] * t
		}
	}
	for i := range candidates {
		c, e := &candidates[i], &n.weighed[i].evidence
		c.Score = 0
		for kind, w := range weights {
			c.Score += w * e[kind]
		}
		for t := range trees {
			c.Score += trees[t].Read(e)
		}
		if e[precNearest] >= sameFrom {
			c.Score += sameScore
		}
	}
	rank.Order(candidates)
}

// A precedent of the same words, small numbers apart, decides: the organisation has classified these very
// goods. No coefficient could be fitted to it, for catalogues to learn from hold a text once.
const (
	sameFrom  = 0.97
	sameScore = 5
)
