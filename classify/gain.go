package classify

import (
	"math"
	"slices"
)

// partition is candidates by the answers that leave them possible.
type partition struct{ cells []cell }

// cell is a candidate's probability with the numbers of the answers it fits.
type cell struct {
	p    float64
	fits []int
}

// add takes a candidate in; one that fits no answer in particular fits all.
func (s *partition) add(p float64, fits ...int) { s.cells = append(s.cells, cell{p, fits}) }

// gain is the expected information of an answer about which candidate is right, in bits: the entropy of the
// candidates less that which remains within each answer. A candidate that fits several answers is shared equally
// among them.
func (s *partition) gain() float64 {
	answers, total := 0, 0.0
	for _, c := range s.cells {
		total += c.p
		for _, a := range c.fits {
			answers = max(answers, a+1)
		}
	}
	if answers < 2 || total <= 0 {
		return 0
	}
	before := make([]float64, 0, len(s.cells))
	after := make([][]float64, answers)
	for _, c := range s.cells {
		before = append(before, c.p/total)
		for a := range after {
			if n := len(c.fits); n == 0 {
				after[a] = append(after[a], c.p/total/float64(answers))
			} else if slices.Contains(c.fits, a) {
				after[a] = append(after[a], c.p/total/float64(n))
			}
		}
	}
	gain := entropy(before)
	for _, shares := range after {
		mass := 0.0
		for _, p := range shares {
			mass += p
		}
		for i := range shares {
			shares[i] /= max(mass, 1e-12)
		}
		gain -= mass * entropy(shares)
	}
	return gain
}

func entropy(shares []float64) (bits float64) {
	for _, p := range shares {
		if p > 0 {
			bits -= p * math.Log2(p)
		}
	}
	return bits
}
