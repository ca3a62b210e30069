package read

import (
	"fmt"
	"strings"
	"testing"
)

// nestedForms is a PDF of two kilobytes whose text takes minutes to read: each form draws the next
// twelve times.
func nestedForms() []byte {
	const levels, fan = 7, 12
	var b strings.Builder
	b.WriteString("%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Count 1/Kids[3 0 R]>>endobj\n")
	b.WriteString("3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents 4 0 R/Resources<</XObject<</X 6 0 R>>>>>>endobj\n")
	b.WriteString("4 0 obj<</Length 5>>stream\n/X Do\nendstream endobj\n5 0 obj<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>endobj\n")
	for n := range levels {
		draw := strings.Repeat("/X Do ", fan)
		if n == levels-1 {
			draw = "BT /F1 8 Tf (x) Tj ET"
		}
		fmt.Fprintf(&b, "%d 0 obj<</Type/XObject/Subtype/Form/BBox[0 0 612 792]/Resources<</Font<</F1 5 0 R>>/XObject<</X %d 0 R>>>>/Length %d>>stream\n%s\nendstream endobj\n",
			6+n, 7+n, len(draw), draw)
	}
	fmt.Fprintf(&b, "trailer<</Size %d/Root 1 0 R>>\n%%%%EOF", 6+levels)
	return []byte(b.String())
}

// TestPagesAreCountedWithoutALookAtTheText, which of this file would take far beyond the time granted.
func TestPagesAreCountedWithoutALookAtTheText(t *testing.T) {
	t.Parallel()
	info, err := New(1, 0).Count(t.Context(), nestedForms())
	if err != nil || info.Type != TypePDF || info.Pages != 1 || info.HasTextLayer {
		t.Errorf("%+v, %v", info, err)
	}
}
