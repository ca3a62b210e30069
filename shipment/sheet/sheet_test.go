package sheet_test

import (
	"encoding/json"
	"testing"

	"tariffdesk/shipment"
	"tariffdesk/shipment/sheet"
)

func TestAnInvoiceWorkbookIsReadByItsHeadings(t *testing.T) {
	t.Parallel()
	r, ok := sheet.Read("Invoice", [][]string{
		{"COMMERCIAL INVOICE"},
		{"Invoice No:", "", "INV-88", "", "Date", "2026-05-04"},
		{"Seller: Hailong Hardware Co., Ltd.", "", "", "Buyer", "Ferretera SA"},
		{},
		{"Item", "Part No.", "Description of goods", "HS code", "Origin", "Qty", "Unit", "Unit price (USD)", "Amount USD", "Net weight (LBS)"},
		{"1", "B-100", "Hex bolts", "7318.15", "China", "1,000", "PCS", "0.12", "120.00", "100"},
		{"2", "", "Washers", "", "China", "2000", "PCS", "0.03", "60", ""},
		{"", "", "second row of the description"},
		{"Total", "", "", "", "", "3000", "", "", "180.00"},
		{"Freight", "20"},
		{"Grand total:", "200.00", "Incoterm: FOB Ningbo", "Currency", "USD"},
	})
	if !ok || r.Type != shipment.TypeInvoice || r.Reference != "INV-88" {
		t.Fatalf("read %t as %s %q", ok, r.Type, r.Reference)
	}
	p, err := shipment.NewPaper("p1", 1, r)
	if err != nil {
		t.Fatal(err)
	}
	if len(p.Items) != 2 || p.Total.Value.String() != "200" || p.Subtotal.Value.Trim(0).String() != "180" || p.Freight.Value.String() != "20" {
		t.Errorf("%d items, total %v, subtotal %v, freight %v", len(p.Items), p.Total.Value, p.Subtotal.Value, p.Freight.Value)
	}
	first := p.Items[0]
	if first.Quantity.Value.String() != "1000" || first.Code.Value != "7318.15" || first.NetKg.Value.String() != "45.359" || first.Part.Value != "B-100" {
		t.Errorf("first item %+v", first)
	}
	if p.Seller.Value != "Hailong Hardware Co., Ltd." || p.Buyer.Value != "Ferretera SA" || p.Incoterm.Value != "FOB Ningbo" || p.Currency.Value != "USD" || p.Date.Value != "2026-05-04" {
		t.Errorf("seller %q, buyer %q, incoterm %q, currency %q, date %q", p.Seller.Value, p.Buyer.Value, p.Incoterm.Value, p.Currency.Value, p.Date.Value)
	}
}

func TestASpanishPackingListHasNoPrices(t *testing.T) {
	t.Parallel()
	r, ok := sheet.Read("Lista", [][]string{
		{"Lista de empaque", "PL-7", "Factura", "A-99"},
		{"Descripción", "Cantidad", "Unidad", "Bultos", "Peso neto", "Peso bruto"},
		{"Tornillos", "1.000,5", "KG", "4", "100", "110,25"},
		{"TOTAL", "1000,5", "", "4", "100", "110,25"},
	})
	if !ok || r.Type != shipment.TypePackingList {
		t.Fatalf("read %t as %s", ok, r.Type)
	}
	var data struct {
		Invoice string      `json:"invoice_number"`
		Gross   json.Number `json:"total_gross_weight_kg"`
		Items   []struct {
			Quantity json.Number `json:"quantity"`
		} `json:"line_items"`
	}
	if err := json.Unmarshal(r.Data, &data); err != nil {
		t.Fatal(err)
	}
	if data.Invoice != "A-99" || data.Gross != "110.25" || len(data.Items) != 1 || data.Items[0].Quantity != "1000.5" {
		t.Errorf("read %+v from %s", data, r.Data)
	}
}

func TestASheetWithoutATableOfGoodsIsNotRead(t *testing.T) {
	t.Parallel()
	for name, rows := range map[string][][]string{
		"empty": nil, "notes": {{"Notes"}, {"call the customer", "tomorrow"}}, "headings alone": {{"Description", "Qty", "Price"}},
	} {
		if _, ok := sheet.Read(name, rows); ok {
			t.Errorf("%s was read", name)
		}
	}
}

func FuzzRead(f *testing.F) {
	f.Add("Description", "Qty", "Price", "1,2.3", "total:")
	f.Fuzz(func(t *testing.T, a, b, c, d, e string) {
		rows := [][]string{{e, d}, {a, b, c}, {d, e, d}, {e, a}, {"Description", "Qty", "Unit price"}, {a, d, e}, {b, c, d}}
		if r, ok := sheet.Read(a, rows); ok {
			if _, err := shipment.NewPaper("p1", 1, r); err != nil {
				t.Error(err)
			}
		}
	})
}
