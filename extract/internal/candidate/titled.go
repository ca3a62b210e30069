package candidate

import (
	"regexp"
	"strings"

	"tariffdesk/extract/internal/label"
	"tariffdesk/extract/internal/page"
	"tariffdesk/extract/internal/reading"
	"tariffdesk/extract/internal/term"
	"tariffdesk/extract/internal/value"
	"tariffdesk/extract/internal/want"
)

// formScore is how far a value is trusted that its form or its place tells, and no label.
const formScore = 0.55

// numberSign stands between the title of a document and its number.
var numberSign = regexp.MustCompile(`(?i)^(?:no|nos|num|nro|nr|núm|n|nº|n°|#|№|folio)\.?[:°ºª]*\.?:?$|^n\.[º°]:?$`)

// fromTitle reads a document's own number behind its title: CERTIFICATE OF ORIGIN No. 118.
func fromTitle(d *Finder, concept string) (Match, bool) {
	own := strings.TrimSuffix(concept, "_number")
	if len(d.Pages) == 0 || own == concept {
		return Match{}, false
	}
	p := d.Pages[0]
	for _, r := range p.Rows {
		if r.Box.Y0 > label.HeadShare*p.Height {
			break
		}
		words := r.Words()
		for i := 1; i+1 < len(words); i++ {
			if !numberSign.MatchString(words[i].Text) {
				continue
			}
			kind := term.DocumentKind(page.Join(words[:i]))
			if kind == "" || kind != own && own != "document" && own != "reference" {
				continue
			}
			if got, ok := d.Fit(term.KindID, words[i+1:], false); ok && label.DigitsIn(got.Words) {
				return Match{Value: got, Page: 0, Score: formScore * (0.6 + 0.4*page.Confidence(got.Words))}, true
			}
		}
	}
	return Match{}, false
}

// signerRows is how far the name and the title of who signs stand apart.
const signerRows = 3

// namedSigner reads who signs from a bare "Name" near a "Title".
func namedSigner(d *Finder, w *want.Want) (Match, bool) {
	for _, l := range d.Labels {
		if l.Bag.Key != "name" || l.Given != nil {
			continue
		}
		for _, o := range d.Labels {
			if o.Page != l.Page || max(o.Row-l.Row, l.Row-o.Row) > signerRows || !isPost(o) {
				continue
			}
			for _, c := range d.Candidates(l) {
				if m, ok := read(d, w, l, c); ok {
					return m, true
				}
			}
		}
	}
	return Match{}, false
}

// clockForm is a time of day with its seconds or half of the day, or both.
var clockForm = regexp.MustCompile(`(?i)\b(?:[01]?\d|2[0-3]):[0-5]\d(?::[0-5]\d)?(?:\s?[ap]\.?m\b\.?)?`)

// fromTo reads a port behind "From" or "To", where no party stands there.
func fromTo(d *Finder, w *want.Want, from bool) (Match, bool) {
	for _, l := range d.Labels {
		if !l.Vague || (l.Bag.Key == "seller") != from {
			continue
		}
		for _, c := range d.Candidates(l) {
			if namesParty(c.Lines) || c.Place == label.PlaceBelow && !namesPlace(c.Lines) {
				continue
			}
			if m, ok := read(d, w, l, label.Candidate{Words: c.Words, Lines: c.Lines[:1], Place: c.Place, Score: c.Score, Page: c.Page}); ok {
				m.Score *= 0.75
				return m, m.Score >= LeastScore
			}
		}
	}
	return Match{}, false
}

// namesPlace reports whether the first line below a heading is a place with its country: Taichung, Taiwan.
func namesPlace(lines [][]page.Word) bool {
	text := reading.TrimText(page.Join(lines[0]))
	at := strings.LastIndex(text, ",")
	_, digits := value.Counts(text)
	return at > 0 && digits == 0 && value.IsCountry(text[at+1:])
}

// dateBeside reads the date behind a document's number: Invoice No. 118 dated 2 May 2026.
func dateBeside(d *Finder, w *want.Want, concept string) (Match, bool) {
	number := strings.TrimSuffix(concept, "_date") + "_number"
	for _, l := range d.Labels {
		if !label.HasConcept(l, number) || len(l.Inline) < 2 {
			continue
		}
		if r, ok := d.Fit(term.KindDate, l.Inline[1:], WantsPrinted(w)); ok {
			return Match{Value: r, Page: l.Page, Score: 0.7}, true
		}
	}
	return Match{}, false
}

// isPost reports whether a label asks for the post of who signs.
func isPost(l *label.Label) bool {
	switch strings.TrimRight(value.Fold(l.Text), ": ") {
	case "cargo", "puesto", "title", "position", "job title":
		return !label.DigitsIn(l.Inline)
	}
	return label.HasConcept(l, "signatory_title")
}

// postOfSigner reads the post of who signs beside its label.
func postOfSigner(d *Finder, w *want.Want) (Match, bool) {
	for _, l := range d.Labels {
		if !isPost(l) || l.Given != nil {
			continue
		}
		for _, c := range d.Candidates(l) {
			if m, ok := read(d, w, l, c); ok {
				return m, true
			}
		}
	}
	return Match{}, false
}

// Forms that need no label.
var (
	airwayForm  = regexp.MustCompile(`\b\d{3}[- ]\d{4} ?\d{4}\b`)
	freightForm = regexp.MustCompile(`(?i)\b(?:freight|flete)\s+(?:pre-?paid|collect|prepagado|pagado|pagadero en destino|por cobrar|al cobro)\b(?:\s+(?:en|in)\s+(?:origen|destino))?`)
)

// byPattern reads the first print on the pages that has a form.
func byPattern(d *Finder, form *regexp.Regexp) (Match, bool) {
	for pi, p := range d.Pages {
		for _, r := range p.Rows {
			for _, s := range r.Segments {
				printed := form.FindString(s.Text())
				if printed == "" {
					continue
				}
				words := reading.WordsOf(s.Words, printed)
				return Match{Value: reading.Value{Text: printed, Words: words, Score: 1}, Page: pi, Score: formScore * (0.6 + 0.4*page.Confidence(words))}, true
			}
		}
	}
	return Match{}, false
}

// taxName finds in a line the name of a tax number and what follows it; nil where there is none. CIF is
// the Spanish one only before a letter and seven digits, else an Incoterm.
func taxName(d *Finder, words []page.Word) []page.Word {
	for i := range words {
		for to := min(len(words)-1, i+4); to > i; to-- {
			named := d.Dict.Bag(page.Join(words[i:to]))
			spanish := to == i+1 && strings.EqualFold(strings.Trim(words[i].Text, ".:"), "CIF") && spanishTaxID.MatchString(words[to].Text)
			if (spanish || named.Key == "id tax" || named.Key == "tax" && VatForm.MatchString(words[to].Text)) && label.DigitsIn(words[to:min(len(words), to+2)]) {
				return words[to:]
			}
		}
	}
	return nil
}

// VatForm is a value added tax number with the letters of its country.
var VatForm = regexp.MustCompile(`^(?:CHE-?\d{3}\.?\d{3}\.?\d{3}|[A-Z]{2}\d{7,12}[A-Z]{0,2}\d{0,2})\W*$`)

var spanishTaxID = regexp.MustCompile(`^[A-Z]-?\d{7,8}[A-Z0-9]?\W*$`)
