package precedent

// Tree is three levels of questions about the evidence; what the straight line misses.
type Tree struct {
	Kind [7]uint8
	Cut  [7]float32 // from here on to the right
	Leaf [8]float32
}

func (t *Tree) Read(e *Evidence) float32 {
	at := 0
	for range 3 {
		at = 2*at + 1
		if asked := (at - 1) / 2; e[t.Kind[asked]] >= t.Cut[asked] {
			at++
		}
	}
	return t.Leaf[at-7]
}
