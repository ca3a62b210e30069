package mcp

import (
	"context"
	"encoding/json"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// session connects the SDK's client to tools in front of api.
func session(t *testing.T, api http.HandlerFunc) *mcp.ClientSession {
	t.Helper()
	handler, err := New(api, "test", slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(handler)
	t.Cleanup(server.Close)
	client := mcp.NewClient(&mcp.Implementation{Name: "test", Version: "1"}, nil)
	s, err := client.Connect(t.Context(), &mcp.StreamableClientTransport{
		Endpoint: server.URL, DisableStandaloneSSE: true, HTTPClient: &http.Client{Transport: withKey{server.Client().Transport}},
	}, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	return s
}

type withKey struct{ next http.RoundTripper }

func (k withKey) RoundTrip(r *http.Request) (*http.Response, error) {
	r = r.Clone(r.Context())
	r.Header.Set("Authorization", "Bearer sk_test")
	return k.next.RoundTrip(r)
}

func use(ctx context.Context, t *testing.T, s *mcp.ClientSession, tool string, arguments map[string]any) (*mcp.CallToolResult, string) {
	t.Helper()
	got, err := s.CallTool(ctx, &mcp.CallToolParams{Name: tool, Arguments: arguments})
	if err != nil {
		t.Fatalf("%s: %v", tool, err)
	}
	return got, got.Content[0].(*mcp.TextContent).Text
}

func TestADocumentIsAskedForAsTheFormOfTheAPI(t *testing.T) {
	t.Parallel()
	s := session(t, func(w http.ResponseWriter, r *http.Request) {
		task, url := r.FormValue("json_data"), r.FormValue("file_url")
		var sent map[string]any
		if err := json.Unmarshal([]byte(task), &sent); err != nil || len(sent) != 3 || sent["document_type"] != "invoice" ||
			url != "https://example.com/a.pdf" || r.URL.Query().Get("grounding") != "true" || r.Header.Get("Authorization") != "Bearer sk_test" ||
			r.Header.Get("Idempotency-Key") != "k" || r.RemoteAddr == "" || r.FormValue("pages") != "1-3" || r.FormValue("password") != "open" || r.FormValue("split") != "auto" {
			t.Errorf("sent %s, %s, %s, %v", task, url, r.URL, r.Header)
		}
		w.Header().Set("X-Credits-Charged", "2")
		_, _ = io.WriteString(w, `{"status":"success","document_data":{"total":1},"billed_pages":2}`)
	})
	got, text := use(t.Context(), t, s, "extract", map[string]any{"file_url": "https://example.com/a.pdf", "document_type": "invoice", "document_description": "all",
		"json_response": map[string]any{"$builtin": "packing_list"}, "grounding": true, "idempotency_key": "k", "pages": "1-3", "password": "open", "split": "auto"})
	if got.IsError || !strings.Contains(text, `"billed_pages":2`) || got.Meta["credits_charged"] != "2" {
		t.Errorf("got %v %s", got.Meta, text)
	}
}

func TestAnAnswerIsBoundedAndAFaultStaysInside(t *testing.T) {
	t.Parallel()
	s := session(t, func(w http.ResponseWriter, _ *http.Request) {
		for range maxAnswerBytes>>20 + 1 {
			if _, err := w.Write(make([]byte, 1<<20)); err != nil {
				return
			}
		}
		t.Error("the answer has no bound")
	})
	_, err := s.CallTool(t.Context(), &mcp.CallToolParams{Name: "job", Arguments: map[string]any{"job_id": "1"}})
	if err == nil || !strings.Contains(err.Error(), "internal error") || strings.Contains(err.Error(), "exceeds") {
		t.Errorf("error %v", err)
	}
}

// FuzzArguments reads what a model sends: never more than a refusal comes of it.
func FuzzArguments(f *testing.F) {
	f.Add("classify", `{"country_code":"WORLD","product_description":"t-shirt"}`)
	f.Add("job", `{"job_id":"../../keys","wait":"x"}`)
	f.Add("quote", `{"products":[{}],"include_rrna":null}`)
	f.Add("extract", `{"json_response":{"a":[1,{"b":null}]}}`)
	f.Add("lookup_code", `{"code":"%2e%2e/","country_code":"?"}`)
	f.Add("job", `{"job_id":"1","wait":1e400}`)
	f.Add("quote", `{"direction":"import","products":[5,{"product_description":{"a":1}}]}`)
	tools, err := readTools()
	if err != nil {
		f.Fatal(err)
	}
	api := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !strings.HasPrefix(r.URL.Path, "/api/v3/") {
			f.Errorf("path %s", r.URL.Path)
		}
		_ = r.ParseMultipartForm(1 << 20)
		w.WriteHeader(http.StatusBadRequest)
	})
	f.Fuzz(func(t *testing.T, name, text string) {
		for _, tool := range tools {
			if tool.Name != name {
				continue
			}
			a, err := tool.read(json.RawMessage(text))
			if err != nil {
				if len(err.Error()) > 4*maxProblems*(maxProblemRunes+2) {
					t.Errorf("%s %s: an error of %d bytes", name, text, len(err.Error()))
				}
				return
			}
			ctx := context.WithValue(t.Context(), callerKey{}, httptest.NewRequest(http.MethodPost, "/mcp", nil))
			if got, err := tool.do(newCaller(ctx, api), a); err == nil {
				t.Errorf("%s %s: %v", name, text, got)
			}
		}
	})
}

// post sends a raw message to tools in front of an API that must not be called.
func post(t *testing.T, body, protocolVersion string) (status int, answer rpcAnswer) {
	t.Helper()
	handler, err := New(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		t.Errorf("%s reached the API at %s", body, r.URL)
	}), "test", slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	r := httptest.NewRequest(http.MethodPost, "/mcp", strings.NewReader(body))
	r.Header = http.Header{"Content-Type": {"application/json"}, "Accept": {"application/json, text/event-stream"}}
	if protocolVersion != "" {
		r.Header.Set("Mcp-Protocol-Version", protocolVersion)
	}
	w := httptest.NewRecorder()
	handler.ServeHTTP(w, r)
	if err := json.Unmarshal(w.Body.Bytes(), &answer); err != nil {
		t.Errorf("%.200s: answer %d %s: %v", body, w.Code, w.Body, err)
	}
	return w.Code, answer
}

