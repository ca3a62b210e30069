package extract_test

import (
	"bytes"
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"tariffdesk/extract"
)

var update = flag.Bool("update", false, "rewrite golden files")

type document struct {
	File     string          `json:"file"`
	Type     string          `json:"doc_type"`
	Schema   json.RawMessage `json:"schema"`
	Expected any             `json:"expected"`
}

func newEngine(t testing.TB) *extract.Engine {
	t.Helper()
	e, err := extract.New(extract.Config{PageTime: time.Hour}) // on a slow machine too, what is on the page decides
	if err != nil {
		t.Fatal(err)
	}
	return e
}

func layouts(t testing.TB) []document {
	t.Helper()
	var all []document
	if err := json.Unmarshal(file(t, "testdata/layouts/manifest.json"), &all); err != nil {
		t.Fatal(err)
	}
	return all
}

// grounded are all layouts as the engine reads them with the places of their values, by file; read once for all tests.
func grounded(t testing.TB) map[string]extract.Result {
	t.Helper()
	all, err := readOnce()
	if err != nil {
		t.Fatal(err)
	}
	return all
}

var readOnce = sync.OnceValues(func() (map[string]extract.Result, error) {
	var documents []document
	manifest, err := os.ReadFile("testdata/layouts/manifest.json")
	if err == nil {
		err = json.Unmarshal(manifest, &documents)
	}
	if err != nil {
		return nil, err
	}
	e, err := extract.New(extract.Config{PageTime: time.Hour})
	if err != nil {
		return nil, err
	}
	all := map[string]extract.Result{}
	for _, d := range documents {
		content, err := os.ReadFile("testdata/layouts/" + d.File)
		if err != nil {
			return nil, err
		}
		r := extract.Request{File: content, Schema: d.Schema, DocumentType: d.Type, Grounding: true}
		if all[d.File], err = e.Extract(context.Background(), r); err != nil {
			return nil, fmt.Errorf("%s: %w", d.File, err)
		}
	}
	return all, nil
})

