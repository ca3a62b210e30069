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
