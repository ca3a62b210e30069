package tariff

import (
	"errors"
	"fmt"
	"io/fs"
	"math"
	"sort"
	"strconv"
	"strings"
)

// Measure is a quantity that tariff lines set limits to: how it is called, the unit class it is
// counted in, the words beside a number that tell it is meant, and what to ask for it.
type Measure struct {
	Name     string // "width", "fat%", "count:cylinders"
	Class    string // of units: "length"
	Title    Text
	English  []string // cue words
	Spanish  []string
	Default  bool // a number of its class without a cue means it before other measures of the class
	implicit bool
}

// Measures is the table of measures and units: immutable, safe for concurrent use.
type Measures struct {
	units   map[string]Unit       // by unit as written, lower case; see Unit
	same    map[[2]string]float64 // by two classes that measure the same: what one of the first is in the second
	byName  map[string]*Measure
	ordered []*Measure
}

// Unit converts one of a unit to the base unit of its class.
type Unit struct {
	Class  string
	Factor float64
}

// Prefixes of measures that need no entry of their own.
const (
	countPrefix   = "count:"
	contentSuffix = "%"
	classCount    = "count"
	classPercent  = "percent"
	classValue    = "value"
	// UnitEach is the unit of a value of one piece.
	UnitEach = "each"
)

// Known reports whether name is a measure: one of the table, a number of things, or a content.
func (m *Measures) Known(name string) bool {
	return m.byName[name] != nil || strings.HasPrefix(name, countPrefix) || strings.HasSuffix(name, contentSuffix)
}

// Of returns the measure of a name; numbers of things and contents without an entry are made of
// their own word. It is nil for what Known denies.
func (m *Measures) Of(name string) *Measure {
	if known := m.byName[name]; known != nil {
		return known
	}
	if what, ok := strings.CutPrefix(name, countPrefix); ok {
		word := strings.ReplaceAll(what, "-", " ")
		return &Measure{Name: name, Class: classCount, Title: Text{English: "number of " + word, Spanish: "número de " + word}, English: []string{word}, implicit: true}
	}
	if what, ok := strings.CutSuffix(name, contentSuffix); ok {
		return &Measure{Name: name, Class: classPercent, Title: Text{English: what + " content", Spanish: "contenido de " + what}, English: []string{what}, implicit: true}
	}
	return nil
}

// All returns the measures of the table in its order.
func (m *Measures) All() []*Measure { return m.ordered }

// Unit returns a unit as people write it, in lower case.
func (m *Measures) Unit(written string) (Unit, bool) {
	u, ok := m.units[written]
	return u, ok
}

// Units returns all units by how people write them. It is not to be changed.
func (m *Measures) Units() map[string]Unit { return m.units }

// Convert returns what one of a class is in another that measures the same: a cubic centimetre in litres. ok is false
// where they measure different things.
func (m *Measures) Convert(from, to string) (factor float64, ok bool) {
	factor, ok = m.same[[2]string{from, to}]
	return factor, ok
}

// Base is the number of a limit in the base unit of its class, and that class. A value's class
// names what it is counted by: "value/kg". A missing or foreign unit is an error.
func (m *Measures) Base(l Limit) (class string, err error) {
	measure := m.Of(l.Measure)
	if measure == nil {
		return "", fmt.Errorf("%q is no measure", l.Measure)
	}
	switch measure.Class {
	case classCount, classPercent:
		if l.Unit != "" && l.Unit != "%" {
			return "", fmt.Errorf("%s is counted without a unit, not in %q", l.Measure, l.Unit)
		}
		return measure.Class, nil
	case classValue:
		per, ok := strings.CutPrefix(l.Unit, "USD")
		if !ok {
			return "", fmt.Errorf("limit %s: a value is in USD or USD/unit", l)
		}
		return ValueClass(strings.TrimPrefix(per, "/")), nil
	}
	if l.Unit == "" {
		return "", fmt.Errorf("limit %s has no unit", l)
	}
	u, ok := m.units[strings.ToLower(l.Unit)]
	if !ok || u.Class != measure.Class && !kindred(u.Class, measure.Class) {
		return "", fmt.Errorf("limit %s: %q is no unit of %s", l, l.Unit, measure.Class)
	}
	return u.Class, nil
}

// ValueClass is the class of values for each of a unit, "" meaning a piece.
func ValueClass(per string) string {
	if per == "" {
		per = UnitEach
	}
	return classValue + "/" + strings.ToLower(per)
}

// kin are classes that may limit one measure: a pack is counted in kilograms or in litres, a speed in
// turns, a force in tons; Nm counts yarns and torques.
var kin = map[string]string{"mass": "volume", "volume": "mass", "rotation": "speed", "length": "mesh", "metric": "torque"}

func kindred(unit, measure string) bool {
	return kin[unit] == measure || unit == "mass" && measure == "force"
}

