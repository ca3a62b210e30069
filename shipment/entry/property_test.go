package entry_test

import (
	"fmt"
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/govalues/decimal"

	"tariffdesk/quote"
	"tariffdesk/shipment"
)

// inCents is an amount in whole cents.
func inCents(t *testing.T, n *quote.Number) *big.Int {
	t.Helper()
	if n == nil {
		t.Fatal("an amount is open")
	}
	r, ok := new(big.Rat).SetString(n.String())
	if !ok {
		t.Fatalf("%s is no number", n)
	}
	r.Mul(r, big.NewRat(100, 1))
	if !r.IsInt() {
		t.Fatalf("%s has a fraction of a cent", n)
	}
	return r.Num()
}

// of is a share of so many per mil of cents, rounded half up.
func of(cents *big.Int, perMil int64) *big.Int {
	n := new(big.Int).Mul(cents, big.NewInt(perMil))
	return n.Add(n, big.NewInt(500)).Div(n, big.NewInt(1000))
}

// TestTheSumOfAnEntryIsThatOfItsLines draws entries and computes each anew in whole cents: IGI 25 % of handbags, DTA 8 per mil of
// all lines and at least 461.61, IVA 16 % of value, IGI and DTA, the prevalidation of 350.00 + 56.00 once.
func TestTheSumOfAnEntryIsThatOfItsLines(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(1, 2))
	terms := []string{"EXW", "FCA", "FOB", "CFR", "CIF", "DDP"}
	for round := range 150 {
		lines := make([]shipment.Line, 1+r.IntN(30))
		for i := range lines {
			value := decimal.MustNew(1+r.Int64N(5_000_000), 2).String()
			if lines[i] = bag(value); r.IntN(2) == 0 {
				lines[i] = laptop(value)
			}
		}
		sh := packet(terms[r.IntN(len(terms))], lines...)
		for i := range sh.Lines {
			sh.Lines[i].ID = fmt.Sprint("l", i)
		}
		sh.Facts.ExchangeRate = num(decimal.MustNew(150_000+r.Int64N(60_000), 4).String())
		amount := func() string { return decimal.MustNew(r.Int64N(200_000), 2).String() }
		e, priced := price(t, with(sh, amount(), amount(), amount()), quote.LanguageEnglish)
		addUp(t, e, priced)

		value, duties, taxes, fees := new(big.Int), new(big.Int), new(big.Int), new(big.Int)
		for _, l := range priced {
			mxn, fee := inCents(t, l.Value.MXN), inCents(t, l.Fees)
			duty := new(big.Int)
			if l.Code == "42022101" {
				duty = of(mxn, 250)
			}
			base := new(big.Int).Add(mxn, duty)
			value, duties, fees = value.Add(value, mxn), duties.Add(duties, duty), fees.Add(fees, fee)
			taxes.Add(taxes, of(base.Add(base, fee), 160))
		}
		dta := of(value, 8)
		if least := big.NewInt(461_61); dta.Cmp(least) < 0 {
			dta = least
		}
		if fees.Cmp(dta) != 0 {
			t.Fatalf("round %d: the lines carry a DTA of %s, the entry %s", round, fees, dta)
		}
		fees.Add(fees, big.NewInt(406_00))
		total := new(big.Int).Add(duties, taxes)
		total.Add(total, fees)
		for name, pair := range map[string]struct {
			got  *quote.Number
			want *big.Int
		}{
			"customs value": {e.Value.MXN, value}, "duties": {e.Total.Duties, duties}, "taxes": {e.Total.Taxes, taxes}, "fees": {e.Total.Fees, fees}, "total": {e.Total.Total, total},
		} {
			if got := inCents(t, pair.got); got.Cmp(pair.want) != 0 {
				t.Fatalf("round %d, %d lines, %s: %s is %s, want %s cents", round, len(lines), sh.Facts.Incoterm, name, got, pair.want)
			}
		}
	}
}
