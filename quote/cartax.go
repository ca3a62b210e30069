package quote

import (
	"github.com/govalues/decimal"

	"tariffdesk/tariff"
)

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
