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

// Codes reads the column of a sheet that looks most like tariff codes, without its header. A number
// of an odd count of digits has lost a leading zero, which comes back.
func Codes(rows RowSource) ([]string, error) {
	var all [][]string
	var like []int
	for {
		row, ok, err := rows.Next()
		if err != nil {
			return nil, err
		}
		if !ok {
			break
		}
		if len(all) == maxCodeRows {
			return nil, bad("more than %d rows", maxCodeRows)
		}
		texts := make([]string, len(row.Cells))
		for i, c := range row.Cells {
			texts[i] = CodeText(c)
			for len(like) <= i {
				like = append(like, 0)
			}
			if LooksLikeCode(texts[i]) {
				like[i]++
			}
		}
		all = append(all, texts)
	}
	best := -1
	for i, n := range like {
		if n > 0 && (best < 0 || n > like[best]) {
			best = i
		}
	}
	if best < 0 {
		return nil, bad("no column holds tariff codes")
	}
	var codes []string
	for i, texts := range all {
		if best >= len(texts) || texts[best] == "" || i == 0 && !LooksLikeCode(texts[best]) {
			continue // a gap, or the header
		}
		codes = append(codes, texts[best])
	}
	return codes, nil
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
