package quote

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/govalues/decimal"

	"tariffdesk/fail"
	"tariffdesk/tariff"
)

// parcelOf is a parcel of T-shirts of a value in USD at 17.50 MXN.
func parcelOf(provenance, usd string, date tariff.Date) Parcel {
	return Parcel{
		Destination: "MEX", Provenance: provenance, Currency: "USD", ExchangeRate: number(decimal.MustParse("17.5")), Language: LanguageEnglish, Date: date,
		Items: []ParcelItem{{Description: "Cotton T-shirt", HSCode: "6109.10.03", Country: provenance, Quantity: *number(decimal.One), UnitValue: Number{decimal.MustParse(usd)}}},
	}
}

func mustParcel(t testing.TB, e *Engine, p Parcel) ParcelQuote {
	t.Helper()
	q, err := e.Parcel(context.Background(), p, nil)
	if err != nil {
		t.Fatal(err, fail.As(err).Details)
	}
	return q
}

func by(q ParcelQuote, c Channel) ParcelAlternative {
	return q.Alternatives[slices.IndexFunc(q.Alternatives, func(a ParcelAlternative) bool { return a.Channel == c })]
}

// The arithmetic stands beside each row: value = USD × 17.50; simplified = value × (1 + rate); pedimento =
// value + IGI 35 % + DTA 461.61 + IVA 16 % of their sum + PRV 350.00 + 56.00.
func TestAParcelIsPricedByEveryChannel(t *testing.T) {
	t.Parallel()
	e := setup(t)
	for _, c := range []struct {
		from, usd                  string
		courier, postal, pedimento string
		chosen                     Channel
	}{
		{"US", "45", "787.50", "787.50", "2174.70", ChannelPostal},            // courier: no IGI, no IVA, share of the DTA not known
		{"US", "90", "1842.75", "1874.25", "3407.92", ChannelCourier},         // 1575 × 1.17; 1575 × 1.19
		{"US", "300", "6247.50", "6247.50", "9162.97", ChannelCourier},        // 5250 × 1.19
		{"CN", "45", "1051.31", "787.50", "2174.70", ChannelPostal},           // 787.50 + 263.81
		{"CN", "90", "2102.63", "1874.25", "3407.92", ChannelPostal},          // 1575 + 527.63
		{"CN", "300", "7008.75", "6247.50", "9162.97", ChannelPostal},         // 5250 × 1.335
		{"CN", "1500", "35043.75", "null", "42048.97", ChannelCourier},        // over the limit of the post
		{"CN", "2600", "null", "null", "72194.47", ChannelPedimento},          // over both limits
		{"Panama", "0.9", "15.75", "15.75", "966.13", ChannelPostal},          // up to 1 USD: relief
		{"Japan", "117", "2733.41", "2436.53", "4147.86", ChannelPostal},      // TIPAT over 1 USD: 33.5 %
		{"Canada", "117", "2395.58", "2436.53", "4147.86", ChannelCourier},    // the last dollar of 17 %
		{"Canada", "117.01", "2436.74", "2436.74", "4148.14", ChannelCourier}, // the first centavo of 19 %
	} {
		q := mustParcel(t, e, parcelOf(c.from, c.usd, "2026-06-15"))
		got := []string{shown(by(q, ChannelCourier).Totals.Landed), shown(by(q, ChannelPostal).Totals.Landed), shown(by(q, ChannelPedimento).Totals.Landed)}
		if want := []string{c.courier, c.postal, c.pedimento}; !slices.Equal(got, want) || q.Channel != c.chosen {
			t.Errorf("%s %s: %q by %s, want %q by %s", c.from, c.usd, got, q.Channel, want, c.chosen)
		}
		if shown(q.Totals.Landed) != shown(by(q, q.Channel).Totals.Landed) || len(q.Reasons) == 0 {
			t.Errorf("%s %s: %+v", c.from, c.usd, q)
		}
	}
}

func TestAParcelOfAnEarlierDayGetsTheRateOfThatDay(t *testing.T) {
	t.Parallel()
	e := setup(t)
	for date, want := range map[tariff.Date]string{"2025-08-14": "6247.50", "2025-08-15": "7008.75", "2024-12-31": "null"} {
		q := mustParcel(t, e, parcelOf("CN", "300", date))
		if got := shown(by(q, ChannelCourier).Totals.Landed); got != want {
			t.Errorf("%s: %s, want %s", date, got, want)
		}
		if by(q, ChannelPedimento).Lawful {
			t.Errorf("%s: duties of a day that is not held", date)
		}
	}
}

func TestGoodsWithAPermitFallBackToThePedimento(t *testing.T) {
	t.Parallel()
	e := setup(t)
	for code, description := range map[string]string{"08081001": "Fresh apples", "30049099": "Paracetamol tablets", "85171301": "Smartphone"} {
		p := parcelOf("US", "90", "2026-06-15")
		p.Channel, p.Items[0].HSCode, p.Items[0].Description = ChannelCourier, code, description
		q := mustParcel(t, e, p)
		if q.Channel != ChannelPedimento || by(q, ChannelCourier).Lawful || !strings.Contains(q.Reasons[0], "not lawful") || len(q.Items[0].Charges) == 0 {
			t.Errorf("%s: %s %q", description, q.Channel, q.Reasons)
		}
	}
}

