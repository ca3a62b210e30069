package extract

import (
	"encoding/json"
	"reflect"
	"testing"

	"tariffdesk/extract/builtin"
	"tariffdesk/extract/internal/page"
)

// TestWhatNothingTellsIsNoWeightUnitOrPackage: whole numbers below headers of something else weigh nothing, colours are no units, and
// the pieces of a line are those in all its cartons.
func TestWhatNothingTellsIsNoWeightUnitOrPackage(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		schema string
		lines  []string
		want   []map[string]any
	}{
		{"packing_list", []string{
			"40 PACKING LIST",
			"40 STYLE | 120 DESCRIPTION | 260 COLOUR | 330 PCS/CTN | 400 CTNS | 450 TOTAL PCS | 520 N.W.(KG) | 590 G.W.(KG)",
			"40 KT-1180 | 120 MENS KNITTED SHIRT | 260 NAVY | 340 24 | 405 40 | 460 960 | 525 288.00 | 595 320.00",
			"40 KT-1190 | 120 MENS KNITTED VEST | 260 WHITE | 340 24 | 405 35 | 460 840 | 525 252.00 | 595 280.00",
			"40 WV-0402 | 120 WOMENS WOVEN BLOUSE | 260 ROSE | 340 30 | 405 20 | 460 600 | 525 102.00 | 595 118.00",
		}, []map[string]any{
			{"quantity": 960.0, "packages": 40.0, "net_weight_kg": 288.0, "gross_weight_kg": 320.0, "unit": nil},
			{"quantity": 840.0, "packages": 35.0, "net_weight_kg": 252.0, "gross_weight_kg": 280.0, "unit": nil},
			{"quantity": 600.0, "packages": 20.0, "net_weight_kg": 102.0, "gross_weight_kg": 118.0, "unit": nil},
		}},
		{"commercial_invoice", []string{
			"40 INVOICE",
			"40 ITEM | 120 DESCRIPTION | 260 ORD | 310 SHIP | 360 B/O | 420 PRICE EA | 500 EXT",
			"40 GL-PH30 | 120 Benchtop pH meter | 265 2 | 315 2 | 365 0 | 425 845.00 | 500 1,690.00",
			"40 GL-BUF | 120 Buffer solution pH 4 | 265 24 | 315 20 | 365 4 | 425 11.50 | 500 230.00",
			"40 GL-STIR | 120 Magnetic stirrer | 265 3 | 315 3 | 365 0 | 425 129.00 | 500 387.00",
		}, []map[string]any{
			{"quantity": 2.0, "unit_price": 845.0, "amount": 1690.0, "net_weight_kg": nil, "gross_weight_kg": nil},
			{"quantity": 20.0, "unit_price": 11.5, "amount": 230.0, "net_weight_kg": nil, "gross_weight_kg": nil},
			{"quantity": 3.0, "unit_price": 129.0, "amount": 387.0, "net_weight_kg": nil, "gross_weight_kg": nil},
		}},
		{"commercial_invoice", []string{
			"40 INVOICE",
			"40 Item | 200 Quantity | 270 Rate | 340 Discount | 420 Amount",
			"40 Extra virgin olive oil | 205 60 | 270 84.00 | 345 60.25 | 420 4,979.75",
			"40 Green olives, pitted | 205 25 | 270 46.80 | 345 58.50 | 420 1,111.50",
			"40 Anchovies in olive oil | 205 10 | 270 212.50 | 345 212.50 | 420 1,912.50",
		}, []map[string]any{
			{"quantity": 60.0, "amount": 4979.75, "net_weight_kg": nil, "gross_weight_kg": nil},
			{"quantity": 25.0, "amount": 1111.5, "net_weight_kg": nil, "gross_weight_kg": nil},
			{"quantity": 10.0, "amount": 1912.5, "net_weight_kg": nil, "gross_weight_kg": nil},
		}},
		{"packing_list", []string{
			"40 PACKING LIST",
			"40 C/NO. | 90 DESCRIPTION | 240 PCS/CTN | 310 TOTAL PCS | 400 N.W.(KG) | 480 G.W.(KG)",
			"40 1-40 | 90 LED PANEL 60X60 40W | 245 5 | 315 200 | 400 440.0 | 480 500.0",
			"40 41-65 | 90 LED DOWNLIGHT 12W | 245 40 | 315 1000 | 400 200.0 | 480 230.0",
			"40 66-70 | 90 LED DRIVER 300MA | 245 100 | 315 500 | 400 52.0 | 480 55.0",
		}, []map[string]any{
			{"quantity": 200.0, "packages": nil, "item_code": nil, "net_weight_kg": 440.0},
			{"quantity": 1000.0, "packages": nil, "item_code": nil, "net_weight_kg": 200.0},
			{"quantity": 500.0, "packages": nil, "item_code": nil, "net_weight_kg": 52.0},
		}},
		{"delivery_note", []string{
			"40 ALBARÁN DE ENTREGA",
			"40 Código | 110 Artículo | 290 Pedido | 350 Entregado | 420 Pendiente | 490 Ud.",
			"40 TR-0815 | 110 Tornillo hexagonal M8x40 | 295 1200 | 355 1000 | 430 200 | 490 ud",
			"40 AR-0830 | 110 Arandela plana DIN 125 | 295 1200 | 355 1200 | 430 0 | 490 ud",
			"40 CB-2201 | 110 Cable eléctrico 3x1,5 mm² | 300 6 | 360 4 | 430 2 | 490 rollo",
			"40 Bultos: 3 | 200 Peso bruto: 86,50 kg",
		}, []map[string]any{
			{"item_code": "TR-0815", "quantity": 1000.0, "packages": nil, "line_number": nil, "unit": "ud"},
			{"item_code": "AR-0830", "quantity": 1200.0, "packages": nil, "line_number": nil, "unit": "ud"},
			{"item_code": "CB-2201", "quantity": 4.0, "packages": nil, "line_number": nil, "unit": "rollo"},
		}},
		{"delivery_note", []string{
			"40 LIEFERSCHEIN",
			"40 Artikel-Nr. | 130 Bezeichnung | 300 Bestellt | 370 Geliefert | 440 Rest",
			"40 K-4471 | 130 Kugellager 6204 | 305 40 | 375 30 | 445 10",
			"40 K-4480 | 130 Wellendichtring 20x35 | 305 60 | 375 60 | 445 0",
		}, []map[string]any{
			{"item_code": "K-4471", "quantity": 30.0, "line_number": nil, "packages": nil},
			{"item_code": "K-4480", "quantity": 60.0, "line_number": nil, "packages": nil},
		}},
		{"commercial_invoice", []string{ // what ends a description is no column, and a code of two lines is one
			"40 PEDIDO",
			"40 Código | 120 Descrição do produto | 330 NCM | 390 Qtde | 440 Preço unit. | 510 Valor total",
			"40 FLM-050 | 120 Filme stretch 50 cm x 300 m, | 330 3920 | 390 800 | 445 4.15 | 510 3,320.00",
			"120 20 micra | 330 10 99",
			"40 SAC-406 | 120 Saco plástico 40 x 60 cm, | 330 3923 | 390 250 | 445 3.80 | 510 950.00",
			"120 transparente | 330 21 90",
			"40 FIT-485 | 120 Fita adesiva 48 mm x 50 m, | 330 3919 | 390 240 | 445 6.20 | 510 1,488.00",
			"120 marrom | 330 10 00",
		}, []map[string]any{
			{"description": "Filme stretch 50 cm x 300 m, 20 micra", "hs_code": "3920 10 99"},
			{"description": "Saco plástico 40 x 60 cm, transparente", "hs_code": "3923 21 90"},
			{"description": "Fita adesiva 48 mm x 50 m, marrom", "hs_code": "3919 10 00"},
		}},
		{"certificate_of_origin", []string{
			"40 CERTIFICATE OF ORIGIN",
			"40 Item | 90 Description of goods | 320 Gross mass (kg) | 420 Invoices",
			"40 1 | 90 Rotary filling machine | 320 4860 | 420 RE-2026-1187",
			"40 2 | 90 Spare sealing heads | 320 310 | 420 RE-2026-1188",
		}, []map[string]any{
			{"gross_weight_kg": 4860.0, "criterion": nil, "hs_code": nil, "quantity": nil, "unit": nil},
			{"gross_weight_kg": 310.0, "criterion": nil, "hs_code": nil, "quantity": nil, "unit": nil},
		}},
		{"purchase_order", []string{
			"40 PURCHASE ORDER",
			"40 Item no. | 130 Description | 300 Ordered | 370 Unit price | 460 Amount",
			"40 GL-1 | 130 Glass beaker 250 ml | 305 24 | 375 3.10 | 460 74.40",
			"40 GL-2 | 130 Glass funnel 75 mm | 305 12 | 375 2.05 | 460 24.60",
		}, []map[string]any{
			{"quantity": 24.0, "unit_price": 3.1, "amount": 74.4},
			{"quantity": 12.0, "unit_price": 2.05, "amount": 24.6},
		}},
	} {
		s, _ := builtin.Schema(c.schema)
		var properties struct {
			Properties json.RawMessage `json:"properties"`
		}
		if err := json.Unmarshal(s, &properties); err != nil {
			t.Fatal(err)
		}
		rows, _ := filled(t, laid(t, page.SourceText, c.lines...), string(properties.Properties))["line_items"].([]any)
		if len(rows) != len(c.want) {
			t.Errorf("%s: %v", c.schema, rows)
			continue
		}
		for i, want := range c.want {
			row, _ := rows[i].(map[string]any)
			for name, value := range want {
				if !reflect.DeepEqual(row[name], value) {
					t.Errorf("%s, line %d: %s is %v, want %v", c.schema, i+1, name, row[name], value)
				}
			}
		}
	}
}

