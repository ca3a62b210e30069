// Package mcp answers the Model Context Protocol over streamable HTTP, so that a language model can
// classify, quote and extract with the keys, charges, limits and errors of the HTTP interface.
//
// It owns the tools: their names, schemas and descriptions, and how each becomes calls of the API's
// handler. It checks arguments against the schema that it publishes. Everything else, who may call
// and what a call costs, is decided by the API, which sees each call as any other. Nothing is kept
// between two requests.
package mcp

import (
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"net/http"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

const instructions = "Customs classification, duty quotes for Mexico and document extraction. " +
	"Usual order: classify a product, ask the user what `questions` leaves open, refine, then quote the eight-digit Mexican line " +
	"or price a parcel with landed_cost. The papers of a whole shipment go to shipment, which does all of it. Never present a code of low confidence or an amount that is not `complete` as certain. " +
	"classify, refine, quote, extract and shipment cost credits, which are refunded where they fail; `_meta` of a result tells what was charged."

// maxRequestBytes bounds a message; the longest arguments that the API accepts are of 2 MB.
const maxRequestBytes = 4 << 20

// New returns the handler of the protocol in front of api, the API's own handler. Requests have to
// be authenticated before they reach it.
func New(api http.Handler, version string, log *slog.Logger) (http.Handler, error) {
	tools, err := readTools()
	if err != nil {
		return nil, err
	}
	server := mcp.NewServer(&mcp.Implementation{Name: "tariffdesk", Title: "Tariffdesk", Version: version},
		&mcp.ServerOptions{Instructions: instructions, Capabilities: &mcp.ServerCapabilities{Tools: &mcp.ToolCapabilities{}}})
	for _, t := range tools {
		server.AddTool(t.Tool, carryOut(api, log, t))
	}
	handler := mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return server }, &mcp.StreamableHTTPOptions{
		Stateless: true, JSONResponse: true, MaxRequestBodyBytes: maxRequestBytes, PropagateRequestCancellation: true,
		// Every request proves itself by a token, which a page of another origin does not have. Behind a proxy on the same
		// machine the protection would refuse the service's own name.
		DisableLocalhostProtection: true,
	})
	return checkMessages(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		r.Header.Set("X-Request-ID", w.Header().Get("X-Request-ID")) // a call and the message it came with share their id
		handler.ServeHTTP(w, r.WithContext(context.WithValue(r.Context(), callerKey{}, r)))
	})), nil
}

// action turns arguments into calls of the API and their answers into a result.
type action func(c *caller, a arguments) (*reply, error)

func actions() map[string]action {
	return map[string]action{
		"classify": classify, "refine": classify, "quote": quote, "landed_cost": landedCost, "extract": extract,
		"lookup_code": lookupCode, "job": job, "shipment": shipment,
	}
}

// carryOut returns the handler of a tool. A refusal by the API becomes a result that the model reads, in the words of
// the API; arguments against the tool's schema become an error of the protocol, and the API is not called.
func carryOut(api http.Handler, log *slog.Logger, t *tool) mcp.ToolHandler {
	return func(ctx context.Context, request *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		a, err := t.read(request.Params.Arguments)
		if err != nil {
			return nil, err
		}
		got, err := t.do(newCaller(ctx, api), a)
		switch refused, isRefusal := errors.AsType[*refusal](err); {
		case isRefusal:
			return failed(string(refused.body), refused.header), nil
		case errors.As(err, new(*jsonrpc.Error)):
			return nil, err
		case err != nil:
			log.ErrorContext(ctx, "MCP tool failed", "tool", t.Name, "error", err)
			return nil, errors.New("internal error")
		}
		return &mcp.CallToolResult{
			Meta: meta(got.header), StructuredContent: json.RawMessage(got.body), Content: []mcp.Content{&mcp.TextContent{Text: string(got.body)}},
		}, nil
	}
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
