package fit

import (
	"context"
	"errors"
	"math"
	"slices"
)

// conditional fits a conditional logit: which of its candidates an example chooses.
type conditional struct {
	steps int
	fixed []bool // by place: a coefficient that stays
}

// errNothing is returned where no example has a right code among its candidates.
var errNothing = errors.New("no description has a right code among its candidates: nothing can be fitted")

// fit maximises the weighted log-likelihood by gradient steps with momentum (Adam) and a small penalty on the
// weights. It uses the examples that keep accepts and whose right code is among the candidates.
func (c conditional) fit(ctx context.Context, all []example, start []float64, keep func(*example) bool) ([]float64, error) {
	var kept []*example
	for i := range all {
		if x := &all[i]; x.found() && keep(x) {
			kept = append(kept, x)
		}
	}
	if len(kept) == 0 {
		return nil, errNothing
	}
	const pull, pace = 0.002, 0.08
	w := slices.Clone(start)
	a := newAdam(len(w), 0.99)
	for step := 1; step <= c.steps; step++ {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		g := gradient(kept, w)
		for j := range g {
			if g[j] -= pull * w[j]; c.fixed != nil && c.fixed[j] {
				g[j] = 0
			}
		}
		a.step(w, g, pace*math.Min(1, 2-2*float64(step)/float64(c.steps)))
	}
	return w, nil
}

func gradient(kept []*example, w []float64) []float64 {
	const negligible = 1e-7
	g := make([]float64, len(w))
	total := 0.0
	for _, x := range kept {
		p := x.choose(w)
		right := x.rightly(p)
		total += x.weight
		for i, row := range x.rows {
			d := -p[i]
			if x.right[i] {
				d += p[i] / math.Max(right, 1e-9)
			}
			if d *= x.weight; math.Abs(d) < negligible {
				continue
			}
			for j, f := range row {
				g[j] += d * float64(f)
			}
		}
	}
	for j := range g {
		g[j] /= total
	}
	return g
}

// choose returns the probabilities of an example's candidates.
func (x *example) choose(w []float64) []float64 {
	score := make([]float64, len(x.rows))
	for i, row := range x.rows {
		score[i] = dot(row, w)
	}
	return softmax(score)
}

// rightly is the probability that candidates with a right code have together.
func (x *example) rightly(p []float64) (sum float64) {
	for i, ok := range x.right {
		if ok {
			sum += p[i]
		}
	}
	return sum
}

func dot(row []float32, w []float64) (sum float64) {
	for j, v := range row {
		sum += w[j] * float64(v)
	}
	return sum
}

func softmax(score []float64) []float64 {
	if len(score) == 0 {
		return nil
	}
	p, total := make([]float64, len(score)), 0.0
	top := slices.Max(score)
	for i, s := range score {
		p[i] = math.Exp(s - top)
		total += p[i]
	}
	for i := range p {
		p[i] /= total
	}
	return p
}

// adam takes gradient steps with momentum, each coefficient at a pace of its own.
type adam struct {
	decay float64 // of the mean square
	n     int
	m, v  []float64
}

func newAdam(size int, decay float64) *adam {
	return &adam{decay: decay, m: make([]float64, size), v: make([]float64, size)}
}

func (a *adam) step(w, g []float64, pace float64) {
	const momentum = 0.9
	a.n++
	for j := range w {
		a.m[j] = momentum*a.m[j] + (1-momentum)*g[j]
		a.v[j] = a.decay*a.v[j] + (1-a.decay)*g[j]*g[j]
		m, v := a.m[j]/(1-math.Pow(momentum, float64(a.n))), a.v[j]/(1-math.Pow(a.decay, float64(a.n)))
		w[j] += pace * m / (math.Sqrt(v) + 1e-9)
	}
}
