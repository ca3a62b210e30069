package classify

import (
	"cmp"
	"slices"
	"sort"
)

// candidate is a subheading in the running with its features and score.
type candidate struct {
	sub      int32
	score    float32
	p        float32
	features *features         // in the search's memory; nil where only a model named it
	neighbor float32           // share of the precedents' votes
	evidence precedentEvidence // of the precedents
}

// width is how many candidates are weighed in full.
const (
	widthFast = 48
	widthPro  = 96
)

// collect fills s.candidates with the subheadings worth weighing, best first.
func (s *search) collect(width int, favoured []int32) {
	x := s.x
	topHeading := s.promising()
	for _, h := range topHeading {
		for sub := x.firstSub[h]; sub < x.firstSub[h+1]; sub++ {
			s.touch(sub)
		}
	}
	for _, sub := range favoured {
		s.touch(sub)
		s.mark[sub] = markFavoured
	}
	s.firsts = s.firsts[:0]
	for _, sub := range s.touchedSubs {
		e, h, terms := &s.subs[sub], &s.headings[x.headingOf[sub]], &s.best[sub].score
		value := terms[0] + 0.3*terms[1] + 0.15*terms[2] + 0.35*e.text + e.point + 0.5*h.own + 8*e.whole + 4*h.whole + 0.15*h.any + 0.25*h.text - 0.5*h.not
		if s.mark[sub] == markFavoured {
			value += 1e6
		}
		s.firsts = append(s.firsts, scored{sub, value})
	}
	for _, f := range best(s.firsts, width+len(favoured)/2) {
		s.candidates = append(s.candidates, candidate{sub: f.sub})
	}
}

// scored is a subheading, or whatever else has a number, with its first, cheap score.
type scored struct {
	sub   int32
	value float32
}

func (a scored) before(b scored) bool {
	if a.value != b.value {
		return a.value > b.value
	}
	return a.sub < b.sub
}

// best returns the first n of list, best first. It reorders list.
func best(list []scored, n int) []scored {
	kept := list[:0]
	for _, s := range list {
		kept = keep(kept, s, n)
	}
	list = kept
	slices.SortFunc(list, func(a, b scored) int {
		return cmp.Or(cmp.Compare(b.value, a.value), cmp.Compare(a.sub, b.sub))
	})
	return list
}

// keep adds s to kept, the best n so far: once there are n they are a heap with the last of them on top.
func keep(kept []scored, s scored, n int) []scored {
	switch {
	case len(kept) < n:
		kept = append(kept, s)
		if len(kept) == n {
			for i := n/2 - 1; i >= 0; i-- {
				sink(kept, i)
			}
		}
	case s.before(kept[0]):
		kept[0] = s
		sink(kept, 0)
	}
	return kept
}

// sink restores the order of a heap below place i.
func sink(heap []scored, i int) {
	for {
		c := 2*i + 1
		if c >= len(heap) {
			return
		}
		if c+1 < len(heap) && heap[c].before(heap[c+1]) {
			c++
		}
		if !heap[i].before(heap[c]) {
			return
		}
		heap[i], heap[c] = heap[c], heap[i]
		i = c
	}
}

// promising returns the headings whose every subheading deserves a look.
func (s *search) promising() []int32 {
	const most = 6
	best := make([]int32, 0, most+1)
	value := func(h int32) float32 {
		e := &s.headings[h]
		return e.own + 0.6*e.any + 0.5*e.text + 8*e.whole
	}
	for h := range int32(len(s.headings)) {
		if s.headings[h].text == 0 && s.headings[h].whole == 0 {
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

func containsSub(list []int32, sub int32) bool {
	for _, s := range list {
		if s == sub {
			return true
		}
	}
	return false
}
