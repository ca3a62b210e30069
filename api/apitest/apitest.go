// Package apitest owns the recorder that holds answers of the service against its OpenAPI document, for tests of every
// package that calls over HTTP, and that tells in the end what no test has received.
//
// It refuses to call anything itself: an answer counts where a request really brought it about.
package apitest

import (
	"bytes"
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"maps"
	"mime"
	"net/http"
	"os"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"tariffdesk/api"
	"tariffdesk/language"
)

// Recorder holds answers against the OpenAPI document. It is safe for concurrent use.
type Recorder struct {
	Document   map[string]any
	Operations map[string]Operation // by the pattern that the mux matches

	mux      *http.ServeMux
	mu       sync.Mutex
	compiler *jsonschema.Compiler
	schemas  map[string]*jsonschema.Schema // by JSON pointer
	seen     map[string]bool               // operation ids with the class of an answer's status
	answers  map[string]realAnswer         // successes in JSON, by operation id and status
}

// Operation is one of the document.
type Operation struct {
	ID, Method, Path string
	Pointer          string // of the operation in the document
	Node             map[string]any
}

const documentURL = "file:///openapi.json"

// New returns a recorder of the document of a process with all its parts.
func New() (*Recorder, error) {
	b, err := api.Document("test")
	if err != nil {
		return nil, err
	}
	parsed, err := jsonschema.UnmarshalJSON(bytes.NewReader(b))
	if err != nil {
		return nil, fmt.Errorf("read the OpenAPI document: %w", err)
	}
	document, _ := parsed.(map[string]any)
	r := &Recorder{
		Document: document, Operations: map[string]Operation{}, mux: http.NewServeMux(), compiler: jsonschema.NewCompiler(),
		schemas: map[string]*jsonschema.Schema{}, seen: map[string]bool{}, answers: map[string]realAnswer{},
	}
	forbidOthers(At(document, "components", "schemas"))
	r.compiler.DefaultDraft(jsonschema.Draft2020)
	r.compiler.AssertFormat()
	if err := r.compiler.AddResource(documentURL, document); err != nil {
		return nil, fmt.Errorf("read the OpenAPI document: %w", err)
	}
	for route, item := range At(document, "paths") {
		for method := range item.(map[string]any) {
			node := At(document, "paths", route, method)
			op := Operation{
				ID: fmt.Sprint(node["operationId"]), Method: strings.ToUpper(method), Path: route,
				Pointer: "/paths/" + escaped(route) + "/" + method, Node: node,
			}
			pattern := op.Method + " " + route
			r.Operations[pattern] = op
			r.mux.HandleFunc(pattern, func(http.ResponseWriter, *http.Request) {})
		}
	}
	return r, nil
}

// At walks down objects.
func At(node map[string]any, names ...string) map[string]any {
	for _, name := range names {
		node, _ = node[name].(map[string]any)
	}
	return node
}

func escaped(name string) string {
	return strings.NewReplacer("~", "~0", "/", "~1").Replace(name)
}

// forbidOthers makes members that the document does not name a failure of the suite: an answer may gain
// members, but not before the document has them.
func forbidOthers(schemas map[string]any) {
	for _, schema := range schemas {
		if s := schema.(map[string]any); s["properties"] != nil && s["additionalProperties"] == nil {
			s["additionalProperties"] = false
		}
	}
}

// Handler wraps next and compares each answer with the document. routes are the routes of next, as "METHOD /path"
// with path parameters as :name.
func (r *Recorder) Handler(t testing.TB, next http.Handler, routes []string) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, req *http.Request) {
		answer := &recordedWriter{ResponseWriter: w, status: http.StatusOK}
		next.ServeHTTP(answer, req)
		op, ok := r.find(req)
		if !ok || !slices.Contains(routes, op.Method+" "+strings.NewReplacer("{", ":", "}", "").Replace(op.Path)) {
			return
		}
		r.record(t, op, req, answer.status, w.Header(), answer.body.Bytes())
	})
}

// Transport wraps next and compares each answer with the document, for tests that call another process. It reads a
// streamed answer to its end first.
func (r *Recorder) Transport(t testing.TB, next http.RoundTripper) http.RoundTripper {
	return roundTrip(func(req *http.Request) (*http.Response, error) {
		answer, err := next.RoundTrip(req)
		if err != nil {
			return nil, err
		}
		op, ok := r.find(req)
		if !ok {
			return answer, nil
		}
		body, err := io.ReadAll(answer.Body)
		_ = answer.Body.Close()
		if err != nil {
			return nil, err
		}
		answer.Body = io.NopCloser(bytes.NewReader(body))
		r.record(t, op, req, answer.StatusCode, answer.Header, body)
		return answer, nil
	})
}

