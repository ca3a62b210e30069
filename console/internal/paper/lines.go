package paper

import (
	"bytes"
	"encoding/csv"
	"regexp"
	"strconv"
	"strings"
)

// Line is a product of a document under the names that a quote has for its facts.
type Line map[string]string

// columns are the forms of the names under which lists hold what a quote asks, the first that fits counts.
var columns = []struct {
	fact string
	name *regexp.Regexp
}{
	{"product_description", regexp.MustCompile(`(?i)desc|product|goods|mercanc|art[ií]culo`)},
	{"hscode_8digits", regexp.MustCompile(`(?i)hs_?code|tariff_?code|fracci|\bhts`)},
	{"country", regexp.MustCompile(`(?i)origin|origen`)},
	{"quantity_unit", regexp.MustCompile(`(?i)^(unit|uom|unidad|unit_of_measure)$`)},
	{"quantity", regexp.MustCompile(`(?i)quant|qty|cantidad|piezas`)},
	{"customs_value", regexp.MustCompile(`(?i)amount|total|importe|valor|customs_value`)},
	{"currency", regexp.MustCompile(`(?i)currency|moneda|divisa`)},
}

// Lines are the products of the longest list that names some. What a line does not say of origin and currency, the
// document may.
func (v Values) Lines() (lines []Line) {
	common := Line{}
	for _, l := range v.Single {
		for _, c := range columns {
			if (c.fact == "country" || c.fact == "currency") && common[c.fact] == "" && c.name.MatchString(l.Name) {
				common[c.fact] = l.Value
			}
		}
	}
	for _, t := range v.Tables {
		if found := t.lines(common); len(found) > len(lines) {
			lines = found
		}
	}
	return lines
}

func (t Table) lines(common Line) (lines []Line) {
	at := map[string]int{}
	for _, c := range columns {
		for i, column := range t.Columns {
			if _, known := at[c.fact]; !known && c.name.MatchString(column.Name) {
				at[c.fact] = i
			}
		}
	}
	if _, ok := at["product_description"]; !ok {
		return nil
	}
	for _, row := range t.Rows {
		line := Line{"country": common["country"], "currency": common["currency"]}
		for fact, i := range at {
			if row[i] != nil && row[i].Value != "" {
				line[fact] = row[i].Value
			}
		}
		if line["product_description"] != "" {
			lines = append(lines, line)
		}
	}
	return lines
}

// CSV writes the values outside of lists as name and value, then each list under its columns.
func (v Values) CSV() ([]byte, error) {
	var out bytes.Buffer
	out.WriteString("\ufeff") // spreadsheets take it for UTF-8
	w := csv.NewWriter(&out)
	for _, l := range v.Single {
		_ = w.Write([]string{l.Name, harmless(l.Value)})
	}
	for _, t := range v.Tables {
		_ = w.Write(nil)
		head := []string{t.Name}
		for _, c := range t.Columns {
			head = append(head, c.Name)
		}
		_ = w.Write(head)
		for i, row := range t.Rows {
			cells := []string{strconv.Itoa(i + 1)}
			for _, l := range row {
				if l == nil {
					cells = append(cells, "")
					continue
				}
				cells = append(cells, harmless(l.Value))
			}
			_ = w.Write(cells)
		}
	}
	w.Flush()
	return out.Bytes(), w.Error()
}

// harmless keeps a spreadsheet from running a text of the document as a formula.
func harmless(text string) string {
	if text == "" || !strings.ContainsRune("=+-@\t\r", rune(text[0])) {
		return text
	}
	if strings.Trim(text, "+-0123456789.,") == "" {
		return text // a number
	}
	return "'" + text
}
