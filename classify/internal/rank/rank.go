package rank

import (
	"cmp"
	"math"
	"slices"
)

// Rank scores the candidates, orders them and gives each its probability.
func (r *Ranking) Rank() {
	for i := range r.Candidates {
		score := float32(0)
		for f, v := range r.Candidates[i].Features {
			score += r.weights.Of[f] * v
		}
		r.Candidates[i].Score = score
	}
	Order(r.Candidates)
}

// Order sorts scored candidates and gives each its probability.
func Order(candidates []Candidate) {
	slices.SortFunc(candidates, func(a, b Candidate) int {
		return cmp.Or(cmp.Compare(b.Score, a.Score), cmp.Compare(a.Sub, b.Sub))
	})
	total := 0.0
	for i := range candidates {
		total += math.Exp(float64(candidates[i].Score - candidates[0].Score))
	}
	for i := range candidates {
		candidates[i].P = float32(math.Exp(float64(candidates[i].Score-candidates[0].Score)) / total)
	}
}
