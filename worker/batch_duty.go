package worker

import (
	"slices"
	"strings"

	"github.com/govalues/decimal"

	"tariffdesk/quote"
	"tariffdesk/tariff"
)

// charges shows duties and taxes in one cell: "15 %", "0.36 USD/Kg", "IVA 16 %".
func charges(list []quote.Charge, named bool, language tariff.Language) string {
	var shown []string
	for _, c := range list {
		text := chargeText(c, language)
		if text != "" && named {
			text = strings.TrimSpace(c.Name + " " + text)
		}
		if text != "" {
			shown = append(shown, text)
		}
	}
	return strings.Join(shown, " + ")
}

func chargeText(c quote.Charge, language tariff.Language) string {
	switch {
	case c.RateType == quote.RateTypeExempt:
		return tariff.Text{English: "exempt", Spanish: "exento"}.In(language)
	case c.RateType == quote.RateTypeProhibited:
		return tariff.Text{English: "prohibited", Spanish: "prohibido"}.In(language)
	case c.Rate == nil:
		return c.Formula
	case c.RateType == quote.RateTypeSpecific:
		unit := c.Currency
		if c.PerUnit != "" {
			unit += "/" + c.PerUnit
		}
		return strings.TrimSpace(c.Rate.String() + " " + unit)
	}
	return percent(c.Rate.Decimal) + " %"
}

// percent multiplies a decimal fraction by a hundred, exactly.
func percent(rate decimal.Decimal) string {
	hundred, err := rate.Mul(decimal.Hundred)
	if err != nil {
		return rate.String()
	}
	return hundred.Trim(0).String()
}

func regulations(list []quote.RegulationKey) string {
	var keys []string
	for _, r := range list { // several regulations may share a key
		if !slices.Contains(keys, r.Key) {
			keys = append(keys, r.Key)
		}
	}
	return strings.Join(keys, ", ")
}
