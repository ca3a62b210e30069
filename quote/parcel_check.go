package quote

import (
	"fmt"
	"slices"
	"strings"

	"github.com/govalues/decimal"

	"tariffdesk/fail"
	"tariffdesk/tariff"
)

// prepared fills the defaults of a parcel in and checks every field, all problems at once.
func (e *Engine) prepared(p Parcel) (Parcel, error) {
	found := &problems{}
	p.inspectChannels(found)
	if p.Channel == "" {
		p.Channel = ChannelAuto
	}
	if p.Language == "" {
		p.Language = LanguageSpanish
	}
	if p.Consignee == "" {
		p.Consignee = ConsigneePerson
	}
	if p.Date == "" {
		p.Date = e.today()
	}
	p.Currency, p.Buyer = strings.ToUpper(p.Currency), strings.ToUpper(p.Buyer)
	e.inspectParcel(p, found)
	e.inspectBuyer(p, found)
	for i, item := range p.Items {
		e.inspectItem(fmt.Sprintf("items[%d].", i), item, p.Date, found)
	}
	if len(found.fields) == 0 {
		p.inspectValue(found)
	}
	if len(found.fields) > 0 {
		return p, fail.New(fail.CodeValidation, "the parcel is invalid; errors names every field").With(found.fields...)
	}
	return p, nil
}

func (e *Engine) inspectParcel(p Parcel, found *problems) {
	if p.Destination != SupportedCountry {
		found.add("destination", "%q is not supported; supported: %s", clip(p.Destination), SupportedCountry)
	}
	if len(p.Items) == 0 || len(p.Items) > MaxParcelItems {
		found.add("items", "must hold 1 to %d items, it holds %d", MaxParcelItems, len(p.Items))
	}
	if _, err := tariff.ParseDate(string(p.Date)); err != nil {
		found.add("date", "must be a day written YYYY-MM-DD")
	}
	if from, known := e.rules.countries.find(p.Provenance); !known {
		found.add("provenance", "%q is no country known by name or ISO code", clip(p.Provenance))
	} else if from.iso2 == "MX" {
		found.add("provenance", "must be another country than Mexico")
	}
	before := len(found.fields)
	e.inspectCurrency("currency", p.Currency, found)
	switch {
	case len(found.fields) > before:
	case p.Currency != "MXN" && p.ExchangeRate == nil && (p.Currency != "USD" || p.USDRate == nil):
		found.add("exchange_rate", "is required: MXN for one %s", p.Currency)
	case p.usdRate() == nil:
		found.add("usd_exchange_rate", "is required: MXN for one US dollar")
	}
	for field, n := range map[string]*Number{"exchange_rate": p.ExchangeRate, "usd_exchange_rate": p.USDRate} {
		found.positive(field, n)
		found.within(field, n, maxExchangeRate)
	}
	p.eachAmount(func(field string, n *Number) { found.within(field, n, maxValue) })
}

// eachAmount shows the amounts of a parcel beside the prices of its items, with their fields.
func (p Parcel) eachAmount(look func(field string, n *Number)) {
	look("freight", p.Freight)
	look("insurance", p.Insurance)
	look("discount", p.Discount)
	look("seller_fee", p.SellerFee)
	look("carrier_fee", p.CarrierFee)
}

// within reports a number below zero, above a limit or with more decimals than are held exactly.
func (p *problems) within(field string, n *Number, limit decimal.Decimal) {
	switch {
	case n == nil:
	case n.IsNeg():
		p.add(field, "must not be negative")
	case n.Cmp(limit) > 0:
		p.add(field, "must be at most %s", limit)
	case n.Trim(0).Scale() > maxScale:
		p.add(field, "must have at most %d decimals", maxScale)
	}
}

func (e *Engine) inspectItem(prefix string, item ParcelItem, date tariff.Date, found *problems) {
	found.filled(prefix+"product_description", item.Description)
	if strings.ContainsFunc(item.Description, isControl) {
		found.add(prefix+"product_description", "holds control characters")
	}
	if _, known := e.rules.countries.find(item.Country); !known {
		found.add(prefix+"country", "%q is no country known by name or ISO code", clip(item.Country))
	}
	if code := tariff.DigitsOf(item.HSCode); code != "" {
		if len(code) != lineDigits {
			found.add(prefix+"hscode_8digits", "must have exactly 8 digits")
		} else if _, known := e.lineOn(code, date); !known {
			found.add(prefix+"hscode_8digits", "%s is no line of the tariff of %s; near: %s", clip(code), e.schedule.Vintage, nearIn(e.schedule, code))
		} else {
			e.rules.inspectSeason(prefix+"hscode_8digits", code, date, found)
		}
	}
	found.positive(prefix+"quantity", &item.Quantity)
	found.within(prefix+"quantity", &item.Quantity, maxQuantity)
	found.within(prefix+"unit_value", &item.UnitValue, maxValue)
	found.within(prefix+"alcohol_degrees", item.Alcohol, numberFields[FactAlcoholDegrees])
}

