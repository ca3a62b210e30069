package shipment

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/govalues/decimal"
)

// Field is where a value of a paper was found.
type Field struct {
	Page       int        `json:"page" doc:"Number of the page, from 1; 0 where the value was not located"`
	Box        [4]float64 `json:"box" doc:"Left, top, right and bottom as shares of the page, 0 to 1; zeros where the value was not located"`
	Text       string     `json:"text" doc:"The value as printed"`
	Confidence float64    `json:"confidence" doc:"Probability that the value is right, 0 to 1"`
}

// Reading is one document of a file as it was read.
type Reading struct {
	Type           PaperType        `json:"type"`
	TypeConfidence float64          `json:"type_confidence"`
	Pages          []int            `json:"pages"`
	Sheet          string           `json:"sheet,omitempty"`
	Reference      string           `json:"reference,omitempty"`
	Title          string           `json:"title,omitempty"` // letters of its title
	Data           json.RawMessage  `json:"document_data,omitempty"`
	Fields         map[string]Field `json:"fields,omitempty"` // by JSON pointer
	Errors         []string         `json:"errors,omitempty"`
	Warnings       json.RawMessage  `json:"warnings,omitempty"`
	Print          []string         `json:"print,omitempty"`   // its different words
	Trouble        string           `json:"trouble,omitempty"` // why nothing was read, in English
	Doubts         []string         `json:"doubts,omitempty"`  // of the document as a whole, such as where it ends, in English
}

// NewPaper makes a paper of a reading: its values with their places, under names that all types share.
func NewPaper(id string, file int, r Reading) (Paper, error) {
	p := Paper{
		ID: id, File: file, Type: r.Type, TypeConfidence: r.TypeConfidence, Pages: r.Pages, Sheet: r.Sheet,
		Data: r.Data, Warnings: r.Warnings, Print: printed(r.Print), Proforma: isProforma(r.Title),
	}
	v := values{paper: id, fields: r.Fields}
	if len(r.Data) > 0 {
		d := json.NewDecoder(strings.NewReader(string(r.Data)))
		d.UseNumber()
		if err := d.Decode(&v.data); err != nil {
			return Paper{}, fmt.Errorf("data of paper %s: %w", id, err)
		}
	}
	p.fill(v)
	if p.Number.Value == "" && r.Reference != "" {
		p.Number = Text{Value: r.Reference}
	}
	rows, _ := v.data["line_items"].([]any)
	for i := range rows {
		row, ok := rows[i].(map[string]any)
		if !ok || len(p.Items) == MaxLines {
			continue
		}
		item := v.below(row, "/line_items/"+strconv.Itoa(i)).item(i)
		if item.Description.Value != "" || item.Part.Value != "" || item.Quantity.Value != nil || item.Amount.Value != nil {
			p.Items = append(p.Items, item)
		}
	}
	p.dropNumbers()
	p.sift()
	p.weighContainers(v)
	p.discountRows(v)
	return p, nil
}

// leastNumbered is how many rows count from 1 before they are taken for numbers of lines.
const leastNumbered = 3

// dropNumbers drops a figure of the rows that numbers them: 1, 2, 3.
func (p *Paper) dropNumbers() {
	for _, of := range []func(*Item) *Amount{
		func(i *Item) *Amount { return &i.NetKg }, func(i *Item) *Amount { return &i.GrossKg }, func(i *Item) *Amount { return &i.Packages },
	} {
		counts := len(p.Items) >= leastNumbered
		for n := range p.Items {
			v := of(&p.Items[n]).Value
			counts = counts && v != nil && v.Cmp(decimal.MustNew(int64(n+1), 0)) == 0
		}
		for n := 0; counts && n < len(p.Items); n++ {
			*of(&p.Items[n]) = Amount{}
		}
	}
}

// sift drops totals that were read where something else stands: in the cell of one of several rows, or where the sum of the
// money stands. The rows are then added up.
func (p *Paper) sift() {
	var cells []*Source
	if len(p.Items) > 1 {
		for i := range p.Items {
			item := &p.Items[i]
			cells = append(cells, item.Quantity.Source, item.UnitPrice.Source, item.Amount.Source, item.NetKg.Source, item.GrossKg.Source, item.Packages.Source)
		}
	}
	for _, a := range []*Amount{&p.Packages, &p.Quantity, &p.GrossKg, &p.NetKg} {
		if slices.ContainsFunc(append(cells[:len(cells):len(cells)], p.Total.Source, p.Subtotal.Source), a.Source.same) {
			*a = Amount{}
		}
	}
	if p.GrossKg.Source.same(p.NetKg.Source) { // one figure is not both
		p.NetKg = Amount{}
	}
}

// same reports whether two values stand in one place.
func (s *Source) same(o *Source) bool {
	return s != nil && o != nil && s.Page == o.Page && s.Page > 0 && s.Box == o.Box && s.Text == o.Text
}

// numbers are the properties that number a paper, by its type.
func (p *Paper) numberProperty() []string {
	switch p.Type {
	case TypeInvoice:
		return []string{"invoice_number"}
	case TypeCFDI:
		return []string{"invoice_number", "uuid"}
	case TypePackingList:
		return []string{"packing_list_number"}
	case TypeBillOfLading:
		return []string{"bill_of_lading_number"}
	case TypeAirWaybill:
		return []string{"airway_bill_number", "house_airway_bill_number", "master_airway_bill_number"}
	case TypeCertificate:
		return []string{"certificate_number"}
	case TypePedimento:
		return []string{"pedimento_number"}
	case TypePurchaseOrder:
		return []string{"purchase_order_number"}
	case TypeReceipt:
		return []string{"receipt_number"}
	case TypeDeliveryNote:
		return []string{"delivery_note_number"}
	case TypeOther, TypeUnread:
	}
	return nil
}

