package classify

import (
	"math"
	"slices"
)

// longList is the number of terms beyond which a word alone opens no new term: "machine" or "cotton"
// only strengthens terms another word has found.
const longList = 1200

// opens is the weight from which a word opens terms: an attribute or the place in a shop only strengthens.
const opens = 0.2

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
}

// bestTerms are the terms a subheading is best known by. They are kept apart from the other evidence, for every term
// found is held against them.
type bestTerms struct {
	score [3]float32
	hit   int32 // the best term's place in hits
}

// headingEvidence is the same for a heading.
type headingEvidence struct {
	wording
	own   float32 // best of its own terms
	any   float32 // best of all terms below it
	exact float32
	not   float32 // strongest exclusion found
}

// termHit is what a search found of one term, with a copy of the term: what is scored lies in one place.
type termHit struct {
	term  int32
	of    term
	mass  float32
	seen  float32 // rarity found
	once  once
	heads headsFound
}

// headsFound says what was asked for of a term's head noun.
type headsFound uint8

const (
	headAny   headsFound = 1 << iota // the head noun was asked for
	headMeant                        // … as the head noun
	headsKinds
)

// search is the working memory of one classification, reused between them. Some thousand terms of two hundred
// thousand are found a search: what is found of them lies side by side in hits. Whether a term is found at all is a
// bit in found, which is small enough for the nearest cache; hitAt is read for found terms only.
type search struct {
	x           *index
	found       []uint64 // by term: a bit
	hitAt       []int32  // by found term: its place in hits; of the others what earlier searches left
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
	s := &search{x: x, found: make([]uint64, len(x.terms)/64+1), hitAt: make([]int32, len(x.terms)),
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

// findTerms adds a word to the terms it stands in.
func (s *search) findTerms(w *queryWord, rarity float32) {
	list := s.x.inTerms.of(w.id)
	open := len(list) <= longList && w.weight >= opens || len(s.hits) < 200
	heads := headAny
	if w.head {
		heads |= headMeant
	}
	hits, found := s.hits, s.found
	for i := range list {
		p := &list[i]
		t := p.at >> 1
		word, bit := &found[t>>6], uint64(1)<<(t&63)
		if *word&bit == 0 {
			if !open {
				continue
			}
			*word |= bit
			s.hitAt[t] = int32(len(hits))
			hits = append(hits, termHit{term: t, of: p.of})
		}
		hit := &hits[s.hitAt[t]]
		if w.alone {
			hit.mass += w.mass
		} else {
			hit.mass += hit.once.more(w.slot, w.mass)
		}
		hit.seen += rarity
		hit.heads |= heads & -headsFound(p.at&headBit) // all bits or none
	}
	s.hits = hits
}

func (s *search) touch(sub int32) {
	if s.mark[sub] == markNone {
		s.mark[sub] = markTouched
		s.touchedSubs = append(s.touchedSubs, sub)
	}
}

// share is the part of a term that was asked for.
func (h *termHit) share() float32 { return min(1, h.seen/h.of.total) }

// byHeads is what a term counts by what was asked for of its head noun.
func (s *search) byHeads() [headsKinds]float32 {
	merely := float32(1)
	if s.headAsked {
		merely = 0.75 // the head noun was asked for, but only to qualify another: a car bumper is no bumper car
	}
	return [headsKinds]float32{0: 0.7, headAny: merely, headMeant | headAny: 1.2}
}

// byPlace is what a term counts by whether it is a title.
var byPlace = [...]float32{0: 1, termTitle: 0.9}

// scoreTerms rates the terms found: the mass each found, lowered by the part of it that was not asked for. Factors
// are looked up, not branched to: what a term is can hardly be foreseen.
func (s *search) scoreTerms() {
	byHeads := s.byHeads()
	for i := range s.hits {
		hit := &s.hits[i]
		share, owner := hit.share(), int32(hit.of.owner)
		value := hit.mass * share * float32(math.Sqrt(float64(share))) * byHeads[hit.heads&(headsKinds-1)] * byPlace[hit.of.place&termTitle]
		exact := float32(0)
		if share > 0.995 {
			exact = hit.mass
			if hit.heads == headAny && s.headAsked {
				exact *= 0.3
			}
		}
		if hit.of.top() {
			h := &s.headings[owner]
			h.own, h.exact = max(h.own, value), max(h.exact, exact)
			continue
		}
		if best := &s.best[owner]; value > best.score[2] {
			s.touch(owner)
			best.offer(value, int32(i))
		}
		if exact > 0 {
			e, h := &s.subs[owner], &s.headings[s.x.headingOf[owner]]
			e.exact, h.exact = max(e.exact, exact), max(h.exact, exact)
		}
	}
	for _, sub := range s.touchedSubs {
		h := &s.headings[s.x.headingOf[sub]]
		h.any = max(h.any, s.best[sub].score[0])
	}
	for h := range s.headings {
		s.headings[h].any = max(s.headings[h].any, s.headings[h].own)
	}
}

func (b *bestTerms) offer(value float32, hit int32) {
	switch {
	case value > b.score[0]:
		b.score[2], b.score[1], b.score[0] = b.score[1], b.score[0], value
		b.hit = hit
	case value > b.score[1]:
		b.score[2], b.score[1] = b.score[1], value
	default:
		b.score[2] = value
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
