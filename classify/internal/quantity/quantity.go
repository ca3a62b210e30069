// Package quantity owns the reading of quantities: a number with its unit, its bounds and the measure that the kind of
// goods gives it. Descriptions, answers and the limits of facets and of national lines are read here and nowhere else.
//
// It refuses meaning: which limit a quantity is held against is known to the room that asks.
package quantity

import (
	"math"
	"strings"

	"tariffdesk/classify/internal/vocabulary"
	"tariffdesk/tariff"
)

// Quantity is an interval in the base unit of a class. What is stated as "over 10 kg" has an open end.
type Quantity struct {
	Low, High float64
	Class     string // of its unit: "mass"; "" for a bare number, "percent", "value/kg"
	Measure   string // that the kind of goods makes it: the thickness of a sheet; "" where nothing does
	Decimal   bool   // written with a decimal point or comma
	Denied    bool   // "25 hp, not 20": 20 hp is not so
	Start     int    // offset of its first number in the text
	End       int    // offset behind its unit
	unit      string // as it is written; of a row, behind its last number
	number    int    // offset behind its last number
}

// Classes that are no class of the table of units.
const (
	ClassPercent  = "percent"
	ClassCount    = "count" // of dozens; a bare number has no class
	classLength   = "length"
	ClassDiameter = "diameter" // a length that only a diameter may be: of a thread, a wheel
)

// Exact reports whether a quantity is one number.
func (q Quantity) Exact() bool { return q.Low == q.High }

// Written returns the part of a text that states the quantity: "1.5 mm" of the first of "1.5 x 1220 mm".
func (q Quantity) Written(folded string) string {
	if q.End == q.number && q.unit != "" {
		return folded[q.Start:q.End] + " " + q.unit
	}
	return folded[q.Start:q.End]
}

// Unplaced reports whether a quantity is one of several sides before the last and it is not stated which.
func (q Quantity) Unplaced() bool {
	return q.End == q.number && q.unit != "" && q.Class == classLength && q.Measure == ""
}

// Bare returns the place of the missing unit of a number; ok is false where the number has one.
func (q Quantity) Bare() (at int, ok bool) { return q.number, q.Class == "" }

// Reader reads quantities out of text. It does not change.
type Reader struct {
	measures         *tariff.Measures
	longest          int // bytes of the longest unit
	currencies, pers map[string]string
	numbers          map[string]float64
	sizes            map[string]size
	links            map[string]bool // between a number in words and its unit: "half a litre"
	noInch           map[string]bool
	joins, pairs     map[string]bool
	between          map[string]bool
	denials          []string
	before, behind   []opening
	kinds            map[string]kind
	single           map[string]bool // classes of which goods have one quantity
	wheels           map[string]bool
}

// opening is a phrase beside a number that opens one of its ends.
type opening struct {
	phrase string
	sense  sense
}

// sense tells how a phrase limits a number: "over", "up to".
type sense uint8

const (
	senseIs    sense = iota
	senseUpTo        // at most
	senseUnder       // less than
	senseFrom        // at least
	senseOver        // more than
)

// New returns a reader from the words of a book and the units of a table. The book reports what is wrong with the
// words.
func New(b *vocabulary.Book, measures *tariff.Measures) *Reader {
	r := &Reader{
		measures: measures, currencies: b.Names("currencies"), pers: b.Names("values for each"),
		numbers: vocabulary.Values(b, "numbers in words", parseFactor), sizes: vocabulary.Values(b, "sizes behind their word", parseSize),
		links: b.Set("before a unit"), noInch: b.Set("after no inch"), joins: b.Set("ranges"), pairs: b.Set("ranges between"), between: b.Set("between"),
		denials: b.Phrases("denied numbers"), kinds: vocabulary.Values(b, "dimensions of kinds", parseKind), wheels: b.Set("wheels"), single: b.Set("one of goods"),
	}
	for sense, name := range map[sense]string{senseUpTo: "at most", senseUnder: "less than", senseFrom: "at least", senseOver: "more than"} {
		for _, phrase := range b.Phrases(name) {
			r.before = append(r.before, opening{phrase, sense})
		}
	}
	for sense, name := range map[sense]string{senseUpTo: "or less", senseFrom: "or more"} {
		for _, phrase := range b.Phrases(name) {
			r.behind = append(r.behind, opening{phrase, sense})
		}
	}
	for name := range measures.Units() {
		r.longest = max(r.longest, len(name))
	}
	return r
}

// Single reports whether goods have one quantity of a class: a motor has one power, while a box has several lengths.
func (r *Reader) Single(class string) bool { return r.single[class] }

// Unit returns a unit as people write it, folded.
func (r *Reader) Unit(written string) (tariff.Unit, bool) { return r.measures.Unit(written) }

// Usable reports whether an answer states a value for a limit in a unit: a bare number, or one of a class that the unit's
// converts from.
func (r *Reader) Usable(folded, unit string) bool {
	class := r.classOf(unit)
	for _, q := range r.Read(folded) {
		if q.Denied {
			continue
		}
		if _, ok := r.As(q, class); q.Class == "" || class == "" || ok {
			return true
		}
	}
	return false
}

// InUnit is the number of a quantity in a unit whose class measures the same in other units: 2 litres are 2000 of cm3. ok is false where the
// quantity is a range, or of that class already.
func (r *Reader) InUnit(q Quantity, unit string) (number float64, ok bool) {
	to, known := r.measures.Unit(unit)
	if !known || q.Class == "" || q.Class == to.Class || q.Low != q.High {
		return 0, false
	}
	factor, ok := r.measures.Convert(to.Class, q.Class)
	return q.Low / (factor * to.Factor), ok
}

// classOf returns the class of a unit, "" where the table lacks it.
func (r *Reader) classOf(unit string) string {
	if q := r.Read("1 " + unit); len(q) > 0 {
		return q[0].Class
	}
	return ""
}

// As converts a quantity to another class where both measure the same: cubic centimetres to litres, a value by the dozen
// to one of each. ok is false where they do not.
func (r *Reader) As(q Quantity, class string) (converted Quantity, ok bool) {
	if q.Class == class {
		return q, true
	}
	factor, ok := r.measures.Convert(q.Class, class)
	if !ok {
		return q, false
	}
	q.Low, q.High, q.Class = q.Low*factor, q.High*factor, class
	return q, true
}

// limit opens the ends of a quantity.
func (q *Quantity) limit(s sense) {
	switch s {
	case senseUpTo:
		q.Low = math.Inf(-1)
	case senseUnder:
		q.Low, q.High = math.Inf(-1), math.Nextafter(q.High, math.Inf(-1))
	case senseFrom:
		q.High = math.Inf(1)
	case senseOver:
		q.Low, q.High = math.Nextafter(q.Low, math.Inf(1)), math.Inf(1)
	case senseIs:
	}
}

// wordsBefore returns the words before an offset in the same clause that may qualify a number.
func wordsBefore(s string, at int) string {
	from := max(0, at-40)
	clause := s[from:at]
	if i := strings.LastIndexAny(clause, ",;()0123456789\n"); i >= 0 {
		clause = clause[i+1:]
	}
	return strings.TrimRight(clause, " .:$")
}
