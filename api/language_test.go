package api_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"strings"
	"testing"

	"tariffdesk/fail"
	"tariffdesk/jobs"
	"tariffdesk/language"
)

// inSpanish checks that an answer refuses in Spanish, and that it says what it would say in English.
func (r *response) inSpanish(message string) ErrorBody {
	r.t.Helper()
	var b ErrorBody
	r.decode(&b)
	if b.Message != message || r.header.Get("Content-Language") != "es" || !strings.Contains(strings.Join(r.header.Values("Vary"), ","), "Accept-Language") {
		r.t.Errorf("%d %q (%q), want %q; headers %v", r.status, b.Message, b.Errors, message, r.header)
	}
	return b
}

// accepting is a request with an Accept-Language header.
func accepting(r *http.Request, header string) *http.Request {
	r.Header.Set("Accept-Language", header)
	return r
}

func TestEveryKindOfRefusalAnswersInTheLanguageOfItsCall(t *testing.T) {
	t.Parallel()
	s := setupDocuments(t)
	get := func(path string) *http.Request {
		return accepting(s.request(http.MethodGet, path, nil), "en;q=0.1, es")
	}
	post := func(path, body string) *http.Request {
		r := accepting(s.request(http.MethodPost, path, strings.NewReader(body)), "es-MX, es;q=0.9")
		r.Header.Set("Content-Type", "application/json")
		return r
	}
	s.do1(get("/api/v3/jobs"), "").want(401).inSpanish("falta el token: envíe el encabezado Authorization: Bearer <token>")
	s.do1(get("/api/v3/nothing"), s.key).want(404).inSpanish("no hay nada en esta ruta")
	s.do1(get("/docs/guide/nothing.md"), "").want(404).inSpanish("la guía no tiene esa página; /docs/guide las enumera")
	s.do1(accepting(s.request(http.MethodDelete, "/api/v3/jobs", nil), "es"), s.key).want(405).inSpanish("esta ruta no admite el método DELETE")
	s.do1(get("/api/v3/jobs/"+missingID), s.key).want(404).inSpanish("no existe ese trabajo")
	s.do1(get("/api/v3/jobs?limit=x"), s.key).want(400).inSpanish("limit: debe ser un número entero")
	b := s.do1(post("/api/v3/svcdocs/generate-schema", `{"description":7,"other":1}`), s.key).want(422).
		inSpanish("la solicitud tiene 2 problemas: description: debe ser un texto; other: no se admite este campo")
	if len(b.Errors) != 2 || b.Errors[0] != "description: debe ser un texto" {
		t.Errorf("%q", b.Errors)
	}
	s.do1(post("/api/v3/svcdocs/generate-schema", `{"description":`), s.key).want(400).inSpanish("body: el JSON no es válido: el JSON termina antes de tiempo")
	s.do1(post("/api/v3/svcdocs/generate-schema", strings.Repeat("x", 2<<20)), s.key).want(413).inSpanish("body: supera el límite de 1048576 bytes")
	r := post("/api/v3/svcdocs/generate-schema", "a=b")
	r.Header.Set("Content-Type", "text/plain")
	s.do1(r, s.key).want(415).inSpanish("Content-Type: debe ser application/json")
	s.do1(get("/api/v3/sharelink/questions/"+strings.Repeat("x", 43)), "").want(404).inSpanish("no existe ese enlace")
	s.do1(accepting(s.request(http.MethodGet, "/api/v3/jobs/"+missingID, nil), "es;q=0, *"), s.key).fails(404, "NotFound", "no such job")
	s.do1(accepting(s.request(http.MethodGet, "/api/v3/jobs/"+missingID, nil), strings.Repeat("es;q=0.1,", 900)), s.key).want(404).inSpanish("no existe ese trabajo")
}

const missingID = "00000000-0000-4000-8000-000000000000"

