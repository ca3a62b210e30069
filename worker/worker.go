// Package worker takes jobs off the queue and does them: it owns the asynq server, the slots, the
// claim with its heartbeat, what becomes of an error, and one file per kind of job that calls the
// domain package for it.
//
// It refuses to know HTTP and SQL, and it decides nothing about money: a job that fails is
// refunded by the transaction that fails it.
package worker

import (
	"context"
	"errors"
	"log/slog"
	"slices"
	"sync"
	"time"

	"github.com/hibiken/asynq"
	"github.com/redis/go-redis/v9"

	"tariffdesk/fail"
	"tariffdesk/jobs"
)

// Store reads and writes jobs. A false result of a fenced move means that another
// process owns the job now and nothing was written.
type Store interface {
	ClaimJob(ctx context.Context, id string) (jobs.Job, bool, error)
	// ClaimTurn takes, of the queued jobs of some kinds, the one whose turn it is, else the job id.
	ClaimTurn(ctx context.Context, kinds []jobs.Kind, id string) (jobs.Job, bool, error)
	ExtendLease(ctx context.Context, j jobs.Job, progress int) (bool, error)
	SucceedJob(ctx context.Context, j jobs.Job, o jobs.Outcome) (bool, error)
	FailJob(ctx context.Context, j jobs.Job, cause *fail.Error) (bool, error)
	RetryJob(ctx context.Context, j jobs.Job, after time.Duration) (bool, error)
	// HandBackJob queues a job again after a wait, as if it had not been claimed.
	HandBackJob(ctx context.Context, j jobs.Job, after time.Duration) (bool, error)
}

// Task is a claimed job with a way to tell how far it is.
type Task struct {
	Job      jobs.Job
	Progress func(jobs.Progress) // may be called often; at most ten a second are published
}

// Handler does one kind of job. It is pure but for ctx: run twice it gives the same outcome. An
// error with a fail code is final or transient as the table in errors.go says.
type Handler func(ctx context.Context, t Task) (jobs.Outcome, error)

// Config holds what may be tuned; the zero value means the defaults.
type Config struct {
	Slots         int            // handlers at work at once, default 50
	Caps          map[string]int // slots a queue may use, default all
	Background    []string       // queues that take a slot only while no caller waits in another
	Turns         []string       // queues whose jobs run in turns between organisations, default extract
	CheckInterval time.Duration  // asynq's sleep when nothing was found, default 1 ms
	IdleInterval  time.Duration  // how often Redis is asked without a wake-up, default 1 s
	PollInterval  time.Duration  // how often it is while wake-ups of other processes are not heard, default 5 ms
	Grace         time.Duration  // how long handlers may finish at shutdown, default 20 s
	SlowJob       time.Duration  // from which an attempt is logged as slow, default never
}

// CheckInterval is asynq's sleep after it found nothing. While there is nothing to ask the slots keep
// it waiting, so that a short sleep costs nothing.
const CheckInterval = time.Millisecond

func (c Config) withDefaults() Config {
	if c.Slots == 0 {
		c.Slots = 50
	}
	if c.Caps == nil {
		c.Caps = map[string]int{"extract": 10, "quote": 20, "batch": 10}
	}
	if c.Background == nil {
		c.Background = []string{"batch"}
	}
	if c.Turns == nil {
		c.Turns = []string{"extract"}
	}
	if c.CheckInterval == 0 {
		c.CheckInterval = CheckInterval
	}
	if c.IdleInterval == 0 {
		c.IdleInterval = time.Second
	}
	if c.PollInterval == 0 {
		c.PollInterval = 5 * time.Millisecond
	}
	if c.Grace == 0 {
		c.Grace = 20 * time.Second
	}
	return c
}

// Worker runs handlers in slots. Start it once, stop it as often as you like.
type Worker struct {
	store    Store
	events   *jobs.Events
	handlers map[jobs.Kind]Handler
	batches  *Batches               // nil: this worker takes no chunks
	turns    map[string][]jobs.Kind // of a queue in turns, what this worker does there
	queues   []string               // that it takes from, undivided
	redis    redis.UniversalClient
	serving  serving
	slots    *slots
	crowd    *crowd
	cfg      Config
	log      *slog.Logger

	waits     context.Context //nolint:containedctx // of handlers that hold no slot because they wait for other jobs; ends when Stop begins
	stopWaits context.CancelCauseFunc
	waiting   chan struct{} // one for each of them

	base    context.Context //nolint:containedctx // the worker's own lifetime, which outlives any call; ends with errShutdown when the grace time is over
	abandon context.CancelCauseFunc
	running running
	hearing sync.WaitGroup
	stop    sync.Once
}

