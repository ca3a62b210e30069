package mcp

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"net/http"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
)

// methods lists the methods that a client may call. The server announces tools alone; the SDK would answer
// methods of features that are not announced.
var methods = map[string]bool{
	"initialize": true, "server/discover": true, "ping": true, "tools/list": true, "tools/call": true,
	"notifications/initialized": true, "notifications/cancelled": true, "notifications/progress": true, "notifications/roots/list_changed": true,
}

// checkMessages answers bodies that are no messages, and unknown methods, as JSON-RPC says. The SDK
// answers them in plain text, which clients cannot match to their request.
func checkMessages(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method != http.MethodPost {
			next.ServeHTTP(w, r)
			return
		}
		body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxRequestBytes))
		if errors.As(err, new(*http.MaxBytesError)) {
			refuseMessage(w, http.StatusRequestEntityTooLarge, jsonrpc.ID{}, jsonrpc.CodeInvalidRequest, "the message exceeds 4 MB")
			return
		}
		if err != nil {
			return // the caller has gone
		}
		status, id, code, problem := checkBody(r, body)
		if problem != "" {
			refuseMessage(w, status, id, code, problem)
			return
		}
		r.Body = io.NopCloser(bytes.NewReader(body))
		next.ServeHTTP(w, r)
	})
}

// checkBody finds what is wrong with a body before the SDK reads it; no problem is an empty text.
func checkBody(r *http.Request, body []byte) (status int, id jsonrpc.ID, code int64, problem string) {
	if !json.Valid(body) {
		return http.StatusBadRequest, id, jsonrpc.CodeParseError, "Parse error: the body is not JSON"
	}
	messages := []json.RawMessage{body}
	if body = bytes.TrimLeft(body, " \t\r\n"); body[0] == '[' {
		if err := json.Unmarshal(body, &messages); err != nil || len(messages) == 0 {
			return http.StatusBadRequest, id, jsonrpc.CodeInvalidRequest, "Invalid Request: the batch is empty"
		}
	}
	for _, raw := range messages {
		message, err := jsonrpc.DecodeMessage(raw)
		if err != nil {
			return http.StatusBadRequest, id, jsonrpc.CodeInvalidRequest, "Invalid Request: want jsonrpc \"2.0\", a method, an id that is a string or an integer, and values nested less deeply"
		}
		request, isRequest := message.(*jsonrpc.Request)
		if !isRequest || methods[request.Method] {
			continue
		}
		// Earlier versions take 404 for the loss of a session.
		status = http.StatusOK
		if r.Header.Get("Mcp-Protocol-Version") >= "2026-07-28" {
			status = http.StatusNotFound
		}
		return status, request.ID, jsonrpc.CodeMethodNotFound, "Method not found"
	}
	return 0, id, 0, ""
}

// refuseMessage writes an error of JSON-RPC. An id that could not be read is null, as its section 5 demands.
func refuseMessage(w http.ResponseWriter, status int, id jsonrpc.ID, code int64, problem string) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(map[string]any{
		"jsonrpc": "2.0", "id": id.Raw(), "error": map[string]any{"code": code, "message": problem},
	})
}
