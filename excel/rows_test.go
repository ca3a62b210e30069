package excel_test

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/xuri/excelize/v2"

	"tariffdesk/excel"
)

func TestCellsAreReadAsTheirProgramsWroteThem(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		sheet string
		want  []string
	}{
		"shared, rich and phonetic strings": {`<sheetData><row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="s"><v>1</v></c><c r="C1" t="s"><v>2</v></c></row></sheetData>`,
			[]string{"1|plain|rich text|a<b"}},
		"inline strings of a write-only openpyxl": {`<sheetData><row r="1"><c r="A1" t="inlineStr"><is><t>inline</t></is></c><c r="B1" t="inlineStr"><is><r><t>in</t></r><r><t xml:space="preserve"> parts</t></r></is></c></row></sheetData>`,
			[]string{"1|inline|in parts"}},
		"no references at all": {`<sheetData><row><c t="s"><v>0</v></c><c><v>7</v></c></row><row><c><v>8</v></c></row></sheetData>`,
			[]string{"1|plain|7", "2|8"}},
		"gaps between rows and cells": {`<sheetData><row r="3"><c r="C3"><v>1</v></c></row><row r="1048576"><c r="A1048576"><v>2</v></c></row></sheetData>`,
			[]string{"3|||1", "1048576|2"}},
		"formulas give their stored values": {`<sheetData><row r="1"><c r="A1" t="str"><f>A2&amp;"x"</f><v>joined</v></c><c r="B1"><f>1+1</f><v>2</v></c><c r="C1" t="e"><f>1/0</f><v>#DIV/0!</v></c><c r="D1"><f>NOW()</f><v></v></c></row></sheetData>`,
			[]string{"1|joined|2|#DIV/0!|"}},
		"dates by style, not by size": {`<sheetData><row r="1"><c r="A1" s="1"><v>46000</v></c><c r="B1" s="2"><v>46000.5</v></c><c r="C1" s="3"><v>46000</v></c><c r="D1"><v>46000</v></c><c r="E1" s="4"><v>0.125</v></c></row></sheetData>`,
			[]string{"1|2025-12-09|2025-12-09 12:00:00|46000|46000|0.125"}},
		"truth values and float noise": {`<sheetData><row r="1"><c r="A1" t="b"><v>1</v></c><c r="B1"><v>0.10000000000000001</v></c><c r="C1"><v>6.1091003E7</v></c></row></sheetData>`,
			[]string{"1|true|0.1|61091003"}},
		"blank rows and trailing blanks are left out": {`<sheetData><row r="1"><c r="A1" s="1"/><c r="B1" t="inlineStr"><is><t>  </t></is></c></row><row r="2"><c r="A2"><v>1</v></c><c r="B2" s="2"/></row></sheetData>`,
			[]string{"2|1"}},
		"prefixed names": {`<x:sheetData><x:row r="1"><x:c r="A1"><x:v>5</x:v></x:c></x:row></x:sheetData>`, []string{"1|5"}},
		"empty styled cells out to the last column": {`<sheetData><row r="1"><c r="A1"><v>1</v></c><c r="XFD1" s="1"/></row></sheetData>`, []string{"1|1"}},
		"vertical merges stand for all their rows": {`<sheetData><row r="1"><c r="A1"><v>1</v></c><c r="B1" t="s"><v>0</v></c></row><row r="2"><c r="A2"><v>2</v></c><c r="B2"/></row><row r="3"><c r="A3"><v>3</v></c></row><row r="4"><c r="A4" s="1"/></row></sheetData><mergeCells count="2"><mergeCell ref="B1:B2"/><mergeCell ref="B4:D9"/></mergeCells>`,
			[]string{"1|1|plain", "2|2|plain", "3|3"}},
		"hidden characters": {`<sheetData><row r="1"><c r="A1" t="s"><v>3</v></c></row></sheetData>`, []string{"1|tab\there_x_"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			content := pack(t, parts(c.sheet, `<t>plain</t>`, `<r><rPr/><t>rich</t></r><r><t xml:space="preserve"> text</t></r><rPh><t>guide</t></rPh>`, `<t>a&lt;b</t>`, `<t>tab_x0009_here_x_</t>`))
			if got := read(t, content, ""); !slices.Equal(got, c.want) {
				t.Errorf("got %q, want %q", got, c.want)
			}
		})
	}
}

