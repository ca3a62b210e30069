package candidate

import (
	"math/big"
	"regexp"
	"slices"
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
func periodEnd(d *Finder, w *want.Want, second bool) (Match, bool) {
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
			if WantsPrinted(w) {
				r.Text = date.Printed
			}
			return Match{Value: r, Page: c.Page, Score: 0.9 * c.Score}, true
		}
	}
	return Match{}, false
}

// loneDate takes the one date at the top of the document that no other field's label explains.
func loneDate(d *Finder, w *want.Want) (Match, bool) {
	for pi, p := range d.Pages {
		for ri, r := range p.Rows {
			for si, s := range r.Segments {
				dates := value.ParseDates(s.Text(), d.Order)
				if len(dates) == 0 || explained(d, label.At(pi, ri, si)) {
					continue
				}
				got, ok := d.Fit(term.KindDate, reading.WordsOf(s.Words, dates[0].Printed), WantsPrinted(w))
				if ok {
					return Match{Value: got, Page: pi, Score: 0.55 * (0.6 + 0.4*page.Confidence(got.Words))}, true
				}
			}
		}
	}
	return Match{}, false
}

// explained reports whether a label for another date stands in the segment or right before it.
func explained(d *Finder, at label.Place) bool {
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
func loneCurrency(d *Finder) (Match, bool) {
	var found Match
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
				return Match{}, false
			}
			if code == "" {
				code = c
				words := []page.Word{word}
				found = Match{Value: reading.Value{Text: c, Words: words, Score: 1}, Page: pi, Score: 0.6}
			}
		}
	}
	return found, code != ""
}

// amountsIn is the sentence that names the currency of all amounts.
var amountsIn = regexp.MustCompile(`(?i)\b(?:cantidades|importes|precios|valores|amounts|prices|values|totals|betr[aä]ge|preise|montants|prix|bedragen|importi|prezzi)\b[^.:]{0,30}?\s(?:en|in|are in|expressed in|expresad[oa]s en)\s+([^.;]{3,40})`)

// saidCurrency reads the currency from a sentence on all amounts: all amounts in Mexican pesos (MXN).
func saidCurrency(d *Finder) (Match, bool) {
	for pi, p := range d.Pages {
		for _, r := range p.Rows {
			for _, s := range r.Segments {
				m := amountsIn.FindStringSubmatch(s.Text())
				if m == nil {
					continue
				}
				if code, ok := value.Currency(m[1]); ok {
					return Match{Value: reading.Value{Text: code, Words: reading.WordsOf(s.Words, m[1]), Score: 1}, Page: pi, Score: 0.7}, true
				}
			}
		}
	}
	return Match{}, false
}

var incotermLoose = regexp.MustCompile(`\b(EXW|FCA|FAS|FOB|CFR|CIF|CPT|CIP|DAP|DPU|DDP|DAT)\b`)

// loneForm finds a container number or Incoterm by its form alone.
func loneForm(d *Finder, w *want.Want) (Match, bool) {
	for pi, p := range d.Pages {
		for ri, r := range p.Rows {
			for si, s := range r.Segments {
				text := s.Text()
				form := reading.ContainerForm
				if w.Kind == term.KindIncoterm {
					form = incotermLoose
				}
				printed := form.FindString(text)
				if printed == "" || w.Kind == term.KindIncoterm && taxName(d, s.Words) != nil {
					continue
				}
				words := reading.WordsOf(s.Words, printed)
				if w.Kind == term.KindIncoterm && len(s.Words) <= 6 {
					for i, word := range s.Words {
						if word.Box == words[0].Box {
							words = s.Words[i:]
						}
					}
					if next, ok := d.RightBelow(label.At(pi, ri, si), s); ok && strings.HasSuffix(text, ",") {
						words = slices.Concat(words, next.Words) // FOB Santos, Incoterms 2020
					}
				}
				if got, ok := d.Fit(w.Kind, words, false); ok {
					return Match{Value: got, Page: pi, Score: 0.55 * (0.6 + 0.4*page.Confidence(words))}, true
				}
			}
		}
	}
	return Match{}, false
}

// loneTaxID finds a tax number behind its name wherever it stands in a line.
func loneTaxID(d *Finder) (Match, bool) {
	for pi, p := range d.Pages {
		for _, r := range p.Rows {
			for _, s := range r.Segments {
				if words := taxName(d, s.Words); words != nil {
					if got, ok := d.Fit(term.KindTaxID, words, false); ok {
						return Match{Value: got, Page: pi, Score: 0.6 * (0.6 + 0.4*page.Confidence(got.Words))}, true
					}
				}
			}
		}
	}
	return Match{}, false
}

// Where totals stand above each other.
const (
	totalRows       = 8   // rows from the first to the last
	totalEdge       = 2.0 // heights of a line by which their right edges differ
	firstTotalScore = 0.6
)

// firstTotal reads the subtotal from the first of several totals that stand above each other: Total FOB, freight,
// insurance, Total CIF. It must be below the last.
func firstTotal(d *Finder, w *want.Want) (Match, bool) {
	var first Match
	var at *label.Label
	var lowest *big.Rat
	for _, l := range sortedLabels(d) {
		if l.Given != nil || !label.HasConcept(l, "total_amount") {
			continue
		}
		for _, c := range d.Candidates(l) {
			m, ok := read(d, w, l, c)
			if !ok || c.Place == label.PlaceBelow {
				continue
			}
			n, ok := value.ParseNumber(m.Text, value.MarkPoint)
			if !ok {
				continue
			}
			if at == nil || at.Page != l.Page || l.Row-at.Row > totalRows {
				first, at, lowest = m, l, n.Rat()
				break
			}
			edge := m.Words[len(m.Words)-1].Box.X1 - first.Words[len(first.Words)-1].Box.X1
			if near := totalEdge * d.Pages[l.Page].LineHeight; l.Row > at.Row && n.Rat().Cmp(lowest) > 0 && edge < near && -edge < near {
				first.Score *= firstTotalScore
				return first, true
			}
			break
		}
	}
	return Match{}, false
}

// sortedLabels are the labels in the order of reading.
func sortedLabels(d *Finder) []*label.Label {
	all := slices.Clone(d.Labels)
	slices.SortStableFunc(all, func(a, b *label.Label) int {
		if a.Page != b.Page {
			return a.Page - b.Page
		}
		return a.Row - b.Row
	})
	return all
}
