package quote

import "github.com/govalues/decimal"

// unit is a unit of measure as people write it, and how much of a customs unit one of it is.
type unit struct {
	customs string // the tariff's spelling
	factor  decimal.Decimal
}

func (r *Rules) readUnit(row row) {
	factor := row.number("factor")
	if factor == nil || factor.IsZero() {
		row.fault("a unit needs a factor above zero")
		return
	}
	customs := row.must("unit")
	for _, name := range append(row.list("aliases"), customs) {
		key := fold(name)
		if other, taken := r.units[key]; taken && other.customs != customs {
			row.fault("%q names both %s and %s", name, other.customs, customs)
		}
		if _, taken := r.units[key]; !taken {
			r.units[key] = unit{customs: customs, factor: *factor}
		}
	}
}

// convert expresses a quantity in a customs unit; false where the units do not measure the same.
func (r *Rules) convert(quantity decimal.Decimal, from, to string) (decimal.Decimal, bool) {
	if from == "" {
		return quantity, true
	}
	source, known := r.units[fold(from)]
	target, same := r.units[fold(to)]
	if !known || !same || source.customs != target.customs {
		return decimal.Decimal{}, false
	}
	converted, err := quantity.Mul(source.factor)
	return converted, err == nil
}
