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
// Positionen: Österreich", or that stands alone beside or below words that call it so: Goods origin, Taiwan. What names several
// countries names none.
func saidOrigin(d *Finder) (Match, bool) {
	var found Match
	origin := ""
	said := newOriginWords(d.Dict)
	for pi, p := range d.Pages {
		var column []page.Box // of countries below such a caption
		for ri, r := range p.Rows {
			for si, s := range r.Segments {
				words := said.regionBeside(s.Words)
				below := func(b page.Box) bool { return b.OverlapX(s.Box) > 0 }
				if words == nil && isCountry(unstopped(s.Words)) && (said.above(p, ri, si) || slices.ContainsFunc(column, below)) {
					words, column = s.Words, append(column, s.Box)
				}
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

// unstopped are words without what ends a sentence.
func unstopped(words []page.Word) []page.Word {
	all := slices.Clone(words)
	if n := len(all) - 1; n >= 0 {
		all[n].Text = strings.TrimRight(all[n].Text, ".")
	}
	return all
}

// originWords say that goods come from somewhere: phrases, and the stems of words in all their forms.
type originWords struct {
	said  *term.Group
	stems []string
	other *term.Group // words of such a stem that say something else: a producer has an address
}

func newOriginWords(d *term.Dictionary) originWords {
	g := d.Group("stem of origin")
	o := originWords{said: d.Group("told of origin"), other: d.Group("no word of origin")}
	for _, stem := range g.Phrases("origin", "") {
		o.stems = append(o.stems, strings.Join(term.Split(stem), ""))
	}
	return o
}

// at tells what words begin with, and how many words that takes.
func (o originWords) at(words []page.Word) (of string, length int) {
	for n := min(4, len(words)); n > 0; n-- {
		if member, ok := o.said.Is(page.Join(words[:n])); ok {
			return member, n
		}
	}
	if _, other := o.other.Is(words[0].Text); other {
		return "", 0
	}
	for _, word := range term.Split(words[0].Text) {
		if slices.ContainsFunc(o.stems, func(stem string) bool { return strings.HasPrefix(word, stem) }) {
			return "origin", 1
		}
	}
	return "", 0
}

// says reports whether words say that they are of the origin of goods; none that deny it or name a place.
func (o originWords) says(words []page.Word) bool {
	says := false
	for from := range words {
		switch of, _ := o.at(words[from:]); of {
		case "origin":
			says = true
		case "denied", "place":
			return false
		}
	}
	return says
}

// longestOrigin is how many words a caption of the origin has.
const longestOrigin = 7

// above reports whether a segment has a caption of the origin at its left or above it.
func (o originWords) above(p *page.Page, ri, si int) bool {
	captions := func(s page.Segment) bool { return len(s.Words) <= longestOrigin && o.says(s.Words) }
	r := p.Rows[ri]
	if si > 0 && captions(r.Segments[si-1]) {
		return true
	}
	if ri == 0 || r.Box.Y0-p.Rows[ri-1].Box.Y1 > 2*p.LineHeight {
		return false
	}
	box := r.Segments[si].Box
	return slices.ContainsFunc(p.Rows[ri-1].Segments, func(s page.Segment) bool { return s.Box.OverlapX(box) > 0 && captions(s) })
}

// regionBeside are the words of a segment that name a country behind what says that it is the origin, or right before it; none
// of a segment that denies: "The goods are not of Israel origin".
func (o originWords) regionBeside(words []page.Word) (country []page.Word) {
	for from := 0; from < len(words); from++ {
		switch of, length := o.at(words[from:]); {
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
