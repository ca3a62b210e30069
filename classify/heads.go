package classify

import (
	"slices"

	"tariffdesk/classify/internal/lookup"
	"tariffdesk/classify/internal/rank"
)

// What is left of the probability of goods that go by no name that the description's head noun heads: in a heading of which others do, and
// in any other one; and the share that these may have had in all before the answer counts as a guess.
const (
	nearby    = 0.3
	elsewhere = 0.05
	strained  = 0.3
)

// headed puts the candidates behind the others whose names the head noun of the description never heads: a lanyard for a telephone is no
// telephone, whatever names the two share. It judges heads that serve other goods alone, as cases and screws do. Nothing
// moves where the description is a known name or its head alone is none, where goods of the head lead, or where none are in the running.
func (f *finding) headed() {
	d, e := &f.description, f.engine
	if d.Listing || len(f.query.Whole) > 0 {
		return
	}
	head := e.index.NamedHead(d)
	if head < 0 || !e.words.reader.Serves(d.Mentions[head].Text) {
		return
	}
	search, own := f.ranking.Search, false
	left := func(c *rank.Candidate) float32 {
		switch {
		case search.Headed(c.Sub) || f.neighbors.Share(c.Sub) >= precedentVisible:
			return 1
		case search.Headings[e.tree.HeadingOf[c.Sub]].Heads > 0:
			return nearby
		}
		return elsewhere
	}
	if len(f.ranking.Candidates) == 0 {
		return
	}
	moved := float32(0)
	for i := range f.ranking.Candidates {
		switch c := &f.ranking.Candidates[i]; left(c) {
		case elsewhere:
			moved += c.P
		case 1:
			own = own || c.P >= leastFitting
		}
	}
	f.unheaded = !own || moved >= strained
	if !own || left(&f.ranking.Candidates[0]) == 1 {
		return
	}
	f.ranking.Scale(left)
	hit := search.BestHit(f.ranking.Candidates[0].Sub)
	f.unheaded = f.unheaded || hit != nil && !hit.HeadNoun()
}

// excludeHeld puts the goods behind the others that a holder is for: a bag for tea is no tea. Parts of what it is for stay, as a bag for a vacuum cleaner is one.
func excludeHeld(e *Engine, f *finding) {
	if f.description.Listing || len(f.query.Whole) > 0 {
		return
	}
	goods, ok := e.words.papers.Holds(f.settled.Text)
	if !ok {
		return
	}
	headings := lookup.HeadingsOf(e.index, goods)
	if len(headings) == 0 {
		return
	}
	f.ranking.Scale(func(c *rank.Candidate) float32 {
		part := e.facets.Traits[c.Sub].Part || e.facets.StandsForParts(c.Sub)
		if !part && slices.Contains(headings, e.tree.HeadingOf[c.Sub]) && f.neighbors.Share(c.Sub) < precedentVisible {
			return contradicted
		}
		return 1
	})
}