func file(t testing.TB, name string) []byte {
	t.Helper()
	b, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func write(t testing.TB, name string, content []byte) {
	t.Helper()
	if err := os.WriteFile(name, content, 0o644); err != nil {
		t.Fatal(err)
	}
}

// TestLayoutsGiveTheirGoldenData holds each layout to the data, the places and the reports last reviewed.
func TestLayoutsGiveTheirGoldenData(t *testing.T) {
	t.Parallel()
	e := newEngine(t)
	for _, d := range layouts(t) {
		t.Run(d.File, func(t *testing.T) {
			t.Parallel()
			got, err := e.Extract(t.Context(), extract.Request{File: file(t, "testdata/layouts/"+d.File), Schema: d.Schema, DocumentType: d.Type})
			if err != nil {
				t.Fatal(err)
			}
			var indented bytes.Buffer
			if err := json.Indent(&indented, got.Data, "", "\t"); err != nil {
				t.Fatal(err)
			}
			indented.WriteString("\n" + strings.Join(got.Errors, "\n"))
			golden := filepath.Join("testdata/golden", strings.TrimSuffix(d.File, ".pdf")+".json")
			if *update {
				write(t, golden, indented.Bytes())
			}
			if want := file(t, golden); !bytes.Equal(want, indented.Bytes()) {
				t.Errorf("differs from %s:\n%s", golden, indented.String())
			}
		})
	}
}

// TestEveryGroundedValueIsPrintedWhereItIsSaidToBe is the promise not to invent, field by field.
func TestEveryGroundedValueIsPrintedWhereItIsSaidToBe(t *testing.T) {
	t.Parallel()
	e := newEngine(t)
	d := layouts(t)[0]
	content := file(t, "testdata/layouts/"+d.File)
	got, err := e.Extract(t.Context(), extract.Request{File: content, Schema: d.Schema, Grounding: true})
	if err != nil {
		t.Fatal(err)
	}
	pages, _, err := e.Read(t.Context(), content, 10, nil)
	if err != nil {
		t.Fatal(err)
	}
	if len(got.Fields) < 30 {
		t.Fatalf("only %d grounded fields", len(got.Fields))
	}
	for pointer, f := range got.Fields {
		printed := strings.Join(strings.Fields(pages[f.Page-1].Text), " ")
		if !strings.Contains(printed, f.Text) || f.Confidence <= 0 || f.Confidence > 1 || f.Source != "text" {
			t.Errorf("%s: %+v", pointer, f)
		}
		if f.Box[0] >= f.Box[2] || f.Box[1] >= f.Box[3] || f.Box[3] > 1 || f.Box[2] > 1 {
			t.Errorf("%s: box %v", pointer, f.Box)
		}
	}
}

const someSchema = `{"type":"object","properties":{%s}}`

func extractWith(t *testing.T, properties string) (map[string]any, extract.Result) {
	t.Helper()
	got, err := newEngine(t).Extract(t.Context(), extract.Request{
		File: file(t, "testdata/layouts/01_commercial_invoice_en.pdf"), Schema: json.RawMessage(strings.Replace(someSchema, "%s", properties, 1)), DocumentType: "invoice",
	})
	if err != nil {
		t.Fatal(err)
	}
	var data map[string]any
	if err := json.Unmarshal(got.Data, &data); err != nil {
		t.Fatal(err)
	}
	return data, got
}

func TestWhatIsNotPrintedIsLeftOutAndReported(t *testing.T) {
	t.Parallel()
	data, got := extractWith(t, `"letter_of_credit_number":{"type":"string"},"total":{"type":"number"}`)
	if _, ok := data["letter_of_credit_number"]; ok || data["total"] == nil {
		t.Errorf("data %v", data)
	}
	if len(got.Errors) != 1 || !strings.HasPrefix(got.Errors[0], "/letter_of_credit_number: ") {
		t.Errorf("errors %q", got.Errors)
	}
}

func TestARequiredNullableFieldIsNullAndAPatternIsKept(t *testing.T) {
	t.Parallel()
	data, got := extractWith(t, `"cufe":{"oneOf":[{"type":"string"},{"type":"null"}]},"currency":{"type":"string","pattern":"^[a-z]+$"}},"required":["cufe"],"definitions":{"x":{}`)
	if v, ok := data["cufe"]; !ok || v != nil {
		t.Errorf("data %v", data)
	}
	if _, ok := data["currency"]; ok {
		t.Errorf("a value against the pattern was kept: %v", data)
	}
	if !strings.Contains(strings.Join(got.Errors, "\n"), "/currency: the value printed does not fit the schema") {
		t.Errorf("errors %q", got.Errors)
	}
}

func TestNestedObjectsEnumsAndLocalReferencesAreFilled(t *testing.T) {
	t.Parallel()
	data, _ := extractWith(t, `"seller":{"$ref":"#/definitions/party"},"buyer":{"$ref":"#/definitions/party"},"currency":{"enum":["EUR","USD"]}},"definitions":{"party":{"type":"object","properties":{"name":{"type":"string"},"address":{"type":"string"}}}`)
	seller, _ := data["seller"].(map[string]any)
	buyer, _ := data["buyer"].(map[string]any)
	if seller["name"] == nil || buyer["name"] == nil || seller["name"] == buyer["name"] || seller["address"] == nil || data["currency"] != "USD" {
		t.Errorf("data %v", data)
	}
}

func TestWithoutASchemaTheFieldsOfTheDocumentAreInferred(t *testing.T) {
	t.Parallel()
	got, err := newEngine(t).Extract(t.Context(), extract.Request{
		File: file(t, "testdata/layouts/01_commercial_invoice_en.pdf"), Schema: json.RawMessage(`{"invoice_number":"string"}`), Infer: true, DocumentType: "invoice",
	})
	if err != nil {
		t.Fatal(err)
	}
	var data map[string]any
	if err := json.Unmarshal(got.Data, &data); err != nil {
		t.Fatal(err)
	}
	lines, _ := data["line_items"].([]any)
	if data["invoice_number"] == nil || data["total_amount"] == nil || data["incoterm"] == nil || len(lines) != 6 {
		t.Errorf("data %s", got.Data)
	}
}

func TestASchemaIsWrittenInTheLanguageOfItsRequest(t *testing.T) {
	t.Parallel()
	e := newEngine(t)
	for text, wants := range map[string][]string{
		"commercial invoice with number, date, seller, and lines with description, quantity, unit price":       {`"invoice_number"`, `"invoice_date":{"type":"string","format":"date"`, `"line_items":{"type":"array"`, `"quantity":{"type":"number"`, `"unit_price"`},
		"factura comercial con número, fecha, vendedor y partidas con descripción, cantidad y precio unitario": {`"numero_factura"`, `"fecha":{"type":"string","format":"date"`, `"partidas":{"type":"array"`, `"cantidad":{"type":"number"`, `"precio_unitario"`},
	} {
		raw, _, err := e.GenerateSchema("", text)
		if err != nil {
			t.Fatal(err)
		}
		for _, want := range wants {
			if !strings.Contains(string(raw), want) {
				t.Errorf("%q lacks %s: %s", text, want, raw)
			}
		}
		if problems := extract.CheckSchema(raw); problems != nil {
			t.Errorf("%q: %v", text, problems)
		}
	}
}

func TestASpreadsheetsColumnsBecomeTypedProperties(t *testing.T) {
	t.Parallel()
	raw, columns, err := newEngine(t).GenerateTableSchema([][]string{
		{"Price list"}, {"Código", "Descripción", "Cantidad", "Precio", "Fecha", "Extra field!"},
		{"001", "Silla", "4", "12.50", "2025-01-31", "x"}, {"002", "Mesa", "2", "80", "2025-02-01", ""},
	}, 0)
	if err != nil {
		t.Fatal(err)
	}
	var types []string
	for _, c := range columns {
		types = append(types, c.Property+":"+c.Type)
	}
	want := "codigo:string descripcion:string cantidad:integer precio:number fecha:date extra_field:string"
	if got := strings.Join(types, " "); got != want || extract.CheckSchema(raw) != nil {
		t.Errorf("%s\n%s", got, raw)
	}
}
