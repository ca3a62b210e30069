package classify

import "math"

// longList is the number of terms beyond which a word alone opens no new term: "machine" or "cotton"
// only strengthens terms another word has found.
const longList = 1200

// opens is the weight from which a word opens terms: an attribute or the place in a shop only strengthens.
const opens = 0.2

// evidence is what a search found out about one subheading.
type evidence struct {
	best    [3]float32 // its best term scores
	term    int32      // the best term
	text    float32    // BM25 over all its words
	matched float32    // mass of the query words it uses
	exact   float32    // mass of its weightiest term that was asked for in full
	point   float32    // mass of the query words, each by the share of its uses that lies here
	heads   float32    // share of the head noun's terms that lie here
	once    onceEach
}

// headingEvidence is the same for a heading.
type headingEvidence struct {
	own     float32 // best of its own terms
	ownTerm int32
	any     float32 // best of all terms below it
	text    float32
	matched float32
	point   float32
	heads   float32
	exact   float32
	not     float32 // strongest exclusion found
	once    onceEach
}

// termHit is what a search found of one term.
type termHit struct {
	mass    float32
	seen    float32 // rarity found
	once    once
	head    bool // its head noun was asked for as the head noun
	hasHead bool // its head noun was asked for at all
}

// search is the working memory of one classification, reused between them.
type search struct {
	x           *index
	terms       []termHit // by term
	touched     []int32
	subs        []evidence
	touchedSubs []int32
	mark        []bool
	headings    []headingEvidence
	chapters    []float32
	chapterOnce []once
	notHit      []float32
	notTouched  []int32
	order       []int32
	headAsked   bool // the description has a head noun the index knows
	firsts      []scored
	candidates  []candidate
}

func newSearch(x *index) *search {
	s := &search{x: x, terms: make([]termHit, len(x.terms)),
		subs: make([]evidence, len(x.subs)), mark: make([]bool, len(x.subs)), headings: make([]headingEvidence, len(x.headings)),
		chapters: make([]float32, len(x.chapters)), chapterOnce: make([]once, len(x.chapters)), notHit: make([]float32, len(x.notTerms))}
	return s
}

// reset clears what the last search touched.
func (s *search) reset() {
	for _, t := range s.touched {
		s.terms[t] = termHit{}
	}
	for _, i := range s.touchedSubs {
		s.subs[i] = evidence{}
		s.mark[i] = false
	}
	for _, t := range s.notTouched {
		s.notHit[t] = 0
	}
	clear(s.headings)
	clear(s.chapters)
	clear(s.chapterOnce)
	s.touched, s.touchedSubs, s.notTouched = s.touched[:0], s.touchedSubs[:0], s.notTouched[:0]
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
	for _, t := range s.touched {
		s.scoreTerm(t)
	}
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
	for i := 1; i < len(s.order); i++ {
		for j := i; j > 0 && q.words[s.order[j]].before(&q.words[s.order[j-1]]); j-- {
			s.order[j], s.order[j-1] = s.order[j-1], s.order[j]
		}
	}
}

func (s *search) word(w *queryWord) {
	x := s.x
	list := x.inTerms.of(w.id)
	rarity := x.idf[w.id]
	open := len(list) <= longList && w.weight >= opens || len(s.touched) < 200
	for _, at := range list {
		t := at >> 1
		hit := &s.terms[t]
		if hit.seen == 0 {
			if !open {
				continue
			}
			s.touched = append(s.touched, t)
		}
		hit.mass += hit.once.more(w.slot, w.mass)
		hit.seen += rarity
		if at&headBit != 0 {
			hit.hasHead = true
			hit.head = hit.head || w.head
		}
	}
	perSub, perHeading := w.mass/max(x.subTotal[w.id], 1e-6), w.mass/max(x.headTotal[w.id], 1e-6)
	for _, p := range x.inSubs.of(w.id) {
		s.touch(p.doc)
		e := &s.subs[p.doc]
		e.text += e.once.text.more(w.slot, p.weight*w.weight)
		e.matched += e.once.mass.more(w.slot, w.mass)
		e.point += e.once.point.more(w.slot, perSub*p.weight)
	}
	for _, p := range x.inHeadings.of(w.id) {
		e := &s.headings[p.doc]
		e.text += e.once.text.more(w.slot, p.weight*w.weight)
		e.matched += e.once.mass.more(w.slot, w.mass)
		e.point += e.once.point.more(w.slot, perHeading*p.weight)
	}
	if w.head && (w.main || w.echo) {
		for _, p := range x.inHeads.of(w.id) {
			more := s.subs[p.doc].once.heads.more(w.slot, p.weight)
			s.subs[p.doc].heads += more
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

func (s *search) touch(sub int32) {
	if !s.mark[sub] {
		s.mark[sub] = true
		s.touchedSubs = append(s.touchedSubs, sub)
	}
}

// scoreTerm rates a touched term: the mass it found, lowered by the part of it that was not asked for.
func (s *search) scoreTerm(t int32) {
	x := s.x
	term, hit := &x.terms[t], &s.terms[t]
	share := min(1, hit.seen/term.total)
	exact := float32(0)
	if share > 0.995 {
		exact = hit.mass
	} else if !term.top && 1.2*hit.mass*share <= s.subs[term.owner].best[2] {
		return // three better ones are known
	}
	value := hit.mass * share * float32(math.Sqrt(float64(share)))
	switch {
	case hit.head:
		value *= 1.2
	case !hit.hasHead:
		value *= 0.7
	case s.headAsked:
		value *= 0.75 // its head noun was asked for, but only to qualify another: a car bumper is no bumper car
		exact *= 0.3
	}
	if term.title {
		value *= 0.9
	}
	if term.top {
		h := &s.headings[term.owner]
		if value > h.own {
			h.own, h.ownTerm = value, t
		}
		h.any = max(h.any, value)
		h.exact = max(h.exact, exact)
		return
	}
	s.touch(term.owner)
	e := &s.subs[term.owner]
	e.offer(value, t)
	e.exact = max(e.exact, exact)
	h := &s.headings[x.headingOf[term.owner]]
	h.any = max(h.any, value)
	h.exact = max(h.exact, exact)
}

func (e *evidence) offer(value float32, t int32) {
	switch {
	case value > e.best[0]:
		e.best[2], e.best[1], e.best[0] = e.best[1], e.best[0], value
		e.term = t
	case value > e.best[1]:
		e.best[2], e.best[1] = e.best[1], value
	case value > e.best[2]:
		e.best[2] = value
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
