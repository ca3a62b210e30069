package table

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/govalues/decimal"

	"tariffdesk/tariff"
	"tariffdesk/text"
)

// Official is how a workbook that an authority publishes becomes rows of a table.
type Official struct {
	Columns []OfficialColumn
	Country func(name string) (iso2 string, known bool)
}

// OfficialColumn is a column of the table, and the words of the header that its cells stand under.
type OfficialColumn struct {
	Column    string
	Words     []string // folded
	Kind      string   // line, rate, country, date or text
	Need      bool
	Otherwise string
}

// maxHeaderRow is how far down the header of an official workbook may stand.
const maxHeaderRow = 10

// under finds which column each cell of a header is of, nil where the header is not one of the family.
func (o Official) under(record []string) []int {
	found := make([]int, len(record))
	for i, cell := range record {
		folded := strings.Join(strings.Fields(text.Fold(cell)), " ")
		found[i] = slices.IndexFunc(o.Columns, func(c OfficialColumn) bool {
			return slices.ContainsFunc(c.Words, func(word string) bool { return strings.Contains(folded, word) })
		})
	}
	for i, c := range o.Columns {
		if c.Need && !slices.Contains(found, i) {
			return nil
		}
	}
	return found
}

// row makes the cells of a table from a record of the workbook.
func (o Official) row(shape Shape, record []string, under []int) ([]string, error) {
	cells := make([]string, len(shape.Columns))
	for i, c := range o.Columns {
		at := slices.Index(shape.Columns, c.Column)
		if at < 0 {
			continue
		}
		for j, cell := range record {
			if cell = strings.Join(strings.Fields(cell), " "); j >= len(under) || under[j] != i || cell == "" {
				continue
			}
			value, err := o.value(c, cell)
			if err != nil {
				return nil, fmt.Errorf("column %s: %w", c.Column, err)
			}
			cells[at] = strings.TrimSpace(cells[at] + " " + value)
		}
		if cells[at] == "" {
			cells[at] = c.Otherwise
		}
	}
	if at := slices.Index(shape.Columns, "id"); at >= 0 { // the same in each edition, so that a merge replaces it
		line, origin := cells[slices.Index(shape.Columns, "prefixes")], cells[slices.Index(shape.Columns, "origins")]
		cells[at] = strings.TrimSuffix("official_"+line+"_"+strings.ToLower(origin), "_*")
	}
	return cells, nil
}

func (o Official) value(c OfficialColumn, cell string) (string, error) {
	switch c.Kind {
	case "line":
		if digits := tariff.DigitsOf(cell); len(digits) == 8 && strings.Trim(digits, "0123456789") == "" {
			return digits, nil
		}
		return "", fmt.Errorf("%q is no line of eight digits", short(cell))
	case "rate":
		return officialRate(cell)
	case "country":
		if folded := text.Fold(cell); folded == "todos" || folded == "omc" {
			return "*", nil
		}
		if iso2, known := o.Country(cell); known {
			return iso2, nil
		}
		return "", fmt.Errorf("%q is no country known by name or ISO code", short(cell))
	case "date":
		for _, layout := range []string{time.DateOnly, time.DateTime, "02/01/2006", "02-01-2006"} {
			if day, err := time.Parse(layout, cell); err == nil {
				return day.Format(time.DateOnly), nil
			}
		}
		return "", fmt.Errorf("%q is no day", short(cell))
	}
	return cell, nil
}

// officialRate reads a duty as the ministry writes it, in percent: "Ex.", "20", "20 %". A bare number
// between 0 and 1 may be either a fraction or a percentage and is refused.
func officialRate(cell string) (string, error) {
	switch strings.TrimSuffix(text.Fold(cell), ".") {
	case "ex", "exento", "exenta", "libre":
		return "0", nil
	}
	text, marked := strings.CutSuffix(strings.ReplaceAll(cell, " ", ""), "%")
	value, err := decimal.Parse(text)
	if err != nil || value.IsNeg() {
		return "", fmt.Errorf("%q is no rate", short(cell))
	}
	if !marked && value.IsPos() && value.WithinOne() {
		return "", fmt.Errorf("%q may be a fraction or a percentage: write it with a percent sign", short(cell))
	}
	fraction, err := value.Quo(decimal.Hundred)
	if err != nil {
		return "", errors.New("the rate is out of range")
	}
	return fraction.Trim(0).String(), nil
}
