package extract_test

import (
	"encoding/json"
	"testing"

	"tariffdesk/extract"
)

func textLeaf(name string, more ...string) string {
	leaf := `"` + name + `":{"type":"string"`
	for _, m := range more {
		leaf += "," + m
	}
	return leaf + "}"
}

// TestKindsOfPrintThatWereMisread holds each kind of print that was once given wrong, on sheets of other words than those that
// showed it.
func TestKindsOfPrintThatWereMisread(t *testing.T) {
	t.Parallel()
	day := `"format":"date"`
	for name, c := range map[string]struct {
		lines  []string
		kind   string
		schema json.RawMessage
		want   map[string]any
	}{
		"captions whose colon stands apart": {[]string{"40 Posada del Bosque", "40 14 Pine Road", "", "40 MARTA ROJAS | 280 Guest Number | 400 : | 412 88123", "280 Arrive Date | 400 : | 412 02-JUN-25", "280 Depart Date | 400 : | 412 06-JUN-25",
			"280 Room Number | 400 : | 412 217", "280 Bonus Number | 400 : | 412 5531"}, "hotel folio",
			leavesOf(textLeaf("hotel_name"), textLeaf("guest_name"), textLeaf("room"), textLeaf("arrival_date", day), textLeaf("departure_date", day)),
			map[string]any{"hotel_name": "Posada del Bosque", "guest_name": "MARTA ROJAS", "room": "217", "arrival_date": "2025-06-02", "departure_date": "2025-06-06"}},
		"a clinic and its client": {[]string{"40 Veterinaria San Roque | 400 INVOICE", "40 5 Hill Street", "", "40 FOR: Luis Mora | 400 Date: 03-11-24", "400 Invoice: 77120"}, "invoice",
			leavesOf(textLeaf("clinic_name"), textLeaf("client_name"), textLeaf("invoice_number")),
			map[string]any{"clinic_name": "Veterinaria San Roque", "client_name": "Luis Mora", "invoice_number": "77120"}},
		"a tax behind the mark of a note": {[]string{"40 Veterinaria San Roque | 400 INVOICE", "", "40 Old balance | 160 Charges | 240 Tax | 300 Payments | 400 New balance", "70 0.00 | 165 64.00 | 240 *2.56 | 305 66.56 | 425 0.00"}, "invoice",
			leavesOf(number("charges", ""), number("tax", ""), number("payments", "")), map[string]any{"charges": 64.0, "tax": 2.56, "payments": 66.56}},
		"a related document's reference": {[]string{"40 EMISOR", "40 NOMBRE: | 120 MADERAS DEL SUR | 320 RFC: | 380 MSU030405K11", "40 FOLIO: | 120 5531", "", "40 CFDIS RELACIONADOS - TIPO RELACIÓN 04 - Sustitución", "40 UUID: 99999999-1111-4222-8333-444444444444", "", "",
			"40 FOLIO FISCAL UUID | 200 BBBBBBBB-CCCC-4DDD-8EEE-FFFFFFFFFFFF"}, "CFDI",
			leavesOf(textLeaf("folio"), textLeaf("uuid"), textLeaf("uuid_relacionado")),
			map[string]any{"folio": "5531", "uuid": "BBBBBBBB-CCCC-4DDD-8EEE-FFFFFFFFFFFF", "uuid_relacionado": "99999999-1111-4222-8333-444444444444"}},
		"the sign of a number": {[]string{"200 LIST OF PACKING", "40 Invoice No: CD/07/2025 | 300 LPO # PO/8810"}, "packing list",
			leavesOf(textLeaf("lpo")), map[string]any{"lpo": "PO/8810"}},
		"an order number by its first letters": {[]string{"200 LUNA & HIJAS TEXTILE MFG. CO.", "", "230 COMMERCIAL INVOICE", "", "40 INVOICE No | 130 BB/0417/2019 | 250 L.P.O | 300 KD/PO/5521 | 400 Invoice Date | 480 11/03/2019", "",
			"130 VERANO UNIFORMS LLC", "40 BY ORDER FOR ACCOUNT | 130 ZONE 4, DUBAI", "40 AND RISK OF MESSERS | 130 P.O Box 44810", "", "40 Shipment Mode | 130 BY AIR | 300 Origin | 400 LAHORE, PAKISTAN"}, "factura comercial",
			leavesOf(textLeaf("no_factura"), textLeaf("fecha_factura", day), textLeaf("orden_compra", `"description":"Local purchase order (LPO)"`), textLeaf("exportador"), textLeaf("importador")),
			map[string]any{"orden_compra": "KD/PO/5521", "no_factura": "BB/0417/2019"}},
		"an amount in words behind its currency": {[]string{"230 Tax Invoice", "40 Sigma Computing | 280 Invoice No: | 420 Dated", "40 Tower B | 280 2016/00871 | 420 11-Mar-16", "", "280 Delivery Note | 420 Mode/Terms Of Payment", "280 By Sea | 420 30 days", "40 Buyer", "40 Marta Gil", "",
			"40 SrNo | 80 Description of Goods | 300 Qty | 360 Rate | 450 Amount", "40 1 | 80 Modem | 300 1 | 360 4900.00 | 450 4900.00", "", "80 Sub Total | 450 4900.00", "", "80 Total | 450 4900.00", "", "40 Amount Chargeable(in words)", "40 Rs. | 70 Four Thousand Nine Hundred Only."}, "invoice",
			leavesOf(textLeaf("vendor"), textLeaf("invoice_no"), textLeaf("dated", day), textLeaf("buyer"), textLeaf("delivery_note"), textLeaf("payment_terms"), number("sub_total", ""), number("total", ""), textLeaf("amount_in_words")),
			map[string]any{"amount_in_words": "Four Thousand Nine Hundred Only", "delivery_note": "By Sea", "total": 4900.0, "sub_total": 4900.0}},
		"a bill's customer and payments": {[]string{"40 Aguas del Valle SA", "", "40 Account number: 71-3300", "", "40 ELENA SOTO", "", "40 Total charges from your last bill | 300 $31.20", "40 Payments through May 12, thank you | 300 -$31.20", "40 Total amount due | 300 $29.75"}, "utility bill",
			leavesOf(textLeaf("customer_name"), textLeaf("account_number"), number("payments", ""), number("total_amount_due", "")),
			map[string]any{"customer_name": "ELENA SOTO", "account_number": "71-3300", "payments": -31.2, "total_amount_due": 29.75}},
		"a day that a sentence tells, on two lines": {[]string{"40 Gas del Sur SA", "", "40 Account number: 90-1177 | 380 Next reading: May 30, 2024", "", "40 Billing period: Apr 2, 2024 to May 1, 2024", "40 Total amount due | 300 $61.05", "40 The amount of $61.05 will be debited from your account", "40 on May 14, 2024."}, "utility bill",
			leavesOf(textLeaf("account_number"), number("total_amount_due", ""), textLeaf("due_date", day), textLeaf("next_reading", day)),
			map[string]any{"due_date": "2024-05-14", "next_reading": "2024-05-30", "total_amount_due": 61.05}},
		"a day that a sentence tells in Spanish": {[]string{"40 Aguas de Oriente SA", "", "40 Número de cuenta: 55-1030 | 380 Próxima lectura: 28/06/2024", "", "40 Periodo: 01/05/2024 al 31/05/2024", "40 Total a pagar | 300 $410.20", "40 El importe se cargará en su cuenta el 17/06/2024."}, "recibo de agua",
			leavesOf(textLeaf("numero_de_cuenta"), number("total_a_pagar", ""), textLeaf("fecha_de_vencimiento", day)),
			map[string]any{"fecha_de_vencimiento": "2024-06-17", "total_a_pagar": 410.2}},
		"a laboratory's licence and tiles": {[]string{"40 Sur Labs | 400 Certificate of Analysis", "40 Lic# D4-0000777-LIC", "40 Sample ID: 88NL1.20", "", "", "40 18.20% | 160 0.31%", "40 Total THC | 160 Total CBD"}, "certificate of analysis",
			leavesOf(textLeaf("laboratory"), textLeaf("license_number"), number("total_thc_percent", ""), number("total_cbd_percent", "")),
			map[string]any{"laboratory": "Sur Labs", "license_number": "D4-0000777-LIC", "total_thc_percent": 18.2, "total_cbd_percent": 0.31}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			data, got := extracted(t, newEngine(t), extract.Request{File: placedAt(t, 12, c.lines...), Schema: c.schema, DocumentType: c.kind})
			for property, want := range c.want {
				if data[property] != want {
					t.Errorf("%s: %v, want %v: %q", property, data[property], want, got.Errors)
				}
			}
		})
	}
}

