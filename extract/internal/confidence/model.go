// Package confidence owns how probable each of the options for a property is its value: a conditional logit of what speaks
// for them, in which none of them may be, and its fit to labelled documents.
//
// It refuses to know how the evidence is gathered.
package confidence

import (
	"fmt"
	"io/fs"
	"math"
	"slices"
	"strconv"
	"strings"

	"tariffdesk/odds"
)

// File holds the coefficients: on each line the name of a feature and its coefficient.
const File = "coefficients/values.tsv"

// Feature is a piece of evidence on a value, by name.
type Feature struct {
	Name  string
	Value float64
}

// Model gives each feature its weight; a feature that it does not name weighs nothing.
type Model map[string]float64

// Load reads the model; a line that is no name and number is an error, and so is a model without lines.
func Load(files fs.FS) (Model, error) {
	raw, err := fs.ReadFile(files, File)
	if err != nil {
		return nil, fmt.Errorf("read coefficients of values: %w", err)
	}
	m := Model{}
	for line := range strings.Lines(string(raw)) {
		line = strings.TrimRight(line, "\r\n")
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		name, number, ok := strings.Cut(line, "\t")
		v, err := strconv.ParseFloat(number, 64)
		if _, twice := m[name]; !ok || twice || err != nil || math.IsNaN(v) || math.IsInf(v, 0) {
			return nil, fmt.Errorf("%s: %q is no feature with its coefficient", File, line)
		}
		m[name] = v
	}
	if len(m) == 0 {
		return nil, fmt.Errorf("%s: no coefficients", File)
	}
	return m, nil
}

// Text is the model as the file's text, below lines that say where it comes from.
func (m Model) Text(provenance ...string) string {
	var b strings.Builder
	for _, line := range provenance {
		fmt.Fprintf(&b, "# %s\n", line)
	}
	for _, name := range m.names() {
		fmt.Fprintf(&b, "%s\t%.4f\n", name, m[name])
	}
	return b.String()
}

func (m Model) names() []string {
	names := make([]string, 0, len(m))
	for name := range m {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

// Probabilities are how probable each of some options is the value wanted, 0 to 1: a conditional logit in which none of
// them may be.
func (m Model) Probabilities(options []Option) []float64 {
	scores := make([]float64, len(options))
	for i, o := range options {
		for _, f := range o.Features {
			scores[i] += m[f.Name] * f.Value
		}
	}
	return shares(scores)
}

// The coefficients by which the probability of a choice is set right: as documents left out of the fit had it.
const (
	scaleName = "choice: scale"
	shiftName = "choice: shift"
)

// Sure is how probable a chosen value is right that the options give this probability: a fit is surer of what it was fitted
// on than of other documents.
func (m Model) Sure(p float64) float64 {
	scale, ok := m[scaleName]
	if !ok {
		return p
	}
	return odds.Probability(scale*odds.Log(p, edge) + m[shiftName])
}

// edge bounds a probability before it is stretched.
const edge = 1e-6

// shares are the probabilities of scores beside none, whose score is 0.
func shares(scores []float64) []float64 {
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
