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

// spread rounds amounts to centavos so that they add up to the rounded sum: each is the rounded sum up to
// it less the rounded sum before it. Nil where the sum is beyond what is held exactly.
func spread(amounts []decimal.Decimal) []*decimal.Decimal {
	exact, before := decimal.Zero, decimal.Zero
	shares := make([]*decimal.Decimal, len(amounts))
	for i, amount := range amounts {
		next, err := exact.Add(amount)
		if err != nil {
			return nil
		}
		rounded, ok := centavos(next)
		if !ok {
			return nil
		}
		share, err := rounded.Sub(before)
		if err != nil {
			return nil
		}
		exact, before, shares[i] = next, rounded, &share
	}
	return shares
}

// valueMXN is the customs value of the line in MXN, rounded to centavos, nil where it is beyond what is
// held; false where the value or the exchange rate is not given.
func (p *Product) valueMXN() (*decimal.Decimal, bool) {
	if p.CustomsValue == nil {
		return nil, false
	}
	rate := decimal.One
	if p.Currency != "" && p.Currency != "MXN" {
		stated := p.ExchangeRate
		if stated == nil && p.Currency == "USD" {
			stated = p.USDRate
		}
		if stated == nil {
			return nil, false
		}
		rate = stated.Decimal
	}
	return times(&p.CustomsValue.Decimal, &rate), true
}

// usdRate is MXN for one US dollar, nil where it is not given.
func (p *Product) usdRate() *decimal.Decimal {
	if p.USDRate != nil {
		return &p.USDRate.Decimal
	}
	for _, s := range p.stated() {
		if s.currency == "USD" {
			return &s.rate
		}
	}
	return nil
}
