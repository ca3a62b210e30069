package tariff

import (
	"fmt"
	"strings"

	"github.com/govalues/decimal"
)

// RateKind is the form of a duty.
type RateKind string

// The forms a duty takes.
const (
	RateFree       RateKind = "free"
	RateAdValorem  RateKind = "ad_valorem"
	RateSpecific   RateKind = "specific"
	RateMixed      RateKind = "mixed"      // ad valorem and specific, both due
	RateCompound   RateKind = "compound"   // more parts than two; Text holds the published arithmetic
	RateProvision  RateKind = "provision"  // set by a note or another provision, not a figure
	RateProhibited RateKind = "prohibited" // the operation is not allowed
	RateUnknown    RateKind = "unknown"
)

// Rate is one duty. The zero Rate is unknown.
type Rate struct {
	Kind      RateKind
	AdValorem decimal.Decimal // fraction of the customs value: 0.35 is 35 %
	Specific  decimal.Decimal // amount in Currency for each PerUnit
	Currency  string          // ISO 4217
	PerUnit   string          // "kg", "Pza", "kg of sugar"
	Text      string          // compound only
}

const textMark = "text: "

var hundred = decimal.MustNew(100, 0)

// ParseRate reads the form the schedules are written in: free, prohibited, unknown, provision,
// "35%", "2 USD/Pza", "20% + 0.36 USD/kg of sugar", or "text: " and the published arithmetic.
func ParseRate(s string) (Rate, error) {
	if strings.ContainsFunc(s, isControl) {
		return Rate{}, fmt.Errorf("rate %q holds control characters", s)
	}
	switch RateKind(s) { //nolint:exhaustive // the other kinds are written as numbers
	case RateFree, RateProhibited, RateUnknown, RateProvision:
		return Rate{Kind: RateKind(s)}, nil
	case "":
		return Rate{Kind: RateUnknown}, nil
	}
	if text, ok := strings.CutPrefix(s, textMark); ok {
		return Rate{Kind: RateCompound, Text: text}, nil
	}
	first, second, mixed := strings.Cut(s, " + ")
	if !mixed && !strings.HasSuffix(first, "%") {
		first, second = "", first
	}
	rate, err := parseParts(first, second)
	if err != nil {
		return Rate{}, fmt.Errorf("rate %q: %w", s, err)
	}
	return rate, nil
}

func parseParts(adValorem, specific string) (Rate, error) {
	var rate Rate
	if adValorem != "" {
		fraction, err := parsePercent(adValorem)
		if err != nil {
			return Rate{}, err
		}
		rate.Kind, rate.AdValorem = RateAdValorem, fraction
	}
	if specific == "" {
		return rate, nil
	}
	amount, unit, hasUnit := strings.Cut(specific, "/")
	value, currency, hasCurrency := strings.Cut(amount, " ")
	if !hasUnit || !hasCurrency || unit == "" || len(currency) != 3 {
		return Rate{}, fmt.Errorf("%q is not an amount, a currency and a unit", specific)
	}
	parsed, err := parseAmount(value)
	if err != nil {
		return Rate{}, err
	}
	rate.Specific, rate.Currency, rate.PerUnit = parsed, currency, unit
	if rate.Kind = RateSpecific; adValorem != "" {
		rate.Kind = RateMixed
	}
	return rate, nil
}

// parsePercent turns "35%" into 0.35, exactly.
func parsePercent(s string) (decimal.Decimal, error) {
	digits, ok := strings.CutSuffix(s, "%")
	if !ok {
		return decimal.Decimal{}, fmt.Errorf("%q is no percentage", s)
	}
	percent, err := parseAmount(digits)
	if err != nil {
		return decimal.Decimal{}, err
	}
	fraction, err := percent.Quo(hundred)
	if err != nil {
		return decimal.Decimal{}, fmt.Errorf("percentage %q: %w", s, err)
	}
	return fraction.Trim(0), nil
}

// parseAmount refuses what decimal accepts but no tariff prints: signs, exponents, absurd size.
func parseAmount(s string) (decimal.Decimal, error) {
	if s == "" || len(s) > 16 || strings.Trim(s, "0123456789.") != "" {
		return decimal.Decimal{}, fmt.Errorf("%q is no plain number", s)
	}
	value, err := decimal.Parse(s)
	if err != nil {
		return decimal.Decimal{}, fmt.Errorf("number %q: %w", s, err)
	}
	return value.Trim(0), nil
}

// String is the form ParseRate reads.
func (r Rate) String() string {
	switch r.Kind {
	case RateAdValorem:
		return r.percent()
	case RateSpecific:
		return r.amount()
	case RateMixed:
		return r.percent() + " + " + r.amount()
	case RateCompound:
		return textMark + r.Text
	case RateFree, RateProvision, RateProhibited, RateUnknown:
		return string(r.Kind)
	}
	return string(RateUnknown)
}

func (r Rate) percent() string {
	percent, err := r.AdValorem.Mul(hundred)
	if err != nil { // a fraction of the size parseAmount admits cannot overflow
		return string(RateUnknown)
	}
	return percent.Trim(0).String() + "%"
}

func (r Rate) amount() string { return r.Specific.String() + " " + r.Currency + "/" + r.PerUnit }

// Equal reports whether both rates charge the same.
func (r Rate) Equal(other Rate) bool { return r.String() == other.String() }
