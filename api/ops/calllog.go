package ops

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

	"tariffdesk/account"
	"tariffdesk/api/route"
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
	store Store
	log   *slog.Logger
	queue chan account.LoggedCall
	lost  atomic.Int64
	mu    sync.Mutex // of who writes
}

func newCallLog(store Store, log *slog.Logger) *callLog {
	return &callLog{store: store, log: log, queue: make(chan account.LoggedCall, callsWaiting)}
}

// Note queues a call without waiting. Where the queue is full it drops the call and counts it as lost.
func (l *callLog) Note(c account.LoggedCall) {
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
			l.Flush(context.WithoutCancel(ctx)) // the calls of the drain
			return
		case <-tick.C:
			l.Flush(ctx)
		}
	}
}

// Flush writes what waits at this moment.
func (l *callLog) Flush(ctx context.Context) {
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
		if err := l.store.SaveCalls(ctx, calls); err != nil {
			l.lost.Add(int64(len(calls)))
			l.log.WarnContext(ctx, "calls not logged", "calls", len(calls), "lost", l.lost.Load(), "error", err)
		}
	}
}

// noteCall logs an answered call of a known organisation. What no route took is not named: it may be
// anything, a secret too.
func (s *Handlers) noteCall(a route.Answered) {
	if !a.Known || a.Caller.Organisation.ID == "" {
		return
	}
	id, err := uuid.NewV7()
	if err != nil {
		return
	}
	path := a.Request.URL.Path
	if a.Route == route.Unmatched || a.Status == http.StatusMethodNotAllowed || SecretPath(path) {
		path = a.Route
	}
	var credits credit.Amount
	if a.Header.Get(wire.HeaderReplayed) == "" {
		credits, _ = credit.Parse(a.Header.Get(wire.HeaderCharged)) // zero where nothing was charged
	}
	call := account.LoggedCall{
		ID: id.String(), OrganisationID: a.Caller.Organisation.ID, RequestID: a.RequestID, At: s.Now().UTC(), Method: a.Method, Path: printable(path),
		Status: a.Status, DurationMS: float64(a.Took.Microseconds()) / 1000, Credits: int64(credits), UserID: a.Caller.UserID, JobID: a.Job, Origin: a.Origin,
	}
	if a.Caller.ByKey() {
		call.KeyID, call.KeyPrefix = a.Caller.Key.ID, a.Caller.Key.Prefix
	}
	s.Calls.Note(call)
}

// Begin counts a request that has come in.
func (s *Handlers) Begin() { s.metrics.inFlight.Inc() }

// End counts a request that has been answered, and logs it.
func (s *Handlers) End(_ context.Context, a route.Answered) {
	s.metrics.inFlight.Dec()
	s.noteCall(a)
	s.metrics.observe(a.Method, a.Route, a.Status, a.Took)
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
func (s *Handlers) Run(ctx context.Context) { s.Calls.run(ctx) }
