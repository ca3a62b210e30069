package text_test

import (
	"testing"

	"tariffdesk/text"
)

func TestCountriesAreKnownByTheirNamesInSevenLanguages(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]string{
		"Österreich": "AT", "OSTERREICH": "AT", "Italien": "IT", "Allemagne": "DE", "Países Bajos": "NL", "Royaume-Uni": "GB",
		"Duitsland": "DE", "Giappone": "JP", "Alemanha": "DE", "viet nam": "", "Vietnam": "VN", "CHN": "CN", "United States": "US",
		"aller": "", "": "", "Item": "", "goods": "",
	} {
		if got, known := text.Country(name); got != want || known != (want != "") {
			t.Errorf("%q: got %q", name, got)
		}
	}
}
