package model

import (
	"context"
	"encoding/json"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"sync"
	"testing"
	"time"

	"go.uber.org/goleak"

	"tariffdesk/logline/logtest"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

const testKey = "sk-very-secret-0123456789"

// bench is a client of a local server that answers as the test says.
type bench struct {
	*Client
	log   *logtest.Lines
	clock *clock

	mu       sync.Mutex
	requests []received
	waits    []time.Duration
}

type received struct {
	body   []byte
	header http.Header
}

func (r received) decode(t *testing.T) (m map[string]any) {
	t.Helper()
	if err := json.Unmarshal(r.body, &m); err != nil {
		t.Fatal(err)
	}
	return m
}

// setup starts a server that gives answers in turn, the last one for good. Waits between attempts pass
// at once and are noted.
func setup(t *testing.T, cfg Config, answers ...http.HandlerFunc) *bench {
	t.Helper()
	b := &bench{log: &logtest.Lines{}, clock: &clock{at: time.Date(2026, 11, 2, 9, 0, 0, 0, time.UTC)}}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		b.mu.Lock()
		n := len(b.requests)
		b.requests = append(b.requests, received{body, r.Header.Clone()})
		b.mu.Unlock()
		answers[min(n, len(answers)-1)](w, r)
	}))
	t.Cleanup(server.Close)
	cfg.BaseURL, cfg.APIKey, cfg.Model = server.URL+"/v1", testKey, "test-model"
	c, err := New(cfg, b.clock.now, slog.New(slog.NewTextHandler(b.log, nil)))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = c.Close() })
	c.pause = func(ctx context.Context, d time.Duration) error {
		b.mu.Lock()
		defer b.mu.Unlock()
		b.waits = append(b.waits, d)
		return ctx.Err()
	}
	b.Client = c
	return b
}

func (b *bench) calls() int {
	b.mu.Lock()
	defer b.mu.Unlock()
	return len(b.requests)
}

type clock struct {
	mu sync.Mutex
	at time.Time
}

func (c *clock) now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.at
}

func (c *clock) advance(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.at = c.at.Add(d)
}

// says completes with content, as a server that behaves.
func says(content string) http.HandlerFunc { return completes(content, "", "stop") }

func completes(content, refusal, finish string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		_ = json.NewEncoder(w).Encode(map[string]any{
			"choices": []any{map[string]any{"message": map[string]any{"role": "assistant", "content": content, "refusal": refusal}, "finish_reason": finish}},
			"usage":   map[string]any{"prompt_tokens": 100, "completion_tokens": 7},
		})
	}
}

// answers sends a status with a body and headers in pairs.
func answers(status int, body string, header ...string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		for i := 0; i+1 < len(header); i += 2 {
			w.Header().Set(header[i], header[i+1])
		}
		w.WriteHeader(status)
		_, _ = io.WriteString(w, body)
	}
}

// hangs up without an answer.
func hangsUp(w http.ResponseWriter, _ *http.Request) {
	conn, _, err := http.NewResponseController(w).Hijack()
	if err == nil {
		_ = conn.Close()
	}
}

// dawdles until the client gives up.
func dawdles(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() }

var plainPrompt = Prompt{System: "rules", User: "the document says 4711", Schema: json.RawMessage(`{"type":"object","properties":{"a":{"type":"integer"}}}`), MaxTokens: 50}
