package sheet_test

import (
	"encoding/json"
	"slices"
	"testing"

	"tariffdesk/shipment"
	"tariffdesk/shipment/sheet"
)

// cells are rows of texts.
func cells(rows [][]string) [][]sheet.Cell {
	all := make([][]sheet.Cell, len(rows))
	for i, row := range rows {
		for _, text := range row {
			all[i] = append(all[i], sheet.Cell{Text: text})
		}
	}
	return all
}

func TestAnInvoiceWorkbookIsReadByItsHeadings(t *testing.T) {
	t.Parallel()
	r, ok := sheet.Read("Invoice", cells([][]string{
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
	}))
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
	r, ok := sheet.Read("Lista", cells([][]string{
		{"Lista de empaque", "PL-7", "Factura", "A-99"},
		{"Descripción", "Cantidad", "Unidad", "Bultos", "Peso neto", "Peso bruto"},
		{"Tornillos", "1.000,5", "KG", "4", "100", "110,25"},
		{"TOTAL", "1000,5", "", "4", "100", "110,25"},
	}))
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
		if _, ok := sheet.Read(name, cells(rows)); ok {
			t.Errorf("%s was read", name)
		}
	}
}

func FuzzRead(f *testing.F) {
	f.Add("Description", "Qty", "Price", "1,2.3", "total:")
	f.Fuzz(func(t *testing.T, a, b, c, d, e string) {
		rows := [][]string{{e, d}, {a, b, c}, {d, e, d}, {e, a}, {"Description", "Qty", "Unit price"}, {a, d, e}, {b, c, d}}
		if r, ok := sheet.Read(a, cells(rows)); ok {
			if _, err := shipment.NewPaper("p1", 1, r); err != nil {
				t.Error(err)
			}
		}
	})
}

// read reads a sheet into a paper.
func read(t *testing.T, rows [][]sheet.Cell) (shipment.Reading, shipment.Paper) {
	t.Helper()
	r, ok := sheet.Read("Sheet", rows)
	if !ok {
		t.Fatal("no table of goods was found")
	}
	p, err := shipment.NewPaper("p1", 1, r)
	if err != nil {
		t.Fatal(err)
	}
	return r, p
}

func shown(a shipment.Amount) string {
	if a.Value == nil {
		return ""
	}
	return a.Value.Trim(0).String()
}

func TestGoodsGoOnBehindTheSumOfAGroup(t *testing.T) {
	t.Parallel()
	_, p := read(t, cells([][]string{
		{"FACTURA COMERCIAL"},
		{"Factura No.: A-18822", "", "", "Fecha: 05/09/2026"},
		{"Código", "Descripción", "País de origen", "Cantidad", "U.M.", "Precio unitario", "Importe", "Peso neto (kg)"},
		{"LÍNEA HARINAS"},
		{"H-01", "Harina de trigo", "Argentina", "400", "Bolsa", "14.2", "5680", "10000"},
		{"H-02", "Harina integral", "Argentina", "200", "Bolsa", "15.6", "3120", "5000"},
		{"", "Subtotal harinas", "", "600", "", "", "8800", "15000"},
		{"LÍNEA CONSERVAS"},
		{"C-11", "Duraznos en almíbar", "Argentina", "1200", "Lata", "1.35", "1620", "984"},
		{"", "Subtotal conservas", "", "1200", "", "", "1620", "984"},
		{},
		{"", "Flete marítimo", "", "", "", "", "950"},
		{"", "Seguro", "", "", "", "", "50"},
		{"", "TOTAL CIF", "", "", "", "", "11420", "15984"},
	}))
	var parts []string
	for _, item := range p.Items {
		parts = append(parts, item.Part.Value)
	}
	if !slices.Equal(parts, []string{"H-01", "H-02", "C-11"}) {
		t.Errorf("goods %q", parts)
	}
	if got := []string{p.Date.Value, shown(p.Freight), shown(p.Insurance), shown(p.Total), shown(p.NetKg)}; !slices.Equal(got, []string{"2026-09-05", "950", "50", "11420", "15984"}) {
		t.Errorf("date, freight, insurance, total and net weight %q", got)
	}
}

