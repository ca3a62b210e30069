package papers

import (
	"fmt"
	"slices"
	"strings"

	"tariffdesk/extract/internal/page"
	"tariffdesk/extract/internal/term"
)

// Seen holds the signs on a page that it begins a paper, and whether it does.
type Seen struct {
	Traits []float64
	Begins bool
}

// Observer looks at each page once, however many files it lies in.
type Observer struct {
	words *words
	seen  map[*page.Page]*sight
}

// NewObserver returns an observer with the words of a dictionary.
func NewObserver(d *term.Dictionary) *Observer {
	return &Observer{newWords(d), map[*page.Page]*sight{}}
}

func (o *Observer) look(pages []*page.Page) []*sight {
	all := make([]*sight, len(pages))
	for i, p := range pages {
		if o.seen[p] == nil {
			o.seen[p] = o.words.look(p)
		}
		all[i] = o.seen[p]
	}
	return all
}

// Find parts the pages of a file by a model.
func (o *Observer) Find(m Model, pages []*page.Page) []Paper { return m.find(o.look(pages)) }

// Begins lists for each page behind the first one what tells whether it begins a paper, where the papers of a file are known: starts
// are the places of their first pages. It is what the coefficients are fitted on.
func (o *Observer) Begins(pages []*page.Page, starts []int) []Seen {
	var all []Seen
	var firsts, before []*sight
	gap := false
	for i, s := range o.look(pages) {
		begins := slices.Contains(starts, i)
		if s.blank || s.separator {
			gap = true
			continue
		}
		if len(before) > 0 {
			all = append(all, Seen{compare(firsts, before, s, gap), begins})
		}
		if begins || len(before) == 0 {
			before, firsts = nil, append(firsts, s)
		}
		before, gap = append(before, s), false
	}
	return all
}

// Kinds lists for each of Types what speaks for it on the pages of one paper.
func (o *Observer) Kinds(pages []*page.Page) [][]float64 {
	sights := o.look(pages)
	at := make([]int, len(pages))
	for i := range pages {
		at[i] = i
	}
	marks := marksOf(sights, at)
	all := make([][]float64, len(Types()))
	for i, kind := range Types() {
		all[i] = kindOf(sights[0], marks, kind)
	}
	return all
}

// Coefficients are the numbers of a model, to be read and set by a fit.
func (m Model) Coefficients() (begin, kind []float64, prior map[string]float64) {
	return m.begin, m.kind, m.prior
}

// Text is the model as Load reads it.
func (m Model) Text(provenance ...string) string {
	var b strings.Builder
	for _, line := range provenance {
		fmt.Fprintf(&b, "# %s\n", line)
	}
	for i, name := range beginTraits {
		fmt.Fprintf(&b, "%s\t%s\t%.3f\n", partBegin, name, m.begin[i])
	}
	for i, name := range kindTraits {
		fmt.Fprintf(&b, "%s\t%s\t%.3f\n", partKind, name, m.kind[i])
	}
	for _, name := range Types() {
		fmt.Fprintf(&b, "%s\t%s\t%.3f\n", partPrior, name, m.prior[name])
	}
	return b.String()
}
