package quote

import (
	"slices"
	"strings"

	"github.com/govalues/decimal"

	"tariffdesk/tariff"
)

// baseExcise is the base of the ad valorem IEPS: everything the import pays except IVA (LIEPS 14).
const baseExcise = "customs_value+IGI+CC+DTA"

// excise adds the IEPS of every category the product's facts satisfy. A category the product
// belongs to while the number that picks its rate is missing has a charge without a rate.
func (q taxation) excise() {
	q.ieps = &decimal.Zero
	var done, open []string
	rules := q.rules.ieps.of(q.line.Code)
	if len(rules) == 0 {
		return
	}
	for _, rule := range rules {
		if slices.Contains(done, rule.category) || !rule.on(q.date) || !rule.covers(q.line.Code) {
			continue
		}
		outcome := rule.judge(q.known)
		switch outcome.applies {
		case AppliesNo:
			continue
		case AppliesMay:
			q.ask(outcome.fact)
			q.open = true
			if !slices.Contains(open, rule.category) {
				q.skip(q.voice.say("skip_ieps", "category", rule.name.in(q.voice.language)))
			}
			open = append(open, rule.category)
			continue
		case AppliesYes:
		}
		switch holds := rule.limit.holds(q.known); {
		case holds == answerNo:
			continue
		case holds == answerUnknown && rule.presumed == presumedNot:
			q.exciseUndecided(rule, rules)
		default:
			if holds == answerUnknown {
				q.ask(rule.limit.fact)
			}
			q.exciseCharges(rule)
		}
		done = append(done, rule.category)
	}
	q.exciseNotHeld(rules, done)
}

// exciseNotHeld names the categories without figures for the day of the quote.
func (q taxation) exciseNotHeld(rules []iepsRule, done []string) {
	for _, rule := range rules {
		held := slices.ContainsFunc(rules, func(r iepsRule) bool { return r.category == rule.category && r.on(q.date) })
		if !held && rule.covers(q.line.Code) && rule.judge(q.known).applies != AppliesNo && rule.limit.holds(q.known) != answerNo {
			q.skip(q.voice.say("skip_ieps_date", "category", rule.name.in(q.voice.language), "date", string(q.date)))
			q.ieps = nil
		}
	}
	if len(done) > 0 {
		q.item.IEPS = true
	}
}

func (q taxation) exciseCharge(rule iepsRule, kind RateType) Charge {
	charge := q.charge("IEPS", kind, rule.Provision, rule.legal)
	charge.Description = rule.name.in(q.voice.language)
	charge.Reason = q.voice.say("reason_ieps", "category", charge.Description)
	if rule.limit.holds(q.known) != answerUnknown {
		return charge
	}
	switch rule.presumed {
	case presumedByLaw:
		charge.Reason = q.voice.say("reason_ieps_presumed", "category", charge.Description)
	case presumedUsual:
		charge.Reason = q.voice.say("reason_ieps_usual", "category", charge.Description, "field", string(rule.limit.fact))
		charge.Certainty = charge.Certainty.Worse(tariff.CertaintyUnconfirmed)
	case presumedNot:
	}
	return charge
}

func (q taxation) exciseCharges(rule iepsRule) {
	if rule.adValorem != nil {
		charge := q.exciseCharge(rule, RateTypeAdValorem)
		charge.Rate, charge.Base = number(*rule.adValorem), baseExcise
		charge.Formula = q.voice.say("formula_ieps", "rate", percent(*rule.adValorem))
		amount := times(sum(q.value, q.igi, q.cc, q.dta), rule.adValorem)
		charge.Amount = moneyOrNil(amount)
		q.ieps = sum(q.ieps, amount)
		q.tax(charge)
	}
	if rule.quota != nil {
		q.exciseQuota(rule)
	}
}

// exciseQuota is an amount for each litre, cigarette or tonne.
func (q taxation) exciseQuota(rule iepsRule) {
	charge := q.exciseCharge(rule, RateTypeSpecific)
	charge.Rate, charge.Base = number(*rule.quota), string(rule.quantity)
	charge.Currency, charge.PerUnit = "MXN", rule.per
	charge.Formula = q.voice.say("formula_quota", "rate", rule.quota.String(), "base", q.voice.label(rule.quantity))
	quantity := q.counted(rule.quantity)
	if quantity == nil {
		q.ask(rule.quantity)
	}
	amount := times(rule.quota, quantity)
	charge.Amount = moneyOrNil(amount)
	q.ieps = sum(q.ieps, amount)
	q.tax(charge)
}

// counted is the quantity a quota is charged on: the stated fact, or the quantity of the line where
// its unit measures the same.
func (q taxation) counted(fact Fact) *decimal.Decimal {
	if n, told := q.known.number(fact); told {
		return &n
	}
	switch fact { //nolint:exhaustive // only quantities convert
	case FactLitres:
		return q.quantityIn("L")
	case FactTonnes:
		return q.quantityIn("t")
	}
	return nil
}

// exciseUndecided is the charge of a category whose rate hangs on a missing number.
func (q taxation) exciseUndecided(rule iepsRule, rules []iepsRule) {
	var choices []string
	for _, other := range rules {
		if other.category == rule.category && other.on(q.date) && other.limit.fact == rule.limit.fact {
			choices = append(choices, other.name.in(q.voice.language)+": "+other.rateText())
		}
	}
	charge := q.exciseCharge(rule, RateTypeAdValorem)
	charge.Base = baseExcise
	if rule.quota != nil {
		charge.RateType, charge.Base, charge.Currency, charge.PerUnit = RateTypeSpecific, string(rule.quantity), "MXN", rule.per
	}
	charge.Description = q.voice.say("describe_IEPS")
	charge.Reason = q.voice.say("reason_ieps_undecided", "choices", strings.Join(choices, "; "), "fact", q.voice.label(rule.limit.fact))
	if rule.quota == nil {
		charge.Formula = q.voice.say("formula_ieps", "rate", q.voice.say("rate_by", "fact", q.voice.label(rule.limit.fact)))
	} else {
		charge.Formula = q.voice.say("formula_quota", "rate", q.voice.say("rate_by", "fact", q.voice.label(rule.limit.fact)), "base", q.voice.label(rule.quantity))
	}
	q.ieps = nil
	q.ask(rule.limit.fact)
	q.tax(charge)
}

