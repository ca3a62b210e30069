package coefficient

import (
	"strings"
	"testing"
)

// table is a file of this test.
type table struct {
	File
	Coefficients map[string]float64 `json:"coefficients"`
}

func TestAFileThatIsNotWholeIsRefused(t *testing.T) {
	t.Parallel()
	const provenance = `"provenance": {"origin": "a test", "date": "2026-01-31"}`
	for name, tc := range map[string]struct{ raw, want string }{
		"good":              {`{` + provenance + `, "coefficients": {"one": 1}}`, ""},
		"no JSON":           {"{\n" + provenance + "\n\"coefficients\": 1}", "line 3"},
		"another field":     {`{` + provenance + `, "weights": {}}`, "weights"},
		"two objects":       {`{` + provenance + `} {}`, "more follows"},
		"no provenance":     {`{"coefficients": {"one": 1}}`, "origin is missing"},
		"no date":           {`{"provenance": {"origin": "a test"}}`, "date"},
		"date of no day":    {`{"provenance": {"origin": "a test", "date": "2026-02-31"}}`, "date"},
		"a word, no number": {`{` + provenance + `, "coefficients": {"one": "1"}}`, "coefficients"},
		"nothing":           {``, "EOF"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var into table
			err := Read([]byte(tc.raw), &into)
			if (err == nil) != (tc.want == "") || err != nil && !strings.Contains(err.Error(), tc.want) {
				t.Errorf("%v, want %q", err, tc.want)
			}
		})
	}
}

func TestEveryNameIsGivenOnceAndNoOther(t *testing.T) {
	t.Parallel()
	names := []string{"one", "two", "three"}
	out := make([]int, 3)
	if err := Place(names, map[string]int{"three": 3, "one": 1, "two": 2}, out); err != nil || out[0] != 1 || out[1] != 2 || out[2] != 3 {
		t.Errorf("%v %v", out, err)
	}
	err := Place(names, map[string]int{"one": 1, "three": 3, "zwei": 2, "deux": 2}, out)
	if err == nil || err.Error() != "missing: two; unknown: deux, zwei" {
		t.Errorf("%v", err)
	}
	if back := Named(names, []int{1, 2, 3}); len(back) != 3 || back["two"] != 2 {
		t.Errorf("%v", back)
	}
}

func TestWhatIsWrittenIsReadAgain(t *testing.T) {
	t.Parallel()
	written := struct {
		File
		Lists [][]float64 `json:"lists"`
	}{File{Provenance{Origin: "a [test]", Date: "2026-01-31", Fixed: []string{"one", "two"}}}, [][]float64{{1, -0.25}, {}}}
	raw, err := Write(written)
	if err != nil || !strings.Contains(string(raw), "[1, -0.25]") || !strings.Contains(string(raw), `"fixed": ["one", "two"]`) {
		t.Fatalf("%s %v", raw, err)
	}
	read := written
	read.Lists = nil
	if err := Read(raw, &read); err != nil || read.Lists[0][1] != -0.25 || read.Provenance.Origin != "a [test]" {
		t.Errorf("%+v %v", read, err)
	}
}
