package extract_test

import (
	"context"
	"encoding/json"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"tariffdesk/extract"
	"tariffdesk/model"
)

// completion answers like a server that behaves, with content as the model's words.
func completion(content, refusal string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		_ = json.NewEncoder(w).Encode(map[string]any{"usage": map[string]any{"prompt_tokens": 100, "completion_tokens": 10}, "choices": []any{map[string]any{
			"message": map[string]any{"role": "assistant", "content": content, "refusal": refusal}, "finish_reason": "stop"}}})
	}
}

func failing(status int, header ...string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		if len(header) == 2 {
			w.Header().Set(header[0], header[1])
		}
		w.WriteHeader(status)
	}
}

// served joins the engine with a client of a local server that answers in turn, the last for good.
func served(t *testing.T, cfg model.Config, answers ...http.HandlerFunc) (*extract.Assisted, *model.Client, *atomic.Int64) {
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
	return extract.NewAssisted(newEngine(t), func(ctx context.Context, p extract.Prompt) ([]byte, error) {
		return client.Complete(ctx, model.Prompt(p))
	}), client, &calls
}

func TestNoMisbehaviourOfAServerFailsAnExtraction(t *testing.T) {
	t.Parallel()
	const unreached, unchecked = "model: the configured model gave no answer about page 1", "model: the configured model gave no answer that passed the check"
	good := completion(orderAnswer, "")
	invented := completion(`{"data":{"z_maker":"Other Inc","order_number":"X-1","z_place":"Paris"}}`, "")
	hangUp := func(w http.ResponseWriter, _ *http.Request) {
		if conn, _, err := http.NewResponseController(w).Hijack(); err == nil {
			_ = conn.Close()
		}
	}
	for name, c := range map[string]struct {
		answers []http.HandlerFunc
		note    string // "" where the model's answer is taken
		calls   int64
	}{
		"behaves":               {[]http.HandlerFunc{good}, "", 1},
		"429, then behaves":     {[]http.HandlerFunc{failing(429, "Retry-After", "1"), good}, "", 2},
		"429":                   {[]http.HandlerFunc{failing(429, "Retry-After", "1")}, unreached, 2},
		"500":                   {[]http.HandlerFunc{failing(500)}, unreached, 2},
		"slow":                  {[]http.HandlerFunc{func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() }}, unreached, 2},
		"hangs up":              {[]http.HandlerFunc{hangUp}, unreached, 2},
		"refuses":               {[]http.HandlerFunc{completion("", "no")}, unreached, 1},
		"broken JSON, then not": {[]http.HandlerFunc{completion(`{"data":{`, ""), good}, "", 2},
		"broken JSON":           {[]http.HandlerFunc{completion(`{"data":{`, "")}, unchecked, 2},
		"wrong shape, then not": {[]http.HandlerFunc{completion(`{"data":{"total":"much"}}`, ""), good}, "", 2},
		"wrong shape":           {[]http.HandlerFunc{completion(`{"data":[]}`, "")}, unchecked, 2},
		"invented, then real":   {[]http.HandlerFunc{invented, good}, "", 2},
		"invented":              {[]http.HandlerFunc{invented}, unchecked, 2},
		"huge":                  {[]http.HandlerFunc{completion(strings.Repeat("x", 1<<20), "")}, unchecked, 2},
		"another key":           {[]http.HandlerFunc{failing(401)}, unreached, 1},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			cfg := model.Config{Attempts: 2, CallTimeout: time.Minute, MaxAnswerBytes: 50_000}
			if name == "slow" {
				cfg.CallTimeout = 300 * time.Millisecond
			}
			a, client, calls := served(t, cfg, c.answers...)
			data, got := extracted(t, a, orderRequest())
			if data["order_number"] != "PO-4471" || calls.Load() != c.calls {
				t.Errorf("%s after %d calls", got.Data, calls.Load())
			}
			noted := len(got.Errors) > 0 && strings.HasPrefix(got.Errors[0], "model: ")
			if c.note == "" && (noted || data["z_place"] == nil) || c.note != "" && (!noted || !strings.HasPrefix(got.Errors[0], c.note) || data["z_place"] != nil) {
				t.Errorf("%s %q", got.Data, got.Errors)
			}
			if name == "behaves" && (client.Stats().PromptTokens != 100 || client.Stats().CompletionTokens != 10) {
				t.Errorf("%+v", client.Stats())
			}
		})
	}
}

// TestAServerThatIsDownIsNotAskedAboutEveryPart has a document of many parts.
func TestAServerThatIsDownIsNotAskedAboutEveryPart(t *testing.T) {
	t.Parallel()
	a, _, calls := served(t, model.Config{Attempts: 1}, failing(500))
	pages := make([][]string, 40)
	for i := range pages {
		pages[i] = []string{"Order No: PO-4471", strings.Repeat("something is printed here ", 20)}
		for range 8 {
			pages[i] = append(pages[i], strings.Repeat("more of it on every page ", 20))
		}
	}
	r := orderRequest()
	r.File = textPDF(pages...)
	data, got := extracted(t, a, r)
	if calls.Load() > 4 || data["order_number"] != "PO-4471" {
		t.Errorf("%d calls, %s", calls.Load(), got.Data)
	}
	if n := strings.Count(strings.Join(got.Errors, "\n"), "model: "); n < 1 || n > 2 {
		t.Errorf("%q", got.Errors)
	}
}
