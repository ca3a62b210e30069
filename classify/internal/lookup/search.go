package lookup

import (
	"slices"

	"tariffdesk/classify/internal/text"
)

// Search is the working memory of one classification, reused between them. Some thousand terms of two hundred
// thousand are found a search: what is found of them lies side by side in hits. Whether a term is found at all is a
// bit in found, small enough for the nearest cache; the hits of a block of neighbouring terms are chained from the last.
type Search struct {
	x           *Index
	found       []uint64 // by term: a bit
	lastHit     []int32  // by block: its last hit; where none of its terms is found, what earlier searches left
	hits        []Hit
	Subs        []Evidence
	Best        []BestTerms // by subheading
	TouchedSubs []int32
	touched     []bool // by subheading
	Headings    []HeadingEvidence
	Chapters    []float32
	chapterOnce []once
	notHit      []float32
	notTouched  []int32
	order       []int32
	headAsked   bool // the description has a head noun the index knows
}

// NewSearch returns the working memory of searches in x.
func NewSearch(x *Index) *Search {
	s := &Search{x: x, found: make([]uint64, len(x.terms)/64+1), lastHit: make([]int32, len(x.terms)/blockTerms+1),
		Subs: make([]Evidence, len(x.Subs)), Best: make([]BestTerms, len(x.Subs)), touched: make([]bool, len(x.Subs)), Headings: make([]HeadingEvidence, len(x.Headings)),
		Chapters: make([]float32, len(x.Chapters)), chapterOnce: make([]once, len(x.Chapters)), notHit: make([]float32, len(x.notTerms))}
	return s
}

// Reset clears what the last search touched.
func (s *Search) Reset() {
	for _, i := range s.TouchedSubs {
		s.Subs[i] = Evidence{}
		s.Best[i] = BestTerms{}
		s.touched[i] = false
	}
	for _, t := range s.notTouched {
		s.notHit[t] = 0
	}
	clear(s.found)
	clear(s.Headings)
	clear(s.Chapters)
	clear(s.chapterOnce)
	s.hits, s.TouchedSubs, s.notTouched = s.hits[:0], s.TouchedSubs[:0], s.notTouched[:0]
}

// Run gathers all evidence for a query.
func (s *Search) Run(q *Query) {
	s.byRarity(q)
	s.headAsked = false
	for i := range q.Words {
		s.headAsked = s.headAsked || q.Words[i].head
	}
	for _, i := range s.order {
		s.word(&q.Words[i])
	}
	s.scoreTerms()
	s.wholeNames(q)
	for _, n := range s.notTouched {
		s.scoreExclusion(n)
	}
}

// byRarity orders the query words so that the rare ones open terms before the common ones fill them.
func (s *Search) byRarity(q *Query) {
	s.order = s.order[:0]
	for i := range q.Words {
		s.order = append(s.order, int32(i))
	}
	slices.SortStableFunc(s.order, func(i, j int32) int { return q.Words[i].compare(&q.Words[j]) })
}

func (s *Search) word(w *Word) {
	x := s.x
	rarity := x.idf[w.ID]
	s.findTerms(w, rarity)
	perSub, perHeading := w.Mass/max(x.subTotal[w.ID], 1e-6), w.Mass/max(x.headTotal[w.ID], 1e-6)
	for _, p := range x.inSubs.of(w.ID) {
		s.Touch(p.doc)
		s.Subs[p.doc].add(w, p.weight*w.weight, perSub*p.weight)
	}
	for _, p := range x.inHeadings.of(w.ID) {
		s.Headings[p.doc].add(w, p.weight*w.weight, perHeading*p.weight)
	}
	if w.head && (w.Main || w.Echo) {
		for _, p := range x.inHeads.of(w.ID) {
			more := s.Subs[p.doc].addHead(w, p.weight)
			s.Headings[x.HeadingOf[p.doc]].Heads += more
		}
	}
	for _, p := range x.inChapters.of(w.ID) {
		s.Chapters[p.doc] += s.chapterOnce[p.doc].more(w.slot, p.weight*w.weight)
	}
	for _, n := range x.inNot.of(w.ID) {
		if s.notHit[n] == 0 {
			s.notTouched = append(s.notTouched, n)
		}
		s.notHit[n] += rarity * min(1, w.weight*1.2)
	}
}

// scoreExclusion counts an exclusion only where nearly all its words were asked for.
func (s *Search) scoreExclusion(n int32) {
	x := &s.x.notTerms[n]
	share := s.notHit[n] / x.total
	if share < 0.75 || x.sub != text.NoWord {
		return
	}
	h := &s.Headings[x.owner]
	h.Not = max(h.Not, s.notHit[n]*share)
}
