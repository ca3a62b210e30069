package quote

import (
	"context"
	"fmt"
	"slices"
	"strconv"

	"github.com/govalues/decimal"
	iso4217 "golang.org/x/text/currency"

	"tariffdesk/tariff"
)

// parcelWork is the pricing of one parcel.
type parcelWork struct {
	engine  *Engine
	parcel  Parcel
	voice   voice
	from    string // ISO code of the provenance
	goods   []*decimal.Decimal
	values  []*decimal.Decimal // customs values: price with its share of freight and insurance
	total   decimal.Decimal    // customs value of the parcel
	freight decimal.Decimal
	insured decimal.Decimal
	off     decimal.Decimal // the discount
	seller  decimal.Decimal // the fees outside the customs value
	carrier decimal.Decimal
	usd     *decimal.Decimal
	lines   []ParcelLine
	quoted  []Item // of the lines that have one
	of      []int  // the item behind each quoted line
	onDay   bool   // the quotes are of the day of the parcel
}

// Parcel prices a parcel by courier, post and pedimento and takes the channel asked for, the cheapest
// lawful one for auto. The customs value is the price with freight and insurance (LA 64, 65).
func (e *Engine) Parcel(ctx context.Context, p Parcel, classifier Classifier) (ParcelQuote, error) {
	p, err := e.prepared(p)
	if err != nil {
		return ParcelQuote{}, err
	}
	from, _ := e.rules.countries.find(p.Provenance)
	w := &parcelWork{engine: e, parcel: p, voice: voice{rules: e.rules, language: p.Language}, from: from.iso2}
	w.value()
	if err := w.classify(ctx, classifier); err != nil {
		return ParcelQuote{}, err
	}
	if err := w.quote(ctx); err != nil {
		return ParcelQuote{}, err
	}
	return w.answer(), nil
}

// value shares discount, freight and insurance by price. Prices, shares and customs values are rounded to centavos so
// that each adds up to its own rounded sum.
func (w *parcelWork) value() {
	p := w.parcel
	w.freight, w.insured = orZero(p.Freight, p.rate()), orZero(p.Insurance, p.rate())
	w.off, w.seller, w.carrier = orZero(p.Discount, p.rate()), orZero(p.SellerFee, p.rate()), orZero(p.CarrierFee, p.rate())
	extra := *sum(&w.freight, &w.insured)
	w.goods = p.goods()
	paid := p.net(w.goods, w.off)
	goods := *sum(paid...)
	left, leftGoods := extra, goods
	for i, price := range paid {
		share := left
		if i < len(paid)-1 {
			share = shareOf(left, *price, leftGoods)
		}
		left, _ = left.Sub(share)
		leftGoods, _ = leftGoods.Sub(*price)
		w.values = append(w.values, sum(price, &share))
	}
	w.total = *sum(&goods, &extra)
	if usd, err := w.total.Quo(*p.usdRate()); err == nil {
		if rounded, ok := centavos(usd); ok {
			w.usd = &rounded
		}
	}
}

func orZero(n *Number, rate *decimal.Decimal) decimal.Decimal {
	if n == nil {
		return decimal.Zero
	}
	if amount := times(&n.Decimal, rate); amount != nil {
		return *amount
	}
	return decimal.Zero
}

// shareOf is extra × part / whole, rounded down to centavos.
func shareOf(extra, part, whole decimal.Decimal) decimal.Decimal {
	if !whole.IsPos() {
		return decimal.Zero
	}
	quotient, err := part.Quo(whole)
	if err != nil {
		return decimal.Zero
	}
	share, err := extra.Mul(quotient)
	if err != nil {
		return decimal.Zero
	}
	return share.Trunc(2)
}

// classify finds the line of every item that states none.
func (w *parcelWork) classify(ctx context.Context, classifier Classifier) error {
	for i, item := range w.parcel.Items {
		line := ParcelLine{
			Description: item.Description, HSCode: tariff.DigitsOf(item.HSCode), LineStatus: "stated", Country: item.Country,
			CustomsValue: moneyOrNil(w.values[i]), Certainty: tariff.CertaintyVerified,
			Charges: []Charge{}, Restrictions: []Restriction{}, Suggestions: []string{},
		}
		if line.HSCode == "" {
			if err := w.guess(ctx, classifier, &line); err != nil {
				return fmt.Errorf("classify item %d: %w", i+1, err)
			}
		}
		w.lines = append(w.lines, line)
	}
	return nil
}

func (w *parcelWork) guess(ctx context.Context, classifier Classifier, line *ParcelLine) error {
	line.LineStatus, line.Certainty = "unknown", tariff.CertaintyUnconfirmed
	if classifier == nil {
		return nil
	}
	guess, err := classifier.Guess(ctx, line.Description)
	if err != nil {
		return err
	}
	found := w.engine.schedule.LinesOf(guess.Code)
	if len(guess.Code) < tariff.SubheadingDigits || len(found) == 0 {
		return nil
	}
	line.HSCode, line.Confidence = w.engine.rules.inSeason(found[0].Code, w.parcel.Date), &guess.Confidence
	line.LineStatus = "to be confirmed"
	if guess.Confidence >= surely && len(found) == 1 {
		line.LineStatus, line.Certainty = "classified", tariff.CertaintySecondary
	}
	return nil
}

