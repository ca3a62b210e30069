package quote

import "github.com/govalues/decimal"

// halfCentavo rounds an amount up from five thousandths on.
var halfCentavo = decimal.MustNew(5, 3)

// centavos rounds an amount of zero or more half up to two decimals, the rule of every amount of a
// quote. The pedimento itself pays whole pesos (CFF 20).
func centavos(d decimal.Decimal) (decimal.Decimal, bool) {
	raised, err := d.Add(halfCentavo)
	if err != nil {
		return decimal.Decimal{}, false
	}
	return raised.Trunc(2).Pad(2), true
}

// times is the product of its factors, rounded to centavos; nil where a factor is not known.
func times(factors ...*decimal.Decimal) *decimal.Decimal {
	product := decimal.One
	for _, factor := range factors {
		if factor == nil {
			return nil
		}
		next, err := product.Mul(*factor)
		if err != nil {
			return nil
		}
		product = next
	}
	rounded, ok := centavos(product)
	if !ok {
		return nil
	}
	return &rounded
}

// sum adds amounts; nil where one is not known.
func sum(amounts ...*decimal.Decimal) *decimal.Decimal {
	total := decimal.Zero
	for _, amount := range amounts {
		if amount == nil {
			return nil
		}
		next, err := total.Add(*amount)
		if err != nil {
			return nil
		}
		total = next
	}
	return &total
}

// valueMXN is the customs value of the line in MXN, rounded to centavos; false where the value or
// the exchange rate is not given.
func (p *Product) valueMXN() (decimal.Decimal, bool) {
	if p.CustomsValue == nil {
		return decimal.Decimal{}, false
	}
	rate := decimal.One
	if p.Currency != "" && p.Currency != "MXN" {
		stated := p.ExchangeRate
		if stated == nil && p.Currency == "USD" {
			stated = p.USDRate
		}
		if stated == nil {
			return decimal.Decimal{}, false
		}
		rate = stated.Decimal
	}
	value := times(&p.CustomsValue.Decimal, &rate)
	if value == nil {
		return maxValue, true
	}
	return *value, true
}

// usdRate is MXN for one US dollar, nil where it is not given. Beside a value in MXN, which needs no
// rate of its own, exchange_rate can only be that of the dollar.
func (p *Product) usdRate() *decimal.Decimal {
	switch {
	case p.USDRate != nil:
		return &p.USDRate.Decimal
	case p.ExchangeRate == nil:
		return nil
	case p.Currency == "USD", p.Currency == "MXN", p.Currency == "":
		return &p.ExchangeRate.Decimal
	}
	return nil
}