// TestTheTotalIsTheSumOfItsColumn: the figure of one line is no total, whether the sum is printed below it or not.
func TestTheTotalIsTheSumOfItsColumn(t *testing.T) {
	t.Parallel()
	const schema = `{"total_gross_weight_kg":{"type":"number"},"total_packages":{"type":"integer"},"total_volume_m3":{"type":"number"}}`
	lines := []string{
		"40 BILL OF LADING NO. ONEY44718200",
		"40 CONTAINER NO. | 160 PACKAGES | 250 DESCRIPTION OF GOODS | 400 GROSS WEIGHT | 490 MEASUREMENT",
		"40 TCLU4471820 | 160 612 CARTONS | 250 COTTON T-SHIRTS | 400 7,956.000 KGS | 490 58.400 CBM",
		"40 ONEU0092118 | 160 240 CARTONS | 250 WOVEN TROUSERS | 400 3,120.000 KGS | 490 24.100 CBM",
	}
	for _, c := range []struct {
		below string
		want  map[string]any
	}{
		{"40 TOTAL | 160 852 CARTONS | 400 11,076.000 KGS | 490 82.500 CBM", map[string]any{"total_gross_weight_kg": 11076.0, "total_packages": 852.0, "total_volume_m3": 82.5}},
		{"160 852 CARTONS | 400 11,076.000 KGS | 490 82.500 CBM", map[string]any{"total_gross_weight_kg": 11076.0, "total_packages": 852.0, "total_volume_m3": 82.5}},
	} {
		got := filled(t, laid(t, page.SourceText, append(lines, c.below)...), schema)
		for name, want := range c.want {
			if !reflect.DeepEqual(got[name], want) {
				t.Errorf("%s: %s is %v, want %v", c.below, name, got[name], want)
			}
		}
	}
}

