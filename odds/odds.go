// Package odds turns probabilities into log-odds and back. It owns no model: the packages that fit one do.
package odds

import "math"

// Log returns the logarithm of the odds of p. A p nearer to 0 or 1 than edge is taken for edge or 1 - edge.
func Log(p, edge float64) float64 {
	p = min(max(p, edge), 1-edge)
	return math.Log(p / (1 - p))
}

// Probability returns the probability whose log-odds are z, 0 to 1.
func Probability(z float64) float64 { return 1 / (1 + math.Exp(-z)) }
