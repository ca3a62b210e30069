package infer

import (
	"strings"
	"testing"

	"tariffdesk/extract/internal/page"
)

// TestNoPropertyIsNamedAfterWhatOCRMisread holds which headers of a picture name a property.
func TestNoPropertyIsNamedAfterWhatOCRMisread(t *testing.T) {
	t.Parallel()
	for text, c := range map[string]struct {
		sure float64
		want bool
	}{
		"Item code": {0.93, true}, "QTY": {0.9, true}, "Precio unitario": {0.88, true}, "H.S. Code": {0.9, true},
		"Item c0de": {0.93, false}, "Itrn cbd": {0.55, false}, "rnrrtlk": {0.95, false}, "~ i": {0.9, false}, "Colour": {0.6, false}, "": {1, false},
	} {
		var words []page.Word
		for _, w := range strings.Fields(text) {
			words = append(words, page.Word{Text: w, Confidence: c.sure})
		}
		if got := legible(words); got != c.want {
			t.Errorf("%q at %.2f: %v", text, c.sure, got)
		}
	}
}
