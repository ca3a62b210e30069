package candidate

import (
	"slices"
	"strings"

	"tariffdesk/extract/internal/label"
	"tariffdesk/extract/internal/page"
	"tariffdesk/extract/internal/schema"
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
	case "country_of_origin":
		return saidOrigin(d)
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
