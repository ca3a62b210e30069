package model

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"image"
	"image/png"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"
)

func TestTheRequestHoldsASchemaRulesDataAndPictures(t *testing.T) {
	t.Parallel()
	b := setup(t, Config{}, says(`{"a":1}`))
	prompt := plainPrompt
	prompt.Images = [][]byte{picture(t)}
	answer, err := b.Complete(t.Context(), prompt)
	if err != nil || string(answer) != `{"a":1}` {
		t.Fatalf("%s %v", answer, err)
	}
	if got := b.requests[0].header.Get("Authorization"); got != "Bearer "+testKey {
		t.Errorf("authorization %q", got)
	}
	body := string(b.requests[0].body)
	for _, want := range []string{`"model":"test-model"`, `"type":"json_schema"`, `"strict":true`, `"additionalProperties":false`, `"max_completion_tokens":50`,
		`"role":"system","content":"rules"`, `"text":"the document says 4711"`, `"url":"data:image/png;base64,`} {
		if !strings.Contains(body, want) {
			t.Errorf("%s is missing in %s", want, body)
		}
	}
	s := b.Stats()
	if s.Completes[OutcomeAnswered] != 1 || s.PromptTokens != 100 || s.CompletionTokens != 7 || s.Calls != 1 || s.Retries != 0 || s.InFlight != 0 {
		t.Errorf("stats %+v", s)
	}
}

func picture(t *testing.T) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := png.Encode(&b, image.NewGray(image.Rect(0, 0, 2, 2))); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func TestEveryMisbehaviourHasItsKindAndItsNumberOfAttempts(t *testing.T) {
	t.Parallel()
	const apiError = `{"error":{"message":"you sent: the document says 4711 with sk-very-secret-0123456789","type":"x","code":%q}}`
	for name, tc := range map[string]struct {
		answer http.HandlerFunc
		want   Kind
		calls  int
	}{
		"refusal":                    {completes("", "I cannot help with that", "stop"), KindRefused, 1},
		"content filter":             {completes("", "", "content_filter"), KindRefused, 1},
		"content filter as an error": {answers(400, fmt.Sprintf(apiError, "content_filter")), KindRefused, 1},
		"429":                        {answers(429, fmt.Sprintf(apiError, "rate_limit_exceeded"), "Retry-After", "2"), KindRateLimited, 3},
		"500":                        {answers(500, "oops"), KindUnavailable, 3},
		"503 with HTML":              {answers(503, "<html>the document says 4711</html>"), KindUnavailable, 3},
		"closed connection":          {hangsUp, KindUnavailable, 3},
		"cut in the middle":          {cutShort, KindUnavailable, 3},
		"slow":                       {dawdles, KindUnavailable, 3},
		"wrong key":                  {answers(401, fmt.Sprintf(apiError, "invalid_api_key")), KindRejected, 1},
		"unknown model":              {answers(404, fmt.Sprintf(apiError, "model_not_found")), KindRejected, 1},
		"bad request, twice":         {answers(400, fmt.Sprintf(apiError, "invalid_value")), KindRejected, 2},
		"redirect":                   {answers(307, "", "Location", "http://127.0.0.1:1/"), KindRejected, 1},
		"HTML instead of JSON":       {answers(200, "<html>"), KindInvalid, 1},
		"other JSON":                 {answers(200, `{"choices":"none"}`), KindInvalid, 1},
		"no choice":                  {answers(200, `{"choices":[]}`), KindInvalid, 1},
		"words instead of an object": {says("The code is 610910."), KindInvalid, 1},
		"broken JSON":                {says(`{"a":`), KindInvalid, 1},
		"an array":                   {says(`[1]`), KindInvalid, 1},
		"cut off by tokens":          {completes(`{"a":1}`, "", "length"), KindInvalid, 1},
		"huge":                       {says(`{"a":"` + strings.Repeat("x", 100_000) + `"}`), KindInvalid, 1},
		"huge error":                 {answers(500, strings.Repeat("x", 100_000)), KindUnavailable, 3},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			cfg := Config{CallTimeout: time.Minute, MaxAnswerBytes: 20_000}
			if name == "slow" {
				cfg.CallTimeout = 250 * time.Millisecond
			}
			b := setup(t, cfg, tc.answer)
			answer, err := b.Complete(t.Context(), plainPrompt)
			var failed *Error
			if answer != nil || !errors.As(err, &failed) || failed.Kind() != tc.want {
				t.Fatalf("%q %v, want kind %s", answer, err, tc.want)
			}
			if failed.InvalidAnswer() != (tc.want == KindInvalid) || failed.Rejected() != (tc.want == KindRejected) {
				t.Errorf("%s tells it is otherwise", failed.Kind())
			}
			if b.calls() != tc.calls {
				t.Errorf("%d calls, want %d", b.calls(), tc.calls)
			}
			if got := b.Stats().Completes[Outcome(tc.want)]; got != 1 {
				t.Errorf("outcome counted %d times", got)
			}
			for _, secret := range []string{testKey, "4711", "you sent"} {
				if strings.Contains(err.Error(), secret) || strings.Contains(b.log.String(), secret) {
					t.Errorf("%q is told: %v; %s", secret, err, b.log)
				}
			}
		})
	}
}

