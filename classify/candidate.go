package classify

import "sort"

// candidate is a subheading in the running with its features and score.
type candidate struct {
	sub      int32
	score    float32
	p        float32
	features features
	facets   facetFit
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
	}
	s.firsts = s.firsts[:0]
	for _, sub := range s.touchedSubs {
		e, h := &s.subs[sub], &s.headings[x.headingOf[sub]]
		value := e.best[0] + 0.3*e.best[1] + 0.15*e.best[2] + 0.35*e.text + e.point + 0.5*h.own + 0.15*h.any + 0.25*h.text - 0.5*h.not
		s.firsts = append(s.firsts, scored{sub, value})
	}
	for i := range s.firsts {
		if containsSub(favoured, s.firsts[i].sub) {
			s.firsts[i].value += 1e6
		}
	}
	for _, f := range best(s.firsts, width+len(favoured)/2, scored.before) {
		s.candidates = append(s.candidates, candidate{sub: f.sub})
	}
}

// scored is a subheading with its first, cheap score.
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

// best returns the first n of list in the order before says, sorted. It reorders list.
func best[T any](list []T, n int, before func(a, b T) bool) []T {
	if len(list) > n {
		sink := func(i int) { // a heap with the last of the kept on top
			for {
				c := 2*i + 1
				if c >= n {
					return
				}
				if c+1 < n && before(list[c], list[c+1]) {
					c++
				}
				if !before(list[i], list[c]) {
					return
				}
				list[i], list[c] = list[c], list[i]
				i = c
			}
		}
		for i := n/2 - 1; i >= 0; i-- {
			sink(i)
		}
		for i := n; i < len(list); i++ {
			if before(list[i], list[0]) {
				list[0] = list[i]
				sink(0)
			}
		}
		list = list[:n]
	}
	sort.Slice(list, func(i, j int) bool { return before(list[i], list[j]) })
	return list
}

// promising returns the headings whose every subheading deserves a look.
func (s *search) promising() []int32 {
	const most = 6
	best := make([]int32, 0, most+1)
	value := func(h int32) float32 {
		e := &s.headings[h]
		return e.own + 0.6*e.any + 0.5*e.text
	}
	for h := range int32(len(s.headings)) {
		if s.headings[h].text == 0 {
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