// Number is the number of a limit in the base unit of its class.
func (m *Measures) Number(l Limit) float64 {
	v, _ := l.Number.Float64()
	if u, ok := m.units[strings.ToLower(l.Unit)]; ok {
		return v * u.Factor
	}
	return v
}

// readMeasures reads measures.txt: lines "unit CLASS name=factor, name=factor", lines "same CLASS CLASS factor" and lines
// "NAME CLASS [default] | title | título | cue; cue | palabra; palabra".
func readMeasures(data fs.FS) (*Measures, error) {
	const name = "measures.txt"
	content, err := fs.ReadFile(data, name)
	if err != nil {
		return nil, fmt.Errorf("read %s: %w", name, err)
	}
	m := &Measures{units: map[string]Unit{}, same: map[[2]string]float64{}, byName: map[string]*Measure{}}
	number := 0
	for line := range strings.Lines(string(content)) {
		number++
		if line = strings.TrimSpace(line); line == "" || line[0] == '#' {
			continue
		}
		switch first, rest, _ := strings.Cut(line, " "); first {
		case "unit":
			err = m.readUnits(rest)
		case "same":
			err = m.readSame(rest)
		default:
			err = m.readMeasure(line)
		}
		if err != nil {
			return nil, fmt.Errorf("%s:%d: %w", name, number, err)
		}
	}
	return m, m.check(name)
}

func (m *Measures) readUnits(line string) error {
	class, list, ok := strings.Cut(line, " ")
	if !ok {
		return errors.New("units read \"unit class name=factor, name=factor\"")
	}
	for part := range strings.SplitSeq(list, ",") {
		name, factor, ok := strings.Cut(strings.TrimSpace(part), "=")
		value, err := ParseFactor(factor)
		if !ok || err != nil || name != strings.ToLower(name) {
			return fmt.Errorf("unit %q reads name=factor, in lower case", part)
		}
		if old, twice := m.units[name]; twice {
			return fmt.Errorf("unit %q stands in %s already", name, old.Class)
		}
		m.units[name] = Unit{Class: class, Factor: value}
	}
	return nil
}

// readSame reads two classes and what one of the first is in the second.
func (m *Measures) readSame(line string) error {
	parts := strings.Fields(line)
	if len(parts) != 3 {
		return errors.New("classes that measure the same read \"same class class factor\"")
	}
	factor, err := ParseFactor(parts[2])
	if err != nil {
		return err
	}
	m.same[[2]string{parts[0], parts[1]}] = factor
	return nil
}

// ParseFactor reads a number above 0, or the quotient of two: "10/9".
func ParseFactor(s string) (float64, error) {
	over, under, divided := strings.Cut(s, "/")
	value, err := strconv.ParseFloat(over, 64)
	if divided && err == nil {
		var by float64
		if by, err = strconv.ParseFloat(under, 64); err == nil {
			value /= by
		}
	}
	if err != nil || !(value > 0) || math.IsInf(value, 1) {
		return 0, fmt.Errorf("%q is no number above 0", s)
	}
	return value, nil
}

func (m *Measures) readMeasure(line string) error {
	parts := splitTrim(line, "|")
	head := strings.Fields(parts[0])
	if len(parts) != 5 || len(head) < 2 || len(head) > 3 || parts[1] == "" || parts[2] == "" {
		return errors.New("a measure reads \"name class [default] | title | título | cues | palabras\"")
	}
	measure := &Measure{Name: head[0], Class: head[1], Default: len(head) == 3, Title: Text{English: parts[1], Spanish: parts[2]}}
	if m.byName[measure.Name] != nil {
		return fmt.Errorf("measure %s is given twice", measure.Name)
	}
	measure.English, measure.Spanish = splitTrim(parts[3], ";"), splitTrim(parts[4], ";")
	m.byName[measure.Name] = measure
	m.ordered = append(m.ordered, measure)
	return nil
}

// check refuses a measure of a class without units.
func (m *Measures) check(name string) error {
	classes := map[string]bool{classCount: true, classPercent: true, classValue: true}
	for _, u := range m.units {
		classes[u.Class] = true
	}
	var lost []string
	for _, measure := range m.ordered {
		if !classes[measure.Class] {
			lost = append(lost, measure.Name)
		}
	}
	sort.Strings(lost)
	if len(lost) > 0 {
		return fmt.Errorf("%s: no unit is given for the class of %s", name, strings.Join(lost, ", "))
	}
	return nil
}

// MeasuresFile is the embedded table of measures as it is written.
func MeasuresFile() ([]byte, error) { return embedded.ReadFile("data/measures.txt") }

// LoadMeasures reads the embedded table of measures.
func LoadMeasures() (*Measures, error) {
	data, err := fs.Sub(embedded, "data")
	if err != nil {
		return nil, err
	}
	return readMeasures(data)
}
