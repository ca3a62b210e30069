package confidence

import (
	"math"
	"slices"
)

// Row is a value found in a labelled document.
type Row struct {
	Features []Feature
	Right    bool
	Group    string // of documents that look alike; left out together
	Weight   float64
}

// The steps of the fit and its pull towards zero.
const (
	steps = 400
	pace  = 0.05
	pull  = 1.0 // of all rows together
)

// Fit maximises the weighted log-likelihood of the rows by gradient steps with momentum (Adam), with a penalty on the
// squares of all coefficients.
func Fit(rows []Row) Model {
	at := map[string]int{}
	var names []string
	for _, r := range rows {
		for _, f := range r.Features {
			if _, ok := at[f.Name]; !ok {
				at[f.Name] = len(names)
				names = append(names, f.Name)
			}
		}
	}
	w, first, second := make([]float64, len(names)), make([]float64, len(names)), make([]float64, len(names))
	for step := 1; step <= steps; step++ {
		g := make([]float64, len(names))
		total := 0.0
		for _, r := range rows {
			sum := 0.0
			for _, f := range r.Features {
				sum += w[at[f.Name]] * f.Value
			}
			d := -1 / (1 + math.Exp(-sum))
			if r.Right {
				d++
			}
			total += r.Weight
			for _, f := range r.Features {
				g[at[f.Name]] += r.Weight * d * f.Value
			}
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

// Folds in which groups are left out.
const Folds = 5

// Held is the probability of each row by a model that was fitted without the rows of its fold; groups stay together.
func Held(rows []Row) []float64 {
	var groups []string
	for _, r := range rows {
		groups = append(groups, r.Group)
	}
	slices.Sort(groups)
	groups = slices.Compact(groups)
	p := make([]float64, len(rows))
	for fold := range Folds {
		out := func(r Row) bool { at, _ := slices.BinarySearch(groups, r.Group); return at%Folds == fold }
		var kept []Row
		for _, r := range rows {
			if !out(r) {
				kept = append(kept, r)
			}
		}
		m := Fit(kept)
		for i, r := range rows {
			if out(r) {
				p[i] = m.Probability(r.Features)
			}
		}
	}
	return p
}
