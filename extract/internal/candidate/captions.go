package candidate

import (
	"slices"
	"strings"

	"tariffdesk/extract/internal/grid"
	"tariffdesk/extract/internal/label"
	"tariffdesk/extract/internal/sheet"
	"tariffdesk/extract/internal/want"
)

// valueOf reads the best value of a caption.
func valueOf(d *Finder, w *want.Want, l *label.Label) (best Match, found bool) {
	for _, c := range d.Candidates(l) {
		if m, ok := read(d, w, l, c); ok && (!found || m.Score > best.Score) {
			best, found = m, true
		}
	}
	return best, found
}

// affinity is how much a caption and a property have in common, from 0 to 1: the share of the caption's
// words that the property says, times the share of the property's name or description that the caption says.
// Words are compared as the dictionary means them and as they are printed; of a caption in two languages,
// either half may be it.
func affinity(d *Finder, w *want.Want, c sheet.Caption) float64 {
	own := Said(w, d)
	if c.Printed == own.printed {
		return 1
	}
	if p := own.parts; len(p) == 2 && c.Bag.Key == p[0].Bag.Key {
		return sheet.FirstOfTwo
	}
	best := likeness(c.Bag.Words, own.meanings)
	for _, half := range c.Halves {
		best = max(best, likeness(half, own.prints))
	}
	return best
}

// likeness compares a caption's words with each of the texts of a property.
func likeness(caption []string, texts [][]string) float64 {
	said := common(caption, slices.Concat(texts...))
	if said == 0 {
		return 0
	}
	best := 0.0
	for _, words := range texts {
		share := common(words, caption)
		if share == 1 {
			share = sheet.WholeName
		}
		best = max(best, said*share)
	}
	return best
}

// wording is how a property names itself: its name, title and description, as the dictionary means them
// and as they are printed, and the two things that its description may name.
type wording struct {
	printed          string // the letters and digits of its name
	meanings, prints [][]string
	Telling          [][]string // prints less their vague words
	parts            []label.Part
}

// Said returns what a property says of itself, read once for each property.
func Said(w *want.Want, d *Finder) *wording {
	return d.wordings.Of(w, func() *wording { return wordingFor(w, d) })
}

func wordingFor(w *want.Want, d *Finder) *wording {
	own := &wording{printed: sheet.PrintedName(w.Node.Name), parts: d.Parts(want.Description(w.Node))}
	if own.parts == nil {
		own.parts = d.Parts(strings.ReplaceAll(w.Node.Name, "_", " / "))
	}
	for _, b := range w.Bags {
		own.meanings = append(own.meanings, b.Bag.Words)
	}
	for _, text := range []string{w.Node.Name, w.Node.Title, want.Description(w.Node)} {
		if tokens := d.Dict.Tokens(text); len(tokens) > 0 {
			own.prints = append(own.prints, tokens)
			own.meanings = append(own.meanings, d.Dict.Bag(text).Words)
		}
	}
	for _, print := range own.prints {
		if telling := slices.DeleteFunc(slices.Clone(print), vague); len(telling) > 0 {
			own.Telling = append(own.Telling, telling)
		}
	}
	return own
}

// common is the weight of the words that others hold too, over that of all.
func common(words, others []string) float64 {
	var shared, all float64
	telling := false
	for _, w := range words {
		weight := 1.0
		if vague(w) {
			weight = sheet.VagueWord
		}
		all += weight
		if slices.ContainsFunc(others, func(o string) bool { return grid.SameStem(w, o) }) {
			shared += weight
			telling = telling || !vague(w)
		}
	}
	if all == 0 || !telling {
		return 0
	}
	return shared / all
}

// vague reports whether a word stands in many captions and tells little.
func vague(word string) bool {
	switch word {
	case "number", "date", "amount", "total", "name", "code", "id", "reference", "type", "document", "quantity", "description", "address", "invoice", "time", "unit", "seller", "buyer", "country", "place", "port", "fecha", "numero", "num", "codigo", "clave", "tipo", "nombre", "pais", "importe", "datum", "nummer":
		return true
	}
	return false
}

// underHeading is the affinity of a caption with the heading of its section: a date under VISADO DE LA ADUANA
// is that of the visa.
func underHeading(d *Finder, w *want.Want, c sheet.Caption) float64 {
	if c.Label.Given != nil || !kindOfCaption(w, c) {
		return 0
	}
	p := d.Pages[c.Label.Page]
	own := w.Bags[0].Bag
	var rest []string
	for _, word := range own.Words {
		if !slices.Contains(c.Bag.Words, word) {
			rest = append(rest, word)
		}
	}
	if len(rest) == 0 {
		return 0
	}
	for ri := c.Label.Row - 1; ri >= max(0, c.Label.Row-sheet.HeadingRows); ri-- {
		for _, s := range p.Rows[ri].Segments {
			if s.Box.X0 > c.Label.Box.X0+p.LineHeight || s.Box.X1 < c.Label.Box.X0 || !sheet.IsHeading(s) {
				continue
			}
			return common(rest, d.Dict.Words(s.Text())) // the nearest heading decides
		}
	}
	return 0
}

// kindOfCaption reports whether a caption names the kind of thing that a property is: a date, a number.
func kindOfCaption(w *want.Want, c sheet.Caption) bool {
	return len(w.Bags) > 0 && slices.ContainsFunc(c.Bag.Words, func(word string) bool { return slices.Contains(w.Bags[0].Bag.Words, word) })
}
