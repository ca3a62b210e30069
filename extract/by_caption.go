package extract

import (
	"slices"
	"strings"
	"unicode"

	"tariffdesk/extract/internal/label"
	"tariffdesk/extract/internal/page"
	"tariffdesk/extract/internal/reading"
	"tariffdesk/extract/internal/schema"
	"tariffdesk/extract/internal/term"
	"tariffdesk/extract/internal/value"
	"tariffdesk/extract/internal/want"
)

// How far captions are trusted that share words with a property and no more.
const (
	leastAffinity = 0.52 // of the words of the caption and of the property
	captionScore  = 0.7  // times the affinity
	headingScore  = 0.62
	clearLead     = 1.1 // times the affinity of the next best caption
	firstOfTwo    = 0.6 // of a caption that names the first of two things that are wanted as one: Vessel
	wholeName     = 1.1 // for all words of a name
	vagueWord     = 0.3 // what a word such as "number" or "total" counts, against 1
	headingRows   = 14  // how far above its labels the heading of a section stands
)

// caption is what a page prints before a value, whether the dictionary knows it or not.
type caption struct {
	label   *label.Label
	bag     term.Bag
	printed string     // its letters and digits
	halves  [][]string // its tokens, of a caption in two languages those of each
}

func (d *document) captionAs(l *label.Label) caption {
	c := caption{label: l, bag: l.Bag, printed: printedName(l.Text)}
	for _, half := range label.BothLanguages.Split(l.Text, -1) {
		c.halves = append(c.halves, d.Dict.Tokens(half))
	}
	return c
}

// captions lists what stands before values outside tables: the words before a colon or the first word with
// a digit, or a whole segment.
func (d *document) captions() []caption {
	if d.captioned != nil {
		return d.captioned
	}
	d.captioned = []caption{}
	for pi, p := range d.Pages {
		for ri, r := range p.Rows {
			for si, s := range r.Segments {
				at := label.At(pi, ri, si)
				if d.inTable(at) || d.AfterColon(at) {
					continue
				}
				if l := d.captionOf(at, s); l != nil {
					d.captioned = append(d.captioned, d.captionAs(l))
				}
			}
		}
	}
	return d.captioned
}

// captionOf reads a segment as a caption and what follows it; nil where it is a value or a sentence.
func (d *document) captionOf(at label.Place, s page.Segment) *label.Label {
	from, to, colon := label.Numbered(s.Words), len(s.Words), d.ColonNext(at)
	words, inline := s.Words, []page.Word(nil)
	for i := from; i < len(s.Words); i++ {
		if label.EndsLabel(s.Words, i) {
			to, colon = i+1, true
			break
		}
		if head, tail, glued := label.Glued(s.Words[i]); glued && head.Text != "" {
			to, colon = i+1, true
			words = slices.Clone(s.Words)
			words[i], inline = head, []page.Word{tail}
			break
		}
		if label.ValueLike(s.Words[i].Text) {
			if to = i; i > from && len([]rune(s.Words[i-1].Text)) == 1 && reading.Upper(s.Words[i-1].Text) {
				to-- // the letter of a series: Nº A 0728416
			}
			break
		}
	}
	if to == from || to-from > maxWantedName {
		return nil
	}
	text := strings.TrimRight(page.Join(words[from:to]), ": ")
	bag := d.Dict.Bag(text)
	if bag.Key == "" && !colon || !label.StartsUpperOrKnown(text) {
		return nil
	}
	return &label.Label{Place: at, To: to, Text: text, Bag: bag, Box: page.Bounds(words[:to]), Weight: 1, Colon: colon,
		Whole: to == len(s.Words) && inline == nil, Inline: slices.Concat(inline, s.Words[to:])}
}

// byCaption finds a want beside the caption whose words are most like those of its name, title and
// description, or under the heading of a section that says what the caption does not.
func (d *document) byCaption(w *want.Want, taken claims) (match, bool) {
	var best match
	bestAffinity, second := 0.0, 0.0
	for _, c := range d.captions() {
		affinity := d.affinity(w, c)
		if !w.Kind.Numeric() && w.Node.Type == schema.TypeString && d.SumFollows(c.label.Place) && c.label.Whole {
			continue // the caption of an amount
		}
		if known := d.Dict.Named(c.bag); affinity < firstOfTwo && len(known) > 0 && !d.serves(w, known) {
			affinity = 0
		}
		score := captionScore * affinity
		heading := d.underHeading(w, c)
		switch {
		case affinity >= leastAffinity:
			affinity += heading // of two captions alike, the one whose section is named
		case heading >= leastAffinity:
			affinity, score = heading, headingScore*heading
		default:
			continue
		}
		m, ok := d.valueOf(w, c.label, taken)
		if !ok {
			continue
		}
		switch m.score *= score; {
		case affinity > bestAffinity:
			second, bestAffinity, best = bestAffinity, affinity, m
		case m.Text != best.Text:
			second = max(second, affinity)
		}
	}
	return best, bestAffinity >= second*clearLead && bestAffinity > 0 && best.score >= leastScore*0.6
}

