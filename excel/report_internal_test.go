package excel

import (
	"bytes"
	"testing"

	"github.com/xuri/excelize/v2"
)

// TestAReportIsWrittenWithoutDecodingItsRowsAgain: some calls of excelize read a whole sheet into memory, streamed or not.
func TestAReportIsWrittenWithoutDecodingItsRowsAgain(t *testing.T) {
	t.Parallel()
	r, err := NewReport(ReportOptions{Language: "English", Layout: Layout{Columns: 1}, Country: "WORLD", Model: "fast", ReviewBelow: 0.8})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = r.Close() }()
	for n := range 50 {
		err := r.Add(ReportRow{Product: Product{Row: Row{Number: n + 2, Cells: []Cell{{Kind: KindText, Text: "bell"}}}}, Result: &Classification{Confidence: 0.5, Justification: "It rings."}})
		if err != nil {
			t.Fatal(err)
		}
	}
	var written bytes.Buffer
	if err := r.Write(&written); err != nil {
		t.Fatal(err)
	}
	for _, s := range []*stream{r.results, r.review} {
		i, err := r.book.file.GetSheetIndex(s.sheet)
		if err != nil {
			t.Fatal(err)
		}
		for _, path := range []string{"xl/worksheets/sheet1.xml", "xl/worksheets/sheet2.xml", "xl/worksheets/sheet3.xml"}[i : i+1] {
			if _, held := r.book.file.Pkg.Load(path); held {
				t.Errorf("sheet %s, %s, was decoded", s.sheet, path)
			}
		}
	}
	back, err := excelize.OpenReader(&written)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = back.Close() }()
	if back.GetActiveSheetIndex() != 0 {
		t.Errorf("sheet %d is shown", back.GetActiveSheetIndex())
	}
	if rows, err := back.GetRows(r.results.sheet); err != nil || len(rows) != 51 {
		t.Errorf("%d rows, %v", len(rows), err)
	}
}