// TestNetWeightAndTareAreNoLinesOfAColumn though the gross weight below them is their sum: each has a caption of its own.
func TestNetWeightAndTareAreNoLinesOfAColumn(t *testing.T) {
	t.Parallel()
	const schema = `{"total_net_weight_kg":{"type":"number"},"tare_weight_kg":{"type":"number"},"total_gross_weight_kg":{"type":"number"}}`
	got := filled(t, laid(t, page.SourceText, "40 WEIGHT NOTE No. 4471", "40 Net weight | 200 21800 kg", "40 Tare weight | 200 2200 kg", "40 Gross weight | 200 24000 kg"), schema)
	if got["total_net_weight_kg"] != 21800.0 || got["tare_weight_kg"] != 2200.0 || got["total_gross_weight_kg"] != 24000.0 {
		t.Errorf("%v", got)
	}
}

// TestABalanceAloneIsOneOfMoney: what pends is told by what was ordered or came beside it, and so is "Pedido" over figures.
func TestABalanceAloneIsOneOfMoney(t *testing.T) {
	t.Parallel()
	const movements = `{"movements":{"type":"array","items":{"type":"object","properties":{"date":{"type":"string"},"description":{"type":"string"},"debit":{"type":"number"},"balance":{"type":"number"}}}}}`
	rows, _ := filled(t, laid(t, page.SourceText, "40 ACCOUNT STATEMENT", "40 Date | 120 Description | 300 Debit | 400 Balance",
		"40 02/03/2026 | 120 Card payment | 300 120.50 | 400 2,879.50", "40 05/03/2026 | 120 Standing order | 300 600.00 | 400 2,279.50"), movements)["movements"].([]any)
	if len(rows) != 2 || !reflect.DeepEqual(rows[1].(map[string]any)["balance"], 2279.5) {
		t.Errorf("balances %v", rows)
	}
	const goods = `{"items":{"type":"array","items":{"type":"object","properties":{"purchase_order_number":{"type":"string"},"description":{"type":"string"},"quantity":{"type":"number"}}}}}`
	rows, _ = filled(t, laid(t, page.SourceText, "40 FACTURA", "40 Pedido | 120 Descripción | 320 Cantidad", "40 45001 | 120 Tornillo hexagonal | 325 1000", "40 45007 | 120 Arandela plana | 325 1200"), goods)["items"].([]any)
	if len(rows) != 2 || !reflect.DeepEqual(rows[1], map[string]any{"purchase_order_number": "45007", "description": "Arandela plana", "quantity": 1200.0}) {
		t.Errorf("goods %v", rows)
	}
}

