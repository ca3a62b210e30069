package quote

import (
	"regexp"
	"slices"
	"strings"

	"github.com/govalues/decimal"

	"tariffdesk/tariff"
)

// unit is a unit of measure as people write it.
type unit struct {
	customs string // the tariff's spelling of the unit, or of the one that measures the same
	measure string
	factor  decimal.Decimal // how much of the base of the measure one of it is
	apart   []string        // units of the tariff to which it is not converted
}

func (r reader) readUnit(row row) {
	factor := row.number("factor")
	if factor == nil || factor.IsZero() {
		row.fault("a unit needs a factor above zero")
		return
	}
	one := unit{customs: row.must("unit"), measure: row.must("measure"), factor: *factor, apart: row.list("apart")}
	for _, name := range append(row.list("aliases"), one.customs) {
		key := fold(name)
		if other, taken := r.units[key]; taken && other.customs != one.customs {
			row.fault("%q names both %s and %s", name, other.customs, one.customs)
		}
		if _, taken := r.units[key]; !taken {
			r.units[key] = one
		}
	}
}

// convert expresses a quantity in another unit: quantity × factor / factor of the other. False where the
// units do not measure the same, or where the word means two things: a dozen of a line counted in pairs
// is twelve pieces to some and twelve pairs to others.
func (r *Rules) convert(quantity decimal.Decimal, from, to string) (decimal.Decimal, bool) {
	if from == "" {
		return quantity, true
	}
	source, known := r.units[fold(from)]
	target, same := r.units[fold(to)]
	if !known || !same || source.measure != target.measure || slices.Contains(source.apart, target.customs) {
		return decimal.Decimal{}, false
	}
	if source.factor.Cmp(target.factor) == 0 {
		return quantity, true
	}
	base, err := quantity.Mul(source.factor)
	if err != nil {
		return decimal.Decimal{}, false
	}
	converted, err := base.Quo(target.factor)
	return converted, err == nil
}

// Convert expresses a quantity in another unit; false where the two do not measure the same, or one is not known.
func (e *Engine) Convert(quantity decimal.Decimal, from, to string) (decimal.Decimal, bool) {
	if from == "" || to == "" {
		return decimal.Decimal{}, false
	}
	return e.rules.convert(quantity, from, to)
}

// UnitOf is the unit of a line on a day as the tariff writes it; false where there is no such line.
func (e *Engine) UnitOf(code string, date tariff.Date) (string, bool) {
	line, found := e.lineOn(tariff.DigitsOf(code), date)
	return line.Unit, found
}

// KnowsUnit reports whether a text names a unit.
func (e *Engine) KnowsUnit(text string) bool { return e.rules.KnowsUnit(text) }

// KnowsUnit reports whether a text names a unit.
func (r *Rules) KnowsUnit(text string) bool {
	_, known := r.units[fold(text)]
	return known
}

// measureUnit is a unit that descriptions give measures in, as so many of a base.
type measureUnit struct {
	base   string // mm, t or denier
	factor decimal.Decimal
	before bool // the word stands before the number: "rodada 20"
}

// measureUnits are the units of descriptions by the word that is written.
type measureUnits map[string]measureUnit

func (units measureUnits) read(row row) {
	factor := row.number("factor")
	if factor == nil || factor.IsZero() {
		row.fault("a unit needs a factor above zero")
		return
	}
	u := measureUnit{base: row.must("base"), factor: *factor, before: row.choice("place", "before", "behind") == "before"}
	for _, name := range append(row.list("aliases"), row.must("unit")) {
		if _, taken := units[name]; taken {
			row.fault("%q stands twice", name)
		}
		units[name] = u
	}
}

// measureLimit bounds a measure of the goods that their description states: a diameter, a capacity.
type measureLimit struct {
	base      string
	low, high decimal.Decimal
	presumed  bool // a description without such a measure is taken for one within
}

// limits reads a cell such as "mm:141.3..406.4|t:1.5..20?"; both ends belong to the limit, and
// the question mark presumes it.
func (units measureUnits) limits(row row, column string) []measureLimit {
	var found []measureLimit
	for _, cell := range row.list(column) {
		name, span, _ := strings.Cut(cell, ":")
		span, presumed := strings.CutSuffix(span, "?")
		from, to, _ := strings.Cut(span, "..")
		unit, known := units[name]
		low, errLow := decimal.Parse(from)
		high, errHigh := decimal.Parse(to)
		if !known || errLow != nil || errHigh != nil || low.IsNeg() || high.Less(low) {
			row.fault("column %s: %q is not written like mm:141.3..406.4", column, clip(cell))
			continue
		}
		low, errLow = low.Mul(unit.factor)
		if high, errHigh = high.Mul(unit.factor); errLow != nil || errHigh != nil {
			row.fault("column %s: %q is out of range", column, clip(cell))
			continue
		}
		found = append(found, measureLimit{unit.base, low, high, presumed})
	}
	return found
}

// statedMeasure is a number with the words around it, one of which may be its unit: "168.3 mm",
// "20-inch", "rodada 20". It is linear in the text.
var statedMeasure = regexp.MustCompile(`(?:([a-z]{1,12})[\s-]?)?(\d{1,6}(?:[.,]\d{1,4})?)(?:[\s-]?("|''|[a-z]{1,12}))?`)

// maxStated bounds the numbers of a description that are read.
const maxStated = 100

// within reports whether a folded text states, for every limit, a measure inside it.
func (units measureUnits) within(limits []measureLimit, text string) bool {
	if len(limits) == 0 {
		return false
	}
	stated := statedMeasure.FindAllStringSubmatch(text, maxStated)
	for _, limit := range limits {
		if !units.holds(limit, stated) {
			return false
		}
	}
	return true
}

// holds reports whether one of the measures lies within the limit.
func (units measureUnits) holds(l measureLimit, stated [][]string) bool {
	none := true
	for _, m := range stated {
		unit, known := units[m[3]]
		if !known || unit.before {
			if unit, known = units[m[1]]; !known || !unit.before {
				continue
			}
		}
		value, err := decimal.Parse(strings.Replace(m[2], ",", ".", 1))
		if unit.base != l.base || err != nil {
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

// Convert expresses a quantity in another unit. False where a unit is unknown, where the two do not measure the
// same, or where the word means two things.
func (r *Rules) Convert(quantity decimal.Decimal, from, to string) (decimal.Decimal, bool) {
	if fold(from) == fold(to) {
		return quantity, true
	}
	if from == "" || to == "" {
		return decimal.Decimal{}, false
	}
	return r.convert(quantity, from, to)
}
