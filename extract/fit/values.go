// Package fit makes the coefficients of the extraction from labelled documents. Nothing that serves imports it.
//
// It refuses to read documents: what was found in them, and whether it is right, is given to it.
package fit

import (
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
	Now   func() time.Time
	rows  []confidence.Row
	kinds map[string]int // documents of each kind
}

// Document is where values of a sample stand.
type Document struct {
	Layout string // of documents that look alike; "" for one like no other
	Kind   string
	Weight float64
}

// Add adds the values of a document. exact tells by the names of their paths, joined by slashes, which are right; one that it
// does not name is passed over.
func (s *Sample) Add(d Document, found []extract.Observation, exact map[string]bool) {
	if s.kinds == nil {
		s.kinds = map[string]int{}
	}
	s.kinds[d.Kind]++
	if d.Layout == "" {
		d.Layout = fmt.Sprintf("%s %d", d.Kind, s.kinds[d.Kind])
	}
	for _, o := range found {
		if right, ok := exact[strings.Join(o.Path, "/")]; ok {
			s.rows = append(s.rows, confidence.Row{Features: o.Evidence, Right: right, Group: d.Layout, Weight: d.Weight})
		}
	}
}

// leastRows is how many values a fit wants.
const leastRows = 100

// Values fits the confidence in values and returns its file. The figures of layouts left out are printed to out: of values
// of each confidence, how many are right.
func (s *Sample) Values(out io.Writer) (string, error) {
	if len(s.rows) < leastRows {
		return "", errors.New("fewer than 100 values were found: nothing can be fitted")
	}
	held := confidence.Held(s.rows)
	figures := ""
	for _, from := range []float64{0, 0.2, 0.4, 0.6, 0.8, 0.9} {
		to := min(1.01, from+0.2)
		if from == 0.8 {
			to = 0.9
		}
		n, right := 0, 0
		for i, p := range held {
			if p < from || p >= to {
				continue
			}
			n++
			if s.rows[i].Right {
				right++
			}
		}
		if n > 0 {
			figures += fmt.Sprintf(" %.1f: %d, %.0f %% right;", from, n, 100*float64(right)/float64(n))
		}
	}
	if _, err := fmt.Fprintf(out, "%d values, layouts left out, by confidence from:%s\n", len(s.rows), figures); err != nil {
		return "", err
	}
	return confidence.Fit(s.rows).Text(
		"Coefficients of the confidence in a value outside lists: logistic regression on how it was found, fitted by tariffdesk fit extract",
		fmt.Sprintf("on %s. %d values of labelled documents: %s. Layouts left out in %d folds,", s.Now().UTC().Format(time.DateOnly), len(s.rows), s.documents(), confidence.Folds),
		"by confidence from:"+figures), nil
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
