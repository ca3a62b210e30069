package text

// Unit is a unit of measure: its dimension and what one of it is in the base unit.
type Unit struct {
	Dimension string
	Factor    float64
}

// UnitOf returns the unit of a name as texts write it.
func (r *Reader) UnitOf(name string) (Unit, bool) {
	u, ok := r.units[name]
	return u, ok
}

// IsMeasure reports whether a word is a number or a unit: it says how much, not what.
func (r *Reader) IsMeasure(text string) bool {
	_, isUnit := r.UnitOf(text)
	return text == "" || text[0] >= '0' && text[0] <= '9' || isUnit
}

// IsGram reports whether a unit with "m2" behind it gives the weight of an area: "80 g/m2".
func (r *Reader) IsGram(unit string) bool { return r.grams[unit] }
