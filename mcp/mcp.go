// Package mcp answers the Model Context Protocol over streamable HTTP, so that a language model can
// classify, quote and extract with the keys, charges, limits and errors of the HTTP interface.
//
// It owns the tools: their names, schemas and descriptions, and how each becomes calls of the API's
// handler. It refuses to judge: what an argument may be, who may call and what it costs is said by
// the API, which sees each call as any other. Nothing is kept between two requests.
package mcp

import (
	"context"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"slices"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// tools.json holds the tools as a client sees them.
//
//go:embed tools.json
var toolsFile []byte

const instructions = "Customs classification, duty quotes for Mexico and document extraction. " +
	"Usual order: classify a product, ask the user what `questions` leaves open, refine, then quote the eight-digit Mexican line " +
	"or price a parcel with landed_cost. Never present a code of low confidence or an amount that is not `complete` as certain. " +
	"classify, refine, quote and extract cost credits, which are refunded where they fail; `_meta` of a result tells what was charged."

// maxRequestBytes bounds a message; the longest arguments that the API accepts are of 2 MB.
const maxRequestBytes = 4 << 20

// New returns the handler of the protocol in front of api, the API's own handler. Requests have to
// be authenticated before they reach it.
func New(api http.Handler, version string, log *slog.Logger) (http.Handler, error) {
	var tools []*mcp.Tool
	if err := json.Unmarshal(toolsFile, &tools); err != nil {
		return nil, fmt.Errorf("read tools: %w", err)
	}
	server := mcp.NewServer(&mcp.Implementation{Name: "tariffdesk", Title: "Tariffdesk", Version: version},
		&mcp.ServerOptions{Instructions: instructions, Capabilities: &mcp.ServerCapabilities{Tools: &mcp.ToolCapabilities{}}})
	for _, t := range tools {
		do, known := actions()[t.Name]
		if !known {
			return nil, fmt.Errorf("tool %q: nothing carries it out", t.Name)
		}
		server.AddTool(t, carryOut(api, log, t, do))
	}
	handler := mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return server }, &mcp.StreamableHTTPOptions{
		Stateless: true, JSONResponse: true, MaxRequestBodyBytes: maxRequestBytes, PropagateRequestCancellation: true,
		// Every request proves itself by a token, which a page of another origin does not have. Behind a proxy on the same
		// machine the protection would refuse the service's own name.
		DisableLocalhostProtection: true,
	})
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		r.Header.Set("X-Request-ID", w.Header().Get("X-Request-ID")) // a call and the message it came with share their id
		handler.ServeHTTP(w, r.WithContext(context.WithValue(r.Context(), callerKey{}, r)))
	}), nil
}

// action turns arguments into calls of the API and their answers into a result.
type action func(c *caller, a arguments) (*reply, error)

func actions() map[string]action {
	return map[string]action{
		"classify": classify, "refine": refine, "quote": quote, "landed_cost": landedCost, "extract": extract,
		"lookup_code": lookupCode, "job": job,
	}
}

// arguments of a tool by name; those that are null are absent.
type arguments map[string]json.RawMessage

// text is an argument as a query or a form carries it: the content of a string, else its JSON.
func (a arguments) text(name string) string {
	var s string
	if json.Unmarshal(a[name], &s) == nil {
		return s
	}
	return string(a[name])
}

// carryOut makes do a tool: refusals become errors that the model reads, in the words of the API.
func carryOut(api http.Handler, log *slog.Logger, t *mcp.Tool, do action) mcp.ToolHandler {
	return func(ctx context.Context, request *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		a, err := readArguments(request.Params.Arguments, t)
		if err != nil {
			return failed(err.Error(), nil), nil
		}
		got, err := do(newCaller(ctx, api), a)
		switch refused, isRefusal := errors.AsType[*refusal](err); {
		case isRefusal:
			return failed(string(refused.body), refused.header), nil
		case errors.Is(err, errArgument):
			return failed(err.Error(), nil), nil
		case err != nil:
			log.ErrorContext(ctx, "MCP tool failed", "tool", t.Name, "error", err)
			return nil, errors.New("internal error")
		}
		return &mcp.CallToolResult{
			Meta: meta(got.header), StructuredContent: json.RawMessage(got.body), Content: []mcp.Content{&mcp.TextContent{Text: string(got.body)}},
		}, nil
	}
}

// errArgument marks what only this package can find wrong with arguments.
var errArgument = errors.New("argument")

func badArgument(format string, args ...any) error {
	return fmt.Errorf("%w %s", errArgument, fmt.Sprintf(format, args...))
}

// readArguments refuses names that the tool's schema does not have: a misspelt one would be ignored
// behind the model's back.
func readArguments(raw json.RawMessage, t *mcp.Tool) (arguments, error) {
	var a arguments
	if len(raw) > 0 {
		if err := json.Unmarshal(raw, &a); err != nil {
			return nil, badArgument("list: want an object of named values")
		}
	}
	schema, _ := t.InputSchema.(map[string]any)
	known, _ := schema["properties"].(map[string]any)
	for name, value := range a {
		if _, ok := known[name]; !ok {
			names := make([]string, 0, len(known))
			for n := range known {
				names = append(names, n)
			}
			slices.Sort(names)
			return nil, badArgument("%s: unknown; %s takes %s", name, t.Name, strings.Join(names, ", "))
		}
		if string(value) == "null" {
			delete(a, name)
		}
	}
	return a, nil
}

func failed(text string, header http.Header) *mcp.CallToolResult {
	return &mcp.CallToolResult{IsError: true, Meta: meta(header), Content: []mcp.Content{&mcp.TextContent{Text: text}}}
}

// meta tells what a call cost and how to find it again.
func meta(h http.Header) mcp.Meta {
	m := mcp.Meta{}
	for name, header := range map[string]string{
		"credits_charged": "X-Credits-Charged", "credits_remaining": "X-Credits-Remaining", "job_id": "X-Job-ID",
		"request_id": "X-Request-ID", "retry_after_seconds": "Retry-After",
	} {
		if value := h.Get(header); value != "" {
			m[name] = value
		}
	}
	return m
}
