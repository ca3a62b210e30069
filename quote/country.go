package quote

import (
	"strings"

	"tariffdesk/text"
)

// countries resolves what people write for a country.
type countries struct {
	byName map[string]*country
	byText map[string]*country // names as the table writes them, and codes in capitals
	byISO2 map[string]*country
}

type country struct {
	iso2, iso3 string
	name       bilingual
}

func readCountries(table func(string, func(row))) *countries {
	c := &countries{byName: map[string]*country{}, byText: map[string]*country{}, byISO2: map[string]*country{}}
	table("countries.tsv", func(row row) {
		one := &country{iso2: row.must("iso2"), iso3: row.must("iso3"), name: bilingual{English: row.must("en"), Spanish: row.must("es")}}
		c.byISO2[one.iso2] = one
		names := append(row.list("aliases"), one.iso2, one.iso3, one.name.English, one.name.Spanish)
		for _, name := range names {
			key := countryKey(name)
			if other := c.byName[key]; other != nil && other != one {
				row.fault("%q names both %s and %s", name, other.iso2, one.iso2)
			}
			c.byName[key] = one
			c.byText[name] = one
		}
	})
	return c
}

// find resolves a name in either language, an alias or an ISO code.
func (c *countries) find(text string) (*country, bool) {
	if found := c.byText[text]; found != nil {
		return found, true
	}
	if found := c.byName[countryKey(text)]; found != nil {
		return found, true
	}
	return nil, false
}

// Country gives the two letters of ISO 3166 of a name in either language, an alias or a code.
func (e *Engine) Country(text string) (iso2 string, known bool) {
	found, known := e.rules.countries.find(text)
	if !known {
		return "", false
	}
	return found.iso2, true
}

// CountryName is the name of a country in a language, the text itself where it is not known.
func (e *Engine) CountryName(text string, language Language) string {
	found, known := e.rules.countries.find(text)
	if !known {
		return text
	}
	return found.name.in(language)
}

// countryKey folds case, accents, punctuation and the small words in which spellings differ.
func countryKey(name string) string {
	letters := strings.Map(func(r rune) rune {
		switch {
		case r == '.' || r == '\'' || r == '’':
			return -1
		case r >= 'a' && r <= 'z':
			return r
		}
		return ' '
	}, fold(name))
	var kept []string
	for word := range strings.FieldsSeq(letters) {
		switch word {
		case "the", "and", "of", "y", "de", "del", "la", "el", "los", "las":
			if len(letters) > 3 { // "DE" and "LA" are codes
				continue
			}
		}
		kept = append(kept, word)
	}
	return strings.Join(kept, " ")
}

// Country resolves a name in one of the languages of trade papers, an alias or a code of ISO 3166 to its two letters.
func (r *Rules) Country(name string) (iso2 string, known bool) {
	if found, known := r.countries.find(name); known {
		return found.iso2, true
	}
	iso2, known = text.Country(name)
	return iso2, known && r.countries.byISO2[iso2] != nil
}
