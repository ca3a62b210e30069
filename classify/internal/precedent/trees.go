package precedent

// The size of a tree.
const (
	levels = 3
	nodes  = 1<<levels - 1
	leaves = 1 << levels
)

// Tree is three levels of questions about the evidence; what the straight line misses.
type Tree struct {
	Kind [nodes]uint8
	Cut  [nodes]float32 // from here on to the right
	Leaf [leaves]float32
}

// Read returns what a tree adds to a score.
func (t *Tree) Read(e *Evidence) float32 {
	at := 0
	for range levels {
		at = 2*at + 1
		if asked := (at - 1) / 2; e[t.Kind[asked]] >= t.Cut[asked] {
			at++
		}
	}
	return t.Leaf[at-nodes]
}
