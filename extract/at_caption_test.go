package extract

import (
	"testing"

	"tariffdesk/extract/internal/candidate"
	"tariffdesk/extract/internal/schema"
	"tariffdesk/extract/internal/want"
)

// TestACaptionsPrintIsAnOptionWhateverItLooksLike holds that a string may have words where its name speaks of a number or an amount,
// and a weight its unit; a number and a date by its format may not.
func TestACaptionsPrintIsAnOptionWhateverItLooksLike(t *testing.T) {
	t.Parallel()
	f := fillingOf(t, sheetOf(t, "30:FORM 12", "30:DEPARTMENT CHARGED:|200:Brand Operations", "30:", "30:WET WEIGHT:|120:99.2 gms.", "30:", "30:DATE WANTED:|200:As required"),
		`"department_charged":`+text+`,"wet_weight":`+text+`,"date_wanted":`+text)
	optionOf(f, t, "department_charged", "Brand Operations")
	if _, evidence := optionOf(f, t, "wet_weight", "99.2 gms."); evidence["print around its form"] != 1 {
		t.Errorf("%v", evidence)
	}
	if _, evidence := optionOf(f, t, "date_wanted", "As required"); evidence["print of another form"] != 1 || evidence["right of its caption"] != 1 {
		t.Errorf("%v", evidence)
	}
	f = fillingOf(t, f.Doc.Sheet, `"wet_weight":`+number+`,"date_wanted":{"type":"string","format":"date"}`)
	for _, name := range []string{"wet_weight", "date_wanted"} {
		if w := wanted(f, t, name); candidate.AsksPrint(w) {
			t.Errorf("%s asks for words", name)
		}
	}
}

// TestWhereAnOptionStandsToItsCaptionIsEvidence holds right and below.
func TestWhereAnOptionStandsToItsCaptionIsEvidence(t *testing.T) {
	t.Parallel()
	f := fillingOf(t, sheetOf(t, "30:Lot No.", "30:A-5512", "30:", "30:Batch No.:|200:B-77120"), `"lot_number":`+text+`,"batch_number":`+text)
	if _, evidence := optionOf(f, t, "lot_number", "A-5512"); evidence["below its caption"] != 1 || evidence["at its caption's edge"] != 1 {
		t.Errorf("%v", evidence)
	}
	if _, evidence := optionOf(f, t, "batch_number", "B-77120"); evidence["right of its caption"] != 1 || evidence["far from its caption"] == 0 {
		t.Errorf("%v", evidence)
	}
}

// TestADescriptionMayQuoteTheCaption holds that its other words name nothing then.
func TestADescriptionMayQuoteTheCaption(t *testing.T) {
	t.Parallel()
	for description, expected := range map[string]string{
		`Value of the field "TOBACCO USED"`:    "TOBACCO USED",
		`Valor de la casilla «Tipo de faja»`:   "Tipo de faja",
		`The name of the brand, e.g. "Aurora"`: `The name of the brand, e.g. "Aurora"`,
		"Total of the box":                     "Total of the box",
	} {
		if got := want.Description(&schema.Node{Description: description}); got != expected {
			t.Errorf("%s: %s", description, got)
		}
	}
}
