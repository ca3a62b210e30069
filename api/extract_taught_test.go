package api_test

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"net/http"
	"strings"
	"testing"

	"tariffdesk/account"
	"tariffdesk/credit"
	"tariffdesk/jobs"
	"tariffdesk/worker"
)

const (
	schemasPath     = "/api/v3/svcdocs/schemas"
	correctionsPath = "/api/v3/svcdocs/corrections"
)

// setupTaught is setupDocuments with a worker that keeps words and reads by corrections.
func setupTaught(t *testing.T) *service {
	t.Helper()
	with, engine := withDocuments(t)
	s := setup(t, with)
	e := worker.Extraction{Engine: engine, Uploads: s.blobs, Store: s.store, Lessons: s.store, Blobs: s.blobs, Log: slog.New(slog.DiscardHandler)}
	s.handle(func(ctx context.Context, j jobs.Job, report func(jobs.Progress)) (jobs.Outcome, error) {
		return e.Extract(ctx, worker.Task{Job: j, Progress: report})
	})
	return s
}

func (s *service) put(path, token, body string) *response {
	s.t.Helper()
	r := s.request(http.MethodPut, path, strings.NewReader(body))
	r.Header.Set("Content-Type", "application/json")
	return s.do1(r, token)
}

func (s *service) remove(path, token string) *response {
	s.t.Helper()
	return s.do1(s.request(http.MethodDelete, path, nil), token)
}

// TestSchemasHaveNames goes through the schemas of the service and of an organisation, and what each name may be.
func TestSchemasHaveNames(t *testing.T) {
	t.Parallel()
	s := setupTaught(t)
	const own = `{"json_schema":{"title":"Mine","type":"object","properties":{"zeta":{"type":"string","title":"Invoice number"},"alpha":{"type":"number"}}}}`
	var one struct {
		Name   string          `json:"name"`
		Title  string          `json:"title"`
		Schema json.RawMessage `json:"json_schema"`
	}
	s.put(schemasPath+"/mine", s.key, own).want(200).decode(&one)
	if one.Title != "Mine" || !strings.Contains(string(one.Schema), `"zeta"`) || strings.Index(string(one.Schema), "zeta") > strings.Index(string(one.Schema), "alpha") {
		t.Errorf("%+v %s", one, one.Schema)
	}
	s.get(schemasPath+"/cfdi", s.key).want(200).decode(&one)
	if one.Title != "CFDI" || !strings.Contains(string(one.Schema), "Folio fiscal") {
		t.Errorf("%+v", one)
	}
	var all struct {
		Schemas []struct {
			Name    string `json:"name"`
			Builtin bool   `json:"builtin"`
		} `json:"schemas"`
	}
	s.get(schemasPath, s.key).want(200).decode(&all)
	if len(all.Schemas) != 11 || all.Schemas[10].Name != "mine" || all.Schemas[10].Builtin || !all.Schemas[0].Builtin {
		t.Errorf("%+v", all)
	}
	for name, status := range map[string]int{"cfdi": 409, "Mine": 422, "9mine": 422, "my-schema": 422, strings.Repeat("a", 65): 422} {
		if r := s.put(schemasPath+"/"+name, s.key, own); r.status != status {
			t.Errorf("%s: %d, want %d: %s", name, r.status, status, r.body)
		}
	}
	s.put(schemasPath+"/other", s.key, `{"json_schema":{"type":"object"}}`).fails(422, "SvcDocsValidationError", "properties")
	s.get(schemasPath+"/absent", s.key).fails(404, "NotFound", "no schema")
	s.remove(schemasPath+"/cfdi", s.key).fails(409, "Conflict", "service")

	named := func(name string) part {
		return data(`{"document_type":"invoice","document_description":"all","json_response":{"$builtin":"` + name + `"}}`)
	}
	var got struct {
		Data map[string]any `json:"document_data"`
	}
	s.extract(s.key, named("mine"), upload(invoicePDF(t))).want(200).decode(&got)
	if got.Data["zeta"] == nil {
		t.Errorf("%+v", got)
	}
	s.extract(s.key, named("commercial_invoice"), upload(invoicePDF(t))).want(200).decode(&got)
	if lines, ok := got.Data["line_items"].([]any); !ok || len(lines) == 0 || got.Data["invoice_number"] == nil {
		t.Errorf("%+v", got)
	}
	s.extract(s.key, named("invoices"), upload(invoicePDF(t))).fails(422, "SvcDocsValidationError", `json_response: there is no schema "invoices"`)
	s.extract(s.key, data(`{"document_type":"invoice","document_description":"all","json_response":{"$builtin":"cfdi","type":"object"}}`), upload(invoicePDF(t))).
		fails(422, "SvcDocsValidationError", "no other member")
	var judged struct {
		Valid bool `json:"valid"`
	}
	s.post("/api/v3/svcdocs/validate-schema", s.key, `{"json_schema":{"$builtin":"mine"}}`).want(200).decode(&judged)
	if !judged.Valid {
		t.Error("its own schema is not valid")
	}
	s.post("/api/v3/svcdocs/validate-schema", s.key, `{"json_schema":{"$builtin":"absent"}}`).fails(422, "SvcDocsValidationError", "json_schema: there is no schema")
	_, stranger := s.organisation(account.PlanPro, 100*credit.One)
	s.extract(stranger, named("mine"), upload(invoicePDF(t))).fails(422, "SvcDocsValidationError", "no schema")
	s.remove(schemasPath+"/mine", s.key).want(204)
	s.remove(schemasPath+"/mine", s.key).fails(404, "NotFound", "no schema")
}

