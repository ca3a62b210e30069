// Package logit owns the fit of conditional logits: which of some options is right, where none of them may be.
//
// It refuses to know what the options are, and it reads and writes no file.
package logit

import (
	"math"
	"slices"

	"tariffdesk/odds"
)

// Feature holds how much an option has of what a coefficient weighs.
type Feature struct {
	At    int // of the coefficient
	Value float64
}

// Choice is one decision that was made right by hand: options with their features, and those of them that are right. Where
// none is right, none is.
type Choice struct {
	Options [][]Feature
	Right   []bool
	Weight  float64
}

// Climb says how a fit climbs.
type Climb struct {
	Steps int
	Rate  float64
	Tiny  float64 // keeps a step of what hardly moves within bounds
	// Slope is the direction of a coefficient w by the sum of all choices, whose weight is total; it pulls towards zero, so that what is
	// rarely seen decides little.
	Slope func(sum, w, total float64) float64
	// Some says which coefficients are fitted; the others stay as they are. Nil fits all.
	Some func(at int) bool
}

// Fit finds the coefficients under which the right options, or none, are the most probable, by gradient steps with momentum (Adam)
// from given ones. It is deterministic.
func (c Climb) Fit(choices []Choice, from []float64) []float64 {
	n := len(from)
	w, first, second, sum := slices.Clone(from), make([]float64, n), make([]float64, n), make([]float64, n)
	total := 0.0
	for _, one := range choices {
		total += one.Weight
	}
	for step := 1; step <= c.Steps; step++ {
		clear(sum)
		for _, one := range choices {
			one.slope(w, sum)
		}
		for i := range w {
			if c.Some != nil && !c.Some(i) {
				continue
			}
			slope := c.Slope(sum[i], w[i], total)
			first[i] = 0.9*first[i] + 0.1*slope
			second[i] = 0.999*second[i] + 0.001*slope*slope
			a, b := first[i]/(1-math.Pow(0.9, float64(step))), second[i]/(1-math.Pow(0.999, float64(step)))
			w[i] += c.Rate * a / (math.Sqrt(b) + c.Tiny)
		}
	}
	return w
}

// slope adds to sum how the likelihood of the choice grows with each coefficient.
func (c Choice) slope(w, sum []float64) {
	p := c.Shares(w)
	rightly := 0.0
	for i, right := range c.Right {
		if right {
			rightly += p[i]
		}
	}
	for i, features := range c.Options {
		d := -p[i]
		if c.Right[i] && rightly > 0 {
			d += p[i] / rightly
		}
		for _, f := range features {
			sum[f.At] += c.Weight * d * f.Value
		}
	}
}

// Shares are the probabilities of the options; what they leave of one is that of none.
func (c Choice) Shares(w []float64) []float64 {
	scores := make([]float64, len(c.Options))
	for i, features := range c.Options {
		for _, f := range features {
			scores[i] += w[f.At] * f.Value
		}
	}
	return odds.Shares(scores)
}

// Agrees reports whether the most probable option is right.
func (c Choice) Agrees(w []float64) bool {
	best, most, rest := -1, 0.0, 1.0
	for i, p := range c.Shares(w) {
		rest -= p
		if p > most {
			best, most = i, p
		}
	}
	if best < 0 || rest > most {
		return !slices.Contains(c.Right, true)
	}
	return c.Right[best]
}
