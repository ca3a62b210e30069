package excel

import (
	"math"
	"strconv"
	"strings"
	"time"

	"github.com/xuri/excelize/v2"
)

// Kind names the type of a cell's content.
type Kind string

// The kinds of cells. A formula has the kind of its stored value; KindUnknown is one without.
const (
	KindEmpty   Kind = ""
	KindText    Kind = "text"
	KindNumber  Kind = "number"
	KindDate    Kind = "date"
	KindBool    Kind = "bool"
	KindError   Kind = "error"   // such as #REF!
	KindUnknown Kind = "unknown" // a formula that was never computed
)

// Cell is a value as a spreadsheet holds it.
type Cell struct {
	Kind   Kind
	Text   string    // as read: decimal digits of a number, an ISO date, true or false
	Number float64   // of a number
	Time   time.Time // of a date
	Format string    // number format code, "" for the plain one
	Spread bool      // it is of a merge downwards: its value stands for all rows of the merge
	Across int       // empty cells to its right that it is merged over
}

// Empty reports whether there is nothing in the cell, or blanks alone.
func (c Cell) Empty() bool {
	return c.Kind == KindEmpty || c.Kind == KindText && strings.TrimSpace(c.Text) == ""
}

// number reads a numeric cell; a style of dates makes it a date.
func (b *Book) number(raw string, style int) Cell {
	n, err := strconv.ParseFloat(strings.TrimSpace(raw), 64)
	if err != nil || math.IsInf(n, 0) || math.IsNaN(n) {
		return Cell{Kind: KindText, Text: raw}
	}
	c := Cell{Kind: KindNumber, Number: n}
	if style >= 0 && style < len(b.formats) {
		c.Format = b.formats[style]
		if b.dates[style] && n >= 0 && n < 2_958_466 { // the last day of 9999
			if t, err := excelize.ExcelDateToTime(n, b.from1904); err == nil {
				c.Kind, c.Time, c.Text = KindDate, t, isoDate(t, n)
				return c
			}
		}
	}
	c.Text = plainNumber(strings.TrimSpace(raw), n)
	return c
}

// plainNumber shows what a person sees: 0.1, not 0.10000000000000001, and no exponent for codes.
func plainNumber(raw string, n float64) string {
	if len(raw) <= 15 && !strings.ContainsAny(raw, "eE") {
		return raw
	}
	if math.Abs(n) < 1e15 {
		return strconv.FormatFloat(n, 'f', -1, 64)
	}
	if whole(raw) { // a program wrote it: an id, whose last digits count
		return raw
	}
	return strconv.FormatFloat(n, 'g', 15, 64)
}

// What a spreadsheet holds of a number: its digits, and how large and how small it may be.
const (
	maxDigits = 15
	maxNumber = 9.99e307
	minNumber = 2.2251e-308
)

// NumberCell is the cell of a decimal number as JSON writes it: a number where a spreadsheet holds it as it stands,
// else its text.
func NumberCell(written string) Cell {
	n, err := strconv.ParseFloat(written, 64)
	if err != nil || significant(written) > maxDigits || !held(n) || n == 0 && significant(written) > 0 {
		return Cell{Kind: KindText, Text: written}
	}
	return Cell{Kind: KindNumber, Number: n, Text: written}
}

// held reports whether a spreadsheet holds numbers of this size.
func held(n float64) bool {
	return n == 0 || math.Abs(n) <= maxNumber && math.Abs(n) >= minNumber // false of NaN
}

// significant counts the digits of a decimal number without zeros around them.
func significant(written string) int {
	mantissa, _, _ := strings.Cut(strings.ToLower(written), "e")
	return len(strings.Trim(strings.NewReplacer("-", "", "+", "", ".", "").Replace(mantissa), "0"))
}

// whole reports whether a number is written in digits alone.
func whole(written string) bool {
	digits := strings.TrimPrefix(written, "-")
	return digits != "" && strings.Trim(digits, "0123456789") == ""
}

// Shown is the text of a cell; a whole number whose format is zeros alone has as many digits, as codes are shown.
func (c Cell) Shown() string {
	if c.Kind != KindNumber || len(c.Format) < 2 || strings.Trim(c.Format, "0") != "" || strings.ContainsAny(c.Text, "-.eE") {
		return c.Text
	}
	return strings.Repeat("0", max(0, len(c.Format)-len(c.Text))) + c.Text
}

func isoDate(t time.Time, serial float64) string {
	switch {
	case serial < 1:
		return t.Format(time.TimeOnly)
	case serial == math.Trunc(serial):
		return t.Format(time.DateOnly)
	}
	return t.Round(time.Second).Format(time.DateTime)
}
