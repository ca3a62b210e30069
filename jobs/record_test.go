package jobs

import (
	"encoding/json"
	"testing"
)

func TestGoodsAreDescribedWithWhatADialogueChanged(t *testing.T) {
	t.Parallel()
	for result, want := range map[string]string{
		`{"refined_description":"handbag. leather"}`: "handbag. leather",
		`{}`:       "handbag",
		`not JSON`: "handbag",
	} {
		if got := (Record{ProductDescription: "handbag", Result: json.RawMessage(result)}).Goods(); got != want {
			t.Errorf("%s: %q, want %q", result, got, want)
		}
	}
}
