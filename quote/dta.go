package quote

import (
	"strings"

	"github.com/govalues/decimal"

	"tariffdesk/tariff"
)

// headingGold is the heading of the gold that LFD 49-VIII caps.
const headingGold = "7108"

// dtaShare is the part of the customs processing fee, the derecho de trámite aduanero, that one product pays.
type dtaShare struct {
	effect dtaEffect
	source string // the agreement behind an effect
	gold   bool
	amount *decimal.Decimal
}

// shareDTA settles the fee of a pedimento: 8 per mil of the customs value with a minimum for the
// pedimento (LFD 49-I), a fixed amount (RGCE 5.1.5) or nothing (RGCE 5.1.4) where the product has
// proof of origin. What is due once is shared by customs value, centavo by centavo.
func (r *Rules) shareDTA(products []*quotation) []dtaShare {
	shares := make([]dtaShare, len(products))
	for i, q := range products {
		shares[i] = taxation{q}.dtaEffect()
	}
	for _, effect := range []dtaEffect{dtaFull, dtaFixed} {
		var group []int
		for i, share := range shares {
			if share.effect == effect && !share.gold {
				group = append(group, i)
			}
		}
		r.shareGroup(effect, group, products, shares)
	}
	return shares
}

// dtaEffect picks the effect a product can claim: with stated proof of origin, the best of its
// agreements, and for gold the cap of LFD 49-VIII.
func (q taxation) dtaEffect() dtaShare {
	share := dtaShare{effect: dtaFull}
	if q.direction == DirectionImport && strings.HasPrefix(q.line.Code, headingGold) {
		share.gold = true
		share.amount = q.goldFee()
	}
	if !q.product.Flags[FactCertificate] {
		return share
	}
	for _, a := range q.claimable() {
		if a.dta.rank() < share.effect.rank() {
			share.effect, share.source, share.gold = a.dta, a.title.in(q.voice.language), false
		}
	}
	if share.effect == dtaExempt {
		share.amount = &decimal.Zero
	}
	return share
}

// claimable are the agreements whose effect on the fee a product has: the one it is imported under, or
// those with the country where none is named.
func (q taxation) claimable() []agreement {
	if q.claim.stated && (q.product.Agreement != "" || !q.claim.open) {
		return []agreement{q.claim.agreement}
	}
	return q.rules.agreementsWith(q.country.iso2, q.line.Code, q.date)
}

func (q taxation) goldFee() *decimal.Decimal {
	rate, known := q.rules.amountOn("dta_rate", q.date)
	limit, capped := q.rules.amountOn("dta_gold_maximum", q.date)
	if !known || !capped || q.value == nil {
		return nil
	}
	fee := q.valueTimes(rate.value)
	if fee != nil && fee.Cmp(limit.value) > 0 {
		fee = &limit.value
	}
	return fee
}

// shareGroup divides the fee of the products under one effect.
func (r *Rules) shareGroup(effect dtaEffect, group []int, products []*quotation, shares []dtaShare) {
	if len(group) == 0 {
		return
	}
	total := decimal.Zero
	for _, i := range group {
		if products[i].value == nil { // the minimum of the pedimento cannot be told
			r.feeAlone(effect, group, products, shares)
			return
		}
		next, err := total.Add(*products[i].value)
		if err != nil {
			return
		}
		total = next
	}
	fee := r.pedimentoFee(effect, total, products[group[0]].date)
	if fee == nil {
		return
	}
	r.prorate(*fee, group, products, shares)
}

// pedimentoFee is the fee on a customs value of all products together; nil where no amount is held
// for the day.
func (r *Rules) pedimentoFee(effect dtaEffect, total decimal.Decimal, date tariff.Date) *decimal.Decimal {
	if effect == dtaFixed {
		fixed, known := r.amountOn("dta_fixed", date)
		if !known {
			return nil
		}
		return &fixed.value
	}
	rate, known := r.amountOn("dta_rate", date)
	minimum, bounded := r.amountOn("dta_minimum", date)
	if !known || !bounded {
		return nil
	}
	fee := times(&total, &rate.value)
	if fee != nil && fee.Cmp(minimum.value) < 0 {
		return &minimum.value
	}
	return fee
}

// feeAlone gives a product of known value its 8 per mil when another product's value is missing and
// the line alone exceeds the minimum.
func (r *Rules) feeAlone(effect dtaEffect, group []int, products []*quotation, shares []dtaShare) {
	for _, i := range group {
		if effect != dtaFull || products[i].value == nil {
			continue
		}
		rate, known := r.amountOn("dta_rate", products[i].date)
		minimum, bounded := r.amountOn("dta_minimum", products[i].date)
		fee := products[i].valueTimes(rate.value)
		if known && bounded && fee != nil && fee.Cmp(minimum.value) >= 0 {
			shares[i].amount = fee
		}
	}
}

