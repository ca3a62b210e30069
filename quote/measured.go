package quote

import (
	"regexp"
	"strings"

	"github.com/govalues/decimal"
)

// measureLimit bounds a measure of the goods that their description states: a diameter, a capacity.
type measureLimit struct {
	base      string // mm, t or denier
	low, high decimal.Decimal
	presumed  bool // a description without such a measure is taken for one within
}

// measureUnits are the units that descriptions write, as so many of a base.
var measureUnits = map[string]struct {
	base   string
	factor decimal.Decimal
}{
	"mm": {"mm", decimal.One}, "cm": {"mm", decimal.MustNew(10, 0)}, "\"": {"mm", decimal.MustNew(254, 1)}, "''": {"mm", decimal.MustNew(254, 1)},
	"in": {"mm", decimal.MustNew(254, 1)}, "inch": {"mm", decimal.MustNew(254, 1)}, "inches": {"mm", decimal.MustNew(254, 1)},
	"pulgada": {"mm", decimal.MustNew(254, 1)}, "pulgadas": {"mm", decimal.MustNew(254, 1)}, "pulg": {"mm", decimal.MustNew(254, 1)},
	"t": {"t", decimal.One}, "ton": {"t", decimal.One}, "tons": {"t", decimal.One}, "tonne": {"t", decimal.One}, "tonnes": {"t", decimal.One},
	"tonelada": {"t", decimal.One}, "toneladas": {"t", decimal.One},
	"denier": {"denier", decimal.One}, "deniers": {"denier", decimal.One}, "den": {"denier", decimal.One},
}

// measureLimits reads a cell such as "mm:141.3..406.4|t:1.5..20?"; both ends belong to the limit, and
// the question mark presumes it.
func (r row) measureLimits(column string) []measureLimit {
	var limits []measureLimit
	for _, cell := range r.list(column) {
		name, span, _ := strings.Cut(cell, ":")
		span, presumed := strings.CutSuffix(span, "?")
		from, to, _ := strings.Cut(span, "..")
		unit, known := measureUnits[name]
		low, errLow := decimal.Parse(from)
		high, errHigh := decimal.Parse(to)
		if !known || errLow != nil || errHigh != nil || low.IsNeg() || high.Less(low) {
			r.fault("column %s: %q is not written like mm:141.3..406.4", column, clip(cell))
			continue
		}
		low, errLow = low.Mul(unit.factor)
		if high, errHigh = high.Mul(unit.factor); errLow != nil || errHigh != nil {
			r.fault("column %s: %q is out of range", column, clip(cell))
			continue
		}
		limits = append(limits, measureLimit{unit.base, low, high, presumed})
	}
	return limits
}

// statedMeasure is a number with its unit: "168.3 mm", "20-inch", "rodada 20". It is linear in the text.
var statedMeasure = regexp.MustCompile(`(\d{1,6}(?:[.,]\d{1,4})?)[\s-]*(mm|cm|inch(?:es)?|in|pulgadas?|pulg|"|''|t|tonn?es|tonn?e?s?|toneladas?|deniers?|den)(?:[^a-z]|$)|(rodada|rin|r)\s?(\d{1,2})(?:\D|$)`)

// within reports whether a folded text states, for every limit, a measure inside it.
func within(limits []measureLimit, text string) bool {
	if len(limits) == 0 {
		return false
	}
	stated := statedMeasure.FindAllStringSubmatch(text, 100)
	for _, limit := range limits {
		if !limit.holds(stated) {
			return false
		}
	}
	return true
}

func (l measureLimit) holds(stated [][]string) bool {
	none := true
	for _, m := range stated {
		figure, written := m[1], m[2]
		if m[3] != "" {
			figure, written = m[4], "in"
		}
		unit, known := measureUnits[written]
		value, err := decimal.Parse(strings.Replace(figure, ",", ".", 1))
		if !known || unit.base != l.base || err != nil {
			continue
		}
		none = false
		if value, err = value.Mul(unit.factor); err == nil && l.low.Cmp(value) <= 0 && value.Cmp(l.high) <= 0 {
			return true
		}
	}
	return none && l.presumed
}

// apart reports whether two sets of limits of one measure have no value in common.
func apart(a, b []measureLimit) bool {
	for _, x := range a {
		for _, y := range b {
			if x.base == y.base && (x.high.Less(y.low) || y.high.Less(x.low)) {
				return true
			}
		}
	}
	return false
}
