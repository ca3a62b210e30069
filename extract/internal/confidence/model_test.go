package confidence

import (
	"strings"
	"testing"
	"testing/fstest"
)

// choices are 200 of two options each, of which the one with the evidence is right but for a tenth.
func choices() []Choice {
	var all []Choice
	for i := range 200 {
		sure := Option{Features: []Feature{{"always", 1}, {"sure", 1}}, Right: i%10 != 0}
		other := Option{Features: []Feature{{"always", 1}}, Right: i%10 == 0 && i%20 != 0}
		all = append(all, Choice{Options: []Option{sure, other}, Group: string(rune('a' + i%20)), Weight: 1})
	}
	return all
}

// TestAFittedModelTellsRightFromWrong holds what a fit is for, and that its file reads back.
func TestAFittedModelTellsRightFromWrong(t *testing.T) {
	t.Parallel()
	all := choices()
	m := Fit(all)
	read, err := Load(fstest.MapFS{File: {Data: []byte(m.Text("where it comes from"))}})
	if err != nil {
		t.Fatal(err)
	}
	p := read.Probabilities(all[1].Options)
	if p[0] < 0.8 || p[1] > 0.15 || p[0]+p[1] >= 1 {
		t.Errorf("probabilities %.2f", p)
	}
	for i, p := range Held(all) {
		if p[0] < 0.5 || p[1] > 0.5 {
			t.Errorf("choice %d held out: %.2f", i, p)
		}
	}
	if len(read.Probabilities(nil)) != 0 {
		t.Error("no options have no probabilities")
	}
}

// TestAChoiceIsNoSurerThanOthersWereRight holds that a fit that is too sure is set right.
func TestAChoiceIsNoSurerThanOthersWereRight(t *testing.T) {
	t.Parallel()
	m := Model{}
	if m.Sure(0.7) != 0.7 {
		t.Error("what was not measured is not changed")
	}
	var p []float64
	var right []bool
	for i := range 400 {
		at := 0.95
		if i%2 == 0 {
			at = 0.5
		}
		p = append(p, at)
		right = append(right, at == 0.95 && i%5 != 0 || at == 0.5 && i%4 == 0)
	}
	m.Calibrate(p, right)
	if high, low := m.Sure(0.95), m.Sure(0.5); high < 0.75 || high > 0.85 || low < 0.45 || low > 0.55 {
		t.Errorf("%.2f and %.2f", high, low)
	}
}

// TestAMistakeInTheFileIsNamed holds that no model is read in part.
func TestAMistakeInTheFileIsNamed(t *testing.T) {
	t.Parallel()
	for _, text := range []string{"", "# nothing\n", "a\n", "a\tmuch\n", "a\tNaN\n", "a\t1\na\t2\n"} {
		if _, err := Load(fstest.MapFS{File: {Data: []byte(text)}}); err == nil || !strings.Contains(err.Error(), File) {
			t.Errorf("%q: %v", text, err)
		}
	}
}
