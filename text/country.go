package text

import (
	"sync"

	"golang.org/x/text/language"
	"golang.org/x/text/language/display"
)

// countries are the names of countries in the languages of trade papers, and their codes, as CLDR has them, to their two letters.
var countries = sync.OnceValue(func() map[string]string {
	all := map[string]string{}
	for _, tag := range []language.Tag{language.English, language.Spanish, language.German, language.French, language.Portuguese, language.Italian, language.Dutch} {
		names := display.Regions(tag)
		for a := 'A'; a <= 'Z'; a++ {
			for b := 'A'; b <= 'Z'; b++ {
				region, err := language.ParseRegion(string([]rune{a, b}))
				if err != nil || !region.IsCountry() || region.Canonicalize() != region {
					continue
				}
				for _, name := range []string{names.Name(region), region.ISO3()} {
					if key := Words(name); key != "" && all[key] == "" {
						all[key] = region.String()
					}
				}
			}
		}
	}
	return all
})

// Country resolves the name of a country in English, Spanish, German, French, Portuguese, Italian or Dutch, or its three letters, to its
// two letters of ISO 3166.
func Country(name string) (iso2 string, known bool) {
	iso2, known = countries()[Words(name)]
	return iso2, known
}
