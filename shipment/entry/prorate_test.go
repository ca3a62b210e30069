package entry

import (
	"math/rand/v2"
	"testing"

	"github.com/govalues/decimal"
)

func d(text string) decimal.Decimal { return decimal.MustParse(text) }

func list(texts ...string) (all []decimal.Decimal) {
	for _, text := range texts {
		all = append(all, d(text))
	}
	return all
}

func TestSharesAreRoundedAndTheRestGoesToTheLargest(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		total   string
		weights []decimal.Decimal
		want    []decimal.Decimal
	}{
		"10 by thirds":           {"10.00", list("33.33", "33.33", "33.34"), list("3.33", "3.33", "3.34")}, // 3.333 3.333 3.334: a cent is left
		"equal lines":            {"0.05", list("1", "1", "1"), list("0.01", "0.02", "0.02")},              // 0.0167 each: a cent too much, off the first
		"a cent for three":       {"0.01", list("1", "2", "3"), list("0.00", "0.00", "0.01")},              // 0.0017 0.0033 0.005
		"by weight":              {"100", list("30", "10"), list("75.00", "25.00")},
		"a line without a value": {"5", list("0", "2", "3"), list("0.00", "2.00", "3.00")},
		"one line":               {"7.77", list("0.01"), list("7.77")},
		"nothing":                {"0", list("1", "2"), list("0.00", "0.00")},
		"halves of a cent":       {"0.01", list("1", "1"), list("0.00", "0.01")}, // 0.005 each: up twice, a cent off the first
	} {
		got := prorate(d(c.total), c.weights)
		if len(got) != len(c.want) {
			t.Errorf("%s: %v", name, got)
			continue
		}
		for i := range got {
			if got[i].Cmp(c.want[i]) != 0 {
				t.Errorf("%s: %v, want %v", name, got, c.want)
				break
			}
		}
	}
	if prorate(d("1"), list("0", "0")) != nil || prorate(d("1"), nil) != nil {
		t.Error("shares without a weight to go by")
	}
}

// TestSharesAlwaysAddUp draws lines: the shares add up, none is negative, and each but the greatest lies within a cent of its
// exact share.
func TestSharesAlwaysAddUp(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(7, 11))
	for range 3000 {
		n := 1 + r.IntN(60)
		if r.IntN(50) == 0 {
			n = 2000
		}
		weights, whole := make([]decimal.Decimal, n), decimal.Zero
		for i := range weights {
			weights[i] = decimal.MustNew(r.Int64N([]int64{2, 100, 1_000_000, 1_000_000_000_00}[r.IntN(4)]), r.IntN(5))
			whole, _ = whole.Add(weights[i])
		}
		total := decimal.MustNew(r.Int64N([]int64{2, 100, 10_000_000}[r.IntN(3)]), 2)
		shares := prorate(total, weights)
		if !whole.IsPos() {
			if shares != nil {
				t.Fatalf("shares of nothing: %v", shares)
			}
			continue
		}
		sum, largest := decimal.Zero, 0
		for i, s := range shares {
			if s.IsNeg() {
				t.Fatalf("%s by %v: %s is negative", total, weights, s)
			}
			sum, _ = sum.Add(s)
			if weights[i].Cmp(weights[largest]) > 0 {
				largest = i
			}
		}
		if sum.Cmp(total) != 0 {
			t.Fatalf("%s by %v: the shares add up to %s", total, weights, sum)
		}
		for i, s := range shares {
			if i == largest {
				continue
			}
			exact, err := weights[i].Quo(whole)
			if err != nil {
				t.Fatal(err)
			}
			exact, _ = exact.Mul(total)
			off, _ := exact.Sub(s)
			if off.Abs().Cmp(d("0.01")) > 0 {
				t.Fatalf("%s by %v: share %d is %s, exactly %s", total, weights, i, s, exact)
			}
		}
	}
}

