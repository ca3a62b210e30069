package classify

import (
	"context"
	"testing"
)

// What is charged nothing: a text that names no goods gets no code in either model, and is asked what it is.
func TestTheWidestNamesGetNoCode(t *testing.T) {
	t.Parallel()
	e := embeddedEngine(t)
	for _, model := range []Model{ModelFast, ModelPro} {
		for _, description := range []string{"goods", "product", "Producto", "mercancía", "varias mercancías", "12345 items", "artículos varios", "the thing", "cosas", ".", "10 x 20 x 30", "120x80 cm", "3/4 x 2",
			"30 cm", "5 inch", "20 pulgadas", "10 por 20 cm", "120 cm x 80 cm x 4mm", "medidas: 10 x 20 x 30 cm", "size 10 x 20", "2 kg", "500 ml", "2.5 m de largo", "10 × 20 mm", "Ø 20 mm"} {
			r, err := e.Classify(context.Background(), Request{Description: description, Country: CountryWorld, Model: model})
			if err != nil {
				t.Fatalf("%s %q: %v", model, description, err)
			}
			if len(r.Suggestions) != 0 || len(r.Questions) == 0 {
				t.Errorf("%s %q: %d codes, questions %q", model, description, len(r.Suggestions), r.Questions)
			}
		}
		for _, description := range []string{"dairy product", "producto lácteo", "leather goods", "artículos de piel", "M8 x 30", "205/55R16", "box 10 x 20 x 30 cm", "caja 120x80 cm", "12 pies"} {
			r, err := e.Classify(context.Background(), Request{Description: description, Country: CountryWorld, Model: model})
			if err != nil || len(r.Suggestions) == 0 {
				t.Errorf("%s %q: no code, %v", model, description, err)
			}
		}
	}
}

// TestWordsThatPointToAPaperNameNothing: the goods are those of the paper, and without one the answer asks.
func TestWordsThatPointToAPaperNameNothing(t *testing.T) {
	t.Parallel()
	e := embeddedEngine(t)
	for _, words := range []string{"goods as attached", "as per attached list", "see attached invoice", "mercancía según factura adjunta", "productos varios según anexo"} {
		r, err := e.Classify(t.Context(), Request{Description: words, Model: ModelFast})
		if err != nil {
			t.Fatal(err)
		}
		if len(r.Suggestions) > 0 || len(r.Questions) == 0 {
			t.Errorf("%s: %d codes, %d questions", words, len(r.Suggestions), len(r.Questions))
		}
		const paper = "Stainless steel hexagon head bolts M8 x 40"
		r, err = e.Classify(t.Context(), Request{Description: words + ". " + paper, Attached: paper, Model: ModelFast})
		if err != nil {
			t.Fatal(err)
		}
		if len(r.Suggestions) == 0 || r.Suggestions[0].Subheading.Code != "731815" {
			t.Errorf("%s, with a paper of bolts: %+v", words, r.Suggestions)
		}
	}
	const sheet = "Hot-rolled flat non-alloy steel, not in coils, width 1500 mm"
	for size, code := range map[string]string{"2 mm": "720854", "4 mm": "720853"} { // a size beside a paper is heard
		r, err := e.Classify(t.Context(), Request{Description: "thickness " + size + ". " + sheet, Attached: sheet, Model: ModelFast})
		if err != nil {
			t.Fatal(err)
		}
		if got := r.Suggestions[0].Subheading.Code; got != code {
			t.Errorf("%s: %s, want %s", size, got, code)
		}
	}
	for words, code := range map[string]string{"invoice book": "482010", "files": "820310", "lista de precios": "491110", "document shredder": "847290"} {
		if got := suggestions(t, e, words)[0].Subheading.Code; got != code {
			t.Errorf("%s: %s, want %s", words, got, code)
		}
	}
}
