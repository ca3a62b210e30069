package classify

import (
	"slices"
	"testing"
)

// A name is one in the singular and the plural, and in both languages.
func TestANameIsAnsweredTheSameInEitherNumber(t *testing.T) {
	t.Parallel()
	e := embeddedEngine(t)
	for _, names := range [][]string{
		{"olla", "ollas"}, {"botón", "botones"}, {"muslo de pollo", "muslos de pollo"}, {"caja de almacenamiento", "cajas de almacenamiento"},
		{"water pump", "water pumps", "bomba de agua", "bombas de agua", "bomba de agua empacada en cajas de cartón"},
	} {
		first := suggestions(t, e, names[0])
		for _, name := range names[1:] {
			if got := suggestions(t, e, name); got[0].Subheading.Code != first[0].Subheading.Code || got[0].Confidence > first[0].Confidence+0.05 {
				t.Errorf("%q is %s at %.2f, %q is %s at %.2f", names[0], first[0].Subheading.Code, first[0].Confidence, name, got[0].Subheading.Code, got[0].Confidence)
			}
		}
	}
	for name, heading := range map[string]string{"audífonos": "8518", "glasses": "9004", "cuna": "9403"} { // other goods than in the other number, or without the accent
		if got := suggestions(t, e, name); got[0].Heading.Code != heading {
			t.Errorf("%q: %s, want %s", name, got[0].Subheading.Code, heading)
		}
	}
}

// What a holder is for is no goods of it, but for parts.
func TestAHolderIsNotWhatItIsFor(t *testing.T) {
	t.Parallel()
	e := embeddedEngine(t)
	for words, out := range map[string]string{"bag for tea": "0902", "bags for tea": "0902", "caja para puros": "2402", "barrel for wine": "2204", "bolsa para té": "0902"} {
		for _, s := range suggestions(t, e, words)[:2] {
			if s.Heading.Code == out && s.Confidence > 0.05 {
				t.Errorf("%q: %s at %.2f", words, s.Subheading.Code, s.Confidence)
			}
		}
	}
	if got := suggestions(t, e, "bag for vacuum cleaner"); !slices.ContainsFunc(got[:3], func(s Suggestion) bool { return s.Subheading.Code == "850870" }) {
		t.Errorf("bag for vacuum cleaner: %+v", got[:3])
	}
}

// Where two kinds of a heading are nearly even, what parts them is asked.
func TestNearlyEvenKindsAreAsked(t *testing.T) {
	t.Parallel()
	e := embeddedEngine(t)
	for _, words := range []string{"plug-in hybrid SUV 2.0 L", "auto híbrido enchufable 2.0 litros", "bomba de agua, color negro", "24 pcs per carton, electric drill shrink-wrapped"} {
		r, err := e.Classify(t.Context(), Request{Description: words})
		if err != nil || len(r.Suggestions) == 0 {
			t.Fatalf("%q: %v", words, err)
		}
		first := r.Suggestions[0]
		if even := len(r.Suggestions) > 1 && r.Suggestions[1].Confidence >= nearlyEven*first.Confidence; even && len(r.Questions) == 0 {
			t.Errorf("%q: %s at %.2f and no question", words, first.Subheading.Code, first.Confidence)
		}
		if first.Subheading.Code == "842240" {
			t.Errorf("%q is a packing machine", words)
		}
	}
}

// A hybrid is none of the cars with one drive, whatever else is stated of its engine.
func TestAHybridHasNoSingleDrive(t *testing.T) {
	t.Parallel()
	e := embeddedEngine(t)
	for _, words := range []string{"hybrid car 1.8 L", "plug-in hybrid SUV 2.0 L", "hybrid SUV 2500 cc", "auto híbrido 1.8 L", "diesel hybrid car 2.0 L"} {
		for _, s := range suggestions(t, e, words)[:3] {
			if single := []string{"870321", "870322", "870323", "870324", "870331", "870332", "870333"}; slices.Contains(single, s.Subheading.Code) && s.Confidence > 0.05 {
				t.Errorf("%q: %s at %.2f", words, s.Subheading.Code, s.Confidence)
			}
		}
	}
}