// quote asks the engine for the pedimento of every item with a line. On a day whose duties are not
// held the permits of today still show what the simplified procedures allow.
func (w *parcelWork) quote(ctx context.Context) error {
	request := Request{Direction: DirectionImport, Language: w.parcel.Language, Date: w.parcel.Date}
	w.onDay = true
	for i, line := range w.lines {
		if line.HSCode == "" {
			continue
		}
		item := w.parcel.Items[i]
		product := Product{
			Description: item.Description, HSCode: line.HSCode, Country: item.Country, Exporter: item.Exporter,
			CustomsValue: number(*w.values[i]), Currency: "MXN", USDRate: number(*w.parcel.usdRate()), Quantity: &item.Quantity, QuantityUnit: "Pza",
		}
		if item.Alcohol != nil {
			product.Numbers = map[Fact]Number{FactAlcoholDegrees: *item.Alcohol}
		}
		if item.Used != nil {
			product.Flags = map[Fact]bool{FactUsed: *item.Used}
		}
		if found, _ := w.engine.rules.countries.find(item.Country); found.iso2 == "MX" { // goods that return
			product.Country = w.parcel.Provenance
		}
		if on, _ := w.engine.lineOn(line.HSCode, w.parcel.Date); w.parcel.Date < on.From {
			w.onDay = false
		}
		request.Products = append(request.Products, product)
		w.of = append(w.of, i)
	}
	if !w.onDay {
		request.Date = w.engine.today()
	}
	if len(request.Products) == 0 {
		return nil
	}
	items, err := w.engine.price(ctx, request, func(context.Context, *quotation) {})
	if err != nil {
		return err
	}
	w.quoted = items
	for n, i := range w.of {
		w.lines[i].Restrictions, w.lines[i].Suggestions, w.lines[i].Prohibited = items[n].Restrictions, items[n].Suggestions, items[n].barred()
	}
	return nil
}

// answer orders the alternatives and fills the items with those of the channel taken.
func (w *parcelWork) answer() ParcelQuote {
	list := []ParcelAlternative{w.simplified(ChannelCourier), w.simplified(ChannelPostal), w.pedimento()}
	if len(w.parcel.Channels) > 0 {
		list = slices.DeleteFunc(list, func(a ParcelAlternative) bool { return !slices.Contains(w.parcel.Channels, a.Channel) })
	}
	slices.SortStableFunc(list, cheaper)
	q := ParcelQuote{
		Alternatives: list, Items: w.lines, Currency: "MXN", Date: w.parcel.Date, Vintage: w.engine.schedule.Vintage,
		ValueUSD: moneyOrNil(w.usd), Reasons: []string{},
	}
	chosen := list[0]
	if w.parcel.Channel != ChannelAuto {
		at := slices.IndexFunc(list, func(a ParcelAlternative) bool { return a.Channel == w.parcel.Channel })
		chosen = list[at]
		if !chosen.Lawful && chosen.Channel != ChannelPedimento {
			q.Reasons = append(q.Reasons, w.voice.say("parcel_fallback", "channel", w.channelName(chosen.Channel)))
			q.Reasons = append(q.Reasons, chosen.Reasons...)
			chosen = list[slices.IndexFunc(list, func(a ParcelAlternative) bool { return a.Channel == ChannelPedimento })]
		}
	}
	if len(w.parcel.Channels) > 0 && !chosen.Lawful {
		q.Reasons = append(q.Reasons, w.voice.say("parcel_no_channel"))
	}
	if w.seller.IsPos() {
		q.Reasons = append(q.Reasons, w.voice.say("parcel_seller_fee"))
	}
	q.Buyer = w.parcel.inBuyers(chosen.Totals)
	q.Channel, q.Totals, q.Complete, q.Certainty = chosen.Channel, chosen.Totals, chosen.Complete, chosen.Certainty
	for i, charge := range chosen.lines {
		line := &q.Items[i]
		line.Rate, line.Duties, line.Taxes = numberOrNil(charge.rate), moneyOrNil(charge.duties), moneyOrNil(charge.taxes)
		line.LegalRef, line.Certainty = charge.legal, line.Certainty.Worse(charge.certainty)
	}
	if chosen.Channel == ChannelPedimento && w.onDay {
		for n, i := range w.of {
			q.Items[i].Charges = append(slices.Clone(w.quoted[n].Tariffs), w.quoted[n].Taxes...)
		}
	}
	q.Reasons = append(q.Reasons, chosen.Reasons...)
	rates := w.parcel.product().stated()
	if w.parcel.BuyerRate != nil {
		rates = append(rates, statedRate{fieldBuyerRate, w.parcel.Buyer, w.parcel.BuyerRate.Decimal})
	}
	for _, s := range rates {
		if text := w.voice.rateDoubt(s); text != "" {
			q.Reasons = append(q.Reasons, text)
		}
	}
	q.Certainty, q.Complete = w.marks(&q)
	return q
}

