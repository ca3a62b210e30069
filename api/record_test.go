package api_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"mime"
	"net/http"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"tariffdesk/api"
)

// recorder holds every answer of the suite against the OpenAPI document.
type recorder struct {
	mux        *http.ServeMux
	document   map[string]any
	operations map[string]operation // by the pattern that the mux matches

	mu       sync.Mutex
	compiler *jsonschema.Compiler
	schemas  map[string]*jsonschema.Schema // by JSON pointer
}

// operation is one of the document.
type operation struct {
	id, method, path string
	pointer          string // of the operation in the document
	node             map[string]any
}

// recorded is the recorder of this test binary.
var recorded = sync.OnceValues(newRecorder)

const documentURL = "file:///openapi.json"

func newRecorder() (*recorder, error) {
	b, err := api.Document("test")
	if err != nil {
		return nil, err
	}
	parsed, err := jsonschema.UnmarshalJSON(bytes.NewReader(b))
	if err != nil {
		return nil, err
	}
	document, _ := parsed.(map[string]any)
	r := &recorder{mux: http.NewServeMux(), document: document, operations: map[string]operation{}, compiler: jsonschema.NewCompiler(),
		schemas: map[string]*jsonschema.Schema{}}
	forbidOthers(at(document, "components", "schemas"))
	r.compiler.DefaultDraft(jsonschema.Draft2020)
	r.compiler.AssertFormat()
	if err := r.compiler.AddResource(documentURL, document); err != nil {
		return nil, err
	}
	for route, item := range at(document, "paths") {
		for method, node := range item.(map[string]any) {
			op := operation{id: node.(map[string]any)["operationId"].(string), method: strings.ToUpper(method), path: route,
				pointer: "/paths/" + escaped(route) + "/" + method, node: node.(map[string]any)}
			pattern := op.method + " " + route
			r.operations[pattern] = op
			r.mux.HandleFunc(pattern, func(http.ResponseWriter, *http.Request) {})
		}
	}
	return r, nil
}

// at walks down objects.
func at(node map[string]any, names ...string) map[string]any {
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

// wrap records what a handler answers; routes are those that it has.
func (r *recorder) wrap(t *testing.T, next http.Handler, routes []string) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, req *http.Request) {
		answer := &recordedWriter{ResponseWriter: w, status: http.StatusOK}
		next.ServeHTTP(answer, req)
		op, ok := r.find(req)
		if !ok || req.Context().Err() != nil || req.Method == http.MethodHead ||
			!slices.Contains(routes, op.method+" "+strings.NewReplacer("{", ":", "}", "").Replace(op.path)) {
			return
		}
		for _, problem := range r.check(op, answer.status, w.Header(), answer.body.Bytes()) {
			t.Errorf("%s %s answered %d otherwise than documented: %s: %.600s", req.Method, req.URL.Path, answer.status, problem, answer.body.Bytes())
		}
	})
}

type recordedWriter struct {
	http.ResponseWriter
	status int
	body   bytes.Buffer
}

func (w *recordedWriter) WriteHeader(status int) {
	w.status = status
	w.ResponseWriter.WriteHeader(status)
}

func (w *recordedWriter) Write(b []byte) (int, error) {
	w.body.Write(b)
	return w.ResponseWriter.Write(b)
}

// Unwrap lets http.ResponseController reach the connection.
func (w *recordedWriter) Unwrap() http.ResponseWriter { return w.ResponseWriter }

func (r *recorder) find(req *http.Request) (operation, bool) {
	if path.Clean(req.URL.Path) != req.URL.Path {
		return operation{}, false
	}
	_, pattern := r.mux.Handler(req)
	op, ok := r.operations[pattern]
	return op, ok
}

// check tells how an answer differs from the document.
func (r *recorder) check(op operation, status int, header http.Header, body []byte) (problems []string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	pointer := op.pointer + "/responses/" + strconv.Itoa(status)
	answer := at(op.node, "responses", strconv.Itoa(status))
	if answer == nil {
		return []string{op.id + " does not document this status"}
	}
	if name, ok := strings.CutPrefix(fmt.Sprint(answer["$ref"]), "#/components/responses/"); ok {
		answer, pointer = at(r.document, "components", "responses", name), "/components/responses/"+name
	}
	problems = r.headers(answer, header)
	content := at(answer, "content")
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
	}
	return problems
}

// headers tells of headers that the document has but this answer should not, and the other way round.
func (r *recorder) headers(answer map[string]any, header http.Header) (problems []string) {
	declared := at(answer, "headers")
	for name, of := range at(r.document, "components", "headers") {
		values := header.Values(name)
		required, _ := of.(map[string]any)["required"].(bool)
		switch {
		case len(values) > 0 && declared[name] == nil:
			problems = append(problems, "header "+name+" is not documented")
		case len(values) == 0 && declared[name] != nil && required:
			problems = append(problems, "header "+name+" is missing")
		case len(values) > 0:
			text, kind := values[0], at(of.(map[string]any), "schema")["type"]
			if _, err := strconv.ParseFloat(text, 64); kind != "string" && err != nil {
				problems = append(problems, fmt.Sprintf("header %s is %q, not a number", name, text))
			}
		}
	}
	return problems
}

func (r *recorder) validate(pointer string, body []byte) []string {
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
	var e errorBody
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
