package layouts

import (
	"encoding/json"
	"strconv"
	"strings"
)

// decimal is an exact number of so many places.
type decimal struct {
	units  int64
	places int
}

func powerOfTen(n int) int64 {
	p := int64(1)
	for range n {
		p *= 10
	}
	return p
}

// to brings a decimal to so many places, half away from zero.
func (d decimal) to(places int) decimal {
	if places >= d.places {
		return decimal{d.units * powerOfTen(places-d.places), places}
	}
	p := powerOfTen(d.places - places)
	half := p / 2
	if d.units < 0 {
		half = -half
	}
	return decimal{(d.units + half) / p, places}
}

func (d decimal) times(o decimal) decimal { return decimal{d.units * o.units, d.places + o.places} }

func (d decimal) plus(o decimal) decimal {
	places := max(d.places, o.places)
	return decimal{d.to(places).units + o.to(places).units, places}
}

func (d decimal) negative() decimal { return decimal{-d.units, d.places} }

// number is the decimal as JSON has it, without zeros that say nothing.
func (d decimal) number() json.Number {
	s := d.print(numerals{point: "."})
	if strings.Contains(s, ".") {
		s = strings.TrimRight(strings.TrimRight(s, "0"), ".")
	}
	return json.Number(s)
}

// numerals are the way a document writes numbers.
type numerals struct{ group, point string }

// print writes all places.
func (d decimal) print(n numerals) string {
	units, sign := d.units, ""
	if units < 0 {
		units, sign = -units, "-"
	}
	s := strconv.FormatInt(units, 10)
	if len(s) <= d.places {
		s = strings.Repeat("0", d.places-len(s)+1) + s
	}
	whole, fraction := s[:len(s)-d.places], s[len(s)-d.places:]
	for i := len(whole) - 3; i > 0 && n.group != ""; i -= 3 {
		whole = whole[:i] + n.group + whole[i:]
	}
	if d.places == 0 {
		return sign + whole
	}
	return sign + whole + n.point + fraction
}

// short drops the zeros at the end of a fraction.
func (d decimal) short(n numerals) string {
	for d.places > 0 && d.units%10 == 0 {
		d = decimal{d.units / 10, d.places - 1}
	}
	return d.print(n)
}
