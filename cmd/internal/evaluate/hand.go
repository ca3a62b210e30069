package evaluate

import (
	"math/big"
	"slices"

	"github.com/govalues/decimal"
)

// handLine is a line of an entry as a broker has it before him.
type handLine struct {
	value       decimal.Decimal // in the currency
	dutyPercent int
}

// What an entry is computed with by hand: 17.50 MXN for a unit of the currency; DTA 8 per mil, at least 461.61; IVA 16 %;
// prevalidation 350.00 with its IVA.
const (
	handRate   = 1750
	handDTA    = 46161
	handPre    = 40600
	perMilDTA  = 8
	percentIVA = 16
)

// byHand is the total of an import entry without preferences, MXN: each of the increments, in cents of the currency, and the DTA are
// shared by value; each line is converted, and its duty and IVA rounded, by itself; what rounding leaves goes to the largest line. It shares no code with quotes.
func byHand(lines []handLine, increments ...int) decimal.Decimal {
	values := make([]*big.Int, len(lines)) // cents
	for i, l := range lines {
		whole, fraction, _ := l.value.Int64(2)
		values[i] = big.NewInt(whole*100 + fraction)
	}
	prices := slices.Clone(values)
	for _, increment := range increments {
		for i, share := range shareOut(big.NewInt(int64(increment)), prices) {
			values[i] = new(big.Int).Add(values[i], share)
		}
	}
	foreign := new(big.Int)
	for _, v := range values {
		foreign.Add(foreign, v)
	}
	whole := rounded(foreign, handRate, 100)
	customs, left, largest := make([]*big.Int, len(values)), new(big.Int).Set(whole), 0
	for i, v := range values {
		customs[i] = rounded(v, handRate, 100)
		if left.Sub(left, customs[i]); v.Cmp(values[largest]) > 0 {
			largest = i
		}
	}
	customs[largest].Add(customs[largest], left)
	dta := rounded(whole, perMilDTA, 1000)
	if least := big.NewInt(handDTA); dta.Cmp(least) < 0 {
		dta = least
	}
	total := new(big.Int).Add(dta, big.NewInt(handPre))
	fees := shareOut(dta, customs)
	for i, l := range lines {
		duty := rounded(customs[i], int64(l.dutyPercent), 100)
		base := new(big.Int).Add(customs[i], duty)
		total.Add(total, duty)
		total.Add(total, rounded(base.Add(base, fees[i]), percentIVA, 100))
	}
	return decimal.MustNew(total.Int64(), 2)
}

// rounded is n × part / whole, half up.
func rounded(n *big.Int, part, whole int64) *big.Int {
	product := new(big.Int).Mul(n, big.NewInt(2*part))
	product.Add(product, big.NewInt(whole))
	return product.Div(product, big.NewInt(2*whole))
}

// shareOut shares cents by weights; what rounding leaves goes to the largest.
func shareOut(cents *big.Int, weights []*big.Int) []*big.Int {
	whole, largest := new(big.Int), 0
	for i, w := range weights {
		whole.Add(whole, w)
		if w.Cmp(weights[largest]) > 0 {
			largest = i
		}
	}
	left, shares := new(big.Int).Set(cents), make([]*big.Int, len(weights))
	for i, w := range weights {
		twice := new(big.Int).Mul(cents, w)
		twice.Add(twice.Lsh(twice, 1), whole)
		shares[i] = twice.Div(twice, new(big.Int).Lsh(whole, 1))
		left.Sub(left, shares[i])
	}
	shares[largest].Add(shares[largest], left)
	return shares
}
