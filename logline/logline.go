// Package logline owns what the log lines of one request or job have in common: the attributes that
// name it, and how much of its time was waiting.
//
// It refuses to write lines: whoever has something to say does.
package logline

import (
	"context"
	"log/slog"
	"sync/atomic"
	"time"
)

type taskKey struct{}

// task is a request or a job at work.
type task struct {
	attrs  []slog.Attr
	waited atomic.Int64 // nanoseconds
	within *task        // whose handler made this request, nil for none
}

// Begin returns a context whose log lines bear the attributes, in place of those before.
func Begin(ctx context.Context, attrs ...slog.Attr) context.Context {
	within, _ := ctx.Value(taskKey{}).(*task)
	return context.WithValue(ctx, taskKey{}, &task{attrs: attrs, within: within})
}

// Attrs returns the attributes that name what ctx is at work on, nil where nothing began.
func Attrs(ctx context.Context) []slog.Attr {
	if t, ok := ctx.Value(taskKey{}).(*task); ok {
		return t.attrs
	}
	return nil
}

// Wait adds d to the time that ctx waited for somebody else: a slow client, or the job of a call. Whoever made the
// request from within its own waited as long.
func Wait(ctx context.Context, d time.Duration) {
	t, _ := ctx.Value(taskKey{}).(*task)
	for ; t != nil; t = t.within {
		t.waited.Add(int64(d))
	}
}

// Waited returns the time that ctx waited, 0 where nothing began.
func Waited(ctx context.Context) time.Duration {
	if t, ok := ctx.Value(taskKey{}).(*task); ok {
		return time.Duration(t.waited.Load())
	}
	return 0
}
