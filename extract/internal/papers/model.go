package papers

import (
	_ "embed" // the names of traits
	"fmt"
	"io/fs"
	"slices"
	"strings"

	"tariffdesk/odds"
)

// ModelFile holds the coefficients, below the dictionary's folder.
const ModelFile = "coefficients/papers.tsv"

//go:embed data/traits.tsv
var traitNames string

// The traits by name. The place of a trait is that of its coefficient.
var (
	BeginTraits = traitsOf(PartBegin) // of a page behind the pages of a paper
	KindTraits  = traitsOf(PartKind)  // that speak for a type of paper, whichever it is
)

// TraitAlways is of every page.
const TraitAlways = "always"

func traitsOf(part string) (all []string) {
	for line := range strings.Lines(traitNames) {
		if of, name, _ := strings.Cut(strings.TrimSpace(line), "\t"); of == part {
			all = append(all, name)
		}
	}
	return all
}

// Model weighs the traits of pages.
type Model struct {
	Begin []float64          // by BeginTraits
	Kind  []float64          // by KindTraits
	Prior map[string]float64 // of each type
}

// Load reads the coefficients: what they are of, their name, their value. A name that is not known, or one that is missing, is an error.
func Load(files fs.FS) (Model, error) {
	all, err := odds.Coefficients(files, ModelFile)
	if err != nil {
		return Model{}, err
	}
	m := NewModel()
	for key, v := range all {
		if part, name, _ := strings.Cut(key, "\t"); !m.put(part, name, v) {
			return Model{}, fmt.Errorf("%s: %q is not known", ModelFile, key)
		}
	}
	if want := len(BeginTraits) + len(KindTraits) + len(Types()); len(all) != want {
		return Model{}, fmt.Errorf("%s: %d coefficients, want %d", ModelFile, len(all), want)
	}
	return m, nil
}

// NewModel is a model whose coefficients are all 0.
func NewModel() Model {
	return Model{Begin: make([]float64, len(BeginTraits)), Kind: make([]float64, len(KindTraits)), Prior: map[string]float64{}}
}

// The parts of a model in its file.
const (
	PartBegin = "begin"
	PartKind  = "kind"
	PartPrior = "type"
)

func (m Model) put(part, name string, v float64) bool {
	switch part {
	case PartBegin, PartKind:
		names, to := BeginTraits, m.Begin
		if part == PartKind {
			names, to = KindTraits, m.Kind
		}
		i := slices.Index(names, name)
		if i >= 0 {
			to[i] = v
		}
		return i >= 0
	case PartPrior:
		m.Prior[name] = v
		return slices.Contains(Types(), name)
	}
	return false
}

// Beginning is how much speaks for a page with these traits to begin a paper: the logarithm of the odds.
func (m Model) Beginning(traits []float64) float64 { return dot(m.Begin, traits) }

func dot(a, b []float64) float64 {
	sum := 0.0
	for i := range a {
		sum += a[i] * b[i]
	}
	return sum
}
