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
			r.Header.Get("Idempotency-Key") != "k" || r.RemoteAddr == "" {
			t.Errorf("sent %s, %s, %s, %v", task, url, r.URL, r.Header)
		}
		w.Header().Set("X-Credits-Charged", "2")
		_, _ = io.WriteString(w, `{"status":"success","document_data":{"total":1},"billed_pages":2}`)
	})
	got, text := use(t.Context(), t, s, "extract", map[string]any{"file_url": "https://example.com/a.pdf", "document_type": "invoice", "document_description": "all",
		"json_response": map[string]any{"type": "object"}, "grounding": true, "json_schema": nil, "idempotency_key": "k"})
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
	_, err := s.CallTool(t.Context(), &mcp.CallToolParams{Name: "landed_cost", Arguments: map[string]any{}})
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
	var tools []*mcp.Tool
	if err := json.Unmarshal(toolsFile, &tools); err != nil {
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
			a, err := readArguments(json.RawMessage(text), tool)
			if err != nil {
				return
			}
			ctx := context.WithValue(t.Context(), callerKey{}, httptest.NewRequest(http.MethodPost, "/mcp", nil))
			if got, err := actions()[name](newCaller(ctx, api), a); err == nil {
				t.Errorf("%s %s: %v", name, text, got)
			}
		}
	})
}
