package classify

import "math"

// longList is the number of terms beyond which a word alone opens no new term: "machine" or "cotton"
// only strengthens terms another word has found.
const longList = 1200

// opens is the weight from which a word opens terms: an attribute or the place in a shop only strengthens.
const opens = 0.2

// bestTerms are the terms a subheading is best known by. They are kept apart from the other evidence, for every term
// found is held against them.
type bestTerms struct {
	score [3]float32
	hit   int32 // the best term's place in hits
}

// termHit is what a search found of one term, with what is known of the term: all that is scored lies in one place, half
// a cache line.
type termHit struct {
	term   int32
	before int32   // the hit opened before it in its block, whatever stood there where it is the first
	total  float32 // of the term, as owner and place
	mass   float32
	seen   float32 // rarity found
	once   once
	owner  uint16
	place  termPlace
	heads  headsFound
}

// headsFound says what was asked for of a term's head noun.
type headsFound uint8

const (
	headAny   headsFound = 1 << iota // the head noun was asked for
	headMeant                        // … as the head noun
	headsKinds
)

// blockTerms is the number of neighbouring terms whose hits are chained: few, for a chain is walked, yet enough to keep
// one number a block in reach.
const blockTerms = 8

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
		t := uint32(p.at) >> 1
		word, bit := &found[t>>6], uint64(1)<<(t&63)
		if *word&bit == 0 {
			if !open {
				continue
			}
			*word |= bit
			before := s.lastHit[t/blockTerms]
			s.lastHit[t/blockTerms] = int32(len(hits))
			hits = append(hits, termHit{term: int32(t), before: before, total: p.of.total, owner: p.of.owner, place: p.of.place})
		}
		hit := &hits[s.lastHit[t/blockTerms]]
		for hit.term != int32(t) {
			hit = &hits[hit.before]
		}
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
func (h *termHit) share() float32 { return min(1, h.seen/h.total) }

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
		share, owner := hit.share(), int32(hit.owner)
		value := hit.mass * share * float32(math.Sqrt(float64(share))) * byHeads[hit.heads&(headsKinds-1)] * byPlace[hit.place&termTitle]
		exact := float32(0)
		if share > 0.995 {
			exact = hit.mass
			if hit.heads == headAny && s.headAsked {
				exact *= 0.3
			}
		}
		if hit.place&termTop != 0 {
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
