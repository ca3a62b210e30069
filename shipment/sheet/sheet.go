// Package sheet reads an invoice or a packing list that is a workbook: the table of goods by its headings, and the
// captions above and below it. It gives what reading a printed paper by the built-in schema of its type gives.
//
// It refuses to open files: rows come as text. What has no caption that it knows is left out, never guessed.
package sheet

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"regexp"
	"strings"

	"github.com/govalues/decimal"

	"tariffdesk/shipment"
	"tariffdesk/text"
)

// The bounds of a sheet that is read.
const (
	MaxRows    = shipment.MaxLines + 500
	MaxColumns = 100

	headRows  = 80 // within which the table of goods begins
	leastKeys = 3  // headings that a table of goods has at least
)

//go:embed captions.tsv
var captionsFile string

// captions are properties by what people write for them.
type captions struct{ head, column map[string]string }

var known = func() captions {
	c := captions{map[string]string{}, map[string]string{}}
	for line := range strings.Lines(captionsFile) {
		cells := strings.Split(strings.TrimSpace(line), "\t")
		if len(cells) != 3 || cells[0] == "where" || strings.HasPrefix(line, "#") {
			continue
		}
		of := c.head
		if cells[0] == "column" {
			of = c.column
		}
		for _, caption := range strings.Split(cells[2], "|") {
			of[fold(caption)] = cells[1]
		}
	}
	return c
}()

// fold writes the words of a text, "#" among them.
func fold(s string) string { return text.Words(s, '#') }

// unitInHeading is a unit in the heading of a weight: "Gross weight (KG)", "Peso neto [lbs]".
var unitInHeading = regexp.MustCompile(`\b(kgs?|kgm|lbs?|pounds?|libras?)\b`)

// Read reads the rows of a sheet. ok is false where no table of goods is on it.
func Read(name string, rows [][]string) (r shipment.Reading, ok bool) {
	if len(rows) > MaxRows {
		rows = rows[:MaxRows]
	}
	at, columns := table(rows)
	if at < 0 {
		return r, false
	}
	g := grid{name: name, rows: rows, header: at, columns: columns, data: map[string]any{}, fields: map[string]shipment.Field{}}
	g.items()
	if len(g.list) == 0 {
		return r, false
	}
	g.heads()
	r = shipment.Reading{Type: g.kind(), Pages: []int{1}, Sheet: name, Fields: g.fields}
	r.TypeConfidence = 0.9
	if r.Type == shipment.TypeInvoice {
		g.rename("date", "invoice_date")
	} else {
		g.rename("date", "document_date")
		g.rename("seller_name", "shipper_name")
	}
	g.data["line_items"] = g.list
	data, err := json.Marshal(g.data)
	if err != nil { // texts and numbers alone
		return r, false
	}
	r.Data = data
	if number, is := g.data["invoice_number"].(string); is && r.Type == shipment.TypeInvoice {
		r.Reference = number
	}
	return r, true
}

// table finds the row of headings: the first with enough that are known.
func table(rows [][]string) (at int, columns map[int]string) {
	for i, row := range rows[:min(len(rows), headRows)] {
		found, taken := map[int]string{}, map[string]bool{}
		for c, cell := range row[:min(len(row), MaxColumns)] {
			if property := columnOf(cell); property != "" && !taken[property] {
				found[c], taken[property] = property, true
			}
		}
		if len(found) >= leastKeys && taken["quantity"] && (taken["description"] || taken["item_code"]) {
			return i, found
		}
	}
	return -1, nil
}

// columnOf is the property of a heading, without the unit or currency that stands in brackets.
func columnOf(heading string) string {
	text := fold(heading)
	if p := known.column[text]; p != "" {
		return p
	}
	words := strings.Fields(text)
	for n := len(words) - 1; n > 0; n-- {
		switch words[n] {
		case "kg", "kgs", "lb", "lbs", "usd", "eur", "mxn", "pcs":
			if p := known.column[strings.Join(words[:n], " ")]; p != "" {
				return p
			}
		default:
			return ""
		}
	}
	return ""
}

// grid is a sheet that is read.
type grid struct {
	name    string
	rows    [][]string
	header  int
	columns map[int]string
	end     int // row after the last of goods
	data    map[string]any
	list    []map[string]any
	fields  map[string]shipment.Field
}

func (g *grid) rename(from, to string) {
	if v, ok := g.data[from]; ok {
		delete(g.data, from)
		g.data[to] = v
		g.fields["/"+to] = g.fields["/"+from]
		delete(g.fields, "/"+from)
	}
}

// kind tells an invoice by its prices and a packing list by its weights or packages without any.
func (g *grid) kind() shipment.PaperType {
	has := map[string]bool{}
	for _, property := range g.columns {
		has[property] = true
	}
	if has["unit_price"] || has["amount"] {
		return shipment.TypeInvoice
	}
	return shipment.TypePackingList
}

// numeric are the properties whose cells are numbers.
func numeric(property string) bool {
	switch property {
	case "quantity", "unit_price", "amount", "net_weight_kg", "gross_weight_kg", "packages", "line_number":
		return true
	}
	return strings.HasPrefix(property, "total_") || property == "subtotal" || property == "freight" || property == "insurance" ||
		property == "discount" || property == "tax" || property == "other_charges"
}

// items reads rows of goods until a row that sums them up, or three without any.
func (g *grid) items() {
	empty := 0
	g.end = len(g.rows)
	for i := g.header + 1; i < len(g.rows) && len(g.list) < shipment.MaxLines; i++ {
		row := g.rows[i]
		if sums(row) {
			g.end = i
			return
		}
		item := g.item(row)
		if item["description"] == nil && item["item_code"] == nil || item["quantity"] == nil && item["amount"] == nil {
			if empty++; empty == 3 {
				g.end = i - 2
				return
			}
			continue
		}
		empty = 0
		for property, value := range item {
			g.fields[fmt.Sprintf("/line_items/%d/%s", len(g.list), property)] = shipment.Field{Text: fmt.Sprint(value), Confidence: 1}
		}
		g.list = append(g.list, item)
	}
}