// TestAnOrganisationKeepsAHundredSchemas holds the limit, and that a schema that is there may be changed at it.
func TestAnOrganisationKeepsAHundredSchemas(t *testing.T) {
	t.Parallel()
	s := setupTaught(t)
	const body = `{"json_schema":{"type":"object","properties":{"a":{"type":"string"}}}}`
	if err := s.store.Exec(t.Context(), `INSERT INTO extraction_schemas (organisation_id, name, schema) SELECT $1, 'a_' || n, '{"type":"object","properties":{"a":{"type":"string"}}}' FROM generate_series(1, 99) n`, s.org.ID); err != nil {
		t.Fatal(err)
	}
	s.put(schemasPath+"/last", s.key, body).want(200)
	s.put(schemasPath+"/more", s.key, body).fails(409, "Conflict", "100 schemas")
	s.put(schemasPath+"/last", s.key, body).want(200)
}

// letter is a page whose order number stands at a caption that names nothing known.
func letter(title, number, day string) string {
	return rawText([]string{"Molinos del Valle S.A.", title, "", "Zubernik: " + number, "Ref. interna: 55-01", "Date: " + day, "", "Total: 120.00"})
}

// rawText is a PDF of lines of text.
func rawText(lines []string) string {
	var b strings.Builder
	b.WriteString("BT /F1 11 Tf 60 760 Td 16 TL\n")
	for _, l := range lines {
		fmt.Fprintf(&b, "(%s) Tj T*\n", l)
	}
	b.WriteString("ET")
	var out strings.Builder
	var at []int
	add := func(s string) { at = append(at, out.Len()); fmt.Fprintf(&out, "%d 0 obj%sendobj\n", len(at), s) }
	out.WriteString("%PDF-1.4\n")
	add("<</Type/Catalog/Pages 2 0 R>>")
	add("<</Type/Pages/Kids[3 0 R]/Count 1>>")
	add("<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents 4 0 R/Resources<</Font<</F1<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>>>>>>>")
	add(fmt.Sprintf("<</Length %d>>stream\n%s\nendstream ", b.Len(), b.String()))
	xref := out.Len()
	fmt.Fprintf(&out, "xref\n0 %d\n0000000000 65535 f \n", len(at)+1)
	for _, n := range at {
		fmt.Fprintf(&out, "%010d 00000 n \n", n)
	}
	fmt.Fprintf(&out, "trailer<</Size %d/Root 1 0 R>>\nstartxref\n%d\n%%%%EOF", len(at)+1, xref)
	return out.String()
}

