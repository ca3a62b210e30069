package facet

import (
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"tariffdesk/classify/internal/quantity"
	"tariffdesk/classify/internal/text"
)

// Limit is a numeric facet value: an interval of a quantity in a base unit.
type Limit struct {
	Ok        bool
	low, high float64
	Dimension string
	Unit      string // as the value is written
	reader    *quantity.Reader
}

// Quantity is a measure stated in a description.
type Quantity struct {
	quantity.Quantity
	Mention int
	Written string // as the description states it, folded
	named   bool   // read from a size that names the goods
}

// Near reports whether two quantities of a dimension agree within a twentieth, as rounding and packing let them.
func (q Quantity) Near(o Quantity) bool {
	slack := 0.05 * max(largest(q), largest(o))
	return q.Low <= o.High+slack && o.Low <= q.High+slack
}

// largest is the larger end that is stated.
func largest(q Quantity) (most float64) {
	for _, end := range []float64{q.Low, q.High} {
		if !math.IsInf(end, 0) {
			most = max(most, math.Abs(end))
		}
	}
	return most
}

var limitPattern = regexp.MustCompile(`^(up-to|under|over|from)?-?(\d+(?:\.\d+)?)([a-z]+\d?)?(?:-to-(\d+(?:\.\d+)?)([a-z]+\d?))?(-or-more|-and-over)?$`)

// shareWords are the words that make an id of a share comparable with the id of other quantities.
var shareWords = strings.NewReplacer("-percent", "percent", "below-", "under-")