func TestDatesCountFrom1904WhereTheWorkbookSaysSo(t *testing.T) {
	t.Parallel()
	p := parts(`<sheetData><row r="1"><c r="A1" s="1"><v>44538</v></c></row></sheetData>`)
	p["xl/workbook.xml"] = strings.Replace(p["xl/workbook.xml"], "<workbookPr/>", `<workbookPr date1904="1"/>`, 1)
	if got := read(t, pack(t, p), ""); !slices.Equal(got, []string{"1|2025-12-09"}) {
		t.Errorf("got %q", got)
	}
}

func TestHiddenSheetsAreReadOnlyWhenNamed(t *testing.T) {
	t.Parallel()
	content := made(t, func(f *excelize.File) {
		_ = f.SetCellValue("Sheet1", "A1", "hidden")
		_, _ = f.NewSheet("Shown")
		_ = f.SetCellValue("Shown", "A1", "shown")
		f.SetActiveSheet(1)
		_ = f.SetSheetVisible("Sheet1", false)
	})
	if got := read(t, content, ""); !slices.Equal(got, []string{"1|shown"}) {
		t.Errorf("first shown: %q", got)
	}
	if got := read(t, content, "sheet1"); !slices.Equal(got, []string{"1|hidden"}) {
		t.Errorf("named: %q", got)
	}
	if got := open(t, content).Sheets(); !slices.Equal(got, []string{"Shown"}) {
		t.Errorf("sheets %q", got)
	}
}

// The same table, written by excelize and by LibreOffice, reads alike.
func TestWorkbooksOfExcelizeAndLibreOfficeReadAlike(t *testing.T) {
	t.Parallel()
	content := made(t, func(f *excelize.File) {
		for cell, v := range map[string]any{
			"A1": "Descripción", "B1": "Piezas", "C1": "Fecha", "D1": "Código",
			"A2": "Camisa de algodón", "B2": 12, "C2": time.Date(2026, 3, 4, 0, 0, 0, 0, time.UTC), "D2": "0101",
			"A3": "línea\npartida", "B3": 1.5, "D3": true,
		} {
			_ = f.SetCellValue("Sheet1", cell, v)
		}
		_ = f.SetCellFormula("Sheet1", "A4", `A2&" azul"`)
		_ = f.SetCellValue("Sheet1", "B4", 3)
		_ = f.MergeCell("Sheet1", "D3", "D4")
	})
	saved := through(t, content, "xlsx")
	want := []string{"1|Descripción|Piezas|Fecha|Código", "2|Camisa de algodón|12|2026-03-04|0101", "3|línea\npartida|1.5||true", "4|Camisa de algodón azul|3||true"}
	if got := read(t, saved, ""); !slices.Equal(got, want) {
		t.Errorf("LibreOffice:\n got %q\nwant %q", got, want)
	}
	want[3] = "4||3||true" // excelize stores no value of the formula
	if got := read(t, content, ""); !slices.Equal(got, want) {
		t.Errorf("excelize:\n got %q\nwant %q", got, want)
	}
}

func TestTheLongestCellIsReadWhole(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("ñ", excel.MaxCellChars)
	got := read(t, grid(t, []any{long}), "")
	if len(got) != 1 || got[0] != "1|"+long {
		t.Errorf("%d rows", len(got))
	}
}

func TestLettersNameColumnsAsSpreadsheetsDo(t *testing.T) {
	t.Parallel()
	for column, want := range map[int]string{0: "A", 25: "Z", 26: "AA", 255: "IV", 701: "ZZ", 702: "AAA"} {
		if got := excel.Letter(column); got != want {
			t.Errorf("column %d is %s, want %s", column, got, want)
		}
	}
}

// TestACodeIsShownWithTheZerosOfItsFormat: only a format of zeros alone adds any.
func TestACodeIsShownWithTheZerosOfItsFormat(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		cell excel.Cell
		want string
	}{
		{excel.Cell{Kind: excel.KindNumber, Text: "1200", Format: "00000"}, "01200"},
		{excel.Cell{Kind: excel.KindNumber, Text: "123456", Format: "00000"}, "123456"},
		{excel.Cell{Kind: excel.KindNumber, Text: "7", Format: "0"}, "7"},
		{excel.Cell{Kind: excel.KindNumber, Text: "7", Format: "0.00"}, "7"},
		{excel.Cell{Kind: excel.KindNumber, Text: "1.5", Format: "000"}, "1.5"},
		{excel.Cell{Kind: excel.KindText, Text: "7", Format: "000"}, "7"},
	} {
		if got := c.cell.Shown(); got != c.want {
			t.Errorf("%+v: %q", c.cell, got)
		}
	}
}

