package quantity

import (
	"math"
	"strconv"
	"strings"
	"unicode"
)

// mixed reads a number, a fraction, or both: "1.5", "3/4", "1 1/4", "1-1/4".
func mixed(s string, at int) (value float64, end int, ok bool) {
	if value, end, ok = fraction(s, at); ok {
		return value, end, true
	}
	if value, end, ok = number(s, at); !ok {
		return 0, end, false
	}
	if end+1 < len(s) && (s[end] == ' ' || s[end] == '-') {
		if part, to, ok := fraction(s, end+1); ok && value == math.Trunc(value) {
			return value + part, to, true
		}
	}
	return value, end, true
}

// fraction reads one below 1: "3/4", "1/16".
func fraction(s string, at int) (value float64, end int, ok bool) {
	slash := at + 1
	if slash < len(s) && digit(s, slash) {
		slash++
	}
	if !digit(s, at) || slash+1 >= len(s) || s[slash] != '/' || !digit(s, slash+1) {
		return 0, 0, false
	}
	for end = slash + 1; digit(s, end) && end < slash+3; end++ {
	}
	over, _ := strconv.ParseFloat(s[at:slash], 64)
	under, _ := strconv.ParseFloat(s[slash+1:end], 64)
	if under == 0 || over >= under || under > 64 || digit(s, end) || !written(under) {
		return 0, 0, false
	}
	return over / under, end, true
}

// written reports whether fractions are written by a number: 110/220 is no fraction.
func written(under float64) bool {
	switch under {
	case 2, 3, 4, 5, 6, 8, 10, 16, 32, 64:
		return true
	}
	return false
}

// number reads digits with points and commas.
func number(s string, at int) (value float64, end int, ok bool) {
	for end = at; end < len(s) && (digit(s, end) || (s[end] == '.' || s[end] == ',') && digit(s, end+1)); end++ {
	}
	if end == at || end-at > maxDigits {
		return 0, max(end, at+1), false
	}
	value, ok = Parse(s[at:end])
	return value, end, ok
}

// Parse reads digits with points and commas. A comma before three digits parts thousands, but behind a lone zero, any other is
// the decimal point; a point parts thousands where there are several, or where a comma stands behind it.
func Parse(s string) (float64, bool) {
	s = strings.TrimRight(s, ".,")
	comma, point := strings.LastIndexByte(s, ','), strings.LastIndexByte(s, '.')
	decimal := -1 // offset of the decimal sign
	switch {
	case comma >= 0 && point >= 0:
		decimal = max(comma, point)
	case point >= 0 && strings.Count(s, ".") == 1:
		decimal = point
	case comma >= 0 && strings.Count(s, ",") == 1 && (len(s)-comma-1 != 3 || s[:comma] == "0"):
		decimal = comma
	}
	var b strings.Builder
	for i := range len(s) {
		switch {
		case i == decimal:
			b.WriteByte('.')
		case s[i] != ',' && s[i] != '.':
			b.WriteByte(s[i])
		}
	}
	value, err := strconv.ParseFloat(b.String(), 64)
	return value, err == nil
}

// times reports whether an x between numbers stands at an offset: "2x4", "10mmx20mm".
func times(s string, at int) bool {
	return at > 0 && s[at] == 'x' && digit(s, at+1) && letterOrDigit(s, at-1)
}

func digit(s string, at int) bool { return at >= 0 && at < len(s) && s[at] >= '0' && s[at] <= '9' }

func letter(c byte) bool { return c >= 'a' && c <= 'z' || c >= 0x80 }

func letterOrDigit(s string, at int) bool {
	return at >= 0 && at < len(s) && (letter(s[at]) || digit(s, at))
}

// inWord reports whether an offset lies within a word, or within a number.
func inWord(s string, at int) bool {
	switch {
	case !letterOrDigit(s, at):
		return false
	case digit(s, at) && at > 1 && (s[at-1] == '.' || s[at-1] == ',') && digit(s, at-2):
		return true
	case digit(s, at) && times(s, at-1):
		return false
	}
	return letterOrDigit(s, at-1)
}

// wordEnd is where the word at an offset ends, or one behind what is no word.
func wordEnd(s string, at int) int {
	end := at
	for letterOrDigit(s, end) {
		end++
	}
	return min(len(s), max(end, at))
}

func skipSpace(s string, at int) int {
	for at < len(s) && unicode.IsSpace(rune(s[at])) {
		at++
	}
	return at
}
