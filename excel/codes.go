package excel

import (
	"strings"
)

// RowSource streams rows; *Rows and *CSV are such.
type RowSource interface {
	Next() (Row, bool, error)
}

// maxCodeRows bounds a list of codes.
const maxCodeRows = 200_000

// maxCodeBytes is more than any code has; of a longer text its beginning tells which one is wrong.
const maxCodeBytes = 256

// Codes reads the column that looks most like tariff codes in the first rows of a sheet, without its
// header. A number of an odd count of digits has lost a leading zero, which comes back.
func Codes(rows RowSource) ([]string, error) {
	first, err := firstRows(rows)
	if err != nil {
		return nil, err
	}
	column := codeColumn(first)
	if column < 0 {
		return nil, bad("no column holds tariff codes")
	}
	var codes []string
	keep := func(row Row) {
		if text := CodeText(row.At(column)); len(text) > maxCodeBytes {
			codes = append(codes, strings.ToValidUTF8(text[:maxCodeBytes], ""))
		} else if text != "" {
			codes = append(codes, text)
		}
	}
	if !LooksLikeCode(CodeText(first[0].At(column))) {
		first = first[1:] // the header, or a gap
	}
	for _, row := range first {
		keep(row)
	}
	for n := len(first); ; n++ {
		row, ok, err := rows.Next()
		if err != nil || !ok {
			return codes, err
		}
		if n >= maxCodeRows {
			return nil, bad("more than %d rows", maxCodeRows)
		}
		keep(row)
	}
}

// codeColumn is the column with most codes, -1 where none has any.
func codeColumn(rows []Row) int {
	var like []int
	for _, row := range rows {
		for i, c := range row.Cells {
			for len(like) <= i {
				like = append(like, 0)
			}
			if LooksLikeCode(CodeText(c)) {
				like[i]++
			}
		}
	}
	best := -1
	for i, n := range like {
		if n > 0 && (best < 0 || n > like[best]) {
			best = i
		}
	}
	return best
}

// CodeText is the text of a cell that may hold a code.
func CodeText(c Cell) string {
	s := strings.TrimSpace(c.Text)
	if c.Kind == KindNumber && len(s) >= 3 && len(s)%2 == 1 && !strings.ContainsAny(s, ".-") {
		return "0" + s
	}
	return s
}

// LooksLikeCode tells codes of 2 to 10 digits, with dots and spaces, from other text.
func LooksLikeCode(s string) bool {
	digits := 0
	for _, c := range s {
		switch {
		case c >= '0' && c <= '9':
			digits++
		case c != '.' && c != ' ':
			return false
		}
	}
	return digits >= 2 && digits <= 10
}
