package quote

import (
	"fmt"

	"github.com/govalues/decimal"
)

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

// currency is a currency of ISO 4217 with the band in which one unit of it has stood in MXN.
type currency struct {
	Provision
	low, high *decimal.Decimal // nil where no band is held
}

func (r reader) readCurrency(row row) {
	c := currency{Provision: row.provision(), low: row.number("low"), high: row.number("high")}
	code := row.must("currency")
	if !isCurrency(code) || (c.low == nil) != (c.high == nil) || c.low != nil && c.low.Cmp(*c.high) >= 0 {
		row.fault("%s needs three letters, and both ends of its band or none", code)
	}
	if _, twice := r.currencies[code]; twice {
		row.fault("currency %s stands twice", code)
	}
	r.currencies[code] = c
}

// outside reports whether a rate lies outside the band of its currency.
func (c currency) outside(rate decimal.Decimal) bool {
	return c.low != nil && (rate.Cmp(*c.low) < 0 || rate.Cmp(*c.high) > 0)
}

// Fields that state rates, and the currency that specific duties are set in.
const (
	fieldRate    = "exchange_rate"
	fieldUSDRate = "usd_exchange_rate"

	fieldBuyerRate = "buyer_exchange_rate" // beside them, of the buyer's currency alone
	codeUSD        = "USD"
)

// statedRate is a rate that a request states: MXN for one unit of a currency.
type statedRate struct {
	field, currency string
	rate            decimal.Decimal
}

// stated lists the rates of a product. Beside a value in MXN, exchange_rate can only be that of the
// dollar, unless it is one: the peso's own.
func (p *Product) stated() []statedRate {
	var list []statedRate
	if p.ExchangeRate != nil {
		switch {
		case p.Currency != "" && p.Currency != "MXN":
			list = append(list, statedRate{fieldRate, p.Currency, p.ExchangeRate.Decimal})
		case !p.ExchangeRate.IsOne():
			list = append(list, statedRate{fieldRate, codeUSD, p.ExchangeRate.Decimal})
		}
	}
	if p.USDRate != nil {
		list = append(list, statedRate{fieldUSDRate, codeUSD, p.USDRate.Decimal})
	}
	return list
}

// mostApart is how far two rates of one currency may lie apart in one request: the greater over the
// smaller. Days of one month differ by less.
var mostApart = decimal.MustNew(14, 1)

// rates compares the rates of a request: the first of each currency with those behind it.
type rates map[string]statedRate

// compare reports the rates of a product that contradict earlier ones.
func (known rates) compare(prefix string, product *Product, p *problems) {
	for _, s := range product.stated() {
		if !s.rate.IsPos() {
			continue // reported already
		}
		s.field = prefix + s.field
		first, held := known[s.currency]
		if !held {
			known[s.currency] = s
			continue
		}
		low, high := first.rate.Min(s.rate), first.rate.Max(s.rate)
		if limit, err := low.Mul(mostApart); err == nil && high.Cmp(limit) > 0 {
			p.add(s.field, "%s MXN for one %s contradicts %s, which says %s: they are more than 40 %% apart",
				s.rate, s.currency, first.field, first.rate)
		}
	}
}

// doubtRates asks about rates outside the band of their currency; they are used all the same.
func (q *quotation) doubtRates() {
	for _, s := range q.product.stated() {
		if text := q.voice.rateDoubt(s); text != "" {
			q.suggest(text)
		}
	}
}

// rateDoubt says that a rate is outside the band of its currency, "" where it is not.
func (v voice) rateDoubt(s statedRate) string {
	c := v.rules.currencies[s.currency]
	if !c.outside(s.rate) {
		return ""
	}
	return v.say("rate_outside", "field", s.field, "rate", s.rate.String(), "currency", s.currency,
		"band", fmt.Sprintf("%s – %s", c.low, c.high))
}
