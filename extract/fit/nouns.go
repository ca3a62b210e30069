package fit

import (
	_ "embed" // the names that a noun is fitted to
	"fmt"
	"io"
	"maps"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"tariffdesk/extract/internal/describe"
)

//go:embed data/nouns.tsv
var typedNouns string

// typedNoun is the name of a property with its type.
type typedNoun struct {
	head     string
	features []string
	kind     int
}

// The fit of nouns.
const (
	nounRounds = 30
	nounRate   = 0.15
	nounDecay  = 0.008
	nounSmall  = 0.2 // coefficients below it are left out
	nounParts  = 6   // of which each is held out once
)

// Nouns fits the type of a noun to names of properties, writes the coefficients to a folder unless it is empty, and tells how many of
// the names are right whose noun was held out.
func Nouns(out string, log io.Writer) error {
	all := readNouns()
	right, text := 0, 0
	for part := range nounParts {
		var learn, held []typedNoun
		for _, n := range all {
			if partOf(n.head) == part {
				held = append(held, n)
			} else {
				learn = append(learn, n)
			}
		}
		model := fitNouns(learn)
		for _, n := range held {
			if best(model.Odds(n.features)) == n.kind {
				right++
			}
			if n.kind == 0 {
				text++
			}
		}
	}
	fmt.Fprintf(log, "%d names, %.1f %% right where the noun was held out, %.1f %% are text\n", len(all), 100*float64(right)/float64(len(all)), 100*float64(text)/float64(len(all)))
	if out == "" {
		return nil
	}
	if err := os.WriteFile(filepath.Join(out, "nouns.tsv"), []byte(nounsText(nounWeights(all), len(all))), 0o600); err != nil {
		return fmt.Errorf("write coefficients of nouns: %w", err)
	}
	return nil
}

func partOf(head string) int {
	sum := 0
	for _, c := range head {
		sum = (31*sum + int(c)) % 100_003
	}
	return sum % nounParts
}

func best(odds []float64) int {
	at := 0
	for i, p := range odds {
		if p > odds[at] {
			at = i
		}
	}
	return at
}

func readNouns() []typedNoun {
	var all []typedNoun
	kinds := describe.NounTypes
	for line := range strings.Lines(typedNouns) {
		f := strings.Split(strings.TrimSpace(line), "\t")
		if len(f) < 3 {
			continue
		}
		for _, name := range strings.Split(f[2], ";") {
			features := describe.NounFeatures(strings.Fields(name), f[1] == "es")
			all = append(all, typedNoun{head: features[1], features: features, kind: slices.Index(kinds, f[0])})
		}
	}
	return all
}

// fitNouns climbs the likelihood of the types by one name after the other.
func fitNouns(all []typedNoun) *describe.Nouns { return &describe.Nouns{Weights: nounWeights(all)} }

func nounWeights(all []typedNoun) map[string][]float64 {
	dice := rand.New(rand.NewPCG(1, 2))
	weights := map[string][]float64{}
	for _, n := range all {
		for _, f := range n.features {
			if weights[f] == nil {
				weights[f] = make([]float64, len(describe.NounTypes))
			}
		}
	}
	model := &describe.Nouns{Weights: weights}
	for round := range nounRounds {
		rate := nounRate / (1 + float64(round)/5)
		for _, at := range dice.Perm(len(all)) {
			n := all[at]
			odds := model.Odds(n.features)
			for i := range odds {
				miss := -odds[i]
				if i == n.kind {
					miss++
				}
				for _, f := range n.features {
					weights[f][i] += rate * (miss - nounDecay*weights[f][i])
				}
			}
		}
	}
	return weights
}

// nounsText is the text of the file of coefficients that weigh, by feature.
func nounsText(weights map[string][]float64, names int) string {
	b := heading([]string{fmt.Sprintf("Coefficients of the types of nouns, made by `tariffdesk fit nouns` from %d names (extract/fit/data/nouns.tsv): a feature, and what it", names),
		"adds for " + strings.Join(describe.NounTypes, ", ") + "."})
	for _, feature := range slices.Sorted(maps.Keys(weights)) {
		if !slices.ContainsFunc(weights[feature], func(x float64) bool { return math.Abs(x) >= nounSmall }) {
			continue
		}
		b.WriteString(feature)
		for _, x := range weights[feature] {
			fmt.Fprintf(b, "\t%.1f", x)
		}
		b.WriteString("\n")
	}
	return b.String()
}
