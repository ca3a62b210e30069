package reading

import (
	"regexp"
	"strings"
	"tariffdesk/extract/internal/page"
	"tariffdesk/extract/internal/term"
	"tariffdesk/extract/internal/value"
)

var (
	spanishWords = regexp.MustCompile(`(?i)\b(?:fecha|factura|número|cantidad|descripción|descripcion|importe|peso|pedimento|embarque|mercancía|dirección|cliente|proveedor|bultos|origen|moneda|teléfono|de|del|la|el|los|por|para)\b`)
	englishWords = regexp.MustCompile(`(?i)\b(?:date|invoice|number|quantity|description|amount|weight|shipment|goods|address|customer|supplier|packages|origin|currency|phone|the|of|and|to|for|from|with)\b`)
	americanWord = regexp.MustCompile(`(?i)\b(?:sales tax|zip|u\.?s\.?a\.?|united states)\b|\b(?:A[KLRZ]|C[AOT]|DE|FL|GA|HI|I[ADLN]|K[SY]|LA|M[ADEINOST]|N[CDEHJMVY]|O[HKR]|PA|RI|S[CD]|T[NX]|UT|V[AT]|W[AIVY]),? \d{5}(?:-\d{4})?\b`)
)

// Conventions are how a document writes numbers and dates.
type Conventions struct {
	Dict    *term.Dictionary
	Mark    value.Mark
	Order   value.Order
	Spanish bool // most of its words are
}

// Learn finds the conventions of a document: language, decimal mark, order of dates.
func Learn(dict *term.Dictionary, pages []*page.Page) *Conventions {
	d := &Conventions{Dict: dict}
	var all strings.Builder
	var tokens []string
	for _, p := range pages {
		for _, r := range p.Rows {
			all.WriteString(r.Text())
			all.WriteByte('\n')
		}
		for _, w := range p.Words {
			tokens = append(tokens, w.Text)
		}
	}
	text := all.String()
	d.Mark = value.MarkOf(tokens)
	es, en := languages(text)
	d.Spanish = es > en
	if d.Mark != value.MarkComma && value.PointGroups(text, d.Spanish) {
		d.Mark = value.MarkComma
	}
	d.Order = value.OrderOf(text)
	if d.Order == value.OrderUnknown {
		d.Order = value.OrderDayFirst
		if !d.Spanish && en > 0 && american(text) {
			d.Order = value.OrderMonthly
		}
	}
	return d
}

// mostTelling is how many words of a language are counted at most.
const mostTelling = 2000

// languages counts the words of a text that are Spanish and those that are English.
func languages(text string) (es, en int) {
	times := map[string]int{}
	for _, word := range strings.Fields(text) {
		times[word]++
	}
	for word, n := range times {
		if letters, _ := value.Counts(word); letters > 1 {
			es += n * len(spanishWords.FindAllStringIndex(word, -1))
			en += n * len(englishWords.FindAllStringIndex(word, -1))
		}
	}
	return min(es, mostTelling), min(en, mostTelling)
}

// american reports whether a line has what only American documents say.
func american(text string) bool {
	for line := range strings.Lines(text) {
		if americanWord.MatchString(line) {
			return true
		}
	}
	return false
}
