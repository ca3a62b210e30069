// Package sheet reads an invoice or a packing list that is a workbook: the table of goods by its headings, and the
// captions above and below it. It gives what reading a printed paper by the built-in schema of its type gives.
//
// It refuses to open files: rows come as text. What has no caption that it knows is left out, never guessed.
package sheet

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"strings"

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

// captions are properties by what people write for them, and what they write for sums and as titles.
type captions struct{ head, column, sum, title map[string]string }

var known = func() captions {
	c := captions{map[string]string{}, map[string]string{}, map[string]string{}, map[string]string{}}
	of := map[string]map[string]string{"head": c.head, "column": c.column, "sum": c.sum, "title": c.title}
	for line := range strings.Lines(captionsFile) {
		cells := strings.Split(strings.TrimSpace(line), "\t")
		if len(cells) != 3 || of[cells[0]] == nil {
			continue
		}
		for _, caption := range strings.Split(cells[2], "|") {
			of[cells[0]][fold(caption)] = cells[1]
		}
	}
	return c
}()

// begins returns the property of the longest phrase that a text begins with, "" for none.
func begins(text string, with map[string]string) string {
	words := strings.Fields(fold(text))
	for n := len(words); n > 0; n-- {
		if p := with[strings.Join(words[:n], " ")]; p != "" {
			return p
		}
	}
	return ""
}

// Cell is a cell of a sheet.
type Cell struct {
	Text   string
	Number bool // it holds a number, whose text has a decimal point and no other mark
	Shared bool // it is of a merge downwards: a number stands for the rows of the merge together, for none of them alone
}

// empty reports whether nothing is written in a cell.
func (c Cell) empty() bool { return strings.TrimSpace(c.Text) == "" }

// fold writes the words of a text, "#" among them.
func fold(s string) string { return text.Words(s, '#') }