type roundTrip func(*http.Request) (*http.Response, error)

// RoundTrip calls f.
func (f roundTrip) RoundTrip(r *http.Request) (*http.Response, error) { return f(r) }

func (r *Recorder) record(t testing.TB, op Operation, req *http.Request, status int, header http.Header, body []byte) {
	if req.Context().Err() != nil || req.Method == http.MethodHead {
		return
	}
	problems := r.check(op, status, header, body)
	for _, problem := range problems {
		t.Errorf("%s %s answered %d otherwise than documented: %s: %.600s", req.Method, req.URL.Path, status, problem, body)
	}
	if len(problems) == 0 {
		r.mu.Lock()
		defer r.mu.Unlock()
		r.seen[mark(op, strconv.Itoa(status))] = true
		if status < http.StatusMultipleChoices && strings.HasPrefix(header.Get("Content-Type"), "application/json") && len(body) <= maxCompiled {
			r.answers[fmt.Sprint(op.ID, " ", status)] = realAnswer{op, status, bytes.Clone(body)}
		}
	}
}

// mark is an operation with the class of a status, such as "classify 4xx".
func mark(op Operation, status string) string { return op.ID + " " + status[:1] + "xx" }

// Finish judges what all tests of a package have received, once they have run with the code of a success, and returns
// the code to end with: 1 where an operation has a class of statuses that no answer was of, or where TypeScript does
// not take an answer. It returns code as it is where tests were chosen among.
func (r *Recorder) Finish(code int, modules string) int {
	for _, name := range []string{"test.run", "test.skip", "test.list", "test.fuzz"} {
		if f := flag.Lookup(name); f != nil && f.Value.String() != "" {
			return code
		}
	}
	if code != 0 {
		return code
	}
	if unseen := r.unseen(); len(unseen) > 0 {
		fmt.Fprintf(os.Stderr, "the OpenAPI document promises answers that no test received:\n\t%s\n", strings.Join(unseen, "\n\t"))
		code = 1
	}
	if err := r.CompileTypeScript(context.Background(), modules); err != nil {
		fmt.Fprintln(os.Stderr, err)
		code = 1
	}
	return code
}

// unseen lists each operation with each class of statuses that the document has and no answer was of, and each
// success in JSON by its status.
func (r *Recorder) unseen() []string {
	r.mu.Lock()
	defer r.mu.Unlock()
	unseen := map[string]bool{}
	for _, op := range r.Operations {
		for status, answer := range At(op.Node, "responses") {
			if !r.seen[mark(op, status)] {
				unseen[mark(op, status)] = true
			}
			key := op.ID + " " + status
			if _, ok := r.answers[key]; !ok && status < "300" && At(answer.(map[string]any), "content")["application/json"] != nil {
				unseen[key] = true
			}
		}
	}
	return slices.Sorted(maps.Keys(unseen))
}

type recordedWriter struct {
	http.ResponseWriter
	status int
	body   bytes.Buffer
}

// WriteHeader keeps the status and passes it on.
func (w *recordedWriter) WriteHeader(status int) {
	w.status = status
	w.ResponseWriter.WriteHeader(status)
}

// Write keeps a copy of b and passes b on.
func (w *recordedWriter) Write(b []byte) (int, error) {
	w.body.Write(b)
	return w.ResponseWriter.Write(b)
}

// Unwrap lets http.ResponseController reach the connection.
func (w *recordedWriter) Unwrap() http.ResponseWriter { return w.ResponseWriter }

func (r *Recorder) find(req *http.Request) (Operation, bool) {
	if path.Clean(req.URL.Path) != req.URL.Path {
		return Operation{}, false
	}
	_, pattern := r.mux.Handler(req)
	op, ok := r.Operations[pattern]
	return op, ok
}