func TestWhatASheetDoesNotShowIsMarked(t *testing.T) {
	t.Parallel()
	content := made(t, func(f *excelize.File) {
		for cell, v := range map[string]any{"A1": "item", "B1": "cost", "A2": "old", "A3": "cup", "B3": 2, "A4": "plate"} {
			_ = f.SetCellValue("Sheet1", cell, v)
		}
		_ = f.SetRowVisible("Sheet1", 2, false)
		_ = f.SetColVisible("Sheet1", "B", false)
		_ = f.MergeCell("Sheet1", "B3", "B4")
	})
	rows, err := open(t, content).Rows("")
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	var got []string
	for {
		row, ok, err := rows.Next()
		if err != nil {
			t.Fatal(err)
		}
		if !ok {
			break
		}
		got = append(got, fmt.Sprint(row.Number, row.Hidden, row.At(1).Spread))
	}
	if want := []string{"1 false false", "2 true false", "3 false true", "4 false true"}; !slices.Equal(got, want) {
		t.Errorf("number, hidden and merged: %q, want %q", got, want)
	}
	if rows.Hides(0) || !rows.Hides(1) {
		t.Errorf("columns are hidden: %t %t", rows.Hides(0), rows.Hides(1))
	}
}

// TestNoMoreMergesAreKeptThanTheLimit holds that a row is still known to have one across columns.
func TestNoMoreMergesAreKeptThanTheLimit(t *testing.T) {
	t.Parallel()
	many := strings.Repeat(`<mergeCell ref="A1:B1"/>`, 100_000)
	content := pack(t, parts(`<sheetData><row r="1"><c r="A1" t="inlineStr"><is><t>Size</t></is></c></row><row r="2"><c r="A2" t="inlineStr"><is><t>Net</t></is></c></row></sheetData><mergeCells>`+many+`<mergeCell ref="A2:C2"/></mergeCells>`))
	book, err := excel.Open(bytes.NewReader(content), int64(len(content)))
	if err != nil {
		t.Fatal(err)
	}
	rows, err := book.Rows("")
	if err != nil {
		t.Fatal(err)
	}
	for _, across := range []int{1, 0} {
		r, ok, err := rows.Next()
		if err != nil || !ok || !r.Wide || r.Cells[0].Across != across {
			t.Errorf("%+v, %v, %v, want %d", r, ok, err, across)
		}
	}
	if err := rows.Close(); err != nil {
		t.Error(err)
	}
}

// TestACellTellsOverHowManyColumnsItIsMerged, and holds the value alone.
func TestACellTellsOverHowManyColumnsItIsMerged(t *testing.T) {
	t.Parallel()
	content := pack(t, parts(`<sheetData><row r="2"><c r="A2" t="inlineStr"><is><t>Part</t></is></c><c r="B2" t="inlineStr"><is><t>Weight</t></is></c><c r="D2" t="inlineStr"><is><t>Size</t></is></c></row></sheetData><mergeCells><mergeCell ref="B2:C2"/><mergeCell ref="D2:F2"/></mergeCells>`))
	book, err := excel.Open(bytes.NewReader(content), int64(len(content)))
	if err != nil {
		t.Fatal(err)
	}
	rows, err := book.Rows("")
	if err != nil {
		t.Fatal(err)
	}
	r, ok, err := rows.Next()
	if err != nil || !ok {
		t.Fatal(ok, err)
	}
	var got []string
	for _, c := range r.Cells {
		got = append(got, fmt.Sprintf("%s+%d", c.Text, c.Across))
	}
	if want := []string{"Part+0", "Weight+1", "+0", "Size+2"}; !slices.Equal(got, want) || !r.Wide {
		t.Errorf("got %q, want %q", got, want)
	}
	if err := rows.Close(); err != nil {
		t.Error(err)
	}
}
