package classify

import (
	"strings"
	"testing"

	"tariffdesk/tariff"
)

func TestAWordMeansTheGoodsOfTheCountryAskedFor(t *testing.T) {
	t.Parallel()
	e := embeddedEngine(t)
	for _, c := range []struct {
		text    string
		country Country
		heading string
	}{
		{"manteca", CountryArgentina, "0405"},
		{"manteca", CountryMexico, "1501"},
		{"saco de lana", CountryColombia, "6110"},
		{"saco de yute", CountryColombia, "6305"},
		{"medias veladas", CountryColombia, "6115"},
		{"cicla todoterreno", CountryColombia, "8712"},
		{"garrafa de gas 10 kg", CountryArgentina, "7311"},
		{"agujereadora", CountryArgentina, "8467"},
		{"olleta", CountryColombia, "7615"},
		{"cubrelecho", CountryColombia, "6304"},
		{"monopatín", CountryArgentina, "9503"},
		{"trusa", CountryColombia, "6114"},
	} {
		r, err := e.Classify(t.Context(), Request{Description: c.text, Country: c.country, Language: tariff.LanguageSpanish, Model: ModelFast})
		if err != nil {
			t.Fatal(err)
		}
		if len(r.Suggestions) == 0 || r.Suggestions[0].Heading.Code != c.heading {
			t.Errorf("%q, %s: %+v", c.text, c.country, r.Suggestions)
			continue
		}
		if reason := r.Suggestions[0].Reason; c.country == CountryArgentina && c.text == "manteca" && !strings.Contains(reason, "«manteca» leído como «mantequilla»") {
			t.Error(reason)
		}
	}
}

func TestATermThatBeginsWithADenialDeniesNothing(t *testing.T) {
	t.Parallel()
	e := embeddedEngine(t)
	for words, code := range map[string]string{
		"tubo de acero al carbono sin costura":     "7304",
		"sin costura, tubo de acero, 2 pulgadas":   "7304",
		"tubo de acero con costura":                "7306",
		"tela no tejida de polipropileno":          "5603",
		"válvula de no retorno":                    "8481",
		"motor sin escobillas":                     "8501",
		"banda sin fin de caucho":                  "4010",
		"aceitunas sin hueso en salmuera, enteras": "2005",
		"seamless carbon steel tube":               "7304",
		"cordless drill":                           "8467",
		"stainless steel sink":                     "7324",
		"refrigerator with compressor":             "841821",
	} {
		r, err := e.Classify(t.Context(), Request{Description: words, Language: tariff.LanguageSpanish, Model: ModelFast})
		if err != nil {
			t.Fatal(err)
		}
		if len(r.Suggestions) == 0 || !strings.HasPrefix(r.Suggestions[0].Subheading.Code, code) {
			t.Errorf("%q: %+v", words, r.Suggestions)
		}
		if words == "tubo de acero al carbono sin costura" && strings.Contains(r.Suggestions[0].Reason, "sincostura") {
			t.Error(r.Suggestions[0].Reason)
		}
	}
}

// TestAReasonSaysHowTheRunnerUpIsLessNear where nothing stated rules it out.
func TestAReasonSaysHowTheRunnerUpIsLessNear(t *testing.T) {
	t.Parallel()
	e := embeddedEngine(t)
	for words, says := range map[string]string{
		"a stud bump bonder":          "what is stated (“a stud bump bonder”) points to 848640, not to it",
		"benzene crude":               "does not say that the goods are those of heading 2902 (Cyclic hydrocarbons)",
		"plastic beaded door curtain": "does not say that the goods are of this kind",
		"a chrome-plated, zinc alloy, pistol grip style hose nozzle":   "“a chrome-plated, zinc alloy, pistol grip style hose nozzle”",
		"girls soft bra and panty set made of 95% cotton, 5% elastane": "heading 6212",
		"cinturón de cuero para hombre":                                "Of what its terms require, this is stated (material: leather (“cuero”))",
	} {
		r, err := e.Classify(t.Context(), Request{Description: words, Model: ModelFast})
		if err != nil {
			t.Fatal(err)
		}
		if reason := r.Suggestions[0].Reason; !strings.Contains(reason, says) || strings.Contains(reason, "less closely") || strings.Contains(reason, "parts the two") || strings.Contains(reason, "construction: woven") {
			t.Errorf("%q: %s", words, reason)
		}
	}
}
