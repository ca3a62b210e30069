package fit

import (
	"testing"
	"testing/fstest"

	"tariffdesk/extract/internal/confidence"
)

// choices are 200 of two options each, of which the one with the evidence is right but for a tenth.
func choices() []choice {
	var all []choice
	for i := range 200 {
		options := [][]confidence.Feature{{{Name: "always", Value: 1}, {Name: "sure", Value: 1}}, {{Name: "always", Value: 1}}}
		all = append(all, choice{options: options, right: []bool{i%10 != 0, i%10 == 0 && i%20 != 0}, group: string(rune('a' + i%20)), weight: 1})
	}
	return all
}

// TestAFittedModelTellsRightFromWrong holds what a fit is for, and that its file reads back.
func TestAFittedModelTellsRightFromWrong(t *testing.T) {
	t.Parallel()
	all := choices()
	text := valuesText(fitValues(all), "where it comes from")
	m, err := confidence.Load(fstest.MapFS{confidence.File: {Data: []byte(text)}})
	if err != nil {
		t.Fatal(err)
	}
	if p := m.Probabilities(all[1].options); p[0] < 0.8 || p[1] > 0.15 {
		t.Errorf("probabilities %.2f", p)
	}
	for i, p := range held(all) {
		if p[0] < 0.5 || p[1] > 0.5 {
			t.Errorf("choice %d held out: %.2f", i, p)
		}
	}
	m["little"] = 0.01
	if prune(m); m["little"] != 0 || m["sure"] == 0 {
		t.Errorf("what changes no choice is taken out, and nothing else: %v", m)
	}
}

// TestAChoiceIsNoSurerThanOthersWereRight holds that a fit that is too sure is set right.
func TestAChoiceIsNoSurerThanOthersWereRight(t *testing.T) {
	t.Parallel()
	m := confidence.Model{}
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
	calibrate(m, p, right)
	if high, low := m.Sure(0.95), m.Sure(0.5); high < 0.75 || high > 0.85 || low < 0.45 || low > 0.55 {
		t.Errorf("%.2f and %.2f", high, low)
	}
}
