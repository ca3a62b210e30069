package model

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"net/http"
	"net/url"
	"sync/atomic"
	"time"

	"github.com/sashabaranov/go-openai"

	"tariffdesk/ask"
)

// Client asks one model of one server. It is safe for concurrent use.
type Client struct {
	cfg     Config
	api     *openai.Client
	http    *http.Client
	slots   chan struct{}
	breaker breaker
	counts  counts
	plain   atomic.Bool // the server does not take a schema
	log     *slog.Logger
	pause   func(ctx context.Context, d time.Duration) error
}

// Config says which model is asked, and how patiently. Zero values of the tunables mean the defaults.
type Config struct {
	BaseURL string // http or https, with the path before /chat/completions, such as https://host/v1
	APIKey  string // "" for servers that want none
	Model   string

	CallTimeout     time.Duration // of one HTTP call, default 60 s
	Patience        time.Duration // of one Complete with all its attempts, default 75 s
	Attempts        int           // HTTP calls a Complete may make of what can be repeated, default 3
	Concurrency     int           // calls at once, default 16
	MaxAnswerBytes  int64         // of one HTTP answer, default 1 MiB
	BreakerFailures int           // Completes that fail in a row before the breaker opens, default 5
	BreakerPause    time.Duration // how long it stays open before one call may try, default 30 s
}

func (c Config) withDefaults() Config {
	orDefault(&c.CallTimeout, 60*time.Second)
	orDefault(&c.Patience, 75*time.Second)
	orDefault(&c.Attempts, 3)
	orDefault(&c.Concurrency, 16)
	orDefault(&c.MaxAnswerBytes, 1<<20)
	orDefault(&c.BreakerFailures, 5)
	orDefault(&c.BreakerPause, 30*time.Second)
	return c
}

func orDefault[T int | int64 | time.Duration](v *T, value T) {
	if *v <= 0 {
		*v = value
	}
}

// Validate lists what is wrong with the configuration, each problem by the variable it comes from.
func (c Config) Validate() error {
	var problems []error
	if u, err := url.Parse(c.BaseURL); err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" {
		problems = append(problems, errors.New("MODEL_BASE_URL: want an http or https URL"))
	}
	if c.Model == "" {
		problems = append(problems, errors.New("MODEL_NAME: is empty"))
	}
	return errors.Join(problems...)
}

// Prompt is one question. Its schema is reduced by Strict.
type Prompt = ask.Prompt

// callerReserve is left of a caller's deadline when a call gives up, so that the caller can still
// answer without a model.
const callerReserve = 2 * time.Second

// New returns a client. Nothing is sent before the first Complete.
func New(cfg Config, now func() time.Time, log *slog.Logger) (*Client, error) {
	if err := cfg.Validate(); err != nil {
		return nil, err
	}
	cfg = cfg.withDefaults()
	c := &Client{cfg: cfg, http: newHTTPClient(cfg.Concurrency), slots: make(chan struct{}, cfg.Concurrency), log: log, pause: pause}
	c.breaker = breaker{threshold: cfg.BreakerFailures, rest: cfg.BreakerPause, now: now}
	api := openai.DefaultConfig(cfg.APIKey)
	api.BaseURL = cfg.BaseURL
	api.HTTPClient = boundedDoer{c.http, cfg.MaxAnswerBytes}
	c.api = openai.NewClientWithConfig(api)
	return c, nil
}

// Close releases idle connections.
func (c *Client) Close() error {
	c.http.CloseIdleConnections()
	return nil
}

// Complete returns the model's answer: one JSON object, checked for its syntax alone. It ends within
// Patience, and two seconds before ctx does. An error is an *Error, or ctx's own where the caller ended it.
func (c *Client) Complete(ctx context.Context, p Prompt) ([]byte, error) {
	answer, err := c.complete(ctx, p)
	switch {
	case err == nil:
		c.counts.outcome(OutcomeAnswered)
	case ctx.Err() != nil:
		c.counts.outcome(OutcomeCancelled)
		return nil, fmt.Errorf("ask model: %w", context.Cause(ctx))
	default:
		c.counts.outcome(outcomeOf(err))
		c.log.WarnContext(ctx, "model gave no answer", "kind", kindOf(err), "error", err)
	}
	return answer, err
}

func (c *Client) complete(caller context.Context, p Prompt) ([]byte, error) {
	call, err := prepare(p)
	if err != nil {
		return nil, err
	}
	patience := c.cfg.Patience
	if deadline, ok := caller.Deadline(); ok {
		patience = min(patience, time.Until(deadline)-callerReserve)
	}
	if patience <= 0 {
		return nil, &Error{kind: KindUnavailable, reason: "the caller has no time left"}
	}
	ctx, cancel := context.WithTimeout(caller, patience)
	defer cancel()
	if err := c.acquire(ctx); err != nil {
		return nil, err
	}
	defer func() { <-c.slots }()
	return c.guarded(ctx, caller, call)
}

// acquire takes a slot. Waiting takes a quarter of the patience at most: where the server hangs, callers
// behind the cap had better answer without it.
func (c *Client) acquire(ctx context.Context) error {
	wait, cancel := context.WithTimeout(ctx, c.cfg.Patience/4)
	defer cancel()
	select {
	case c.slots <- struct{}{}:
		return nil
	case <-wait.Done():
		return &Error{kind: KindUnavailable, reason: "too many calls at once"}
	}
}

// guarded makes the attempts unless the breaker is open, and tells it how they ended.
func (c *Client) guarded(ctx, caller context.Context, call *call) ([]byte, error) {
	if !c.breaker.allow() {
		return nil, &Error{kind: KindUnavailable, reason: "circuit breaker is open"}
	}
	verdict := verdictNone // also of a panic: a probe must not block the breaker for good
	defer func() {
		if opened, closed := c.breaker.report(verdict); opened || closed {
			c.log.WarnContext(ctx, "model circuit breaker moved", "open", opened)
		}
	}()
	answer, err := c.attempts(ctx, call)
	switch kind := kindOf(err); {
	case caller.Err() != nil:
	case err != nil && (kind == KindUnavailable || kind == KindRateLimited):
		verdict = verdictDown
	default:
		verdict = verdictUp
	}
	return answer, err
}

// attempts calls until an answer, an error that repeating does not cure, or the last attempt.
func (c *Client) attempts(ctx context.Context, call *call) ([]byte, error) {
	for attempt := 1; ; attempt++ {
		answer, failed := c.once(ctx, call)
		if failed == nil {
			return answer, nil
		}
		wait := backoff(attempt, failed.after)
		if deadline, _ := ctx.Deadline(); !failed.repeatable() || attempt == c.cfg.Attempts || time.Until(deadline) <= wait {
			return nil, failed
		}
		if c.pause(ctx, wait) != nil {
			return nil, failed
		}
		c.counts.retries.Add(1)
	}
}

// backoff is the wait after attempt n: what the server asks for, else half a second doubling to eight,
// in either case with up to half as much again, so that callers do not return together.
func backoff(attempt int, asked time.Duration) time.Duration {
	wait := asked
	if wait <= 0 {
		wait = min(500*time.Millisecond<<(attempt-1), 8*time.Second)
	}
	return wait + rand.N(wait/2+1)
}

func pause(ctx context.Context, d time.Duration) error {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-timer.C:
		return nil
	}
}
