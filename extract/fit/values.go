// Package fit makes the coefficients of the extraction from labelled documents. Nothing that serves imports it.
//
// It refuses to read documents: what was found in them, and whether it is right, is given to it.
package fit

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"path"
	"slices"
	"strings"
	"time"

	"tariffdesk/extract"
	"tariffdesk/extract/internal/confidence"
)

// ValuesFile is the name of the coefficients of the confidence in values.
var ValuesFile = path.Base(confidence.File)

// Sample is values found in labelled documents.
type Sample struct {
	Now    func() time.Time
	Inputs string // hash of what it is of
	all    []choice
	texts  [][]string     // of the options: those that read the same are one
	sets   []int          // of which manifest each is
	kinds  map[string]int // documents of each kind
}

// Document is where values of a sample stand.
type Document struct {
	Layout string // of documents that look alike; "" for one like no other
	Kind   string
	Weight float64
	Set    int // of documents whose figures are counted together
}

// Add adds what may be the values of a document. right tells what is.
func (s *Sample) Add(d Document, found []extract.Observation, right func(extract.Observation) bool) {
	if s.kinds == nil {
		s.kinds = map[string]int{}
	}
	s.kinds[d.Kind]++
	if d.Layout == "" {
		d.Layout = fmt.Sprintf("%s %d", d.Kind, s.kinds[d.Kind])
	}
	path := ""
	for _, o := range found {
		if at := strings.Join(o.Path, "/"); at != path || len(s.all) == 0 {
			path = at
			s.all = append(s.all, choice{group: d.Layout, weight: d.Weight})
			s.texts = append(s.texts, nil)
			s.sets = append(s.sets, d.Set)
		}
		last := len(s.all) - 1
		s.all[last].options, s.all[last].right = append(s.all[last].options, o.Evidence), append(s.all[last].right, right(o))
		s.texts[last] = append(s.texts[last], fmt.Sprint(o.Value))
	}
}

// leastChoices is how many properties a fit wants.
const leastChoices = 100

// chosen are the probability of the option that was chosen for a property, and whether it is right; any says whether one of
// its options is.
type chosen struct {
	probability float64
	right, any  bool
}

// chosenOf is the choice among options by their probabilities.
func (s *Sample) chosenOf(i int, p []float64) chosen {
	sums := map[string]float64{}
	for j, text := range s.texts[i] {
		sums[text] += p[j]
	}
	best := chosen{}
	for j, text := range s.texts[i] {
		right := s.all[i].right[j]
		best.any = best.any || right
		if sums[text] > best.probability {
			best.probability, best.right = sums[text], right
		}
	}
	return best
}

// Values fits the choice of values and returns its file. The figures of layouts left out are printed to out: of values
// of each probability, how many are right.
func (s *Sample) Values(out io.Writer) (string, error) {
	if len(s.all) < leastChoices {
		return "", errors.New("fewer than 100 properties have options: nothing can be fitted")
	}
	bySet := map[int][]chosen{}
	for i, p := range held(s.all) {
		bySet[s.sets[i]] = append(bySet[s.sets[i]], s.chosenOf(i, p))
	}
	for set := range len(bySet) {
		if _, err := fmt.Fprintf(out, "set %d, %s\n", set+1, figuresOf(bySet[set])); err != nil {
			return "", err
		}
	}
	figures := figuresOf(bySet[0])
	model := fitValues(s.all)
	prune(model)
	var p []float64
	var right []bool
	for _, c := range bySet[0] {
		p, right = append(p, c.probability), append(right, c.right)
	}
	calibrate(model, p, right)
	return valuesText(model,
		"Coefficients of the choice of values outside lists: conditional logit with none, made by tariffdesk fit extract",
		fmt.Sprintf("on %s from inputs of sha256 %s. %d properties of labelled documents: %s. Layouts left out in %d folds,", s.Now().UTC().Format(time.DateOnly), cmp.Or(s.Inputs, "unknown"), len(s.all), s.documents(), fitFolds),
		"of the first set "+figures), nil
}

// leastGiven is the probability from which a value is given.
const leastGiven = 0.5

// figuresOf says how many of the properties were given the right option, and of each probability how many were right.
func figuresOf(all []chosen) string {
	possible, given, right := 0, 0, 0
	for _, c := range all {
		if c.any {
			possible++
		}
		if c.probability >= leastGiven {
			given++
			if c.right {
				right++
			}
		}
	}
	text := fmt.Sprintf("%d properties: %d have a right option, %d are given it, %d a wrong one; by probability from", len(all), possible, right, given-right)
	from := []float64{0, 0.4, 0.5, 0.6, 0.8, 0.9, 2}
	for i, least := range from[:len(from)-1] {
		n, right := 0, 0
		for _, c := range all {
			if c.probability < least || c.probability >= from[i+1] {
				continue
			}
			n++
			if c.right {
				right++
			}
		}
		if n > 0 {
			text += fmt.Sprintf(" %.1f: %d, %.0f %% right;", least, n, 100*float64(right)/float64(n))
		}
	}
	return text
}

// documents are the kinds of documents with their counts, the commonest first.
func (s *Sample) documents() string {
	var kinds []string
	for kind := range s.kinds {
		kinds = append(kinds, kind)
	}
	slices.SortFunc(kinds, func(a, b string) int {
		if s.kinds[a] != s.kinds[b] {
			return s.kinds[b] - s.kinds[a]
		}
		return strings.Compare(a, b)
	})
	for i, kind := range kinds {
		name := kind
		if name == "" {
			name = "other"
		}
		kinds[i] = fmt.Sprintf("%d %s", s.kinds[kind], name)
	}
	return strings.Join(kinds, ", ")
}