// New returns a worker that takes the queues of the handled kinds, and chunks of batches where
// batches is not nil. rdb is wrapped by the slots and must belong to this worker alone.
func New(store Store, rdb redis.UniversalClient, events *jobs.Events, handlers map[jobs.Kind]Handler, batches *Batches, cfg Config, log *slog.Logger) *Worker {
	cfg = cfg.withDefaults()
	w := &Worker{store: store, events: events, handlers: handlers, batches: batches, turns: map[string][]jobs.Kind{}, cfg: cfg, log: log}
	w.base, w.abandon = context.WithCancelCause(context.Background())
	w.waits, w.stopWaits = context.WithCancelCause(w.base)
	w.waiting = make(chan struct{}, maxWaiting)
	for kind := range handlers {
		queue := jobs.Specs()[kind].Queue
		w.queues = append(w.queues, queue)
		if slices.Contains(cfg.Turns, queue) {
			w.turns[queue] = append(w.turns[queue], kind)
		}
	}
	if batches != nil {
		w.queues = append(w.queues, jobs.Specs()[jobs.KindBatch].Queue)
	}
	slices.Sort(w.queues)
	w.queues = slices.Compact(w.queues)
	w.redis, w.slots, w.crowd = rdb, newSlots(cfg), newCrowd()
	rdb.AddHook(w.slots)
	return w
}

// Start begins to take tasks, by the divisions it was last told.
func (w *Worker) Start() error {
	w.serving.Lock()
	defer w.serving.Unlock()
	w.serving.started = true
	if err := w.serve(); err != nil {
		return err
	}
	w.hearing.Go(func() { w.events.Listen(w.base, w.slots.wake, w.slots.hear, w.log) })
	return nil
}

// Wake makes the worker look into a queue at once instead of at its next poll.
func (w *Worker) Wake(queue string) { w.slots.wake(queue) }

var errShutdown = errors.New("the process is shutting down")

// Stop takes no more tasks, lets handlers finish within the grace time and hands the rest back to
// the queue, neither refunded nor charged again.
func (w *Worker) Stop() {
	w.stop.Do(func() {
		w.slots.close()
		w.stopServing()
		w.stopWaits(errShutdown) // what they wait for may need this worker
		done := w.running.done()
		select {
		case <-done:
		case <-time.After(w.cfg.Grace):
			w.abandon(errShutdown)
			select {
			case <-done:
			case <-time.After(5 * time.Second): // deaf handlers: their leases expire
			}
		}
		w.abandon(errShutdown)
		w.hearing.Wait()
		w.endServing()
	})
}

// process is asynq's handler. It always reports success: what happens to the job is decided in
// PostgreSQL, and a task that asynq retried or archived would only block its id.
func (w *Worker) process(ctx context.Context, t *asynq.Task) error {
	part, _ := asynq.GetQueueName(ctx)
	queue := jobs.QueueOf(part)
	w.running.add(1)
	defer w.running.add(-1)
	defer w.slots.start(part)()
	if t.Type() == jobs.ChunkTask {
		w.runNextChunk()
		return nil
	}
	id := string(t.Payload())
	if queue == jobs.Specs()[jobs.KindShipment].Queue {
		w.runWaiting(queue, id)
		return nil
	}
	if !w.crowd.enter(w.base) {
		return nil // the process ends; nothing is claimed
	}
	defer w.crowd.leave()
	j, ok, err := w.claim(queue, id)
	if err != nil {
		w.log.Error("job not claimed, the reconciler will offer it again", "job_id", id, "error", err)
	}
	switch {
	case ok && j.RunsAlone():
		w.runAlone(j)
	case ok:
		w.run(j)
	}
	return nil
}

// maxWaiting is how many jobs that wait for others run at once in a process. A job beyond is not claimed: the reconciler
// offers it again.
const maxWaiting = 200

// runWaiting runs a job that submits other jobs and waits for them. It gives its slot back at once: with few slots, the
// jobs that it waits for would never get one.
func (w *Worker) runWaiting(queue, id string) {
	select {
	case w.waiting <- struct{}{}:
	default:
		return
	}
	j, ok, err := w.claim(queue, id)
	if err != nil {
		w.log.Error("job not claimed, the reconciler will offer it again", "job_id", id, "error", err)
	}
	if !ok {
		<-w.waiting
		return
	}
	w.running.start(func() {
		defer func() { <-w.waiting }()
		w.runWithin(w.waits, j)
	})
}

// SlotsInUse is the number of handlers at work.
func (w *Worker) SlotsInUse() int { return w.slots.inUse() }

// Slots is the number of handlers that may be at work.
func (w *Worker) Slots() int { return w.slots.total }

// Hears reports whether the worker hears of the jobs of other processes at the moment.
func (w *Worker) Hears() bool { return w.slots.hears() }

// PastContext is the number of handlers that still run though their context has ended.
func (w *Worker) PastContext() int { return int(w.slots.past.Load()) }
