package evaluate

import (
	"bytes"
	"context"
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"tariffdesk/classify"
)

func TestFiguresCountWhatTheFileSays(t *testing.T) {
	t.Parallel()
	var out bytes.Buffer
	predictions := filepath.Join(t.TempDir(), "predictions.jsonl")
	err := Classify(context.Background(), Options{Files: []string{"testdata/rows.jsonl"}, Country: classify.CountryWorld, Model: classify.ModelFast, Predictions: predictions, JSON: true}, &out)
	if err != nil {
		t.Fatal(err)
	}
	var f map[string]any
	if err := json.Unmarshal(out.Bytes(), &f); err != nil {
		t.Fatal(err)
	}
	for _, c := range slices.Concat(columns, speedColumns) {
		if _, ok := f[c]; !ok {
			t.Errorf("column %s is missing", c)
		}
	}
	if f["rows"] != 4.0 || f["ask_rate"] != 1.0 || math.Abs(f["hs6_top1"].(float64)-2.0/3) > 1e-9 {
		t.Errorf("figures %v", f)
	}
	written, err := os.ReadFile(predictions)
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSpace(string(written)), "\n")
	var first prediction
	if err := json.Unmarshal([]byte(lines[0]), &first); err != nil || len(lines) != 4 {
		t.Fatalf("%d prediction lines, %v", len(lines), err)
	}
	if first.ID != "1" || first.Codes[0] != "610910" || len(first.Codes) != len(first.Confidences) || first.Questions == nil {
		t.Errorf("prediction %+v", first)
	}
}

func TestTableNamesEveryColumn(t *testing.T) {
	t.Parallel()
	var out bytes.Buffer
	if err := Classify(context.Background(), Options{Files: []string{"testdata/rows.jsonl"}, Model: classify.ModelFast}, &out); err != nil {
		t.Fatal(err)
	}
	header, _, _ := strings.Cut(out.String(), "\n")
	if got := strings.Fields(header); !slices.Equal(got, slices.Concat(columns, speedColumns)) {
		t.Errorf("header %v", got)
	}
}

func TestARunForACountryScoresItsLines(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	rows := filepath.Join(dir, "rows.jsonl")
	content := `{"id":"1","description":"55 inch LED smart television","hs":"85287206"}
{"id":"2","description":"front load washing machine 20 kg","hs":"8450110100"}
{"id":"3","description":"stainless steel hexagon bolts","hs":"731815"}
`
	if err := os.WriteFile(rows, []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	predictions := filepath.Join(dir, "predictions.jsonl")
	if err := Classify(context.Background(), Options{Files: []string{rows}, Country: classify.CountryMexico, Model: classify.ModelFast, JSON: true, Predictions: predictions}, &out); err != nil {
		t.Fatal(err)
	}
	var f map[string]any
	if err := json.Unmarshal(out.Bytes(), &f); err != nil {
		t.Fatal(err)
	}
	if f["hs8_top1"] != 0.5 || f["hs10_top1"] != 0.0 || f["hs8_given_hs6"] != 1.0 {
		t.Errorf("figures %v", f)
	}
	for _, c := range nationalColumns {
		if _, ok := f[c]; !ok {
			t.Errorf("column %s is missing", c)
		}
	}
	written, err := os.ReadFile(predictions)
	if err != nil || !strings.Contains(string(written), `"codes":["8528720600"`) {
		t.Errorf("the longest code of each entry is due: %s %v", written, err)
	}
}

func TestRowsWithoutLabelsNeedPredictions(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	name := filepath.Join(dir, "free.jsonl")
	if err := os.WriteFile(name, []byte(`{"id":"a","description":"garden chair of wood"}`), 0o600); err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	if err := Classify(context.Background(), Options{Files: []string{name}}, &out); err == nil || !strings.Contains(err.Error(), "free.jsonl:1") {
		t.Errorf("got %v", err)
	}
	out.Reset()
	err := Classify(context.Background(), Options{Files: []string{name}, Predictions: filepath.Join(dir, "p.jsonl")}, &out)
	if err != nil || !strings.Contains(out.String(), "-") {
		t.Errorf("%v %q", err, out.String())
	}
}

func TestAPrefixAcceptsEveryCodeBelowIt(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		code   string
		right  accepted
		digits int
		want   int
	}{
		{"871120", accepted{prefixes: []string{"8711"}}, 6, 1},
		{"871120", accepted{prefixes: []string{"871130"}}, 6, 0},
		{"871120", accepted{prefixes: []string{"871130"}}, 4, 1},
		{"840734", accepted{prefixes: []string{"8711", "871410"}}, 6, 0},
		{"871120", accepted{codes: []string{"8711"}}, 6, 0},
		{"871120", accepted{codes: []string{"8711209900"}, prefixes: []string{"8714"}}, 6, 1},
		{"8711", accepted{prefixes: []string{"8711"}}, 6, 0},
	} {
		if got := hits([]string{c.code}, c.right, c.digits, 1); got != c.want {
			t.Errorf("%s of %v at %d digits: %d", c.code, c.right, c.digits, got)
		}
	}
}

