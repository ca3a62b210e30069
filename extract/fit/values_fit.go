package fit

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"tariffdesk/extract/fit/logit"
	"tariffdesk/extract/internal/confidence"
	"tariffdesk/odds"
)

// choice is a property of a labelled document with what may be its value.
type choice struct {
	options [][]confidence.Feature
	right   []bool // of each option
	group   string // of documents that look alike; left out together
	weight  float64
}

// valuePull draws the coefficients of values towards zero, all choices together.
const valuePull = 1.0

// fitValues fits a model to choices; where no option is right, none is.
func fitValues(choices []choice) confidence.Model {
	at := map[string]int{}
	var names []string
	all := make([]logit.Choice, len(choices))
	for i, c := range choices {
		all[i] = logit.Choice{Right: c.right, Weight: c.weight}
		for _, o := range c.options {
			var features []logit.Feature
			for _, f := range o {
				n, ok := at[f.Name]
				if !ok {
					n = len(names)
					at[f.Name] = n
					names = append(names, f.Name)
				}
				features = append(features, logit.Feature{At: n, Value: f.Value})
			}
			all[i].Options = append(all[i].Options, features)
		}
	}
	climb := logit.Climb{Steps: 300, Rate: 0.05, Tiny: 1e-9, Slope: func(sum, w, total float64) float64 { return (sum - valuePull*w) / total }}
	m := confidence.Model{}
	for i, w := range climb.Fit(all, make([]float64, len(names))) {
		m[names[i]] = w
	}
	return m
}

// held are the probabilities of the options of each choice by a model that was fitted without the choices of its fold; groups stay
// together.
func held(choices []choice) [][]float64 {
	var groups []string
	for _, c := range choices {
		groups = append(groups, c.group)
	}
	slices.Sort(groups)
	groups = slices.Compact(groups)
	p := make([][]float64, len(choices))
	for fold := range fitFolds {
		out := func(c choice) bool { at, _ := slices.BinarySearch(groups, c.group); return at%fitFolds == fold }
		m := fitValues(slices.DeleteFunc(slices.Clone(choices), out))
		for i, c := range choices {
			if out(c) {
				p[i] = m.Probabilities(c.options)
			}
		}
	}
	return p
}

// calibrations are the steps of setting probabilities right.
const calibrations = 300

// calibrate sets the probability of choices right by those of choices left out of a fit: p are their probabilities, right says
// which choices were right.
func calibrate(m confidence.Model, p []float64, right []bool) {
	scale, shift := 1.0, 0.0
	for range calibrations {
		var gScale, gShift, hScale, hShift, hBoth float64
		for i := range p {
			x := odds.Log(p[i], confidence.Edge)
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
	m[confidence.Scale], m[confidence.Shift] = scale, shift
}

// leastCoefficient is the least size of a coefficient that stays in a model: below it, nothing is chosen otherwise.
const leastCoefficient = 0.05

// prune takes out the coefficients that change no choice.
func prune(m confidence.Model) {
	maps.DeleteFunc(m, func(_ string, v float64) bool { return math.Abs(v) < leastCoefficient })
}

// valuesText is a model as the text of its file, below lines that say where it comes from.
func valuesText(m confidence.Model, provenance ...string) string {
	b := heading(provenance)
	for _, name := range slices.Sorted(maps.Keys(m)) {
		fmt.Fprintf(b, "%s\t%.4f\n", name, m[name])
	}
	return b.String()
}

// heading begins the text of a file with lines that say where it comes from.
func heading(provenance []string) *strings.Builder {
	var b strings.Builder
	for _, line := range provenance {
		fmt.Fprintf(&b, "# %s\n", line)
	}
	return &b
}
