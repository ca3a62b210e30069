package candidate

import (
	"strings"
	"testing"

	"tariffdesk/extract/data"
	"tariffdesk/extract/internal/page"
	"tariffdesk/extract/internal/term"
)

func TestSentencesTellTheOriginOfGoods(t *testing.T) {
	t.Parallel()
	dict, err := term.Load(data.Files)
	if err != nil {
		t.Fatal(err)
	}
	said := newOriginWords(dict)
	for sentence, want := range map[string]string{
		"The goods are of India origin.":                                  "India",
		"Origin of all items: Vietnam":                                    "Vietnam",
		"All goods were manufactured in South Korea by our works":         "South Korea",
		"Mercancía originaria de Países Bajos.":                           "Países Bajos",
		"Los bienes fueron fabricados; hechos en Brasil":                  "Brasil",
		"Die Ware hat ihren Ursprung in Österreich.":                      "Österreich.",
		"Ursprung aller Positionen: Deutschland":                          "Deutschland",
		"Marchandises fabriquées à Lyon, origine: Allemagne":              "Allemagne",
		"Merce di origine Italia":                                         "Italia",
		"Country where the goods were produced: Japan":                    "Japan",
		"Herstellungsland: Frankreich":                                    "Frankreich",
		"Elaboramos todo en Perú":                                         "Perú",
		"Manufacturer: Acme Ltd, Leeds, United Kingdom":                   "",
		"Port of origin: Singapore":                                       "",
		"Certificate of origin issued by the chamber of Hong Kong":        "",
		"Made in accordance with the drawing":                             "",
		"Our head office is in Germany":                                   "",
		"original documents are sent to China":                            "",
		"The goods are not of Israel origin":                              "",
		"These goods are neither of Cuba origin nor manufactured in Cuba": "",
		"La mercancía no es originaria de Cuba":                           "",
		"Die Ware hat keinen Ursprung in Russland":                        "",
		"Les marchandises ne sont pas originaires de Chine":               "",
		"Invoice No. 17, origin: India":                                   "India",
	} {
		var words []page.Word
		for w := range strings.FieldsSeq(sentence) {
			words = append(words, page.Word{Text: w})
		}
		if got := page.Join(said.regionBeside(words)); strings.Trim(got, ".,") != strings.Trim(want, ".,") {
			t.Errorf("%q: got %q, want %q", sentence, got, want)
		}
	}
}
