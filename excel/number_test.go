package excel_test

import (
	"bytes"
	"math"
	"testing"

	"github.com/xuri/excelize/v2"

	"tariffdesk/excel"
)

// TestANumberThatAWorkbookCannotHoldIsWrittenAsText opens the workbook with another reader and looks at the cells.
func TestANumberThatAWorkbookCannotHoldIsWrittenAsText(t *testing.T) {
	t.Parallel()
	type want struct {
		cell excel.Cell
		kind excelize.CellType
		text string
	}
	const number, text = excelize.CellTypeUnset, excelize.CellTypeInlineString // as streams write them
	cells := []want{
		{excel.NumberCell("12.50"), number, "12.5"},
		{excel.NumberCell("-0.000000000000000000123456789012345"), number, "-0.000000000000000000123456789012345"},
		{excel.NumberCell("123456789012345"), number, "123456789012345"},
		{excel.NumberCell("12345678.1234567"), number, "12345678.1234567"},
		{excel.NumberCell("12345678901234500000"), number, "12345678901234500000"},
		{excel.NumberCell("9.99e307"), number, ""},
		{excel.NumberCell("0.000"), number, "0"},
		{excel.NumberCell("1234567890123456"), text, "1234567890123456"},
		{excel.NumberCell("-12345678.12345678"), text, "-12345678.12345678"},
		{excel.NumberCell("1e308"), text, "1e308"},
		{excel.NumberCell("-1E+400"), text, "-1E+400"},
		{excel.NumberCell("1e-320"), text, "1e-320"},
		{excel.NumberCell("1e-999"), text, "1e-999"},
		{excel.Cell{Kind: excel.KindNumber, Number: math.NaN(), Text: "NaN"}, text, "NaN"},
		{excel.Cell{Kind: excel.KindNumber, Number: math.Inf(-1), Text: "-Inf"}, text, "-Inf"},
		{excel.Cell{Kind: excel.KindNumber, Number: 12345678901234567890, Text: "12345678901234567890"}, text, "12345678901234567890"},
		{excel.Cell{Kind: excel.KindNumber, Number: 0.30000000000000004, Text: "0.30000000000000004"}, number, "0.30000000000000004"}, // as spreadsheets themselves write it
	}
	var b bytes.Buffer
	err := excel.WriteSheet(&b, "Numbers", []string{"n"}, func(add func([]excel.Cell) error) error {
		for _, c := range cells {
			if err := add([]excel.Cell{c.cell}); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	book, err := excelize.OpenReader(&b)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = book.Close() }()
	for i, c := range cells {
		at, _ := excelize.CoordinatesToCellName(1, i+2)
		kind, err := book.GetCellType("Numbers", at)
		if err != nil {
			t.Fatal(err)
		}
		got, err := book.GetCellValue("Numbers", at, excelize.Options{RawCellValue: true})
		if err != nil || kind != c.kind || c.text != "" && got != c.text {
			t.Errorf("%+v: type %d %q, want %d %q (%v)", c.cell, kind, got, c.kind, c.text, err)
		}
	}
}

// TestDigitsThatAProgramWroteAreKept reads a number of twenty digits and writes it again.
func TestDigitsThatAProgramWroteAreKept(t *testing.T) {
	t.Parallel()
	const id = "12345678901234567890"
	sheet := `<sheetData><row r="1"><c r="A1"><v>` + id + `</v></c><c r="B1"><v>1.2345678901234567E+19</v></c></row></sheetData>`
	if got := read(t, pack(t, parts(sheet)), "Goods"); len(got) != 1 || got[0] != "1|"+id+"|1.23456789012346e+19" {
		t.Errorf("got %q", got)
	}
}
