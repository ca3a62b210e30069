package extract

import (
	"encoding/json"
	"testing"

	"tariffdesk/extract/builtin"
	"tariffdesk/extract/internal/page"
)

// Figures in a row, and below them what the goods are: as printers of stock systems do.
func TestADescriptionBelowTheFiguresOfItsItemIsRead(t *testing.T) {
	t.Parallel()
	s, known := builtin.Schema("commercial_invoice")
	if !known {
		t.Fatal("no such schema")
	}
	var properties struct {
		Properties json.RawMessage `json:"properties"`
	}
	if err := json.Unmarshal(s, &properties); err != nil {
		t.Fatal(err)
	}
	noted := laid(t, page.SourceText,
		"40 COMMERCIAL INVOICE",
		"40 Item | 100 Quantity | 180 Unit | 260 Unit price | 380 Amount",
		"40 AB-1 | 100 120 | 180 PCS | 260 2.50 | 380 300.00",
		"40 Delivery in two weeks",
		"40 AB-2 | 100 40 | 180 PCS | 260 12.00 | 380 480.00",
		"40 Delivery in two weeks",
		"260 Total | 380 780.00")
	rows, _ := filled(t, noted, string(properties.Properties))["line_items"].([]any)
	if len(rows) != 2 {
		t.Fatalf("%v", rows)
	}
	for _, row := range rows {
		if row, _ := row.(map[string]any); row["description"] != nil {
			t.Errorf("a note below each item is no description: %v", row)
		}
	}
	d := laid(t, page.SourceText,
		"40 COMMERCIAL INVOICE",
		"40 Pos | 100 Quantity | 180 Unit | 260 Unit price | 380 Amount",
		"40 1 | 100 120 | 180 PCS | 260 2.50 | 380 300.00",
		"60 Steel hinges, galvanised",
		"60 HS code: 8302.10 Country of origin: China",
		"40 2 | 100 40 | 180 PCS | 260 12.00 | 380 480.00",
		"60 Cotton bath towels",
		"60 HS code: 6302.60 Country of origin: India",
		"40 3 | 100 10 | 180 PCS | 260 22.00 | 380 220.00",
		"60 Ceramic mugs",
		"60 HS code: 6912.00 Country of origin: China",
		"260 Total | 380 1,000.00")
	got := filled(t, d, string(properties.Properties))
	items, _ := got["line_items"].([]any)
	if len(items) != 3 {
		t.Fatalf("%v", got["line_items"])
	}
	for i, want := range []map[string]any{
		{"description": "Steel hinges, galvanised", "quantity": 120.0, "unit": "PCS", "amount": 300.0},
		{"description": "Cotton bath towels", "quantity": 40.0, "unit": "PCS", "amount": 480.0},
		{"description": "Ceramic mugs", "quantity": 10.0, "unit": "PCS", "amount": 220.0},
	} {
		item, _ := items[i].(map[string]any)
		for name, value := range want {
			if item[name] != value {
				t.Errorf("row %d: %s is %v, want %v", i, name, item[name], value)
			}
		}
	}
}
