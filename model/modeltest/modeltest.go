// Package modeltest owns a model server for tests: how it answers, and a client of it.
//
// It refuses to know what is asked: the answers are the caller's.
package modeltest

import (
	"encoding/json"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"sync/atomic"
	"testing"
	"time"

	"tariffdesk/model"
)

// Serve returns a client of a local server that gives the answers in turn, the last for good, and the count of its calls.
func Serve(t testing.TB, cfg model.Config, answers ...http.HandlerFunc) (*model.Client, *atomic.Int64) {
	t.Helper()
	var calls atomic.Int64
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body)
		answers[min(int(calls.Add(1)), len(answers))-1](w, r)
	}))
	t.Cleanup(server.Close)
	cfg.BaseURL, cfg.Model = server.URL, "test"
	client, err := model.New(cfg, time.Now, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = client.Close() })
	return client, &calls
}

// Completion answers as a server that behaves does: content is the model's words, refusal is "" unless it
// refuses. It reports 100 tokens of prompt and 10 of completion.
func Completion(content, refusal string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		_ = json.NewEncoder(w).Encode(map[string]any{"usage": map[string]any{"prompt_tokens": 100, "completion_tokens": 10}, "choices": []any{map[string]any{
			"message": map[string]any{"role": "assistant", "content": content, "refusal": refusal}, "finish_reason": "stop"}}})
	}
}

// Failing answers with a status, and with a header where its name and value are given.
func Failing(status int, header ...string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		if len(header) == 2 {
			w.Header().Set(header[0], header[1])
		}
		w.WriteHeader(status)
	}
}

// HangUp closes the connection without an answer.
func HangUp(w http.ResponseWriter, _ *http.Request) {
	if conn, _, err := http.NewResponseController(w).Hijack(); err == nil {
		_ = conn.Close()
	}
}

// Stall answers nothing until the caller has gone.
func Stall(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() }
