package quote

import (
	"slices"
	"strconv"
	"strings"

	"github.com/govalues/decimal"

	"tariffdesk/tariff"
)

// tolerated are the keys of restrictions that keep no parcel from the simplified procedures: registers,
// notices that the courier files, seals, packaging, and compensatory duties, which are paid apart.
func tolerated(key string) bool {
	return strings.HasPrefix(key, "PADRON") || slices.Contains([]string{"NOM-144", "LITIO", nameCC, "IMMEX", "MARBETE", "S2", "AV"}, key)
}

// isNotice are the keys of notices: the procedure allows them, its reliefs do not.
func isNotice(key string) bool { return key == "S2" || key == "AV" }

// withoutExemption are goods that the exemption from standards for couriers and low value leaves out
// (SE rules, accord of 2026-05-29).
func withoutExemption(code string) bool {
	return strings.HasPrefix(code, "851713") || strings.HasPrefix(code, "851714")
}

// hindrance tells how the goods of a parcel limit the simplified procedures.
type hindrance struct {
	channel   Channel
	lawful    bool
	relief    bool // no non-tariff regulation stands in the way of a relief
	certainty tariff.Certainty
	reasons   []string
}

func (w *parcelWork) hindrances(channel Channel) hindrance {
	h := hindrance{channel: channel, lawful: true, relief: true, certainty: tariff.CertaintyVerified}
	for n, i := range w.of {
		number, code := strconv.Itoa(i+1), w.lines[i].HSCode
		if w.quoted[n].barred() {
			h.lawful = false
			h.reasons = append(h.reasons, w.voice.say("parcel_prohibited", "item", number))
			continue
		}
		if withoutExemption(code) {
			h.lawful = false
			h.reasons = append(h.reasons, w.voice.say("parcel_nom", "item", number, "goods", code))
		}
		if channel == ChannelPostal && goodsOf(code, nil) != goodsAll {
			h.lawful = false
			h.reasons = append(h.reasons, w.voice.say("parcel_post_goods", "item", number))
		}
		w.permits(&h, number, w.quoted[n].Restrictions)
	}
	return h
}

func (w *parcelWork) permits(h *hindrance, number string, restrictions []Restriction) {
	for _, r := range restrictions {
		if r.Applies == AppliesYes && isNotice(r.Key) {
			h.relief = false
			h.reasons = append(h.reasons, w.voice.say("parcel_no_relief", "item", number, "restriction", r.Name))
		}
		if r.Applies == AppliesNo || tolerated(r.Key) {
			continue
		}
		if r.Applies == AppliesYes && !r.automatic { // whether automatic permits reach parcels is to be confirmed
			h.lawful, h.relief = false, false
			h.reasons = append(h.reasons, w.voice.say("parcel_permit", "item", number, "restriction", r.Name))
			continue
		}
		h.certainty = tariff.CertaintyUnconfirmed
		h.reasons = append(h.reasons, w.voice.say("parcel_may_permit", "item", number, "restriction", r.Name))
	}
}

// simplified prices a parcel at the global rate of a channel: tax = customs value × rate, rounded half up to
// centavos once for the parcel. Compensatory duties are paid apart and added.
func (w *parcelWork) simplified(channel Channel) ParcelAlternative {
	h := w.hindrances(channel)
	a := ParcelAlternative{Channel: channel, Lawful: h.lawful, Certainty: h.certainty, Reasons: append([]string{}, h.reasons...), Vintage: w.engine.rules.Vintage}
	limit := w.engine.rules.simplifiedLimit(channel, w.parcel.Date)
	switch {
	case limit == nil || w.usd == nil:
		a.Lawful = false
		a.Reasons = append(a.Reasons, w.voice.say("parcel_no_rule", "channel", w.channelName(channel), "date", string(w.parcel.Date)))
	case w.usd.Cmp(*limit) > 0:
		a.Lawful = false
		a.Reasons = append(a.Reasons, w.voice.say("parcel_over_limit", "channel", w.channelName(channel), "value", w.usd.String(), "limit", limit.String()))
	}
	if !a.Lawful {
		a.Totals, a.Certainty = w.totals(nil, nil, nil), tariff.CertaintySecondary
		return a
	}
	w.rates(&a, h.relief)
	duties, taxes := &decimal.Zero, &decimal.Zero
	for _, charge := range a.lines {
		duties, taxes = sum(duties, charge.duties), sum(taxes, charge.taxes)
	}
	a.Totals = w.totals(duties, taxes, &decimal.Zero)
	a.Complete = a.Complete && a.Totals.Landed != nil
	a.Reasons = append(a.Reasons, w.voice.say("parcel_no_split"))
	return a
}