// serves reports whether a field that a caption names may be what is wanted.
func (d *document) serves(w *want.Want, known []*term.Concept) bool {
	return slices.ContainsFunc(known, func(c *term.Concept) bool {
		return slices.ContainsFunc(w.Concepts, func(s term.Scored) bool { return s.Concept == c })
	})
}

// valueOf reads the best value of a caption that no other property has taken.
func (d *document) valueOf(w *want.Want, l *label.Label, taken claims) (best match, found bool) {
	for _, c := range d.Candidates(l) {
		if m, ok := d.read(w, l, c); ok && !taken.overlap(m) && (!found || m.score > best.score) {
			best, found = m, true
		}
	}
	return best, found
}

// affinity is how much a caption and a property have in common, from 0 to 1: the share of the caption's
// words that the property says, times the share of the property's name or description that the caption says.
// Words are compared as the dictionary means them and as they are printed; of a caption in two languages,
// either half may be it.
func (d *document) affinity(w *want.Want, c caption) float64 {
	own := said(w, d)
	if c.printed == own.printed {
		return 1
	}
	if p := own.parts; len(p) == 2 && c.bag.Key == p[0].Bag.Key {
		return firstOfTwo
	}
	best := likeness(c.bag.Words, own.meanings)
	for _, half := range c.halves {
		best = max(best, likeness(half, own.prints))
	}
	return best
}

// printedName is a caption, or the name of a property, as letters and digits alone.
func printedName(text string) string {
	return strings.Join(strings.FieldsFunc(value.Fold(text), func(c rune) bool { return !unicode.IsLetter(c) && !unicode.IsDigit(c) }), " ")
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
			share = wholeName
		}
		best = max(best, said*share)
	}
	return best
}

// wording is what a property says of itself: its name, title and description, as the dictionary means them
// and as they are printed, and the two things that its description may name.
type wording struct {
	printed          string // the letters and digits of its name
	meanings, prints [][]string
	telling          [][]string // prints less their vague words
	parts            []label.Part
}

func said(w *want.Want, d *document) *wording {
	if d.wordings[w] != nil {
		return d.wordings[w]
	}
	own := &wording{printed: printedName(w.Node.Name), parts: d.Parts(want.Description(w.Node))}
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
			own.telling = append(own.telling, telling)
		}
	}
	d.wordings[w] = own
	return own
}

// common is the weight of the words that others hold too, over that of all.
func common(words, others []string) float64 {
	var shared, all float64
	telling := false
	for _, w := range words {
		weight := 1.0
		if vague(w) {
			weight = vagueWord
		}
		all += weight
		if slices.ContainsFunc(others, func(o string) bool { return sameStem(w, o) }) {
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
func (d *document) underHeading(w *want.Want, c caption) float64 {
	if c.label.Given != nil || !kindOfCaption(w, c) {
		return 0
	}
	p := d.Pages[c.label.Page]
	own := w.Bags[0].Bag
	var rest []string
	for _, word := range own.Words {
		if !slices.Contains(c.bag.Words, word) {
			rest = append(rest, word)
		}
	}
	if len(rest) == 0 {
		return 0
	}
	for ri := c.label.Row - 1; ri >= max(0, c.label.Row-headingRows); ri-- {
		for _, s := range p.Rows[ri].Segments {
			if s.Box.X0 > c.label.Box.X0+p.LineHeight || s.Box.X1 < c.label.Box.X0 || !isHeading(s) {
				continue
			}
			return common(rest, d.Dict.Words(s.Text())) // the nearest heading decides
		}
	}
	return 0
}

// kindOfCaption reports whether a caption names the kind of thing that a property is: a date, a number.
func kindOfCaption(w *want.Want, c caption) bool {
	return len(w.Bags) > 0 && slices.ContainsFunc(c.bag.Words, func(word string) bool { return slices.Contains(w.Bags[0].Bag.Words, word) })
}

// isHeading reports whether a segment heads a section: words in capitals or behind a number, with no value.
func isHeading(s page.Segment) bool {
	words := s.Words[label.Numbered(s.Words):]
	text := page.Join(words)
	letters, digits := value.Counts(text)
	return letters > 4 && digits == 0 && len(words) <= maxWantedName && !strings.Contains(text, ":") && (reading.Upper(text) || len(words) < len(s.Words))
}
