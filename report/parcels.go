package report

import (
	"fmt"
	"strconv"
	"time"

	"tariffdesk/quote"
	"tariffdesk/tariff"
)

// Parcel is the report of a frozen price of a parcel.
func Parcel(checkoutID, quoteID string, at time.Time, language quote.Language, q quote.ParcelQuote) Document {
	c := captionsIn(language)
	d := Document{
		Title: c.of("checkout"), Subtitle: checkoutID, Language: language, Footer: c.of("footer"),
		Facts: []Fact{
			{c.of("id"), quoteID}, {c.of("created"), day(at)}, {c.of("date"), string(q.Date)}, {c.of("channel"), c.of(string(q.Channel))},
			{c.of("complete"), c.answer(q.Complete)}, {c.of("certainty"), c.of(string(q.Certainty))},
		},
	}
	d.Sections = append(d.Sections, c.parcelTotals(c.of("totals")+" (MXN)", q.Totals, c.money), c.buyerTotals(q.Buyer), c.parcelItems(q), c.parcelChannels(q), Section{Title: c.of("reasons"), Paragraphs: q.Reasons})
	for i, line := range q.Items {
		if len(line.Charges) > 0 {
			s := c.charges(line.Charges)
			s.Title = fmt.Sprintf("%d. %s", i+1, line.Description)
			d.Sections = append(d.Sections, s)
		}
	}
	d.Sections = WithContent(d.Sections)
	return d
}

// parcelTotals lists totals with a title; show writes an amount.
func (c captions) parcelTotals(title string, t quote.ParcelTotals, show func(*quote.Number) string) Section {
	s := Section{Title: title}
	for _, one := range []struct {
		key   string
		value *quote.Number
	}{{"goods", t.Goods}, {"discount", t.Discount}, {"freight", t.Freight}, {"insurance", t.Insurance}, {"duties", t.Duties}, {"taxes", t.Taxes}, {"fees", t.Fees},
		{"seller_fee", t.SellerFee}, {"carrier_fee", t.CarrierFee}, {"landed", t.Landed}} {
		optional := one.key == "discount" || one.key == "seller_fee" || one.key == "carrier_fee"
		if optional && (one.value == nil || one.value.IsZero()) {
			continue
		}
		s.Facts = append(s.Facts, Fact{c.of(one.key), show(one.value)})
	}
	return s
}

// buyerTotals are the totals in the currency of the buyer; an empty section where none was named.
func (c captions) buyerTotals(b *quote.BuyerTotals) Section {
	if b == nil {
		return Section{}
	}
	s := c.parcelTotals(c.of("totals_buyer")+" ("+b.Currency+")", b.ParcelTotals, func(n *quote.Number) string {
		if n == nil {
			return c.of("open")
		}
		return Grouped(n.Decimal) // with the decimals of the currency: none in yen
	})
	rate := Fact{c.of("exchange"), fmt.Sprintf("1 %s = %s MXN", b.Currency, b.Rate.Pad(2).Trim(2))}
	s.Facts = append([]Fact{rate}, s.Facts...)
	return s
}

func (c captions) parcelItems(q quote.ParcelQuote) Section {
	s := Section{Title: c.of("items"), Columns: []string{"#", c.of("product"), c.of("line"), c.of("customs_value"), c.of("duties"), c.of("taxes"), c.of("law")}, Figures: []int{3, 4, 5}}
	for i, line := range q.Items {
		s.Rows = append(s.Rows, []string{
			strconv.Itoa(i + 1), line.Description, tariff.Dotted(line.HSCode) + " (" + line.LineStatus + ")", c.money(line.CustomsValue),
			c.money(line.Duties), c.money(line.Taxes), line.LegalRef + "; " + c.of(string(line.Certainty)),
		})
	}
	return s
}

func (c captions) parcelChannels(q quote.ParcelQuote) Section {
	s := Section{Title: c.of("alternatives"), Columns: []string{c.of("channel"), c.of("lawful"), c.of("landed"), c.of("complete"), c.of("law"), c.of("reasons")}, Figures: []int{2}}
	for _, a := range q.Alternatives {
		reasons := ""
		for _, reason := range a.Reasons {
			reasons += reason + " "
		}
		s.Rows = append(s.Rows, []string{
			c.of(string(a.Channel)), c.answer(a.Lawful), c.money(a.Totals.Landed), c.answer(a.Complete),
			fmt.Sprintf("%s; %s %s; %s", a.LegalRef, c.of("vintage"), a.Vintage, c.of(string(a.Certainty))), reasons,
		})
	}
	return s
}
