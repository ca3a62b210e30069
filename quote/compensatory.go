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

// compensatoryFile holds the orders.
const compensatoryFile = "compensatory.tsv"

// compensatory is one rate of an order: goods by text, one origin, and the exporters it is for. A row
// that is unconfirmed is shown and never charged.
type compensatory struct {
	Provision
	condition
	id, product string
	origin      string
	names       []string // of exporters, as written
	exporters   []string // folded; empty for every exporter that no other row of the order names
	limits      []measureLimit
	name        bilingual
	legal       string
	adValorem   *decimal.Decimal
	amount      *decimal.Decimal // in currency for each unit of per; the cap where there is a reference price
	reference   *decimal.Decimal // the duty is this price less the unit customs value
	undertaking *decimal.Decimal // no duty at this unit customs value or above
	currency    string
	per         string
	term        tariff.Date // the last day unless an examination renews the order
}

func (r *Rules) readCompensatory(row row) {
	c := compensatory{
		Provision: row.provision(), condition: row.condition(), id: row.must("id"), product: row.must("product"),
		origin: row.must("origin"), names: row.list("exporters"), limits: row.measureLimits("limits"),
		name: row.bilingual("name"), legal: row.must("legal_ref"),
		adValorem: row.fraction("ad_valorem"), amount: row.number("amount"), currency: row.text("currency"), per: row.text("per"),
		reference: row.number("reference_price"), undertaking: row.number("undertaking_price"), term: row.date("term"),
	}
	for _, name := range c.names {
		c.exporters = append(c.exporters, exporterKey(name))
	}
	slices.Sort(c.exporters)
	c.check(row, r.units)
	prefixes := row.prefixes("prefixes")
	if len(prefixes) == 0 {
		row.fault("column prefixes is empty")
	}
	for _, prefix := range prefixes {
		key := strings.Join(append([]string{prefix, c.product, c.origin}, c.exporters...), "\t")
		if other := r.rated.overlap(key, c.id, c.Provision); other != "" {
			row.fault("%s overlaps %s: %s from %s has two rates on one day", c.id, other, prefix, c.origin)
		}
	}
	r.compensate.add(prefixes, c)
}

// check refuses rates that contradict each other or lack what they are counted in.
func (c compensatory) check(row row, units map[string]unit) {
	priced := c.amount != nil || c.reference != nil || c.undertaking != nil
	switch {
	case c.adValorem != nil && (c.amount != nil || c.reference != nil):
		row.fault("%s: state ad_valorem alone, or amount, or reference_price with amount as its cap", c.id)
	case c.reference != nil && c.undertaking != nil:
		row.fault("%s: state reference_price or undertaking_price, not both", c.id)
	case priced != (c.currency != "") || priced != (c.per != ""):
		row.fault("%s: currency and per belong to amount, reference_price and undertaking_price", c.id)
	case priced && c.currency != "USD" && c.currency != "MXN":
		row.fault("%s: currency %q is neither USD nor MXN", c.id, c.currency)
	}
	if _, known := units[fold(c.per)]; priced && c.per != "" && !known {
		row.fault("%s: per %q is no known unit", c.id, clip(c.per))
	}
	if c.term != "" && c.term < c.From {
		row.fault("%s: the term ends %s before the order begins %s", c.id, c.term, c.From)
	}
}

// companyForms are words of names that companies add or leave out.
var companyForms = strings.Fields("co ltd limited inc sa cv de corp corporation company llc gmbh sl slu sau sas spa srl bv nv ag kg plc pvt pte")