func TestDrinksAndTobaccoHaveRatesOfTheirOwn(t *testing.T) {
	t.Parallel()
	e := setup(t)
	for _, c := range []struct{ from, code, description, want string }{
		{"China", "22042104", "Wine 13% vol", "3097.50"}, // 1750 × 1.77
		{"China", "22086001", "Vodka 40% vol", "3745.00"},
		{"US", "22086001", "Vodka 40% vol", "null"}, // lower by treaty, not held
	} {
		p := parcelOf(c.from, "100", "2026-06-15")
		p.Items[0].HSCode, p.Items[0].Description = c.code, c.description
		if got := shown(by(mustParcel(t, e, p), ChannelCourier).Totals.Landed); got != c.want {
			t.Errorf("%s from %s: %s, want %s", c.description, c.from, got, c.want)
		}
	}
}

func TestFreightAndInsuranceBelongToTheCustomsValue(t *testing.T) {
	t.Parallel()
	e := setup(t)
	p := parcelOf("US", "45", "2026-06-15")
	p.Freight, p.Insurance = number(decimal.MustParse("8")), number(decimal.MustParse("1"))
	p.Items = append(p.Items, p.Items[0], p.Items[0])
	q := mustParcel(t, e, p)
	total := decimal.Zero
	for _, line := range q.Items {
		total, _ = total.Add(line.CustomsValue.Decimal)
	}
	if total.String() != "2520.00" || shown(q.ValueUSD) != "144.00" || shown(q.Totals.Freight) != "140.00" { // (135 + 9) × 17.5
		t.Errorf("%s %s %+v", total, shown(q.ValueUSD), q.Totals)
	}
}

func TestANoticeEndsTheReliefByProvenance(t *testing.T) {
	t.Parallel()
	e := setup(t)
	p := parcelOf("US", "100", "2026-06-15")
	p.Items[0].HSCode, p.Items[0].Description = "73121099", "Steel cable"
	q := mustParcel(t, e, p)
	if got := shown(by(q, ChannelCourier).Totals.Landed); got != "2336.25" { // 1750 × 1.335: steel needs an automatic notice
		t.Errorf("%s %q", got, by(q, ChannelCourier).Reasons)
	}
}

// guesser finds T-shirts in everything.
type guesser struct {
	code       string
	confidence float64
	err        error
}

func (g guesser) Guess(context.Context, string) (Guess, error) {
	return Guess{g.code, g.confidence}, g.err
}
func (g guesser) Contradicts(_ context.Context, _, code string) (Guess, bool) {
	return Guess{g.code, g.confidence}, !strings.HasPrefix(code, g.code[:4])
}

func TestItemsWithoutALineAreClassifiedAndMarked(t *testing.T) {
	t.Parallel()
	e := setup(t)
	p := parcelOf("US", "90", "2026-06-15")
	p.Items[0].HSCode = ""
	for _, c := range []struct {
		guess    guesser
		status   string
		complete bool
	}{
		{guesser{code: "61091003", confidence: 0.9}, "classified", true},
		{guesser{code: "61091003", confidence: 0.69}, "to be confirmed", true},
		{guesser{code: "", confidence: 0}, "unknown", false},
	} {
		q, err := e.Parcel(context.Background(), p, c.guess)
		if err != nil || q.Items[0].LineStatus != c.status || q.Complete != c.complete {
			t.Errorf("%+v: %+v %v", c.guess, q, err)
		}
		if c.status == "to be confirmed" && q.Certainty != tariff.CertaintyUnconfirmed {
			t.Errorf("the total does not carry the mark: %s", q.Certainty)
		}
	}
	if _, err := e.Parcel(context.Background(), p, guesser{err: errors.New("away")}); err == nil {
		t.Error("a failure of the classifier is hidden")
	}
}

func TestAFaultyParcelIsRefusedWithEveryField(t *testing.T) {
	t.Parallel()
	e := setup(t)
	p := parcelOf("Atlantis", "90", "2026-13-01")
	p.Destination, p.Currency, p.ExchangeRate = "USA", "EUR", nil
	p.Freight = number(decimal.MustParse("-1"))
	p.Items[0].HSCode, p.Items[0].Country, p.Items[0].Quantity, p.Items[0].Description = "61091099", "Nowhere", *number(decimal.Zero), " "
	_, err := e.Parcel(context.Background(), p, nil)
	failure := fail.As(err)
	for _, field := range []string{"destination", "provenance", "exchange_rate", "freight", "date", "items[0].hscode_8digits", "items[0].country", "items[0].quantity", "items[0].product_description"} {
		if !slices.ContainsFunc(failure.Details, func(d string) bool { return strings.HasPrefix(d, field+": ") }) {
			t.Errorf("%s is not named in %q", field, failure.Details)
		}
	}
	if failure.Code != fail.CodeValidation {
		t.Errorf("%s", failure.Code)
	}
	many := parcelOf("US", "1", "2026-06-15")
	many.Items = slices.Repeat(many.Items, 101)
	if _, err := e.Parcel(context.Background(), many, nil); err == nil {
		t.Error("101 items are accepted")
	}
}

