package worker

import (
	"context"
	"runtime"
	"sync/atomic"
	"time"

	"tariffdesk/jobs"
)

// Courtesy lets background work in this process step aside for callers who wait. Slots of their own
// are not enough: on few cores every handler that computes delays each step of a call by as long as
// the scheduler lets it run.
type Courtesy struct {
	callers atomic.Int32 // handlers of waiting callers at work
	last    atomic.Int64 // when one began or ended, in nanoseconds
	seats   chan *Seat
}

// Seat is the right to compute in the background: there are as many as cores, since more at once
// would only make each of them later. The first one goes on, slowly, while callers come and go; the
// others all but stop, so that a core is free.
type Seat struct {
	courtesy *Courtesy
	patience time.Duration // the longest pause between two steps
	recently time.Duration // since when a caller counts as still there
}

// NewCourtesy returns a courtesy for all cores of the process.
func NewCourtesy() *Courtesy {
	n := runtime.GOMAXPROCS(0)
	c := &Courtesy{seats: make(chan *Seat, n)}
	for i := range n {
		if i == 0 {
			c.seats <- &Seat{c, 30 * time.Millisecond, 10 * time.Millisecond}
			continue
		}
		c.seats <- &Seat{c, 300 * time.Millisecond, 200 * time.Millisecond}
	}
	return c
}

// pauseStep is how often a pause looks whether it may end.
const pauseStep = 500 * time.Microsecond

// Caller counts a handler of waiting callers as such.
func (c *Courtesy) Caller(h Handler) Handler {
	return func(ctx context.Context, t Task) (jobs.Outcome, error) {
		c.callers.Add(1)
		c.last.Store(time.Now().UnixNano())
		defer func() {
			c.callers.Add(-1)
			c.last.Store(time.Now().UnixNano())
		}()
		return h(ctx, t)
	}
}

// Sit waits for a seat; leave it with Leave.
func (c *Courtesy) Sit(ctx context.Context) (*Seat, error) {
	select {
	case s := <-c.seats:
		return s, nil
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// Leave gives the seat to the next.
func (s *Seat) Leave() { s.courtesy.seats <- s }

// Yield lets others run between two steps of a few milliseconds, and pauses while callers are there.
// The pause is bounded, so that the work goes on under a load that never ends.
func (s *Seat) Yield(ctx context.Context) error {
	runtime.Gosched()
	if !s.disturbs() {
		return ctx.Err()
	}
	tick := time.NewTicker(pauseStep)
	defer tick.Stop()
	for began := time.Now(); s.disturbs() && time.Since(began) < s.patience; {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-tick.C:
		}
	}
	return ctx.Err()
}

// disturbs reports whether to compute now would delay a caller, at work or there a moment ago.
func (s *Seat) disturbs() bool {
	c := s.courtesy
	return c.callers.Load() > 0 || time.Now().UnixNano()-c.last.Load() < int64(s.recently)
}
