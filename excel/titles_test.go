package excel_test

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/xuri/excelize/v2"

	"tariffdesk/excel"
	"tariffdesk/fail"
)

// titled is a workbook with titles merged across the columns above its table.
func titled(t *testing.T, titles []string, rows ...[]any) []byte {
	t.Helper()
	return made(t, func(f *excelize.File) {
		for i, title := range titles {
			_ = f.SetCellValue("Sheet1", fmt.Sprintf("A%d", i+1), title)
			_ = f.MergeCell("Sheet1", fmt.Sprintf("A%d", i+1), fmt.Sprintf("F%d", i+1))
		}
		for i, row := range rows {
			_ = f.SetSheetRow("Sheet1", fmt.Sprintf("A%d", len(titles)+i+1), &row)
		}
	})
}

// charged are the descriptions that a layout finds, and the cells of the widest row.
func charged(t *testing.T, content []byte, c excel.Choice) (l excel.Layout, descriptions []string, lacks []excel.Lack) {
	t.Helper()
	book := open(t, content)
	l, err := book.Layout(c)
	if err != nil {
		t.Fatal(err)
	}
	products, err := book.Products(l)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = products.Close() }()
	for {
		p, ok, err := products.Next()
		if err != nil {
			t.Fatal(err)
		}
		if !ok {
			return l, descriptions, lacks
		}
		if p.Lack == excel.LackNone {
			descriptions = append(descriptions, p.Description)
		} else {
			lacks = append(lacks, p.Lack)
		}
	}
}

func TestTitlesAndHeadersAreNeverProducts(t *testing.T) {
	t.Parallel()
	shirt, screw, cup := "cotton shirt for men, knitted", "steel screw with hexagon head", "porcelain coffee cup with saucer"
	table := [][]any{{"SKU", "Description", "Origin", "Price", "Qty", "Net weight"}, {"A-1", shirt, "CN", 9.5, 3, 0.4}, {"A-2", screw, "DE", 1.5, 9, 0.1}, {"A-3", cup, "MX", 4, 2, 0.6}}
	all := []string{shirt, screw, cup}
	for name, tc := range map[string]struct {
		content []byte
		choice  excel.Choice
		header  int
		headers []string
		want    []string
	}{
		"two titles":                      {titled(t, []string{"ACME, S.A. de C.V.", "Catalogue of products 2026"}, table...), excel.Choice{}, 3, []string{"SKU", "Description"}, all},
		"a title that reads like headers": {titled(t, []string{"Product description", "Descripción de la mercancía"}, table...), excel.Choice{}, 3, []string{"SKU", "Description"}, all},
		"titles that nothing merges":      {grid(t, append([][]any{{"Product description and prices"}, {"June 2026"}}, table...)...), excel.Choice{}, 3, []string{"SKU", "Description"}, all},
		"a header at row 7":               {grid(t, append([][]any{{"ACME"}, {"Street 1"}, nil, {"Client:", "Someone"}, {"Goods of June"}, nil}, table...)...), excel.Choice{}, 7, []string{"SKU", "Description"}, all},
		"titles and no header":            {titled(t, []string{"ACME, S.A. de C.V.", "Catalogue of products 2026"}, table[1:]...), excel.Choice{}, 2, nil, all},
		"no header, and told so":          {grid(t, table[1:]...), excel.Choice{HeaderRow: new(0)}, 0, nil, all},
		"the row that is named":           {grid(t, append([][]any{{"Description", "Of", "Another", "Table"}, {"x", "y", "z", "u"}}, table...)...), excel.Choice{HeaderRow: new(3)}, 3, []string{"SKU", "Description"}, all},
		"the header on each page":         {grid(t, table[0], table[1], table[0], table[2], table[0], table[3]), excel.Choice{}, 1, []string{"SKU", "Description"}, all},
		"a caption between the rows": {made(t, func(f *excelize.File) {
			for i, row := range [][]any{table[0], table[1], {"Ferretería y tornillos"}, table[2], table[3]} {
				_ = f.SetSheetRow("Sheet1", fmt.Sprintf("A%d", i+1), &row)
			}
			_ = f.MergeCell("Sheet1", "A3", "F3")
		}), excel.Choice{Description: "B"}, 1, []string{"SKU", "Description"}, all},
		"a header that is a formula": {made(t, func(f *excelize.File) {
			for i, row := range table {
				_ = f.SetSheetRow("Sheet1", fmt.Sprintf("A%d", i+1), &row)
			}
			_ = f.SetCellFormula("Sheet1", "D1", `CONCATENATE("Pri","ce")`)
		}), excel.Choice{}, 1, []string{"SKU", "Description"}, all},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			l, got, _ := charged(t, tc.content, tc.choice)
			if l.HeaderRow != tc.header || !slices.Equal(l.Headers[:min(2, len(l.Headers))], tc.headers) || !slices.Equal(got, tc.want) {
				t.Errorf("header %d %q, products %q", l.HeaderRow, l.Headers, got)
			}
		})
	}
}

