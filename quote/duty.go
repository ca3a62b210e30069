package quote

import (
	"github.com/govalues/decimal"

	"tariffdesk/tariff"
)

// Names of the duties as the pedimento and the law write them.
const (
	nameIGI = "IGI"
	nameIGE = "IGE"
)

// lawOfDuty sets both duties.
const lawOfDuty = "LIGIE art. 1"

// importDuty adds the general import duty. IGI = customs value × ad valorem + specific rate × USD
// exchange rate × quantity (LA 51, LIGIE 1).
func (q duties) importDuty() {
	charges, amount := q.duty(nameIGI, q.line.Import, lawOfDuty)
	q.general = amount
	if q.quotaDuty() || q.preferentialDuty() {
		return
	}
	q.item.Tariffs, q.igi = append(q.item.Tariffs, charges...), amount
	if len(charges) == 0 {
		q.skip(q.voice.say("unknown_duty", "duty", nameIGI, "code", q.lineText))
	}
}

// exportDuty adds the general export duty on the commercial value.
func (q duties) exportDuty() {
	charges, amount := q.duty(nameIGE, q.line.Export, lawOfDuty)
	q.item.Tariffs, q.igi = append(q.item.Tariffs, charges...), amount
	if len(charges) == 0 {
		q.skip(q.voice.say("unknown_duty", "duty", nameIGE, "code", q.lineText))
	}
}

// duty turns a rate into its charges and their total; nil where a fact is missing.
func (q duties) duty(name string, rate tariff.Rate, legal string) ([]Charge, *decimal.Decimal) {
	if q.barred && rate.Kind != tariff.RateProhibited {
		return []Charge{q.prohibited(name, legal)}, nil
	}
	switch rate.Kind {
	case tariff.RateFree:
		charge := q.dutyCharge(name, RateTypeExempt, legal)
		charge.Rate, charge.Base = number(decimal.Zero), baseValue
		charge.Reason = q.voice.say("reason_duty_free", "code", q.lineText)
		charge.Formula = q.voice.say("formula_free", "duty", name)
		if q.value != nil {
			charge.Amount = money(decimal.Zero)
		}
		return []Charge{charge}, q.valueTimes(decimal.Zero)
	case tariff.RateAdValorem:
		charge, amount := q.adValorem(name, rate, legal)
		return []Charge{charge}, amount
	case tariff.RateSpecific:
		charge, amount := q.specific(name, rate, legal)
		return []Charge{charge}, amount
	case tariff.RateMixed:
		first, a := q.adValorem(name, rate, legal)
		second, b := q.specific(name, rate, legal)
		return []Charge{first, second}, sum(a, b)
	case tariff.RateProhibited:
		return []Charge{q.prohibited(name, legal)}, nil
	case tariff.RateUnknown, tariff.RateCompound, tariff.RateProvision:
	}
	return nil, nil
}

const (
	baseValue     = "customs_value"
	baseQuantity  = "quantity"
	baseSugar     = "sugar_content_kg"
	basePedimento = "pedimento"
	perSugarKg    = "kg of sugar"
)

// factSugarFree is told by the description alone: nothing of the goods is sugar.
const factSugarFree Fact = "sugar_free"

func (q duties) dutyCharge(name string, kind RateType, legal string) Charge {
	p := Provision{From: q.line.From, To: q.until, Certainty: q.line.Certainty}
	charge := q.charge(name, kind, p, legal)
	charge.SourceVintage = q.vintage
	charge.Description = q.voice.say("describe_" + name)
	if q.line.Source != "" {
		charge.LegalRef = legal + "; " + q.line.Source
	}
	return charge
}

func (q duties) adValorem(name string, rate tariff.Rate, legal string) (Charge, *decimal.Decimal) {
	charge := q.dutyCharge(name, RateTypeAdValorem, legal)
	charge.Rate, charge.Base = number(rate.AdValorem), baseValue
	charge.Reason = q.voice.say("reason_duty_mfn", "code", q.lineText)
	charge.Formula = q.voice.say("formula_ad_valorem", "duty", name, "rate", percent(rate.AdValorem))
	amount := q.valueTimes(rate.AdValorem)
	charge.Amount = moneyOrNil(amount)
	return charge, amount
}

// specific is the part of a duty in US dollars for each unit. For the mixed duty of sugared goods
// the unit is the kilogram of sugar contained.
func (q duties) specific(name string, rate tariff.Rate, legal string) (Charge, *decimal.Decimal) {
	charge := q.dutyCharge(name, RateTypeSpecific, legal)
	charge.Rate, charge.Currency, charge.PerUnit = number(rate.Specific), rate.Currency, rate.PerUnit
	quantity := q.quantity
	charge.Base = baseQuantity
	base := q.voice.say("base_quantity")
	if rate.PerUnit == perSugarKg {
		charge.Base, quantity = baseSugar, nil
		base, charge.PerUnit = q.voice.label(FactSugarKg), q.voice.say("unit_kg_of_sugar")
		if kilograms, told := q.known.number(FactSugarKg); told {
			quantity = &kilograms
		} else if q.known.of(factSugarFree) == answerYes {
			quantity = &decimal.Zero
		} else {
			q.ask(FactSugarKg)
		}
	} else if quantity == nil {
		q.suggest(q.voice.say("ask_quantity", "unit", q.line.Unit))
	}
	if q.product.usdRate() == nil && (quantity == nil || !quantity.IsZero()) {
		q.suggest(q.voice.say("ask_usd_rate"))
	}
	charge.Reason = q.voice.say("reason_duty_specific", "code", q.lineText)
	charge.Formula = q.voice.say("formula_specific", "duty", name, "rate", rate.Specific.String(),
		"currency", rate.Currency, "base", base)
	amount := times(&rate.Specific, q.product.usdRate(), quantity)
	if quantity != nil && quantity.IsZero() {
		amount = &decimal.Zero
	}
	charge.Amount = moneyOrNil(amount)
	return charge, amount
}

func (q duties) prohibited(name, legal string) Charge {
	charge := q.dutyCharge(name, RateTypeProhibited, legal)
	charge.Reason = q.voice.say("reason_prohibited_"+string(q.direction), "code", q.lineText)
	charge.Base = baseValue
	if q.ban != nil {
		charge.Reason = q.ban.name + ". " + measures(q).reason(q.ban)
		charge.LegalRef, charge.Certainty = q.ban.source, q.ban.certainty
	}
	return charge
}

func (q *quotation) valueTimes(rate decimal.Decimal) *decimal.Decimal { return times(q.value, &rate) }

func moneyOrNil(amount *decimal.Decimal) *Number {
	if amount == nil {
		return nil
	}
	return money(*amount)
}
