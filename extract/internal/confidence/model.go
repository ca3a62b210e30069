// Package confidence owns how probable each of the options for a property is its value: a conditional logit of what speaks
// for them, in which none of them may be.
//
// It refuses to know how the evidence is gathered and how it is fitted (extract/fit).
package confidence

import (
	"io/fs"

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
func Load(files fs.FS) (Model, error) { return odds.Coefficients(files, File) }

// Probabilities are how probable each of some options is the value wanted, 0 to 1: a conditional logit in which none of
// them may be.
func (m Model) Probabilities(options [][]Feature) []float64 {
	scores := make([]float64, len(options))
	for i, o := range options {
		for _, f := range o {
			scores[i] += m[f.Name] * f.Value
		}
	}
	return odds.Shares(scores)
}

// The coefficients by which the probability of a choice is set right: as documents left out of the fit had it.
const (
	Scale = "choice: scale"
	Shift = "choice: shift"
)

// Sure is how probable a chosen value is right that the options give this probability: a fit is surer of what it was fitted
// on than of other documents.
func (m Model) Sure(p float64) float64 {
	scale, ok := m[Scale]
	if !ok {
		return p
	}
	return odds.Probability(scale*odds.Log(p, Edge) + m[Shift])
}

// Edge bounds a probability before it is stretched.
const Edge = 1e-6
