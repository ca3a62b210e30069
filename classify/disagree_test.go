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
