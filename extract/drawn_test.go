package extract_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/go-pdf/fpdf"

	"tariffdesk/extract"
	"tariffdesk/fail"
)

// drawn is a document of pages of text, written by a function; units are points.
func drawn(t testing.TB, write func(f *fpdf.Fpdf)) []byte {
	t.Helper()
	f := fpdf.New("P", "pt", "A4", "")
	f.SetAutoPageBreak(false, 0)
	f.AddPage()
	f.SetFont("Helvetica", "", 10)
	write(f)
	var b bytes.Buffer
	if err := f.Output(&b); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// pageOf is a page of lines.
func pageOf(t testing.TB, lines ...string) []byte {
	t.Helper()
	return drawn(t, func(f *fpdf.Fpdf) {
		for i, l := range lines {
			f.Text(60, float64(80+24*i), l)
		}
	})
}

// ruled draws a table at a height and returns where it ends.
func ruled(f *fpdf.Fpdf, y float64, rows [][]string, width float64) float64 {
	for _, r := range rows {
		for i, c := range r {
			f.SetXY(20+float64(i)*width, y)
			f.CellFormat(width, 12, c, "1", 0, "L", false, 0, "")
		}
		y += 12
	}
	return y
}

const listSchema = `{"type":"object","properties":{"items":{"type":"array","items":{"type":"object","properties":{"code":{"type":"string"},"quantity":{"type":"number"},"price":{"type":"number"}}}}}}`

// TestTwoHundredTablesAreRead within the bounds of a document, and none of their rows is lost to a fault.
func TestTwoHundredTablesAreRead(t *testing.T) {
	t.Parallel()
	content := drawn(t, func(f *fpdf.Fpdf) {
		f.SetFont("Helvetica", "", 7)
		for n := range 200 {
			if n > 0 && n%10 == 0 {
				f.AddPage()
			}
			ruled(f, 30+float64(n%10)*78, [][]string{{"Code", "Quantity", "Price"}, {fmt.Sprintf("A%03d", n), "4", "1.50"}, {fmt.Sprintf("B%03d", n), "2", "7.25"}}, 120)
		}
	})
	data, got := extracted(t, newEngine(t), extract.Request{File: content, Schema: json.RawMessage(listSchema)})
	items, _ := data["items"].([]any)
	if len(items) < 2 || got.Pages != 20 {
		t.Errorf("%d rows of %d pages", len(items), got.Pages)
	}
}

func TestATableOfSixtyColumnsGivesTheOnesAskedFor(t *testing.T) {
	t.Parallel()
	content := drawn(t, func(f *fpdf.Fpdf) {
		f.SetFont("Helvetica", "", 2.6)
		rows := make([][]string, 4)
		for c := range 60 {
			heading := fmt.Sprintf("Field%d", c)
			switch c {
			case 7:
				heading = "Code"
			case 31:
				heading = "Quantity"
			case 52:
				heading = "Price"
			}
			rows[0] = append(rows[0], heading)
			for r := 1; r < 4; r++ {
				rows[r] = append(rows[r], fmt.Sprintf("%d.%d", r, c))
			}
		}
		ruled(f, 60, rows, 9.2)
	})
	data, got := extracted(t, newEngine(t), extract.Request{File: content, Schema: json.RawMessage(listSchema)})
	items, _ := data["items"].([]any)
	for i, item := range items {
		row, _ := item.(map[string]any)
		for name, column := range map[string]int{"quantity": 31, "price": 52} {
			if v, ok := row[name]; ok && fmt.Sprint(v) != fmt.Sprintf("%d.%d", i+1, column) {
				t.Errorf("row %d: %s is %v: %s", i, name, v, got.Data)
			}
		}
	}
}

// TestASchemaOfWhichNothingIsThereIsLeftEmpty: each field is reported, and none is made up.
func TestASchemaOfWhichNothingIsThereIsLeftEmpty(t *testing.T) {
	t.Parallel()
	names := []string{"blood_pressure", "engine_displacement", "harvest_moisture", "wind_speed", "thesis_supervisor"}
	var properties []string
	for _, n := range names {
		properties = append(properties, fmt.Sprintf(`%q:{"type":"string"}`, n))
	}
	schema := `{"type":"object","properties":{` + strings.Join(properties, ",") + `,"telescopes":{"type":"array","items":{"type":"object","properties":{"aperture":{"type":"number"},"focal_length":{"type":"number"}}}}}}`
	data, got := extracted(t, newEngine(t), extract.Request{File: file(t, "testdata/layouts/01_commercial_invoice_en.pdf"), Schema: json.RawMessage(schema), Grounding: true})
	for _, n := range names {
		if data[n] != nil || !strings.Contains(strings.Join(got.Errors, "\n"), n) {
			t.Errorf("%s: %v, %q", n, data[n], got.Errors)
		}
	}
	if list, _ := data["telescopes"].([]any); len(list) != 0 || len(got.Fields) != 0 {
		t.Errorf("%s %v", got.Data, got.Fields)
	}
}

// TestHugeSchemasAreBounded at the limits themselves, and refused beyond them.
func TestHugeSchemasAreBounded(t *testing.T) {
	t.Parallel()
	e := newEngine(t)
	wide := func(n int) json.RawMessage {
		var all []string
		for i := range n {
			all = append(all, fmt.Sprintf(`"field_%d":{"type":"string"}`, i))
		}
		return json.RawMessage(`{"type":"object","properties":{` + strings.Join(all, ",") + `}}`)
	}
	deep := func(n int) json.RawMessage {
		return json.RawMessage(strings.Repeat(`{"type":"object","properties":{"a":`, n) + `{"type":"string"}` + strings.Repeat(`}}`, n))
	}
	content := pageOf(t, "Invoice number: 17", "Total: 3.00 USD")
	for name, c := range map[string]struct {
		schema json.RawMessage
		code   fail.Code
	}{
		"as many fields as may be": {wide(extract.MaxSchemaProperties), ""},
		"one more":                 {wide(extract.MaxSchemaProperties + 1), fail.CodeSvcDocsValidation},
		"as deep as may be":        {deep(extract.MaxSchemaDepth), ""},
		"far deeper":               {deep(5_000), fail.CodeSvcDocsValidation},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, err := e.Extract(t.Context(), extract.Request{File: content, Schema: c.schema})
			if c.code == "" && err != nil || c.code != "" && fail.CodeOf(err) != c.code {
				t.Errorf("%v", err)
			}
		})
	}
}

