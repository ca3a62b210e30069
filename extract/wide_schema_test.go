package extract_test

import (
	"encoding/json"
	"maps"
	"testing"

	"tariffdesk/extract"
	"tariffdesk/extract/builtin"
)

// What a schema asks for and no document has must not change what it has: the built-in schema of invoices names fifteen properties of
// a line, and most invoices print four or five.
func TestPropertiesThatADocumentLacksCostItNoRow(t *testing.T) {
	t.Parallel()
	e := newEngine(t)
	wide := map[string]any{}
	for _, name := range []string{"lot_number", "expiry_date", "serial_number", "brand", "model", "warranty_months", "warehouse", "bin", "colour", "season", "inspector", "remarks_of_quality"} {
		wide[name] = map[string]any{"type": "string"}
	}
	lists := 0
	for _, d := range layouts(t) {
		if d.Type != "commercial_invoice" {
			continue
		}
		var s map[string]any
		if err := json.Unmarshal(d.Schema, &s); err != nil {
			t.Fatal(err)
		}
		name, item := listOf(s)
		if item == nil {
			continue
		}
		lists++
		maps.Copy(item, wide)
		asked, err := json.Marshal(s)
		if err != nil {
			t.Fatal(err)
		}
		want := rowsOf(t, grounded(t)[d.File].Data, name)
		result, err := e.Extract(t.Context(), extract.Request{File: file(t, "testdata/layouts/"+d.File), Schema: asked, DocumentType: d.Type})
		if err != nil {
			t.Fatal(err)
		}
		if got := rowsOf(t, result.Data, name); got != want {
			t.Errorf("%s: %d rows, %d where no more is asked for", d.File, got, want)
		}
	}
	if lists < 20 {
		t.Fatalf("%d invoices with lines", lists)
	}
}

// listOf finds the list of objects of a schema, and the properties of its items.
func listOf(s map[string]any) (name string, item map[string]any) {
	properties, _ := s["properties"].(map[string]any)
	for name, p := range properties {
		p, _ := p.(map[string]any)
		items, _ := p["items"].(map[string]any)
		if item, ok := items["properties"].(map[string]any); ok {
			return name, item
		}
	}
	return "", nil
}

func rowsOf(t *testing.T, data json.RawMessage, list string) int {
	t.Helper()
	var got map[string]json.RawMessage
	var rows []json.RawMessage
	if err := json.Unmarshal(data, &got); err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(got[list], &rows); err != nil {
		t.Fatal(err)
	}
	return len(rows)
}

// A plain invoice of six goods in five columns, by the built-in schema.
func TestTheBuiltInSchemaReadsAPlainInvoice(t *testing.T) {
	t.Parallel()
	s, known := builtin.Schema("commercial_invoice")
	if !known {
		t.Fatal("no such schema")
	}
	result, err := newEngine(t).Extract(t.Context(), extract.Request{File: file(t, "testdata/layouts/01_commercial_invoice_en.pdf"), Schema: s})
	if err != nil {
		t.Fatal(err)
	}
	var got struct {
		Freight float64  `json:"freight"`
		Tax     *float64 `json:"tax"` // the figure of the freight completes the sum as a tax would
		Items   []struct {
			Code      string  `json:"item_code"`
			Name      string  `json:"description"`
			Quantity  float64 `json:"quantity"`
			UnitPrice float64 `json:"unit_price"`
			Amount    float64 `json:"amount"`
		} `json:"line_items"`
	}
	if err := json.Unmarshal(result.Data, &got); err != nil {
		t.Fatal(err)
	}
	if len(got.Items) != 6 {
		t.Fatalf("%d items: %s", len(got.Items), result.Data)
	}
	if got.Freight != 236 || got.Tax != nil {
		t.Errorf("freight %v, tax %v: one figure counts once", got.Freight, got.Tax)
	}
	first := got.Items[0]
	if first.Code != "A619" || first.Name != "Galvanised steel brackets" || first.Quantity != 375 || first.UnitPrice != 191.46 || first.Amount != 71797.50 {
		t.Errorf("%+v", first)
	}
}
