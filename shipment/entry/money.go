package entry

import (
	"slices"
	"strings"

	"github.com/govalues/decimal"

	"tariffdesk/quote"
	"tariffdesk/shipment"
)

const (
	codeMXN = "MXN"
	codeUSD = "USD"
)

// prices are the values of the lines in the currency of the entry; what a line lacks is a problem.
func (w *work) prices() []decimal.Decimal {
	prices := make([]decimal.Decimal, len(w.sh.Lines))
	if len(prices) == 0 {
		w.problem("lines", "the entry has none")
	}
	var currencies []string
	if w.facts.Currency != "" {
		currencies = append(currencies, w.facts.Currency)
	}
	for i := range w.sh.Lines {
		l := &w.sh.Lines[i]
		if currency := strings.ToUpper(l.Currency); currency != "" && !slices.Contains(currencies, currency) {
			currencies = append(currencies, currency)
		}
		if l.Value == nil || !l.Value.IsPos() {
			w.problem(lineField(i, "value"), "must be greater than zero")
			continue
		}
		prices[i] = l.Value.Decimal
	}
	switch {
	case len(currencies) > 1:
		w.problem("currency", "lines and facts are in %s; one entry is valued in one currency", strings.Join(currencies, ", "))
	case len(currencies) == 1:
		w.currency = currencies[0]
	case w.settled.Currency != "":
		w.currency = w.settled.Currency
	default:
		w.problem("currency", "is required: no paper prints one")
	}
	return prices
}

// money settles the rates of exchange.
func (w *work) money() {
	w.rate = decimal.One
	exchange, usd := decimalOf(w.facts.ExchangeRate), decimalOf(w.facts.USDRate)
	w.usd = usd
	switch w.currency {
	case "", codeMXN:
		return
	case codeUSD:
		if exchange != nil && usd != nil && exchange.Cmp(*usd) != 0 {
			w.problem("usd_exchange_rate", "%s MXN for one %s contradicts %s, which says %s", usd, codeUSD, "exchange_rate", exchange)
		}
		if exchange == nil {
			exchange = usd
		}
		w.usd = exchange
	}
	if exchange == nil {
		w.problem("exchange_rate", "is required: MXN for one %s", w.currency)
		return
	}
	w.rate = *exchange
}

// valued makes the customs value; false where an amount is beyond what is held.
func (w *work) valued(prices []decimal.Decimal) bool {
	found, ok := besideLines(w.sh, prices)
	if !ok {
		w.problem("lines", "their value is beyond what is held exactly")
		return false
	}
	w.tellOpen(found.open)
	w.tellCharges(found)
	goods := make([]Goods, len(prices))
	for i := range goods {
		goods[i] = Goods{Price: prices[i], Kg: decimalOf(w.sh.Lines[i].GrossKg)}
	}
	t := Terms{
		Incoterm: w.settled.Incoterm, Freight: decimalOf(w.settled.Freight), Insurance: decimalOf(w.settled.Insurance), Others: decimalOf(w.settled.Others),
		FreightBeside: found.freight.some, InsuranceBeside: found.insurance.some,
		Adjustments: found.adjustments, FreightBy: BasisValue, Export: w.facts.Direction == quote.DirectionExport,
	}
	inFreight, inInsurance, _ := shipment.IncludesFreight(t.Incoterm)
	t.FreightParts = w.parts(memberFreight, found.freight, inFreight)
	t.InsuranceParts = w.parts(memberInsurance, found.insurance, inInsurance)
	if w.value, ok = Assess(goods, t); ok {
		w.mxn, w.total, ok = w.value.Converted(w.rate)
	}
	if !ok {
		w.problem("lines", "their value is beyond what is held exactly")
		return false
	}
	w.tellTerms(t)
	return true
}

// parts returns each line's part of an increment that invoices print; nil where the caller states it. Under a term whose
// price holds it, only what stands beside the lines is added.
func (w *work) parts(member string, p printed, included bool) []decimal.Decimal {
	if w.settled.From[member] != shipment.OriginPaper {
		return nil
	}
	if !included {
		return p.all
	}
	if p.some && p.inside {
		w.note(w.say("Some invoices print the %s beside their lines and others within them: only the former was added.", "Unas facturas imprimen %s aparte de sus partidas y otras dentro: solo se sumó lo primero.", w.increment(member)))
	}
	return p.beside
}

