package quote

import (
	"fmt"

	"github.com/govalues/decimal"
)

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
