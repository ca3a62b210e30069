package classify

import (
	"math"
	"sort"
)

// headingContext is how far the second look leans on a candidate's heading: set on the development
// files, where it lifts headings by half a point and leaves subheadings as they are.
const headingContext = 0.25

// lookAgain weighs every candidate by what its whole heading gathered.
func (s *search) lookAgain() {
	mass := map[int32]float64{}
	for i := range s.candidates {
		mass[s.x.headingOf[s.candidates[i].sub]] += float64(s.candidates[i].p)
	}
	total := 0.0
	for i := range s.candidates {
		c := &s.candidates[i]
		v := math.Pow(float64(c.p), 1-headingContext/2) * math.Pow(mass[s.x.headingOf[c.sub]], headingContext)
		c.p = float32(v)
		total += v
	}
	for i := range s.candidates {
		s.candidates[i].p /= float32(total)
	}
	sort.SliceStable(s.candidates, func(i, j int) bool { return s.candidates[i].p > s.candidates[j].p })
}