func (g *grid) item(row []string) map[string]any {
	item := map[string]any{}
	for c, property := range g.columns {
		if c >= len(row) || strings.TrimSpace(row[c]) == "" {
			continue
		}
		if !numeric(property) {
			item[property] = strings.Join(strings.Fields(row[c]), " ")
			continue
		}
		n, ok := number(row[c])
		if !ok {
			continue
		}
		if strings.HasSuffix(property, "_weight_kg") {
			if n, ok = inKilograms(n, g.rows[g.header][c]+" "+row[c]); !ok {
				continue
			}
		}
		item[property] = json.Number(n.Trim(0).String())
	}
	return item
}

// sums reports whether a row adds the rows above it up.
func sums(row []string) bool {
	for _, cell := range row {
		if text := fold(cell); text != "" {
			return strings.HasPrefix(text, "total") || strings.HasPrefix(text, "subtotal") || strings.HasPrefix(text, "sub total") || strings.HasPrefix(text, "grand total") || strings.HasPrefix(text, "gran total")
		}
	}
	return false
}

// heads reads the captions above and below the table, and the sums under its columns.
func (g *grid) heads() {
	for i, row := range g.rows {
		if i >= g.header && i < g.end {
			continue
		}
		if i == g.end && sums(row) {
			g.sumsUnderColumns(row)
			continue
		}
		for c, cell := range row[:min(len(row), MaxColumns)] {
			property, value := g.caption(i, c, cell)
			if property == "" || g.data[property] != nil || value == "" {
				continue
			}
			g.keep(property, value, cell)
		}
	}
}

// caption finds a caption and its value: in the same cell after a colon, in the next cell of the row, or below.
func (g *grid) caption(i, c int, cell string) (property, value string) {
	if before, after, colon := strings.Cut(cell, ":"); colon && strings.TrimSpace(after) != "" {
		return known.head[fold(before)], after
	}
	if property = known.head[fold(cell)]; property == "" {
		return "", ""
	}
	row := g.rows[i]
	for next := c + 1; next < min(len(row), MaxColumns); next++ {
		if text := strings.TrimSpace(row[next]); text != "" {
			if known.head[fold(text)] != "" {
				break
			}
			return property, text
		}
	}
	if i+1 < len(g.rows) && (i+1 < g.header || i >= g.end) && c < len(g.rows[i+1]) {
		if below := strings.TrimSpace(g.rows[i+1][c]); known.head[fold(below)] == "" {
			return property, below
		}
	}
	return property, ""
}

func (g *grid) keep(property, value, caption string) {
	value = strings.Join(strings.Fields(value), " ")
	if !numeric(property) {
		g.data[property] = value
	} else {
		n, ok := number(value)
		if ok && strings.HasSuffix(property, "_weight_kg") {
			n, ok = inKilograms(n, caption+" "+value)
		}
		if !ok {
			return
		}
		g.data[property] = json.Number(n.Trim(0).String())
	}
	g.fields["/"+property] = shipment.Field{Text: value, Confidence: 1}
}

// sumsUnderColumns takes the totals that stand under the columns of the table.
func (g *grid) sumsUnderColumns(row []string) {
	totals := map[string]string{
		"quantity": "total_quantity", "amount": "subtotal", "packages": "total_packages", "net_weight_kg": "total_net_weight_kg", "gross_weight_kg": "total_gross_weight_kg",
	}
	for c, property := range g.columns {
		if to := totals[property]; to != "" && c < len(row) {
			g.keep(to, row[c], g.rows[g.header][c])
		}
	}
}

// printed is a number as people write it, with a unit or a currency around it.
var printed = regexp.MustCompile(`-?\d[\d.,\s']*`)

// number reads a number with either decimal mark; "1.234,56", "1,234.56", "USD 12", "12 pcs". Groups of three after a
// single mark are thousands only with a comma.
func number(text string) (decimal.Decimal, bool) {
	found := strings.TrimSpace(printed.FindString(text))
	found = strings.NewReplacer(" ", "", "'", "", "\u00a0", "").Replace(found)
	found = strings.TrimRight(found, ".,")
	comma, dot := strings.LastIndex(found, ","), strings.LastIndex(found, ".")
	switch {
	case comma >= 0 && dot >= 0 && comma > dot:
		found = strings.ReplaceAll(strings.ReplaceAll(found, ".", ""), ",", ".")
	case comma >= 0 && dot >= 0:
		found = strings.ReplaceAll(found, ",", "")
	case comma >= 0 && (strings.Count(found, ",") > 1 || len(found)-comma == 4):
		found = strings.ReplaceAll(found, ",", "")
	case comma >= 0:
		found = strings.Replace(found, ",", ".", 1)
	case strings.Count(found, ".") > 1:
		found = strings.ReplaceAll(found, ".", "")
	}
	d, err := decimal.Parse(found)
	return d, err == nil
}

// inKilograms converts pounds by what stands beside the number; 1 lb = 0.45359237 kg.
func inKilograms(n decimal.Decimal, beside string) (decimal.Decimal, bool) {
	unit := unitInHeading.FindString(fold(beside))
	if unit == "" || strings.HasPrefix(unit, "kg") {
		return n, true
	}
	kg, err := n.Mul(decimal.MustNew(45359237, 8))
	return kg.Round(3), err == nil
}