// parseLimit reads a value id such as up-to-10kg, 10-to-50kg, 750w-to-75kw, over-50kg, 80mm-or-more.
func (f builder) parseLimit(id string) Limit {
	m := limitPattern.FindStringSubmatch(id)
	if m == nil || m[1]+m[4]+m[6] == "" {
		return Limit{}
	}
	first, second := m[3], m[5]
	if first == "" {
		first = second
	}
	u, ok := f.quantities.Unit(first)
	if !ok {
		return Limit{}
	}
	low, _ := strconv.ParseFloat(m[2], 64)
	l := Limit{Ok: true, reader: f.quantities, Dimension: u.Class, Unit: first, low: low * u.Factor, high: math.Inf(1)}
	switch {
	case m[4] != "":
		high, _ := strconv.ParseFloat(m[4], 64)
		to, ok := f.quantities.Unit(second)
		if !ok || to.Class != u.Class {
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

// Comparable reports whether a quantity is of what the interval limits.
func (l Limit) Comparable(q Quantity) bool {
	if !l.Ok {
		return false
	}
	_, ok := l.reader.As(q.Quantity, l.Dimension)
	return ok
}

// Contains reports whether a quantity lies in the interval, its lower end excluded.
func (l Limit) Contains(q Quantity) bool {
	if !l.Ok {
		return false
	}
	n, ok := l.reader.As(q.Quantity, l.Dimension)
	return ok && (n.Low > l.low*slackOf(n) || math.IsInf(n.Low, -1) && l.low == 0) && n.High <= l.high*slack
}

// meets reports whether a part of a quantity lies in the interval.
func (l Limit) meets(q Quantity) bool {
	if !l.Ok {
		return false
	}
	n, ok := l.reader.As(q.Quantity, l.Dimension)
	return ok && n.High > l.low*slack && n.Low <= l.high*slackOf(n)
}

// slack is the factor by which converted units may differ.
const slack = 1.000001

// slackOf is the tolerance at the lower end of a limit: the lower end of "over 15 kW" is just above 15.
func slackOf(q quantity.Quantity) float64 {
	if math.IsInf(q.High, 1) {
		return 1
	}
	return slack
}

// maxQuantities bounds the measures of a description.
const maxQuantities = 24

// Quantities returns the measures of the goods that a description states: "12 kg", "1000cc", "0.5mm". Measures of
// packs and gross weights are left out.
func (f *Index) Quantities(d *text.Description) (out []Quantity) {
	read := f.quantities.Read(d.Folded)
	for i := range d.Mentions {
		m := &d.Mentions[i]
		if len(out) >= maxQuantities {
			break
		}
		if m.End == 0 {
			out = append(out, putIn(f.quantities, d, i)...)
			continue
		}
		start, end := place(m)
		for len(read) > 0 && read[0].End < end && read[0].Start < start {
			read = read[1:]
		}
		if len(read) == 0 || end <= read[0].Start || start >= read[0].End {
			continue
		}
		q := Quantity{Quantity: read[0], Mention: i, Written: read[0].Written(d.Folded), named: m.Of != "" && m.Number}
		if read = read[1:]; q.Class == "" && m.Percent {
			q.Class = quantity.ClassPercent
		}
		if q.Class != "" && !q.Denied && !q.Unplaced() {
			out = append(out, q)
		}
	}
	return out
}

// place is where a mention stands in the text; of an abbreviation written out, where that stands.
func place(m *text.Mention) (start, end int) {
	written := m.Text
	if m.Of != "" && !m.Number {
		written = m.Of
	}
	return int(m.End) - len(written), int(m.End)
}

// putIn reads the measure of a size that was written out: "1800cc" of "1.8 petrol".
func putIn(r *quantity.Reader, d *text.Description, i int) (out []Quantity) {
	m := &d.Mentions[i]
	if !m.Number {
		return nil
	}
	for _, q := range r.Read(m.Text) {
		if q.Class != "" {
			out = append(out, Quantity{Quantity: q, Mention: i, Written: m.Text, named: m.Of != ""})
		}
	}
	return out
}

// RulesOut reports whether a quantity lies outside the limit of a subheading and within that of a sibling. Several
// quantities of one dimension rule nothing out, because it is not known which one the tariff means; of the sizes of a sheet the least is
// its thickness.
func (f *Index) RulesOut(h, sub int32, measures []Quantity) bool {
	for _, c := range f.Choices[sub] {
		facet := &f.Facets[h][c.Facet]
		if !facet.Limits {
			continue
		}
		for _, q := range measures {
			if (alone(q, measures) || facet.Name == thickness && least(q, measures)) && !facet.other(q) && f.taken(facet.Universe, q) && !slices.ContainsFunc(c.Values, func(v int32) bool { return f.Values[v].Limit.meets(q) || f.Values[v].Limit.touches(q) }) {
				return true
			}
		}
	}
	return false
}

// touches is Contains with the lower end included: 3 mm is no thickness of "over 10 mm", whichever of "under 3 mm" and "3 to 4.75 mm" it is of.
func (l Limit) touches(q Quantity) bool {
	if !l.Ok {
		return false
	}
	n, ok := l.reader.As(q.Quantity, l.Dimension)
	return ok && n.Low*slack >= l.low && n.High <= l.high*slack
}

// taken reports whether any of the limits contains a quantity, or one stands at its end.
func (f *Index) taken(values []int32, q Quantity) bool {
	for _, v := range values {
		if f.Values[v].Limit.touches(q) {
			return true
		}
	}
	return false
}

func alone(q Quantity, measures []Quantity) bool {
	for _, other := range measures {
		if other.Class == q.Class && (other.Low != q.Low || other.High != q.High) {
			return false
		}
	}
	return true
}

// thickness is the facet of how thick goods are; muchLess is how many times another size of a sheet is its thickness at least.
const (
	thickness = "thickness"
	muchLess  = 5
)

// least reports whether every other measure of its dimension is far larger: the 1.5 of "1.5 x 1000 x 2000 mm".
func least(q Quantity, measures []Quantity) bool {
	for _, other := range measures {
		if other.Class == q.Class && (other.Low != q.Low || other.High != q.High) && other.Low < muchLess*q.High {
			return false
		}
	}
	return true
}