// cutShort promises more than it sends.
func cutShort(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Length", "500")
	_, _ = w.Write([]byte(`{"choices":[`))
}

func TestASecondAttemptSucceedsAfterTheWaitTheServerAsksFor(t *testing.T) {
	t.Parallel()
	b := setup(t, Config{}, answers(429, "{}", "Retry-After", "3"), answers(500, ""), says(`{"a":2}`))
	if _, err := b.Complete(t.Context(), plainPrompt); err != nil {
		t.Fatal(err)
	}
	if len(b.waits) != 2 || b.waits[0] < 3*time.Second || b.waits[0] > 4500*time.Millisecond || b.waits[1] < time.Second || b.waits[1] > 1500*time.Millisecond {
		t.Errorf("waits %v", b.waits)
	}
	if s := b.Stats(); s.Retries != 2 || s.Calls != 3 || s.Completes[OutcomeAnswered] != 1 {
		t.Errorf("stats %+v", s)
	}
}

func TestRetryAfterIsReadInBothForms(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 11, 2, 9, 0, 0, 0, time.UTC)
	for value, want := range map[string]time.Duration{
		"": 0, "7": 7 * time.Second, " 7 ": 7 * time.Second, "-7": 0, "soon": 0, "60000": time.Hour, "99999999999999": 0,
		"Mon, 02 Nov 2026 09:00:30 GMT": 30 * time.Second, "Mon, 02 Nov 2026 08:00:00 GMT": 0,
	} {
		if got := retryAfter(value, now); got != want {
			t.Errorf("%q: %v, want %v", value, got, want)
		}
	}
}

func TestAWaitLongerThanThePatienceIsNotWaited(t *testing.T) {
	t.Parallel()
	b := setup(t, Config{Patience: 10 * time.Second}, answers(429, "{}", "Retry-After", "600"))
	if _, err := b.Complete(t.Context(), plainPrompt); kindOf(err) != KindRateLimited || b.calls() != 1 {
		t.Errorf("%v after %d calls", err, b.calls())
	}
}

func TestTheCallerKeepsTimeToAnswerWithoutAModel(t *testing.T) {
	t.Parallel()
	b := setup(t, Config{}, dawdles)
	ctx, cancel := context.WithTimeout(t.Context(), callerReserve+200*time.Millisecond)
	defer cancel()
	if _, err := b.Complete(ctx, plainPrompt); kindOf(err) != KindUnavailable || ctx.Err() != nil {
		t.Errorf("%v, caller %v", err, ctx.Err())
	}
	short, cancelShort := context.WithTimeout(t.Context(), callerReserve)
	defer cancelShort()
	before := b.calls()
	if _, err := b.Complete(short, plainPrompt); kindOf(err) != KindUnavailable || b.calls() != before {
		t.Errorf("no time left, and yet a call was made: %v", err)
	}
}

func TestACallerWhoLeavesIsNotTheServersFault(t *testing.T) {
	t.Parallel()
	arrived := make(chan struct{}, 1)
	b := setup(t, Config{BreakerFailures: 1}, func(w http.ResponseWriter, r *http.Request) { arrived <- struct{}{}; dawdles(w, r) })
	ctx, cancel := context.WithCancelCause(t.Context())
	gone := errors.New("gone")
	go func() { <-arrived; cancel(gone) }()
	if _, err := b.Complete(ctx, plainPrompt); !errors.Is(err, gone) {
		t.Errorf("%v", err)
	}
	if s := b.Stats(); s.BreakerOpen || s.Completes[OutcomeCancelled] != 1 {
		t.Errorf("stats %+v", s)
	}
}

