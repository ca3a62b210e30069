package worker

import (
	"context"
	"sync"
	"time"

	"tariffdesk/jobs"
)

// crowd counts the handlers at work in this process, so that one can run alone. A job may kill its whole process, and
// whatever runs beside it loses an attempt too: without a run alone, three such jobs would fail every job that had the
// bad luck to stand beside them.
type crowd struct {
	mu      sync.Mutex
	inside  int
	alone   bool          // one runs alone, or waits until the others have ended
	changed chan struct{} // closed and replaced with each change
}

// alonePatience is how long a job that is to run alone waits for the others. One that takes longer is left beside it.
const alonePatience = 30 * time.Second

func newCrowd() *crowd { return &crowd{changed: make(chan struct{})} }

func (c *crowd) change(do func()) {
	c.mu.Lock()
	defer c.mu.Unlock()
	do()
	c.signal()
}

func (c *crowd) signal() {
	close(c.changed)
	c.changed = make(chan struct{})
}

// await waits until try succeeds, which is asked under the lock after each change. It reports false where ctx ended first.
func (c *crowd) await(ctx context.Context, try func() bool) bool {
	for {
		c.mu.Lock()
		ok, changed := try(), c.changed
		c.mu.Unlock()
		if ok {
			return true
		}
		select {
		case <-ctx.Done():
			return false
		case <-changed:
		}
	}
}

// enter waits while a handler runs alone. It reports false where ctx ended first; else the caller leaves.
func (c *crowd) enter(ctx context.Context) bool {
	return c.await(ctx, func() bool {
		if c.alone {
			return false
		}
		c.inside++
		return true
	})
}

func (c *crowd) leave() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.inside--
	if c.alone { // else nobody waits for it
		c.signal()
	}
}

// runAlone runs do for a caller that has entered: nobody enters meanwhile, and it waits for those inside, but not for
// ever. Where ctx ends first do does not run.
func (c *crowd) runAlone(ctx context.Context, patience time.Duration, do func()) {
	c.leave() // two that are to run alone would wait for each other
	turn := c.await(ctx, func() bool {
		if !c.alone {
			c.alone = true
			return true
		}
		return false
	})
	defer c.change(func() { c.inside++ }) // the caller is still to leave
	if !turn {
		return
	}
	defer c.change(func() { c.alone = false })
	limited, cancel := context.WithTimeout(ctx, patience)
	c.await(limited, func() bool { return c.inside == 0 })
	cancel()
	do()
}

// runAlone gives a claim back and takes it again once this process is free for it: while it waits, a job beside it that
// kills the process must not cost it its last attempt. Another process may be faster.
func (w *Worker) runAlone(j jobs.Job) {
	w.log.Warn("job is to run alone, its workers ended", "job_id", j.ID, "kind", j.Kind, "lost_workers", j.Lost)
	err := patiently(w.base, func(ctx context.Context) error { _, err := w.store.HandBackJob(ctx, j, 0); return err })
	if err != nil {
		w.log.Error("job not handed back, its lease will expire", "job_id", j.ID, "error", err)
		return
	}
	w.crowd.runAlone(w.base, alonePatience, func() {
		var again jobs.Job
		ok := false
		err := patiently(w.base, func(ctx context.Context) (err error) { again, ok, err = w.store.ClaimJob(ctx, j.ID); return err })
		if err != nil {
			w.log.Error("job not claimed, the reconciler will offer it again", "job_id", j.ID, "error", err)
		}
		if ok {
			w.run(again)
		}
	})
}

// runChunkAlone is the same of a chunk. The chunk whose turn it is afterwards may be another one.
func (w *Worker) runChunkAlone(seat *Seat, c jobs.Chunk) {
	w.log.Warn("chunk is to run alone, its workers ended", "job_id", c.JobID, "chunk", c.N, "lost_workers", c.Lost)
	err := patiently(w.base, func(ctx context.Context) error { _, err := w.batches.Store.HandBackChunk(ctx, c); return err })
	if err != nil {
		w.log.Error("chunk not handed back, its lease will expire", "job_id", c.JobID, "error", err)
		seat.Leave()
		return
	}
	ran := false
	w.crowd.runAlone(w.base, alonePatience, func() {
		if again, ok := w.claimChunk(); ok {
			ran = true
			w.runChunk(seat, again)
		}
	})
	if !ran {
		seat.Leave()
	}
}
