package entry

import (
	"fmt"
	"slices"
	"strings"

	"github.com/govalues/decimal"

	"tariffdesk/bounded"
	"tariffdesk/quote"
	"tariffdesk/shipment"
	"tariffdesk/tariff"
)

// Claim is the agreement of an entry and what stands behind it.
type Claim struct {
	Agreement string `json:"agreement"` // as stated or as the certificate names it; "" where neither does
	OnFile    bool   `json:"on_file"`   // a certificate that covers the day is among the papers
	Stated    bool   `json:"stated"`    // the caller says to hold one
	Status    string `json:"status"`    // in words
}

// Preference says whether an agreement was applied to a line.
type Preference string

// The outcomes for a line: its origin has no such agreement, the certificate is missing, or it was applied.
const (
	PreferenceNone    Preference = "none"
	PreferenceOnFile  Preference = "on_file"
	PreferenceStated  Preference = "stated"  // stated, not on file
	PreferenceLacking Preference = "lacking" // claimed without a certificate
)

// claimed is the claim of the entry, nil where there is none.
func (w *work) claimed() *Claim {
	c := &Claim{Agreement: w.settled.Agreement, Stated: w.settled.Stated}
	expired := false
	for i := range w.sh.Papers {
		p := &w.sh.Papers[i]
		if !p.Counts() || p.Type != shipment.TypeCertificate {
			continue
		}
		day := string(w.day)
		if p.From.Value != "" && day < p.From.Value || p.Until.Value != "" && day > p.Until.Value {
			expired = true
			continue
		}
		c.OnFile = true
	}
	switch {
	case w.facts.Direction == quote.DirectionExport, c.Agreement == "" && !c.OnFile && !c.Stated && !expired:
		return nil
	case c.OnFile:
		c.Status = w.say("Certificate of origin on file.", "Certificado de origen en el expediente.")
	case c.Stated:
		c.Status = w.say("Certificate of origin stated, not on file.", "Certificado de origen declarado; no está en el expediente.")
	case expired:
		c.Status = w.say("The certificate of origin does not cover %s: the general duty was taken.", "El certificado de origen no cubre el %s: se aplicó el arancel general.", w.day)
	default:
		c.Status = w.say("No certificate of origin: the general duty was taken.", "Sin certificado de origen: se aplicó el arancel general.")
	}
	return c
}

// agreementFor is the agreement of a line as package quote knows it, "" for any, with its identifier; false where its origin
// has none of that name. A certificate may print several names of one agreement, such as "USMCA / T-MEC".
func (w *work) agreementFor(origin, code string) (name, identifier string, found bool) {
	if w.claim.Agreement == "" {
		identifier, found = w.engine.AgreementWith(origin, code, w.day, "")
		return "", identifier, found
	}
	parts := strings.FieldsFunc(w.claim.Agreement, func(r rune) bool { return strings.ContainsRune("/;,()|", r) })
	for _, name := range append([]string{w.claim.Agreement}, parts...) {
		if name = strings.TrimSpace(name); name == "" {
			continue
		}
		if identifier, found = w.engine.AgreementWith(origin, code, w.day, name); found {
			return name, identifier, true
		}
	}
	return "", "", false
}

// lines are the lines of the entry with the request that quotes them.
func (w *work) lines() ([]Line, quote.Request) {
	request := quote.Request{
		CountryCode: quote.SupportedCountry, IncludeRRNA: true, Direction: w.facts.Direction, Language: w.language, Date: w.day, Programs: w.facts.Programs,
	}
	usd, _ := w.inUSD()
	lines := make([]Line, len(w.sh.Lines))
	named := false
	for i := range w.sh.Lines {
		l := &w.sh.Lines[i]
		line := &lines[i]
		*line = w.head(i, l)
		line.Value = shownValue(w.value.Lines[i], w.mxn[i], at(usd, i))
		product := quote.Product{
			Description: l.Description, HSCode: line.Code, Country: line.Origin,
			CustomsValue: number(w.mxn[i]), Currency: codeMXN, USDRate: numberOf(w.usd),
		}
		product.Flags, product.Numbers = w.sh.GoodsFactsOf(l)
		if product.Exporter = l.Exporter; l.Exporter == "" && w.engine.DependsOnExporter(line.Origin, line.Code, w.day) {
			product.Exporter = clipped(line.Seller)
		}
		w.measure(l, line, &product)
		if w.claim != nil {
			named = w.prefer(l, line, &product) || named
		}
		request.Products = append(request.Products, product)
	}
	if w.claim != nil && w.claim.Agreement != "" && !named {
		w.note(w.say("No line has an origin with which %q is in force: the general duty was taken.", "Ninguna partida tiene un origen con el que %q esté en vigor: se aplicó el arancel general.", w.claim.Agreement))
	}
	return lines, request
}

