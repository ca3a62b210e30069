package shipment_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"testing"

	"tariffdesk/shipment"
)

const cups = `{"invoice_number":"F-1","currency":"USD","total_amount":100,"line_items":[{"description":"Cups","quantity":10,"unit_price":10,"amount":100}]}`

// titled reads an invoice with a title.
func titled(t *testing.T, id, title, data string) shipment.Paper {
	t.Helper()
	p, err := shipment.NewPaper(id, 1, shipment.Reading{Type: shipment.TypeInvoice, Pages: []int{1}, Title: title, Data: json.RawMessage(data)})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func differs(s *shipment.Shipment, kind shipment.CheckKind, status shipment.Status) (texts []string) {
	for _, c := range s.Checks {
		if c.Kind == kind && c.Status == status {
			texts = append(texts, c.Text.English)
		}
	}
	return texts
}

func TestAProformaCountsOnlyWithoutItsInvoice(t *testing.T) {
	t.Parallel()
	final, before := titled(t, "p1", "INVOICE", cups), titled(t, "p2", "PROFORMAINVOICE", `{"invoice_number":"PF-9","total_amount":90,"line_items":[{"description":"Cups","quantity":9,"unit_price":10,"amount":90}]}`)
	s := &shipment.Shipment{Papers: []shipment.Paper{before, final}}
	if needs := s.AskPapers(); len(needs) > 0 {
		t.Errorf("asked %+v", needs)
	}
	s.Gather(rules)
	s.Inspect(rules)
	if len(s.Lines) != 1 || s.Lines[0].Invoice != "p1" {
		t.Errorf("lines %+v", s.Lines)
	}
	if said := differs(s, shipment.CheckDoubt, shipment.StatusUnknown); !slices.Equal(said, []string{"Commercial invoice PF-9: it is a proforma and was left out, since a final invoice is among the papers."}) {
		t.Errorf("said %q", said)
	}
	s = &shipment.Shipment{Papers: []shipment.Paper{before}}
	s.AskPapers()
	s.Gather(rules)
	s.Inspect(rules)
	if said := differs(s, shipment.CheckDoubt, shipment.StatusUnknown); len(s.Lines) != 1 || !slices.Equal(said, []string{"Commercial invoice PF-9: it is a proforma, no final invoice."}) {
		t.Errorf("alone: lines %+v, said %q", s.Lines, said)
	}
}

func TestAnInvoiceWhoseGoodsWereNotReadIsAskedAbout(t *testing.T) {
	t.Parallel()
	s := &shipment.Shipment{Papers: []shipment.Paper{titled(t, "p1", "INVOICE", cups), titled(t, "p2", "INVOICE", `{"invoice_number":"F-2","currency":"USD","total_amount":9848}`)}}
	s.Needs = s.AskPapers()
	if len(s.Needs) != 1 || s.Needs[0].Text.English != "No goods were found on the commercial invoice F-2 of 9,848 USD: send the operation again with a sharper copy, or go on without them." {
		t.Fatalf("asked %+v", s.Needs)
	}
	if err := s.Answer(s.Needs[0].ID, shipment.ChoiceGoOn); err != nil {
		t.Fatal(err)
	}
	if needs := s.AskPapers(); len(needs) > 0 {
		t.Errorf("asked again %+v", needs)
	}
}

func TestALineWithoutAQuantityIsSaid(t *testing.T) {
	t.Parallel()
	s := &shipment.Shipment{Papers: []shipment.Paper{titled(t, "p1", "INVOICE", `{"invoice_number":"F-1","line_items":[{"description":"Cups","unit_price":10,"amount":100}]}`)}}
	s.Gather(rules)
	s.Inspect(rules)
	if said := differs(s, shipment.CheckAmount, shipment.StatusUnknown); !slices.Equal(said, []string{"No quantity was found on line 1 (Cups)."}) {
		t.Errorf("said %q", said)
	}
}

func TestACertificateCoversTheArticleThatItsDescriptionNames(t *testing.T) {
	t.Parallel()
	s := &shipment.Shipment{Papers: []shipment.Paper{
		paper(t, "p1", shipment.TypeInvoice, `{"invoice_number":"F-1","line_items":[{"item_code":"CP-750-CI","description":"Centrifugal pump, single stage, 7.5 HP, cast iron","quantity":6,"country_of_origin":"US"},{"item_code":"PG-160","description":"Pressure gauge","quantity":25}]}`),
		paper(t, "p2", shipment.TypeCertificate, `{"certificate_number":"C-1","line_items":[{"description":"Pump CP-750-CI","country_of_origin":"US"}]}`),
	}}
	s.Gather(rules)
	s.Inspect(rules)
	if said := differs(s, shipment.CheckCertificate, shipment.StatusDiffers); len(said) != 1 || s.Papers[1].Lists(&s.Lines[1]) || !s.Papers[1].Lists(&s.Lines[0]) {
		t.Errorf("said %q", said)
	}
}

func TestABillOfLadingIsWeighedByItsContainers(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ containers, gross, packages string }{
		"one":                {`{"container_number":"EITU1803365","gross_weight_kg":6890,"packages":282},{"container_number":"SEAL EMC4471902","packages":9}`, "6890", "282"},
		"one without weight": {`{"container_number":"EITU1803365","gross_weight_kg":6890},{"container_number":"HLXU448102-7"}`, "", "1"},
	} {
		p := paper(t, "p1", shipment.TypeBillOfLading, `{"bill_of_lading_number":"B-1","total_packages":1,"containers":[`+c.containers+`]}`)
		if shown := func(a shipment.Amount) string {
			if a.Value == nil {
				return ""
			}
			return a.Value.String()
		}; shown(p.GrossKg) != c.gross || shown(p.Packages) != c.packages {
			t.Errorf("%s: gross weight %q, packages %q", name, shown(p.GrossKg), shown(p.Packages))
		}
	}
}

