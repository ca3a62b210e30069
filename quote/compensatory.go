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

func (r reader) readCompensatory(row row) {
	c := compensatory{
		Provision: row.provision(), condition: row.condition(), id: row.must("id"), product: row.must("product"),
		origin: row.must("origin"), names: row.list("exporters"), limits: r.measures.limits(row, "limits"),
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
	for rule := range r.compensate.each(code) {
		if rule.origin != origin || !rule.on(date) || !rule.covers(code) {
			continue
		}
		at := slices.IndexFunc(found, func(order []compensatory) bool { return order[0].product == rule.product })
		if at < 0 {
			found = append(found, []compensatory{*rule})
		} else {
			found[at] = append(found[at], *rule)
		}
	}
	return found
}

// DependsOnExporter reports whether an order of compensatory duties concerns a line from a country on a day.
func (e *Engine) DependsOnExporter(country, code string, date tariff.Date) bool {
	from, known := e.rules.countries.find(country)
	return known && len(e.rules.orders(tariff.DigitsOf(code), from.iso2, date)) > 0
}

// compensatoryDuties reports the orders whose goods and origin this may be and adds what is decided:
// the description must say that the goods are those of the order, and the exporter must be stated
// where the rate depends on it. While an order stays open there is no total.
func (q *quotation) compensatoryDuties() {
	q.cc = &decimal.Zero
	orders := q.rules.orders(q.line.Code, q.country.iso2, q.date)
	for _, rows := range orders {
		order{q, rows}.decide(orders)
	}
	if q.entry.ccDay == "" {
		q.entry.ccDay = q.voice.say("skip_cc_vintage", "date", string(q.rules.vintageOf(compensatoryFile)))
	}
	q.skip(q.entry.ccDay)
}

// order is the work on one order: its rows that concern the line, the origin and the day.
type order struct {
	*quotation
	rows []compensatory
}

// decide adds what the order comes to; others are all orders that concern the goods.
func (o order) decide(others [][]compensatory) {
	scope := o.scope(others)
	if scope.applies == AppliesNo && !scope.decided {
		return // a residual line, and nothing says that the goods are those of the order
	}
	rule := rateFor(o.rows, o.product.Exporter)
	reason := o.openReason(rule, scope.applies)
	applies := scope.applies
	switch {
	case applies == AppliesNo:
		reason = "reason_cc_no"
	case o.priceExempts(rule):
		applies, reason = AppliesNo, "reason_cc_price"
	case reason != "":
		applies = AppliesMay
	default:
		reason, o.rows = "reason_cc_yes", []compensatory{*rule}
	}
	restriction := Restriction{
		Name: o.rows[0].name.in(o.voice.language), Key: nameCC, Applies: applies, Certainty: o.weakest(rule),
		Reason: o.voice.say(reason, "rates", o.ratesText(), "legal", o.rows[0].legal, "date", string(o.rows[0].term)),
	}
	switch applies {
	case AppliesYes:
		o.add(*rule)
	case AppliesMay:
		o.cc = nil
		restriction.DecidingFact = o.inquireOrder(rule, scope, restriction.Name)
	case AppliesNo:
	}
	o.item.Restrictions = append(o.item.Restrictions, restriction)
}

// scope judges whether the goods are those of the order. Where it is limited to measures, the
// description must state one within them; one that another order of the same goods takes is outside.
func (o order) scope(others [][]compensatory) verdict {
	rule, text := o.rows[0], o.known.text
	outcome := rule.judge(o.known)
	if outcome.applies != AppliesYes || len(rule.limits) == 0 || o.rules.measures.within(rule.limits, text) {
		return outcome
	}
	for _, rows := range others {
		other := rows[0]
		if other.product != rule.product && slices.Equal(other.when, rule.when) && o.rules.measures.within(other.limits, text) && apart(other.limits, rule.limits) {
			return verdict{applies: AppliesNo, fact: outcome.fact, decided: true}
		}
	}
	return verdict{applies: AppliesMay, fact: outcome.fact}
}

// openReason is the message of an order that stays open, "" where the rule decides.
func (o order) openReason(rule *compensatory, scope Applies) string {
	confirmed := func(c compensatory) bool { return c.Certainty != tariff.CertaintyUnconfirmed }
	ended := func(c compensatory) bool { return c.term != "" && o.date > c.term }
	switch {
	case rule != nil && ended(*rule), rule == nil && ended(o.rows[0]):
		return "reason_cc_ended"
	case rule != nil && !confirmed(*rule), !slices.ContainsFunc(o.rows, confirmed):
		return "reason_cc_unconfirmed"
	case scope != AppliesYes, rule == nil, rule.adValorem == nil && rule.amount == nil:
		return "reason_cc_may_apply"
	}
	return ""
}

// inquireOrder asks for what would decide an open order and names it.
func (o order) inquireOrder(rule *compensatory, scope verdict, goods string) string {
	if !scope.decided {
		o.ask(scope.fact)
	}
	switch {
	case rule == nil:
		o.suggest(o.voice.say("ask_cc", "goods", goods))
		return o.voice.say("fact_exporter")
	case o.openReason(rule, AppliesYes) == "":
		return o.voice.label(scope.fact)
	}
	o.suggest(o.voice.say("ask_cc_resolution", "goods", goods))
	return o.voice.say("fact_resolution")
}

// weakest is the certainty of the rule that decides, or the lowest of an order that none decides.
func (o order) weakest(rule *compensatory) tariff.Certainty {
	if rule != nil {
		return rule.Certainty
	}
	lowest := o.rows[0].Certainty
	for _, c := range o.rows[1:] {
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
func (o order) priceExempts(rule *compensatory) bool {
	rows := o.rows
	if rule != nil {
		rows = []compensatory{*rule}
	}
	for _, c := range rows {
		price := c.reference
		if price == nil {
			price = c.undertaking
		}
		floor := o.inPesos(price, c)
		if floor == nil || o.value == nil || o.value.Cmp(*floor) < 0 {
			return false
		}
	}
	return true
}

// inPesos is an amount for each unit of an order, for the whole line: amount × exchange rate ×
// quantity, rounded half up to centavos; nil where a fact is missing.
func (o order) inPesos(amount *decimal.Decimal, c compensatory) *decimal.Decimal {
	rate := &decimal.One
	if c.currency == "USD" {
		rate = o.product.usdRate()
	}
	return times(amount, rate, o.quantityIn(c.per))
}

// ratesText lists what an order charges, in its own words, with the exporters it names.
func (o order) ratesText() string {
	var texts []string
	for _, rule := range o.rows {
		text := o.rateText(rule)
		if names := slices.DeleteFunc(slices.Clone(rule.names), func(name string) bool { return name == keptBack }); len(names) > 0 {
			text += " (" + strings.Join(names, ", ") + ")"
		}
		texts = append(texts, text)
	}
	return strings.Join(slices.Compact(texts), "; ")
}

func (o order) rateText(rule compensatory) string {
	each := func(amount *decimal.Decimal) string { return amount.String() + " " + rule.currency + "/" + rule.per }
	text := o.voice.say("cc_rate_unknown")
	switch {
	case rule.adValorem != nil:
		text = percent(*rule.adValorem)
	case rule.reference != nil && rule.amount != nil:
		return o.voice.say("cc_rate_reference", "price", each(rule.reference), "cap", each(rule.amount))
	case rule.reference != nil:
		return o.voice.say("cc_rate_reference_open", "price", each(rule.reference))
	case rule.amount != nil:
		text = each(rule.amount)
	}
	if rule.undertaking != nil {
		text = o.voice.say("cc_rate_undertaking", "price", each(rule.undertaking), "rate", text)
	}
	return text
}

// add adds CC = customs value × rate, or amount × exchange rate × quantity, or the
// difference to a reference price up to its cap, each rounded half up to centavos (LCE 62, 87).
func (o order) add(rule compensatory) {
	kind := RateTypeAdValorem
	if rule.amount != nil {
		kind = RateTypeSpecific
	}
	charge := o.charge(nameCC, kind, rule.Provision, rule.legal)
	charge.Description, charge.SourceVintage = rule.name.in(o.voice.language), o.rules.vintageOf(compensatoryFile)
	charge.Reason = o.voice.say("reason_cc_yes", "rates", o.ratesText(), "legal", rule.legal)
	var amount *decimal.Decimal
	if rule.adValorem != nil {
		charge.Rate, charge.Base = number(*rule.adValorem), baseValue
		charge.Formula = o.voice.say("formula_ad_valorem", "duty", nameCC, "rate", percent(*rule.adValorem))
		amount = o.valueTimes(*rule.adValorem)
	} else {
		charge.Rate, charge.Currency, charge.PerUnit, charge.Base = number(*rule.amount), rule.currency, rule.per, baseQuantity
		charge.Formula = o.voice.say("formula_specific", "duty", nameCC, "rate", rule.amount.String(), "currency", rule.currency, "base", o.voice.say("base_quantity"))
		if rule.reference != nil {
			charge.Formula = o.voice.say("formula_cc_reference", "price", rule.reference.String(), "cap", rule.amount.String(), "currency", rule.currency, "unit", rule.per)
		}
		amount = o.owed(rule)
	}
	charge.Amount = moneyOrNil(amount)
	o.cc = sum(o.cc, amount)
	o.item.Tariffs = append(o.item.Tariffs, charge)
}

// owed is amount × exchange rate × quantity in the unit of the order; under a reference
// price that price × exchange rate × quantity less the customs value, at most the former. It is nil
// where a fact is missing.
func (o order) owed(rule compensatory) *decimal.Decimal {
	if rule.currency == "USD" && o.product.usdRate() == nil {
		o.suggest(o.voice.say("ask_usd_rate"))
	}
	if o.quantityIn(rule.per) == nil {
		o.suggest(o.voice.say("ask_quantity", "unit", rule.per))
	}
	amount := o.inPesos(rule.amount, rule)
	if rule.reference == nil || amount == nil {
		return amount
	}
	floor := o.inPesos(rule.reference, rule)
	if floor == nil || o.value == nil {
		return nil
	}
	difference, err := floor.Sub(*o.value)
	if err != nil {
		return nil
	}
	lower := amount.Min(difference)
	return &lower
}

// quantityIn is the quantity of the line in another unit that measures the same.
func (q *quotation) quantityIn(per string) *decimal.Decimal {
	if q.product.Quantity == nil {
		return nil
	}
	unit := q.product.QuantityUnit
	if unit == "" {
		unit = q.line.Unit
	}
	quantity, same := q.rules.convert(q.product.Quantity.Decimal, unit, per)
	if !same {
		return nil
	}
	return &quantity
}
