package shipment_test

import (
	"encoding/json"
	"testing"

	"tariffdesk/shipment"
)

// printing is a paper that prints more words than its values.
func printing(t *testing.T, id string, kind shipment.PaperType, data string, words ...string) shipment.Paper {
	t.Helper()
	p, err := shipment.NewPaper(id, 1, shipment.Reading{Type: kind, Pages: []int{1}, Data: json.RawMessage(data), Print: words})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// TestWhatAPaperPrintsElsewhereIsNoDifference takes a wrong value for a misreading where the paper prints the right one too, and keeps
// it a difference where it does not.
func TestWhatAPaperPrintsElsewhereIsNoDifference(t *testing.T) {
	t.Parallel()
	list := replaced(packing, `"packing_list_number":"PL-9",`, "", `"INV-4711"`, `"PL-9"`)
	chamber := `{"certificate_number":"C-1","exporter_name":"Shenzhen Hailong Hardware Co., Ltd.","importer_name":"Export Promotion Council"}`
	for name, c := range map[string]struct {
		paper shipment.Paper
		check string
		want  shipment.Status
	}{
		"the invoice's number under another caption": {printing(t, "p2", shipment.TypePackingList, list, "PL-9", "INV-4711"), "reference:number:p2", shipment.StatusOK},
		"its own number alone":                       {printing(t, "p2", shipment.TypePackingList, list, "PL-9"), "reference:number:p2", shipment.StatusUnknown},
		"another invoice's number":                   {printing(t, "p2", shipment.TypePackingList, replaced(packing, `"INV-4711"`, `"INV-4712"`), "PL-9", "INV-4712"), "reference:number:p2", shipment.StatusDiffers},
		"a chamber beside the importer":              {printing(t, "p2", shipment.TypeCertificate, chamber, "Export", "Promotion", "Council", "FERRETERA", "DEL", "BAJÍO,", "S.A."), "party:buyer", shipment.StatusOK},
		"a chamber alone":                            {printing(t, "p2", shipment.TypeCertificate, chamber, "Export", "Promotion", "Council"), "party:buyer", shipment.StatusDiffers},
	} {
		s := entry(t, paper(t, "p1", shipment.TypeInvoice, invoice), c.paper, paper(t, "p3", shipment.TypePackingList, replaced(packing, "PL-9", "PL-8")))
		if got := check(t, s, c.check); got.Status != c.want {
			t.Errorf("%s: %s, want %s: %s", name, got.Status, c.want, got.Text.English)
		}
	}
}

// TestTheConsigneeOfTheInvoiceIsNoOtherBuyer takes the warehouse that an invoice names for no other buyer where a packing list names it
// alone.
func TestTheConsigneeOfTheInvoiceIsNoOtherBuyer(t *testing.T) {
	t.Parallel()
	list := replaced(packing, `"consignee_name":"FERRETERA DEL BAJIO SA DE CV"`, `"buyer_name":"Bodegas del Puerto SA"`)
	for consignee, want := range map[string]shipment.Status{"Bodegas del Puerto, S.A.": shipment.StatusOK, "Almacén Norte, S.A.": shipment.StatusDiffers} {
		s := entry(t, paper(t, "p1", shipment.TypeInvoice, replaced(invoice, `"incoterm"`, `"consignee_name":"`+consignee+`","incoterm"`)),
			paper(t, "p2", shipment.TypePackingList, list), paper(t, "p3", shipment.TypePackingList, replaced(packing, "PL-9", "PL-8")))
		if got := check(t, s, "party:buyer"); got.Status != want {
			t.Errorf("%s: %s, want %s: %s", consignee, got.Status, want, got.Text.English)
		}
	}
}

// TestFreightTermsAreReadInTheirForms compares who pays the freight with the incoterm, however the transport document writes it.
func TestFreightTermsAreReadInTheirForms(t *testing.T) {
	t.Parallel()
	plain := replaced(invoice, `"freight":80.00,"total_amount":715.00`, `"total_amount":635.00`)
	for terms, want := range map[string]shipment.Status{
		"PP": shipment.StatusDiffers, "FREIGHT PRE-PAID": shipment.StatusDiffers, "Flete pagado": shipment.StatusDiffers, "CC": shipment.StatusOK,
		"Freight Collect": shipment.StatusOK, "por cobrar": shipment.StatusOK, "prepaid / collect": "", "as arranged": "",
	} {
		s := entry(t, paper(t, "p1", shipment.TypeInvoice, plain),
			paper(t, "p2", shipment.TypeBillOfLading, `{"bill_of_lading_number":"B-1","freight_terms":"`+terms+`"}`))
		var got shipment.Status
		for _, c := range s.Checks {
			if c.ID == "incoterm:p2" {
				got = c.Status
			}
		}
		if got != want {
			t.Errorf("%q under FOB: %q, want %q", terms, got, want)
		}
	}
}

// TestPapersOfTheOtherBuyerGoWithTheirInvoice sets the bill of lading of an invoice aside that an answer has left out, though it quotes
// no invoice.
func TestPapersOfTheOtherBuyerGoWithTheirInvoice(t *testing.T) {
	t.Parallel()
	bill := func(id, number, shipper, consignee string) shipment.Paper {
		return paper(t, id, shipment.TypeBillOfLading, `{"bill_of_lading_number":"`+number+`","shipper_name":"`+shipper+`","consignee_name":"`+consignee+`"}`)
	}
	s := &shipment.Shipment{Answers: map[string]string{"shipments": "p2"}, Papers: []shipment.Paper{
		paper(t, "p1", shipment.TypeInvoice, invoice),
		paper(t, "p2", shipment.TypeInvoice, replaced(invoice, "INV-4711", "B-2", "Ferretera del Bajío", "Grupo Pacífico Norte", "Shenzhen Hailong Hardware", "Sakura Trading")),
		bill("p3", "B-1", "Shenzhen Hailong Hardware Co., Ltd.", "Ferretera del Bajío"), bill("p4", "B-2", "Sakura Trading Co., Ltd.", "Grupo Pacífico Norte"), bill("p5", "B-3", "Nobody Known", ""),
	}}
	if needs := s.AskPapers(); len(needs) != 0 {
		t.Fatalf("asked %v", needs)
	}
	for i, counts := range []bool{false, true, false, true, true} {
		if s.Papers[i].Counts() != counts {
			t.Errorf("%s counts: %v", s.Papers[i].ID, !counts)
		}
	}
}

// TestAFigureAddedUpOfRowsStandsWhereTheRowsStand holds the box of a sum to all its rows.
func TestAFigureAddedUpOfRowsStandsWhereTheRowsStand(t *testing.T) {
	t.Parallel()
	fields := map[string]shipment.Field{
		"/line_items/0/packages": {Page: 1, Box: [4]float64{0.5, 0.3, 0.6, 0.31}, Text: "5", Confidence: 0.9},
		"/line_items/1/packages": {Page: 1, Box: [4]float64{0.5, 0.4, 0.7, 0.41}, Text: "8", Confidence: 0.8},
	}
	list, err := shipment.NewPaper("p2", 1, shipment.Reading{Type: shipment.TypePackingList, Pages: []int{1}, Fields: fields,
		Data: json.RawMessage(`{"line_items":[{"description":"bolts","packages":5},{"description":"nuts","packages":8}]}`)})
	if err != nil {
		t.Fatal(err)
	}
	s := entry(t, paper(t, "p1", shipment.TypeInvoice, invoice), list)
	for _, v := range check(t, s, "packages").Values {
		if v.Paper == "p2" && (v.Value != "13" || v.Source == nil || v.Source.Box != [4]float64{0.5, 0.3, 0.7, 0.41} || v.Source.Text != "5 + 8") {
			t.Errorf("%+v of %+v", v.Source, v)
		}
	}
}

// TestFiguresThatAgreeOnNoLineMayCountPackages says once that a packing list without units counts something else, and compares the
// lines one by one where one of them agrees.
func TestFiguresThatAgreeOnNoLineMayCountPackages(t *testing.T) {
	t.Parallel()
	list := func(bolts string) shipment.Paper {
		return paper(t, "p2", shipment.TypePackingList, `{"packing_list_number":"PL-9","line_items":[{"item_code":"B-100","description":"Hex bolts","quantity":`+bolts+`},
			{"item_code":"W-200","description":"Flat washers","quantity":5},{"item_code":"D-300","description":"Cordless drill","quantity":3}]}`)
	}
	for bolts, differs := range map[string]int{"7": 0, "1000": 2} {
		s, got := entry(t, paper(t, "p1", shipment.TypeInvoice, invoice), list(bolts)), 0
		for _, c := range s.Checks {
			if c.Kind == shipment.CheckQuantity && c.Status == shipment.StatusDiffers {
				got++
			}
		}
		if got != differs {
			t.Errorf("%s bolts: %d differences, want %d: %v", bolts, got, differs, ids(s))
		}
		if differs == 0 && check(t, s, "quantity").Status != shipment.StatusUnknown {
			t.Errorf("nothing is said: %v", ids(s))
		}
	}
}

// TestNumbersOfRowsAreNoWeights drops a column that counts the rows, and keeps weights that do not.
func TestNumbersOfRowsAreNoWeights(t *testing.T) {
	t.Parallel()
	for weights, want := range map[[3]string]bool{{"1", "2", "3"}: false, {"1", "2", "4"}: true} {
		p := paper(t, "p1", shipment.TypeInvoice, `{"line_items":[{"description":"a","net_weight_kg":`+weights[0]+`},{"description":"b","net_weight_kg":`+weights[1]+`},{"description":"c","net_weight_kg":`+weights[2]+`}]}`)
		if got := p.Items[2].NetKg.Value != nil; got != want {
			t.Errorf("%v: kept %v", weights, got)
		}
	}
}