type rpcAnswer struct {
	ID    any
	Error struct {
		Code    int
		Message string
		Data    struct{ Errors []string }
	}
}

func TestArgumentsAgainstTheSchemaAreInvalidParamsAndReachNoAPI(t *testing.T) {
	t.Parallel()
	deep := strings.Repeat("[", 500) + strings.Repeat("]", 500)
	for _, c := range []struct{ tool, arguments, want string }{
		{"classify", `{"country_code":"WORLD","product_description":5}`, "product_description: got number, want string"},
		{"classify", `{"country_code":"WORLD","product_description":true}`, "product_description: got boolean, want string"},
		{"classify", `{"country_code":"WORLD","product_description":{"a":1}}`, "product_description: got object, want string"},
		{"classify", `{"country_code":"WORLD","product_description":["milk"]}`, "product_description: got array, want string"},
		{"classify", `{"country_code":"WORLD","product_description":null}`, "product_description: got null, want string"},
		{"classify", `{"country_code":"WORLD","product_description":""}`, "product_description: minLength"},
		{"classify", `{"country_code":"WORLD","product_description":"` + strings.Repeat("x", 50001) + `"}`, "product_description: maxLength"},
		{"classify", `{"country_code":"WORLD"}`, "product_description: required"},
		{"classify", `{"country_code":"XYZ","product_description":"milk"}`, "country_code: value must be one of"},
		{"classify", `{"country_code":"WORLD","product_description":"milk","tariff_info":"yes"}`, "tariff_info: got string, want boolean"},
		{"classify", `{"country_code":"WORLD","description":"milk"}`, "description: unknown; classify takes country_code, "},
		{"classify", `5`, "arguments: got number, want object"},
		{"classify", `[]`, "arguments: got array, want object"},
		{"classify", `{"country_code":"WORLD","product_description":` + deep + `}`, "product_description: got array, want string"},
		{"refine", `{"country_code":"WORLD","classification_record_id":""}`, "classification_record_id: minLength"},
		{"refine", `{"country_code":"WORLD","classification_record_id":"1","answers":[{"question":"q"}]}`, "answers[0].answer: required"},
		{"quote", `{"direction":"import","products":[]}`, "products: minItems"},
		{"quote", `{"direction":"import","date":"2026-02-30","products":[{"product_description":"a","hscode_8digits":"61091003","country":5}]}`, "products[0].country: got number, want string"},
		{"quote", `{"direction":"import","date":"2026-02-30","products":[{"product_description":"a","hscode_8digits":"61091003","country":"China"}]}`, "date: "},
		{"landed_cost", `{}`, "provenance: required"},
		{"extract", `{"file_url":"https://example.com/a.pdf","document_type":"invoice","document_description":"all","json_response":"{}"}`, "json_response: got string, want object"},
		{"lookup_code", `{"country_code":"WORLD"}`, "code, query: want one of them"},
		{"job", `{"job_id":"1","wait":61}`, "wait: maximum"},
		{"job", `{"job_id":"1","wait":1e400}`, "arguments: want an object with numbers below"},
		{"teleport", `{}`, ""},
	} {
		status, got := post(t, `{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"`+c.tool+`","arguments":`+c.arguments+`}}`, "2025-06-18")
		if status != http.StatusOK || got.ID != 7.0 || got.Error.Code != -32602 || c.want != "" && !strings.Contains(strings.Join(got.Error.Data.Errors, "\n"), c.want) {
			t.Errorf("%s %.100s: %d %+v, want -32602 with %q", c.tool, c.arguments, status, got, c.want)
		}
	}
}

