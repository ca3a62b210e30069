package confidence

import (
	"strings"
	"testing"
	"testing/fstest"
)

// TestAFittedModelTellsRightFromWrong holds what a fit is for, and that its file reads back.
func TestAFittedModelTellsRightFromWrong(t *testing.T) {
	t.Parallel()
	var rows []Row
	for i := range 200 {
		sure := i%2 == 0
		evidence := 0.0
		if sure {
			evidence = 1
		}
		rows = append(rows, Row{Features: []Feature{{"always", 1}, {"sure", evidence}}, Right: sure == (i%10 != 0), Group: string(rune('a' + i%20)), Weight: 1})
	}
	m := Fit(rows)
	read, err := Load(fstest.MapFS{File: {Data: []byte(m.Text("where it comes from"))}})
	if err != nil {
		t.Fatal(err)
	}
	likely, unlikely := read.Probability([]Feature{{"always", 1}, {"sure", 1}}), read.Probability([]Feature{{"always", 1}})
	if likely < 0.7 || unlikely > 0.3 {
		t.Errorf("likely %.2f, unlikely %.2f", likely, unlikely)
	}
	for i, p := range Held(rows) {
		if (p > 0.5) != (i%2 == 0) {
			t.Errorf("row %d held out: %.2f", i, p)
		}
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
