package describe

import (
	"math"
	"strconv"
	"strings"
)

// NounTypes are the types between which a noun is weighed, in the order of the weights.
var NounTypes = []string{typeString, typeNumber, typeInteger, typeDate}

// Nouns tells the likely type of a noun that no table holds by its letters and by the words beside it. It is fitted to names of
// properties with their types (extract/fit).
type Nouns struct{ Weights map[string][]float64 } // by feature, one for each of NounTypes

// loadNouns reads the fitted coefficients: a feature, and a weight for each type.
func loadNouns() *Nouns {
	n := &Nouns{Weights: map[string][]float64{}}
	for _, f := range rowsOf("data/nouns.tsv") {
		w := make([]float64, len(NounTypes))
		for i := range w {
			w[i], _ = strconv.ParseFloat(f[i+1], 64) // a missing one weighs nothing
		}
		n.Weights[f[0]] = w
	}
	return n
}

// Odds are the probabilities of the types of a noun with these features.
func (n *Nouns) Odds(features []string) []float64 {
	odds := make([]float64, len(NounTypes))
	for _, f := range features {
		for i, w := range n.Weights[f] {
			odds[i] += w
		}
	}
	sum := 0.0
	for i := range odds {
		odds[i] = math.Exp(odds[i])
		sum += odds[i]
	}
	for i := range odds {
		odds[i] /= sum
	}
	return odds
}

// surely is how likely a type is at least that is not text: text holds whatever is printed.
const surely = 0.6

// typeOf is the likeliest type of a folded phrase.
func (n *Nouns) typeOf(phrase []string, headFirst bool) string {
	odds := n.Odds(NounFeatures(phrase, headFirst))
	for i, t := range NounTypes[1:] {
		if odds[i+1] > surely {
			return t
		}
	}
	return typeString
}

// The letters of the ends of a word that are looked at.
const (
	leastEnd = 2
	mostEnd  = 6
)

// NounFeatures lists what the type of a folded phrase is told by: its noun, the letters that it begins and ends with, and the words beside
// it. headFirst says that the noun stands before what qualifies it.
func NounFeatures(phrase []string, headFirst bool) []string {
	if len(phrase) == 0 {
		return nil
	}
	at := headLast(phrase)
	if headFirst {
		at = 0
	} else if at > 0 && strings.HasSuffix(phrase[at], "ed") {
		at-- // hours worked
	}
	head := phrase[at]
	all := append(make([]string, 0, 4*mostEnd), "always", "noun "+head)
	if len(phrase) == 1 {
		all = append(all, "alone", "alone "+head)
	}
	if s := singulars(head); plural(head) && len(s) > 0 {
		head = s[len(s)-1]
		all = append(all, "several", "noun "+head)
	}
	for n := leastEnd; n <= min(mostEnd, len(head)); n++ {
		all = append(all, "ends "+head[len(head)-n:])
		if n > leastEnd {
			all = append(all, "begins "+head[:n])
		}
	}
	for i, w := range phrase {
		if i != at {
			all = append(all, "beside "+w)
		}
	}
	return all
}