// Read reads the rows of a sheet. ok is false where no table of goods is on it.
func Read(name string, rows [][]Cell) (r shipment.Reading, ok bool) {
	if len(rows) > MaxRows {
		rows = rows[:MaxRows]
	}
	at, columns := table(rows)
	if at < 0 {
		return r, false
	}
	g := grid{name: name, rows: rows, header: at, columns: columns, data: map[string]any{}, fields: map[string]shipment.Field{}}
	g.figures = figures{comma: g.commas()}
	g.headings()
	g.items()
	if len(g.list) == 0 {
		return r, false
	}
	g.heads()
	r = shipment.Reading{Type: g.kind(), Pages: []int{1}, Sheet: name, Fields: g.fields}
	r.TypeConfidence, r.Title = 0.9, g.title()
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
func table(rows [][]Cell) (at int, columns map[int]string) {
	for i, row := range rows[:min(len(rows), headRows)] {
		found, taken := map[int]string{}, map[string]bool{}
		for c, cell := range row[:min(len(row), MaxColumns)] {
			property, _ := columnOf(cell.Text)
			if property == "line_number" && taken[property] { // "No" and "Item": the second names the article
				property = "item_code"
			}
			if property != "" && !taken[property] {
				found[c], taken[property] = property, true
			}
		}
		if len(found) >= leastKeys && taken["quantity"] && (taken["description"] || taken["item_code"]) {
			return i, found
		}
	}
	return -1, nil
}

// columnOf is the property of a heading, and the unit or currency that stands behind it.
func columnOf(heading string) (property, unit string) {
	text := fold(heading)
	if p := known.column[text]; p != "" {
		return p, ""
	}
	words := strings.Fields(text)
	for n := len(words) - 1; n > 0 && isUnit(words[n]); n-- {
		if p := known.column[strings.Join(words[:n], " ")]; p != "" {
			return p, strings.Join(words[n:], " ")
		}
	}
	return "", ""
}

// grid is a sheet that is read.
type grid struct {
	name    string
	rows    [][]Cell
	header  int
	columns map[int]string
	figures figures
	unit    string // that the heading of the quantities states for all rows
	end     int    // row after the last of goods
	data    map[string]any
	list    []map[string]any
	fields  map[string]shipment.Field
}

// headings takes the unit of the quantities and the currency from the headings, and from a second row of them that holds no figure.
func (g *grid) headings() {
	for c, property := range g.columns {
		texts := []string{g.rows[g.header][c].Text}
		if below := g.below(c); below != "" {
			texts = append(texts, below)
		}
		switch property {
		case "quantity":
			if _, g.unit = columnOf(texts[0]); g.unit == "" && len(texts) > 1 && len([]rune(texts[1])) <= longestUnit {
				g.unit = strings.Trim(texts[1], "() ")
			}
		case "unit_price", "amount":
			for _, text := range texts {
				if money := currencyInHeading.FindString(text); money != "" && g.data["currency"] == nil {
					g.keep("currency", money)
				}
			}
		}
	}
}

// below is the cell of a second row of headings.
func (g *grid) below(c int) string {
	if g.header+1 >= len(g.rows) {
		return ""
	}
	row := g.rows[g.header+1]
	for at, cell := range row {
		_, goods := g.columns[at]
		if strings.ContainsAny(cell.Text, "0123456789") || g.columns[at] == "description" && !cell.empty() && !cell.Shared || !goods && !cell.empty() && !cell.Shared {
			return ""
		}
	}
	if c >= len(row) || row[c].Shared {
		return ""
	}
	return strings.TrimSpace(row[c].Text)
}

func (g *grid) rename(from, to string) {
	if v, ok := g.data[from]; ok {
		delete(g.data, from)
		g.data[to] = v
		g.fields["/"+to] = g.fields["/"+from]
		delete(g.fields, "/"+from)
	}
}

// kind tells an invoice by its prices and a packing list by its weights or packages without any. A title that stands alone above the
// table tells another paper, such as an order, which has prices too.
func (g *grid) kind() shipment.PaperType {
	titles := map[shipment.PaperType]bool{}
	for _, row := range g.rows[:g.header] {
		if text, alone := lone(row); alone {
			if title := known.title[fold(text)]; title != "" {
				titles[shipment.PaperType(title)] = true
			}
		}
	}
	if !titles[shipment.TypeInvoice] && !titles[shipment.TypePackingList] {
		for _, other := range []shipment.PaperType{shipment.TypePurchaseOrder, shipment.TypeDeliveryNote, shipment.TypeOther} {
			if titles[other] {
				return other
			}
		}
	}
	for _, property := range g.columns {
		if property == "unit_price" || property == "amount" {
			return shipment.TypeInvoice
		}
	}
	return shipment.TypePackingList
}

// title is the first title that stands alone above the table, "" for none.
func (g *grid) title() string {
	for _, row := range g.rows[:g.header] {
		if text, alone := lone(row); alone && known.title[fold(text)] != "" {
			return text
		}
	}
	return ""
}

// lone is the text of a row with one cell.
func lone(row []Cell) (text string, alone bool) {
	for _, cell := range row {
		if cell.empty() {
			continue
		}
		if alone {
			return "", false
		}
		text, alone = cell.Text, true
	}
	return text, alone
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

// items reads rows of goods, up to three in turn that are none: titles and sums of groups stand between them.
func (g *grid) items() {
	none := 0
	g.end = g.header + 1
	for i := g.header + 1; i < len(g.rows) && len(g.list) < shipment.MaxLines; i++ {
		item := g.item(g.rows[i])
		if !isItem(item) || g.sums(g.rows[i]) || g.captioned(g.rows[i], item) {
			if none++; none == 4 && len(g.list) > 0 {
				break
			}
			continue
		}
		none = 0
		if item["unit"] == nil && g.unit != "" {
			item["unit"] = g.unit
		}
		for property, value := range item {
			g.fields[fmt.Sprintf("/line_items/%d/%s", len(g.list), property)] = shipment.Field{Text: fmt.Sprint(value), Confidence: 1}
		}
		g.list, g.end = append(g.list, item), i+1
	}
}

func isItem(item map[string]any) bool {
	return (item["description"] != nil || item["item_code"] != nil) && (item["quantity"] != nil || item["amount"] != nil)
}

func (g *grid) item(row []Cell) map[string]any {
	item := map[string]any{}
	for c, property := range g.columns {
		if c >= len(row) || row[c].empty() {
			continue
		}
		if !numeric(property) {
			item[property] = strings.Join(strings.Fields(row[c].Text), " ")
			continue
		}
		if row[c].Shared {
			continue
		}
		if n, ok := g.figure(property, row[c], g.rows[g.header][c].Text+" "+g.below(c)); ok {
			item[property] = n
		}
	}
	return item
}

// sums reports whether a row adds rows up: its first text says so, and it has no price.
func (g *grid) sums(row []Cell) bool {
	for c, cell := range row {
		if g.columns[c] == "unit_price" && !cell.empty() {
			return false
		}
	}
	for _, cell := range row {
		if !cell.empty() {
			return begins(cell.Text, known.sum) != ""
		}
	}
	return false
}

// captioned reports whether a row with one figure states a fact of the whole paper: it begins with the caption of one.
func (g *grid) captioned(row []Cell, item map[string]any) bool {
	if item["unit_price"] != nil || item["amount"] != nil && item["quantity"] != nil {
		return false
	}
	for _, cell := range row {
		if !cell.empty() {
			return numeric(begins(cell.Text, known.head))
		}
	}
	return false
}

// charge is the property of a row that states what is charged beside the goods: an amount without a quantity, below a caption.
func (g *grid) charge(row []Cell, item map[string]any) string {
	if item["amount"] == nil || item["quantity"] != nil || item["unit_price"] != nil {
		return ""
	}
	for _, cell := range row {
		if cell.empty() {
			continue
		}
		switch p := begins(cell.Text, known.head); p {
		case "freight", "insurance", "discount", "other_charges", "tax":
			return p
		}
		return ""
	}
	return ""
}
