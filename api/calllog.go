package api

import (
	"context"
	"log/slog"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"time"
	"unicode"

	"github.com/google/uuid"
	"github.com/labstack/echo/v4"

	"tariffdesk/account"
	"tariffdesk/api/wire"
	"tariffdesk/credit"
)

// The bounds of the log of calls: what waits to be written, what is written at once, how long a call
// may wait to be seen there.
const (
	callsWaiting = 4096
	callsAtOnce  = 500
	callsEvery   = 500 * time.Millisecond
	callsTimeout = 5 * time.Second
	maxPathChars = 300
)

// callLog writes calls after their answers. No call waits for it; what it cannot take is lost.
type callLog struct {
	save  func(ctx context.Context, calls []account.LoggedCall) error
	log   *slog.Logger
	queue chan account.LoggedCall
	lost  atomic.Int64
	mu    sync.Mutex // of who writes
}

func newCallLog(save func(context.Context, []account.LoggedCall) error, log *slog.Logger) *callLog {
	return &callLog{save: save, log: log, queue: make(chan account.LoggedCall, callsWaiting)}
}

func (l *callLog) note(c account.LoggedCall) {
	select {
	case l.queue <- c:
	default:
		l.lost.Add(1)
	}
}

// run writes until ctx ends, and then once more.
func (l *callLog) run(ctx context.Context) {
	tick := time.NewTicker(callsEvery)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			l.flush(context.WithoutCancel(ctx)) // the calls of the drain
			return
		case <-tick.C:
			l.flush(ctx)
		}
	}
}

// flush writes what waits at this moment.
func (l *callLog) flush(ctx context.Context) {
	l.mu.Lock()
	defer l.mu.Unlock()
	ctx, cancel := context.WithTimeout(ctx, callsTimeout)
	defer cancel()
	for left := len(l.queue); left > 0; {
		calls := make([]account.LoggedCall, min(left, callsAtOnce))
		for i := range calls {
			calls[i] = <-l.queue // nobody else takes
		}
		left -= len(calls)
		if err := l.save(ctx, calls); err != nil {
			l.lost.Add(int64(len(calls)))
			l.log.WarnContext(ctx, "calls not logged", "calls", len(calls), "lost", l.lost.Load(), "error", err)
		}
	}
}

// noteCall logs an answered call of a known organisation. What no route took is not named: it may be
// anything, a secret too.
func (s *Server) noteCall(c echo.Context, method, route string, took time.Duration) {
	caller, ok := c.Get(callerKey).(account.Caller)
	if !ok || caller.Organisation.ID == "" {
		return
	}
	id, err := uuid.NewV7()
	if err != nil {
		return
	}
	path := c.Request().URL.Path
	if route == unmatchedRoute || c.Response().Status == http.StatusMethodNotAllowed || secretPath(path) {
		path = route
	}
	h := c.Response().Header()
	var credits credit.Amount
	if h.Get(wire.HeaderReplayed) == "" {
		credits, _ = credit.Parse(h.Get(wire.HeaderCharged)) // zero where nothing was charged
	}
	job, _ := c.Get(jobKey).(string)
	call := account.LoggedCall{
		ID: id.String(), OrganisationID: caller.Organisation.ID, RequestID: requestID(c), At: s.Now().UTC(), Method: method, Path: printable(path),
		Status: c.Response().Status, DurationMS: float64(took.Microseconds()) / 1000, Credits: int64(credits), UserID: caller.UserID, JobID: job,
	}
	if caller.ByKey() {
		call.KeyID, call.KeyPrefix = caller.Key.ID, caller.Key.Prefix
	}
	s.calls.note(call)
}

// printable makes text fit for a table: valid, bounded, without control characters.
func printable(text string) string {
	return wire.FirstRunes(strings.Map(func(c rune) rune {
		if unicode.IsControl(c) {
			return unicode.ReplacementChar
		}
		return c
	}, strings.ToValidUTF8(text, string(unicode.ReplacementChar))), maxPathChars)
}

// Run writes the log of calls until ctx ends.
func (s *Server) Run(ctx context.Context) { s.calls.run(ctx) }
