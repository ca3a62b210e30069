package api_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/xuri/excelize/v2"

	"tariffdesk/credit"
	"tariffdesk/extract"
)

func TestTheFourAuxiliaryEndpointsCostNothing(t *testing.T) {
	t.Parallel()
	s := setupDocuments(t)
	const base = "/api/v3/svcdocs/"
	r := s.post(base+"generate-schema", s.key, map[string]string{"description": "invoice with number, date and total"}).want(200)
	if !strings.Contains(string(r.body), `"invoice_number"`) {
		t.Errorf("%s", r.body)
	}
	s.post(base+"generate-schema", s.key, map[string]string{}).fails(422, "SvcDocsValidationError", "description")
	for schema, want := range map[string]string{
		`{"type":"object","properties":{"a":{"type":"string"}}}`: `{"valid":true,"errors":[],"extractable":true,"limits":[]}`,
		`{"type":"object"}`:                      `{"valid":true,"errors":[],"extractable":false,"limits":["no properties"]}`,
		`{"type":"strin","properties":{"a":{}}}`: `{"valid":false,"errors":["/type: value must be one of 'array', 'boolean', 'integer', 'null', 'number', 'object', 'string'"],"extractable":false,"limits":[]}`,
		`null`:                                   `{"valid":false,"errors":["(root): got null, want boolean or object"],"extractable":false,"limits":["the schema is not a JSON object"]}`,
	} {
		if got := s.post(base+"validate-schema", s.key, `{"json_schema":`+schema+`}`).want(200); strings.TrimSpace(string(got.body)) != want {
			t.Errorf("%s\ngot  %s\nwant %s", schema, got.body, want)
		}
	}
	s.post(base+"validate-schema", s.key, `{}`).fails(422, "SvcDocsValidationError", "json_schema")
	var info struct {
		Valid  bool     `json:"valid"`
		Type   string   `json:"type"`
		Pages  int      `json:"pages"`
		Errors []string `json:"errors"`
	}
	s.do1(s.formRequest(base+"validate-file", upload(invoicePDF(t))), s.key).want(200).decode(&info)
	if !info.Valid || info.Type != "pdf" || info.Pages != 1 {
		t.Errorf("%+v", info)
	}
	s.do1(s.formRequest(base+"validate-file", upload("junk")), s.key).want(200).decode(&info)
	if info.Valid || len(info.Errors) != 1 {
		t.Errorf("%+v", info)
	}
	s.do1(s.formRequest(base+"generate-excel-schema", part{field: "file", value: "junk", name: "a.xlsx"}), s.key).want(400)
	s.do1(s.formRequest(base+"generate-excel-schema"), s.key).fails(422, "SvcDocsValidationError", "file")
	if balance := s.get("/api/v3/organization/subscription-info", s.key).want(200); !strings.Contains(string(balance.body), `"remaining":100`) {
		t.Errorf("%s", balance.body)
	}
}

