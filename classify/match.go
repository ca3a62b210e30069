package classify

import "slices"

// wording is what the words of a description add to a subheading or heading, each place of the description once.
type wording struct {
	text    float32 // BM25 over all its words
	matched float32 // mass of the query words it uses
	point   float32 // mass of the query words, each by the share of its uses that lies here
	heads   float32 // share of the head noun's terms that lie here
	given   struct {
		slot                        int32
		text, matched, point, heads float32
	} // by the place searched last
}

// add takes in a word that is used here.
func (e *wording) add(w *queryWord, text, point float32) {
	if w.alone {
		e.text, e.matched, e.point = e.text+text, e.matched+w.mass, e.point+point
		return
	}
	e.at(w.slot)
	e.text += more(&e.given.text, text)
	e.matched += more(&e.given.matched, w.mass)
	e.point += more(&e.given.point, point)
}

// addHead takes in a head noun that heads terms here, and returns what that adds.
func (e *wording) addHead(w *queryWord, share float32) float32 {
	e.at(w.slot)
	added := more(&e.given.heads, share)
	e.heads += added
	return added
}

// at turns to a place of the description: nothing is given by it yet.
func (e *wording) at(slot int32) {
	if e.given.slot != slot {
		e.given.slot = slot
		e.given.text, e.given.matched, e.given.point, e.given.heads = 0, 0, 0, 0
	}
}

// evidence is what a search found out about one subheading.
type evidence struct {
	wording
	exact float32 // mass of its weightiest term that was asked for in full
	whole float32 // it goes by the name that was asked for
}

// headingEvidence is the same for a heading.
type headingEvidence struct {
	wording
	own   float32 // best of its own terms
	any   float32 // best of all terms below it
	exact float32
	whole float32 // the heading, or what is below it, goes by the name that was asked for
	not   float32 // strongest exclusion found
}

// search is the working memory of one classification, reused between them. Some thousand terms of two hundred
// thousand are found a search: what is found of them lies side by side in hits. Whether a term is found at all is a
// bit in found, small enough for the nearest cache; the hits of a block of neighbouring terms are chained from the last.
type search struct {
	x           *index
	found       []uint64 // by term: a bit
	lastHit     []int32  // by block: its last hit; where none of its terms is found, what earlier searches left
	hits        []termHit
	subs        []evidence
	best        []bestTerms // by subheading
	touchedSubs []int32
	mark        []mark // by subheading
	headings    []headingEvidence
	chapters    []float32
	chapterOnce []once
	notHit      []float32
	notTouched  []int32
	order       []int32
	headAsked   bool // the description has a head noun the index knows
	firsts      []scored
	candidates  []candidate
	features    []features // of the candidates
}

// mark says how a subheading came into a search.
type mark uint8

const (
	markNone     mark = iota
	markTouched       // evidence was found of it
	markFavoured      // the precedents speak for it
)

func newSearch(x *index) *search {
	s := &search{x: x, found: make([]uint64, len(x.terms)/64+1), lastHit: make([]int32, len(x.terms)/blockTerms+1),
		subs: make([]evidence, len(x.subs)), best: make([]bestTerms, len(x.subs)), mark: make([]mark, len(x.subs)), headings: make([]headingEvidence, len(x.headings)),
		chapters: make([]float32, len(x.chapters)), chapterOnce: make([]once, len(x.chapters)), notHit: make([]float32, len(x.notTerms))}
	return s
}

// reset clears what the last search touched.
func (s *search) reset() {
	for _, i := range s.touchedSubs {
		s.subs[i] = evidence{}
		s.best[i] = bestTerms{}
		s.mark[i] = markNone
	}
	for _, t := range s.notTouched {
		s.notHit[t] = 0
	}
	clear(s.found)
	clear(s.headings)
	clear(s.chapters)
	clear(s.chapterOnce)
	s.hits, s.touchedSubs, s.notTouched = s.hits[:0], s.touchedSubs[:0], s.notTouched[:0]
	s.candidates = s.candidates[:0]
}

// run gathers all evidence for a query.
func (s *search) run(q *query) {
	s.byRarity(q)
	s.headAsked = false
	for i := range q.words {
		s.headAsked = s.headAsked || q.words[i].head
	}
	for _, i := range s.order {
		s.word(&q.words[i])
	}
	s.scoreTerms()
	s.wholeNames(q)
	for _, n := range s.notTouched {
		s.scoreExclusion(n)
	}
}

// byRarity orders the query words so that the rare ones open terms before the common ones fill them.
func (s *search) byRarity(q *query) {
	s.order = s.order[:0]
	for i := range q.words {
		s.order = append(s.order, int32(i))
	}
	slices.SortStableFunc(s.order, func(i, j int32) int { return q.words[i].compare(&q.words[j]) })
}

func (s *search) word(w *queryWord) {
	x := s.x
	rarity := x.idf[w.id]
	s.findTerms(w, rarity)
	perSub, perHeading := w.mass/max(x.subTotal[w.id], 1e-6), w.mass/max(x.headTotal[w.id], 1e-6)
	for _, p := range x.inSubs.of(w.id) {
		s.touch(p.doc)
		s.subs[p.doc].add(w, p.weight*w.weight, perSub*p.weight)
	}
	for _, p := range x.inHeadings.of(w.id) {
		s.headings[p.doc].add(w, p.weight*w.weight, perHeading*p.weight)
	}
	if w.head && (w.main || w.echo) {
		for _, p := range x.inHeads.of(w.id) {
			more := s.subs[p.doc].addHead(w, p.weight)
			s.headings[x.headingOf[p.doc]].heads += more
		}
	}
	for _, p := range x.inChapters.of(w.id) {
		s.chapters[p.doc] += s.chapterOnce[p.doc].more(w.slot, p.weight*w.weight)
	}
	for _, n := range x.inNot.of(w.id) {
		if s.notHit[n] == 0 {
			s.notTouched = append(s.notTouched, n)
		}
		s.notHit[n] += rarity * min(1, w.weight*1.2)
	}
}

// scoreExclusion counts an exclusion only where nearly all its words were asked for.
func (s *search) scoreExclusion(n int32) {
	x := &s.x.notTerms[n]
	share := s.notHit[n] / x.total
	if share < 0.75 || x.sub != noWord {
		return
	}
	h := &s.headings[x.owner]
	h.not = max(h.not, s.notHit[n]*share)
}
