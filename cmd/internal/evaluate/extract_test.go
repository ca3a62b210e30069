package evaluate

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestTheEnginesOwnLayoutsReachTheirTarget holds 95 % exact and less than 2 % invented.
func TestTheEnginesOwnLayoutsReachTheirTarget(t *testing.T) {
	t.Parallel()
	f := figuresOf(t, "../../../extract/testdata/layouts/manifest.json")
	if f.Documents < 30 || f.Score < 0.95 || float64(f.Invented) > 0.02*float64(f.Fields) {
		t.Errorf("%+v", f)
	}
}

func figuresOf(t *testing.T, manifest string) ExtractFigures {
	t.Helper()
	var out bytes.Buffer
	predictions := filepath.Join(t.TempDir(), "predictions")
	if err := Extract(t.Context(), ExtractOptions{Manifest: manifest, JSON: true, Predictions: predictions}, &out); err != nil {
		t.Fatal(err)
	}
	var f ExtractFigures
	if err := json.Unmarshal(out.Bytes(), &f); err != nil {
		t.Fatal(err)
	}
	lines, err := os.ReadFile(predictions)
	if err != nil || strings.Count(string(lines), "\n") != f.Documents || !strings.Contains(string(lines), `"document_data":{`) {
		t.Errorf("predictions: %v", err)
	}
	return f
}

func TestLeavesAreCountedAsTheContractSays(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		want, got                               string
		fields, exact, missing, wrong, invented int
	}{
		"numbers as decimals":      {`{"a":100.0}`, `{"a":100}`, 1, 1, 0, 0, 0},
		"texts folded":             {`{"a":"ACME  S.A.","b":"ﬁn"}`, `{"a":"acme s.a.","b":"FIN"}`, 2, 2, 0, 0, 0},
		"accents count":            {`{"a":"León"}`, `{"a":"Leon"}`, 1, 0, 0, 1, 0},
		"dates as days":            {`{"a":"2024-05-01"}`, `{"a":"2024-05-01T00:00:00Z"}`, 1, 1, 0, 0, 0},
		"missing and invented":     {`{"a":1}`, `{"b":2}`, 1, 0, 1, 0, 1},
		"null is nothing":          {`{"a":null,"b":""}`, `{"a":null}`, 0, 0, 0, 0, 0},
		"rows by best match":       {`{"r":[{"x":1,"y":2},{"x":3,"y":4}]}`, `{"r":[{"x":3,"y":4}]}`, 4, 2, 2, 0, 0},
		"a row too many":           {`{"r":[{"x":1}]}`, `{"r":[{"x":9},{"x":1}]}`, 1, 1, 0, 0, 1},
		"a number printed as text": {`{"a":"12"}`, `{"a":12}`, 1, 1, 0, 0, 0},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var want, got any
			decode(t, c.want, &want)
			decode(t, c.got, &got)
			k := &comparison{}
			k.compare("", want, got)
			if k.fields != c.fields || k.exact != c.exact || k.missing != c.missing || k.wrong != c.wrong || k.invented != c.invented {
				t.Errorf("%+v", k)
			}
		})
	}
}

func decode(t *testing.T, text string, v any) {
	t.Helper()
	d := json.NewDecoder(strings.NewReader(text))
	d.UseNumber()
	if err := d.Decode(v); err != nil {
		t.Fatal(err)
	}
}

// TestCellsAndWholeRowsAreCountedApart holds what is said of arrays beside the figures of all leaves.
func TestCellsAndWholeRowsAreCountedApart(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		want, got                           string
		cells, exact, rows, whole, moreRows int
	}{
		"outside of arrays":       {`{"a":1}`, `{"a":1}`, 0, 0, 0, 0, 0},
		"whole":                   {`{"r":[{"x":1,"y":"b"}]}`, `{"r":[{"x":1,"y":"B"}]}`, 2, 2, 1, 1, 0},
		"a cell wrong":            {`{"r":[{"x":1,"y":2},{"x":3,"y":4}]}`, `{"r":[{"x":1,"y":9},{"x":3,"y":4}]}`, 4, 3, 2, 1, 0},
		"a row missing":           {`{"r":[{"x":1},{"x":2}]}`, `{"r":[{"x":2}]}`, 2, 1, 2, 1, 0},
		"a row too many":          {`{"r":[{"x":1}]}`, `{"r":[{"x":1},{"x":8}]}`, 1, 1, 1, 1, 1},
		"a list of single values": {`{"r":["a","b"]}`, `{"r":["a","c"]}`, 2, 1, 2, 1, 0},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var want, got any
			decode(t, c.want, &want)
			decode(t, c.got, &got)
			k := &comparison{}
			k.compare("", want, got)
			if k.cells != c.cells || k.cellsExact != c.exact || k.rows != c.rows || k.rowsWhole != c.whole || k.more != c.moreRows {
				t.Errorf("%+v", k)
			}
		})
	}
}
