package quote

import (
	"slices"
	"strings"

	"github.com/govalues/decimal"

	"tariffdesk/tariff"
)

// nameCC is the compensatory duty, the cuota compensatoria.
const nameCC = "CC"

// keptBack stands for exporters that a resolution names and the table does not hold.
const keptBack = "?"

// compensatory is one rate of an order: goods by text, one origin, and the exporters it is for.
type compensatory struct {
	Provision
	condition
	id, product string
	origin      string
	exporters   []string // folded; empty for every exporter that no other row of the order names
	name        bilingual
	legal       string
	adValorem   *decimal.Decimal
	amount      *decimal.Decimal // in currency for each unit of per; without either rate only the order is known
	currency    string
	per         string
}

func (r *Rules) readCompensatory(row row) {
	c := compensatory{
		Provision: row.provision(), condition: row.condition(), id: row.must("id"), product: row.must("product"),
		origin: row.must("origin"), name: row.bilingual("name"), legal: row.must("legal_ref"),
		adValorem: row.fraction("ad_valorem"), amount: row.number("amount"), currency: row.text("currency"), per: row.text("per"),
	}
	for _, name := range row.list("exporters") {
		c.exporters = append(c.exporters, exporterKey(name))
	}
	if c.adValorem != nil && c.amount != nil || (c.amount == nil) != (c.currency == "") || (c.amount == nil) != (c.per == "") {
		row.fault("%s: state ad_valorem alone, or amount with currency and per, or neither", c.id)
	}
	if c.amount != nil && c.currency != "USD" && c.currency != "MXN" {
		row.fault("%s: currency %q is neither USD nor MXN", c.id, c.currency)
	}
	prefixes := row.prefixes("prefixes")
	if len(prefixes) == 0 {
		row.fault("column prefixes is empty")
	}
	for _, prefix := range prefixes {
		for _, other := range r.compensate.byPrefix[prefix] {
			if other.product == c.product && other.origin == c.origin && slices.Equal(other.exporters, c.exporters) && other.overlaps(c.Provision) {
				row.fault("%s overlaps %s: %s from %s has two rates on one day", c.id, other.id, prefix, c.origin)
			}
		}
	}
	r.compensate.add(prefixes, c)
}

// exporterKey folds a company's name: case, accents, punctuation and the forms of companies.
func exporterKey(name string) string {
	if name == keptBack {
		return keptBack
	}
	fields := strings.FieldsFunc(fold(name), func(r rune) bool { return (r < 'a' || r > 'z') && (r < '0' || r > '9') })
	fields = slices.DeleteFunc(fields, func(word string) bool {
		return slices.Contains([]string{"co", "ltd", "limited", "inc", "sa", "cv", "de", "corp", "corporation", "company", "llc", "gmbh"}, word)
	})
	return strings.Join(fields, " ")
}

// orders groups the rules that concern a line and an origin on a day, one group an order.
func (r *Rules) orders(code, origin string, date tariff.Date) [][]compensatory {
	var found [][]compensatory
	for _, rule := range r.compensate.of(code) {
		if rule.origin != origin || !rule.on(date) || !rule.covers(code) {
			continue
		}
		at := slices.IndexFunc(found, func(order []compensatory) bool { return order[0].product == rule.product })
		if at < 0 {
			found = append(found, []compensatory{rule})
		} else {
			found[at] = append(found[at], rule)
		}
	}
	return found
}

// compensatoryDuties reports the orders whose goods and origin this may be and adds what is decided:
// the description must say that the goods are those of the order, and the exporter must be stated.
// While an order stays open there is no total.
func (q *quotation) compensatoryDuties() {
	q.cc = &decimal.Zero
	orders := q.rules.orders(q.line.Code, q.country.iso2, q.date)
	for _, order := range orders {
		q.compensatoryOrder(order)
	}
	q.skip(q.voice.say("skip_cc_vintage", "date", string(q.rules.vintageOf("compensatory.tsv"))))
}

