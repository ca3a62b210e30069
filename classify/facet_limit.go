package classify

import (
	"math"
	"regexp"
	"strconv"
)

// limit is a numeric facet value: an interval of a quantity in a base unit.
type limit struct {
	ok        bool
	low, high float64
	dimension string
}

// quantity is a measure stated in a description.
type quantity struct {
	value     float64
	dimension string
	mention   int
	named     bool // read from a size that names the goods
}

// unit is a unit of measure: its dimension and what one of it is in the base unit.
type unit struct {
	dimension string
	factor    float64
}

var units = map[string]unit{
	"kg": {"mass", 1}, "kgs": {"mass", 1}, "kilo": {"mass", 1}, "kilos": {"mass", 1}, "g": {"mass", 0.001}, "gr": {"mass", 0.001}, "gm": {"mass", 0.001}, "mg": {"mass", 1e-6}, "t": {"mass", 1000}, "ton": {"mass", 1000}, "tons": {"mass", 1000}, "tonnes": {"mass", 1000}, "lb": {"mass", 0.4536}, "lbs": {"mass", 0.4536}, "oz": {"mass", 0.02835},
	"mm": {"length", 0.001}, "cm": {"length", 0.01}, "m": {"length", 1}, "mtr": {"length", 1}, "mts": {"length", 1}, "inch": {"length", 0.0254}, "inches": {"length", 0.0254}, "in": {"length", 0.0254}, "ft": {"length", 0.3048},
	"cc": {"displacement", 1}, "cm3": {"displacement", 1}, "l": {"volume", 1}, "lt": {"volume", 1}, "ltr": {"volume", 1}, "litre": {"volume", 1}, "liter": {"volume", 1}, "litres": {"volume", 1}, "liters": {"volume", 1}, "litros": {"volume", 1}, "ml": {"volume", 0.001}, "cl": {"volume", 0.01},
	"w": {"power", 1}, "watt": {"power", 1}, "watts": {"power", 1}, "kw": {"power", 1000}, "mw": {"power", 1e6}, "hp": {"power", 745.7}, "kva": {"apparent", 1}, "va": {"apparent", 0.001}, "mva": {"apparent", 1000},
	"v": {"voltage", 1}, "volt": {"voltage", 1}, "volts": {"voltage", 1}, "kv": {"voltage", 1000}, "gsm": {"grammage", 1}, "gm2": {"grammage", 1}, "dtex": {"count", 1}, "tex": {"count", 10}, "m2": {"area", 1}, "decitex": {"count", 1}, "percent": {"percent", 1}, "pct": {"percent", 1}, "kn": {"force", 1}, "vol": {"percent", 1},
}

// grams are units that with "m2" behind them give a weight of an area: "80 g/m2".
var grams = map[string]bool{"g": true, "gr": true, "grs": true, "gms": true}

var limitPattern = regexp.MustCompile(`^(up-to|under|over|from)?-?(\d+(?:\.\d+)?)([a-z]+\d?)?(?:-to-(\d+(?:\.\d+)?)([a-z]+\d?))?(-or-more|-and-over)?$`)

// parseLimit reads a value id such as up-to-10kg, 10-to-50kg, 750w-to-75kw, over-50kg, 80mm-or-more.
func parseLimit(id string) limit {
	m := limitPattern.FindStringSubmatch(id)
	if m == nil || m[1]+m[4]+m[6] == "" {
		return limit{}
	}
	first, second := m[3], m[5]
	if first == "" {
		first = second
	}
	u, ok := units[first]
	if !ok {
		return limit{}
	}
	low, _ := strconv.ParseFloat(m[2], 64)
	l := limit{ok: true, dimension: u.dimension, low: low * u.factor, high: math.Inf(1)}
	switch {
	case m[4] != "":
		high, _ := strconv.ParseFloat(m[4], 64)
		to, ok := units[second]
		if !ok || to.dimension != u.dimension {
			return limit{}
		}
		l.high = high * to.factor
	case m[1] == "up-to":
		l.low, l.high = 0, low*u.factor
	case m[1] == "under":
		l.low, l.high = 0, low*u.factor*0.9999
	case m[1] == "from" || m[6] != "":
		l.low *= 0.9999 // the bound itself lies inside
	}
	return l
}

// contains reports whether a quantity lies in the interval, its lower end excluded.
func (l limit) contains(q quantity) bool {
	return l.ok && l.dimension == q.dimension && q.value > l.low*1.000001 && q.value <= l.high*1.000001
}

// quantities reads measures out of a description: "12 kg", "1000cc", "0.5mm".
func quantities(d *description) []quantity {
	var out []quantity
	for i := range d.mentions {
		t := &d.mentions[i].token
		if !t.number || len(out) >= 24 {
			continue
		}
		digits := 0
		for digits < len(t.text) && (t.text[digits] >= '0' && t.text[digits] <= '9' || t.text[digits] == '.' || t.text[digits] == ',') {
			digits++
		}
		name := t.text[digits:]
		if name == "" && t.percent {
			name = "percent"
		}
		next := ""
		if i+1 < len(d.mentions) {
			next = d.mentions[i+1].text
		}
		if name == "" {
			name = next
		} else if grams[name] && next == "m2" {
			name = "gsm"
		}
		u, ok := units[name]
		if !ok {
			continue
		}
		if v, err := strconv.ParseFloat(plainNumber(t.text[:digits]), 64); err == nil {
			out = append(out, quantity{value: v * u.factor, dimension: u.dimension, mention: i, named: t.of != ""})
		}
	}
	return out
}

// plainNumber reads a comma as thousands separator where three digits follow it, else as decimal point.
func plainNumber(s string) string {
	out := make([]byte, 0, len(s))
	for i := 0; i < len(s); i++ {
		switch {
		case s[i] != ',':
			out = append(out, s[i])
		case len(s)-i-1 != 3:
			out = append(out, '.')
		}
	}
	return string(out)
}
