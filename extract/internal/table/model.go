package table

import (
	"fmt"
	"io/fs"

	"tariffdesk/odds"
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
	all, err := odds.Coefficients(files, ModelFile)
	if err != nil {
		return m, err
	}
	take := func(part string, names []string, to []float64) {
		for i, name := range names {
			v, ok := all[part+"\t"+name]
			if !ok && err == nil {
				err = fmt.Errorf("%s: no coefficient of %s %q", ModelFile, part, name)
			}
			to[i] = v
		}
	}
	take("column", FeatureNames[:], m.Columns[:])
	take("table", TraitNames[:], m.Tables[:])
	take("row", MarkNames[:], m.Rows[:])
	if err == nil && len(all) != int(features)+int(traits)+int(marks) {
		err = fmt.Errorf("%s: %d coefficients, not all of which are known", ModelFile, len(all))
	}
	return m, err
}
