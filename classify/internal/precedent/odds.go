package precedent

import (
	"math"

	"tariffdesk/classify/internal/top"
)

// Bounds and smoothing of the odds.
const (
	maxSpread  = 700 // codes beyond which a word speaks for none of them and is not kept by code
	maxLikely  = 12
	smoothing  = 8
	background = 8 // words and pairs a row has, about
)

// odds says how much likelier a description's words are among the precedents of a code, heading or chapter
// than among all: smoothed naive Bayes estimates, single words and pairs apart.
type odds struct {
	codes, places sums
	asked         [2]float32 // how many words and pairs were weighed
}

// sums are by code or place, zero where no word was seen.
type sums struct {
	of      [][2]float32
	touched []int32
}

func (s *sums) grow(n int) {
	if len(s.of) < n {
		s.of = append(s.of, make([][2]float32, n-len(s.of))...)
	}
}

func (s *sums) add(at int32, kind int, v float32) {
	if s.of[at] == [2]float32{} {
		s.touched = append(s.touched, at)
	}
	s.of[at][kind] += v
}

func (s *sums) reset() {
	for _, at := range s.touched {
		s.of[at] = [2]float32{}
	}
	s.touched = s.touched[:0]
}

// knownPairs returns the pairs of neighbouring words the index knows.
func (p *Index) knownPairs(words []word) (pairs []askedWord) {
	for _, w := range pairsOf(words) {
		if id, ok := p.words[w.text]; ok {
			pairs = append(pairs, askedWord{id: id})
		}
	}
	return pairs
}

func (p *Index) weighWords(memory *searchMemory, words, pairs []askedWord) {
	o := &memory.odds
	o.codes.grow(len(p.codes))
	o.places.grow(len(p.places))
	if len(memory.places) < len(p.places) {
		memory.places = make([]int32, len(p.places))
	}
	for kind, list := range [2][]askedWord{words, pairs} {
		for _, w := range list {
			if u := &p.uses[w.id]; !u.common {
				o.word(p, memory, u, kind)
			}
		}
	}
}

// surprise is the logarithm of how much more often than expected a word is seen, kept for small counts:
// most are.
type surprise struct {
	expected float64
	small    [8]float32
}

func (s *surprise) of(rows int32) float32 {
	if int(rows) >= len(s.small) {
		return float32(math.Log1p(float64(rows) / s.expected))
	}
	if s.small[rows] == 0 {
		s.small[rows] = float32(math.Log1p(float64(rows) / s.expected))
	}
	return s.small[rows]
}

func (o *odds) word(p *Index, memory *searchMemory, u *wordUses, kind int) {
	o.asked[kind]++
	s := surprise{expected: smoothing * float64(u.count) / (background * float64(len(p.rows)))}
	touched := memory.found[:0]
	for _, use := range u.codes {
		o.codes.add(use.code, kind, s.of(use.rows))
		c := &p.codes[use.code]
		for _, place := range [2]int32{c.heading, c.chapter} {
			if memory.places[place] == 0 {
				touched = append(touched, place)
			}
			memory.places[place] += use.rows
		}
	}
	for _, place := range touched {
		o.places.add(place, kind, s.of(memory.places[place]))
		memory.places[place] = 0
	}
	memory.found = touched[:0]
}

// reset makes o ready for the next description.
func (o *odds) reset() {
	o.codes.reset()
	o.places.reset()
	o.asked = [2]float32{}
}

// complete adds to sums what every word asked for loses in a place of many words.
func (o *odds) complete(sums [2]float32, words int32) [2]float32 {
	lost := float32(math.Log(smoothing / (float64(words) + smoothing)))
	return [2]float32{sums[0] + o.asked[0]*lost, sums[1] + o.asked[1]*lost}
}

// ofCode returns the odds of a code by words and by pairs; zero for one added since the search.
func (o *odds) ofCode(p *Index, c int32) [2]float32 {
	if int(c) >= len(o.codes.of) {
		return [2]float32{}
	}
	return o.complete(o.codes.of[c], p.codes[c].words)
}

// ofPlace returns the odds of a heading or chapter in the same way.
func (o *odds) ofPlace(p *Index, place int32) [2]float32 {
	if int(place) >= len(o.places.of) {
		return [2]float32{}
	}
	return o.complete(o.places.of[place], p.places[place])
}

// likely returns the codes with the best odds.
func (o *odds) likely(p *Index) []string {
	list := make([]top.Item, 0, len(o.codes.touched))
	for _, c := range o.codes.touched {
		v := o.ofCode(p, c)
		list = append(list, top.Item{ID: c, Value: v[0] + v[1]/2})
	}
	var out []string
	for _, s := range top.Best(list, maxLikely) {
		out = append(out, p.codes[s.ID].code)
	}
	return out
}