// TestKeysAreGivenTheValuesOfTheirOwnColumn though a row goes on in the next one.
func TestKeysAreGivenTheValuesOfTheirOwnColumn(t *testing.T) {
	t.Parallel()
	content := drawn(t, func(f *fpdf.Fpdf) {
		for i, row := range [][2]string{{"Invoice number: A-17", "Ship to: Acme Tools Ltd"}, {"Our reference:", "12 Harbour Road"}, {"Date: 2026-02-03", "Contact: Ann Smith"}, {"Vessel:", ""}, {"NORTHERN STAR", ""}} {
			f.Text(50, float64(80+16*i), row[0])
			f.Text(330, float64(80+16*i), row[1])
		}
	})
	pages, _, err := newEngine(t).Read(t.Context(), content, 1, nil)
	if err != nil {
		t.Fatal(err)
	}
	got := map[string]string{}
	for _, b := range pages[0].Blocks {
		if b.Kind == extract.BlockKeyValue {
			got[b.Rows[0][0]] = b.Rows[0][1]
		}
	}
	for key, want := range map[string]string{"Invoice number": "A-17", "Our reference": "", "Date": "2026-02-03", "Vessel": "NORTHERN STAR", "Contact": "Ann Smith"} {
		if got[key] != want {
			t.Errorf("%s: %q, want %q", key, got[key], want)
		}
	}
}
