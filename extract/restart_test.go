package extract_test

import (
	"slices"
	"testing"

	"tariffdesk/extract"
)

// TestAPaperWithATotalOfItsOwnIsNoFurtherPage tells two invoices with one number apart by their totals and a packing list from its
// invoice by its title, though their heads are alike, and leaves pages together that go on.
func TestAPaperWithATotalOfItsOwnIsNoFurtherPage(t *testing.T) {
	t.Parallel()
	page := func(title, foot string, rows ...string) []string {
		return slices.Concat([]string{"ACME Tools Ltd|" + title, "12 Mill Lane|Invoice No: A-4471", "Leeds LS1 4AB|Date: 03 May 2025", "", "Description|Quantity|Amount"}, rows, []string{foot})
	}
	for name, c := range map[string]struct {
		pages [][]string
		want  int
	}{
		"two totals": {[][]string{page("COMMERCIAL INVOICE", "|Total USD|1,240.00", "Hammer|12|1,240.00"), page("COMMERCIAL INVOICE", "|Total USD|1,340.00", "Hammer|13|1,340.00")}, 2},
		"one total":  {[][]string{page("COMMERCIAL INVOICE", "", "Hammer|12|1,240.00"), page("COMMERCIAL INVOICE", "|Total USD|1,326.50", "Chisel set|7|86.50")}, 1},
		"numbered pages": {[][]string{page("COMMERCIAL INVOICE", "Page 1 of 2|Total USD|1,240.00", "Hammer|12|1,240.00"),
			page("COMMERCIAL INVOICE", "Page 2 of 2|Total USD|1,326.50", "Chisel set|7|86.50")}, 1},
	} {
		found, err := newEngine(t).Split(t.Context(), extract.Request{File: textPDF(c.pages...)})
		if err != nil {
			t.Fatal(err)
		}
		if len(found.Documents) != c.want {
			t.Errorf("%s: %d documents, want %d", name, len(found.Documents), c.want)
		}
	}
}
