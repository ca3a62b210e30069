package confidence

import (
	"math"
	"slices"

	"tariffdesk/odds"
)

// Choice is a property of a labelled document with what may be its value.
type Choice struct {
	Options []Option
	Group   string // of documents that look alike; left out together
	Weight  float64
}

// Option is a possible value.
type Option struct {
	Features []Feature
	Right    bool
}

// The steps of the fit and its pull towards zero.
const (
	steps = 300
	pace  = 0.05
	pull  = 1.0 // of all choices together
)

// indexed is a choice with its features by number.
type indexed struct {
	options [][]weighed
	right   []bool
	weight  float64
}

type weighed struct {
	at    int
	value float64
}

// Fit maximises the weighted log-likelihood of the choices by gradient steps with momentum (Adam), with a penalty on the
// squares of all coefficients. Where no option is right, none is.
func Fit(choices []Choice) Model {
	at := map[string]int{}
	var names []string
	all := make([]indexed, len(choices))
	for i, c := range choices {
		all[i].weight = c.Weight
		for _, o := range c.Options {
			var features []weighed
			for _, f := range o.Features {
				n, ok := at[f.Name]
				if !ok {
					n = len(names)
					at[f.Name] = n
					names = append(names, f.Name)
				}
				features = append(features, weighed{n, f.Value})
			}
			all[i].options = append(all[i].options, features)
			all[i].right = append(all[i].right, o.Right)
		}
	}
	w, first, second := make([]float64, len(names)), make([]float64, len(names)), make([]float64, len(names))
	g := make([]float64, len(names))
	for step := 1; step <= steps; step++ {
		clear(g)
		total := 0.0
		for _, c := range all {
			c.slope(w, g)
			total += c.weight
		}
		for i := range w {
			slope := (g[i] - pull*w[i]) / total
			first[i] = 0.9*first[i] + 0.1*slope
			second[i] = 0.999*second[i] + 0.001*slope*slope
			a, b := first[i]/(1-math.Pow(0.9, float64(step))), second[i]/(1-math.Pow(0.999, float64(step)))
			w[i] += pace * a / (math.Sqrt(b) + 1e-9)
		}
	}
	m := Model{}
	for i, name := range names {
		m[name] = w[i]
	}
	return m
}

// slope adds to g how the likelihood of the choice grows with each coefficient.
func (c indexed) slope(w, g []float64) {
	scores := make([]float64, len(c.options))
	for i, features := range c.options {
		for _, f := range features {
			scores[i] += w[f.at] * f.value
		}
	}
	p := shares(scores)
	rightly := 0.0
	for i, right := range c.right {
		if right {
			rightly += p[i]
		}
	}
	for i, features := range c.options {
		d := -p[i]
		if c.right[i] && rightly > 0 {
			d += p[i] / rightly
		}
		for _, f := range features {
			g[f.at] += c.weight * d * f.value
		}
	}
}

// Folds in which groups are left out.
const Folds = 5

// Held are the probabilities of the options of each choice by a model that was fitted without the choices of its fold;
// groups stay together.
func Held(choices []Choice) [][]float64 {
	var groups []string
	for _, c := range choices {
		groups = append(groups, c.Group)
	}
	slices.Sort(groups)
	groups = slices.Compact(groups)
	p := make([][]float64, len(choices))
	for fold := range Folds {
		out := func(c Choice) bool { at, _ := slices.BinarySearch(groups, c.Group); return at%Folds == fold }
		var kept []Choice
		for _, c := range choices {
			if !out(c) {
				kept = append(kept, c)
			}
		}
		m := Fit(kept)
		for i, c := range choices {
			if out(c) {
				p[i] = m.Probabilities(c.Options)
			}
		}
	}
	return p
}

// Calibrate sets the probability of choices right by those of choices left out of a fit: p are their probabilities, right
// says which choices were right.
func (m Model) Calibrate(p []float64, right []bool) {
	scale, shift := 1.0, 0.0
	for range steps {
		var gScale, gShift, hScale, hShift, hBoth float64
		for i := range p {
			x := odds.Log(p[i], edge)
			q := odds.Probability(scale*x + shift)
			d := -q
			if right[i] {
				d++
			}
			gScale, gShift = gScale+d*x, gShift+d
			h := q * (1 - q)
			hScale, hShift, hBoth = hScale+h*x*x, hShift+h, hBoth+h*x
		}
		hScale, hShift = hScale+1, hShift+1 // where few choices tell, little changes
		det := hScale*hShift - hBoth*hBoth
		scale += (gScale*hShift - gShift*hBoth) / det
		shift += (gShift*hScale - gScale*hBoth) / det
	}
	m[scaleName], m[shiftName] = scale, shift
}

// leastCoefficient is the least size of a coefficient that stays in a model: below it, nothing is chosen otherwise.
const leastCoefficient = 0.05

// Prune takes out the coefficients that change no choice.
func (m Model) Prune() {
	for name, v := range m {
		if math.Abs(v) < leastCoefficient {
			delete(m, name)
		}
	}
}
