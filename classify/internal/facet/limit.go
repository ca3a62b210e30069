package facet

import (
	"math"
	"regexp"
	"strconv"
	"strings"

	"tariffdesk/classify/internal/text"
)

// Limit is a numeric facet value: an interval of a quantity in a base unit.
type Limit struct {
	Ok        bool
	low, high float64
	Dimension string
	Unit      string // as the value is written
}

// Quantity is a measure stated in a description.
type Quantity struct {
	value     float64
	Dimension string
	Mention   int
	named     bool // read from a size that names the goods
}

// Near reports whether two quantities of a dimension agree within a twentieth, as rounding and packing let them.
func (q Quantity) Near(o Quantity) bool {
	return math.Abs(q.value-o.value) <= 0.05*max(math.Abs(q.value), math.Abs(o.value))
}

var limitPattern = regexp.MustCompile(`^(up-to|under|over|from)?-?(\d+(?:\.\d+)?)([a-z]+\d?)?(?:-to-(\d+(?:\.\d+)?)([a-z]+\d?))?(-or-more|-and-over)?$`)

// shareWords write the id of a share as that of any other quantity.
var shareWords = strings.NewReplacer("-percent", "percent", "below-", "under-")

// parseLimit reads a value id such as up-to-10kg, 10-to-50kg, 750w-to-75kw, over-50kg, 80mm-or-more.
func (f *Index) parseLimit(id string) Limit {
	m := limitPattern.FindStringSubmatch(id)
	if m == nil || m[1]+m[4]+m[6] == "" {
		return Limit{}
	}
	first, second := m[3], m[5]
	if first == "" {
		first = second
	}
	u, ok := f.words.UnitOf(first)
	if !ok {
		return Limit{}
	}
	low, _ := strconv.ParseFloat(m[2], 64)
	l := Limit{Ok: true, Dimension: u.Dimension, Unit: first, low: low * u.Factor, high: math.Inf(1)}
	switch {
	case m[4] != "":
		high, _ := strconv.ParseFloat(m[4], 64)
		to, ok := f.words.UnitOf(second)
		if !ok || to.Dimension != u.Dimension {
			return Limit{}
		}
		l.high = high * to.Factor
	case m[1] == "up-to":
		l.low, l.high = 0, low*u.Factor
	case m[1] == "under":
		l.low, l.high = 0, low*u.Factor*0.9999
	case m[1] == "from" || m[6] != "":
		l.low *= 0.9999 // the bound itself lies inside
	}
	return l
}

// Contains reports whether a quantity lies in the interval, its lower end excluded.
func (l Limit) Contains(q Quantity) bool {
	return l.Ok && l.Dimension == q.Dimension && q.value > l.low*1.000001 && q.value <= l.high*1.000001
}

// Quantities reads measures out of a description: "12 kg", "1000cc", "0.5mm".
func (f *Index) Quantities(d *text.Description) []Quantity {
	var out []Quantity
	for i := range d.Mentions {
		t := &d.Mentions[i].Token
		if !t.Number || len(out) >= 24 {
			continue
		}
		digits := 0
		for digits < len(t.Text) && (t.Text[digits] >= '0' && t.Text[digits] <= '9' || t.Text[digits] == '.' || t.Text[digits] == ',') {
			digits++
		}
		name := t.Text[digits:]
		if name == "" && t.Percent {
			name = "percent"
		}
		next := ""
		if i+1 < len(d.Mentions) {
			next = d.Mentions[i+1].Text
		}
		if name == "" {
			name = next
		} else if f.words.IsGram(name) && next == "m2" {
			name = "gsm"
		}
		u, ok := f.words.UnitOf(name)
		if !ok {
			continue
		}
		if v, err := strconv.ParseFloat(plainNumber(t.Text[:digits]), 64); err == nil {
			out = append(out, Quantity{value: v * u.Factor, Dimension: u.Dimension, Mention: i, named: t.Of != ""})
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

// RulesOut reports whether a quantity lies outside what a subheading is limited to, while a sibling
// takes it. A dimension of which several quantities are stated rules nothing out: which of them the
// tariff means is not known.
func (f *Index) RulesOut(h, sub int32, measures []Quantity) bool {
	for _, c := range f.Choices[sub] {
		facet := &f.Facets[h][c.Facet]
		if !facet.Limits {
			continue
		}
		for _, q := range measures {
			if alone(q, measures) && f.taken(facet.Universe, q) && !f.taken(c.Values, q) {
				return true
			}
		}
	}
	return false
}

// taken reports whether any of the limits contains a quantity.
func (f *Index) taken(values []int32, q Quantity) bool {
	for _, v := range values {
		if f.Values[v].Limit.Contains(q) {
			return true
		}
	}
	return false
}

func alone(q Quantity, measures []Quantity) bool {
	for _, other := range measures {
		if other.Dimension == q.Dimension && other.value != q.value {
			return false
		}
	}
	return true
}