// rates finds the row of every item and charges it.
func (w *parcelWork) rates(a *ParcelAlternative, relief bool) {
	a.Complete = true
	a.lines = make([]parcelCharge, len(w.lines))
	cc := w.compensatory()
	var charged []int // items with a rate, and the tax of each, not rounded
	var exact []decimal.Decimal
	rows := map[parcelGoods]*simplified{}
	var said []*simplified // rows whose reasons stand
	for i := range w.lines {
		goods := w.goodsAt(i)
		row, looked := rows[goods]
		if !looked {
			row = w.engine.rules.simplifiedFor(a.Channel, goods, w.from, *w.usd, w.parcel.Date, relief)
			rows[goods] = row
		}
		if row == nil {
			a.Lawful, a.Complete = false, false
			a.Reasons = append(a.Reasons, w.voice.say("parcel_no_rule", "channel", w.channelName(a.Channel), "date", string(w.parcel.Date)))
			continue
		}
		charge := parcelCharge{rate: row.rate, duties: cc[i], legal: row.legal, certainty: row.Certainty}
		first := !slices.Contains(said, row)
		if row.rate == nil {
			a.Reasons = append(a.Reasons, w.voice.say("parcel_rate_unknown", "item", strconv.Itoa(i+1), "rule", row.name.in(w.parcel.Language)))
		} else {
			tax, _ := w.values[i].Mul(*row.rate) // at most sevenfold a value within the limit
			charged, exact = append(charged, i), append(exact, tax)
			if first {
				w.reason(a, row.legal+": "+row.name.in(w.parcel.Language)+" ("+percent(*row.rate)+").")
			}
		}
		if cc[i] == nil {
			a.Reasons = append(a.Reasons, w.voice.say("parcel_cc_open", "item", strconv.Itoa(i+1)))
		}
		if first {
			said = append(said, row)
			w.reliefReasons(a, row)
		}
		a.lines[i] = charge
		a.Rate, a.Codes, a.LegalRef = numberOrNil(row.rate), row.codes, row.legal
		a.Certainty = a.Certainty.Worse(row.Certainty)
	}
	for n, tax := range spread(exact) {
		a.lines[charged[n]].taxes = tax
	}
}

func (w *parcelWork) reliefReasons(a *ParcelAlternative, row *simplified) {
	if row.relief != "" {
		w.reason(a, w.voice.say("parcel_transport"))
	}
	if row.relief == reliefDTA {
		w.reason(a, w.voice.say("parcel_dta_share"))
		a.Complete = false
	}
	if row.rate != nil && row.rate.IsPos() {
		w.reason(a, w.voice.say("parcel_global"))
	}
}

func (w *parcelWork) reason(a *ParcelAlternative, text string) {
	if !slices.Contains(a.Reasons, text) {
		a.Reasons = append(a.Reasons, text)
	}
}

// goodsAt sorts an item by the rates of RGCE 3.7.6. Descriptions are read for degrees only where these decide.
func (w *parcelWork) goodsAt(i int) parcelGoods {
	code := w.lines[i].HSCode
	switch goods := goodsOf(code, nil); goods {
	case goodsAlcoholLow, goodsAlcoholMid, goodsAlcoholHigh:
		return goodsOf(code, w.degrees(i))
	case goodsAll, goodsCigarettes, goodsCigars:
		return goods
	}
	return goodsAll
}

// degrees is the alcohol an item states, or its description tells.
func (w *parcelWork) degrees(i int) *decimal.Decimal {
	item := w.parcel.Items[i]
	if item.Alcohol != nil {
		return &item.Alcohol.Decimal
	}
	if told, found := describedNumbers(fold(item.Description))[FactAlcoholDegrees]; found {
		return &told
	}
	return nil
}

// compensatory is the compensatory duty of every item: zero where no order concerns it, nil where one
// is open.
func (w *parcelWork) compensatory() []*decimal.Decimal {
	all := make([]*decimal.Decimal, len(w.lines))
	for i := range all {
		all[i] = &decimal.Zero
	}
	for n, i := range w.of {
		for _, r := range w.quoted[n].Restrictions {
			if r.Key == nameCC && r.Applies == AppliesMay {
				all[i] = nil
			}
		}
		for _, charge := range w.quoted[n].Tariffs {
			if charge.Name == nameCC {
				all[i] = sum(all[i], decimalOf(charge.Amount))
			}
		}
	}
	return all
}

