package api_test

import (
	"archive/zip"
	"bytes"
	"compress/flate"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"strconv"
	"strings"
	"testing"

	"tariffdesk/credit"
	"tariffdesk/excel"
	"tariffdesk/store/storetest"
)

func TestABadWorkbookIsNamedAndNothingIsCharged(t *testing.T) {
	t.Parallel()
	s := setup(t)
	long := make([][]string, 50_001)
	for i := range long {
		long[i] = []string{"cotton shirt"}
	}
	for name, c := range map[string]struct {
		content  string
		fields   []part
		mentions []string
	}{
		"no rows":         {workbook(t, []string{"Description"}), nil, []string{"file:", "no rows"}},
		"no descriptions": {workbook(t, []string{"Description", "Qty"}, []string{"", "1"}), nil, []string{"description"}},
		"50,001 rows":     {workbook(t, []string{"Description"}, long...), nil, []string{"file:", "50000"}},
		"300 columns":     {workbook(t, append(make([]string, 299), "Description"), []string{"x"}), nil, []string{"file:", "256"}},
		"corrupt":         {goods(t)[:300], nil, []string{"file:", "damaged"}},
		"macros":          {repacked(t, map[string]string{"xl/vbaProject.bin": "macro"}), nil, []string{"file:", "macros"}},
		"old workbook":    {"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + strings.Repeat("\x00", 4096), nil, []string{"file:", "save it as .xlsx"}},
		"formulas alone": {repacked(t, map[string]string{"xl/worksheets/sheet1.xml": `<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>` +
			`<row r="1"><c r="A1" t="inlineStr"><is><t>Description</t></is></c></row><row r="2"><c r="A2"><f>CONCATENATE("a","b")</f></c></row></sheetData></worksheet>`}),
			nil, []string{"file:", "formulas without stored values", "column A"}},
		"CSV":               {"description\nshirt\n", nil, []string{"file:", "CSV"}},
		"two descriptions":  {workbook(t, []string{"Description", "Descripción"}, []string{"a shirt", "una camisa"}), nil, []string{"description_column"}},
		"an unknown column": {goods(t), []part{{field: "description_column", value: "Text"}}, []string{"description_column", `"Text"`}},
		"an unknown sheet":  {goods(t), []part{{field: "sheet", value: "../x"}}, []string{"sheet", `"Goods"`}},
		"no file":           {"", nil, []string{"file"}},
		"language as well":  {"x", []part{{field: "language", value: "Latin"}}, []string{"file:", "language"}},
	} {
		t.Run(name, func(t *testing.T) {
			s.upload(s.key, xlsxPath+"?country_code=WORLD", c.content, c.fields...).fails(400, "BadRequest", c.mentions...)
		})
	}
	s.upload(s.key, xlsxPath+"?country_code=WORLD", sheetBomb(t)).fails(413, "PayloadTooLarge", "file:", "MB")
	s.do1(s.formRequest(xlsxPath+"?country_code=WORLD", part{field: "sheet", value: "x"}), s.key).fails(400, "BadRequest", "file: an .xlsx workbook is required")
	if got := storetest.Balance(t, s.store, s.org.ID); got != 100*credit.One {
		t.Errorf("balance %s", got)
	}
}

// TestAWorkbookWhoseTypesDeclareMacrosIsTakenWithoutThem wherever workbooks are.
func TestAWorkbookWhoseTypesDeclareMacrosIsTakenWithoutThem(t *testing.T) {
	t.Parallel()
	s := setupDocuments(t)
	content := workbook(t, []string{"Description", "HS code"}, []string{"cotton shirt", "610910"})
	z, err := zip.NewReader(strings.NewReader(content), int64(len(content)))
	if err != nil {
		t.Fatal(err)
	}
	types, err := fs.ReadFile(z, "[Content_Types].xml")
	if err != nil {
		t.Fatal(err)
	}
	declared := repackedOf(t, content, map[string]string{
		"[Content_Types].xml":                     strings.Replace(string(types), "<Override", `<Default Extension="bin" ContentType="application/vnd.ms-excel.sheet.macroEnabled.main+xml"/><Override`, 1),
		"xl/printerSettings/printerSettings1.bin": "settings",
	})
	s.upload(s.key, xlsxPath+"?country_code=WORLD", declared).want(202)
	s.upload(s.key, precedentsPath, declared).want(202)
	s.upload(s.key, "/api/v3/tariff/tariff-tables?country_code=WORLD", declared).want(202)
	s.do1(s.formRequest("/api/v3/svcdocs/generate-excel-schema", part{"file", declared, "a.xlsx"}), s.key).want(200)
}

// repacked is the workbook of goods with parts added or replaced.
func repacked(t testing.TB, parts map[string]string) string {
	t.Helper()
	return repackedOf(t, goods(t), parts)
}

// repackedOf is a workbook with parts added or replaced.
func repackedOf(t testing.TB, content string, parts map[string]string) string {
	t.Helper()
	from, err := zip.NewReader(strings.NewReader(content), int64(len(content)))
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	to := zip.NewWriter(&b)
	for _, f := range from.File {
		if _, replaced := parts[f.Name]; !replaced {
			if err := to.Copy(f); err != nil {
				t.Fatal(err)
			}
		}
	}
	for name, part := range parts {
		w, err := to.Create(name)
		if err != nil {
			t.Fatal(err)
		}
		_, _ = io.WriteString(w, part)
	}
	if err := to.Close(); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// sheetBomb is the workbook of goods whose sheet unpacks to 2 GB of blanks.
func sheetBomb(t testing.TB) string {
	t.Helper()
	const size, block = 2 << 30, 1 << 20
	var sheet bytes.Buffer
	z, err := flate.NewWriter(&sheet, flate.BestSpeed)
	if err != nil {
		t.Fatal(err)
	}
	blank := bytes.Repeat([]byte(" "), block)
	_, _ = io.WriteString(z, `<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>`)
	_, _ = z.Write(blank)
	_ = z.Flush()
	before := sheet.Len()
	_, _ = z.Write(blank)
	_ = z.Flush()
	again := bytes.Clone(sheet.Bytes()[before:]) // what follows blanks is the same each time
	for range size/block - 2 {
		sheet.Write(again)
	}
	_ = z.Close()
	content := goods(t)
	from, err := zip.NewReader(strings.NewReader(content), int64(len(content)))
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	to := zip.NewWriter(&b)
	for _, f := range from.File {
		if f.Name != "xl/worksheets/sheet1.xml" {
			if err := to.Copy(f); err != nil {
				t.Fatal(err)
			}
			continue
		}
		w, err := to.CreateRaw(&zip.FileHeader{Name: f.Name, Method: zip.Deflate, CompressedSize64: uint64(sheet.Len()), UncompressedSize64: size})
		if err != nil {
			t.Fatal(err)
		}
		_, _ = w.Write(sheet.Bytes())
	}
	if err := to.Close(); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestOddWorkbooksAreReadAndChargedByWhatIsThere(t *testing.T) {
	t.Parallel()
	s := setup(t)
	long := strings.Repeat("cotton ", 4681)[:excel.MaxCellChars]
	for name, c := range map[string]struct {
		content string
		charged int
	}{
		"cells of 32,767 characters": {workbook(t, []string{"Description", "Note"}, []string{long, long}), 1},
		"duplicate headers":          {workbook(t, []string{"Description", "Price", "Price"}, []string{"cotton shirt", "1", "2"}), 1},
		"a formula among texts": {repacked(t, map[string]string{"xl/worksheets/sheet1.xml": `<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>` +
			`<row r="1"><c r="A1" t="inlineStr"><is><t>Description</t></is></c></row><row r="2"><c r="A2"><f>NOW()</f></c></row>` +
			`<row r="3"><c r="A3" t="str"><f>"cotton"&amp;" shirt"</f><v>cotton shirt</v></c></row><row r="4"><c r="A4" t="inlineStr"><is><t>=1+1</t></is></c></row></sheetData></worksheet>`}), 2},
	} {
		t.Run(name, func(t *testing.T) {
			r := s.upload(s.key, xlsxPath+"?country_code=WORLD", c.content).want(202)
			if got := r.header.Get("X-Credits-Charged"); got != strconv.Itoa(c.charged) {
				t.Errorf("charged %s, want %d", got, c.charged)
			}
		})
	}
	storetest.CheckInvariants(t, s.store)
}

func TestBadItemsAreNamedAndNothingIsCharged(t *testing.T) {
	t.Parallel()
	s := setup(t)
	many := `{"items":[` + strings.Repeat(`{"product_description":"x"},`, 50_000) + `{"product_description":"x"}]}`
	var wide strings.Builder
	for i := range 300 {
		fmt.Fprintf(&wide, `,"c%d":1`, i)
	}
	for name, c := range map[string]struct {
		body, code string
		status     int
		mentions   []string
	}{
		"malformed":     {`{"items":[`, "BadRequest", 400, []string{"body"}},
		"trailing text": {`{"items":[{"product_description":"x"}]} {}`, "BadRequest", 400, []string{"body"}},
		"none":          {`{"items":[]}`, "ValidationError", 422, []string{"items"}},
		"absent":        {`{}`, "ValidationError", 422, []string{"items"}},
		"not a list":    {`{"items":{}}`, "ValidationError", 422, []string{"items"}},
		"unknown field": {`{"items":[{"product_description":"x"}],"country":"MEX"}`, "ValidationError", 422, []string{"country"}},
		"all problems":  {`{"items":[1,{"id":"a"},{"product_description":5},{"product_description":"x","id":[]}]}`, "ValidationError", 422, []string{"items[0]", "items[1].product_description", "items[2].product_description", "items[3].id"}},
		"blank alone":   {`{"items":[{"product_description":" "}]}`, "ValidationError", 422, []string{"product_description"}},
		"50,001":        {many, "BadRequest", 400, []string{"50000"}},
		"300 columns":   {`{"items":[{"product_description":"x"` + wide.String() + `}]}`, "BadRequest", 400, []string{"256"}},
		"bad encoding":  {"{\"items\":[{\"product_description\":\"\xff\"}]}", "InvalidEncoding", 400, []string{"UTF-8"}},
	} {
		t.Run(name, func(t *testing.T) {
			s.send(http.MethodPost, itemsPath+"?country_code=WORLD", s.key, c.body).fails(c.status, c.code, c.mentions...)
		})
	}
	if got := storetest.Balance(t, s.store, s.org.ID); got != 100*credit.One {
		t.Errorf("balance %s", got)
	}
}
