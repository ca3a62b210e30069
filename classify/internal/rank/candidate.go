package rank

import (
	"slices"
	"sort"

	"tariffdesk/classify/internal/code"
	"tariffdesk/classify/internal/facet"
	"tariffdesk/classify/internal/lookup"
	"tariffdesk/classify/internal/top"
)

// Ranking weighs the subheadings that a search has met. It is working memory, reused between classifications.
type Ranking struct {
	*code.Tree
	index      *lookup.Index
	facets     *facet.Index
	weights    *Weights
	Search     *lookup.Search
	Candidates []Candidate
	features   []Features // of the candidates
	firsts     []top.Item
	favoured   []bool // by subheading: set while candidates are collected
}

// New returns the working memory of rankings.
func New(x *lookup.Index, facets *facet.Index, weights *Weights) *Ranking {
	return &Ranking{Tree: x.Tree, index: x, facets: facets, weights: weights, Search: lookup.NewSearch(x), favoured: make([]bool, len(x.Subs))}
}

// Reset clears what the last classification left.
func (r *Ranking) Reset() {
	r.Search.Reset()
	r.Candidates = r.Candidates[:0]
}

// Candidate is a subheading in the running with its features and score.
type Candidate struct {
	Sub      int32
	Score    float32
	P        float32
	Features *Features // in the ranking's memory; nil where only a model named it
}

// opposedFrom is the weight from which a value is stated of the goods themselves.
const opposedFrom = 0.5

// Opposed reports whether a material or a number that is stated speaks for a sibling of the candidate.
func (c *Candidate) Opposed() bool {
	return c.Features != nil && (c.Features[featAgainst] > opposedFrom || c.Features[featAgainstLimit] > opposedFrom || c.Features[featUnshared] > 0)
}

// The number of candidates that are weighed in full.
const (
	WidthFast = 48
	WidthPro  = 96
)

// Collect fills r.Candidates with the subheadings worth weighing, best first. Those favoured are among them.
func (r *Ranking) Collect(width int, favoured []int32) {
	s := r.Search
	for _, h := range r.promising() {
		for sub := r.FirstSub[h]; sub < r.FirstSub[h+1]; sub++ {
			s.Touch(sub)
		}
	}
	for _, sub := range favoured {
		s.Touch(sub)
		r.favoured[sub] = true
	}
	r.firsts = r.firsts[:0]
	for _, sub := range s.TouchedSubs {
		e, h, terms := &s.Subs[sub], &s.Headings[r.HeadingOf[sub]], &s.Best[sub].Score
		value := terms[0] + 0.3*terms[1] + 0.15*terms[2] + 0.35*e.Text + e.Point + 0.5*h.Own + 8*e.Whole + 4*h.Whole + 0.15*h.Any + 0.25*h.Text - 0.5*h.Not
		if r.favoured[sub] {
			value += 1e6
		}
		r.firsts = append(r.firsts, top.Item{ID: sub, Value: value})
	}
	for _, f := range top.Best(r.firsts, width+len(favoured)/2) {
		r.Candidates = append(r.Candidates, Candidate{Sub: f.ID})
	}
	for _, sub := range favoured {
		r.favoured[sub] = false
	}
}

// Add puts further subheadings among the candidates, before they are weighed.
func (r *Ranking) Add(subs []int32) {
	for _, sub := range subs {
		if !slices.ContainsFunc(r.Candidates, func(c Candidate) bool { return c.Sub == sub }) {
			r.Search.Touch(sub)
			r.Candidates = append(r.Candidates, Candidate{Sub: sub})
		}
	}
}

// promising returns the headings whose subheadings are all worth ranking.
func (r *Ranking) promising() []int32 {
	s := r.Search
	const most = 6
	best := make([]int32, 0, most+1)
	value := func(h int32) float32 {
		e := &s.Headings[h]
		return e.Own + 0.6*e.Any + 0.5*e.Text + 8*e.Whole
	}
	for h := range int32(len(s.Headings)) {
		if s.Headings[h].Text == 0 && s.Headings[h].Whole == 0 {
			continue
		}
		v := value(h)
		if len(best) == most && v <= value(best[most-1]) {
			continue
		}
		at := sort.Search(len(best), func(i int) bool { return value(best[i]) < v })
		best = append(best, 0)
		copy(best[at+1:], best[at:])
		best[at] = h
		best = best[:min(len(best), most)]
	}
	return best
}

// Describes is the share of a name of goods that has to be asked for, for the heading to describe them.
const Describes = 0.99
