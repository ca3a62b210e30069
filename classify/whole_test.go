package classify

import (
	"testing"

	"tariffdesk/classify/internal/confidence"
)

// TestANameIsFoundWordForWord though stems of other words fall together with its own.
func TestANameIsFoundWordForWord(t *testing.T) {
	t.Parallel()
	e := embeddedEngine(t)
	for text, want := range map[string]string{
		"lima de uñas":    "821420", // a nail file, no file of metal-working
		"LIMAS DE UÑAS":   "821420",
		"jack-in-the-box": "950300", // a toy, no lifting jack
		"hot-water bag":   "401490",
		"taladro":         "846721",
		"mantel":          "630253", // table linen, no mantel clock
		"cuna":            "940350", // a cot, no wedge
		"cuña":            "731829",
	} {
		r, err := e.Classify(t.Context(), Request{Description: text, Model: ModelFast})
		if err != nil || len(r.Suggestions) == 0 || r.Suggestions[0].Subheading.Code != want {
			t.Errorf("%q: not %s: %v", text, want, err)
		}
	}
}

// TestAGuessIsNotSure where only a part of another name, or a kin of it, is known.
func TestAGuessIsNotSure(t *testing.T) {
	t.Parallel()
	e := embeddedEngine(t)
	for _, text := range []string{"elongation", "contraband", "generic", "intranet", "commodity"} {
		r, err := e.Classify(t.Context(), Request{Description: text, Model: ModelFast})
		if err != nil || len(r.Suggestions) > 0 && r.Suggestions[0].Confidence > confidence.GuessCeiling {
			t.Errorf("%q: %v %.2f %v", text, r.Suggestions[0].Subheading, r.Suggestions[0].Confidence, err)
		}
	}
}
