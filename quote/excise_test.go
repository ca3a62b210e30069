package quote

import (
	"strings"
	"testing"
)

func TestAFormulaNamesTheRateAndNotTheFactThatPicksIt(t *testing.T) {
	t.Parallel()
	e := setup(t)
	for language, want := range map[Language]string{LanguageEnglish: "× rate by alcoholic strength", LanguageSpanish: "× tasa según graduación alcohólica"} {
		item := mustQuote(t, e, Request{Direction: DirectionImport, Language: language, Date: "2026-06-15",
			Products: []Product{{Description: "Red wine", HSCode: "22042104", Country: "BR"}}})[0]
		for _, charge := range item.Taxes {
			if charge.Name == "IEPS" && !strings.Contains(charge.Formula, want) {
				t.Errorf("%q", charge.Formula)
			}
		}
	}
}
