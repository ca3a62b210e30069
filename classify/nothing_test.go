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
		for _, description := range []string{"goods", "product", "Producto", "mercancía", "varias mercancías", "12345 items", "artículos varios", "the thing", "cosas", "."} {
			r, err := e.Classify(context.Background(), Request{Description: description, Country: CountryWorld, Model: model})
			if err != nil {
				t.Fatalf("%s %q: %v", model, description, err)
			}
			if len(r.Suggestions) != 0 || len(r.Questions) == 0 {
				t.Errorf("%s %q: %d codes, questions %q", model, description, len(r.Suggestions), r.Questions)
			}
		}
		for _, description := range []string{"dairy product", "producto lácteo", "leather goods", "artículos de piel"} {
			r, err := e.Classify(context.Background(), Request{Description: description, Country: CountryWorld, Model: model})
			if err != nil || len(r.Suggestions) == 0 {
				t.Errorf("%s %q: no code, %v", model, description, err)
			}
		}
	}
}