// TestTheFirstItemMayLackACell below the names of the columns, under a title.
func TestTheFirstItemMayLackACell(t *testing.T) {
	t.Parallel()
	schema := json.RawMessage(`{"type":"object","properties":{"laboratory":{"type":"string"},"analyses":{"type":"array","items":{"type":"object","properties":{"analysis":{"type":"string"},"analysed_on":{"type":"string","format":"date"},"outcome":{"type":"string"}}}}}}`)
	data, got := extracted(t, newEngine(t), extract.Request{DocumentType: "laboratory report", Schema: schema, File: placedAt(t, 12, "40 Laguna Analytics | 420 Report of analysis", "40 Collected: 03/22/2023 | 240 Completed: 03/26/2023", "", "",
		"260 Overview", "260 Analysis | 380 Analysed On | 500 Outcome", "260 Lot | 500 Passed", "260 Solvents | 380 03/25/2023 | 500 Passed", "260 Humidity | 380 03/25/2023 | 500 7.1% - Passed", "260 Mycotoxins | 380 03/26/2023 | 500 Passed")})
	rows, _ := data["analyses"].([]any)
	want := []map[string]any{{"analysis": "Lot", "outcome": "Passed"}, {"analysis": "Solvents", "analysed_on": "2023-03-25", "outcome": "Passed"},
		{"analysis": "Humidity", "analysed_on": "2023-03-25", "outcome": "7.1% - Passed"}, {"analysis": "Mycotoxins", "analysed_on": "2023-03-26", "outcome": "Passed"}}
	if len(rows) != len(want) {
		t.Fatalf("%d rows, want %d: %v %q", len(rows), len(want), data, got.Errors)
	}
	for i, w := range want {
		for property, value := range w {
			if got := rows[i].(map[string]any)[property]; got != value {
				t.Errorf("row %d: %s: %v, want %v", i, property, got, value)
			}
		}
		if _, dated := w["analysed_on"]; !dated && rows[i].(map[string]any)["analysed_on"] != nil {
			t.Errorf("row %d: a date that is not printed: %v", i, rows[i])
		}
	}
}

