package extract

import (
	"regexp"
	"slices"
	"strings"

	"tariffdesk/extract/internal/page"
	"tariffdesk/extract/internal/reading"
	"tariffdesk/extract/internal/term"
	"tariffdesk/extract/internal/value"
	"tariffdesk/extract/internal/want"
)

// ibanPrint is what may be the number of an account, in groups or in one.
var ibanPrint = regexp.MustCompile(`\b[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){2,7}(?: ?[A-Z0-9]{1,3})?\b`)

// mostAccounts is how many account numbers a property is given.
const mostAccounts = 4

// asksAccount reports whether the number of a bank account is wanted.
func asksAccount(w *want.Want) bool {
	return slices.ContainsFunc(w.Concepts, func(s term.Scored) bool { return s.Concept.Name == "iban" || s.Concept.Name == "account_number" })
}

// accountOptions are the account numbers that are printed anywhere, past the gaps between their groups: those whose check digits
// are right, and those that are called so.
func (d *document) accountOptions(add func(match, way, ...trait)) {
	n := 0
	for pi, p := range d.Pages {
		for _, r := range p.Rows {
			words := r.Words()
			text := page.Join(words)
			for _, at := range ibanPrint.FindAllStringIndex(text, -1) {
				run := text[at[0]:at[1]]
				checked := isIBAN(value.Alnum(run))
				for !checked && strings.Contains(run, " ") && isIBAN(value.Alnum(run[:strings.LastIndex(run, " ")])) {
					run, checked = run[:strings.LastIndex(run, " ")], true
				}
				_, called := d.Dict.Group("contact").Has(text[:at[0]])
				if n == mostAccounts || !checked && (!called || !strings.Contains(value.Fold(text[:at[0]]), "iban")) {
					continue
				}
				m := match{Value: reading.Value{Text: run, Words: reading.WordsOf(words, run), Score: 0.8}, page: pi, score: 0.8}
				add(m, wayAccount, trait{"check digits of the account", flag(checked)}, trait{"account at", float64(n)})
				n++
			}
		}
	}
}
