package quote

import (
	"math/big"

	"github.com/govalues/decimal"
)

// Prorate shares a total out by weights. Each share is rounded half up to cents; what rounding leaves goes to the line of
// the greatest weight, the first of several. The shares add up to the total, and none is negative: where the greatest one
// would be, each share is rounded down instead. Without a weight above zero there is nothing to go by: nil.
func Prorate(total decimal.Decimal, weights []decimal.Decimal) []decimal.Decimal {
	scale := 0
	for _, w := range weights {
		scale = max(scale, w.Scale())
	}
	whole, largest := new(big.Int), 0
	parts := make([]*big.Int, len(weights))
	for i, w := range weights {
		parts[i] = units(w, scale)
		whole.Add(whole, parts[i])
		if parts[i].Cmp(parts[largest]) > 0 {
			largest = i
		}
	}
	if whole.Sign() <= 0 {
		return nil
	}
	cents := units(total.Round(centScale), centScale)
	shares := share(cents, parts, whole, largest, true)
	if shares[largest].Sign() < 0 {
		shares = share(cents, parts, whole, largest, false)
	}
	found := make([]decimal.Decimal, len(shares))
	for i, s := range shares {
		if !s.IsInt64() {
			return nil
		}
		found[i] = decimal.MustNew(s.Int64(), centScale)
	}
	return found
}

// centScale is the number of decimals of money.
const centScale = 2

// share is cents × part / whole for each part; half rounds half up, otherwise down.
func share(cents *big.Int, parts []*big.Int, whole *big.Int, largest int, half bool) []*big.Int {
	left := new(big.Int).Set(cents)
	shares := make([]*big.Int, len(parts))
	for i, part := range parts {
		numerator := new(big.Int).Mul(cents, part)
		denominator := whole
		if half { // (2 × cents × part + whole) / (2 × whole)
			numerator.Lsh(numerator, 1).Add(numerator, whole)
			denominator = new(big.Int).Lsh(whole, 1)
		}
		shares[i] = numerator.Quo(numerator, denominator)
		left.Sub(left, shares[i])
	}
	shares[largest] = new(big.Int).Add(shares[largest], left)
	return shares
}

// units is a number of zero or more as a whole number of the last decimal of a scale.
func units(d decimal.Decimal, scale int) *big.Int {
	n := new(big.Int).SetUint64(d.Coef())
	if d.IsNeg() {
		n.Neg(n)
	}
	return n.Mul(n, new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(scale-d.Scale())), nil))
}
