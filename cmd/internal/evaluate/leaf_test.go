package evaluate

import (
	"encoding/json"
	"testing"
)

// TestRightIsWhatIsExpectedAtItsPath holds what the choice of values is fitted on.
func TestRightIsWhatIsExpectedAtItsPath(t *testing.T) {
	t.Parallel()
	var want any
	decode(t, `{"a":{"b":1,"c":"X y"},"d":null}`, &want)
	for _, c := range []struct {
		path  []string
		got   any
		right bool
	}{
		{[]string{"a", "b"}, json.Number("1.0"), true},
		{[]string{"a", "b"}, json.Number("2"), false},
		{[]string{"a", "c"}, "x  Y", true},
		{[]string{"d"}, "z", false},
		{[]string{"e"}, "z", false},
		{[]string{"a", "b", "c"}, "z", false},
	} {
		if Right(want, c.path, c.got) != c.right {
			t.Errorf("%v %v: want %t", c.path, c.got, c.right)
		}
	}
}
