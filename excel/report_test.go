package excel_test

import (
	"archive/zip"
	"bytes"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"tariffdesk/excel"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// report writes the results of a small batch: two rows classified, one skipped, one failed.
func report(t *testing.T, language, country string) []byte {
	t.Helper()
	r, err := excel.NewReport(excel.ReportOptions{
		Language: language, Country: country, Model: "fast", TariffInfo: true, ReviewBelow: 0.70,
		Layout: excel.Layout{Sheet: "Goods", HeaderRow: 1, Headers: []string{"SKU", "Description", "Price", "Since"}, Widths: []float64{9}, Description: 1, ID: 0},
	})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = r.Close() }()
	for i, row := range []excel.ReportRow{
		{Product: product(2, "0001", "=cmd|' /C calc'!A0"), Result: classified("610910", 0.93)},
		{Product: product(3, "0002", "@SUM(1+1)*cotton"), Result: classified("520100", 0.41)},
		{Product: excel.Product{Row: excel.Row{Number: 4, Cells: []excel.Cell{{Kind: excel.KindText, Text: "-2+3"}}}, Lack: excel.LackEmpty}},
		{Product: product(5, "0004", "+a thing"), Failure: "the row could not be processed"},
	} {
		if err := r.Add(row); err != nil {
			t.Fatalf("row %d: %v", i, err)
		}
	}
	var b bytes.Buffer
	if err := r.Write(&b); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func product(row int, sku, description string) excel.Product {
	return excel.Product{Description: description, ID: sku, Row: excel.Row{Number: row, Cells: []excel.Cell{
		{Kind: excel.KindText, Text: sku}, {Kind: excel.KindText, Text: description},
		{Kind: excel.KindNumber, Number: 12.5, Text: "12.5", Format: `"$"#,##0.00`},
		{Kind: excel.KindDate, Time: time.Date(2026, 3, 4, 0, 0, 0, 0, time.UTC), Format: "dd/mm/yyyy"},
	}}}
}

func classified(code string, confidence float64) *excel.Classification {
	return &excel.Classification{
		Levels:     [excel.Levels]excel.Level{{Code: code[:2], Name: "chapter"}, {Code: code[:4], Name: "heading"}, {Code: code, Name: "subheading"}, {Code: code + "01", Name: "line"}},
		Confidence: confidence, Justification: "why", Advice: "what next", Questions: "which?\nwhat?", Alternatives: "610990 (7 %)",
		Unit: "Pza", ImportDuty: "15 %", ExportDuty: "exempt", Taxes: "IVA 16 %", Regulations: "NM, A1",
	}
}

func TestTheReportIsAsItWas(t *testing.T) {
	t.Parallel()
	for _, language := range []string{"English", "Spanish"} {
		for _, country := range []string{"MEX", "WORLD"} {
			var got strings.Builder
			content := report(t, language, country)
			for _, sheet := range open(t, content).Sheets() {
				fmt.Fprintf(&got, "== %s\n%s\n", sheet, strings.Join(read(t, content, sheet), "\n"))
			}
			golden(t, "report_"+language+"_"+country+".txt", got.String())
		}
	}
}

func golden(t *testing.T, name, got string) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("%s differs (rewrite with -update):\n%s", name, got)
	}
}

func TestUserTextIsNeverAFormula(t *testing.T) {
	t.Parallel()
	content := report(t, "English", "MEX")
	z, err := zip.NewReader(bytes.NewReader(content), int64(len(content)))
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range z.File {
		if !strings.HasPrefix(f.Name, "xl/worksheets/sheet") {
			continue
		}
		r, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		sheet, err := io.ReadAll(r)
		if err != nil {
			t.Fatal(err)
		}
		if bytes.Contains(sheet, []byte("<f>")) || bytes.Contains(sheet, []byte("<f ")) {
			t.Errorf("%s holds a formula", f.Name)
		}
	}
}

// What LibreOffice opens and saves again still holds the rows, the colours, the filters, the formats
// and the charts.
func TestLibreOfficeOpensTheReport(t *testing.T) {
	t.Parallel()
	content := report(t, "English", "MEX")
	saved := through(t, content, "xlsx")
	for _, sheet := range open(t, content).Sheets() {
		if got, want := read(t, saved, sheet), read(t, content, sheet); !slices.Equal(got, want) {
			t.Errorf("sheet %s:\n got %q\nwant %q", sheet, got, want)
		}
	}
	all := unpacked(t, saved)
	for _, mark := range []string{"<colorScale>", "<autoFilter ", "<c:barChart>", "dd/mm/yyyy"} {
		if !strings.Contains(all, mark) {
			t.Errorf("%s was lost", mark)
		}
	}
}

// Spreadsheet programs call a workbook damaged whose columns do not ascend.
func TestTheHeaderIsFrozenAndColumnsAscend(t *testing.T) {
	t.Parallel()
	all := unpacked(t, report(t, "English", "MEX"))
	if strings.Count(all, `state="frozen"`) != 2 {
		t.Error("a header is not frozen")
	}
	if !strings.Contains(all, `<cols><col min="1" max="1" width="9" customWidth="1"/><col min="2" max="2" width="50" customWidth="1"/><col min="3"`) {
		t.Error("widths are not those of the caller in their order")
	}
}

func unpacked(t *testing.T, content []byte) string {
	t.Helper()
	z, err := zip.NewReader(bytes.NewReader(content), int64(len(content)))
	if err != nil {
		t.Fatal(err)
	}
	var all strings.Builder
	for _, f := range z.File {
		r, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		if _, err := io.Copy(&all, r); err != nil {
			t.Fatal(err)
		}
	}
	return all.String()
}

func TestTextBeyondACellIsCutNotLost(t *testing.T) {
	t.Parallel()
	var b bytes.Buffer
	long := strings.Repeat("😀", excel.MaxCellChars) // two units each
	err := excel.WriteSheet(&b, "Sheet", []string{"a", "b"}, func(add func([]excel.Cell) error) error {
		return add([]excel.Cell{{Kind: excel.KindText, Text: long}, {Kind: excel.KindText, Text: "bell \a and \x00 zero"}})
	})
	if err != nil {
		t.Fatal(err)
	}
	want := []string{"1|a|b", "2|" + long[:4*(excel.MaxCellChars/2)] + "|bell  and  zero"}
	if got := read(t, b.Bytes(), "Sheet"); !slices.Equal(got, want) {
		t.Errorf("%d rows, %d bytes", len(got), len(got[1]))
	}
}

func TestTariffBooksKeepUnknownCodesApart(t *testing.T) {
	t.Parallel()
	w, err := excel.NewTariffBook("English")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = w.Close() }()
	if err := w.Add(excel.TariffRow{Requested: "0101.21.01", Levels: [3]excel.Level{{Code: "01", Name: "animals"}, {Code: "0101"}, {Code: "010121"}}, Line: "01012101", Unit: "Cbza", ImportDuty: "10 %"}); err != nil {
		t.Fatal(err)
	}
	if err := w.AddUnknown("=9999", "no such code"); err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if err := w.Write(&b); err != nil {
		t.Fatal(err)
	}
	if got := read(t, b.Bytes(), "Tariff"); len(got) != 2 || !strings.HasPrefix(got[1], "2|0101.21.01|01|animals|0101||010121||01012101||Cbza|10 %") {
		t.Errorf("lines %q", got)
	}
	if got := read(t, b.Bytes(), "Unknown codes"); !slices.Equal(got[1:], []string{"2|=9999|no such code"}) {
		t.Errorf("unknown %q", got)
	}
}