// priceList is a workbook as people make them: a title, a gap, a header in Spanish, typed cells, codes
// with leading zeros, an empty column, a header twice, and a second sheet.
func priceList(t *testing.T) string {
	t.Helper()
	book := excelize.NewFile()
	defer book.Close()
	set := func(sheet, cell string, values ...any) {
		if err := book.SetSheetRow(sheet, cell, &values); err != nil {
			t.Fatal(err)
		}
	}
	set("Sheet1", "A1", "Lista de precios 2026")
	set("Sheet1", "A3", "Código", "Descripción", "Cantidad", "Precio unitario", "Fecha de entrega", nil, "Peso neto (kg)", "Nota", "Nota", "Descuento")
	day := time.Date(2026, 3, 1, 0, 0, 0, 0, time.UTC)
	set("Sheet1", "A4", "00123", "Silla de roble", 4, 1249.5, day, nil, 7.25, "frágil", "x", "5%")
	set("Sheet1", "A5", "00124", "Mesa, 120 × 80", 2, 80, day.AddDate(0, 0, 1), nil, 31, "", "", "10%")
	set("Sheet1", "A6", "00125", "Banco", 10, 15.25, day.AddDate(0, 1, 0), nil, nil, "", "", "")
	if _, err := book.NewSheet("Containers"); err != nil {
		t.Fatal(err)
	}
	set("Containers", "A1", "Container No.", "Seal", "Sealed?")
	set("Containers", "A2", "MSKU1234565", "77120", true)
	var b bytes.Buffer
	if err := book.Write(&b); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestAWorkbooksColumnsBecomeASchema(t *testing.T) {
	t.Parallel()
	s := setupDocuments(t)
	const path = "/api/v3/svcdocs/generate-excel-schema"
	columns := func(fields ...part) string {
		t.Helper()
		var got struct {
			Schema  json.RawMessage `json:"json_schema"`
			Columns []extract.Column
		}
		s.do1(s.formRequest(path, append(fields, part{"file", priceList(t), "prices.xlsx"})...), s.key).want(200).decode(&got)
		if problems := extract.CheckSchema(got.Schema); problems != nil {
			t.Errorf("the schema is not valid: %q", problems)
		}
		var all []string
		for _, c := range got.Columns {
			all = append(all, fmt.Sprintf("%s=%s:%s%q", c.Header, c.Property, c.Type, c.Examples))
			if !strings.Contains(string(got.Schema), `"`+c.Property+`":{`) {
				t.Errorf("%s is not in the schema: %s", c.Property, got.Schema)
			}
		}
		return strings.Join(all, "\n")
	}
	want := strings.Join([]string{
		`Código=codigo:string["00123" "00124" "00125"]`, `Descripción=descripcion:string["Silla de roble" "Mesa, 120 × 80" "Banco"]`,
		`Cantidad=cantidad:integer["4" "2" "10"]`, `Precio unitario=precio_unitario:number["1249.5" "80" "15.25"]`,
		`Fecha de entrega=fecha_entrega:date["2026-03-01" "2026-03-02" "2026-04-01"]`, `Peso neto (kg)=peso_neto:number["7.25" "31"]`,
		`Nota=nota:string["frágil"]`, `Nota=nota_2:string["x"]`, `Descuento=descuento:number["5%" "10%"]`}, "\n")
	if got := columns(); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	if got := columns(part{field: "header_row", value: "3"}); got != want {
		t.Errorf("a header row given: %s", got)
	}
	want = `Container No.=container_number:string["MSKU1234565"]` + "\n" + `Seal=seal:string["77120"]` + "\n" + `Sealed?=sealed:boolean["true"]`
	if got := columns(part{field: "sheet", value: "Containers"}); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	refused := func(says string, fields ...part) {
		t.Helper()
		r := s.do1(s.formRequest(path, append(fields, part{"file", priceList(t), "prices.xlsx"})...), s.key)
		if r.status != 400 && r.status != 422 || !strings.Contains(string(r.body), says) {
			t.Errorf("%d %s", r.status, r.body)
		}
	}
	refused("Prices", part{field: "sheet", value: "Prices"})
	refused("header_row", part{field: "header_row", value: "0"})
	refused("header_row", part{field: "header_row", value: "third"})
	refused("header_row", part{field: "header_row", value: "2"})
	refused("header_row", part{field: "header_row", value: "99"})
	s.keeps(100 * credit.One)
}

// TestTheDocumentOfTheRoutesNamesEveryAnswer holds the OpenAPI document to what the tests beside get.
func TestTheDocumentOfTheRoutesNamesEveryAnswer(t *testing.T) {
	t.Parallel()
	s := setupDocuments(t)
	var doc struct {
		Paths map[string]map[string]struct {
			Responses map[string]struct {
				Ref string `json:"$ref"`
			} `json:"responses"`
		} `json:"paths"`
		Components struct {
			Responses map[string]struct {
				Content map[string]struct {
					Example ErrorBody `json:"example"`
				} `json:"content"`
			} `json:"responses"`
		} `json:"components"`
	}
	s.get("/openapi.json", "").want(200).decode(&doc)
	free := []int{400, 401, 403, 413, 415, 422, 429, 500, 503}
	charged := append([]int{402, 404, 409, 502}, free...)
	for name, want := range map[string][]int{"extract": charged, "digitize": charged, "generate-schema": free, "generate-excel-schema": free, "validate-schema": free, "validate-file": free} {
		responses := doc.Paths["/api/v3/svcdocs/"+name]["post"].Responses
		for _, status := range want {
			refused := doc.Components.Responses[strings.TrimPrefix(responses[strconv.Itoa(status)].Ref, "#/components/responses/")]
			if body := refused.Content["application/json"].Example; body.StatusCode != status || body.Error == "" || body.Message == "" {
				t.Errorf("%s %d: %+v", name, status, body)
			}
		}
		if _, ok := responses["200"]; !ok {
			t.Errorf("%s does not document its success", name)
		}
	}
}