// TestACorrectionTeaches holds that a corrected value is in the result, that the next document of the issuer is read at the caption
// it stood at, that no other organisation's is, and that a correction that was removed teaches no more.
func TestACorrectionTeaches(t *testing.T) {
	t.Parallel()
	s := setupTaught(t)
	const asked = `{"document_type":"invoice","document_description":"all","json_response":{"type":"object","properties":{"batch_code":{"type":"string"},"total":{"type":"number"},"lines":{"type":"array","items":{"type":"object","properties":{"a":{"type":"number"}}}}}}}`
	read := func(token, number string) (string, any) {
		t.Helper()
		var got struct {
			Data map[string]any `json:"document_data"`
		}
		r := s.extract(token, data(asked), upload(letter("Invoice", number, "2026-03-05"))).want(200)
		r.decode(&got)
		return r.header.Get("X-Job-ID"), got.Data["batch_code"]
	}
	job, before := read(s.key, "QX-771")
	if before == "QX-771" {
		t.Fatal("it is read without being taught")
	}
	path := "/api/v3/jobs/" + job + "/corrections"
	var corrected struct {
		Data      map[string]any `json:"document_data"`
		Corrected []string       `json:"corrected"`
		Errors    []string       `json:"errors"`
	}
	s.post(path, s.key, `{"corrections":[{"pointer":"/batch_code","value":"QX-771"}]}`).want(200).decode(&corrected)
	if corrected.Data["batch_code"] != "QX-771" || fmt.Sprint(corrected.Corrected) != "[/batch_code]" || strings.Contains(fmt.Sprint(corrected.Errors), "/batch_code") {
		t.Errorf("%+v", corrected)
	}
	s.get("/api/v3/jobs/"+job+"/result", s.key).want(200).decode(&corrected)
	if corrected.Data["batch_code"] != "QX-771" || len(corrected.Corrected) != 1 {
		t.Errorf("the result is %+v", corrected)
	}
	if _, got := read(s.key, "QX-802"); got != "QX-802" {
		t.Errorf("the next document gives %v", got)
	}
	_, stranger := s.organisation(account.PlanPro, 100*credit.One)
	if _, got := read(stranger, "QX-803"); got == "QX-803" {
		t.Error("another organisation is read by the correction")
	}
	var list struct {
		Data []struct {
			ID, Issuer, Pointer, Caption string
			Value                        any
		} `json:"data"`
	}
	s.get(correctionsPath, s.key).want(200).decode(&list)
	if len(list.Data) != 1 || list.Data[0].Issuer != "Molinos del Valle S.A." || list.Data[0].Caption != "Zubernik" || list.Data[0].Value != "QX-771" {
		t.Fatalf("%+v", list)
	}
	s.remove(correctionsPath+"/"+list.Data[0].ID, stranger).fails(404, "NotFound", "no such correction")
	s.remove(correctionsPath+"/"+list.Data[0].ID, s.key).want(204)
	s.remove(correctionsPath+"/"+list.Data[0].ID, s.key).fails(404, "NotFound", "no such correction")
	if _, got := read(s.key, "QX-804"); got == "QX-804" {
		t.Error("a correction that was removed teaches")
	}
}

// TestCorrectionsThatAreRefused goes through jobs that are not the caller's, have no values or are gone, and values that the schema refuses.
func TestCorrectionsThatAreRefused(t *testing.T) {
	t.Parallel()
	s := setupTaught(t)
	job := s.extract(s.key, data(goodData), upload(invoicePDF(t))).want(200).header.Get("X-Job-ID")
	path := "/api/v3/jobs/" + job + "/corrections"
	balance := 100*credit.One - credit.One
	for body, says := range map[string]string{
		`{"corrections":[]}`: "corrections",
		`{"corrections":[{"pointer":"/absent","value":1}]}`:                           "corrections[0].pointer",
		`{"corrections":[{"pointer":"total","value":1}]}`:                             "corrections[0].pointer",
		`{"corrections":[{"pointer":"/total","value":"much"}]}`:                       "corrections[0].value",
		`{"corrections":[{"pointer":"/total","value":1,"document":2}]}`:               "corrections[0].document",
		`{"corrections":[{"pointer":"/total","value":1},{"pointer":"/x","value":1}]}`: "corrections[1].pointer",
	} {
		s.post(path, s.key, body).fails(422, "SvcDocsValidationError", says)
	}
	var read struct {
		Schema json.RawMessage `json:"json_schema"`
	}
	schema := "/api/v3/jobs/" + job + "/schema"
	if s.get(schema, s.key).want(200).decode(&read); !strings.Contains(string(read.Schema), `"total"`) {
		t.Errorf("the schema is %s", read.Schema)
	}
	_, stranger := s.organisation(account.PlanPro, 100*credit.One)
	s.get(schema, stranger).fails(404, "NotFound", "job")
	const good = `{"corrections":[{"pointer":"/total","value":12.5}]}`
	s.post(path, stranger, good).fails(404, "NotFound", "job")
	if err := s.store.Exec(t.Context(), `UPDATE jobs SET expires_at = now() - interval '1 minute', result = NULL WHERE id = $1`, job); err != nil {
		t.Fatal(err)
	}
	s.post(path, s.key, good).fails(410, "Gone", "expired")
	s.get(schema, s.key).fails(410, "Gone", "expired")
	if err := s.store.Exec(t.Context(), `UPDATE jobs SET kind = 'digitize' WHERE id = $1`, job); err != nil {
		t.Fatal(err)
	}
	s.post(path, s.key, good).fails(409, "Conflict", "extraction")
	s.get(schema, s.key).fails(409, "Conflict", "extraction")
	s.keeps(balance)
}