// exporterKey folds a company's name: case, accents, punctuation and the forms of companies.
func exporterKey(name string) string {
	if name == keptBack {
		return keptBack
	}
	plain := strings.ReplaceAll(fold(name), ".", "") // S.L. and SL
	fields := strings.FieldsFunc(plain, func(r rune) bool { return (r < 'a' || r > 'z') && (r < '0' || r > '9') })
	fields = slices.DeleteFunc(fields, func(word string) bool { return slices.Contains(companyForms, word) })
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
// the description must say that the goods are those of the order, and the exporter must be stated
// where the rate depends on it. While an order stays open there is no total.
func (q *quotation) compensatoryDuties() {
	q.cc = &decimal.Zero
	orders := q.rules.orders(q.line.Code, q.country.iso2, q.date)
	for _, order := range orders {
		q.compensatoryOrder(order, orders)
	}
	q.skip(q.voice.say("skip_cc_vintage", "date", string(q.rules.vintageOf(compensatoryFile))))
}

// compensatoryOrder decides one order; others are all that concern the goods.
func (q *quotation) compensatoryOrder(order []compensatory, others [][]compensatory) {
	outcome := q.inScope(order[0], others)
	if outcome.applies == AppliesNo && !outcome.decided {
		return // a residual line, and nothing says that the goods are those of the order
	}
	rule := rateFor(order, q.product.Exporter)
	reason := q.openReason(order, rule, outcome.applies)
	switch {
	case outcome.applies == AppliesNo:
		reason = "reason_cc_no"
	case q.priceExempts(order, rule):
		outcome.applies, reason = AppliesNo, "reason_cc_price"
	case reason != "":
		outcome.applies = AppliesMay
	default:
		reason, order = "reason_cc_yes", []compensatory{*rule}
	}
	restriction := Restriction{
		Name: order[0].name.in(q.voice.language), Key: nameCC, Applies: outcome.applies, Certainty: weakest(order, rule),
		Reason: q.voice.say(reason, "rates", q.ratesText(order), "legal", order[0].legal, "date", string(order[0].term)),
	}
	switch outcome.applies {
	case AppliesYes:
		q.compensatoryCharge(*rule)
	case AppliesMay:
		q.cc = nil
		q.askAboutOrder(order, rule, outcome, &restriction)
	case AppliesNo:
	}
	q.item.Restrictions = append(q.item.Restrictions, restriction)
}

// inScope judges whether the goods are those of an order. Where the order is limited to measures, the
// description must state one within them; one that another order of the same goods takes is outside.
func (q *quotation) inScope(rule compensatory, others [][]compensatory) verdict {
	outcome := rule.judge(q.known)
	if outcome.applies != AppliesYes || len(rule.limits) == 0 || within(rule.limits, q.known.text) {
		return outcome
	}
	for _, order := range others {
		other := order[0]
		if other.product != rule.product && slices.Equal(other.when, rule.when) && within(other.limits, q.known.text) && apart(other.limits, rule.limits) {
			return verdict{applies: AppliesNo, fact: outcome.fact, decided: true}
		}
	}
	return verdict{applies: AppliesMay, fact: outcome.fact}
}

// openReason is the message of an order that stays open, "" where the rule decides.
func (q *quotation) openReason(order []compensatory, rule *compensatory, scope Applies) string {
	confirmed := func(c compensatory) bool { return c.Certainty != tariff.CertaintyUnconfirmed }
	ended := func(c compensatory) bool { return c.term != "" && q.date > c.term }
	switch {
	case rule != nil && ended(*rule), rule == nil && ended(order[0]):
		return "reason_cc_ended"
	case rule != nil && !confirmed(*rule), !slices.ContainsFunc(order, confirmed):
		return "reason_cc_unconfirmed"
	case scope != AppliesYes, rule == nil, rule.adValorem == nil && rule.amount == nil:
		return "reason_cc_may_apply"
	}
	return ""
}

// askAboutOrder names what would decide an open order.
func (q *quotation) askAboutOrder(order []compensatory, rule *compensatory, outcome verdict, restriction *Restriction) {
	byExporter := len(order) > 1 || len(order[0].exporters) > 0
	switch {
	case rule == nil && byExporter:
		restriction.DecidingFact = q.voice.say("fact_exporter")
		q.suggest(q.voice.say("ask_cc", "goods", restriction.Name))
	case rule != nil && rule.Certainty != tariff.CertaintyUnconfirmed && (rule.adValorem != nil || rule.amount != nil) && (rule.term == "" || q.date <= rule.term):
		restriction.DecidingFact = q.voice.label(outcome.fact)
	default:
		restriction.DecidingFact = q.voice.say("fact_resolution")
		q.suggest(q.voice.say("ask_cc_resolution", "goods", restriction.Name))
	}
	if !outcome.decided {
		q.ask(outcome.fact)
	}
}

// weakest is the certainty of the rule that decides, or the lowest of an order that none decides.
func weakest(order []compensatory, rule *compensatory) tariff.Certainty {
	if rule != nil {
		return rule.Certainty
	}
	lowest := order[0].Certainty
	for _, c := range order[1:] {
		lowest = lowest.Worse(c.Certainty)
	}
	return lowest
}

// rateFor picks the row of an exporter: the one that names it, else the one for every other exporter.
// Without an exporter the only row of an order decides, if it is for every exporter. It is nil where
// none is stated, or where one that is not named may be among names not held.
func rateFor(order []compensatory, exporter string) *compensatory {
	if strings.TrimSpace(exporter) == "" {
		if len(order) == 1 && len(order[0].exporters) == 0 {
			return &order[0]
		}
		return nil
	}
	key := exporterKey(exporter)
	var others *compensatory
	hidden := false
	for i, rule := range order {
		switch {
		case slices.Contains(rule.exporters, key):
			return &order[i]
		case slices.Contains(rule.exporters, keptBack):
			hidden = true
		case len(rule.exporters) == 0:
			others = &order[i]
		}
	}
	if hidden {
		return nil
	}
	return others
}

// priceExempts reports whether the unit customs value reaches the reference or undertaken price of
// the rule, or of every rule of the order where none is picked.
func (q *quotation) priceExempts(order []compensatory, rule *compensatory) bool {
	if rule != nil {
		order = []compensatory{*rule}
	}
	for _, c := range order {
		price := c.reference
		if price == nil {
			price = c.undertaking
		}
		floor := q.inPesos(price, c)
		if floor == nil || q.value == nil || q.value.Cmp(*floor) < 0 {
			return false
		}
	}
	return true
}

// inPesos is an amount for each unit of an order, for the whole line: amount × exchange rate ×
// quantity, rounded half up to centavos; nil where a fact is missing.
func (q *quotation) inPesos(amount *decimal.Decimal, c compensatory) *decimal.Decimal {
	rate := &decimal.One
	if c.currency == "USD" {
		rate = q.product.usdRate()
	}
	return times(amount, rate, q.quantityIn(c.per))
}

// ratesText lists what an order charges, in its own words, with the exporters it names.
func (q *quotation) ratesText(order []compensatory) string {
	var texts []string
	for _, rule := range order {
		text := q.rateText(rule)
		if names := slices.DeleteFunc(slices.Clone(rule.names), func(name string) bool { return name == keptBack }); len(names) > 0 {
			text += " (" + strings.Join(names, ", ") + ")"
		}
		texts = append(texts, text)
	}
	return strings.Join(slices.Compact(texts), "; ")
}

func (q *quotation) rateText(rule compensatory) string {
	each := func(amount *decimal.Decimal) string { return amount.String() + " " + rule.currency + "/" + rule.per }
	text := q.voice.say("cc_rate_unknown")
	switch {
	case rule.adValorem != nil:
		text = percent(*rule.adValorem)
	case rule.reference != nil && rule.amount != nil:
		return q.voice.say("cc_rate_reference", "price", each(rule.reference), "cap", each(rule.amount))
	case rule.reference != nil:
		return q.voice.say("cc_rate_reference_open", "price", each(rule.reference))
	case rule.amount != nil:
		text = each(rule.amount)
	}
	if rule.undertaking != nil {
		text = q.voice.say("cc_rate_undertaking", "price", each(rule.undertaking), "rate", text)
	}
	return text
}

// compensatoryCharge adds CC = customs value × rate, or amount × exchange rate × quantity, or the
// difference to a reference price up to its cap, each rounded half up to centavos (LCE 62, 87).
func (q *quotation) compensatoryCharge(rule compensatory) {
	kind := RateTypeAdValorem
	if rule.amount != nil {
		kind = RateTypeSpecific
	}
	charge := q.charge(nameCC, kind, rule.Provision, rule.legal)
	charge.Description, charge.SourceVintage = rule.name.in(q.voice.language), q.rules.vintageOf(compensatoryFile)
	charge.Reason = q.voice.say("reason_cc_yes", "rates", q.ratesText([]compensatory{rule}), "legal", rule.legal)
	var amount *decimal.Decimal
	if rule.adValorem != nil {
		charge.Rate, charge.Base = number(*rule.adValorem), baseValue
		charge.Formula = q.voice.say("formula_ad_valorem", "duty", nameCC, "rate", rule.adValorem.Trim(0).String())
		amount = q.valueTimes(*rule.adValorem)
	} else {
		charge.Rate, charge.Currency, charge.PerUnit, charge.Base = number(*rule.amount), rule.currency, rule.per, baseQuantity
		charge.Formula = q.voice.say("formula_specific", "duty", nameCC, "rate", rule.amount.String(), "currency", rule.currency, "base", baseQuantity)
		if rule.reference != nil {
			charge.Formula = q.voice.say("formula_cc_reference", "price", rule.reference.String(), "cap", rule.amount.String(), "currency", rule.currency, "unit", rule.per)
		}
		amount = q.compensatoryAmount(rule)
	}
	charge.Amount = moneyOrNil(amount)
	q.cc = sum(q.cc, amount)
	q.item.Tariffs = append(q.item.Tariffs, charge)
}

// compensatoryAmount is amount × exchange rate × quantity in the unit of the order; under a reference
// price that price × exchange rate × quantity less the customs value, at most the former. It is nil
// where a fact is missing.
func (q *quotation) compensatoryAmount(rule compensatory) *decimal.Decimal {
	if rule.currency == "USD" && q.product.usdRate() == nil {
		q.suggest(q.voice.say("ask_usd_rate"))
	}
	if q.quantityIn(rule.per) == nil {
		q.suggest(q.voice.say("ask_quantity", "unit", rule.per))
	}
	amount := q.inPesos(rule.amount, rule)
	if rule.reference == nil || amount == nil {
		return amount
	}
	floor := q.inPesos(rule.reference, rule)
	if floor == nil || q.value == nil {
		return nil
	}
	difference, err := floor.Sub(*q.value)
	if err != nil {
		return nil
	}
	lower := amount.Min(difference)
	return &lower
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
