package classify

import (
	"strings"
	"testing"

	"tariffdesk/tariff"
)

// TestAReasonSaysWhatIsPresumedAndNothingUntrue of the goods, and why the runner-up fails.
func TestAReasonSaysWhatIsPresumedAndNothingUntrue(t *testing.T) {
	t.Parallel()
	e := embeddedEngine(t)
	for _, c := range []struct {
		text          string
		language      tariff.Language
		says, saysNot string
	}{
		{"kidney dish", tariff.LanguageEnglish, "It presupposes what the description leaves open (material: iron or steel)", ""},
		{"electric tower fan", tariff.LanguageEnglish, "motor: up to 125 W", "motor: ceiling"},
		{"bulldozer", tariff.LanguageEnglish, "It presupposes what the description leaves open (special feature: track-laying)", ""},
		{"steel hex head bolt", tariff.LanguageEnglish, "what is stated (“steel hex head bolt”) is what 731815 covers", "covers another"},
		{"BEARING 6309 C3", tariff.LanguageEnglish, "“BEARING 6309 C3” (“6309” read as “ball bearing”)", "“BEARING”, "},
		{"wool, silk and linen t-shirt", tariff.LanguageEnglish, "", "silk or linen or flax"},
		{"The product is a plastic profile for windows", tariff.LanguageEnglish, "“a plastic profile for windows”", "The product is"},
		{"red stripe 8l", tariff.LanguageEnglish, "does not settle the classification", "General interpretive"},
		{"bolsa para dormir al acampar", tariff.LanguageSpanish, "«bolsa para dormir»", "«bolsa dormir»"},
		{"candado de latón", tariff.LanguageSpanish, "lo declarado («candado de latón») es lo que comprende 830110", "comprende otro"},
		{"Blusa para dama tejido plano 60% lino 40% algodón", tariff.LanguageSpanish, "material: lino", "La subpartida supone lo que la descripción no precisa (material: fibra"},
		{"papel de lija", tariff.LanguageSpanish, "base: papel", "En contra"},
		{"Crema de leche 35% grasa UHT", tariff.LanguageSpanish, "040150", "que la descripción no"},
		{"motocicleta de 150 cc", tariff.LanguageSpanish, "150 cc", "(«cc»)"},
		{"rodamiento de bolas", tariff.LanguageSpanish, "lo declarado («rodamiento de bolas») es lo que comprende 848210", ""},
	} {
		r, err := e.Classify(t.Context(), Request{Description: c.text, Language: c.language, Model: ModelFast})
		if err != nil {
			t.Fatal(err)
		}
		reason := r.Suggestions[0].Reason
		if !strings.Contains(reason, c.says) || c.saysNot != "" && strings.Contains(reason, c.saysNot) {
			t.Errorf("%q: %s", c.text, reason)
		}
	}
}
