package sheet

import (
	"encoding/json"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/govalues/decimal"
)

// longestUnit is how many letters a unit below the heading of the quantities has.
const longestUnit = 12

// currencyInHeading is a currency in the heading of prices or amounts: "Price (US$)", "Importe EUR".
var currencyInHeading = regexp.MustCompile(`\b(USD|EUR|MXN|GBP|CNY|JPY|CAD|CHF)\b|US\$|€|£`)

// kilograms returns what one of a unit of mass weighs; 1 lb = 0.45359237 kg by definition.
func kilograms(unit string) (one decimal.Decimal, ok bool) {
	switch unit {
	case "kg", "kgs", "kgm", "kilos":
		return decimal.One, true
	case "lb", "lbs", "pound", "pounds", "libra", "libras":
		return decimal.MustNew(45359237, 8), true
	case "t", "to", "ton", "tons", "tonne", "tonnes", "tonelada", "toneladas", "mt", "tm":
		return decimal.Thousand, true
	case "g", "gr", "grs", "gms", "gram", "grams", "gramo", "gramos":
		return decimal.MustNew(1, 3), true
	}
	return decimal.Decimal{}, false
}

// isUnit reports whether a word behind a heading is a unit or a currency.
func isUnit(word string) bool {
	_, mass := kilograms(word)
	switch word {
	case "usd", "us", "eur", "mxn", "gbp", "cny", "cad", "chf", "jpy", "pcs", "pzas", "pza", "stk", "sets", "pairs", "pares":
		return true
	}
	return mass
}

// inKilograms converts a weight by the unit that stands beside it, behind it or in its heading; kilograms where none does.
func inKilograms(n decimal.Decimal, beside string) (decimal.Decimal, bool) {
	words := strings.Fields(fold(beside))
	for at := len(words) - 1; at >= 0; at-- {
		word := strings.TrimLeft(words[at], "0123456789")
		if one, ok := kilograms(word); ok {
			kg, err := n.Mul(one)
			return kg.Round(3), err == nil
		}
	}
	return n, true
}

// figures tells how numbers are written in the texts of a sheet.
type figures struct{ comma bool } // with a decimal comma

// commas reports whether the texts of a sheet write numbers with a decimal comma: one of them cannot be read otherwise.
func (g *grid) commas() bool {
	for _, row := range g.rows[g.header+1:] {
		for c, property := range g.columns {
			if c >= len(row) || row[c].Number || !numeric(property) {
				continue
			}
			comma, dot := marks(printed.FindString(row[c].Text))
			switch {
			case comma > dot && (dot >= 0 || len(trimmed(row[c].Text))-comma != groupLength):
				return true
			case dot > comma && comma >= 0:
				return false
			}
		}
	}
	return false
}

// groupLength is how long a group of thousands is with its mark.
const groupLength = 4

// trimmed is a number as it is written, without the marks behind it.
func trimmed(text string) string {
	found := strings.TrimSpace(printed.FindString(text))
	return strings.TrimRight(strings.NewReplacer(" ", "", "'", "", "\u00a0", "").Replace(found), ".,")
}

// marks are the places of the last comma and the last dot of a number, -1 for none.
func marks(number string) (comma, dot int) {
	number = trimmed(number)
	return strings.LastIndex(number, ","), strings.LastIndex(number, ".")
}

// figure is the number of a cell; of a weight that in kilograms.
func (g *grid) figure(property string, cell Cell, beside string) (json.Number, bool) {
	n, ok := g.figures.number(cell)
	if ok && strings.HasSuffix(property, "_weight_kg") {
		n, ok = inKilograms(n, beside+" "+cell.Text)
	}
	return json.Number(n.Trim(0).String()), ok
}

// printed is a number as people write it, with a unit or a currency around it.
var printed = regexp.MustCompile(`-?\d[\d.,\s']*`)

// number reads a number with either decimal mark; "1.234,56", "1,234.56", "USD 12", "12 pcs". A single comma before three digits
// groups thousands, a single dot does where the sheet has a decimal comma.
func (f figures) number(cell Cell) (decimal.Decimal, bool) {
	found := trimmed(cell.Text)
	comma, dot := marks(found)
	switch {
	case cell.Number:
	case comma >= 0 && dot >= 0 && comma > dot:
		found = strings.ReplaceAll(strings.ReplaceAll(found, ".", ""), ",", ".")
	case comma >= 0 && dot >= 0:
		found = strings.ReplaceAll(found, ",", "")
	case comma >= 0 && (strings.Count(found, ",") > 1 || !f.comma && len(found)-comma == groupLength):
		found = strings.ReplaceAll(found, ",", "")
	case comma >= 0:
		found = strings.Replace(found, ",", ".", 1)
	case strings.Count(found, ".") > 1 || f.comma && dot >= 0 && len(found)-dot == groupLength:
		found = strings.ReplaceAll(found, ".", "")
	}
	d, err := decimal.Parse(found)
	return d, err == nil
}

// dayFirst is a date in figures, with the year behind.
var dayFirst = regexp.MustCompile(`^(\d{1,2})([./-])(\d{1,2})[./-](\d{4})$`)

// isoDate writes a date in figures as YYYY-MM-DD. Which of two figures is the month is told by the one above 12, by dots, and by captions
// in other languages than English; otherwise the text stays.
func isoDate(text, caption string) string {
	text = strings.TrimSpace(text)
	m := dayFirst.FindStringSubmatch(text)
	if m == nil {
		return text
	}
	day, _ := strconv.Atoi(m[1])
	month, _ := strconv.Atoi(m[3])
	if day <= lastMonth && month > lastMonth {
		day, month = month, day
	} else if day <= lastMonth && m[2] != "." && strings.Contains(fold(caption), "date") {
		return text
	}
	at, err := time.Parse(time.DateOnly, fmt.Sprintf("%s-%02d-%02d", m[4], month, day))
	if err != nil {
		return text
	}
	return at.Format(time.DateOnly)
}

const lastMonth = 12
