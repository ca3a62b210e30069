// Package odds turns probabilities into log-odds and back, and scores into shares. It owns no model: the packages that fit one do.
package odds

import "math"

// Log returns the logarithm of the odds of p. A p nearer to 0 or 1 than edge is taken for edge or 1 - edge.
func Log(p, edge float64) float64 {
	p = min(max(p, edge), 1-edge)
	return math.Log(p / (1 - p))
}

// Probability returns the probability whose log-odds are z, 0 to 1.
func Probability(z float64) float64 { return 1 / (1 + math.Exp(-z)) }

// Shares returns the probabilities of options by their scores, beside none of them, whose score is 0.
func Shares(scores []float64) []float64 {
	most := 0.0
	for _, s := range scores {
		most = max(most, s)
	}
	sum := math.Exp(-most)
	p := make([]float64, len(scores))
	for i, s := range scores {
		p[i] = math.Exp(s - most)
		sum += p[i]
	}
	for i := range p {
		p[i] /= sum
	}
	return p
}
