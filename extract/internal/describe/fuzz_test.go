package describe

import (
	"encoding/json"
	"testing"

	"tariffdesk/extract/internal/schema"
)

// FuzzRequests holds that whatever is asked for gives a schema that is one, or an error, and never more fields than are allowed.
func FuzzRequests(f *testing.F) {
	for _, seed := range []string{
		"For each line the part number and (quantity, price", "buyer and seller with name, address and tax id each, period from and to",
		"services rendered with , and", "percepciones y deducciones con su importe, y neto", "the shipper's and 's names", "a table with", "details (, of)", "de de del y del",
	} {
		f.Add(seed)
	}
	w := newWriter(f)
	f.Fuzz(func(t *testing.T, request string) {
		raw, _, err := w.Generate("", request)
		if err != nil {
			return
		}
		if _, err := schema.Parse(raw); err != nil {
			t.Errorf("%q: %v", request, err)
		}
		var root Object
		if err := json.Unmarshal(raw, &root); err != nil || root.Properties.Len() > MaxGeneratedFields {
			t.Errorf("%q: %d fields, %v", request, root.Properties.Len(), err)
		}
	})
}
