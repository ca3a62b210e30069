package line

import (
	_ "embed"
	"fmt"
	"math"
	"strconv"
	"strings"
)

// feature numbers what is weighed of a node beside its siblings.
type feature int

const (
	featNamed       feature = iota // called so
	featServed                     // only what the goods serve is called so
	featUnnamed                    // called otherwise
	featSaid                       // an attribute said
	featSilent                     // an attribute nothing is said of
	featFacet                      // a value stated
	featFacetOpen                  // a facet nothing is said of
	featMeasure                    // a limit met
	featMeasureOpen                // a measure not stated
	featOnly                       // a special case said
	featOnlySilent                 // a special case nobody speaks of
	featResidual                   // takes the rest
	featRestClear                  // … and every sibling is excluded or called otherwise
	featRestOpen                   // … and the share of siblings that silence leaves open
	featRestBeaten                 // … and a sibling is met whole
	featTitle                      // share of its title's own words
	featBare                       // has no condition at all
	featWhole                      // something stated meets it and nothing is open
	featLeaves                     // logarithm of the lines below
	featureCount
)

var featureNames = [featureCount]string{
	"named", "served", "unnamed", "said", "silent", "facet", "facet_open", "measure", "measure_open", "only", "only_silent",
	"residual", "rest_clear", "rest_open", "rest_beaten", "title", "bare", "whole", "leaves",
}

// Weights are the fitted coefficients of the choice. They do not change.
type Weights struct {
	Feature [featureCount]float64
	// Sharpness scales scores before they become probabilities; Fill8 and Fill10 are the
	// probabilities from which a level is filled in.
	Sharpness, Fill8, Fill10 float64
}

//go:embed data/weights.tsv
var weightsFile string

// EmbeddedWeights are the coefficients the product carries.
func EmbeddedWeights() (*Weights, error) { return ParseWeights(weightsFile) }

// ParseWeights reads lines "name<TAB>value"; comment lines carry the provenance. Every name stands
// once and none is foreign.
func ParseWeights(content string) (*Weights, error) {
	values := map[string]float64{}
	number := 0
	for row := range strings.Lines(content) {
		number++
		row = strings.TrimSpace(row)
		if row == "" || row[0] == '#' {
			continue
		}
		name, text, _ := strings.Cut(row, "\t")
		v, err := strconv.ParseFloat(text, 64)
		if _, twice := values[name]; err != nil || twice || math.IsNaN(v) || math.IsInf(v, 0) {
			return nil, fmt.Errorf("weights:%d: %q is no \"name<TAB>number\" or stands twice", number, row)
		}
		values[name] = v
	}
	w := &Weights{}
	for _, slot := range w.slots() {
		v, ok := values[slot.name]
		if !ok {
			return nil, fmt.Errorf("weights: %s is missing", slot.name)
		}
		*slot.to = v
		delete(values, slot.name)
	}
	for name := range values {
		return nil, fmt.Errorf("weights: %s is unknown", name)
	}
	return w, nil
}

type slot struct {
	name string
	to   *float64
}

func (w *Weights) slots() []slot {
	list := []slot{{"sharpness", &w.Sharpness}, {"fill8", &w.Fill8}, {"fill10", &w.Fill10}}
	for i := range w.Feature {
		list = append(list, slot{featureNames[i], &w.Feature[i]})
	}
	return list
}

// Encode writes the form ParseWeights reads, below a provenance of comment lines.
func (w *Weights) Encode(provenance string) string {
	var b strings.Builder
	for line := range strings.Lines(provenance) {
		b.WriteString("# " + strings.TrimRight(line, "\n") + "\n")
	}
	for _, s := range w.slots() {
		fmt.Fprintf(&b, "%s\t%.4g\n", s.name, *s.to)
	}
	return b.String()
}

// weigh turns the evidence of siblings into probabilities; excluded ones get none. It is all zero
// where every one is excluded.
func (w *Weights) weigh(siblings []evidence) []float64 {
	among(siblings)
	out, top := make([]float64, len(siblings)), math.Inf(-1)
	for i := range siblings {
		if siblings[i].excluded {
			out[i] = math.Inf(-1)
			continue
		}
		for k, v := range siblings[i].features {
			out[i] += w.Feature[k] * v
		}
		out[i] *= w.Sharpness
		top = math.Max(top, out[i])
	}
	sum := 0.0
	for i := range out {
		if math.IsInf(out[i], -1) {
			out[i] = 0
			continue
		}
		out[i] = math.Exp(out[i] - top)
		sum += out[i]
	}
	for i := range out {
		if sum > 0 {
			out[i] /= sum
		}
	}
	return out
}

// among adds to the residual what only a look at its siblings tells.
func among(siblings []evidence) {
	open, whole, rest := 0.0, 0.0, -1
	for i := range siblings {
		s := &siblings[i]
		switch {
		case s.features[featResidual] == 1:
			rest = i
		case s.excluded:
		case s.features[featWhole] == 1:
			whole = 1
		case s.open > 0 && s.features[featUnnamed] == 0 && s.features[featOnlySilent] == 0:
			open++
		}
	}
	if rest < 0 || siblings[rest].excluded {
		return
	}
	f := &siblings[rest].features
	f[featRestBeaten] = whole
	if others := float64(len(siblings) - 1); others > 0 {
		f[featRestOpen] = math.Min(1, open/math.Min(others, 3))
	}
	if open == 0 && whole == 0 {
		f[featRestClear] = 1
	}
}