func TestAStatedLanguageDecidesBeforeTheHeader(t *testing.T) {
	t.Parallel()
	s := setup(t)
	form := func(query, header string, parts ...part) *response {
		body, contentType := formBody(t, parts...)
		r := accepting(s.request(http.MethodPost, classifyPath+"?country_code=WORLD"+query, bytes.NewReader(body)), header)
		r.Header.Set("Content-Type", contentType)
		return s.do1(r, s.key)
	}
	const spanish = "product_description, image_files, document_files: se requiere al menos uno de ellos, o answers con classification_record_id"
	form("", "es").want(400).inSpanish(spanish)
	form("", "en", part{field: "language", value: "Spanish"}).want(400).inSpanish(spanish)
	form("", "es", part{field: "language", value: "English"}).fails(400, "BadRequest", "at least one of them is required")
	form("", "", part{field: "language", value: ""}).fails(400, "BadRequest", "at least one of them is required")

	link := func(body string) *response {
		r := accepting(s.request(http.MethodPost, "/api/v3/sharelink", strings.NewReader(body)), "en")
		r.Header.Set("Content-Type", "application/json")
		return s.do1(r, s.key)
	}
	link(`{"expires_in_hours":"x","language":"Spanish"}`).want(422).inSpanish("expires_in_hours: debe ser un número entero")
	link(`{"expires_in_hours":"x"}`).fails(422, "ValidationError", "expected integer")
	s.do1(accepting(s.request(http.MethodGet, "/api/v3/jobs?limit=0&language=Spanish", nil), "en"), s.key).want(400).
		inSpanish("limit: debe ser un número mayor o igual que 1")
}

func TestTheErrorOfAJobIsStoredInEnglishAndToldInTheLanguageOfWhoAsks(t *testing.T) {
	t.Parallel()
	s := setup(t)
	s.handle(func(context.Context, jobs.Job, func(jobs.Progress)) (jobs.Outcome, error) {
		return jobs.Outcome{}, fail.Wrap(errors.New("inside"), fail.CodeSvcDocsResource, "the file has no pages").With("file: the file has no pages")
	})
	stream := s.do1(accepting(s.formRequest(classifyPath+"?country_code=WORLD", description("shirt"), part{field: "streaming", value: "true"}), "es"), s.key).want(200)
	lines := strings.Split(strings.TrimSpace(string(stream.body)), "\n")
	var first struct{ Message string }
	var last struct{ Data ErrorBody }
	if json.Unmarshal([]byte(lines[0]), &first) != nil || json.Unmarshal([]byte(lines[len(lines)-1]), &last) != nil {
		t.Fatalf("%s", stream.body)
	}
	if first.Message != "aceptada" || last.Data.Message != "el archivo no tiene páginas" || last.Data.Errors[0] != "file: el archivo no tiene páginas" {
		t.Errorf("%s", stream.body)
	}
	id := stream.header.Get("X-Job-ID")
	for header, want := range map[string]string{"es": "el archivo no tiene páginas", "en": "the file has no pages"} {
		var j struct{ Error ErrorBody }
		s.do1(accepting(s.request(http.MethodGet, "/api/v3/jobs/"+id, nil), header), s.key).want(200).decode(&j)
		if j.Error.Message != want || j.Error.Error != "SvcDocsResourceError" {
			t.Errorf("%s: %+v", header, j.Error)
		}
		var list struct{ Data []struct{ Error ErrorBody } }
		s.do1(accepting(s.request(http.MethodGet, "/api/v3/jobs", nil), header), s.key).want(200).decode(&list)
		if list.Data[0].Error.Message != want {
			t.Errorf("%s: %+v", header, list.Data)
		}
		var b ErrorBody
		s.do1(accepting(s.request(http.MethodGet, "/api/v3/jobs/"+id+"/result", nil), header), s.key).want(400).decode(&b)
		if b.Message != want {
			t.Errorf("%s: %+v", header, b)
		}
	}
}

func TestAJudgedSchemaIsToldOfInSpanish(t *testing.T) {
	t.Parallel()
	s := setupDocuments(t)
	var got struct{ Errors, Limits []string }
	r := accepting(s.request(http.MethodPost, "/api/v3/svcdocs/validate-schema", strings.NewReader(
		`{"json_schema":{"type":"nothing","minLength":-1,"properties":{"a":{"$ref":"#"},"b":{"pattern":"(?=x)"}}}}`)), "es")
	r.Header.Set("Content-Type", "application/json")
	s.do1(r, s.key).want(200).decode(&got)
	if len(got.Errors) == 0 || len(got.Limits) == 0 {
		t.Fatalf("%+v", got)
	}
	for _, text := range append(got.Errors, got.Limits...) {
		if english, known := language.Text(language.Spanish, text); known {
			t.Errorf("%q is English, %q in Spanish", text, english)
		}
		if !strings.Contains(text, " no ") && !strings.Contains(text, "debe ser") && !strings.Contains(text, "se refiere") {
			t.Errorf("%q", text)
		}
	}
}
