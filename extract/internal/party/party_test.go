package party

import (
	"strings"
	"testing"

	"tariffdesk/extract/data"
	"tariffdesk/extract/internal/page"
	"tariffdesk/extract/internal/term"
)

func words(text string) []page.Word {
	var all []page.Word
	for i, t := range strings.Fields(text) {
		all = append(all, page.Word{Text: t, Box: page.Box{X0: float64(i), X1: float64(i) + 0.9, Y1: 1}, Confidence: 1})
	}
	return all
}

func dictionary(t *testing.T) *term.Dictionary {
	t.Helper()
	dict, err := term.Load(data.Files)
	if err != nil {
		t.Fatal(err)
	}
	return dict
}

// TestAnAddressIsReadByItsPieces holds how places are written in Europe and the Americas.
func TestAnAddressIsReadByItsPieces(t *testing.T) {
	t.Parallel()
	streets := dictionary(t).Group("street")
	for _, c := range []struct{ lines, street, postal, city, state, country string }{
		{"Lindenweg 4\nDE 12345 Neustadt", "Lindenweg 4", "12345", "Neustadt", "", ""},
		{"9, rue des Tilleuls\nBâtiment B\n06000 NICE, France", "9, rue des Tilleuls", "06000", "NICE", "", "France"},
		{"400 Harbor Street\nSpringfield, IL 62701\nUSA", "400 Harbor Street", "62701", "Springfield", "IL", "USA"},
		{"Kade 7\n1012 LN Veenstad", "Kade 7", "1012 LN", "Veenstad", "", ""},
		{"Rua das Flores, 30\nCEP 01311-000 - Campinas", "Rua das Flores, 30", "01311-000", "Campinas", "", ""},
		{"2, rue du Port – 75000 Paris – Tel 1", "2, rue du Port", "75000", "Paris", "", ""},
		{"AV DAS TORRES, 1200 - CAPAO RASO\nCURITIBA - PR", "AV DAS TORRES, 1200 - CAPAO RASO", "", "CURITIBA", "PR", ""},
		{"12 rue du Port\n44100 NANTES\nFR", "12 rue du Port", "44100", "NANTES", "", "FR"},
		{"a line\nof prose", "", "", "", "", ""},
	} {
		var lines [][]page.Word
		for line := range strings.Lines(c.lines) {
			lines = append(lines, words(line))
		}
		a := Parse(lines, streets)
		if a.Street.Text != c.street || a.Postal.Text != c.postal || a.City.Text != c.city || a.State.Text != c.state || a.Country.Text != c.country {
			t.Errorf("%q: %q %q %q %q %q", c.lines, a.Street.Text, a.Postal.Text, a.City.Text, a.State.Text, a.Country.Text)
		}
	}
}

// TestANameIsNoCaptionStreetOrPlace holds what is never given as a party's name.
func TestANameIsNoCaptionStreetOrPlace(t *testing.T) {
	t.Parallel()
	dict := dictionary(t)
	for text, name := range map[string]bool{
		"Brauhaus Nord GmbH": true, "Azure Interior": true, "Das Company": true, "NORD WERFT KONTOR SUED - 1535": true, "Lisboa - 1000": false,
		"Adresse du Client": false, "Lindenweg Straße 20": false, "12345 Neustadt": false, "www.example.com": false, "RG": false,
		"Invoice": false, "Tel. 030 123456": false, "Germany": false, "(Cv: 1": false,
		"Herr": false, "Spett.le": false, "Herrmann Nord": true, "Gartenstraße 02": false, "Hafenweg 4a": false, "Gartenstraße Nord": true,
	} {
		if Names(words(text), dict) != name {
			t.Errorf("%q: want %t", text, name)
		}
	}
}
