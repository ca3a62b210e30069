package lookup

import "testing"

// What a word adds is what it has beyond the best so far of its place.
func TestOfWordsThatShareAPlaceTheBestCounts(t *testing.T) {
	t.Parallel()
	var o once
	if a, b, c, d := o.more(1, 2), o.more(1, 1), o.more(1, 3), o.more(2, 3); a != 2 || b != 0 || c != 1 || d != 3 {
		t.Errorf("once gave %v %v %v %v", a, b, c, d)
	}
}
