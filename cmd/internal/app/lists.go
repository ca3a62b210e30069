package app

import (
	"context"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"tariffdesk/jobs"
	"tariffdesk/verification/list"
)

// listSource keeps the imported versions of the authorities' lists.
type listSource interface {
	NewestBlacklist(ctx context.Context) (int64, error)
	Blacklists(ctx context.Context) ([]list.Imported, error)
	Blacklist(ctx context.Context, id int64) ([]list.Entry, error)
}

// lists holds the lists in force. A newer version replaces the one before as a whole.
type lists struct {
	source  listSource
	current atomic.Pointer[list.Register]
	loading sync.Mutex
	log     *slog.Logger
}

func newLists(source listSource, log *slog.Logger) *lists {
	l := &lists{source: source, log: log}
	l.current.Store(list.NewRegister())
	return l
}

// Current returns the lists with every version that was imported before the call, in whichever process:
// a number is asked for each time, and only where it has grown is anything loaded.
func (l *lists) Current(ctx context.Context) (*list.Register, error) {
	newest, err := l.source.NewestBlacklist(ctx)
	if err != nil {
		return nil, err
	}
	if now := l.current.Load(); now.Newest() >= newest {
		return now, nil
	}
	return l.load(ctx)
}

func (l *lists) load(ctx context.Context) (*list.Register, error) {
	l.loading.Lock()
	defer l.loading.Unlock()
	next := l.current.Load()
	versions, err := l.source.Blacklists(ctx)
	if err != nil {
		return nil, err
	}
	for _, v := range versions {
		if next.Has(v.Version) {
			continue
		}
		entries, err := l.source.Blacklist(ctx, v.ID)
		if err != nil {
			return nil, err
		}
		next = next.With(v.Version, entries)
		l.log.InfoContext(ctx, "list in use", "list", v.Key(), "version", v.ID, "as_of", v.AsOf, "rows", v.Rows)
	}
	l.current.Store(next)
	return next, nil
}

// run loads what was imported until ctx ends, so that the first caller after an import does not wait.
func (l *lists) run(ctx context.Context, pulse *jobs.Pulse) {
	beat := pulse.Watch("lists", jobs.LoopLimit)
	tick := time.NewTicker(tariffInterval)
	defer tick.Stop()
	for {
		if _, err := l.Current(ctx); err != nil && ctx.Err() == nil {
			l.log.WarnContext(ctx, "lists not read", "error", err)
		}
		beat()
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
	}
}
