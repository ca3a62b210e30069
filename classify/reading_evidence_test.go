package classify

import (
	"context"
	"slices"
	"testing"

	"tariffdesk/tariff"
)

func TestAnAnswerShowsWhatTheDescriptionWasReadAs(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		description string
		language    tariff.Language
		want        []Part
	}{
		{"Car with diesel engine, packed in wooden crates", tariff.LanguageEnglish, []Part{{"goods", "goods", "Car"}, {"with", "with", "diesel engine"}, {"packing", "packing", "wooden crates"}}},
		{"Cable de cobre para automóvil", tariff.LanguageSpanish, []Part{{"goods", "mercancía", "Cable"}, {"of", "materia o conjunto", "cobre"}, {"purpose", "uso o destino", "automóvil"}}},
		{"sugar-free gum, 12 pcs", tariff.LanguageSpanish, []Part{{"absent", "ausente", "sugar"}, {"goods", "mercancía", "gum"}, {"quantity", "cantidad", "12 pcs"}}},
		{"mochila marca Acme, hecho en China", tariff.LanguageEnglish, []Part{{"goods", "goods", "mochila"}, {"brand", "brand", "marca Acme"}, {"origin", "origin", "hecho en China"}}},
	} {
		r, err := embeddedEngine(t).Classify(context.Background(), Request{Description: tc.description, Language: tc.language})
		if err != nil {
			t.Fatal(err)
		}
		for i, s := range r.Suggestions {
			at := slices.IndexFunc(s.Evidence, func(x Evidence) bool { return x.Kind == EvidenceReading })
			if (at >= 0) != (i == 0) {
				t.Fatalf("%s: suggestion %d has the reading at %d", tc.description, i, at)
			}
			if i > 0 {
				continue
			}
			got := slices.DeleteFunc(slices.Clone(s.Evidence[at].Parts), func(p Part) bool { return p.Role == "promotion" })
			if !slices.Equal(got, tc.want) {
				t.Errorf("%s: %q, want %q", tc.description, got, tc.want)
			}
		}
	}
}
