package worker

import (
	"context"
	"runtime"
	"sync/atomic"
	"time"

	"tariffdesk/jobs"
)

// Courtesy lets background work in this process step aside for callers who wait. A slot of its own
// is not enough: on few cores every handler at work slows all others.
type Courtesy struct {
	callers atomic.Int32  // handlers of waiting callers at work
	desks   chan struct{} // background handlers that compute at once
}

// NewCourtesy returns a courtesy for all cores of the process.
func NewCourtesy() *Courtesy {
	return &Courtesy{desks: make(chan struct{}, runtime.GOMAXPROCS(0))}
}

// The pauses of background work between two of its steps: as long as callers are at work, but
// bounded, so that it goes on under a load that never ends.
const (
	pauseStep = 500 * time.Microsecond
	pauseMost = 30 * time.Millisecond
)

// Caller counts a handler of waiting callers as such.
func (c *Courtesy) Caller(h Handler) Handler {
	return func(ctx context.Context, t Task) (jobs.Outcome, error) {
		c.callers.Add(1)
		defer c.callers.Add(-1)
		return h(ctx, t)
	}
}

// Sit waits for a desk: as many background handlers compute at once as there are cores, the others
// would only make each of them later.
func (c *Courtesy) Sit(ctx context.Context) (leave func(), err error) {
	select {
	case c.desks <- struct{}{}:
		return func() { <-c.desks }, nil
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// Yield pauses background work while callers are at work.
func (c *Courtesy) Yield(ctx context.Context) error {
	if c.callers.Load() == 0 {
		return ctx.Err()
	}
	tick := time.NewTicker(pauseStep)
	defer tick.Stop()
	for waited := time.Duration(0); waited < pauseMost && c.callers.Load() > 0; waited += pauseStep {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-tick.C:
		}
	}
	return ctx.Err()
}
