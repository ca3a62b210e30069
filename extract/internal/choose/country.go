package choose

import (
	"slices"
	"strings"

	"tariffdesk/extract/internal/candidate"
	"tariffdesk/extract/internal/party"
	"tariffdesk/extract/internal/want"
)

// ofOtherCountry reports whether an option for a tax number has the form of one country, and the address that was found for the party
// ends with another: FR 44 512887301 is not that of a buyer in Mexico.
func ofOtherCountry(f *candidate.Chosen, w *want.Want, o *candidate.Option) bool {
	if w.Attr != want.AttrTaxID || w.Role == "" {
		return false
	}
	form := numberCountry(f, o.Text)
	if form == "" {
		return false
	}
	own := countryOf(f, w.Role)
	return own != "" && own != form
}

// numberCountry is the country that a tax number names by its first letters, or whose form no other country has; "" for none. Digits alone
// are written by several.
func numberCountry(f *candidate.Chosen, text string) string {
	number, ok := party.Number(text)
	text = strings.ToUpper(strings.TrimSpace(text))
	switch {
	case !ok:
		return ""
	case number.Country == mexico:
		return mexico
	case slices.Contains(f.Doc.Dict.Group(countries).Members(), text[:2]):
		return text[:2]
	}
	return ""
}

// countryOf is the country that ends the address found for a party, "" where none does.
func countryOf(f *candidate.Chosen, role string) string {
	country := ""
	for _, w := range f.Wants {
		if m := f.Found[w.Pointer]; m != nil && w.Role == role && (w.Attr == want.AttrAddress || w.Attr == want.AttrCountry) {
			if ends, ok := f.Doc.Dict.Group(countries).Ends(m.Text); ok {
				country = ends
			}
		}
	}
	return country
}

// The group of the dictionary's phrases that name countries, and the one whose tax numbers have a form of their own.
const (
	countries = "country"
	mexico    = "MX"
)