// head copies the stated members of a line and reports a problem for each that is missing.
func (w *work) head(i int, l *shipment.Line) Line {
	line := Line{
		ID: l.ID, Position: l.Position, Description: l.Description, Quantity: l.Quantity, Unit: l.Unit, NetKg: l.NetKg,
		Decided: l.Decision != nil, Notes: []string{}, Preference: PreferenceNone, Valuation: "1",
	}
	if p := l.Proposal; p != nil {
		line.RecordID = p.RecordID
		if l.Decision == nil {
			line.Confidence = &p.Confidence
		}
	}
	if p := w.sh.Paper(l.Invoice); p != nil {
		line.Seller = p.Seller.Value
	}
	code := tariff.DigitsOf(l.Code())
	if len(code) != lineDigits && len(code) != lineDigits+2 || strings.Trim(code, "0123456789") != "" {
		w.problem(lineField(i, "code"), "%q is no tariff line of eight digits, with or without its two of the NICO", code)
		return line
	}
	line.Code, line.NICO = code[:lineDigits], code[lineDigits:]
	country, known := w.engine.Country(l.Origin)
	switch {
	case l.Origin == "":
		w.problem(lineField(i, "origin"), "is required")
	case !known:
		w.problem(lineField(i, "origin"), "%q is no country known by name or ISO code", clip(l.Origin))
	case country == "MX" && w.facts.Direction == quote.DirectionExport:
		w.problem(lineField(i, "origin"), "of an export state the country of destination")
	}
	line.Origin = country
	return line
}

const lineDigits = 8

// measure finds the quantity in the unit of the tariff: the one of the invoice where it converts, the net weight where the
// tariff counts in weight.
func (w *work) measure(l *shipment.Line, line *Line, product *quote.Product) {
	unit, _ := w.engine.UnitOf(line.Code, w.day)
	line.TariffUnit = unit
	known := w.engine.KnowsUnit(l.Unit)
	if l.Quantity != nil && l.Quantity.IsPos() && known {
		product.Quantity, product.QuantityUnit = l.Quantity, l.Unit
		if converted, ok := w.engine.Convert(l.Quantity.Decimal, l.Unit, unit); ok {
			line.TariffUnits = number(converted)
			return
		}
	}
	if l.NetKg != nil && l.NetKg.IsPos() {
		if converted, ok := w.engine.Convert(l.NetKg.Decimal, "Kg", unit); ok {
			product.Quantity, product.QuantityUnit, line.TariffUnits = l.NetKg, "Kg", number(converted)
			if slices.Contains(l.Prorated, "net_weight_kg") {
				line.Notes = append(line.Notes, w.say("The net weight was shared out, not printed for the line.", "El peso neto se prorrateó; no está impreso para la partida."))
			}
			return
		}
	}
	if !known && l.Unit != "" && unit != "" {
		line.Notes = append(line.Notes, w.say("The unit %q is not known: the quantity in %s is to be stated.", "No se reconoce la unidad %q: falta la cantidad en %s.", clip(l.Unit), unit))
	}
}

// prefer claims the agreement for a line; true where its origin has it.
func (w *work) prefer(l *shipment.Line, line *Line, product *quote.Product) bool {
	name, identifier, has := w.agreementFor(line.Origin, line.Code)
	line.Certificate = w.claim.Status
	switch {
	case !has:
		line.Certificate = ""
		return false
	case w.claim.OnFile && w.listed(l):
		line.Preference = PreferenceOnFile
	case w.claim.Stated:
		line.Preference = PreferenceStated
	case w.claim.OnFile:
		line.Preference = PreferenceLacking
		line.Certificate = w.say("The certificate of origin does not list this line: the general duty was taken.", "El certificado de origen no enlista esta partida: se aplicó el arancel general.")
	default:
		line.Preference = PreferenceLacking
	}
	if line.Preference != PreferenceLacking {
		line.Identifier = identifier
		product.Agreement = name
		product.Flags[quote.FactCertificate] = true
	}
	return true
}

