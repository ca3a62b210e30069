package extract

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

// boundsPeriod reports whether the first or last day of a period is wanted.
func boundsPeriod(w *want.Want) bool {
	return len(w.Concepts) > 0 && (w.Concepts[0].Concept.Name == "period_start" || w.Concepts[0].Concept.Name == "period_end")
}

// periodEnd reads the first or second date of a period printed as one value.
func (d *document) periodEnd(w *want.Want, second bool) (match, bool) {
	for _, l := range d.Labels {
		if !label.HasConcept(l, "period") && !(label.HasConcept(l, "period_start") && len(l.Inline) > 0) {
			continue
		}
		for _, c := range d.Candidates(l) {
			text := page.Join(c.Words)
			dates := value.ParseDates(text, d.Order)
			if len(dates) < 2 {
				continue
			}
			date := dates[0]
			if second {
				date = dates[1]
			}
			r := reading.Value{Text: date.ISO, Words: reading.WordsOf(c.Words, date.Printed), Score: 1}
			if wantsPrinted(w) {
				r.Text = date.Printed
			}
			return match{Value: r, page: c.Page, score: 0.9 * c.Score}, true
		}
	}
	return match{}, false
}

// loneDate takes the one date at the top of the document that no other field's label explains.
func (d *document) loneDate(w *want.Want) (match, bool) {
	for pi, p := range d.Pages {
		for ri, r := range p.Rows {
			for si, s := range r.Segments {
				dates := value.ParseDates(s.Text(), d.Order)
				if len(dates) == 0 || d.explained(label.At(pi, ri, si)) {
					continue
				}
				got, ok := d.Fit(term.KindDate, reading.WordsOf(s.Words, dates[0].Printed), wantsPrinted(w))
				if ok {
					return match{Value: got, page: pi, score: 0.55 * (0.6 + 0.4*page.Confidence(got.Words))}, true
				}
			}
		}
	}
	return match{}, false
}

// explained reports whether a label for another date stands in the segment or right before it.
func (d *document) explained(at label.Place) bool {
	for _, before := range []int{at.Segment, at.Segment - 1} {
		for _, l := range d.BySegment[label.At(at.Page, at.Row, before)] {
			for _, c := range l.Concepts {
				switch c.Name {
				case "due_date", "delivery_date", "period_start", "period_end", "expiry_date", "period", "payment_date", "arrival_date", "entry_date":
					return true
				}
			}
		}
	}
	return false
}

// loneCurrency takes the currency that the amounts of the document are printed with, where all agree.
func (d *document) loneCurrency() (match, bool) {
	var found match
	code := ""
	for pi, p := range d.Pages {
		for _, word := range p.Words {
			if len(word.Text) < 3 && !strings.ContainsAny(word.Text, "€£") || len(word.Text) > 14 {
				continue
			}
			c, ok := value.Currency(word.Text)
			if !ok {
				continue
			}
			if code != "" && c != code {
				return match{}, false
			}
			if code == "" {
				code = c
				words := []page.Word{word}
				found = match{Value: reading.Value{Text: c, Words: words, Score: 1}, page: pi, score: 0.6}
			}
		}
	}
	return found, code != ""
}

// amountsIn is the sentence that names the currency of all amounts.
var amountsIn = regexp.MustCompile(`(?i)\b(?:cantidades|importes|precios|valores|amounts|prices|values|totals|betr[aä]ge|preise|montants|prix|bedragen|importi|prezzi)\b[^.:]{0,30}?\s(?:en|in|are in|expressed in|expresad[oa]s en)\s+([^.;]{3,40})`)

// saidCurrency reads the currency from a sentence on all amounts: all amounts in Mexican pesos (MXN).
func (d *document) saidCurrency() (match, bool) {
	for pi, p := range d.Pages {
		for _, r := range p.Rows {
			for _, s := range r.Segments {
				m := amountsIn.FindStringSubmatch(s.Text())
				if m == nil {
					continue
				}
				if code, ok := value.Currency(m[1]); ok {
					return match{Value: reading.Value{Text: code, Words: reading.WordsOf(s.Words, m[1]), Score: 1}, page: pi, score: 0.7}, true
				}
			}
		}
	}
	return match{}, false
}

var incotermLoose = regexp.MustCompile(`\b(EXW|FCA|FAS|FOB|CFR|CIF|CPT|CIP|DAP|DPU|DDP|DAT)\b`)

// loneForm finds a container number or Incoterm by its form alone.
func (d *document) loneForm(w *want.Want) (match, bool) {
	for pi, p := range d.Pages {
		for _, r := range p.Rows {
			for _, s := range r.Segments {
				text := s.Text()
				form := reading.ContainerForm
				if w.Kind == term.KindIncoterm {
					form = incotermLoose
				}
				printed := form.FindString(text)
				if printed == "" || w.Kind == term.KindIncoterm && d.taxName(s.Words) != nil {
					continue
				}
				words := reading.WordsOf(s.Words, printed)
				if w.Kind == term.KindIncoterm && len(s.Words) <= 6 {
					for i, word := range s.Words {
						if word.Box == words[0].Box {
							words = s.Words[i:]
						}
					}
				}
				if got, ok := d.Fit(w.Kind, words, false); ok {
					return match{Value: got, page: pi, score: 0.55 * (0.6 + 0.4*page.Confidence(words))}, true
				}
			}
		}
	}
	return match{}, false
}

// loneTaxID finds a tax number behind its name wherever it stands in a line.
func (d *document) loneTaxID() (match, bool) {
	for pi, p := range d.Pages {
		for _, r := range p.Rows {
			for _, s := range r.Segments {
				if words := d.taxName(s.Words); words != nil {
					if got, ok := d.Fit(term.KindTaxID, words, false); ok {
						return match{Value: got, page: pi, score: 0.6 * (0.6 + 0.4*page.Confidence(got.Words))}, true
					}
				}
			}
		}
	}
	return match{}, false
}