func (q *quotation) compensatoryOrder(order []compensatory) {
	outcome := order[0].judge(q.known)
	rule := rateFor(order, q.product.Exporter)
	if outcome.applies == AppliesYes && (rule == nil || rule.adValorem == nil && rule.amount == nil) {
		outcome.applies = AppliesMay // the exporter or the rate is not known
	}
	restriction := Restriction{
		Name: order[0].name.in(q.voice.language), Key: nameCC, Applies: outcome.applies, Certainty: order[0].Certainty,
		Reason: q.voice.say("reason_cc_"+string(outcome.applies), "rates", q.ratesText(order), "legal", order[0].legal),
	}
	switch outcome.applies {
	case AppliesYes:
		q.compensatoryCharge(*rule)
	case AppliesMay:
		restriction.DecidingFact = q.voice.say("fact_exporter")
		q.cc = nil
		q.suggest(q.voice.say("ask_cc", "goods", restriction.Name))
		if !outcome.decided {
			q.ask(outcome.fact)
		}
	case AppliesNo:
	}
	q.item.Restrictions = append(q.item.Restrictions, restriction)
}

// rateFor picks the row of an exporter: the one that names it, else the one for every other exporter.
// It is nil where no exporter is stated, or where one that is not named may be among names not held.
func rateFor(order []compensatory, exporter string) *compensatory {
	if strings.TrimSpace(exporter) == "" {
		return nil
	}
	var others *compensatory
	for i, rule := range order {
		switch {
		case slices.Contains(rule.exporters, exporterKey(exporter)):
			return &order[i]
		case slices.Contains(rule.exporters, keptBack):
			return nil
		case len(rule.exporters) == 0:
			others = &order[i]
		}
	}
	return others
}

// ratesText lists what an order charges, in its own words.
func (q *quotation) ratesText(order []compensatory) string {
	var texts []string
	for _, rule := range order {
		switch {
		case rule.adValorem != nil:
			texts = append(texts, percent(*rule.adValorem))
		case rule.amount != nil:
			texts = append(texts, rule.amount.String()+" "+rule.currency+"/"+rule.per)
		default:
			texts = append(texts, q.voice.say("cc_rate_unknown"))
		}
	}
	return strings.Join(slices.Compact(texts), "; ")
}

// compensatoryCharge adds CC = customs value × rate, or amount × exchange rate × quantity, each rounded
// half up to centavos (LCE 62, 87).
func (q *quotation) compensatoryCharge(rule compensatory) {
	kind := RateTypeAdValorem
	if rule.amount != nil {
		kind = RateTypeSpecific
	}
	charge := q.charge(nameCC, kind, rule.Provision, rule.legal)
	charge.Description, charge.SourceVintage = rule.name.in(q.voice.language), q.rules.vintageOf("compensatory.tsv")
	charge.Reason = q.voice.say("reason_cc_yes", "rates", q.ratesText([]compensatory{rule}), "legal", rule.legal)
	var amount *decimal.Decimal
	if rule.adValorem != nil {
		charge.Rate, charge.Base = number(*rule.adValorem), baseValue
		charge.Formula = q.voice.say("formula_ad_valorem", "duty", nameCC, "rate", rule.adValorem.Trim(0).String())
		amount = q.valueTimes(*rule.adValorem)
	} else {
		charge.Rate, charge.Currency, charge.PerUnit, charge.Base = number(*rule.amount), rule.currency, rule.per, baseQuantity
		charge.Formula = q.voice.say("formula_specific", "duty", nameCC, "rate", rule.amount.String(), "currency", rule.currency, "base", baseQuantity)
		amount = q.compensatoryAmount(rule)
	}
	charge.Amount = moneyOrNil(amount)
	q.cc = sum(q.cc, amount)
	q.item.Tariffs = append(q.item.Tariffs, charge)
}

// compensatoryAmount is amount × exchange rate × quantity in the unit of the order; nil where a fact is missing.
func (q *quotation) compensatoryAmount(rule compensatory) *decimal.Decimal {
	rate := &decimal.One
	if rule.currency == "USD" {
		if rate = q.product.usdRate(); rate == nil {
			q.suggest(q.voice.say("ask_usd_rate"))
		}
	}
	quantity := q.quantityIn(rule.per)
	if quantity == nil {
		q.suggest(q.voice.say("ask_quantity", "unit", rule.per))
	}
	return times(rule.amount, rate, quantity)
}

// quantityIn is the quantity of the line in another unit that measures the same.
func (q *quotation) quantityIn(per string) *decimal.Decimal {
	target, known := q.rules.units[fold(per)]
	if q.product.Quantity == nil || !known {
		return nil
	}
	unit := q.product.QuantityUnit
	if unit == "" {
		unit = q.line.Unit
	}
	converted, same := q.rules.convert(q.product.Quantity.Decimal, unit, target.customs)
	if !same {
		return nil
	}
	quantity, err := converted.Quo(target.factor)
	if err != nil {
		return nil
	}
	return &quantity
}