func TestDiscountsOfRowsAreThatOfTheirPaper(t *testing.T) {
	t.Parallel()
	const rows = `"line_items":[{"description":"Boots","quantity":2,"unit_price":50,"amount":100,"discount":0},{"description":"Saddle","quantity":1,"unit_price":300,"amount":300,"discount":40}]`
	for total, want := range map[string]shipment.Status{"360": shipment.StatusOK, "350": shipment.StatusDiffers} {
		s := &shipment.Shipment{Papers: []shipment.Paper{paper(t, "p1", shipment.TypeCFDI, `{"invoice_number":"F-1","subtotal":400,"total_amount":`+total+`,`+rows+`}`)}}
		s.Gather(rules)
		s.Inspect(rules)
		if got := s.Papers[0].Discount.Value != nil; len(differs(s, shipment.CheckSum, want)) != 1 || got != (want == shipment.StatusOK) {
			t.Errorf("total %s: discount %v, checks %+v", total, s.Papers[0].Discount.Value, s.Checks)
		}
	}
}

// listed is an invoice of three lines and a packing list that holds so many of each.
func listed(t *testing.T, packed ...string) *shipment.Shipment {
	t.Helper()
	invoiced, list := "", ""
	for n, quantity := range packed {
		name := []string{"Steel bolts", "Paper cups", "Garden hoses"}[n]
		invoiced += fmt.Sprintf(`,{"description":%q,"quantity":%d,"unit":"PCS","country_of_origin":"CN"}`, name, 100*(n+1))
		list += fmt.Sprintf(`,{"description":%q,"quantity":%s,"unit":"PCS","country_of_origin":"PE"}`, name, quantity)
	}
	s := &shipment.Shipment{Papers: []shipment.Paper{
		paper(t, "p1", shipment.TypeInvoice, `{"invoice_number":"F-1","line_items":[`+invoiced[1:]+`]}`), paper(t, "p2", shipment.TypePackingList, `{"packing_list_number":"P-1","line_items":[`+list[1:]+`]}`),
		paper(t, "p3", shipment.TypeCertificate, `{"certificate_number":"C-1","country_of_origin":"PE"}`),
	}}
	s.Gather(rules)
	s.Inspect(rules)
	return s
}

func TestWhatDiffersOnEveryLineIsSaidOnce(t *testing.T) {
	t.Parallel()
	s := listed(t, "13", "9", "12")
	if differ, unknown := differs(s, shipment.CheckQuantity, shipment.StatusDiffers), differs(s, shipment.CheckQuantity, shipment.StatusUnknown); len(differ) > 0 || !slices.Equal(unknown, []string{"The figures of the packing list differ from the invoiced quantity on 3 lines and agree on 0: they may count packages or what one holds, and were not compared."}) {
		t.Errorf("differ %q, unknown %q", differ, unknown)
	}
	if differ := differs(s, shipment.CheckOrigin, shipment.StatusDiffers); !slices.Equal(differ, []string{"The origin of all 3 lines is CN, on the certificate PE."}) {
		t.Errorf("origins differ %q", differ)
	}
	if differ := differs(listed(t, "100", "9", "300"), shipment.CheckQuantity, shipment.StatusDiffers); !slices.Equal(differ, []string{"Line 2 (Paper cups): invoice 200 PCS, packing list 9 PCS."}) {
		t.Errorf("one line differs: %q", differ)
	}
}
