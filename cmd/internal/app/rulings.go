package app

import (
	"context"
	"log/slog"
	"sync/atomic"

	"tariffdesk/classify"
	"tariffdesk/jobs"
	"tariffdesk/tariff/ruling"
)

// rulingSource keeps the imported libraries of rulings.
type rulingSource interface {
	NewestRulings(ctx context.Context) (int64, error)
	Rulings(ctx context.Context) (list []ruling.Ruling, model []byte, newest int64, err error)
}

// rulings holds the published rulings in use. A newer library replaces them as a whole.
type rulings struct {
	source  rulingSource
	engine  *classify.Engine
	current atomic.Pointer[classify.Rulings] // nil: there are none
	newest  int64                            // of the loop alone, once it runs
	log     *slog.Logger
}

func newRulings(ctx context.Context, source rulingSource, engine *classify.Engine, log *slog.Logger) (*rulings, error) {
	r := &rulings{source: source, engine: engine, log: log}
	return r, r.refresh(ctx)
}

// Current returns the rulings in use, nil where there are none.
func (r *rulings) Current() *classify.Rulings { return r.current.Load() }

// refresh loads what was imported since. What cannot be read leaves those before in use.
func (r *rulings) refresh(ctx context.Context) error {
	newest, err := r.source.NewestRulings(ctx)
	if err != nil || newest == r.newest {
		return err
	}
	list, model, newest, err := r.source.Rulings(ctx)
	if err != nil {
		return err
	}
	var next *classify.Rulings
	if len(list) > 0 {
		next = r.engine.NewRulings(list, model)
	}
	r.current.Store(next)
	r.newest = newest
	all, counted := next.Len()
	r.log.InfoContext(ctx, "rulings in use", "library", newest, "rulings", all, "counted", counted)
	return nil
}

// run looks for newer libraries until ctx ends.
func (r *rulings) run(ctx context.Context, pulse *jobs.Pulse) {
	follow(ctx, pulse, "rulings", r.log, r.refresh)
}