// TestADayThatNothingNamesIsNoEndOfAPeriod: days beside towns sign a paper, and the caption of the start is not that of the end.
func TestADayThatNothingNamesIsNoEndOfAPeriod(t *testing.T) {
	t.Parallel()
	const schema = `{"period_start":{"type":"string","format":"date"},"period_end":{"type":"string","format":"date"}}`
	for _, c := range []struct {
		lines      []string
		start, end any
	}{
		{[]string{"40 CERTIFICATE OF ORIGIN", "40 Customs endorsement | 300 Declaration", "40 Nürtingen, 18.08.2026 | 300 Frickenhausen, 17.08.2026"}, nil, nil},
		{[]string{"40 CERTIFICATION OF ORIGIN", "40 BLANKET PERIOD FROM | 220 INVOICE", "40 01/01/2026 | 220 GL-55210"}, "2026-01-01", nil},
		{[]string{"40 CERTIFICATE OF ORIGIN", "40 Blanket period from: 01/02/2026", "40 Blanket period to: 31/12/2026"}, "2026-02-01", "2026-12-31"},
	} {
		got := filled(t, laid(t, page.SourceText, c.lines...), schema)
		if !reflect.DeepEqual(got["period_start"], c.start) || !reflect.DeepEqual(got["period_end"], c.end) {
			t.Errorf("%q: %v, want %v to %v", c.lines, got, c.start, c.end)
		}
	}
}

// TestAChargeIsNoTaxThoughItIsWhatTheTotalHasMore than the goods: its line says what it is.
func TestAChargeIsNoTaxThoughItIsWhatTheTotalHasMore(t *testing.T) {
	t.Parallel()
	const schema = `{"subtotal":{"type":"number"},"tax":{"type":"number"},"total_amount":{"type":"number"}}`
	for caption, want := range map[string]any{"Packing": nil, "Embalaje": nil, "Versand": nil, "VAT": 85.0, "IVA": 85.0} {
		got := filled(t, laid(t, page.SourceText,
			"40 INVOICE",
			"40 Item | 120 Description | 260 Quantity | 330 Unit price | 420 Amount",
			"40 A-1 | 120 Steel hinges | 265 100 | 335 4.00 | 420 400.00",
			"40 A-2 | 120 Brass handles | 265 50 | 335 2.50 | 420 125.00",
			"330 Subtotal | 420 525.00",
			"330 "+caption+" | 420 85.00",
			"330 Total | 420 610.00"), schema)
		if !reflect.DeepEqual(got["tax"], want) || got["total_amount"] != 610.0 {
			t.Errorf("%s: %v, want tax %v", caption, got, want)
		}
	}
}
