package classify

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

	"tariffdesk/model"
	"tariffdesk/tariff"
)

// completion answers like a server that behaves, with content as the model's words.
func completion(content, refusal string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		_ = json.NewEncoder(w).Encode(map[string]any{"choices": []any{map[string]any{
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
func served(t *testing.T, cfg model.Config, answers ...http.HandlerFunc) (*Assisted, *model.Client, *atomic.Int64) {
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
	return NewAssisted(embeddedEngine(t), func(ctx context.Context, p Prompt) ([]byte, error) { return client.Complete(ctx, model.Prompt(p)) }), client, &calls
}

func TestNoMisbehaviourOfAServerFailsAClassification(t *testing.T) {
	t.Parallel()
	notes := assistPhrasesIn(tariff.LanguageEnglish)
	good := completion(chooses("420221", 0.9), "")
	hangUp := func(w http.ResponseWriter, _ *http.Request) {
		if conn, _, err := http.NewResponseController(w).Hijack(); err == nil {
			_ = conn.Close()
		}
	}
	for name, tc := range map[string]struct {
		answers []http.HandlerFunc
		note    string
		calls   int64
	}{
		"behaves":               {[]http.HandlerFunc{good}, notes.assisted, 1},
		"429, then behaves":     {[]http.HandlerFunc{failing(429, "Retry-After", "1"), good}, notes.assisted, 2},
		"500":                   {[]http.HandlerFunc{failing(500)}, notes.unreached, 2},
		"slow":                  {[]http.HandlerFunc{func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() }}, notes.unreached, 2},
		"hangs up":              {[]http.HandlerFunc{hangUp}, notes.unreached, 2},
		"refuses":               {[]http.HandlerFunc{completion("", "no")}, notes.unreached, 1},
		"broken JSON, then not": {[]http.HandlerFunc{completion(`{"ranking":[`, ""), good}, notes.assisted, 2},
		"broken JSON":           {[]http.HandlerFunc{completion(`{"ranking":[`, "")}, notes.unreached, 2},
		"invented, then real":   {[]http.HandlerFunc{completion(chooses("123456", 0.9), ""), good}, notes.assisted, 2},
		"invented codes":        {[]http.HandlerFunc{completion(chooses("123456", 0.9), "")}, notes.unchecked, 2},
		"huge":                  {[]http.HandlerFunc{completion(strings.Repeat("x", 1<<20), "")}, notes.unreached, 2},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			cfg := model.Config{Attempts: 2, CallTimeout: time.Minute, MaxAnswerBytes: 50_000}
			if name == "slow" {
				cfg.CallTimeout = 300 * time.Millisecond
			}
			a, _, calls := served(t, cfg, tc.answers...)
			r := classified(t, a, Request{Description: handbag})
			if r.Suggestions[0].Subheading.Code != "420221" || !strings.Contains(r.Suggestions[0].Advice, tc.note) || calls.Load() != tc.calls {
				t.Errorf("%d calls, %s, %q", calls.Load(), r.Suggestions[0].Subheading.Code, r.Suggestions[0].Advice)
			}
		})
	}
}

func TestABrokenServerIsLeftAloneUntilItRecovers(t *testing.T) {
	t.Parallel()
	cfg := model.Config{Attempts: 1, BreakerFailures: 2, BreakerPause: time.Millisecond}
	a, client, calls := served(t, cfg, failing(500), failing(500), completion(chooses("420221", 0.9), ""))
	for range 2 {
		classified(t, a, Request{Description: handbag})
	}
	if !client.Stats().BreakerOpen {
		t.Fatal("closed after two failures")
	}
	deadline := time.Now().Add(time.Minute)
	for client.Stats().BreakerOpen && time.Now().Before(deadline) { // the pause is over within a millisecond
		classified(t, a, Request{Description: handbag})
	}
	if client.Stats().BreakerOpen || calls.Load() != 3 || a.Stats().Accepted != 1 {
		t.Errorf("open %v after %d calls, %+v", client.Stats().BreakerOpen, calls.Load(), a.Stats())
	}
}