func TestASheetIsReadByTheWayItWritesNumbers(t *testing.T) {
	t.Parallel()
	_, p := read(t, cells([][]string{
		{"Rechnung Nr.", "R 26/771"}, {"Datum", "18.09.2026"},
		{"Pos.", "Artikel", "Bezeichnung", "Menge", "Einheit", "Einzelpreis (EUR)", "Gesamt"},
		{"1", "KT-20", "Teller 20 cm", "1.200", "Stück", "3,85", "4.620,00"},
		{"2", "KT-27", "Teller 27 cm", "800", "Stück", "5,10", "4.080,00"},
		{"", "", "Summe", "", "", "", "8.700,00"},
		{"", "", "Bruttogewicht", "1,42 t"},
	}))
	if len(p.Items) != 2 || shown(p.Items[0].Quantity) != "1200" || shown(p.Items[0].Amount) != "4620" || shown(p.Items[1].UnitPrice) != "5.1" {
		t.Errorf("items %+v", p.Items)
	}
	if got := []string{p.Number.Value, p.Date.Value, p.Currency.Value, shown(p.Total), shown(p.GrossKg)}; !slices.Equal(got, []string{"R 26/771", "2026-09-18", "EUR", "8700", "1420"}) {
		t.Errorf("number, date, currency, total and gross weight %q", got)
	}
}

func TestASumIsNotTakenFromAColumnOfQuantities(t *testing.T) {
	t.Parallel()
	_, p := read(t, cells([][]string{
		{"Invoice No.", "N-1"},
		{"No", "Item", "Description", "Qty", "Price", "Amount"},
		{"", "", "", "Pcs", "(US$)", "(US$)"},
		{"1", "RC-201", "Rattan armchair", "120", "68.5", "8220"},
		{},
		{"", "", "TOTAL", "120", "", "8220"},
	}))
	if shown(p.Total) != "8220" || shown(p.Quantity) != "120" || p.Currency.Value != "US$" || len(p.Items) != 1 || p.Items[0].Unit.Value != "Pcs" {
		t.Errorf("total %s, quantity %s, currency %q, items %+v", shown(p.Total), shown(p.Quantity), p.Currency.Value, p.Items)
	}
}

func TestAFigureOfSeveralRowsIsThatOfNone(t *testing.T) {
	t.Parallel()
	rows := cells([][]string{
		{"PACKING LIST"},
		{"Item", "Description", "Qty", "Cartons", "Gross weight (kg)"},
		{"A", "Cups", "10", "1", "30"},
		{"B", "Plates", "20", "1", "30"},
		{"C", "Bowls", "30", "2", "12"},
		{"Total", "", "60", "3", "42"},
	})
	for _, row := range rows[2:4] {
		row[3].Shared, row[4].Shared = true, true
	}
	_, p := read(t, rows)
	if len(p.Items) != 3 || p.Items[0].GrossKg.Value != nil || p.Items[1].Packages.Value != nil || shown(p.Items[2].GrossKg) != "12" || shown(p.GrossKg) != "42" || shown(p.Packages) != "3" {
		t.Errorf("items %+v, gross %s, packages %s", p.Items, shown(p.GrossKg), shown(p.Packages))
	}
}

func TestATitleTellsAnOrderFromAnInvoice(t *testing.T) {
	t.Parallel()
	for title, want := range map[string]shipment.PaperType{
		"Purchase Order": shipment.TypePurchaseOrder, "COTIZACIÓN": shipment.TypeOther, "Handelsrechnung": shipment.TypeInvoice, "Acme Ltd.": shipment.TypeInvoice,
	} {
		r, _ := read(t, cells([][]string{{title}, {"Item", "Description", "Qty", "Unit price", "Amount"}, {"A", "Cups", "10", "2", "20"}}))
		if r.Type != want {
			t.Errorf("a sheet titled %q is a %s, want %s", title, r.Type, want)
		}
	}
}

func TestADateIsReadWhereItsMonthIsKnown(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{"Date: 04/25/2026": "2026-04-25", "Date: 25/04/2026": "2026-04-25", "Date: 04/05/2026": "04/05/2026", "Fecha: 04/05/2026": "2026-05-04", "Date: 4 May 2026": "4 May 2026"} {
		_, p := read(t, cells([][]string{{text}, {"Item", "Description", "Qty", "Unit price"}, {"A", "Cups", "10", "2"}}))
		if p.Date.Value != want {
			t.Errorf("%q is read as %q, want %q", text, p.Date.Value, want)
		}
	}
}
