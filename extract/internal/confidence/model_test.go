package confidence

import (
	"testing"
	"testing/fstest"
)

// TestAModelTellsRightFromWrong holds that a file reads back, and that what was not measured is not changed.
func TestAModelTellsRightFromWrong(t *testing.T) {
	t.Parallel()
	m, err := Load(fstest.MapFS{File: {Data: []byte("# where it comes from\nalways\t-1.5\nsure\t4\n")}})
	if err != nil {
		t.Fatal(err)
	}
	p := m.Probabilities([][]Feature{{{"always", 1}, {"sure", 1}}, {{"always", 1}, {"of no coefficient", 1}}})
	if p[0] < 0.8 || p[1] > 0.15 || p[0]+p[1] >= 1 {
		t.Errorf("probabilities %.2f", p)
	}
	if len(m.Probabilities(nil)) != 0 {
		t.Error("no options have no probabilities")
	}
	if m.Sure(0.7) != 0.7 {
		t.Error("what was not measured is not changed")
	}
	m[Scale], m[Shift] = 0.5, 0
	if sure := m.Sure(0.9); sure != 0.75 {
		t.Errorf("odds of nine to one are those of three to one by half of their logarithm: %.3f", sure)
	}
}