// usdRate is MXN for one US dollar, nil where it is not given.
func (p Parcel) usdRate() *decimal.Decimal {
	return p.product().usdRate()
}

// product holds the currency and the rates of the parcel as a quote states them.
func (p Parcel) product() *Product {
	return &Product{Currency: p.Currency, ExchangeRate: p.ExchangeRate, USDRate: p.USDRate}
}

// rate is MXN for one unit of the parcel's currency.
func (p Parcel) rate() *decimal.Decimal {
	switch {
	case p.Currency == "MXN":
		return &decimal.One
	case p.ExchangeRate != nil:
		return &p.ExchangeRate.Decimal
	}
	return &p.USDRate.Decimal
}

// inspectValue reports what is beyond the amounts that are held exactly.
func (p Parcel) inspectValue(found *problems) {
	rates{}.compare("", p.product(), found)
	total := decimal.Zero
	add := func(field string, amount *decimal.Decimal) {
		if amount == nil || amount.Cmp(maxValue) > 0 {
			found.add(field, "exceeds %s MXN", maxValue)
			return
		}
		total, _ = total.Add(*amount) // a hundred items at most, each within the limit
	}
	for i, price := range p.prices() {
		add(fmt.Sprintf("items[%d].unit_value", i), price)
	}
	p.eachAmount(func(field string, n *Number) {
		if n != nil {
			add(field, times(&n.Decimal, p.rate()))
		}
	})
	if total.Cmp(maxValue) > 0 {
		found.add("items", "the parcel exceeds %s MXN", maxValue)
	}
	if len(found.fields) == 0 {
		if goods := sum(p.goods()...); orZero(p.Discount, p.rate()).Cmp(*goods) > 0 {
			found.add("discount", "exceeds the price of the goods")
		}
	}
}

// goods are the prices of the items in MXN, rounded to centavos so that they add up to their rounded sum.
func (p Parcel) goods() []*decimal.Decimal {
	prices := make([]decimal.Decimal, len(p.Items))
	for i, price := range p.prices() {
		prices[i] = *price // checked
	}
	return spread(prices)
}

// prices returns the prices of the items in MXN, not rounded; nil where one is too great to be held.
func (p Parcel) prices() []*decimal.Decimal {
	prices := make([]*decimal.Decimal, len(p.Items))
	for i, item := range p.Items {
		if price, err := item.Quantity.Mul(item.UnitValue.Decimal); err == nil {
			if price, err = price.Mul(*p.rate()); err == nil {
				prices[i] = &price
			}
		}
	}
	return prices
}

// inspectChannels reports channels that are named twice or beside channel, and unknown ones.
func (p Parcel) inspectChannels(found *problems) {
	if p.Channels == nil {
		return
	}
	if p.Channel != "" {
		found.add("channels", "stands beside channel: state one of them")
	}
	if len(p.Channels) == 0 {
		found.add("channels", "must hold at least one channel")
	}
	for i, c := range p.Channels {
		switch {
		case !slices.Contains([]Channel{ChannelCourier, ChannelPostal, ChannelPedimento}, c):
			found.add("channels", "%q is none of courier, postal, pedimento", clip(string(c)))
		case slices.Contains(p.Channels[:i], c):
			found.add("channels", "names %s more than once", c)
		}
	}
}

// inspectBuyer checks that exactly one rate is stated for the currency of the buyer.
func (e *Engine) inspectBuyer(p Parcel, found *problems) {
	const field = fieldBuyerRate
	found.positive(field, p.BuyerRate)
	found.within(field, p.BuyerRate, maxExchangeRate)
	if p.Buyer == "" {
		if p.BuyerRate != nil {
			found.add("buyer_currency", "is required beside buyer_exchange_rate")
		}
		return
	}
	before := len(found.fields)
	e.inspectCurrency("buyer_currency", p.Buyer, found)
	known, stated := p.statedRateOf(p.Buyer)
	switch {
	case len(found.fields) > before:
	case stated == "" && p.BuyerRate == nil:
		found.add(field, "is required: MXN for one %s", p.Buyer)
	case stated != "" && p.BuyerRate != nil && p.BuyerRate.Cmp(known) != 0:
		found.add(field, "%s MXN for one %s contradicts %s, which says %s", p.BuyerRate, p.Buyer, stated, known)
	}
}

// statedRateOf is MXN for one unit of a currency as other fields than the buyer's state it, with the field's name; ""
// where none does.
func (p Parcel) statedRateOf(code string) (decimal.Decimal, string) {
	if code == "MXN" {
		return decimal.One, "MXN"
	}
	for _, s := range p.product().stated() {
		if s.currency == code {
			return s.rate, s.field
		}
	}
	return decimal.Decimal{}, ""
}
