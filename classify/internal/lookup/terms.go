package lookup

import "math"

// longList is the number of terms beyond which a word alone opens no new term: "machine" or "cotton"
// only strengthens terms another word has found.
const longList = 1200

// opens is the weight from which a word opens terms: an attribute or the place in a shop only strengthens.
const opens = 0.2

// BestTerms are the terms a subheading is best known by. They are kept apart from the other evidence, for every term
// found is held against them.
type BestTerms struct {
	Score [3]float32
	hit   int32 // the best term's place in hits
}

// Hit is one term that a search found, with the known facts of the term: all that is scored lies in one place, half
// a cache line.
type Hit struct {
	Term   int32
	before int32   // the hit opened before it in its block, whatever stood there where it is the first
	total  float32 // of the term, as owner and place
	Mass   float32
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
func (s *Search) findTerms(w *Word, rarity float32) {
	list := s.x.inTerms.of(w.ID)
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
			hits = append(hits, Hit{Term: int32(t), before: before, total: p.of.total, owner: p.of.owner, place: p.of.place})
		}
		hit := &hits[s.lastHit[t/blockTerms]]
		for hit.Term != int32(t) {
			hit = &hits[hit.before]
		}
		if w.alone {
			hit.Mass += w.Mass
		} else {
			hit.Mass += hit.once.more(w.slot, w.Mass)
		}
		hit.seen += rarity
		hit.heads |= heads & -headsFound(p.at&headBit) // all bits or none
	}
	s.hits = hits
}

// Touch makes a subheading one that the search has met.
func (s *Search) Touch(sub int32) {
	if !s.touched[sub] {
		s.touched[sub] = true
		s.TouchedSubs = append(s.TouchedSubs, sub)
	}
}

// Share is the part of a term that was asked for.
func (h *Hit) Share() float32 { return min(1, h.seen/h.total) }

// byHeads weighs a term by which parts of its head noun were asked for.
func (s *Search) byHeads() [headsKinds]float32 {
	merely := float32(1)
	if s.headAsked {
		merely = 0.75 // the head noun was asked for, but only to qualify another: a car bumper is no bumper car
	}
	return [headsKinds]float32{0: 0.7, headAny: merely, headMeant | headAny: 1.2}
}

// byPlace weighs a term by whether it is a title.
var byPlace = [...]float32{0: 1, termTitle: 0.9}

// HeadNoun reports whether the term's head noun is the description's.
func (h *Hit) HeadNoun() bool { return h.heads&headMeant != 0 }

// scoreTerms rates the terms found: the mass each found, lowered by the part of it that was not asked for. Factors
// are looked up, not branched to: what a term is can hardly be foreseen.
func (s *Search) scoreTerms() {
	byHeads := s.byHeads()
	for i := range s.hits {
		hit := &s.hits[i]
		share, owner := hit.Share(), int32(hit.owner)
		value := hit.Mass * share * float32(math.Sqrt(float64(share))) * byHeads[hit.heads&(headsKinds-1)] * byPlace[hit.place&termTitle]
		exact := float32(0)
		if share > 0.995 {
			exact = hit.Mass
			if hit.heads == headAny && s.headAsked {
				exact *= 0.3
			}
		}
		if hit.place&termTop != 0 {
			h := &s.Headings[owner]
			h.Own, h.Exact = max(h.Own, value), max(h.Exact, exact)
			continue
		}
		if best := &s.Best[owner]; value > best.Score[2] {
			s.Touch(owner)
			best.offer(value, int32(i))
		}
		if exact > 0 {
			e, h := &s.Subs[owner], &s.Headings[s.x.HeadingOf[owner]]
			e.Exact, h.Exact = max(e.Exact, exact), max(h.Exact, exact)
		}
	}
	for _, sub := range s.TouchedSubs {
		h := &s.Headings[s.x.HeadingOf[sub]]
		h.Any = max(h.Any, s.Best[sub].Score[0])
	}
	for h := range s.Headings {
		s.Headings[h].Any = max(s.Headings[h].Any, s.Headings[h].Own)
	}
}

func (b *BestTerms) offer(value float32, hit int32) {
	switch {
	case value > b.Score[0]:
		b.Score[2], b.Score[1], b.Score[0] = b.Score[1], b.Score[0], value
		b.hit = hit
	case value > b.Score[1]:
		b.Score[2], b.Score[1] = b.Score[1], value
	default:
		b.Score[2] = value
	}
}

// BestHit returns the hit of the term that a subheading is best known by, nil where no term of it was found.
func (s *Search) BestHit(sub int32) *Hit {
	if s.Best[sub].Score[0] <= 0 {
		return nil
	}
	return &s.hits[s.Best[sub].hit]
}

// Exactly reports whether a name of a subheading was asked for in full.
func (s *Search) Exactly(sub int32) bool { return s.Subs[sub].Exact > 0 }

// Headed reports whether the head noun that was asked for heads a name of a subheading.
func (s *Search) Headed(sub int32) bool {
	hit := s.BestHit(sub)
	return s.Subs[sub].Heads > 0 || hit != nil && hit.HeadNoun()
}