// listed reports whether a certificate that covers the day covers the line.
func (w *work) listed(l *shipment.Line) bool {
	for i := range w.sh.Papers {
		p := &w.sh.Papers[i]
		day := string(w.day)
		if !p.Counts() || p.Type != shipment.TypeCertificate || p.From.Value != "" && day < p.From.Value || p.Until.Value != "" && day > p.Until.Value {
			continue
		}
		if p.Lists(l) {
			return true
		}
	}
	return false
}

// take adds what the quote of the line says. What the entry owes once is left to the entry.
func (l *Line) take(item quote.Item) {
	t := quote.TotalOf([]quote.Item{item})
	item.Taxes = slices.DeleteFunc(item.Taxes, func(c quote.Charge) bool {
		return slices.ContainsFunc(t.OncePerEntry, func(once quote.EntryCharge) bool { return once.Name == c.Name })
	})
	l.Quote = item
	l.Duties, l.Taxes = t.Duties, t.Taxes
	if t.Fees != nil {
		once := decimal.Zero
		for _, c := range t.OncePerEntry {
			if c.Amount == nil {
				return
			}
			once, _ = once.Add(c.Amount.Decimal) // two amounts of a fee
		}
		if share, err := t.Fees.Sub(once); err == nil {
			l.Fees = amount(share)
		}
	}
	if item.Amounts != nil {
		l.Total, l.Complete = item.Amounts.PerLine, item.Amounts.Complete
	}
}

// entry joins lines, value and totals.
func (w *work) entry(lines []Line, total quote.Total) Entry {
	_, usd := w.inUSD()
	e := Entry{
		Direction: w.facts.Direction, Date: w.day, Language: w.language, Currency: w.currency, USDRate: numberOf(w.usd), Incoterm: w.settled.Incoterm,
		Value: shownValue(w.value.Total, w.total, usd), FreightBy: w.value.FreightBy, Agreement: w.claim, Missing: w.missing(), Total: total,
	}
	if w.currency != codeMXN {
		e.ExchangeRate = number(w.rate)
	}
	for _, l := range lines {
		if !l.Complete {
			e.Missing = append(e.Missing, w.openLine(l))
		}
	}
	e.Notes, e.NotEvaluated = append([]string{}, w.notes...), common(lines)
	e.Complete = total.Complete && len(e.Missing) == 0
	return e
}

// common takes what the quotes of all lines left out from them, so that it is said once.
func common(lines []Line) []string {
	list := []string{}
	for _, text := range lines[0].Quote.NotEvaluated {
		if !slices.ContainsFunc(lines, func(l Line) bool { return !slices.Contains(l.Quote.NotEvaluated, text) }) {
			list = append(list, text)
		}
	}
	for i := range lines {
		own := &lines[i].Quote.NotEvaluated
		*own = slices.DeleteFunc(*own, func(text string) bool { return slices.Contains(list, text) })
	}
	return list
}

// openLine says what a line lacks: its first question.
func (w *work) openLine(l Line) string {
	why := w.say("its quote is not complete", "su cotización no está completa")
	switch {
	case slices.ContainsFunc(l.Quote.Tariffs, func(c quote.Charge) bool { return c.RateType == quote.RateTypeProhibited }):
		why = w.say("the operation is prohibited", "la operación está prohibida")
	case len(l.Quote.Suggestions) > 0:
		why = l.Quote.Suggestions[0]
	}
	return w.say("line %d: %s", "partida %d: %s", l.Position, why)
}

func shownValue(v LineValue, mxn decimal.Decimal, usd *decimal.Decimal) Value {
	shown := Value{
		Price: amount(v.Price), Adjustment: amount(v.Adjustment), Freight: amount(v.Freight), Insurance: amount(v.Insurance), Others: amount(v.Others),
		Customs: amount(v.Customs), MXN: amount(mxn),
	}
	if usd != nil {
		shown.USD = amount(*usd)
	}
	return shown
}

func at(list []decimal.Decimal, i int) *decimal.Decimal {
	if list == nil {
		return nil
	}
	return &list[i]
}

func lineField(i int, member string) string { return fmt.Sprintf("lines[%d].%s", i, member) }

// clip shortens what an error repeats of a paper.
func clip(text string) string { return bounded.Clip(text, 40) }

// clipped is a name no longer than what a quote takes.
func clipped(name string) string { return bounded.First(name, 200) }
