package logit

import "testing"

// TestWeightsAreLearnedAndNoneIsAnAnswer holds what a fit is for, and that what is not to be fitted stays.
func TestWeightsAreLearnedAndNoneIsAnAnswer(t *testing.T) {
	t.Parallel()
	var choices []Choice
	for range 40 {
		choices = append(choices, Choice{Options: [][]Feature{{{0, 1}, {2, 1}}, {{1, 1}, {2, 1}}}, Right: []bool{true, false}, Weight: 1},
			Choice{Options: [][]Feature{{{1, 1}, {2, 1}}, {{2, 1}}}, Right: []bool{false, false}, Weight: 1})
	}
	climb := Climb{Steps: 600, Rate: 0.05, Tiny: 1e-8, Slope: func(sum, w, total float64) float64 { return sum/total - 2e-3*w }}
	w := climb.Fit(choices, make([]float64, 3))
	for i, c := range choices {
		if !c.Agrees(w) {
			t.Fatalf("choice %d: %v", i, w)
		}
	}
	climb.Some = func(at int) bool { return at == 1 }
	if w := climb.Fit(choices, []float64{3, 0, 2}); w[0] != 3 || w[1] == 0 || w[2] != 2 {
		t.Errorf("what is not fitted stays: %v", w)
	}
	if w := climb.Fit(nil, nil); len(w) != 0 {
		t.Errorf("nothing is fitted to nothing: %v", w)
	}
}
