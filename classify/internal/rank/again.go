package rank

import (
	"math"
	"sort"
)

// headingContext is how far the second look leans on a candidate's heading: set on the development
// files, where it lifts headings by half a point and leaves subheadings as they are.
const headingContext = 0.25

// LookAgain weighs every candidate by what its whole heading gathered.
func (r *Ranking) LookAgain() {
	mass := map[int32]float64{}
	for i := range r.Candidates {
		mass[r.HeadingOf[r.Candidates[i].Sub]] += float64(r.Candidates[i].P)
	}
	total := 0.0
	for i := range r.Candidates {
		c := &r.Candidates[i]
		v := math.Pow(float64(c.P), 1-headingContext/2) * math.Pow(mass[r.HeadingOf[c.Sub]], headingContext)
		c.P = float32(v)
		total += v
	}
	for i := range r.Candidates {
		r.Candidates[i].P /= float32(total)
	}
	sort.SliceStable(r.Candidates, func(i, j int) bool { return r.Candidates[i].P > r.Candidates[j].P })
}
