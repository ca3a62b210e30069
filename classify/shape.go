package classify

// shape sums up what a search knows about its own answer: the confidence model reads nothing else.
type shape struct {
	First, Second float64 // probabilities of the ranking
	Heading       float64 // probability of the first heading
	Covered       float64 // share of the description the first candidate's words cover
	Whole         float64 // share of its best term that was asked for
	Words         float64 // known words of the description
	Unknown       float64 // unknown words of its name
	Open          float64 // open facets among near candidates
	Precedent     float64 // similarity of the nearest precedent
}

func (f *finding) shape() shape {
	s := shape{Words: float64(f.query.known), Unknown: float64(len(f.query.unknown))}
	if f.neighbors != nil {
		s.Precedent = float64(f.neighbors.top)
	}
	if len(f.candidates) == 0 {
		return s
	}
	first := &f.candidates[0]
	x := f.search.x
	s.First = float64(first.p)
	if len(f.candidates) > 1 {
		s.Second = float64(f.candidates[1].p)
	}
	for i := range f.candidates {
		if x.headingOf[f.candidates[i].sub] == x.headingOf[first.sub] {
			s.Heading += float64(f.candidates[i].p)
		}
	}
	s.Covered = float64(first.features[featCovered])
	s.Whole = float64(first.features[featTermWhole])
	s.Open = float64(first.facets.undecided)
	return s
}
