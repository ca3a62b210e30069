package candidate

import (
	"slices"
	"strings"

	"tariffdesk/extract/internal/page"
	"tariffdesk/extract/internal/reading"
	"tariffdesk/extract/internal/term"
	"tariffdesk/extract/internal/want"
	"tariffdesk/text"
)

// Bounds of a sentence on the origin of goods.
const (
	mostToOrigin  = 6 // words between what says that it is the origin and the country
	longestRegion = 5 // words of a country's name
	saidScore     = 0.85
)

// asksOrigin reports whether the country that goods come from is wanted.
func asksOrigin(w *want.Want) bool {
	return len(w.Concepts) > 0 && w.Concepts[0].Concept.Name == "country_of_origin"
}

// saidOrigin is the country that a sentence names as the origin of the goods: "The goods are of India origin.", "Ursprung aller
// Positionen: Österreich". Sentences that name several countries name none.
func saidOrigin(d *Finder) (Match, bool) {
	var found Match
	origin := ""
	said := d.Dict.Group("told of origin")
	for pi, p := range d.Pages {
		for _, r := range p.Rows {
			for _, s := range r.Segments {
				words := regionBeside(s.Words, said)
				if words == nil {
					continue
				}
				iso, _ := text.Country(page.Join(words))
				if origin != "" && iso != origin {
					return Match{}, false
				}
				if origin == "" {
					origin = iso
					name := reading.TrimText(page.Join(words))
					found = Match{Value: reading.Value{Text: strings.TrimRight(name, "."), Words: words, Score: 1}, Page: pi, Score: saidScore * (0.6 + 0.4*page.Confidence(words))}
				}
			}
		}
	}
	return found, origin != ""
}

// regionBeside are the words of a segment that name a country behind what says that it is the origin, or right before it; none
// of a segment that denies: "The goods are not of Israel origin".
func regionBeside(words []page.Word, said *term.Group) (country []page.Word) {
	for from := 0; from < len(words); from++ {
		of, length := "", 0
		for n := min(4, len(words)-from); n > 0 && length == 0; n-- {
			if member, ok := said.Is(page.Join(words[from : from+n])); ok {
				of, length = member, n
			}
		}
		switch {
		case of == "denied":
			return nil
		case of == "origin" && country == nil:
			country = regionOf(words, from, from+length)
		case of == "place":
			from += length - 1
		}
	}
	return country
}

// regionOf are the words that name a country, soon behind those from one place to another or right before them.
func regionOf(words []page.Word, from, to int) []page.Word {
	for at := to; at < len(words) && at <= to+mostToOrigin; at++ {
		if country := regionAt(words[at:]); country != nil {
			return country
		}
	}
	for n := min(longestRegion, from); n > 0; n-- {
		if country := words[from-n : from]; isCountry(country) {
			return country
		}
	}
	return nil
}

// regionAt are the words of the longest country that words begin with.
func regionAt(words []page.Word) []page.Word {
	for n := min(longestRegion, len(words)); n > 0; n-- {
		if isCountry(words[:n]) {
			return words[:n]
		}
	}
	return nil
}

// isCountry reports whether words name a country; one of three letters is its code in capitals.
func isCountry(words []page.Word) bool {
	name := page.Join(words)
	_, known := text.Country(name)
	return known && (len(name) > 3 || name == strings.ToUpper(name))
}

// told reports whether a sentence tells an option.
func told(o *Option) bool { return slices.Contains(o.Ways, wayForm) }

// namingCountries are the options that name a country, where any does; else all.
func namingCountries(all []*Option) []*Option {
	names := func(o *Option) bool {
		for i := range o.Words {
			if regionAt(o.Words[i:]) != nil {
				return true
			}
		}
		return false
	}
	if !slices.ContainsFunc(all, names) {
		return all
	}
	return slices.DeleteFunc(all, func(o *Option) bool { return !names(o) && len(o.Text) > 2 })
}
