package classify

import "sort"

// candidate is a subheading in the running with its features and score.
type candidate struct {
	sub      int32
	first    float32 // score of the first, cheap ranking
	score    float32
	p        float32
	features features
	facets   facetFit
	neighbor float32 // share of the precedents' votes
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
	for _, sub := range s.touchedSubs {
		e, h := &s.subs[sub], &s.headings[x.headingOf[sub]]
		first := e.best[0] + 0.3*e.best[1] + 0.15*e.best[2] + 0.35*e.text + 1.0*e.point + 0.5*h.own + 0.15*h.any + 0.25*h.text - 0.5*h.not
		s.candidates = append(s.candidates, candidate{sub: sub, first: first})
	}
	for i := range s.candidates {
		if containsSub(favoured, s.candidates[i].sub) {
			s.candidates[i].first += 1e6
		}
	}
	s.keep(width)
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

// keep orders the candidates by their first score and drops all but width.
func (s *search) keep(width int) {
	sort.Slice(s.candidates, func(i, j int) bool {
		a, b := &s.candidates[i], &s.candidates[j]
		if a.first != b.first {
			return a.first > b.first
		}
		return a.sub < b.sub
	})
	if len(s.candidates) > width {
		s.candidates = s.candidates[:width]
	}
}

func containsSub(list []int32, sub int32) bool {
	for _, s := range list {
		if s == sub {
			return true
		}
	}
	return false
}
