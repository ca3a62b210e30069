package choose

import (
	"strings"

	"tariffdesk/extract/internal/candidate"
	"tariffdesk/extract/internal/party"
	"tariffdesk/extract/internal/value"
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

// numberCountry is the country whose tax numbers have the form of a text, "" where several have or none.
func numberCountry(f *candidate.Chosen, text string) string {
	number, ok := party.Number(text)
	letters, _ := value.Counts(text)
	switch {
	case !ok || letters == 0 && !number.Checked: // several countries write digits alone
		return ""
	case number.Country != "":
		return number.Country
	}
	prefix := strings.ToUpper(strings.TrimSpace(text))[:2]
	for _, known := range f.Doc.Dict.Group(countries).Members() {
		if known == prefix {
			return prefix
		}
	}
	return ""
}

// countryOf is the country that ends the address found for a party, "" where none does.
func countryOf(f *candidate.Chosen, role string) string {
	country := ""
	for _, w := range f.Wants {
		if m := f.Found[w.Pointer]; m != nil && w.Role == role && (w.Attr == want.AttrAddress || w.Attr == want.AttrCountry) {
			if hits := f.Doc.Dict.Group(countries).Find(m.Text); len(hits) > 0 {
				country = hits[len(hits)-1].Member
			}
		}
	}
	return country
}

// countries is the group of the dictionary's phrases that name countries.
const countries = "country"