func TestRowsOfPrefixesAreCounted(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	rows, short := filepath.Join(dir, "any.jsonl"), filepath.Join(dir, "short.jsonl")
	for name, content := range map[string]string{
		rows:  `{"id":"1","description":"stainless steel hexagon bolts","hs_any":["7318"]}` + "\n" + `{"id":"2","description":"stainless steel hexagon bolts","hs_any":["8711","760110"]}`,
		short: `{"id":"1","description":"stainless steel hexagon bolts","hs_any":["73"]}`,
	} {
		if err := os.WriteFile(name, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	var out bytes.Buffer
	if err := Classify(context.Background(), Options{Files: []string{rows}, Model: classify.ModelFast, JSON: true}, &out); err != nil {
		t.Fatal(err)
	}
	var f map[string]any
	if err := json.Unmarshal(out.Bytes(), &f); err != nil || f["hs6_top1"] != 0.5 {
		t.Errorf("figures %v, %v", f, err)
	}
	if err := Classify(context.Background(), Options{Files: []string{short}}, &out); err == nil || !strings.Contains(err.Error(), "short.jsonl:1: hs_any") {
		t.Errorf("a prefix of two digits: %v", err)
	}
}

func TestBrokenFilesAreNamed(t *testing.T) {
	t.Parallel()
	name := filepath.Join(t.TempDir(), "broken.jsonl")
	if err := os.WriteFile(name, []byte("{\"description\":\"a\",\"hs\":\"1\"}\nnonsense"), 0o600); err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	if err := Classify(context.Background(), Options{Files: []string{name}}, &out); err == nil || !strings.Contains(err.Error(), "broken.jsonl:2") {
		t.Errorf("got %v", err)
	}
}

func TestMeasuresOfConfidence(t *testing.T) {
	t.Parallel()
	confidence, right := []float64{0.95, 0.95, 0.55, 0.15}, []bool{true, true, false, false}
	if got := calibrationError(confidence, right); math.Abs(got-(0.1+0.55+0.15)/4) > 1e-9 {
		t.Errorf("calibration error %v", got)
	}
	if got := coverage(confidence, right, 0.8); got != 0.5 {
		t.Errorf("coverage %v", got)
	}
	if got := accuracyFrom(confidence, right, 0.9); got != 1 {
		t.Errorf("accuracy %v", got)
	}
	if got := coverage([]float64{0.9, 0.9}, []bool{true, false}, 0.8); got != 0 {
		t.Errorf("tied rows are taken together: %v", got)
	}
}

func TestSeparationCountsPairsOfRightAndWrong(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		confidence []float64
		right      []bool
		want       float64
	}{
		{[]float64{0.9, 0.1}, []bool{true, false}, 1},
		{[]float64{0.1, 0.9}, []bool{true, false}, 0},
		{[]float64{0.5, 0.5}, []bool{true, false}, 0.5},
		{[]float64{0.9, 0.4, 0.6, 0.1}, []bool{true, true, false, false}, 0.75},
	} {
		if got := separation(c.confidence, c.right); math.Abs(got-c.want) > 1e-9 {
			t.Errorf("%v of %v: %v", c.right, c.confidence, got)
		}
	}
	if !math.IsNaN(separation([]float64{0.5}, []bool{true})) {
		t.Error("nothing is wrong, and there is a figure")
	}
}
