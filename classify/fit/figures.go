package fit

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
)

// figuresOf counts by family how often a right code is first, among the first three, in the right heading and among the
// candidates at all, in parts of one; rate gives the probabilities of an example's candidates.
func figuresOf(all []example, rate func(*example) []float64) map[string]map[string]float64 {
	out := map[string]map[string]float64{}
	for i := range all {
		x := &all[i]
		of := out[x.family]
		if of == nil {
			of = map[string]float64{"rows": 0, "first": 0, "first_three": 0, "heading": 0, "found": 0, "likelihood": 0}
			out[x.family] = of
		}
		of["rows"]++
		p := rate(x)
		if len(p) > 0 && strings.HasPrefix(x.hs, x.codes[slices.Index(p, slices.Max(p))][:4]) {
			of["heading"]++
		}
		if !x.found() {
			continue
		}
		of["found"]++
		of["likelihood"] += math.Log(math.Max(x.rightly(p), 1e-9))
		switch above := x.above(p); {
		case above == 0:
			of["first"]++
			of["first_three"]++
		case above < 3:
			of["first_three"]++
		}
	}
	for _, of := range out {
		of["likelihood"] = rounded(of["likelihood"] / math.Max(of["found"], 1)) // of the right code, a description
		for _, name := range []string{"first", "first_three", "heading", "found"} {
			of[name] = rounded(of[name] / of["rows"])
		}
	}
	return out
}

// above counts the candidates that stand above the best right one.
func (x *example) above(p []float64) (n int) {
	best := -1.0
	for i, ok := range x.right {
		if ok {
			best = math.Max(best, p[i])
		}
	}
	for _, v := range p {
		if v > best {
			n++
		}
	}
	return n
}

// report prints figures, a line a family.
func (f *fitter) report(what string, figures map[string]map[string]float64) {
	for _, family := range slices.Sorted(maps.Keys(figures)) {
		line := fmt.Sprintf("  %-10s %-32s", what, family)
		for _, name := range slices.Sorted(maps.Keys(figures[family])) {
			line += fmt.Sprintf(" %s %g", name, figures[family][name])
		}
		_, _ = fmt.Fprintln(f.log, line)
	}
}

// rounded keeps three places: more would tell of the rows, not of the goods.
func rounded(v float64) float64 { return math.Round(1000*v) / 1000 }
