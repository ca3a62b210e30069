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
