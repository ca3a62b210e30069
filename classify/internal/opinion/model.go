package opinion

import (
	"math"
	"strings"

	"tariffdesk/classify/internal/coefficient"
)

// Model tells how much likelier a code is where a word or a pair of words stands in the description.
type Model struct {
	coefficient.File
	Trust    [StyleCount]Trust
	Codes    []string  // of six digits, in order
	Always   []float32 // by code: its log-odds before any word is read
	Missing  []float32 // by code: what each word of a description costs it; those that speak for it make up for that
	Features []Feature // in order of their text
}

// Trust is how far the opinion counts for texts of one style.
type Trust struct {
	Weight float32 `json:"weight"` // beside the engine's own score; 0: the opinion is not asked
	Margin float32 `json:"margin"` // by which its first code must lead the second
	Temper float32 `json:"temper"` // what the scores of both together are divided by: they are no independent witnesses
}

// Feature is a word, or two neighbouring ones, with the codes it was seen with.
type Feature struct {
	Text string
	Odds []Odds // in order of their code
}

// Odds are log-odds of a code, in steps.
type Odds struct {
	Code  uint16
	Steps uint8
}

// step is the precision of log-odds in a file.
const step = 1.0 / 16

// pairValue is the weight of a pair of words, a word being 1: the two words of a pair are counted already.
const pairValue = 0.7

// Value returns the weight of a feature beside others.
func Value(feature string) float64 {
	if strings.Contains(feature, pairSign) {
		return pairValue
	}
	return 1
}

// StepsOf rounds log-odds to steps; those below zero are zero.
func StepsOf(odds float64) uint8 {
	return uint8(math.Round(math.Max(0, math.Min(odds/step, math.MaxUint8))))
}