func TestAWorkbookOfNothingButTitlesHasNoProducts(t *testing.T) {
	t.Parallel()
	for name, content := range map[string][]byte{
		"two":          titled(t, []string{"ACME, S.A. de C.V.", "Catalogue of our finest products"}),
		"and a header": titled(t, []string{"ACME, S.A. de C.V.", "Catalogue of our finest products"}, []any{"SKU", "Description", "Price"}),
		"on all sheets": made(t, func(f *excelize.File) {
			_ = f.SetCellValue("Sheet1", "B2", "A title of many words")
			_ = f.MergeCell("Sheet1", "B2", "H4")
		}),
		"nothing at all": made(t, func(*excelize.File) {}),
	} {
		if l, err := open(t, content).Layout(excel.Choice{}); fail.CodeOf(err) != fail.CodeBadRequest {
			t.Errorf("%s: %+v %v", name, l, err)
		}
	}
}

func TestNamedRowsAndColumnsThatAreNotThereAreRefused(t *testing.T) {
	t.Parallel()
	shirt := "cotton shirt for men, knitted"
	content := grid(t, []any{"SKU", "Description", "HS", "HS"}, nil, []any{"A-1", shirt, "610910", 1})
	for said, c := range map[string]excel.Choice{
		"header_row: row 99":      {HeaderRow: new(99)},
		"header_row: row 2":       {HeaderRow: new(2)},
		"code_column: there is":   {Code: "tariff"},
		"code_column: the header": {Code: "hs"},
		"id_column: there is":     {ID: "number"},
		"description_column":      {Description: "words"},
	} {
		if _, err := open(t, content).Layout(c); fail.CodeOf(err) != fail.CodeBadRequest || !strings.HasPrefix(fail.As(err).Message, said) {
			t.Errorf("%s: %v", said, err)
		}
	}
	if l, err := open(t, content).Layout(excel.Choice{Code: "c", HeaderRow: new(1)}); err != nil || l.Code != 3 {
		t.Errorf("%+v %v", l, err)
	}
	wide := made(t, func(f *excelize.File) {
		_ = f.SetSheetRow("Sheet1", "A1", &[]any{"Description"})
		_ = f.SetSheetRow("Sheet1", "A2", &[]any{shirt})
		_ = f.SetCellValue("Sheet1", "XFD2", "the last of 16,384")
	})
	if _, err := open(t, wide).Layout(excel.Choice{}); fail.CodeOf(err) != fail.CodeBadRequest || !strings.Contains(err.Error(), "256 columns") {
		t.Errorf("16,384 columns: %v", err)
	}
}

func TestSheetsThatAreNotReadAreNamed(t *testing.T) {
	t.Parallel()
	content := made(t, func(f *excelize.File) {
		for _, name := range []string{"Prices", "Hidden"} {
			_, _ = f.NewSheet(name)
			_ = f.SetSheetRow(name, "A1", &[]any{"Year", 2026})
		}
		_ = f.SetSheetVisible("Hidden", false)
		_ = f.SetSheetRow("Sheet1", "A1", &[]any{"Description"})
		_ = f.SetSheetRow("Sheet1", "A2", &[]any{"cotton shirt for men, knitted"})
	})
	if l, err := open(t, content).Layout(excel.Choice{}); err != nil || !slices.Equal(l.Unread, []string{"Prices", "Hidden"}) {
		t.Errorf("%+v %v", l, err)
	}
}

func TestNoColumnOfTheCallerIsLost(t *testing.T) {
	t.Parallel()
	// Two titles, a gap in the middle, equal headers, and a column that nobody named and the first rows do not have.
	content := titled(t, []string{"ACME", "Catalogue 2026"}, []any{"SKU", "Description", nil, "Price", "Price"},
		[]any{"A-1", "cotton shirt for men, knitted", nil, 9.5, 8.5}, []any{"A-2", "steel screw with hexagon head", nil, 1, 2, nil, "seen by Ana"})
	l, _, _ := charged(t, content, excel.Choice{})
	l.Columns = 7
	r, err := excel.NewReport(excel.ReportOptions{Language: "English", Country: "WORLD", Model: "fast", Layout: l, ReviewBelow: 0.5})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = r.Close() }()
	products, err := open(t, content).Products(l)
	if err != nil {
		t.Fatal(err)
	}
	for {
		p, ok, err := products.Next()
		if err != nil {
			t.Fatal(err)
		}
		if !ok {
			break
		}
		if err := r.Add(excel.ReportRow{Product: p, Result: classified("610910", 0.6)}); err != nil {
			t.Fatal(err)
		}
	}
	var b bytes.Buffer
	if err := r.Write(&b); err != nil {
		t.Fatal(err)
	}
	rows := read(t, b.Bytes(), "Results")
	for i, want := range []string{"SKU", "A-1", "seen by Ana"} {
		if !strings.Contains(rows[i], want) {
			t.Errorf("row %d lacks %q: %s", i, want, rows[i])
		}
	}
	if review := read(t, b.Bytes(), "Review"); len(review) != 1 {
		t.Errorf("0.6 is reviewed below 0.5: %q", review)
	}
}

func TestAStatedCodeIsHeldAgainstTheOneThatWasFound(t *testing.T) {
	t.Parallel()
	for stated, want := range map[string]excel.Agreement{
		"6109.10": excel.AgreementYes, "6109100100": excel.AgreementYes, "61091001": excel.AgreementYes, "61091099": excel.AgreementHeading, "610990": excel.AgreementHeading,
		"6109": excel.AgreementHeading, "620520": excel.AgreementNo, "": excel.AgreementUnknown, "shirt": excel.AgreementUnknown, "61": excel.AgreementUnknown, "6109-10": excel.AgreementYes,
	} {
		if got := classified("610910", 0.9).Agrees(stated); got != want {
			t.Errorf("%q: %q, want %q", stated, got, want)
		}
	}
}
