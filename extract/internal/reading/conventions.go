package reading

import (
	"regexp"
	"strings"
	"time"

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
	Told    bool // the dates tell their order
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
	if d.Order = value.OrderOf(text); d.Order == value.OrderUnknown {
		d.Order = d.orderByDue(text)
	}
	if d.Told = d.Order != value.OrderUnknown; !d.Told {
		d.Order = value.OrderDayFirst
		if !d.Spanish && en > 0 && american(text) {
			d.Order = value.OrderMonthly
		}
	}
	return d
}

// How long after a document is made it is due, in days at most, and the words of a caption before a date.
const (
	longestDue       = 400
	wordsBeforeADate = 3
)

// orderByDue is the order by which a document is due on the day that it is made or later, where by the other it is due before; unknown
// where both or neither do.
func (d *Conventions) orderByDue(text string) value.Order {
	var fits []value.Order
	for _, order := range []value.Order{value.OrderDayFirst, value.OrderMonthly} {
		if made, due := d.madeAndDue(text, order); made != "" && due != "" {
			from, _ := time.Parse(time.DateOnly, made)
			to, _ := time.Parse(time.DateOnly, due)
			if !to.Before(from) && to.Sub(from).Hours() <= longestDue*24 {
				fits = append(fits, order)
			}
		}
	}
	if len(fits) == 1 {
		return fits[0]
	}
	return value.OrderUnknown
}

// madeAndDue are the first days that captions before them call the day of the document and the day on which it is due, "" for none.
func (d *Conventions) madeAndDue(text string, order value.Order) (made, due string) {
	for line := range strings.Lines(text) {
		rest := line
		for _, date := range value.ParseDates(line, order) {
			before, after, _ := strings.Cut(rest, date.Printed)
			words := strings.Fields(before)
			words = words[max(0, len(words)-wordsBeforeADate):]
			rest = after
			for len(words) > 0 {
				caption := d.Dict.Bag(strings.Join(words, " "))
				if named := caption.Without("date", "due"); caption.Has("due") && named.Key == "" && due == "" {
					due = date.ISO
				} else if named := caption.Without("date", "issue", "invoice"); caption.Key != "" && !caption.Has("due") && named.Key == "" && made == "" {
					made = date.ISO
				} else {
					words = words[1:]
					continue
				}
				break
			}
		}
	}
	return made, due
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
