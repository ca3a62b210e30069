package answer

import (
	"testing"

	"tariffdesk/classify/data"
	"tariffdesk/classify/internal/vocabulary"
)

func TestRepliesAreTakenApart(t *testing.T) {
	t.Parallel()
	book, err := vocabulary.Read(data.Files)
	if err != nil {
		t.Fatal(err)
	}
	w := NewWords(book)
	for said, want := range map[string]Reply{
		"(a)":                             {Letter: 0},
		"b":                               {Letter: 1},
		"c) leather":                      {Letter: 2, Text: "leather"},
		"it is (a) a preparation of milk": {Letter: 0, Text: "a preparation of milk"},
		"opción (b)":                      {Letter: 1},
		"a preparation of milk":           {Letter: -1, Text: "a preparation of milk"},
		"no, it is knitted":               {Kind: KindNo, Letter: -1, Text: "knitted"},
		"No":                              {Kind: KindNo, Letter: -1},
		"no longer made":                  {Letter: -1, Text: "no longer made"},
		"Sí, de algodón":                  {Kind: KindYes, Letter: -1, Text: "de algodón"},
		"I don't know.":                   {Kind: KindUnknown, Letter: -1},
		"No lo sé":                        {Kind: KindUnknown, Letter: -1},
		"actually it's woven":             {Letter: -1, Text: "woven"},
		"En realidad es de poliéster":     {Letter: -1, Text: "de poliéster"},
		"estaño":                          {Letter: -1, Text: "estaño"},
		"iron":                            {Letter: -1, Text: "iron"},
		"":                                {Letter: -1},
	} {
		if got := w.Read(said); got != want {
			t.Errorf("%q: %+v, want %+v", said, got, want)
		}
	}
}

func TestBareWordsNeedTheirQuestion(t *testing.T) {
	t.Parallel()
	for _, said := range []string{"(a)", "b", "c)", "20 kg", "3,5 %", "1.5", "yes", "Sí", "no", "< 10 mm"} {
		if !Bare(said) {
			t.Errorf("%q is bare", said)
		}
	}
	for _, said := range []string{"cotton", "20 kg of rice", "a bag", "no, leather", "12 volt battery", ""} {
		if Bare(said) {
			t.Errorf("%q says something by itself", said)
		}
	}
}

func TestDenialsAreWrittenAsDescriptionsDo(t *testing.T) {
	t.Parallel()
	for said, want := range map[string]string{
		"no es de piel, es de tela":            "no piel, es de tela",
		"no son de cerámica, son de porcelana": "no cerámica, son de porcelana",
		"it is not made of wood but steel":     "it not wood but steel",
		"it isn't of leather":                  "it not leather",
		"not cotton but polyester":             "not cotton but polyester",
		"no sugar added":                       "no sugar added",
		"no es congelado":                      "no congelado",
		"made of nylon":                        "made of nylon",
	} {
		if got := Plain(said); got != want {
			t.Errorf("%q: %q, want %q", said, got, want)
		}
	}
}
