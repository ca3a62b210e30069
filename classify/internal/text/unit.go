package text

// Unit is a unit of measure: its dimension and what one of it is in the base unit.
type Unit struct {
	Dimension string
	Factor    float64
}

var units = map[string]Unit{
	"kg": {"mass", 1}, "kgs": {"mass", 1}, "kilo": {"mass", 1}, "kilos": {"mass", 1}, "g": {"mass", 0.001}, "gr": {"mass", 0.001}, "gm": {"mass", 0.001}, "mg": {"mass", 1e-6}, "t": {"mass", 1000}, "ton": {"mass", 1000}, "tons": {"mass", 1000}, "tonnes": {"mass", 1000}, "lb": {"mass", 0.4536}, "lbs": {"mass", 0.4536}, "oz": {"mass", 0.02835},
	"mm": {"length", 0.001}, "cm": {"length", 0.01}, "m": {"length", 1}, "mtr": {"length", 1}, "mts": {"length", 1}, "inch": {"length", 0.0254}, "inches": {"length", 0.0254}, "in": {"length", 0.0254}, "ft": {"length", 0.3048},
	"cc": {"displacement", 1}, "cm3": {"displacement", 1}, "l": {"volume", 1}, "lt": {"volume", 1}, "ltr": {"volume", 1}, "litre": {"volume", 1}, "liter": {"volume", 1}, "litres": {"volume", 1}, "liters": {"volume", 1}, "litros": {"volume", 1}, "ml": {"volume", 0.001}, "cl": {"volume", 0.01},
	"w": {"power", 1}, "watt": {"power", 1}, "watts": {"power", 1}, "kw": {"power", 1000}, "mw": {"power", 1e6}, "hp": {"power", 745.7}, "kva": {"apparent", 1}, "va": {"apparent", 0.001}, "mva": {"apparent", 1000},
	"v": {"voltage", 1}, "volt": {"voltage", 1}, "volts": {"voltage", 1}, "kv": {"voltage", 1000}, "gsm": {"grammage", 1}, "gm2": {"grammage", 1}, "dtex": {"count", 1}, "tex": {"count", 10}, "m2": {"area", 1}, "decitex": {"count", 1}, "percent": {"percent", 1}, "pct": {"percent", 1}, "kn": {"force", 1}, "vol": {"percent", 1},
}

// UnitOf returns the unit of a name as texts write it.
func UnitOf(name string) (Unit, bool) {
	u, ok := units[name]
	return u, ok
}

// IsMeasure reports whether a word is a number or a unit: it says how much, not what.
func IsMeasure(text string) bool {
	_, isUnit := UnitOf(text)
	return text == "" || text[0] >= '0' && text[0] <= '9' || isUnit
}
