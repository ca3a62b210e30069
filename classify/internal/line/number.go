package line

import (
	"math"
	"regexp"
	"sort"
	"strconv"
	"strings"

	"tariffdesk/tariff"
)

// number is a quantity a description states: an interval in the base unit of a class. What is
// stated as "over 10 kg" has an open end.
type number struct {
	low, high float64
	class     string // "" for a bare number, "percent", "value/kg"
	written   string // "55 in"
	at        int    // place of the word it stands at, by the reading's words
	decimal   bool
	threaded  bool // of a metric thread
}

// numberForm finds a number, an optional second one of a range or a fraction, and what may be its unit.
var numberForm = regexp.MustCompile(`(us\$|usd|\$|mxn)? ?\b(?:(\d/\d{1,2})\b|(\d[\d.,]*)(?:[ -](\d/\d{1,2})\b)?)(?: ?(?:-|to|a) ?(\d[\d.,]*))? ?-?(?:(deg )?(%|"|'')|((?:deg )?[a-z]+(?:[./][a-z0-9]+)?\d?))?`)

// scan reads the measures out of folded text.
func (r *Reading) scan(folded string, v *Words, m *tariff.Measures) (out []number) {
	folded = strings.Join(strings.Fields(folded), " ")
	starts := r.starts(folded)
	for _, at := range numberForm.FindAllStringSubmatchIndex(folded, maxNumbers) {
		group := func(i int) string {
			if at[2*i] < 0 {
				return ""
			}
			return folded[at[2*i]:at[2*i+1]]
		}
		n := number{written: strings.TrimSpace(folded[at[0]:at[1]]), at: placeOf(starts, max(at[4], at[6]))}
		n.decimal = strings.ContainsAny(group(3), ".,")
		low, ok := parseNumber(group(3))
		if !ok && group(2) == "" {
			continue
		}
		low += fraction(group(2)) + fraction(group(4))
		n.low, n.high = low, low
		if high, ok := parseNumber(group(5)); ok && high > low {
			n.high = high
		}
		rest := folded[at[1]:]
		n.unit(group(1), group(7), strings.TrimPrefix(group(8), "deg "), rest, v, m)
		n.bound(folded[max(0, at[0]-24):at[0]], v)
		out = append(out, n)
	}
	return append(out, r.threads(folded, starts)...)
}

// threadForm is a metric thread: M10, M8 x 1.25. Its number is a diameter in millimetres.
var threadForm = regexp.MustCompile(`\bm(\d{1,2}(?:\.\d)?)\b`)

// classThread is a length that only a diameter may be.
const classThread = "thread"

// threads reads the diameters of metric threads.
func (r *Reading) threads(folded string, starts []int) (out []number) {
	for _, at := range threadForm.FindAllStringSubmatchIndex(folded, maxThreads) {
		if mm, ok := parseNumber(folded[at[2]:at[3]]); ok {
			out = append(out, number{low: mm / 1000, high: mm / 1000, class: classThread, written: folded[at[0]:at[1]], at: placeOf(starts, at[0])})
		}
	}
	return out
}

const maxThreads = 4

// starts are the offsets of the words in the folded text they were read from.
func (r *Reading) starts(folded string) []int {
	out, from := make([]int, 0, len(r.words)), 0
	for _, w := range r.words {
		at := strings.Index(folded[from:], w.forms[0])
		if w.implied || at < 0 {
			break
		}
		out = append(out, from+at)
		from += at + len(w.forms[0])
	}
	return out
}

// placeOf is the word that an offset lies in.
func placeOf(starts []int, offset int) int {
	return max(0, sort.SearchInts(starts, offset+1)-1)
}

// unit gives the number its class, and its ends the base unit.
func (n *number) unit(currency, sign, name, rest string, v *Words, m *tariff.Measures) {
	switch {
	case currency != "" && currency != "mxn":
		n.class = tariff.ValueClass(perUnit(name+rest, v))
		return
	case v.currencies[name] != "":
		n.class = tariff.ValueClass(perUnit(rest, v))
		return
	case sign == "%":
		n.class = classPercent
		return
	case sign != "":
		name = `"`
	}
	if name == "percent" || name == "pct" || name == "por" && strings.HasPrefix(strings.TrimSpace(rest), "ciento") {
		n.class = classPercent
		return
	}
	for _, written := range []string{name, strings.TrimSuffix(name, "."), beforeSlash(name)} {
		if written == "" {
			continue
		}
		if u, ok := m.Unit(written); ok {
			if (written == "in" || written == "a" || written == "c" || written == "ma") && !unitHere(written, rest) {
				break
			}
			n.class, n.low, n.high = u.Class, n.low*u.Factor, n.high*u.Factor
			return
		}
	}
}

const classPercent = "percent"

// unitHere tells the unit "in" from the word: what follows 5 in "5 in 1" or "12 in box" is no inch.
func unitHere(written, rest string) bool {
	next := strings.TrimSpace(rest)
	switch written {
	case "in":
		return next == "" || !strings.HasPrefix(next, "1 ") && !strings.HasPrefix(next, "a ") && !strings.HasPrefix(next, "the ") && next != "1"
	case "a":
		return next == "" || strings.HasPrefix(next, ",") || strings.HasPrefix(next, ";")
	}
	return true
}

// beforeSlash is the unit of "5kg/box".
func beforeSlash(name string) string {
	before, _, ok := strings.Cut(name, "/")
	if !ok {
		return ""
	}
	return before
}

// perUnit reads "/kg", "per pair", "por pieza", "each" behind an amount.
func perUnit(rest string, v *Words) string {
	words := strings.FieldsFunc(rest, func(r rune) bool { return r == ' ' || r == '/' || r == '.' || r == ',' || r == ';' || r == ')' })
	for i, w := range words[:min(len(words), 4)] {
		if unit := v.pers[w]; unit != "" && (i > 0 || strings.HasPrefix(rest, "/") || unit == tariff.UnitEach || w == "per") {
			return unit
		}
	}
	return ""
}

// bound opens an end where the words before say so: "over 10 kg", "hasta 14 pulgadas".
func (n *number) bound(before string, v *Words) {
	words := strings.Fields(before)
	for _, w := range words[max(0, len(words)-3):] {
		switch {
		case v.over[w]:
			n.low, n.high = math.Nextafter(n.low, math.Inf(1)), math.Inf(1)
			return
		case v.upTo[w]:
			n.low = math.Inf(-1)
			return
		}
	}
}

// parseNumber reads digits with points and commas: a comma before three digits parts thousands, any
// other is the decimal point.
func parseNumber(s string) (float64, bool) {
	s = strings.TrimRight(s, ".,")
	if s == "" || len(s) > 15 {
		return 0, false
	}
	var b strings.Builder
	lastComma, lastPoint := strings.LastIndexByte(s, ','), strings.LastIndexByte(s, '.')
	for i := range len(s) {
		switch c := s[i]; {
		case c == ',' && (i < lastPoint || i != lastComma || len(s)-i-1 == 3 && lastPoint < 0):
		case c == ',':
			b.WriteByte('.')
		case c == '.' && (i < lastComma || i != lastPoint):
		default:
			b.WriteByte(c)
		}
	}
	value, err := strconv.ParseFloat(b.String(), 64)
	return value, err == nil
}

// fraction is the value of "1/2", 0 of anything else.
func fraction(s string) float64 {
	over, under, _ := strings.Cut(s, "/")
	a, _ := strconv.ParseFloat(over, 64)
	b, _ := strconv.ParseFloat(under, 64)
	if b == 0 || a >= b {
		return 0
	}
	return a / b
}
