package extract_test

import (
	"encoding/json"
	"strings"
	"testing"

	"tariffdesk/extract"
)

func TestPropertiesKeepTheOrderInWhichTheyAreNamed(t *testing.T) {
	t.Parallel()
	e := newEngine(t)
	described, _, err := e.GenerateSchema("", "receipt: total, store name, date, address")
	if err != nil {
		t.Fatal(err)
	}
	columns, _, err := e.GenerateTableSchema([][]string{{"Zone", "Amount", "Item code"}, {"north", "4.50", "A1"}}, 1)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		raw   json.RawMessage
		names []string
	}{
		{described, []string{"total", "store_name", "receipt_date", "address"}},
		{columns, []string{"zone", "amount", "item_code"}},
	} {
		last := -1
		for _, name := range c.names {
			at := strings.Index(string(c.raw), `"`+name+`":`)
			if at <= last {
				t.Errorf("%s stands wrong in %s", name, c.raw)
			}
			last = at
		}
	}
}

func TestInferredFieldsAreThoseOfTheDocumentOnceEach(t *testing.T) {
	t.Parallel()
	infer := func(name, example string) (map[string]any, extract.Result) {
		return extracted(t, newEngine(t), extract.Request{File: file(t, "testdata/layouts/"+name), Schema: json.RawMessage(example), Infer: true, Grounding: true,
			DocumentType: "document", Description: "date, number and total"})
	}
	data, got := infer("01_commercial_invoice_en.pdf", `{"date":"2025-01-01","total":0.5}`)
	lines, _ := data["line_items"].([]any)
	if data["date"] != "2025-07-14" || data["total"] != 367938.21 || data["document_date"] != nil || data["total_amount"] != nil || data["address"] != nil || len(lines) != 6 {
		t.Errorf("%s", got.Data)
	}
	if first, _ := lines[0].(map[string]any); first["amount"] != 71797.5 || first["item_code"] != "A619" {
		t.Errorf("%v", lines[0])
	}
	data, got = infer("25_receipt_en.pdf", `{"total":"what was paid"}`)
	values := map[any]string{}
	for name, v := range data {
		if twin, ok := values[v]; ok {
			t.Errorf("%s and %s are both %v", name, twin, v)
		}
		values[v] = name
	}
	if data["total"] == nil || len(data) < 5 || len(got.Fields) != len(data) {
		t.Errorf("%s", got.Data)
	}
}

// TestAnInferredFieldHasTheFormOfItsKind: an account number is not cut at its gaps, a sum with its currency is
// no weight, and a caption is no bank.
func TestAnInferredFieldHasTheFormOfItsKind(t *testing.T) {
	t.Parallel()
	data, got := extracted(t, newEngine(t), extract.Request{File: pageOf(t, "Rechnung Nr. R-2026-17", "Datum: 03.02.2026", "Netto 87,39 EUR", "Brutto 104,00 EUR", "IBAN: DE89 3704 0044 0532 0130 00",
		"BIC: 3906541086000", "Tel.: 03.02.2026"), Schema: json.RawMessage(`{}`), Infer: true, Grounding: true})
	if data["iban"] != "DE89 3704 0044 0532 0130 00" {
		t.Errorf("iban %v", data["iban"])
	}
	for _, name := range []string{"gross_weight", "net_weight", "swift_code", "phone"} {
		if data[name] != nil {
			t.Errorf("%s is %v: %s", name, data[name], got.Data)
		}
	}
}

// TestAnInferredTaxNumberSaysWhoseItIs by its heading, or above all headings by who issues the document.
func TestAnInferredTaxNumberSaysWhoseItIs(t *testing.T) {
	t.Parallel()
	data, got := extracted(t, newEngine(t), extract.Request{DocumentType: "invoice", Schema: json.RawMessage(`{}`), Infer: true, File: placedAt(t, 14,
		"40 Maderas del Sur S.A. de C.V. | 400 INVOICE", "40 Av. Hidalgo 120, 44100 Guadalajara", "40 RFC: MSU030405K11", "", "400 Invoice number: F-2201", "400 Date: 2024-05-02", "",
		"40 Bill to", "40 Carpintería Luna S.A. de C.V.", "40 Calle Sur 8, 64000 Monterrey", "40 RFC: CLU990101AB3", "", "40 Total: | 120 1,450.00")})
	if data["seller_tax_id"] != "MSU030405K11" || data["bill_to_tax_id"] != "CLU990101AB3" && data["buyer_tax_id"] != "CLU990101AB3" || data["tax_id"] != nil {
		t.Errorf("%s", got.Data)
	}
}
