package fit

import (
	"fmt"
	"slices"

	"tariffdesk/extract/internal/page"
	"tariffdesk/extract/internal/papers"
)

// seenPage holds the signs on a page that it begins a paper, and whether it does.
type seenPage struct {
	traits []float64
	begins bool
}

// looks looks at each page once, however many files it lies in.
type looks struct {
	finder *papers.Finder
	seen   map[*page.Page]*papers.Sight
}

func newLooks(f *papers.Finder) *looks { return &looks{f, map[*page.Page]*papers.Sight{}} }

func (o *looks) look(pages []*page.Page) []*papers.Sight {
	all := make([]*papers.Sight, len(pages))
	for i, p := range pages {
		if o.seen[p] == nil {
			o.seen[p] = o.finder.Look(p)
		}
		all[i] = o.seen[p]
	}
	return all
}

// find parts the pages of a file by a model.
func (o *looks) find(m papers.Model, pages []*page.Page) []papers.Paper {
	return m.Find(o.look(pages))
}

// begins lists for each page behind the first one what tells whether it begins a paper, where the papers of a file are known: starts
// are the places of their first pages.
func (o *looks) begins(pages []*page.Page, starts []int) []seenPage {
	var all []seenPage
	var firsts, before []*papers.Sight
	gap := false
	for i, s := range o.look(pages) {
		begins := slices.Contains(starts, i)
		if s.Blank || s.Separator {
			gap = true
			continue
		}
		if len(before) > 0 {
			all = append(all, seenPage{papers.Compare(firsts, before, s, gap), begins})
		}
		if begins || len(before) == 0 {
			before, firsts = nil, append(firsts, s)
		}
		before, gap = append(before, s), false
	}
	return all
}

// kinds lists for each type of paper what speaks for it on the pages of one.
func (o *looks) kinds(pages []*page.Page) [][]float64 {
	sights := o.look(pages)
	at := make([]int, len(pages))
	for i := range pages {
		at[i] = i
	}
	marks := papers.MarksOf(sights, at)
	var all [][]float64
	for _, kind := range papers.Types() {
		all = append(all, papers.KindOf(sights[0], marks, kind))
	}
	return all
}

// doubt makes beginnings rarer: those whose odds have a logarithm below least are none.
func doubt(m papers.Model, least float64) {
	m.Begin[slices.Index(papers.BeginTraits, papers.TraitAlways)] -= least
}

// papersText is a model as the text of its file, below lines that say where it comes from.
func papersText(m papers.Model, provenance ...string) string {
	b := heading(provenance)
	part := func(of string, names []string, value func(i int) float64) {
		for i, name := range names {
			fmt.Fprintf(b, "%s\t%s\t%.3f\n", of, name, value(i))
		}
	}
	part(papers.PartBegin, papers.BeginTraits, func(i int) float64 { return m.Begin[i] })
	part(papers.PartKind, papers.KindTraits, func(i int) float64 { return m.Kind[i] })
	part(papers.PartPrior, papers.Types(), func(i int) float64 { return m.Prior[papers.Types()[i]] })
	return b.String()
}
