package table

import (
	"fmt"
	"io/fs"
	"math"
	"strconv"
	"strings"
)

// ModelFile holds the coefficients: on each line what they decide (column, table or row), the name of a feature, trait or mark,
// and its coefficient.
const ModelFile = "coefficients/tables.tsv"

// The names of the features of what cells are by themselves.
const (
	nameHeld     = "held"
	nameUnheld   = "unheld"
	nameHeldElse = "held else"
)

// The names of features, traits and marks in the file, in the order of the model.
var (
	FeatureNames = [features]string{"words", "grams", "concept", "bag", "other", "fit", "misfit", "filled", "bare", "order", "product", "count", "rivals", "else", "contrary", "inside", nameHeld, nameUnheld, nameHeldElse, "bias"}
	TraitNames   = [traits]string{"utility", "served", "said", "best", "rows", "lone", "used", "pairs", "goods", "sure", "headed", "sums", "kept", "known", "other", "mean", "money", "bias"}
	MarkNames    = [marks]string{"served", "usual", "typed", "like", "total", "below", "adds", "product", "lone", "words", "bias"}
)

// Load reads the model; a coefficient that is missing, unknown or no number is an error.
func Load(files fs.FS) (Model, error) {
	var m Model
	raw, err := fs.ReadFile(files, ModelFile)
	if err != nil {
		return m, fmt.Errorf("read coefficients of tables: %w", err)
	}
	want := map[string]*float64{}
	for i, name := range FeatureNames {
		want["column\t"+name] = &m.Columns[i]
	}
	for i, name := range TraitNames {
		want["table\t"+name] = &m.Tables[i]
	}
	for i, name := range MarkNames {
		want["row\t"+name] = &m.Rows[i]
	}
	for line := range strings.Lines(string(raw)) {
		line = strings.TrimRight(line, "\r\n")
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		at := strings.LastIndexByte(line, '\t')
		target := want[line[:max(at, 0)]]
		if target == nil {
			return m, fmt.Errorf("%s: unknown coefficient %q", ModelFile, line)
		}
		v, err := strconv.ParseFloat(line[at+1:], 64)
		if err != nil || math.IsNaN(v) || math.IsInf(v, 0) {
			return m, fmt.Errorf("%s: %q is no number", ModelFile, line)
		}
		*target = v
		delete(want, line[:at])
	}
	for name := range want {
		return m, fmt.Errorf("%s: no coefficient of %q", ModelFile, name)
	}
	return m, nil
}