func (p *Paper) fill(v values) {
	p.Number = v.text(p.numberProperty()...)
	p.Date = v.text("invoice_date", "document_date", "issue_date", "onboard_date", "departure_date", "order_date", "delivery_date", "receipt_date", "entry_date")
	if p.Type == TypePackingList {
		p.Date = v.text("document_date")
	}
	p.Orders = v.text("purchase_order_number")
	if !p.Type.Invoice() {
		if quoted := v.text("invoice_number"); quoted.Value != "" && key(quoted.Value) != key(p.Number.Value) {
			p.Invoices = []Text{quoted}
		}
		if p.InvoiceOn = v.text("invoice_date"); p.InvoiceOn.Source.same(p.Date.Source) {
			p.InvoiceOn = Text{}
		}
	}
	p.Seller = v.text("seller_name", "shipper_name", "exporter_name")
	p.Buyer = v.text("buyer_name", "importer_name")
	p.Consignee = v.text("consignee_name", "ship_to_name")
	p.Currency, p.Incoterm, p.Prepaid = v.text("currency"), v.text("incoterm"), v.text("freight_terms")
	p.Origin, p.Agreement = v.text("country_of_origin"), v.text("treaty")
	p.Subtotal, p.Total, p.Discount = v.amount("subtotal"), v.amount("total_amount"), v.amount("discount")
	p.Freight, p.Insurance = v.amount("freight"), v.amount("insurance")
	p.Charges, p.Tax = v.amount("other_charges"), v.amount("tax")
	p.Packages, p.Quantity = v.amount("total_packages"), v.amount("total_quantity")
	p.GrossKg, p.NetKg = v.weight("total_gross_weight_kg"), v.weight("total_net_weight_kg")
	p.From, p.Until = v.text("period_start"), v.text("period_end")
}

func (v values) item(row int) Item {
	i := Item{
		Row: row, Description: v.text("description"), Part: v.text("item_code", "model"), Order: v.text("purchase_order_number"),
		Code: v.text("hs_code"), Origin: v.text("country_of_origin"), Unit: v.text("unit"), Quantity: v.amount("quantity"),
		UnitPrice: v.amount("unit_price"), Amount: v.amount("amount"), NetKg: v.weight("net_weight_kg"),
		GrossKg: v.weight("gross_weight_kg"), Packages: v.amount("packages"),
	}
	i.Quantity.Unit = i.Unit.Value
	i.takeCode()
	return i
}

// values are the leaves of a document, each with its place.
type values struct {
	paper  string
	at     string // pointer of data
	data   map[string]any
	fields map[string]Field
}

func (v values) below(data map[string]any, at string) values {
	v.data, v.at = data, at
	return v
}

// maxText bounds a text that a paper prints.
const maxText = 2000

// text is the first of the properties that has a value.
func (v values) text(properties ...string) Text {
	for _, property := range properties {
		var text string
		switch value := v.data[property].(type) {
		case string:
			text = value
		case json.Number:
			text = value.String()
		}
		if text = strings.Join(strings.Fields(text), " "); text == "" {
			continue
		}
		if letters := []rune(text); len(letters) > maxText {
			text = string(letters[:maxText])
		}
		return Text{Value: text, Source: v.source(property)}
	}
	return Text{}
}

// amount is a number; one of more than 19 digits is none.
func (v values) amount(property string) Amount {
	n, ok := v.data[property].(json.Number)
	if !ok {
		return Amount{}
	}
	d, err := decimal.Parse(n.String())
	if err != nil {
		return Amount{}
	}
	return Amount{Value: &Number{Decimal: d}, Source: v.source(property)}
}

// weight is an amount in kilograms; its unit is the one that is printed, where it is another.
func (v values) weight(property string) Amount {
	a := v.amount(property)
	if a.Value != nil {
		a.Unit = "kg"
		if a.Source != nil {
			if printed := weightUnit(a.Source.Text); printed != "" {
				a.Unit = printed
			}
		}
	}
	return a
}

// weightUnit is the unit of weight that stands beside a printed number: "8,890 LBS" is "lb".
func weightUnit(text string) string {
	for _, word := range strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return r < 'a' || r > 'z' }) {
		switch word {
		case "lb", "lbs", "pound", "pounds", "libra", "libras":
			return "lb"
		case "t", "mt", "ton", "tons", "tonne", "tonnes", "tonelada", "toneladas":
			return "t"
		case "kg", "kgs", "kgm", "kilogram", "kilograms", "kilogramo", "kilogramos", "kilos":
			return "kg"
		}
	}
	return ""
}

func (v values) source(property string) *Source {
	f, ok := v.fields[v.at+"/"+property]
	if !ok {
		return nil
	}
	return &Source{Paper: v.paper, Page: f.Page, Box: f.Box, Text: f.Text, Confidence: f.Confidence}
}

// readCurrency is the code of ISO 4217 that a paper prints: "US$", "USD", "dólares".
func readCurrency(text string) string {
	up := strings.ToUpper(text)
	for _, word := range strings.FieldsFunc(up, func(r rune) bool { return r < 'A' || r > 'Z' }) {
		if len(word) == 3 && word != "US" {
			return word
		}
	}
	switch {
	case strings.Contains(up, "US$") || strings.Contains(up, "U.S.") || strings.Contains(up, "DOLLAR") || strings.Contains(up, "DÓLAR"):
		return "USD"
	case strings.Contains(up, "€") || strings.Contains(up, "EURO"):
		return "EUR"
	case strings.Contains(up, "£"):
		return "GBP"
	case strings.Contains(up, "PESO"):
		return "MXN"
	}
	return ""
}
