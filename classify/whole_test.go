package classify

import (
	"strings"
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

// What machines, tools and locks are made of tells nothing of their code: they are answered as what they are called.
func TestMetalAndPlasticThatTellNothingChangeNothing(t *testing.T) {
	t.Parallel()
	e := embeddedEngine(t)
	for words, heading := range map[string]string{
		"stainless steel pump": "8413", "cast iron pump": "8413", "plastic pump": "8413", "bomba de acero inoxidable": "8413", "brass valve": "8481", "válvula de latón": "8481",
		"titanium bicycle": "8712", "plastic wall clock": "9105", "plastic ukulele": "9202", "stainless steel vacuum flask": "9617", "plastic front bumper": "8708",
		"stainless steel knife": "8211", "steel knife": "8211", "cuchillo de acero inoxidable": "8211", "aluminium hammer": "8205", "steel lock": "8301", "steel saw": "8202",
	} {
		if r := suggestions(t, e, words)[0]; r.Subheading.Code[:4] != heading {
			t.Errorf("%s: %s, want one of %s", words, r.Subheading.Code, heading)
		}
	}
	// … and the rest is a name of its own: a wood screw.
	for words, code := range map[string]string{"tornillos para madera de acero inoxidable": "731812", "stainless steel wood screws": "731812"} {
		if r := suggestions(t, e, words)[0]; r.Subheading.Code != code {
			t.Errorf("%s: %s, want %s", words, r.Subheading.Code, code)
		}
	}
	// Where the code follows from the material, it decides.
	for words, heading := range map[string]string{
		"plastic spoon": "3924", "wooden spoon": "4419", "aluminium ladder": "7616", "wooden ladder": "4421", "plastic bucket": "3924", "glass bottle": "7010", "leather shoes": "6403", "cotton shirt": "6205",
		"metal cutting machine": "84", "plastic hair accessories": "9615",
	} {
		if r := suggestions(t, e, words)[0]; !strings.HasPrefix(r.Subheading.Code, heading) {
			t.Errorf("%s: %s, want one of %s", words, r.Subheading.Code, heading)
		}
	}
}

// What goods carry says nothing of their kind, though goods of the heading may be called so: a knife with a handle is no handle.
func TestWhatGoodsCarryDoesNotSettleTheirKind(t *testing.T) {
	t.Parallel()
	e := embeddedEngine(t)
	for _, words := range []string{"knife with wooden handle", "knife with plastic handle", "cuchillo con mango de madera"} {
		r, err := e.Classify(t.Context(), Request{Description: words, Model: ModelFast})
		if err != nil {
			t.Fatal(err)
		}
		if first := r.Suggestions[0]; first.Subheading.Code[:4] != "8211" || first.Confidence >= 0.5 || len(r.Questions) == 0 {
			t.Errorf("%s: %s at %.2f with %d questions, want 8211 below 0.50 and a question", words, first.Subheading.Code, first.Confidence, len(r.Questions))
		}
	}
	if first := suggestions(t, e, "knife with folding blade")[0]; first.Subheading.Code != "821193" {
		t.Errorf("a knife with a folding blade is %s", first.Subheading.Code)
	}
}

// What is said of goods beside their name, and parts none of them, changes nothing: weights, uses that any goods have, a colour, packs of a number.
func TestWhatStandsBesideANameChangesNothing(t *testing.T) {
	t.Parallel()
	e := embeddedEngine(t)
	for name, texts := range map[string][]string{
		"hammer":     {"pack of 2 hammers", "heavy duty hammer", "imported hammer", "hammer, 2.5 kg", "hammer for professional use", "blue hammer", "hammer for the home"},
		"martillo":   {"paquete de 2 martillos", "martillo de uso rudo", "martillo importado", "martillo, 2.5 kg", "martillo para uso profesional", "martillo azul", "martillo para el hogar"},
		"bicycle":    {"pack of 2 bicycles", "imported bicycle", "bicycle, 12 kg", "red bicycle", "lot of 3 bicycles"},
		"lápiz":      {"caja de 12 lápices", "lápices para uso personal", "lápiz importado"},
		"gas boiler": {"blue gas boiler", "gas boiler, imported", "gas boiler for the home"},
	} {
		want := suggestions(t, e, name)[0].Subheading.Code
		for _, words := range texts {
			if got := suggestions(t, e, words)[0].Subheading.Code; got != want {
				t.Errorf("%s: %s, want %s as of %s", words, got, want, name)
			}
		}
	}
	// What parts goods is heard, and names are not cut.
	for words, heading := range map[string]string{"white board": "9610", "black pepper": "0904", "red wine": "2204", "white gold ring": "7113", "lote de 3 martillos": "8205", "tambor de 200 litros": "7310", "caja de cartón de 40 cm": "4819"} {
		if got := suggestions(t, e, words)[0].Subheading.Code; got[:4] != heading {
			t.Errorf("%s: %s, want one of %s", words, got, heading)
		}
	}
}