// TestSerialNumbersAreNotThoseOfCartons though the captions of both say "No."
func TestSerialNumbersAreNotThoseOfCartons(t *testing.T) {
	t.Parallel()
	content := placed(t, "200 LIST OF PACKING", "", "40 S.No | 90 CTN/BALE No. | 180 ITEM | 300 Size | 360 Total CTN | 440 Total QTY",
		"46 1 | 105 1 | 125 1 | 180 LINEN SHIRT | 300 38 | 375 1 | 455 12", "46 2 | 105 1 | 125 2 | 180 LINEN SHIRT | 300 40 | 375 2 | 455 24", "46 3 | 105 2 | 125 2 | 180 LINEN SHIRT | 300 42 | 375 1 | 455 30", "46 4 | 105 3 | 125 3 | 180 LINEN SHIRT | 300 44 | 375 1 | 455 9")
	data, got := extracted(t, newEngine(t), extract.Request{File: content, DocumentType: "packing list",
		Schema: leavesOf(`"packages":{"type":"array","items":{"type":"object","properties":{"serial_no":{"type":"string"},"item":{"type":"string"},"size":{"type":"string"},"total_cartons":{"type":"number"},"total_qty":{"type":"number"}}}}`)})
	items, _ := data["packages"].([]any)
	if len(items) != 4 {
		t.Fatalf("%s %q", got.Data, got.Errors)
	}
	for i, item := range items {
		row, _ := item.(map[string]any)
		if want := string(rune('1' + i)); row["serial_no"] != want {
			t.Errorf("row %d: %v, want %s", i, row["serial_no"], want)
		}
	}
}
