package quote

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/govalues/decimal"

	"tariffdesk/fail"
)

func stated(text string) *Number { return number(decimal.MustParse(text)) }

// TestADiscountLowersTheCustomsValueAndFeesDoNot: 100 USD less 10 USD are 1,575.00 MXN at 17.50; by courier 17 % of it are
// 267.75. Fees of 2 and 3 USD are 35.00 and 52.50: 1,750.00 − 175.00 + 267.75 + 87.50 = 1,930.25.
func TestADiscountLowersTheCustomsValueAndFeesDoNot(t *testing.T) {
	t.Parallel()
	p := parcelOf("US", "100", "2026-06-15")
	p.Discount, p.SellerFee, p.CarrierFee, p.Channels = stated("10"), stated("2"), stated("3"), []Channel{ChannelCourier}
	q := mustParcel(t, setup(t), p)
	got := []string{q.Totals.Goods.String(), q.Totals.Discount.String(), q.Totals.Taxes.String(), q.Totals.SellerFee.String(), q.Totals.CarrierFee.String(), q.Totals.Landed.String(), q.Items[0].CustomsValue.String()}
	if want := []string{"1750.00", "175.00", "267.75", "35.00", "52.50", "1930.25", "1575.00"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
	if len(q.Alternatives) != 1 || q.Channel != ChannelCourier {
		t.Errorf("channels %+v", q.Alternatives)
	}
}

// TestADiscountIsSharedToTheCentavo takes a discount off three items whose shares do not divide.
func TestADiscountIsSharedToTheCentavo(t *testing.T) {
	t.Parallel()
	e := setup(t)
	for _, discount := range []string{"0.01", "10", "33.33", "89.99", "90"} {
		p := parcelOf("US", "30", "2026-06-15")
		p.Items = slices.Repeat(p.Items, 3)
		p.Discount = stated(discount)
		q := mustParcel(t, e, p)
		total := decimal.Zero
		for i, item := range q.Items {
			if item.CustomsValue.IsNeg() {
				t.Errorf("discount %s: item %d is worth %s", discount, i, item.CustomsValue)
			}
			total, _ = total.Add(item.CustomsValue.Decimal)
		}
		want, _ := q.Totals.Goods.Sub(q.Totals.Discount.Decimal)
		if total.Cmp(want) != 0 {
			t.Errorf("discount %s: the items add up to %s, want %s", discount, total, want)
		}
	}
}

// TestTotalsInTheBuyersCurrencyAddUp: 1,842.75 MXN are 105.30 USD at 17.50, 91.23 EUR at 20.20 (91.2252), and 15,356 JPY at
// 0.12 (15,356.25), which has no smaller unit.
func TestTotalsInTheBuyersCurrencyAddUp(t *testing.T) {
	t.Parallel()
	e := setup(t)
	for _, c := range []struct{ currency, rate, landed, goods string }{
		{"USD", "", "105.30", "90.00"}, {"usd", "17.5", "105.30", "90.00"}, {"MXN", "", "1842.75", "1575.00"},
		{"EUR", "20.2", "91.23", "77.97"}, {"JPY", "0.12", "15356", "13125"},
	} {
		p := parcelOf("US", "90", "2026-06-15")
		p.Buyer, p.Channel = c.currency, ChannelCourier
		if c.rate != "" {
			p.BuyerRate = stated(c.rate)
		}
		q := mustParcel(t, e, p)
		b := q.Buyer
		if b == nil || b.Landed.String() != c.landed || b.Goods.String() != c.goods || q.Totals.Landed.String() != "1842.75" {
			t.Errorf("%s: %+v", c.currency, b)
			continue
		}
		parts := sum(decimalOf(b.Goods), decimalOf(b.Freight), decimalOf(b.Insurance), decimalOf(b.Duties), decimalOf(b.Taxes), decimalOf(b.Fees), decimalOf(b.SellerFee), decimalOf(b.CarrierFee))
		if parts.Cmp(b.Landed.Decimal) != 0 {
			t.Errorf("%s: the amounts add up to %s, not to %s", c.currency, parts, b.Landed)
		}
	}
	if q := mustParcel(t, e, parcelOf("US", "90", "2026-06-15")); q.Buyer != nil {
		t.Errorf("nobody asked for %+v", q.Buyer)
	}
}

// TestNoOtherChannelThanTheShopUsesIsTaken asks for goods above the limit of the post.
func TestNoOtherChannelThanTheShopUsesIsTaken(t *testing.T) {
	t.Parallel()
	e := setup(t)
	p := parcelOf("CN", "1500", "2026-06-15")
	p.Channels = []Channel{ChannelPostal}
	if q := mustParcel(t, e, p); q.Channel != ChannelPostal || q.Complete || len(q.Alternatives) != 1 || q.Totals.Landed != nil {
		t.Errorf("%+v", q)
	}
	p.Channels = []Channel{ChannelPostal, ChannelCourier}
	if q := mustParcel(t, e, p); q.Channel != ChannelCourier || !q.Complete || len(q.Alternatives) != 2 {
		t.Errorf("%+v", q)
	}
}

func TestWhatAMarketplaceStatesAmissIsNamed(t *testing.T) {
	t.Parallel()
	e := setup(t)
	for field, change := range map[string]func(*Parcel){
		"discount: exceeds the price":               func(p *Parcel) { p.Discount = stated("90.01") },
		"discount: must not be negative":            func(p *Parcel) { p.Discount = stated("-1") },
		"seller_fee: must not be negative":          func(p *Parcel) { p.SellerFee = stated("-0.01") },
		"carrier_fee: must not be negative":         func(p *Parcel) { p.CarrierFee = stated("-1") },
		"carrier_fee: must be at most":              func(p *Parcel) { p.CarrierFee = stated("100000000000") },
		`channels: "drone" is none of`:              func(p *Parcel) { p.Channels = []Channel{"drone"} },
		`channels: "auto" is none of`:               func(p *Parcel) { p.Channels = []Channel{"auto"} },
		"channels: names postal more than once":     func(p *Parcel) { p.Channels = []Channel{"postal", "postal"} },
		"channels: must hold":                       func(p *Parcel) { p.Channels = []Channel{} },
		"channels: stands beside channel":           func(p *Parcel) { p.Channels, p.Channel = []Channel{"postal"}, ChannelAuto },
		"buyer_currency: is required":               func(p *Parcel) { p.BuyerRate = stated("20") },
		`buyer_currency: "ZZZ" is no currency`:      func(p *Parcel) { p.Buyer, p.BuyerRate = "ZZZ", stated("20") },
		"buyer_exchange_rate: is required":          func(p *Parcel) { p.Buyer = "EUR" },
		"buyer_exchange_rate: must be greater":      func(p *Parcel) { p.Buyer, p.BuyerRate = "EUR", stated("0") },
		"buyer_exchange_rate: 18 MXN for one USD":   func(p *Parcel) { p.Buyer, p.BuyerRate = "USD", stated("18") },
		"buyer_exchange_rate: 17.5 MXN for one MXN": func(p *Parcel) { p.Buyer, p.BuyerRate = "MXN", stated("17.5") },
	} {
		p := parcelOf("US", "90", "2026-06-15")
		change(&p)
		_, err := e.Parcel(context.Background(), p, nil)
		if err == nil || !slices.ContainsFunc(fail.As(err).Details, func(d string) bool { return strings.HasPrefix(d, field) }) {
			t.Errorf("%s is not said: %v", field, err)
		}
	}
}
