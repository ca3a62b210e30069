package quote

import (
	"math/rand/v2"
	"testing"

	"github.com/govalues/decimal"
)

func amounts(texts ...string) (all []decimal.Decimal) {
	for _, text := range texts {
		all = append(all, decimal.MustParse(text))
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
		"10 by thirds":           {"10.00", amounts("33.33", "33.33", "33.34"), amounts("3.33", "3.33", "3.34")}, // 3.333 3.333 3.334: a cent is left
		"equal lines":            {"0.05", amounts("1", "1", "1"), amounts("0.01", "0.02", "0.02")},              // 0.0167 each: a cent too much, off the first
		"a cent for three":       {"0.01", amounts("1", "2", "3"), amounts("0.00", "0.00", "0.01")},              // 0.0017 0.0033 0.005
		"by weight":              {"100", amounts("30", "10"), amounts("75.00", "25.00")},
		"a line without a value": {"5", amounts("0", "2", "3"), amounts("0.00", "2.00", "3.00")},
		"one line":               {"7.77", amounts("0.01"), amounts("7.77")},
		"nothing":                {"0", amounts("1", "2"), amounts("0.00", "0.00")},
		"halves of a cent":       {"0.01", amounts("1", "1"), amounts("0.00", "0.01")}, // 0.005 each: up twice, a cent off the first
	} {
		got := Prorate(decimal.MustParse(c.total), c.weights)
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
	if Prorate(decimal.MustParse("1"), amounts("0", "0")) != nil || Prorate(decimal.MustParse("1"), nil) != nil {
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
		shares := Prorate(total, weights)
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
			if off.Abs().Cmp(decimal.MustParse("0.01")) > 0 {
				t.Fatalf("%s by %v: share %d is %s, exactly %s", total, weights, i, s, exact)
			}
		}
	}
}