func TestTheBreakerOpensProbesAndCloses(t *testing.T) {
	t.Parallel()
	up := false
	var mu sync.Mutex
	set := func(v bool) { mu.Lock(); defer mu.Unlock(); up = v }
	b := setup(t, Config{Attempts: 1, BreakerFailures: 2, BreakerPause: time.Minute}, func(w http.ResponseWriter, r *http.Request) {
		mu.Lock()
		defer mu.Unlock()
		if up {
			says(`{"a":1}`)(w, r)
			return
		}
		w.WriteHeader(http.StatusInternalServerError)
	})
	ask := func() error { _, err := b.Complete(t.Context(), plainPrompt); return err }
	expect := func(step string, err error, failed bool, calls int, open bool) {
		t.Helper()
		if (err != nil) != failed || b.calls() != calls || b.Stats().BreakerOpen != open {
			t.Errorf("%s: %v, %d calls, open %v", step, err, b.calls(), b.Stats().BreakerOpen)
		}
	}
	expect("first failure", ask(), true, 1, false)
	expect("second opens", ask(), true, 2, true)
	expect("open: no call", ask(), true, 2, true)
	b.clock.advance(time.Minute)
	expect("the probe fails", ask(), true, 3, true)
	expect("open again", ask(), true, 3, true)
	set(true)
	b.clock.advance(time.Minute)
	expect("the probe succeeds", ask(), false, 4, false)
	expect("closed", ask(), false, 5, false)
	set(false)
	expect("one failure after a success", ask(), true, 6, false)
}

func TestOnlyOneCallProbesAnOpenBreaker(t *testing.T) {
	t.Parallel()
	now := &clock{}
	b := breaker{threshold: 1, rest: time.Minute, now: now.now}
	if !b.allow() {
		t.Fatal("closed at first")
	}
	if opened, _ := b.report(verdictDown); !opened || b.allow() {
		t.Fatal("open after a failure")
	}
	now.advance(time.Minute)
	if !b.allow() || b.allow() {
		t.Fatal("one probe and no more")
	}
	b.report(verdictNone)
	if !b.allow() {
		t.Fatal("a probe that was cancelled leaves room for the next")
	}
	if _, closed := b.report(verdictUp); !closed || !b.allow() {
		t.Fatal("closed after a success")
	}
}

func TestNoMoreCallsAtOnceThanTheCap(t *testing.T) {
	t.Parallel()
	arrived, leave := make(chan struct{}, 10), make(chan struct{})
	b := setup(t, Config{Concurrency: 2, Patience: 2 * time.Second}, func(w http.ResponseWriter, r *http.Request) {
		arrived <- struct{}{}
		<-leave
		says(`{"a":1}`)(w, r)
	})
	var running sync.WaitGroup
	for range 2 {
		running.Go(func() {
			if _, err := b.Complete(t.Context(), plainPrompt); err != nil {
				t.Error(err)
			}
		})
		<-arrived
	}
	if _, err := b.Complete(t.Context(), plainPrompt); kindOf(err) != KindUnavailable || b.calls() != 2 || b.Stats().InFlight != 2 {
		t.Errorf("a third call: %v, %d calls", err, b.calls())
	}
	close(leave)
	running.Wait()
	if s := b.Stats(); s.BreakerOpen || s.InFlight != 0 {
		t.Errorf("stats %+v", s)
	}
}

func TestAServerWithoutSchemasIsAskedInPlainWordsFromThenOn(t *testing.T) {
	t.Parallel()
	b := setup(t, Config{}, answers(400, `{"error":{"message":"unknown field response_format"}}`), says("```json\n{\"a\":3}\n```"))
	for range 2 {
		if answer, err := b.Complete(t.Context(), plainPrompt); err != nil || string(answer) != `{"a":3}` {
			t.Fatalf("%s %v", answer, err)
		}
	}
	if b.calls() != 3 {
		t.Errorf("%d calls, want a refused one and two plain ones", b.calls())
	}
	last := b.requests[2].decode(t)
	if last["response_format"] != nil || last["max_tokens"] != 50.0 || !strings.Contains(string(b.requests[2].body), `additionalProperties`) {
		t.Errorf("not in plain words: %s", b.requests[2].body)
	}
}

func TestAnImageNoServerTakesIsNotSent(t *testing.T) {
	t.Parallel()
	b := setup(t, Config{}, says(`{}`))
	prompt := plainPrompt
	prompt.Images = [][]byte{[]byte("BM not a picture")}
	if _, err := b.Complete(t.Context(), prompt); kindOf(err) != KindRejected || b.calls() != 0 {
		t.Errorf("%v, %d calls", err, b.calls())
	}
}

func TestAConfigurationNamesItsProblemsByVariable(t *testing.T) {
	t.Parallel()
	_, err := New(Config{BaseURL: "ftp://x"}, time.Now, nil)
	for _, want := range []string{"MODEL_BASE_URL", "MODEL_NAME"} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v does not name %s", err, want)
		}
	}
}

func TestNobodyListeningIsUnavailable(t *testing.T) {
	t.Parallel()
	server := httptest.NewServer(http.NotFoundHandler())
	server.Close()
	c, err := New(Config{BaseURL: server.URL, Model: "m", Attempts: 1}, time.Now, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	if _, err := c.Complete(t.Context(), plainPrompt); kindOf(err) != KindUnavailable || !strings.Contains(err.Error(), "refused") {
		t.Errorf("%v", err)
	}
}
