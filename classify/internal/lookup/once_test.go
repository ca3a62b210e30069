package lookup

import "testing"

// Of the words that share a place only what is beyond the best so far counts.
func TestOnceOnly(t *testing.T) {
	t.Parallel()
	var o once
	if a, b, c, d := o.more(1, 2), o.more(1, 1), o.more(1, 3), o.more(2, 3); a != 2 || b != 0 || c != 1 || d != 3 {
		t.Errorf("once gave %v %v %v %v", a, b, c, d)
	}
}
