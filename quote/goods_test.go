package quote

import (
	"strings"
	"testing"

	"tariffdesk/tariff"
)

func TestADescriptionThatMeansAnotherLineIsPointedOut(t *testing.T) {
	t.Parallel()
	e := setup(t, WithClassifier(guesser{code: "610910", confidence: 0.9}))
	for code, want := range map[string]bool{"22030001": true, "61091003": false} {
		item := mustQuote(t, e, Request{Direction: DirectionImport, Language: LanguageEnglish, Date: "2026-06-15",
			Products: []Product{{Description: "Cotton T-shirt", HSCode: code, Country: "BR"}}})[0]
		said := strings.Contains(strings.Join(item.Suggestions, " "), "reads like 6109.10 (confidence 0.90)")
		marked := item.Tariffs[0].Certainty == tariff.CertaintyUnconfirmed
		if said != want || marked != want {
			t.Errorf("%s: said %v, marked %v", code, said, marked)
		}
	}
}
