// Package credit owns what a call costs: amounts in hundredths of a credit, the price list and
// the kinds of ledger entries. It refuses to know who pays or where the ledger is kept.
package credit

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// Amount is a number of credits in hundredths: 25 is a quarter of a credit.
type Amount int64

// One is a whole credit.
const One Amount = 100

// Max is the largest amount a balance, a grant or a charge may hold: a billion credits.
const Max = 1_000_000_000 * One

// String gives decimal credits in their shortest form: "1", "0.25", "-12.5".
func (a Amount) String() string {
	sign, n := "", a
	if a < 0 {
		sign, n = "-", -a
	}
	s := fmt.Sprintf("%s%d.%02d", sign, n/One, n%One)
	return strings.TrimSuffix(strings.TrimRight(s, "0"), ".")
}

// MarshalJSON writes the amount as a JSON number of credits.
func (a Amount) MarshalJSON() ([]byte, error) { return []byte(a.String()), nil }

// UnmarshalJSON reads a JSON number of credits with at most two decimals.
func (a *Amount) UnmarshalJSON(b []byte) error {
	v, err := Parse(string(b))
	if err != nil {
		return err
	}
	*a = v
	return nil
}

// Parse reads decimal credits with at most two decimals, such as "12.5".
func Parse(s string) (Amount, error) {
	whole, frac, dotted := strings.Cut(strings.TrimSpace(s), ".")
	negative := strings.HasPrefix(whole, "-")
	whole = strings.TrimPrefix(whole, "-")
	if whole == "" || len(frac) > 2 || dotted && frac == "" {
		return 0, fmt.Errorf("credits %q: want a number with at most two decimals", s)
	}
	n, err := strconv.ParseUint(whole+(frac + "00")[:2], 10, 63)
	if err != nil || n > uint64(Max) || n > math.MaxInt64 {
		return 0, fmt.Errorf("credits %q: want a number of at most %s with at most two decimals", s, Max)
	}
	if negative {
		return -Amount(n), nil
	}
	return Amount(n), nil
}
