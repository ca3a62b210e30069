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