// prorate shares a fee by value.
func (r *Rules) prorate(fee decimal.Decimal, group []int, products []*quotation, shares []dtaShare) {
	values := make([]decimal.Decimal, len(group))
	for n, i := range group {
		values[n] = *products[i].value
	}
	parts := Prorate(fee, values)
	if parts == nil { // nothing has a value to share by: the first product bears the fee
		parts = make([]decimal.Decimal, len(group))
		parts[0] = fee
	}
	for n, i := range group {
		shares[i].amount = &parts[n]
	}
}

// chargeDTA adds the fee of an import to the taxes.
func (q taxation) chargeDTA(share dtaShare) {
	key := map[dtaEffect]string{dtaFull: "dta_rate", dtaFixed: "dta_fixed", dtaExempt: "dta_rate"}[share.effect]
	a, known := q.rules.amountOn(key, q.date)
	if !known {
		q.skip(q.voice.say("skip_dta", "date", string(q.date)))
		return
	}
	q.dta = share.amount
	plain := share.effect == dtaFull && !share.gold
	if plain && q.entry.fee != nil {
		charge := *q.entry.fee
		charge.Amount = moneyOrNil(q.dta)
		q.tax(charge)
		return
	}
	charge := q.charge("DTA", RateTypeAdValorem, a.Provision, a.legal)
	charge.Rate, charge.Base = number(a.value), baseValue
	charge.Reason = q.voice.say("reason_dta_full")
	charge.Formula = q.voice.say("formula_dta", "rate", q.voice.perMil(a.value), "minimum", q.amountText("dta_minimum"))
	switch {
	case share.gold:
		charge.Reason = q.voice.say("reason_dta_gold")
		charge.Formula = q.voice.say("formula_dta_gold", "rate", q.voice.perMil(a.value), "maximum", q.amountText("dta_gold_maximum"))
		charge.LegalRef = "LFD 49-VIII"
	case share.effect == dtaFixed:
		charge.RateType, charge.Currency, charge.PerUnit, charge.Base = RateTypeSpecific, "MXN", "pedimento", basePedimento
		charge.Reason = q.voice.say("reason_dta_fixed", "agreement", share.source)
		charge.Formula = q.voice.say("formula_dta_fixed", "amount", a.value.String())
	case share.effect == dtaExempt:
		charge.RateType, charge.Rate, charge.LegalRef = RateTypeExempt, number(decimal.Zero), "RGCE 5.1.4"
		charge.Reason = q.voice.say("reason_dta_exempt", "agreement", share.source)
		charge.Formula = q.voice.say("formula_free", "duty", "DTA")
	}
	charge.Description = q.voice.say("describe_DTA")
	if plain {
		shared := charge
		q.entry.fee = &shared
	}
	charge.Amount = moneyOrNil(q.dta)
	q.tax(charge)
}

func (q taxation) amountText(key string) string {
	a, known := q.rules.amountOn(key, q.date)
	if !known {
		return "?"
	}
	return a.value.String()
}

// exportTaxes adds what an export pays beside the duty: the fixed fee and IVA at zero.
func (q taxation) exportTaxes(share dtaShare) {
	if iva, known := q.rules.amountOn("iva_export", q.date); known {
		charge := q.charge("IVA", RateTypeAdValorem, iva.Provision, iva.legal)
		charge.Rate, charge.Base = number(iva.value), baseValue
		charge.Description, charge.Reason = q.voice.say("describe_IVA"), q.voice.say("reason_iva_export")
		charge.Formula = q.voice.say("formula_free", "duty", "IVA")
		charge.Amount = moneyOrNil(q.valueTimes(iva.value))
		q.tax(charge)
	}
	fee, known := q.rules.amountOn("dta_export", q.date)
	if !known {
		q.skip(q.voice.say("skip_dta", "date", string(q.date)))
		q.pedimento = nil
		return
	}
	charge := q.charge("DTA", RateTypeSpecific, fee.Provision, fee.legal)
	charge.Rate, charge.Currency, charge.PerUnit, charge.Base = number(fee.value), "MXN", "pedimento", basePedimento
	charge.Description, charge.Reason = q.voice.say("describe_DTA"), q.voice.say("reason_dta_export")
	charge.Formula = q.voice.say("formula_dta_fixed", "amount", fee.value.String())
	amount := fee.value
	if share.effect == dtaExempt {
		charge.RateType, charge.Rate, charge.LegalRef = RateTypeExempt, number(decimal.Zero), "RGCE 5.1.4"
		charge.Currency, charge.PerUnit = "", ""
		charge.Reason = q.voice.say("reason_dta_exempt", "agreement", share.source)
		charge.Formula = q.voice.say("formula_free", "duty", "DTA")
		amount = decimal.Zero
	}
	charge.Amount = money(amount)
	q.pedimento = sum(q.pedimento, &amount)
	q.tax(charge)
}
