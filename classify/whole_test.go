package classify

import "testing"

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

// TestASingularAsksForAPlural and the other way round, but a word of another gender is another word.
func TestASingularAsksForAPlural(t *testing.T) {
	t.Parallel()
	var w wholes
	for i, name := range []string{"zapata", "knitting needles", "berry", "luz", "gas mask"} {
		w.add(tokenize(fold(name), maxTermTokens, nil), int32(i))
	}
	for text, want := range map[string]int32{"zapatas": 0, "knitting needle": 1, "berries": 2, "luces": 3, "gas masks": 4, "zapato": noWord, "needles knitting": noWord, "gas": noWord} {
		found := append(w.find(tokenize(fold(text), maxTermTokens, nil)), noWord)
		if got := found[0]; got != want {
			t.Errorf("%q is term %d, want %d", text, got, want)
		}
	}
}

// TestAGuessIsNotSure where only a part of another name, or a kin of it, is known.
func TestAGuessIsNotSure(t *testing.T) {
	t.Parallel()
	e := embeddedEngine(t)
	for _, text := range []string{"elongation", "contraband", "generic", "intranet", "commodity"} {
		r, err := e.Classify(t.Context(), Request{Description: text, Model: ModelFast})
		if err != nil || len(r.Suggestions) > 0 && r.Suggestions[0].Confidence > guessCeiling {
			t.Errorf("%q: %v %.2f %v", text, r.Suggestions[0].Subheading, r.Suggestions[0].Confidence, err)
		}
	}
}
