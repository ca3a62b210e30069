package excel_test

import (
	"archive/zip"
	"bytes"
	"encoding/binary"
	"fmt"
	"strings"
	"testing"

	"github.com/xuri/excelize/v2"

	"tariffdesk/excel"
	"tariffdesk/fail"
)

func TestWhatIsNoWorkbookIsRefusedWithWhatToDo(t *testing.T) {
	t.Parallel()
	ole := append([]byte("\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"), make([]byte, 4096)...)
	plain := pack(t, parts(`<sheetData/>`))
	protected, err := excelize.Encrypt(plain, &excelize.Options{Password: "secret"})
	if err != nil {
		t.Fatal(err)
	}
	macros := parts(`<sheetData/>`)
	macros["xl/vbaProject.bin"] = "macro"
	macroType := parts(`<sheetData/>`)
	macroType["[Content_Types].xml"] = strings.Replace(macroType["[Content_Types].xml"], "officedocument.spreadsheetml.sheet.main", "ms-excel.sheet.macroEnabled.main", 1)
	for name, c := range map[string]struct {
		content []byte
		says    string
	}{
		"nothing":              {nil, "empty"},
		"old workbook":         {ole, "save it as .xlsx"},
		"password":             {protected, "password"},
		"CSV renamed":          {[]byte("description,qty\nshirt,1\n"), "CSV"},
		"web page renamed":     {[]byte("<html><table><tr><td>x</td></tr></table></html>"), "web page"},
		"PDF":                  {[]byte("%PDF-1.7\n"), "PDF"},
		"noise":                {bytes.Repeat([]byte{0, 1, 2, 0xff}, 100), "not an .xlsx"},
		"another zip":          {pack(t, map[string]string{"readme.txt": "x"}), "zip archive"},
		"OpenDocument":         {pack(t, map[string]string{"mimetype": "application/vnd.oasis.opendocument.spreadsheet", "content.xml": "<x/>"}), ".ods"},
		"binary workbook":      {pack(t, map[string]string{"[Content_Types].xml": "<Types/>", "xl/workbook.bin": "x"}), ".xlsb"},
		"document":             {pack(t, map[string]string{"[Content_Types].xml": "<Types/>", "word/document.xml": "<x/>"}), "not a workbook"},
		"macros":               {pack(t, macros), "macros"},
		"macros by their type": {pack(t, macroType), "macros"},
		"cut off":              {plain[:len(plain)/2], "damaged"},
		"no sheet":             {pack(t, without(parts(`<sheetData/>`), "xl/_rels/workbook.xml.rels")), "damaged"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, err := excel.Open(bytes.NewReader(c.content), int64(len(c.content)))
			refused(t, err, fail.CodeBadRequest, c.says)
		})
	}
}

// TestAWorkbookWithoutMacrosIsReadWhateverItsTypesDeclare by extension: templates declare .bin for macros
// that are not there, and printer settings are .bin too.
func TestAWorkbookWithoutMacrosIsReadWhateverItsTypesDeclare(t *testing.T) {
	t.Parallel()
	for _, declared := range []string{
		"application/vnd.ms-office.vbaProject", "application/vnd.ms-excel.sheet.macroEnabled.main+xml",
		"application/vnd.openxmlformats-officedocument.spreadsheetml.printerSettings",
	} {
		p := parts(`<sheetData><row r="1"><c r="A1" t="inlineStr"><is><t>shirt</t></is></c></row></sheetData>`)
		p["[Content_Types].xml"] = strings.Replace(p["[Content_Types].xml"], "<Override", `<Default Extension="bin" ContentType="`+declared+`"/>`+
			`<Override PartName="/xl/vbaProject.bin" ContentType="`+declared+`"/><Override`, 1)
		p["xl/printerSettings/printerSettings1.bin"] = "settings"
		if got := read(t, pack(t, p), ""); len(got) != 1 || got[0] != "1|shirt" {
			t.Errorf("%s: %q", declared, got)
		}
	}
}

func without(parts map[string]string, name string) map[string]string {
	delete(parts, name)
	return parts
}

// firstError reads a workbook to its end.
func firstError(content []byte) error {
	b, err := excel.Open(bytes.NewReader(content), int64(len(content)))
	if err != nil {
		return err
	}
	rows, err := b.Rows("")
	if err != nil {
		return err
	}
	defer func() { _ = rows.Close() }()
	for {
		if _, ok, err := rows.Next(); err != nil || !ok {
			return err
		}
	}
}

