package extract_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"tariffdesk/extract"
)

// outline writes the properties of a schema in one line.
func outline(s map[string]any) string {
	properties, _ := s["properties"].(map[string]any)
	var all []string
	for _, name := range sortedKeys(properties) {
		p, _ := properties[name].(map[string]any)
		kind := fmt.Sprint(p["type"])
		if p["format"] != nil {
			kind = fmt.Sprint(p["format"])
		}
		if items, ok := p["items"].(map[string]any); ok {
			kind += "[" + outline(items) + "]"
		}
		all = append(all, name+":"+kind)
	}
	return strings.Join(all, " ")
}

func TestADescriptionBecomesTheFieldsItNames(t *testing.T) {
	t.Parallel()
	e := newEngine(t)
	for text, want := range map[string]string{
		"commercial invoice with number, date, seller, and lines with description, quantity, unit price":                                                                                                    "invoice_date:date invoice_number:string line_items:array[description:string quantity:number unit_price:number] seller_name:string",
		"factura comercial con número, fecha, vendedor, comprador, RFC del vendedor, moneda, total, y partidas con descripción, cantidad, unidad, precio unitario e importe":                                "buyer_name:string currency:string invoice_date:date invoice_number:string line_items:array[amount:number description:string quantity:number unit:string unit_price:number] seller_name:string seller_tax_id:string total_amount:number",
		"Packing list: shipper, consignee, number of packages, net and gross weight in kg; for each item: description, quantity, net weight, gross weight, dimensions":                                      "consignee_name:string gross_weight:number items:array[description:string dimensions:string gross_weight:number net_weight:number quantity:number] net_weight:number packages:integer shipper_name:string",
		"Extract the bill of lading number, vessel, voyage, port of loading, port of discharge, notify party and a list of containers with container number, seal number, type and weight.":                 "bill_of_lading_number:string containers:array[container_number:string seal_number:string type:string weight:number] notify_party_name:string port_of_discharge:string port_of_loading:string vessel:string voyage_number:string",
		"pedimento con número de pedimento, clave, tipo de operación, tipo de cambio, valor en aduana, fecha de pago y partidas (fracción arancelaria, descripción, cantidad, país de origen, tasa de IGI)": "customs_value:number exchange_rate:number operation_type:string partidas:array[country_of_origin:string description:string duty_rate:number hs_code:string quantity:number] payment_date:date pedimento_key:string pedimento_number:string",
		"receipt: store name, address, date, total":                                   "address:string receipt_date:date seller_name:string total_amount:number",
		"certificado de origen":                                                       "certificate_number:string exporter_name:string importer_name:string issue_date:date items:array[country_of_origin:string criterion:string description:string hs_code:string] period_end:date period_start:date producer_name:string",
		"I need the seller's name and address, the buyer's tax id, and the incoterm.": "buyer_tax_id:string incoterm:string seller_address:string seller_name:string",
		"An invoice. Fields: invoice no., issue date, due date, currency, subtotal, VAT, total amount. Line items (sku, description, qty, price, amount).":            "currency:string due_date:date issue_date:date line_items:array[amount:number description:string item_code:string quantity:number unit_price:number] subtotal:number tax:number total_amount:number",
		"lista de empaque con número de factura, total de bultos, peso neto total, peso bruto total; cada renglón con marca, número de bulto, descripción y cantidad": "gross_weight:number invoice_number:string items:array[description:string marks:string packages:integer quantity:number] net_weight:number packages:integer",
		"is paid (yes/no), number of pallets, hazardous: boolean": "hazardous:boolean is_paid:boolean pallets:integer",
		"conocimiento de embarque con número de BL, buque, viaje, puerto de carga y de descarga, embarcador, consignatario, contenedores con número, sello y peso bruto": "bill_of_lading_number:string consignee_name:string containers:array[container_number:string gross_weight:number seal_number:string] port_of_discharge:string port_of_loading:string shipper_name:string vessel:string voyage_number:string",
		"nombre y domicilio del vendedor, RFC del comprador y peso neto y bruto":                                                                                         "buyer_tax_id:string gross_weight:number net_weight:number seller_address:string seller_name:string",
	} {
		raw, err := e.GenerateSchema("", text)
		if err != nil {
			t.Fatal(err)
		}
		var schema map[string]any
		if err := json.Unmarshal(raw, &schema); err != nil {
			t.Fatal(err)
		}
		if got := outline(schema); got != want || extract.CheckSchema(raw) != nil {
			t.Errorf("%q\ngot  %s\nwant %s", text, got, want)
		}
	}
}

func TestPropertiesKeepTheOrderInWhichTheyAreNamed(t *testing.T) {
	t.Parallel()
	e := newEngine(t)
	described, err := e.GenerateSchema("", "receipt: total, store name, date, address")
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
		{described, []string{"total_amount", "seller_name", "receipt_date", "address"}},
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
