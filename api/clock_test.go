package api_test

import (
	"sync/atomic"
	"time"
)

// clock is the real time, or that at which it was stopped, and what tests add to it.
type clock struct {
	ahead   atomic.Int64
	stopped atomic.Pointer[time.Time]
}

func (c *clock) now() time.Time {
	now := time.Now()
	if stopped := c.stopped.Load(); stopped != nil {
		now = *stopped
	}
	return now.Add(time.Duration(c.ahead.Load()))
}

// stop keeps the time that passes during a test out of what it says of seconds.
func (c *clock) stop() { c.stopped.Store(new(time.Now())) }

func (c *clock) advance(d time.Duration) { c.ahead.Add(int64(d)) }
