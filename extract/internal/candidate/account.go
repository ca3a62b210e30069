package candidate

import (
	"regexp"

	"tariffdesk/extract/internal/label"
	"tariffdesk/extract/internal/page"
	"tariffdesk/extract/internal/reading"
	"tariffdesk/extract/internal/value"
)

// accountForm is the number of a bank account behind its name in running text: an IBAN, or the 18 digits of a
// CLABE.
var accountForm = regexp.MustCompile(`\b(?i:iban|clabe)\b(?:\s+(?i:no|nr|n[º°]|interbancaria)\b\.?)?\s*:?\s*([A-Z]{2}\d{2} ?[A-Z0-9]{4}(?: ?\d[A-Z0-9]{3}){1,6}(?: ?\d[A-Z0-9]{0,2})?\b|\d{3} ?\d{3} ?\d{11} ?\d\b)`)

// account reads the number of a bank account behind its name, wherever it stands in a line.
func account(d *Finder) (Match, bool) {
	for pi, p := range d.Pages {
		for _, r := range p.Rows {
			for _, s := range r.Segments {
				if m := accountForm.FindStringSubmatch(s.Text()); m != nil {
					words := reading.WordsOf(s.Words, m[1])
					return Match{Value: reading.Value{Text: m[1], Words: words, Score: 1}, Page: pi, Score: 0.8 * (0.6 + 0.4*page.Confidence(words))}, true
				}
			}
		}
	}
	return Match{}, false
}

// swiftForm is the code of a bank behind its name.
var swiftForm = regexp.MustCompile(`(?i:\b(?:bic|swift)\b[^\pL\d]*(?:(?:bic|swift|code)\b[^\pL\d]*)*)([A-Z]{6}[A-Z0-9]{2,5})\b`)

// bankCode reads the code of a bank behind its name, wherever it stands in a line.
func bankCode(d *Finder) (Match, bool) {
	for pi, p := range d.Pages {
		for _, r := range p.Rows {
			if m := swiftForm.FindStringSubmatch(page.Join(r.Words())); m != nil {
				words := reading.WordsOf(r.Words(), m[1])
				return Match{Value: reading.Value{Text: m[1], Words: words, Score: 1}, Page: pi, Score: 0.8 * (0.6 + 0.4*page.Confidence(words))}, true
			}
		}
	}
	return Match{}, false
}

// rateForm is a percentage within the caption of a tax.
var rateForm = regexp.MustCompile(`\d{1,2}(?:[.,]\d{1,3})?(?: ?%)`)

// rateOfTax reads the rate that stands in the captions of a tax, where all of them print the same.
func rateOfTax(d *Finder) (Match, bool) {
	var found Match
	for _, l := range d.Labels {
		if !label.HasConcept(l, "tax") || l.Given != nil || l.Segment >= len(d.Pages[l.Page].Rows[l.Row].Segments) {
			continue
		}
		s := d.Segment(l.Place)
		printed := rateForm.FindString(s.Text())
		n, ok := value.ParseNumber(printed, d.Mark)
		if !ok || found.Words != nil && found.Text != n.Text {
			if ok {
				return Match{}, false
			}
			continue
		}
		words := reading.WordsOf(s.Words, printed)
		found = Match{Value: reading.Value{Text: n.Text, Words: words, Score: 1, Numeric: true}, Page: l.Page, Score: 0.7 * (0.6 + 0.4*page.Confidence(words))}
	}
	return found, found.Words != nil
}