// inUSD are the customs values in dollars and their sum; nil without a rate of the dollar.
func (w *work) inUSD() (lines []decimal.Decimal, total *decimal.Decimal) {
	if w.usd == nil {
		return nil, nil
	}
	quotient, err := w.total.Quo(*w.usd)
	if err != nil {
		return nil, nil
	}
	sum, ok := cents(quotient)
	if w.currency == codeUSD {
		sum, ok = cents(w.value.Total.Customs)
	}
	if !ok {
		return nil, nil
	}
	values := make([]decimal.Decimal, len(w.value.Lines))
	for i, l := range w.value.Lines {
		values[i] = l.Customs
	}
	if lines = quote.Prorate(sum, values); lines == nil {
		return nil, nil
	}
	return lines, &sum
}

// tellOpen notes invoices whose total is not that of their parts.
func (w *work) tellOpen(papers []string) {
	for _, id := range papers {
		name := w.sh.Paper(id).Title()
		w.note(w.say("The total of the %s is not the sum of its lines with its discounts, charges, freight and insurance: only the values of the lines were taken.",
			"El total de %s no es la suma de sus partidas con sus descuentos, cargos, flete y seguro: solo se tomaron los valores de las partidas.",
			name.In(w.language != quote.LanguageEnglish)))
	}
}

// tellCharges notes charges beside the lines of invoices that are, or may be, the freight and insurance that the caller states.
func (w *work) tellCharges(found beside) {
	for _, id := range found.stated {
		p := w.sh.Paper(id)
		w.note(w.say("The charges of %s beside the lines of the %s are the freight or insurance that is stated: they were not added again.",
			"Los cargos de %s aparte de las partidas de %s son el flete o seguro declarado: no se sumaron otra vez.", p.Charges.Value.Trim(0), p.Title().In(w.language != quote.LanguageEnglish)))
	}
	for _, id := range found.charged {
		p := w.sh.Paper(id)
		w.note(w.say("The %s charges %s beside its lines, which is part of the value; freight or insurance is stated too: make sure that it is not the same money.",
			"%s cobra %s aparte de sus partidas, que es parte del valor; también se declara flete o seguro: compruebe que no sea lo mismo.", p.Title().In(w.language != quote.LanguageEnglish), p.Charges.Value.Trim(0)))
	}
}

// tellTerms notes what the incoterm means for the value.
func (w *work) tellTerms(t Terms) {
	if t.Export {
		return
	}
	for _, member := range w.value.Included {
		w.note(w.say("A price under %s holds the %s: what was given for it is not added again.", "El precio %s ya incluye %s: lo indicado no se suma otra vez.", t.Incoterm, w.increment(member)))
	}
	switch t.Incoterm {
	case "EXW":
		w.note(w.say("Under EXW the freight is to hold the transport from the seller's premises too.", "En EXW el flete debe incluir también el transporte desde las instalaciones del vendedor."))
	case "DAP", "DPU", "DAT", "DDP":
		w.note(w.say("Under %s the price may hold costs after arrival and, under DDP, duties and taxes: where the invoice shows them apart they are no part of the customs value (LA 66, to be confirmed).",
			"En %s el precio puede incluir gastos posteriores a la llegada y, en DDP, contribuciones: si la factura los desglosa, no forman parte del valor en aduana (LA 66, por confirmar).", t.Incoterm))
	}
}

// increment names an increment in words.
func (w *work) increment(member string) string {
	switch member {
	case memberFreight:
		return w.say("freight", "el flete")
	case memberInsurance:
		return w.say("insurance", "el seguro")
	}
	return w.say("other increments", "los demás incrementables")
}

// missing says which increments the value lacks.
func (w *work) missing() []string {
	list := []string{}
	for _, member := range w.value.Missing {
		if member == memberIncoterm {
			list = append(list, w.say("incoterm: none was found, so that it is not known whether the price holds freight and insurance.",
				"incoterm: no se encontró ninguno y no se sabe si el precio incluye flete y seguro."))
			continue
		}
		list = append(list, w.say("%s: a price under %s does not hold the %s and none is given; state 0 where there was none.",
			"%s: el precio %s no incluye %s y no se indicó; indique 0 si no lo hubo.", member, w.settled.Incoterm, w.increment(member)))
	}
	return list
}

func (w *work) note(text string) {
	if !slices.Contains(w.notes, text) {
		w.notes = append(w.notes, text)
	}
}

func decimalOf(n *quote.Number) *decimal.Decimal {
	if n == nil {
		return nil
	}
	return &n.Decimal
}

func number(d decimal.Decimal) *quote.Number { return &quote.Number{Decimal: d.Trim(0)} }

func numberOf(d *decimal.Decimal) *quote.Number {
	if d == nil {
		return nil
	}
	return number(*d)
}

// amount shows two decimals, more where the value has more.
func amount(d decimal.Decimal) *quote.Number {
	return &quote.Number{Decimal: d.Trim(centScale).Pad(centScale)}
}
