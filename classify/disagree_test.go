package classify

import (
	"context"
	"strings"
	"testing"

	"tariffdesk/tariff"
)

func TestAttachmentsThatContradictTheTextAreSaidTo(t *testing.T) {
	t.Parallel()
	e := embeddedEngine(t)
	for _, c := range []struct {
		own, attached string
		language      tariff.Language
		want          []string // of one recommendation; none where nothing contradicts
	}{
		{"men's knitted t-shirt of cotton", "T-shirt, 100% polyester, made in Peru", tariff.LanguageEnglish, []string{"cotton", "polyester", "attachments"}},
		{"men's woven shirt of cotton", "Specification sheet\nStyle 4711\nFabric composition: 100% polyester\nSizes S M L", tariff.LanguageEnglish, []string{"cotton", "polyester", "attachments"}},
		{"camisa de algodón para hombre, tejido plano", "FICHA TÉCNICA\nComposición: 100% poliéster", tariff.LanguageSpanish, []string{"algodón", "poliéster", "anexos"}},
		{"cotton shirt", "Shirt, woven fabric, blue", tariff.LanguageEnglish, nil},
		{"playera de algodón para hombre", "Playera 100% poliéster", tariff.LanguageSpanish, []string{"algodón", "poliéster", "anexos"}},
		{"portable stove, 3 kg", "Camping stove. Net weight 30 kg", tariff.LanguageEnglish, []string{"3 kg", "30 kg"}},
		{"men's knitted t-shirt of cotton", "T-shirt, 100% cotton", tariff.LanguageEnglish, nil},
		{"portable stove, 3 kg", "Camping stove. 3000 g", tariff.LanguageEnglish, nil},
		{"portable stove, 3 kg", "Net weight 3 kg, gross weight 4 kg", tariff.LanguageEnglish, nil},
		{"cotton t-shirt", "Invoice 4711, 20 cartons", tariff.LanguageEnglish, nil},
	} {
		r, err := e.Classify(context.Background(), Request{Description: c.own + ". " + c.attached, Attached: c.attached, Language: c.language, Model: ModelFast})
		if err != nil {
			t.Fatal(err)
		}
		advice := r.Suggestions[0].Advice
		if said := strings.Contains(advice, "attachments") || strings.Contains(advice, "anexos"); said != (len(c.want) > 0) {
			t.Errorf("%s / %s: %q", c.own, c.attached, advice)
		}
		for _, word := range c.want {
			if !strings.Contains(advice, word) {
				t.Errorf("%s / %s: %q lacks %q", c.own, c.attached, advice, word)
			}
		}
	}
}

func TestOtherGoodsInAnAttachmentAreAskedAbout(t *testing.T) {
	t.Parallel()
	e := embeddedEngine(t)
	for _, c := range []struct {
		own, attached, heading string
		language               tariff.Language
		contrary               bool
	}{
		{"wooden chair", "T-shirt, cotton", "9401", tariff.LanguageEnglish, true},
		{"silla de madera", "Certificado 4711\nPlayera de algodón", "9401", tariff.LanguageSpanish, true},
		{"wooden chair", "ACME Furniture\nModel X-100 chair, oak\nmax load 120 kg", "9401", tariff.LanguageEnglish, false},
		{"umbrella", "folding umbrella, polyester cover, aluminium shaft", "6601", tariff.LanguageEnglish, false},
	} {
		request := Request{Description: c.own + ". " + c.attached, Attached: c.attached, Language: c.language}
		r, err := e.Classify(t.Context(), request)
		if err != nil {
			t.Fatal(err)
		}
		first := r.Suggestions[0]
		said := strings.Contains(r.Summary, "attachments") || strings.Contains(r.Summary, "anexos")
		asks := len(r.Open) > 0 && r.Open[0].ID == "meant"
		if first.Heading.Code != c.heading || said != c.contrary || asks != c.contrary || c.contrary && first.Confidence >= 0.5 {
			t.Errorf("%s / %s: %s at %v, %q, %q", c.own, c.attached, first.Subheading.Code, first.Confidence, r.Summary, r.Questions)
		}
		if !c.contrary {
			continue
		}
		request.Dialogue = []Turn{{Question: &r.Open[0], Answer: "2"}}
		if r, err = e.Classify(t.Context(), request); err != nil || r.Suggestions[0].Heading.Code != "6109" || len(r.UnusedAnswers) > 0 {
			t.Errorf("%s / %s, the second: %+v, %v", c.own, c.attached, r.Suggestions[0].Subheading, err)
		}
	}
}

func TestWhatADescriptionStatesAndDeniesIsNamed(t *testing.T) {
	t.Parallel()
	e := embeddedEngine(t)
	for _, c := range []struct {
		said     string
		language tariff.Language
		want     string // of the summary; "" where nothing is denied of what is stated
	}{
		{"shirt, cotton, not cotton", tariff.LanguageEnglish, "states and denies this: cotton"},
		{"camisa, algodón, no algodón", tariff.LanguageSpanish, "también lo niega: algodón"},
		{"leather shoes, no leather lining", tariff.LanguageEnglish, ""},
		{"shirt, cotton, not polyester", tariff.LanguageEnglish, ""},
	} {
		r, err := e.Classify(t.Context(), Request{Description: c.said, Language: c.language})
		if err != nil {
			t.Fatal(err)
		}
		said := strings.Contains(r.Summary, "denies") || strings.Contains(r.Summary, "niega")
		if said != (c.want != "") || !strings.Contains(r.Summary, c.want) {
			t.Errorf("%q: %q", c.said, r.Summary)
		}
		if c.want != "" && (r.Suggestions[0].Confidence >= 0.5 || len(r.Open) == 0 || r.Open[0].ID != "material") {
			t.Errorf("%q: %v, %q", c.said, r.Suggestions[0].Confidence, r.Questions)
		}
	}
}
