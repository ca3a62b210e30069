package extract_test

import (
	"encoding/json"
	"testing"

	"tariffdesk/extract"
)

// TestAStoreIsItsNameAndNoLineOfItsAddress by whatever word the caller asks for it.
func TestAStoreIsItsNameAndNoLineOfItsAddress(t *testing.T) {
	t.Parallel()
	e := newEngine(t)
	for _, schema := range []string{
		`{"properties":{"store":{"type":"string"}}}`,
		`{"properties":{"shop":{"type":"string"}}}`,
		`{"properties":{"store":{"type":"string"},"address":{"type":"string"},"total":{"type":"number"}}}`,
		`{"properties":{"merchant":{"type":"object","properties":{"address":{"type":"string"},"name":{"type":"string"}}}}}`,
	} {
		data, _ := extracted(t, e, extract.Request{File: file(t, "testdata/layouts/25_receipt_en.pdf"), Schema: json.RawMessage(schema)})
		got := data["store"]
		if got == nil {
			got = data["shop"]
		}
		if m, ok := data["merchant"].(map[string]any); ok {
			got = m["name"]
		}
		if got != "GREENFIELD HARDWARE LTD" {
			t.Errorf("%s: %v", schema, data)
		}
	}
}
