package worker

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/hibiken/asynq"

	"tariffdesk/jobs"
)

// serving takes tasks for the worker. The queues of an asynq server are fixed when it is made, so that another
// division makes another server, while the one before finishes what it has taken.
type serving struct {
	sync.Mutex

	started, stopped bool
	divisions        jobs.Divisions
	names            []string // that the newest server takes from
	newest           *server
	retiring         sync.WaitGroup // those before it
}

type server struct {
	*asynq.Server

	running atomic.Int64 // tasks that it has taken
}

// Divide makes the worker take from the queues of these divisions. It may be called at any time, and often: what is so
// already stays.
func (w *Worker) Divide(d jobs.Divisions) {
	w.serving.Lock()
	defer w.serving.Unlock()
	w.serving.divisions = d
	w.events.Spread(d.Streams())
	for _, queue := range w.queues {
		w.slots.pause(queue, d[queue].Paused)
	}
	if !w.serving.started || w.serving.stopped {
		return
	}
	if err := w.serve(); err != nil {
		w.log.Error("the new queues are not taken from", "error", err)
	}
}

// serve starts a server for the queues of the divisions, unless the newest takes from these, and retires that one.
func (w *Worker) serve() error {
	queues := map[string]int{}
	var names []string
	for _, queue := range w.queues {
		for _, name := range w.serving.divisions.Names(queue) {
			queues[name], names = 1, append(names, name)
		}
	}
	if slices.Equal(names, w.serving.names) {
		return nil
	}
	w.slots.add(names)
	next := &server{Server: asynq.NewServerFromRedisClient(w.redis, asynq.Config{
		Concurrency: w.cfg.Slots, Queues: queues, TaskCheckInterval: w.cfg.CheckInterval,
		ShutdownTimeout: time.Second, // ours has waited already
		Logger:          asynqLog{w.log}, LogLevel: asynq.WarnLevel,
	})}
	if err := next.Start(asynq.HandlerFunc(func(ctx context.Context, t *asynq.Task) error {
		next.running.Add(1)
		defer next.running.Add(-1)
		return w.process(ctx, t)
	})); err != nil {
		return fmt.Errorf("start worker: %w", err)
	}
	if before := w.serving.newest; before != nil {
		w.serving.retiring.Go(func() { w.retire(before) })
	}
	w.serving.names, w.serving.newest = names, next
	return nil
}

// retireStep is how often a server that takes no more looks whether it has finished.
const retireStep = 50 * time.Millisecond

// retire ends a server once it has finished what it has taken. It may take one task more: asynq looks whether it is to
// stop only after it was given one.
func (w *Worker) retire(s *server) {
	s.Stop()
	w.slots.signal() // it may have heard what was meant for its successor
	look := time.NewTicker(retireStep)
	defer look.Stop()
	for s.running.Load() > 0 && w.base.Err() == nil { // when the worker ends, a deaf handler's lease expires
		<-look.C
	}
	s.Shutdown()
}

// stopServing takes no more tasks.
func (w *Worker) stopServing() {
	w.serving.Lock()
	defer w.serving.Unlock()
	w.serving.stopped = true
	if w.serving.newest != nil {
		w.serving.newest.Stop()
	}
}

// endServing lets go of Redis.
func (w *Worker) endServing() {
	if w.serving.newest != nil {
		w.serving.newest.Shutdown()
	}
	w.serving.retiring.Wait()
}
