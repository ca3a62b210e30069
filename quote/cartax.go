package quote

import (
	"strings"

	"github.com/govalues/decimal"
)

// Lines of vehicles in the words of the law on the tax on new cars.
const (
	headingCars   = "8703"
	headingBuses  = "8702"
	headingTrucks = "8704"
)

// carTax adds the ISAN of a new car: the bracket of its price, per vehicle. Cars driven by
// electricity are outside, and cheap ones exempt in whole or half (LFISAN 3, 8).
func (q *quotation) carTax() {
	q.isan = &decimal.Zero
	switch {
	case strings.HasPrefix(q.line.Code, headingBuses), strings.HasPrefix(q.line.Code, headingTrucks):
		q.skip(q.voice.say("skip_isan"))
		return
	case !strings.HasPrefix(q.line.Code, headingCars) || q.known.of(FactUsed) == answerYes:
		return
	}
	brackets := q.rules.isanOn(q.date)
	if len(brackets) == 0 {
		q.isan = nil
		q.skip(q.voice.say("skip_isan_date", "date", string(q.date)))
		return
	}
	if q.known.of(factElectricCar) == answerYes || q.line.Code[4:6] >= "40" && q.line.Code[4:6] <= "80" {
		charge := q.charge("ISAN", RateTypeExempt, brackets[0].Provision, "LFISAN 8-IV")
		charge.Rate, charge.Certainty, charge.Base = number(decimal.Zero), "unconfirmed", "price_of_vehicle"
		charge.Description, charge.Reason = q.voice.say("describe_ISAN"), q.voice.say("reason_isan_electric")
		charge.Formula = q.voice.say("formula_free", "duty", "ISAN")
		charge.Amount = moneyOrNil(q.valueTimes(decimal.Zero))
		q.tax(charge)
		return
	}
	if q.known.of(FactUsed) == answerUnknown {
		q.ask(FactUsed)
	}
	q.carTaxCharge(brackets)
}

const factElectricCar Fact = "electric_car"

func (q *quotation) carTaxCharge(brackets []isanBracket) {
	bracket, each := brackets[0], q.carPrice()
	charge := q.charge("ISAN", RateTypeAdValorem, bracket.Provision, "LFISAN 3; RMF 2026 Anexo 15")
	charge.Base = "price_of_vehicle"
	charge.Description = q.voice.say("describe_ISAN")
	charge.Reason = q.voice.say("reason_isan_price")
	charge.Formula = q.voice.say("formula_isan", "above", "?", "fixed", "?", "rate", "?")
	q.isan = nil
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
	tax := bracket.taxOn(*each, q)
	q.isan = times(tax, q.quantity)
	charge.Rate = number(bracket.rate)
	charge.Reason = q.voice.say("reason_isan", "price", each.String())
	charge.Formula = q.voice.say("formula_isan", "above", bracket.above.String(), "fixed", bracket.fixed.String(), "rate", bracket.rate.String())
	charge.Amount = moneyOrNil(q.isan)
	q.tax(charge)
}

// carPrice is the price of one vehicle with what its import pays except IVA; nil where value or
// number of vehicles is not given.
func (q *quotation) carPrice() *decimal.Decimal {
	total := sum(q.value, q.igi, q.dta)
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
func (b isanBracket) taxOn(price decimal.Decimal, q *quotation) *decimal.Decimal {
	excess, err := price.Sub(b.above)
	if err != nil {
		return nil
	}
	tax := sum(&b.fixed, times(&excess, &b.rate))
	luxury, known := q.rules.amountOn("isan_reduction_over", q.date)
	rate, rated := q.rules.amountOn("isan_reduction_rate", q.date)
	if known && rated && tax != nil && price.Cmp(luxury.value) > 0 {
		over, _ := price.Sub(luxury.value)
		if less := times(&over, &rate.value); less != nil {
			reduced, _ := tax.Sub(*less)
			tax = &reduced
		}
	}
	free, hasFree := q.rules.amountOn("isan_exempt", q.date)
	half, hasHalf := q.rules.amountOn("isan_half", q.date)
	switch {
	case hasFree && price.Cmp(free.value) <= 0:
		return &decimal.Zero
	case hasHalf && price.Cmp(half.value) <= 0:
		fifty := decimal.MustNew(5, 1)
		return times(tax, &fifty)
	}
	return tax
}