// marks carries what is to be confirmed of the lines to the whole.
func (w *parcelWork) marks(q *ParcelQuote) (tariff.Certainty, bool) {
	certainty, complete := q.Certainty, q.Complete
	for i, line := range w.lines {
		certainty = certainty.Worse(line.Certainty)
		number := strconv.Itoa(i + 1)
		switch line.LineStatus {
		case "to be confirmed":
			q.Reasons = append(q.Reasons, w.voice.say("parcel_classified", "item", number, "code", line.HSCode,
				"confidence", strconv.FormatFloat(*line.Confidence, 'f', 2, 64)))
		case "unknown":
			complete = false
			q.Reasons = append(q.Reasons, w.voice.say("parcel_no_line", "item", number))
		}
	}
	return certainty, complete
}

// cheaper orders lawful channels before others, known totals before unknown, the lower total first.
func cheaper(a, b ParcelAlternative) int {
	known := func(x ParcelAlternative) int {
		switch {
		case !x.Lawful:
			return 2
		case !x.Complete || x.Totals.Landed == nil:
			return 1
		}
		return 0
	}
	if d := known(a) - known(b); d != 0 {
		return d
	}
	return -compareSavings(decimalOf(a.Totals.Landed), decimalOf(b.Totals.Landed))
}

func (w *parcelWork) channelName(c Channel) string { return w.voice.say("parcel_channel_" + string(c)) }

func numberOrNil(d *decimal.Decimal) *Number {
	if d == nil {
		return nil
	}
	return number(*d)
}

// BuyerTotals are the totals of a parcel in the currency of its buyer.
type BuyerTotals struct {
	Currency string `json:"currency" doc:"ISO 4217"`
	Rate     Number `json:"exchange_rate" doc:"MXN for one unit of it"`
	ParcelTotals
}

// inBuyers shows totals in the currency of the buyer; nil where none was named. Each amount is what it adds to the sum
// in that currency, rounded half up to its smallest unit, so that the amounts add up to the rounded total.
func (p Parcel) inBuyers(t ParcelTotals) *BuyerTotals {
	if p.Buyer == "" {
		return nil
	}
	rate, stated := p.statedRateOf(p.Buyer)
	if stated == "" {
		rate = p.BuyerRate.Decimal
	}
	b := &BuyerTotals{Currency: p.Buyer, Rate: *number(rate)}
	places := 2
	if unit, err := iso4217.ParseISO(p.Buyer); err == nil {
		places, _ = iso4217.Standard.Rounding(unit)
	}
	reached, shown := decimal.Zero, decimal.Zero
	add := func(amount *Number, negative bool) *Number {
		if amount == nil {
			return nil
		}
		step := amount.Decimal
		if negative {
			step = step.Neg()
		}
		next, err := reached.Add(step)
		if err != nil {
			return nil
		}
		converted, ok := converted(next, rate, places)
		if !ok {
			return nil
		}
		part, err := converted.Sub(shown)
		if err != nil {
			return nil
		}
		reached, shown = next, converted
		return &Number{part.Abs().Pad(places)}
	}
	b.Goods, b.Discount = add(t.Goods, false), add(t.Discount, true)
	b.Freight, b.Insurance = add(t.Freight, false), add(t.Insurance, false)
	b.Duties, b.Taxes, b.Fees = add(t.Duties, false), add(t.Taxes, false), add(t.Fees, false)
	b.SellerFee, b.CarrierFee = add(t.SellerFee, false), add(t.CarrierFee, false)
	if t.Landed != nil {
		b.Landed = &Number{shown.Pad(places)}
	}
	return b
}

// converted is an amount of zero or more in MXN at a rate, rounded half up to a number of decimals.
func converted(amount, rate decimal.Decimal, places int) (decimal.Decimal, bool) {
	quotient, err := amount.Quo(rate)
	if err != nil {
		return decimal.Decimal{}, false
	}
	raised, err := quotient.Add(decimal.MustNew(5, places+1))
	if err != nil {
		return decimal.Decimal{}, false
	}
	return raised.Trunc(places).Pad(places), true
}

// net are the prices of the goods less the discount, which is shared by price; they add up to the price paid.
func (p Parcel) net(goods []*decimal.Decimal, discount decimal.Decimal) []*decimal.Decimal {
	whole := sum(goods...)
	if !discount.IsPos() || !whole.IsPos() {
		return goods
	}
	paid, _ := whole.Sub(discount)
	part, err := paid.Quo(*whole)
	if err != nil {
		return goods
	}
	exact := make([]decimal.Decimal, len(goods))
	for i, price := range goods {
		exact[i], _ = price.Mul(part) // at most the price
	}
	return spread(exact)
}
