package entry

import (
	"math/rand/v2"
	"testing"

	"github.com/govalues/decimal"
)

func d(text string) decimal.Decimal { return decimal.MustParse(text) }

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
