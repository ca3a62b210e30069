package excel_test

import (
	"archive/zip"
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/xuri/excelize/v2"

	"tariffdesk/excel"
	"tariffdesk/fail"
)

// The parts of a workbook as openpyxl writes it, by name.
func parts(sheet string, texts ...string) map[string]string {
	const ns = `xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"`
	const rel = `http://schemas.openxmlformats.org/officeDocument/2006/relationships`
	var shared strings.Builder
	for _, s := range texts {
		fmt.Fprintf(&shared, `<si>%s</si>`, s)
	}
	return map[string]string{
		"[Content_Types].xml": `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/></Types>`,
		"_rels/.rels":         `<Relationships><Relationship Id="rId1" Type="` + rel + `/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
		"xl/workbook.xml": `<workbook ` + ns + ` xmlns:r="` + rel + `"><workbookPr/><sheets><sheet name="Goods" sheetId="1" r:id="rId1"/>` +
			`</sheets></workbook>`,
		"xl/_rels/workbook.xml.rels": `<Relationships><Relationship Id="rId1" Type="` + rel + `/worksheet" Target="/xl/worksheets/sheet1.xml"/>` +
			`<Relationship Id="rId2" Type="` + rel + `/sharedStrings" Target="sharedStrings.xml"/><Relationship Id="rId3" Type="` + rel + `/styles" Target="styles.xml"/></Relationships>`,
		"xl/styles.xml": `<styleSheet ` + ns + `><numFmts><numFmt numFmtId="164" formatCode="dd/mm/yyyy"/><numFmt numFmtId="165" formatCode="&quot;days&quot; 0"/></numFmts>` +
			`<cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="164"/><xf numFmtId="165"/><xf numFmtId="10"/></cellXfs></styleSheet>`,
		"xl/worksheets/sheet1.xml": `<worksheet ` + ns + `>` + sheet + `</worksheet>`,
		"xl/sharedStrings.xml":     `<sst ` + ns + `>` + shared.String() + `</sst>`,
	}
}

func pack(t testing.TB, parts map[string]string) []byte {
	t.Helper()
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for name, content := range parts {
		w, err := z.Create(name)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := w.Write([]byte(content)); err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func open(t testing.TB, content []byte) *excel.Book {
	t.Helper()
	b, err := excel.Open(bytes.NewReader(content), int64(len(content)))
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// read returns the cells of a sheet as text, row by row behind their numbers.
func read(t testing.TB, content []byte, sheet string) []string {
	t.Helper()
	rows, err := open(t, content).Rows(sheet)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = rows.Close() }()
	var out []string
	for {
		row, ok, err := rows.Next()
		if err != nil {
			t.Fatal(err)
		}
		if !ok {
			return out
		}
		line := fmt.Sprint(row.Number)
		for _, c := range row.Cells {
			line += "|" + c.Text
		}
		out = append(out, line)
	}
}

// made returns a workbook made with excelize.
func made(t testing.TB, do func(f *excelize.File)) []byte {
	t.Helper()
	f := excelize.NewFile()
	defer func() { _ = f.Close() }()
	do(f)
	b, err := f.WriteToBuffer()
	if err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// grid is a workbook of one sheet of texts.
func grid(t testing.TB, rows ...[]any) []byte {
	t.Helper()
	return made(t, func(f *excelize.File) {
		for i, row := range rows {
			if err := f.SetSheetRow("Sheet1", fmt.Sprintf("A%d", i+1), &row); err != nil {
				t.Fatal(err)
			}
		}
	})
}

// through opens a workbook in LibreOffice and saves it in another format.
func through(t testing.TB, content []byte, format string) []byte {
	t.Helper()
	dir := t.TempDir()
	in := filepath.Join(dir, "in.xlsx")
	if err := os.WriteFile(in, content, 0o600); err != nil {
		t.Fatal(err)
	}
	out, err := exec.Command("libreoffice", "-env:UserInstallation=file://"+dir+"/profile", "--headless", "--convert-to", format, "--outdir", dir+"/out", in).CombinedOutput()
	if err != nil {
		t.Fatalf("LibreOffice is not installed (run scripts/setup --tests), or cannot open the workbook: %v\n%s", err, out)
	}
	ending, _, _ := strings.Cut(format, ":")
	converted, err := os.ReadFile(dir + "/out/in." + ending)
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return converted
}

// refused checks a public error: its code, and that its message names each of mentions.
func refused(t testing.TB, err error, code fail.Code, mentions ...string) {
	t.Helper()
	if fail.CodeOf(err) != code {
		t.Fatalf("got %v, want %s", err, code)
	}
	for _, m := range mentions {
		if !strings.Contains(fail.As(err).Message, m) {
			t.Errorf("the message %q does not say %q", fail.As(err).Message, m)
		}
	}
}
