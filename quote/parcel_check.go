package quote

import (
	"fmt"
	"strings"

	"github.com/govalues/decimal"

	"tariffdesk/fail"
	"tariffdesk/tariff"
)

// prepared fills the defaults of a parcel in and checks every field, all problems at once.
func (e *Engine) prepared(p Parcel) (Parcel, error) {
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
	p.Currency = strings.ToUpper(p.Currency)
	found := &problems{}
	e.inspectParcel(p, found)
	for i, item := range p.Items {
		e.inspectItem(fmt.Sprintf("items[%d].", i), item, p.Date, found)
	}
	if len(found.fields) == 0 {
		if value, ok := p.goods(); !ok || value.Cmp(maxValue) > 0 {
			found.add("items", "the parcel exceeds %s MXN", maxValue)
		}
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
	switch {
	case !isCurrency(p.Currency):
		found.add("currency", "must be a three-letter currency code")
	case p.Currency != "MXN" && p.ExchangeRate == nil && (p.Currency != "USD" || p.USDRate == nil):
		found.add("exchange_rate", "is required: MXN for one %s", p.Currency)
	case p.usdRate() == nil:
		found.add("usd_exchange_rate", "is required: MXN for one US dollar")
	}
	for field, n := range map[string]*Number{"exchange_rate": p.ExchangeRate, "usd_exchange_rate": p.USDRate} {
		found.positive(field, n)
		found.within(field, n, maxExchangeRate)
	}
	for field, n := range map[string]*Number{"freight": p.Freight, "insurance": p.Insurance} {
		found.within(field, n, maxValue)
	}
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
		}
	}
	found.positive(prefix+"quantity", &item.Quantity)
	found.within(prefix+"quantity", &item.Quantity, maxQuantity)
	found.within(prefix+"unit_value", &item.UnitValue, maxValue)
	found.within(prefix+"alcohol_degrees", item.Alcohol, numberFields[FactAlcoholDegrees])
}

// usdRate is MXN for one US dollar, nil where it is not given.
func (p Parcel) usdRate() *decimal.Decimal {
	return (&Product{Currency: p.Currency, ExchangeRate: p.ExchangeRate, USDRate: p.USDRate}).usdRate()
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

// goods is the price of all items in MXN, each rounded half up to centavos.
func (p Parcel) goods() (decimal.Decimal, bool) {
	total := decimal.Zero
	for _, item := range p.Items {
		value := times(&item.Quantity.Decimal, &item.UnitValue.Decimal, p.rate())
		sum, err := total.Add(orMax(value))
		if err != nil {
			return total, false
		}
		total = sum
	}
	return total, true
}

func orMax(value *decimal.Decimal) decimal.Decimal {
	if value == nil {
		return maxValue
	}
	return *value
}