// pedimento sums the quotes of the lines: they cross under one pedimento.
func (w *parcelWork) pedimento() ParcelAlternative {
	a := ParcelAlternative{
		Channel: ChannelPedimento, Lawful: true, Complete: len(w.of) == len(w.lines) && w.onDay, Certainty: tariff.CertaintyVerified,
		LegalRef: "LA 35, 36-A, 43", Codes: "A1", Reasons: []string{w.voice.say("parcel_register")}, Vintage: w.engine.schedule.Vintage,
		lines: make([]parcelCharge, len(w.lines)),
	}
	if !w.onDay {
		a.Lawful = false
		a.Reasons = append(a.Reasons, w.voice.say("parcel_day", "date", string(w.parcel.Date)))
		a.Totals = w.totals(nil, nil, nil)
		return a
	}
	duties, taxes, fees := &decimal.Zero, &decimal.Zero, &decimal.Zero
	for n, i := range w.of {
		item := w.quoted[n]
		charge, fee := chargesOf(item)
		a.lines[i] = charge
		duties, taxes, fees = sum(duties, charge.duties), sum(taxes, charge.taxes), sum(fees, fee)
		if n == 0 && item.Amounts != nil { // once for the pedimento
			fees = sum(fees, decimalOf(item.Amounts.PerPedimento))
		}
		a.Certainty = a.Certainty.Worse(charge.certainty)
		number := strconv.Itoa(i + 1)
		switch {
		case item.barred():
			a.Lawful, a.Complete = false, false
			a.Reasons = append(a.Reasons, w.voice.say("parcel_prohibited", "item", number))
		case item.Amounts == nil || !item.Amounts.Complete:
			a.Complete = false
			a.Reasons = append(a.Reasons, w.voice.say("parcel_quote_open", "item", number))
		}
	}
	if len(w.of) < len(w.lines) {
		duties = nil
	}
	a.Totals = w.totals(duties, taxes, fees)
	return a
}

// chargesOf sorts the charges of a quote into duties, taxes and the share of the fee; what a pedimento
// pays once stands apart.
func chargesOf(item Item) (parcelCharge, *decimal.Decimal) {
	c := parcelCharge{duties: &decimal.Zero, taxes: &decimal.Zero, certainty: tariff.CertaintyVerified, legal: lawOfDuty}
	fee := &decimal.Zero
	for _, charge := range item.Tariffs {
		c.duties = sum(c.duties, decimalOf(charge.Amount))
		c.certainty = c.certainty.Worse(charge.Certainty)
		if charge.Name == nameIGI {
			c.legal = charge.LegalRef
			c.rate = decimalOf(charge.Rate)
		}
	}
	for _, charge := range item.Taxes {
		switch charge.Name {
		case "DTA":
			fee = sum(fee, decimalOf(charge.Amount))
		case "PRV", "IVA/PRV":
		default:
			c.taxes = sum(c.taxes, decimalOf(charge.Amount))
		}
		c.certainty = c.certainty.Worse(charge.Certainty)
	}
	if item.undecided() { // a compensatory duty is open
		c.duties = nil
	}
	return c, fee
}

// totals adds what the buyer pays: the price of the goods, what the border charges, and fees.
func (w *parcelWork) totals(duties, taxes, fees *decimal.Decimal) ParcelTotals {
	goods, less := sum(w.goods...), w.off.Neg()
	return ParcelTotals{
		Goods: moneyOrNil(goods), Discount: money(w.off), Freight: money(w.freight), Insurance: money(w.insured),
		Duties: moneyOrNil(duties), Taxes: moneyOrNil(taxes), Fees: moneyOrNil(fees), SellerFee: money(w.seller), CarrierFee: money(w.carrier),
		Landed: moneyOrNil(sum(goods, &less, &w.freight, &w.insured, duties, taxes, fees, &w.seller, &w.carrier)),
	}
}

// barred reports whether the operation is prohibited.
func (i Item) barred() bool {
	return slices.ContainsFunc(i.Tariffs, func(c Charge) bool { return c.RateType == RateTypeProhibited })
}

// undecided reports whether an order of compensatory duties may concern the goods.
func (i Item) undecided() bool {
	return slices.ContainsFunc(i.Restrictions, func(r Restriction) bool { return r.Key == nameCC && r.Applies == AppliesMay })
}
