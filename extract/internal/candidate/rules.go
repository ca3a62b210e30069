package candidate

import (
	"cmp"
	"slices"
	"strings"

	"tariffdesk/extract/internal/label"
	"tariffdesk/extract/internal/page"
	"tariffdesk/extract/internal/schema"
	"tariffdesk/extract/internal/sheet"
	"tariffdesk/extract/internal/term"
	"tariffdesk/extract/internal/value"
	"tariffdesk/extract/internal/want"
)

// AsksISO reports whether any leaf is a date by its format: then all dates are written alike.
func AsksISO(n *schema.Node) bool {
	if n.Items != nil && AsksISO(n.Items) {
		return true
	}
	return n.Format == "date" || slices.ContainsFunc(n.Properties, AsksISO)
}

// FindLeaves looks for the surest names first, so that a value with a label of its own is not taken
// by a field that only stands in for another.
func (f *Chosen) FindLeaves() {
	order := slices.Clone(f.Wants)
	best := map[*want.Want]float64{}
	for _, w := range order {
		for _, l := range f.Doc.Labels {
			best[w] = max(best[w], f.Doc.LabelScore(w, l))
		}
	}
	slices.SortStableFunc(order, func(a, b *want.Want) int { return cmp.Compare(best[b], best[a]) })
	for _, w := range order {
		m, ok := f.Doc.Locate(w, f.Taken)
		if !ok {
			continue
		}
		f.Found[schema.Pointer(w.Path)] = &m
		f.Taken.Add(m.Words)
		if m.Mended {
			f.Errors = append(f.Errors, schema.Pointer(w.Path)+": the decimal mark was not legible and follows from the other amounts")
		}
	}
	f.Parties()
	f.balanced()
}

// Locate finds one want, by the ways that suit it.
func (d *Finder) Locate(w *want.Want, taken sheet.Claims) (Match, bool) {
	by := func(m Match, way way) (Match, bool) {
		m.Way = way
		return m, true
	}
	if w.Role != "" {
		if m, ok := d.FindParty(w, taken); ok {
			return by(m, wayParty)
		}
		if w.Attr != want.AttrName && w.Attr != want.AttrNone && w.Attr != want.AttrTaxID {
			return Match{}, false
		}
	}
	m, ok := find(d, w, taken)
	if m, ok = tallied(d, w, m, ok); ok {
		return by(m, wayLabel)
	}
	if m, ok = byForm(d, w); ok {
		return by(m, wayForm)
	}
	m, ok = byCaption(d, w, taken)
	m.Way = wayCaption
	return m, ok
}

// byOwnForm finds what its print tells: the number in a title, an air waybill's, the terms of freight.
func byOwnForm(d *Finder, w *want.Want, concept string) (Match, bool) {
	switch concept {
	case "airway_bill_number", "master_airway_bill_number":
		if m, ok := byPattern(d, airwayForm); ok {
			return m, ok
		}
	case "freight_terms":
		return byPattern(d, freightForm)
	case "iban":
		return account(d)
	case "swift_code":
		return bankCode(d)
	case "tax_rate":
		return rateOfTax(d)
	}
	if w.Kind == term.KindID {
		return fromTitle(d, concept)
	}
	return Match{}, false
}

// byForm finds values that need no label, because their form or their place tells them.
func byForm(d *Finder, w *want.Want) (Match, bool) {
	if len(w.Concepts) == 0 {
		return Match{}, false
	}
	switch name := w.Concepts[0].Concept.Name; name {
	case "subtotal":
		return firstTotal(d, w)
	case "period_start", "period_end":
		return periodEnd(d, w, name == "period_end")
	case "document_date", "issue_date", "invoice_date":
		if m, ok := dateBeside(d, w, name); ok {
			return m, true
		}
		return loneDate(d, w)
	case "currency":
		if m, ok := saidCurrency(d); ok {
			return m, true
		}
		return loneCurrency(d)
	case "container_number":
		return loneForm(d, w)
	case "incoterm":
		return loneForm(d, w)
	case "port_of_loading", "port_of_discharge":
		return fromTo(d, w, name == "port_of_loading")
	case "time":
		return byPattern(d, clockForm)
	case "signatory_title":
		return postOfSigner(d, w)
	case "signatory":
		return namedSigner(d, w)
	case "tax_id", "seller_tax_id":
		return loneTaxID(d)
	}
	return byOwnForm(d, w, w.Concepts[0].Concept.Name)
}

// PrintedNumber writes a number that is wanted as text: as printed, less currency and words. Print whose name
// does not tell that it is an amount is one where its currency does.
func PrintedNumber(m *Match, mark value.Mark) (string, bool) {
	n, ok := value.ParseNumber(page.Join(m.Words), mark)
	if !ok || n.Text != m.Text && !(label.IsAmount(m.Text) && strings.ContainsAny(m.Text, currencySigns)) || !m.Numeric && n.Text == m.Text {
		return "", false
	}
	return strings.Trim(n.Printed, currencySigns+" "), true
}

// currencySigns stand before or after an amount.
const currencySigns = "$€£¥"