func BenchmarkParcel100(b *testing.B) {
	e := setup(b)
	p := parcelOf("CN", "20", "2026-06-15")
	codes := []string{"61091003", "84713001", "39269099", "95030020", "42022101", "69111001", "85183003", "64041999", "71179099", "33049999"}
	p.Items = slices.Repeat(p.Items, 100)
	for i := range p.Items {
		p.Items[i].HSCode = codes[i%len(codes)]
	}
	b.ReportAllocs()
	for b.Loop() {
		mustParcel(b, e, p)
	}
}

// parcelWith is a parcel of one item from China, worth so many USD at 17.50 MXN.
func parcelWith(code, description, usd string, date tariff.Date) Parcel {
	p := parcelOf("CN", usd, date)
	p.Items[0].HSCode, p.Items[0].Description = code, description
	return p
}

func TestPostUpTo50USDIsFreeOnlyWithoutARegulation(t *testing.T) {
	t.Parallel()
	e := setup(t)
	free := by(mustParcel(t, e, parcelWith("39241001", "Plastic bowl", "40", "2026-06-15")), ChannelPostal)
	if !free.Lawful || !free.Complete || shown(free.Totals.Landed) != "700.00" { // 40 × 17.50, nothing due
		t.Errorf("a bowl: %+v", free)
	}
	for code, description := range map[string]string{
		"33049999": "Face cream in a jar, retail",            // a sanitary notice
		"21069099": "Dietary supplement in bottles, retail",  // authorisation or notice
		"42022101": "Handbag of python leather",              // CITES
		"38089199": "Insecticide with carbofuran, 100 ml",    // prohibited
		"85043399": "Chargers, used",                         // permit of used goods, if the line exists
		"02101999": "Dried meat, packed",                     // animal health
		"12099999": "Seeds for sowing",                       // plant health
		"30049099": "Medicine, tablets for people, prepared", // sanitary register
	} {
		if _, found := e.schedule.Line(code); !found {
			continue
		}
		a := by(mustParcel(t, e, parcelWith(code, description, "40", "2026-06-15")), ChannelPostal)
		if a.Lawful && a.Complete {
			t.Errorf("%s %s is free by post: %+v", code, description, a)
		}
	}
}

func TestRatesOfParcelsEndWithTheYearOfTheirRules(t *testing.T) {
	t.Parallel()
	e := setup(t)
	last, first := mustParcel(t, e, parcelOf("US", "90", "2026-12-31")), mustParcel(t, e, parcelOf("US", "90", "2027-01-01"))
	if a := by(last, ChannelCourier); !a.Lawful || shown(a.Totals.Landed) != "1842.75" { // 1575 × 1.17
		t.Errorf("last day: %+v", a)
	}
	for _, c := range []Channel{ChannelCourier, ChannelPostal} {
		if a := by(first, c); a.Lawful || a.Complete {
			t.Errorf("%s on the first day of 2027: %+v", c, a)
		}
	}
	if by(first, ChannelPedimento).Complete {
		t.Error("the pedimento of 2027 is complete without its amounts")
	}
}

func TestUsedGoodsOfAParcelNeedTheirPermit(t *testing.T) {
	t.Parallel()
	e := setup(t)
	p := parcelWith("84713001", "Laptop computer", "300", "2026-06-15")
	if a := by(mustParcel(t, e, p), ChannelCourier); !a.Lawful {
		t.Errorf("a new laptop: %+v", a)
	}
	used := true
	p.Items[0].Used = &used
	if a := by(mustParcel(t, e, p), ChannelCourier); a.Lawful {
		t.Errorf("a used laptop: %+v", a)
	}
}

func TestAGuessedLineIsThatOfTheSeason(t *testing.T) {
	t.Parallel()
	e := setup(t)
	p := parcelOf("US", "300", "2026-11-15")
	p.Items[0].HSCode, p.Items[0].Description = "", "Soybeans"
	q, err := e.Parcel(context.Background(), p, guessing("12019001"))
	if err != nil {
		t.Fatal(err)
	}
	if q.Items[0].HSCode != "12019002" {
		t.Errorf("line %s in November", q.Items[0].HSCode)
	}
}

// guessing is a classifier that is sure of one line.
type guessing string

func (g guessing) Guess(context.Context, string) (Guess, error) {
	return Guess{Code: string(g), Confidence: 0.9}, nil
}

func (guessing) Contradicts(context.Context, string, string) (Guess, bool) { return Guess{}, false }