func (r iepsRule) rateText() string {
	if r.quota != nil {
		return r.quota.String() + " MXN/" + r.per
	}
	return percent(*r.adValorem)
}

func percent(fraction decimal.Decimal) string {
	shown, err := fraction.Mul(decimal.Hundred)
	if err != nil {
		return fraction.String()
	}
	return shown.Trim(0).String() + " %"
}

// basePrice is the price of one vehicle with what its import pays except IVA.
const basePrice = "price_of_vehicle"

// carTax adds the ISAN of a new car: the bracket of its price, per vehicle (LFISAN 3), or the
// exemption of its kind.
func (q taxation) carTax() {
	q.isan = &decimal.Zero
	for goods := range q.rules.isanGoods.each(q.line.Code) {
		if !goods.on(q.date) || !goods.covers(q.line.Code) {
			continue
		}
		outcome := goods.judge(q.known)
		switch outcome.applies {
		case AppliesNo:
			continue
		case AppliesMay:
			q.open = true
			q.ask(outcome.fact)
			q.skip(q.voice.say("skip_isan", "goods", goods.name.in(q.voice.language)))
			continue
		case AppliesYes:
		}
		if !outcome.decided {
			q.ask(outcome.fact)
		}
		if goods.exempt {
			q.carTaxExempt(*goods)
		} else {
			q.carTaxCharge(*goods)
		}
		return
	}
}

func (q taxation) carTaxExempt(goods isanGoods) {
	charge := q.charge("ISAN", RateTypeExempt, goods.Provision, goods.legal)
	charge.Rate, charge.Base = number(decimal.Zero), basePrice
	charge.Description = q.voice.say("describe_ISAN")
	charge.Reason = q.voice.say("reason_isan_exempt", "goods", goods.name.in(q.voice.language))
	charge.Formula = q.voice.say("formula_free", "duty", "ISAN")
	charge.Amount = moneyOrNil(q.valueTimes(decimal.Zero))
	q.tax(charge)
}

func (q taxation) carTaxCharge(goods isanGoods) {
	brackets := q.rules.isanOn(q.date)
	q.isan = nil
	if len(brackets) == 0 {
		q.skip(q.voice.say("skip_isan_date", "date", string(q.date)))
		return
	}
	bracket, each := brackets[0], q.carPrice()
	charge := q.charge("ISAN", RateTypeAdValorem, bracket.Provision, goods.legal)
	charge.Base, charge.Description = basePrice, q.voice.say("describe_ISAN")
	charge.Reason = q.voice.say("reason_isan_price")
	charge.Formula = q.voice.say("formula_isan", "above", q.voice.say("word_above"), "fixed", q.voice.say("word_fixed"), "rate", q.voice.say("word_rate"))
	if each == nil {
		q.suggest(q.voice.say("ask_car_price"))
		q.tax(charge)
		return
	}
	for _, b := range brackets {
		if each.Cmp(b.above) >= 0 {
			bracket = b
		}
	}
	q.isan = times(bracket.taxOn(*each, q.rules, q.date), q.quantity)
	charge.Rate = number(bracket.rate)
	charge.Reason = q.voice.say("reason_isan", "price", each.String())
	charge.Formula = q.voice.say("formula_isan", "above", bracket.above.String(), "fixed", bracket.fixed.String(), "rate", percent(bracket.rate))
	charge.Amount = moneyOrNil(q.isan)
	q.tax(charge)
}

// carPrice is the price of one vehicle with what its import pays except IVA; nil where value or
// number of vehicles is not given.
func (q taxation) carPrice() *decimal.Decimal {
	total := sum(q.value, q.igi, q.cc, q.dta)
	if total == nil || q.quantity == nil {
		return nil
	}
	each, err := total.Quo(*q.quantity)
	if err != nil {
		return nil
	}
	rounded, ok := centavos(each)
	if !ok {
		return nil
	}
	return &rounded
}

// taxOn is the tax on one vehicle of a price: fixed + rate × (price − lower bound), less 7 % of what
// exceeds the luxury threshold, then exempt in whole or half for cheap cars.
func (b isanBracket) taxOn(price decimal.Decimal, rules *Rules, date tariff.Date) *decimal.Decimal {
	excess, err := price.Sub(b.above)
	if err != nil {
		return nil
	}
	tax := sum(&b.fixed, times(&excess, &b.rate))
	luxury, known := rules.amountOn("isan_reduction_over", date)
	rate, rated := rules.amountOn("isan_reduction_rate", date)
	if known && rated && tax != nil && price.Cmp(luxury.value) > 0 {
		over, _ := price.Sub(luxury.value)
		if less := times(&over, &rate.value); less != nil {
			reduced, _ := tax.Sub(*less)
			tax = &reduced
		}
	}
	free, hasFree := rules.amountOn("isan_exempt", date)
	half, hasHalf := rules.amountOn("isan_half", date)
	switch {
	case hasFree && price.Cmp(free.value) <= 0:
		return &decimal.Zero
	case hasHalf && price.Cmp(half.value) <= 0:
		fifty := decimal.MustNew(5, 1)
		return times(tax, &fifty)
	}
	return tax
}