// TestAnEntryAlwaysAddsUp draws entries: every part of the value adds up to that of the entry, in its currency and in pesos.
func TestAnEntryAlwaysAddsUp(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(3, 5))
	terms := []string{"EXW", "FCA", "FOB", "CFR", "CPT", "CIF", "CIP", "DAP", "DDP", ""}
	amount := func() *decimal.Decimal {
		if r.IntN(4) == 0 {
			return nil
		}
		a := decimal.MustNew(r.Int64N(1_000_000), 2)
		return &a
	}
	for range 2000 {
		lines := make([]Goods, 1+r.IntN(40))
		for i := range lines {
			lines[i].Price = decimal.MustNew(1+r.Int64N(10_000_000), 2)
			if r.IntN(20) > 0 {
				kg := decimal.MustNew(1+r.Int64N(100_000), 3)
				lines[i].Kg = &kg
			}
		}
		in := Terms{Incoterm: terms[r.IntN(len(terms))], Freight: amount(), Insurance: amount(), Others: amount(), FreightBy: []Basis{BasisValue, BasisWeight}[r.IntN(2)]}
		v, ok := Assess(lines, in)
		if !ok {
			t.Fatalf("%+v %+v", lines, in)
		}
		var sum LineValue
		for i, l := range v.Lines {
			for _, part := range []decimal.Decimal{l.Freight, l.Insurance, l.Others} {
				if part.IsNeg() {
					t.Fatalf("a part of line %d is negative: %+v", i, l)
				}
			}
			if l.Customs.Cmp(l.Price) < 0 {
				t.Fatalf("line %d is worth less than its price: %+v", i, l)
			}
			sum.Freight, _ = sum.Freight.Add(l.Freight)
			sum.Insurance, _ = sum.Insurance.Add(l.Insurance)
			sum.Customs, _ = sum.Customs.Add(l.Customs)
		}
		if sum.Customs.Cmp(v.Total.Customs) != 0 || sum.Freight.Cmp(v.Total.Freight) != 0 || sum.Insurance.Cmp(v.Total.Insurance) != 0 {
			t.Fatalf("lines %+v, entry %+v", sum, v.Total)
		}
		rate := decimal.MustNew(1+r.Int64N(400_000), 4)
		mxn, total, ok := v.Converted(rate)
		if !ok {
			t.Fatalf("%+v at %s", v.Total, rate)
		}
		left := total
		for i, m := range mxn {
			if m.IsNeg() {
				t.Fatalf("line %d is worth %s", i, m)
			}
			left, _ = left.Sub(m)
		}
		if !left.IsZero() {
			t.Fatalf("at %s the lines differ from %s by %s", rate, total, left)
		}
	}
}

// TestFreightIsSharedByWeightWhereEveryLineHasOne: 100.00 by 30 kg and 10 kg are 75.00 and 25.00; by prices of 10.00 and 30.00
// they are 25.00 and 75.00. Insurance goes by value.
func TestFreightIsSharedByWeightWhereEveryLineHasOne(t *testing.T) {
	t.Parallel()
	hundred, thirty, ten, none := d("100"), d("30"), d("10"), d("0")
	lines := []Goods{{Price: ten, Kg: &thirty}, {Price: thirty, Kg: &ten}}
	in := Terms{Incoterm: "FOB", Freight: &hundred, Insurance: &hundred, FreightBy: BasisWeight}
	v, _ := Assess(lines, in)
	if v.Lines[0].Freight.String() != "75.00" || v.Lines[0].Insurance.String() != "25.00" || v.FreightBy != BasisWeight {
		t.Errorf("%+v by %s", v.Lines, v.FreightBy)
	}
	for _, kg := range []*decimal.Decimal{nil, &none} {
		lines[1].Kg = kg
		if v, _ = Assess(lines, in); v.Lines[0].Freight.String() != "25.00" || v.FreightBy != BasisValue {
			t.Errorf("%+v by %s", v.Lines, v.FreightBy)
		}
	}
}