func TestColumnsBeyondTheLimitAreRefused(t *testing.T) {
	t.Parallel()
	var wide strings.Builder
	for i := range 300 {
		fmt.Fprintf(&wide, `<c r="%s1"><v>1</v></c>`, excel.Letter(i))
	}
	for name, sheet := range map[string]string{
		"300 columns":         `<sheetData><row r="1">` + wide.String() + `</row></sheetData>`,
		"300 without letters": `<sheetData><row r="1">` + strings.Repeat(`<c><v>1</v></c>`, 300) + `</row></sheetData>`,
		"the last column":     `<sheetData>` + strings.Repeat(`<row><c r="XFD1"><v>1</v></c></row>`, 100) + `</sheetData>`,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			refused(t, firstError(pack(t, parts(sheet))), fail.CodeBadRequest, "256 columns", "row 1")
		})
	}
}

// A reader of no more than the compressed bytes gives up before memory or time are gone.
func TestBombsAreRefusedByWhatTheyUnpackTo(t *testing.T) {
	t.Parallel()
	for name, part := range map[string]string{"sheet": "xl/worksheets/sheet1.xml", "strings": "xl/sharedStrings.xml", "styles": "xl/styles.xml"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			bomb := bombed(t, part, 600<<20)
			if len(bomb) > 4<<20 {
				t.Fatalf("the bomb has %d bytes", len(bomb))
			}
			refused(t, firstError(bomb), fail.CodePayloadTooLarge, "MB")
			refused(t, firstError(understated(t, bomb, part)), fail.CodeBadRequest, "damaged")
		})
	}
}

// bombed fills a part with white space.
func bombed(t *testing.T, part string, size int) []byte {
	t.Helper()
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for name, content := range parts(`<sheetData><row><c t="s"><v>0</v></c></row></sheetData>`, "<t>x</t>") {
		w, err := z.Create(name)
		if err != nil {
			t.Fatal(err)
		}
		_, _ = w.Write([]byte(content))
		if name == part {
			blank := bytes.Repeat([]byte(" "), 1<<20)
			for range size >> 20 {
				_, _ = w.Write(blank)
			}
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// understated makes the directory of a zip claim a small size of one part.
func understated(t *testing.T, content []byte, part string) []byte {
	t.Helper()
	lie := bytes.Clone(content)
	at := bytes.LastIndex(lie, []byte(part))
	if at < 46 || !bytes.HasPrefix(lie[at-46:], []byte("PK\x01\x02")) {
		t.Fatal("no directory entry")
	}
	binary.LittleEndian.PutUint32(lie[at-46+24:], 1000)
	return lie
}

func TestDamageInsideIsNamedAsDamage(t *testing.T) {
	t.Parallel()
	for name, sheet := range map[string]string{
		"no end":       `<sheetData><row r="1"><c r="A1"><v>1</v></c>`,
		"broken tag":   `<sheetData><row r="1"><c r="A1"<v>1</v></c></row></sheetData>`,
		"half a value": `<sheetData><row r="1"><c r="A1"><v>1`,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := parts(sheet)
			p["xl/worksheets/sheet1.xml"] = strings.TrimSuffix(p["xl/worksheets/sheet1.xml"], "</worksheet>")
			refused(t, firstError(pack(t, p)), fail.CodeBadRequest, "damaged")
		})
	}
}

func FuzzRowsEndWithoutPanic(f *testing.F) {
	for _, seed := range []string{
		`<sheetData><row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" s="1"><v>46000</v></c></row></sheetData>`,
		`<cols><col min="1" max="300" width="9"/></cols><sheetData><row r="7"><c t="inlineStr"><is><t>x</t></is></c></row></sheetData><mergeCells><mergeCell ref="A7:A9"/></mergeCells>`,
		`<sheetData><row r="0"><c r="zzz1"><f/><v>1e999</v></c></row></sheetData>`,
		`<x:sheetData><!-- --><x:row><x:c><x:v><![CDATA[5]]></x:v></x:c></x:row>`,
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, sheet string) {
		err := firstError(pack(t, parts(sheet, `<t>text</t>`)))
		if code := fail.CodeOf(err); err != nil && code != fail.CodeBadRequest && code != fail.CodePayloadTooLarge {
			t.Errorf("no public error: %v", err)
		}
	})
}
