package precedent

// votes are by code or place, zero where no neighbour stands.
type votes struct {
	of      []vote
	touched []int32
}

type vote struct {
	share   float32 // of the neighbours' votes
	nearest float32 // similarity of the nearest precedent
	voted   bool
}

func (v *votes) grow(n int) {
	if len(v.of) < n {
		v.of = append(v.of, make([]vote, n-len(v.of))...)
	}
}

func (v *votes) add(at int32, share, similarity float32) {
	of := &v.of[at]
	if !of.voted {
		of.voted = true
		v.touched = append(v.touched, at)
	}
	of.share += share
	of.nearest = max(of.nearest, similarity)
}

// at returns the votes of a code or place; none for one added since the search.
func (v *votes) at(n int32) vote {
	if int(n) >= len(v.of) {
		return vote{}
	}
	return v.of[n]
}

func (v *votes) reset() {
	for _, at := range v.touched {
		v.of[at] = vote{}
	}
	v.touched = v.touched[:0]
}