func TestABodyThatIsNoMessageIsAnErrorOfJSONRPC(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		body, version string
		status        int
		id            any
		code          int
	}{
		{`{"jsonrpc":"2.0","id":1,"method"`, "", 400, nil, -32700},
		{``, "", 400, nil, -32700},
		{"\xff\xfe", "", 400, nil, -32700},
		{`{"jsonrpc":"2.0","id":1,"method":"ping"} x`, "2025-06-18", 400, nil, -32700},
		{`5`, "", 400, nil, -32600},
		{`{}`, "", 400, nil, -32600},
		{`[]`, "", 400, nil, -32600},
		{`[5]`, "", 400, nil, -32600},
		{`{"jsonrpc":"1.0","id":1,"method":"ping"}`, "", 400, nil, -32600},
		{`{"jsonrpc":"2.0","id":"a","method":"tools/run"}`, "2025-06-18", 200, "a", -32601},
		{`{"jsonrpc":"2.0","id":3,"method":"resources/list"}`, "", 200, 3.0, -32601},
		{`{"jsonrpc":"2.0","id":3,"method":"PING"}`, "2026-07-28", 404, 3.0, -32601},
		{`[{"jsonrpc":"2.0","id":4,"method":"tools/call","params":{"name":"job","arguments":{"job_id":"1"}}},{"jsonrpc":"2.0","id":5,"method":"x"}]`, "", 200, 5.0, -32601},
		{`{"jsonrpc":"2.0","id":6,"method":"tools/call","params":5}`, "2025-06-18", 200, 6.0, -32602},
	} {
		if status, got := post(t, c.body, c.version); status != c.status || got.ID != c.id || got.Error.Code != c.code || got.Error.Message == "" {
			t.Errorf("%s: %d %+v, want %d and %d for %v", c.body, status, got, c.status, c.code, c.id)
		}
	}
	if status, got := post(t, strings.Repeat(" ", maxRequestBytes+1), ""); status != http.StatusRequestEntityTooLarge || got.Error.Code != -32600 {
		t.Errorf("too large: %d %+v", status, got)
	}
}
