package quote

import "github.com/govalues/decimal"

// baseIVA is the base of the value added tax of an import (LIVA 27).
const baseIVA = "customs_value+IGI+CC+DTA+IEPS+ISAN"

// valueAddedTax adds the IVA of an import: nothing for goods at zero or exempt at home (LIVA 25-III),
// the general rate otherwise. While a fact decides, the general rate is shown and the fact asked.
func (q taxation) valueAddedTax() {
	general, known := q.rules.amountOn("iva", q.date)
	if !known {
		q.skip(q.voice.say("skip_iva", "date", string(q.date)))
		return
	}
	reason := q.voice.say("reason_iva")
	rule, outcome := q.zeroRule()
	if rule != nil && outcome.applies == AppliesYes {
		q.zeroIVA(rule)
		return
	}
	charge := q.charge("IVA", RateTypeAdValorem, general.Provision, general.legal)
	if rule != nil {
		q.ask(outcome.fact)
		reason = q.voice.say("reason_iva_may", "goods", rule.name.in(q.voice.language))
		charge.Certainty = charge.Certainty.Worse(rule.Certainty)
	}
	q.iva = times(sum(q.value, q.igi, q.cc, q.dta, q.ieps, q.isan), &general.value)
	charge.Rate, charge.Base, charge.Reason = number(general.value), baseIVA, reason
	charge.Description = q.voice.say("describe_IVA")
	if q.entry.iva == "" {
		q.entry.iva = q.voice.say("formula_iva", "rate", percent(general.value))
	}
	charge.Formula = q.entry.iva
	charge.Amount = moneyOrNil(q.iva)
	q.tax(charge)
}

// zeroRule finds the rule that frees the product from IVA, or the one that may.
func (q taxation) zeroRule() (*ivaRule, verdict) {
	var possible *ivaRule
	var open verdict
	for rule := range q.rules.iva.each(q.line.Code) {
		if !rule.on(q.date) || !rule.covers(q.line.Code) {
			continue
		}
		outcome := rule.judge(q.known)
		switch rule.limit.holds(q.known) {
		case answerNo:
			continue
		case answerUnknown:
			if outcome.applies == AppliesYes {
				outcome = verdict{applies: AppliesMay, fact: rule.limit.fact}
			}
		case answerYes:
		}
		switch outcome.applies {
		case AppliesYes:
			return rule, outcome
		case AppliesMay:
			if possible == nil {
				possible, open = rule, outcome
			}
		case AppliesNo:
		}
	}
	return possible, open
}

func (q taxation) zeroIVA(rule *ivaRule) {
	charge := q.charge("IVA", RateTypeExempt, rule.Provision, rule.legal+"; LIVA 25-III")
	charge.Rate, charge.Base = number(decimal.Zero), baseIVA
	charge.Description = q.voice.say("describe_IVA")
	charge.Reason = q.voice.say("reason_iva_zero", "goods", rule.name.in(q.voice.language))
	charge.Formula = q.voice.say("formula_free", "duty", "IVA")
	q.iva = &decimal.Zero
	if q.value != nil {
		charge.Amount = money(decimal.Zero)
	}
	q.tax(charge)
}

// prevalidation adds the fee for checking the pedimento before it is lodged and the IVA on it. They
// are due once a pedimento and stand outside the base of the IVA of the goods.
func (q taxation) prevalidation() {
	if q.entry.prv == nil {
		q.entry.prv = q.prevalidated()
	}
	if len(q.entry.prv) == 0 {
		q.skip(q.voice.say("skip_prv", "date", string(q.date)))
		q.pedimento = nil
		return
	}
	for _, charge := range q.entry.prv {
		q.tax(charge)
		q.pedimento = sum(q.pedimento, decimalOf(charge.Amount))
	}
}

// prevalidated are the charges of a pedimento on the day; none where no amount is held for it.
func (q taxation) prevalidated() []Charge {
	fee, known := q.rules.amountOn("prv", q.date)
	iva, rated := q.rules.amountOn("iva", q.date)
	if !known || !rated {
		return []Charge{}
	}
	charge := q.charge("PRV", RateTypeSpecific, fee.Provision, fee.legal)
	charge.Rate, charge.Base, charge.Currency, charge.PerUnit = number(fee.value), basePedimento, "MXN", "pedimento"
	charge.Description, charge.Reason = q.voice.say("describe_PRV"), q.voice.say("reason_prv")
	charge.Formula = q.voice.say("formula_dta_fixed", "amount", fee.value.String())
	charge.Amount = money(fee.value)

	vat := q.charge("IVA/PRV", RateTypeAdValorem, fee.Provision, "LIVA 1; "+fee.legal)
	vat.Rate, vat.Base = number(iva.value), "PRV"
	vat.Description, vat.Reason = q.voice.say("describe_IVA_PRV"), q.voice.say("reason_iva_prv")
	vat.Formula = q.voice.say("formula_iva_prv", "rate", percent(iva.value))
	vat.Amount = moneyOrNil(times(&fee.value, &iva.value))
	return []Charge{charge, vat}
}
