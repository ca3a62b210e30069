package evaluate

import "strings"

// Outcome is what became of a leaf that was found: exact or not.
type Outcome struct {
	Path  string // names joined by slashes
	Exact bool
}

// Outcomes compares what was found outside lists with what was expected; a value where none was expected is not exact.
// Leaves that were not found are left out.
func Outcomes(expected, got any) []Outcome {
	var all []Outcome
	c := &comparison{}
	c.each = func(at string, want, got any) {
		if !empty(got) {
			all = append(all, Outcome{strings.TrimPrefix(at, "/"), !empty(want) && equal(want, got)})
		}
	}
	c.compare("", expected, got)
	return all
}
