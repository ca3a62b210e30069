package read

import (
	"bytes"
	"os"
	"os/exec"
	"testing"

	"github.com/go-pdf/fpdf"

	"tariffdesk/extract/internal/page"
)

// scanned is a PDF of pictures of the first pages of layouts.
func scanned(t *testing.T, layouts ...string) []byte {
	t.Helper()
	f := fpdf.New("P", "pt", "A4", "")
	for i, layout := range layouts {
		base := t.TempDir() + "/page"
		if out, err := exec.CommandContext(t.Context(), "pdftoppm", "-png", "-r", "100", "-l", "1", "-singlefile", "../../testdata/layouts/"+layout, base).CombinedOutput(); err != nil {
			t.Fatalf("%v: %s", err, out)
		}
		picture, err := os.ReadFile(base + ".png")
		if err != nil {
			t.Fatal(err)
		}
		f.AddPage()
		name := layout + string(rune('a'+i))
		f.RegisterImageOptionsReader(name, fpdf.ImageOptions{ImageType: "PNG"}, bytes.NewReader(picture))
		f.ImageOptions(name, 0, 0, 595, 0, false, fpdf.ImageOptions{ImageType: "PNG"}, 0, "")
	}
	var b bytes.Buffer
	if err := f.Output(&b); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// TestPagesSideBySideReadAsOneByOne: in their order, copies as their first, and with every page told.
func TestPagesSideBySideReadAsOneByOne(t *testing.T) {
	t.Parallel()
	content := scanned(t, "26_receipt_es.pdf", "13_packing_list_en.pdf", "26_receipt_es.pdf", "13_packing_list_en.pdf", "26_receipt_es.pdf")
	var want []*page.Page
	for _, places := range []int{1, 3, 5} {
		told := 0
		pages, _, err := New(places, 0).Pages(t.Context(), content, 10, func(done, of int) {
			if told++; done != told || of != 5 {
				t.Errorf("%d places: page %d of %d is told after %d", places, done, of, told-1)
			}
		})
		if err != nil || len(pages) != 5 || told != 5 {
			t.Fatalf("%d places: %d pages, %d told: %v", places, len(pages), told, err)
		}
		if want == nil {
			want = pages
		}
		for i, p := range pages {
			if p.Number != i+1 || len(p.Words) < 10 || text(p) != text(want[i]) {
				t.Errorf("%d places: page %d is number %d, and reads %q, want %q", places, i+1, p.Number, text(p), text(want[i]))
			}
		}
	}
}
