package candidate

import (
	"regexp"
	"slices"
	"strings"

	"tariffdesk/extract/internal/term"
	"tariffdesk/extract/internal/want"
)

// tailForm is a number that may be printed with what goes before it, too.
var tailForm = regexp.MustCompile(`^\d{4,}$`)

// beforeTail matches the part before the number of a document: its point of sale or series.
var beforeTail = regexp.MustCompile(`^(?:\d{3,5}|[A-Z]{1,2}\d{2,4})-$`)

// wholeNumbers gives options for the number of a document that are the tail of another the whole of it: 00003-00012874 beside
// "Punto de Venta: 00003 Comp. Nro: 00012874". Where the schema asks for the series apart they stay as they are.
func (f *Chosen) wholeNumbers(w *want.Want, all []*Option) {
	if w.Kind != term.KindID || w.Role != "" || !IsConcept(w, "invoice_number") || slices.ContainsFunc(f.Wants, func(o *want.Want) bool { return IsConcept(o, "document_series") || IsConcept(o, "point_of_sale") }) {
		return
	}
	for _, o := range all {
		if !tailForm.MatchString(o.Text) {
			continue
		}
		whole := slices.IndexFunc(all, func(other *Option) bool {
			before, ok := strings.CutSuffix(other.Text, o.Text)
			return ok && beforeTail.MatchString(before)
		})
		if whole >= 0 {
			o.Text, o.Words, o.Page = all[whole].Text, all[whole].Words, all[whole].Page
		}
	}
}

// IsConcept reports whether a property is a field of the dictionary.
func IsConcept(w *want.Want, name string) bool {
	return len(w.Concepts) > 0 && w.Concepts[0].Concept.Name == name
}