// check returns how an answer differs from the document.
func (r *Recorder) check(op Operation, status int, header http.Header, body []byte) (problems []string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	pointer := op.Pointer + "/responses/" + strconv.Itoa(status)
	answer := At(op.Node, "responses", strconv.Itoa(status))
	if answer == nil {
		return []string{op.ID + " does not document this status"}
	}
	if name, ok := strings.CutPrefix(fmt.Sprint(answer["$ref"]), "#/components/responses/"); ok {
		answer, pointer = At(r.Document, "components", "responses", name), "/components/responses/"+name
	}
	problems = r.headers(answer, header)
	content := At(answer, "content")
	if len(content) == 0 {
		if len(body) > 0 {
			problems = append(problems, "a body is not documented")
		}
		return problems
	}
	mediaType, _, err := mime.ParseMediaType(header.Get("Content-Type"))
	if err != nil || content[mediaType] == nil {
		return append(problems, fmt.Sprintf("media type %q is not documented", header.Get("Content-Type")))
	}
	pointer += "/content/" + escaped(mediaType) + "/schema"
	switch mediaType {
	case "application/json":
		problems = append(problems, r.validate(pointer, body)...)
	case "application/x-ndjson":
		for line := range bytes.Lines(body) {
			problems = append(problems, r.validate(pointer, line)...)
		}
	}
	if status >= http.StatusBadRequest {
		problems = append(problems, unnamed(status, body)...)
		problems = append(problems, untranslated(header, body)...)
	}
	return problems
}

// untranslated finds the sentences of an error in English that have no translation, and a header that is missing.
func untranslated(header http.Header, body []byte) (problems []string) {
	if !slices.Contains(header.Values("Vary"), "Accept-Language") {
		problems = append(problems, "Vary does not name Accept-Language")
	}
	var e struct {
		Message string
		Errors  []string
	}
	if header.Get("Content-Language") != language.English.Tag() || json.Unmarshal(body, &e) != nil {
		return problems
	}
	if text, texts, known := language.Messages(language.Spanish, e.Message, e.Errors); !known {
		problems = append(problems, fmt.Sprintf("a message has no translation: %q, %q", text, texts))
	}
	return problems
}

// headers returns the headers that the document has and this answer should not, and the reverse.
func (r *Recorder) headers(answer map[string]any, header http.Header) (problems []string) {
	declared := At(answer, "headers")
	for name, of := range At(r.Document, "components", "headers") {
		values := header.Values(name)
		required, _ := of.(map[string]any)["required"].(bool)
		switch {
		case len(values) > 0 && declared[name] == nil:
			problems = append(problems, "header "+name+" is not documented")
		case len(values) == 0 && declared[name] != nil && required:
			problems = append(problems, "header "+name+" is missing")
		case len(values) > 0:
			text, kind := values[0], At(of.(map[string]any), "schema")["type"]
			if _, err := strconv.ParseFloat(text, 64); kind != "string" && err != nil {
				problems = append(problems, fmt.Sprintf("header %s is %q, not a number", name, text))
			}
		}
	}
	return problems
}

// Validate returns how a body differs from the schema at a JSON pointer of the document.
func (r *Recorder) Validate(pointer string, body []byte) []string {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.validate(pointer, body)
}

func (r *Recorder) validate(pointer string, body []byte) []string {
	schema := r.schemas[pointer]
	if schema == nil {
		var err error
		if schema, err = r.compiler.Compile(documentURL + "#" + strings.NewReplacer("{", "%7B", "}", "%7D").Replace(pointer)); err != nil {
			return []string{"schema: " + err.Error()}
		}
		r.schemas[pointer] = schema
	}
	value, err := jsonschema.UnmarshalJSON(bytes.NewReader(body))
	if err != nil {
		return []string{err.Error()}
	}
	if err := schema.Validate(value); err != nil {
		return []string{err.Error()}
	}
	if finer := nanoseconds.FindString(string(body)); finer != "" {
		return []string{"a time is finer than microseconds: " + finer}
	}
	return nil
}

var (
	nanoseconds = regexp.MustCompile(`"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{7,}Z"`)
	// A field is a word of the request, with the way to it, or several of them.
	namesField = regexp.MustCompile(`^(json_response cannot be empty$|[\w$/.\[\]~ ?-]+(, [\w$/.\[\]~ ?-]+)*: )`)
)

// unnamed finds what an error with a cause in the request does not tell of it.
func unnamed(status int, body []byte) (problems []string) {
	if !slices.Contains([]int{400, 413, 415, 422}, status) {
		return nil
	}
	var e struct{ Errors []string }
	if err := json.Unmarshal(body, &e); err != nil {
		return []string{err.Error()}
	}
	if len(e.Errors) == 0 {
		return []string{"errors is empty"}
	}
	for _, text := range e.Errors {
		if !namesField.MatchString(text) {
			problems = append(problems, fmt.Sprintf("%q names no field", text))
		}
	}
	return problems
}
