package candidate

import (
	"regexp"
	"strings"

	"tariffdesk/extract/internal/label"
	"tariffdesk/extract/internal/page"
	"tariffdesk/extract/internal/reading"
	"tariffdesk/extract/internal/schema"
	"tariffdesk/extract/internal/term"
	"tariffdesk/extract/internal/value"
	"tariffdesk/extract/internal/want"
)

// asksPeriod is how schemas ask for two days as one text.
var asksPeriod = regexp.MustCompile(`(?i)(?:^|[^a-z])(?:dates|fechas|period|periodo|range|rango|zeitraum)(?:$|[^a-z])`)

// ofPeriod reads two dates printed as one value as what a property asks of them: the first day, the last, or
// all of it.
func ofPeriod(d *Finder, w *want.Want, words []page.Word) (reading.Value, bool) {
	if w.Kind != term.KindDate {
		return reading.Value{}, false
	}
	text := page.Join(words)
	dates := value.ParseDates(text, d.Order)
	if start, end, ok := value.ParsePeriod(text, d.Order); ok {
		dates = []value.Date{start, end}
	}
	if len(dates) != 2 || endsBetween(text, dates) {
		return reading.Value{}, false
	}
	if w.Node.Type == schema.TypeString && w.Node.Format == "" && !boundsPeriod(w) && asksPeriod.MatchString(strings.ReplaceAll(w.Node.Name, "_", " ")) {
		from := strings.Index(text, dates[0].Printed)
		to := strings.LastIndex(text, dates[1].Printed) + len(dates[1].Printed)
		if from < 0 || to <= from {
			return reading.Value{}, false
		}
		return reading.Value{Text: text[from:to], Words: words, Score: 1}, true
	}
	if !boundsPeriod(w) {
		return reading.Value{}, false
	}
	date := dates[0]
	if w.Concepts[0].Concept.Name == "period_end" {
		date = dates[1]
	}
	r := reading.Value{Text: date.ISO, Words: reading.WordsOf(words, date.Printed), Score: 1}
	if WantsPrinted(w) {
		r.Text = date.Printed
	}
	return r, true
}

// endsBetween reports whether a sentence ends between two dates, so that they are no period: Valid until 30 June 2025. Date 2 June 2025.
func endsBetween(text string, dates []value.Date) bool {
	_, rest, _ := strings.Cut(text, dates[0].Printed)
	between, _, ok := strings.Cut(rest, dates[1].Printed)
	return ok && strings.Contains(between, ". ")
}

// noValue matches the words of carriers where no value is declared, and those for an amount that is agreed.
var noValue = regexp.MustCompile(`^(?:N\.?[VC]\.?[DV]\.?|NIL|XXX|NO (?:COMMERCIAL )?VALUE(?: DECLARED)?|AS AGREED|AS PER INVOICE|SIN VALOR(?: COMERCIAL| DECLARADO)?)$`)

// inWords reads words where a number or reference was looked for: what is printed in place of a value, and
// the name of a product that a property asks for by the very words of the label.
func inWords(w *want.Want, l *label.Label, words []page.Word) (reading.Value, bool) {
	text := reading.TrimText(page.Join(words))
	if w.Node.Type != schema.TypeString || text == "" {
		return reading.Value{}, false
	}
	if w.Kind == term.KindAmount && noValue.MatchString(text) {
		return reading.Value{Text: text, Words: words, Score: 1}, true
	}
	if w.Kind != term.KindID || l.Bag.Key != w.Bags[0].Bag.Key || len(words) > maxNameWords {
		return reading.Value{}, false
	}
	for _, s := range w.Concepts {
		if s.Concept.Kind == term.KindText {
			return reading.Value{Text: text, Words: words, Score: 0.7}, true
		}
	}
	return reading.Value{}, false
}

// maxNameWords bounds the name of a product.
const maxNameWords = 8
