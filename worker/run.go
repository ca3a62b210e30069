package worker

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"runtime/debug"
	"sync/atomic"
	"time"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
	"go.opentelemetry.io/otel/trace"

	"tariffdesk/blob"
	"tariffdesk/extract"
	"tariffdesk/fail"
	"tariffdesk/jobs"
	"tariffdesk/logline"
)

var errFenced = errors.New("another process owns the job")

// storeTimeout bounds one statement; storePatience is how long a finish is tried while PostgreSQL
// is away. Past the lease the claim is lost anyway.
const (
	storeTimeout  = 5 * time.Second
	storePatience = jobs.Lease
)

// claim takes the job that a task stands for: its own, or, in a queue in turns, the one whose turn it is.
func (w *Worker) claim(queue, id string) (j jobs.Job, ok bool, err error) {
	err = patiently(w.base, func(ctx context.Context) (err error) {
		if kinds := w.turns[queue]; kinds != nil {
			j, ok, err = w.store.ClaimTurn(ctx, kinds, id)
		} else {
			j, ok, err = w.store.ClaimJob(ctx, id)
		}
		return err
	})
	return j, ok, err
}

// run does a claimed job and writes how it ended.
func (w *Worker) run(j jobs.Job) { w.runWithin(w.base, j) }

// runWithin is run for a handler that ends with a lifetime of its own.
func (w *Worker) runWithin(base context.Context, j jobs.Job) {
	log := w.log.With("job_id", j.ID, "kind", j.Kind, "attempt", j.Attempt)
	p := &progress{news: make(chan struct{}, 1)}
	extend := func(ctx context.Context) (bool, error) { return w.store.ExtendLease(ctx, j, int(p.percent.Load())) }
	w.hold(base, j.Remaining, extend, p.news, func(ctx, deadline context.Context) {
		deadline, span := jobs.StartSpan(deadline, trace.SpanKindConsumer, j.TraceParent, "job "+string(j.Kind), attribute.String("job.id", j.ID), attribute.Int("job.attempt", j.Attempt))
		defer span.End()
		deadline = logline.Begin(deadline, slog.String("job_id", j.ID), slog.String("kind", string(j.Kind)))
		defer w.tellSlow(time.Now(), log)
		outcome, err := w.handle(deadline, Task{Job: j, Progress: w.reporter(ctx, j, p)})
		if err != nil {
			span.RecordError(err)
			span.SetStatus(codes.Error, string(fail.As(err).Code))
		}
		w.settle(ctx, j, outcome, err, log)
	})
}

// tellSlow logs an attempt that took long.
func (w *Worker) tellSlow(start time.Time, log *slog.Logger) {
	if took := time.Since(start); w.cfg.SlowJob > 0 && took >= w.cfg.SlowJob {
		log.Warn("slow job", "duration_ms", float64(took.Microseconds())/1000)
	}
}

// hold keeps a claim alive while do runs. ctx ends where the claim is lost or the process must
// stop, deadline also when the time remaining is over. Neither is asynq's: its cancellations would
// retry a task that is not its to retry. What comes by news, which may be nil, is written with the lease soon.
func (w *Worker) hold(base context.Context, remaining time.Duration, extend func(context.Context) (bool, error), news <-chan struct{}, do func(ctx, deadline context.Context)) {
	ctx, cancel := context.WithCancelCause(base)
	defer cancel(nil)
	deadline, stopDeadline := context.WithTimeout(ctx, remaining)
	defer stopDeadline()
	beating := make(chan struct{})
	go func() { defer close(beating); heartbeat(ctx, extend, news, cancel) }()
	forget := w.watchContext(deadline)
	do(ctx, deadline)
	forget()
	cancel(nil)
	<-beating
}

// settle writes the end of an attempt. Whatever it writes is fenced on the run token.
func (w *Worker) settle(ctx context.Context, j jobs.Job, outcome jobs.Outcome, err error, log *slog.Logger) {
	if errors.Is(context.Cause(ctx), errFenced) {
		log.Warn("job abandoned, another process owns it")
		return
	}
	move, ended := w.move(ctx, j, outcome, err, log)
	if write(ctx, move, log) && ended {
		w.events.Done(ctx, j.ID, w.log)
	}
}

// write stores the end of an attempt and reports whether this process still owned the job.
func write(ctx context.Context, move func(context.Context) (bool, error), log *slog.Logger) bool {
	owned := false
	stored := patiently(context.WithoutCancel(ctx), func(ctx context.Context) (err error) { owned, err = move(ctx); return err })
	switch {
	case stored != nil:
		log.Error("end of attempt not stored, its lease will expire", "error", stored)
		return false
	case !owned:
		log.Warn("end of attempt refused, another process owns it")
	}
	return owned
}

// move chooses what to write, and reports whether it ends the job.
func (w *Worker) move(ctx context.Context, j jobs.Job, outcome jobs.Outcome, err error, log *slog.Logger) (func(context.Context) (bool, error), bool) {
	switch {
	case err == nil:
		return func(ctx context.Context) (bool, error) { return w.store.SucceedJob(ctx, j, outcome) }, true
	case errors.Is(context.Cause(ctx), errShutdown):
		log.Info("job handed back")
		return func(ctx context.Context) (bool, error) { return w.store.HandBackJob(ctx, j, 0) }, false
	case errors.Is(err, blob.ErrAway): // an outage of the store is no fault of the job, whose deadline bounds it
		log.Warn("job postponed, the blob store is away", "error", err)
		return func(ctx context.Context) (bool, error) { return w.store.HandBackJob(ctx, j, awayPause) }, false
	case transient(err) && j.Attempt < jobs.Attempts:
		log.Warn("job failed, will be tried again", "error", err)
		return func(ctx context.Context) (bool, error) { return w.store.RetryJob(ctx, j, jobs.Backoff(j.Attempt)) }, false
	}
	log.Warn("job failed", "error", err)
	return func(ctx context.Context) (bool, error) { return w.store.FailJob(ctx, j, fail.As(err)) }, true
}

// handle calls the kind's handler and turns a panic into an error.
func (w *Worker) handle(ctx context.Context, t Task) (o jobs.Outcome, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("handler of %s panicked: %v\n%s", t.Job.Kind, p, debug.Stack())
		}
	}()
	h, ok := w.handlers[t.Job.Kind]
	if !ok {
		return jobs.Outcome{}, fmt.Errorf("no handler for jobs of kind %s", t.Job.Kind)
	}
	return h(extract.WithOrganisation(ctx, t.Job.OrganisationID), t)
}

// heartbeat extends the lease until ctx ends, and ends it where the claim is lost. News are written at most once each
// newsInterval, so that a job of milliseconds writes none.
func heartbeat(ctx context.Context, extend func(context.Context) (bool, error), news <-chan struct{}, cancel context.CancelCauseFunc) {
	tick, soon := time.NewTicker(jobs.Heartbeat), time.NewTicker(newsInterval)
	defer tick.Stop()
	defer soon.Stop()
	held := time.Now()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		case <-soon.C:
			select {
			case <-news:
			default:
				continue
			}
		}
		asked := time.Now()
		beat, stop := context.WithTimeout(ctx, storeTimeout)
		owned, err := extend(beat)
		stop()
		switch {
		case err == nil && owned:
			held = asked
		case err == nil || time.Since(held) > jobs.Lease:
			cancel(errFenced)
			return
		}
	}
}

// watchContext counts a handler that goes on after its context has ended.
func (w *Worker) watchContext(ctx context.Context) (forget func()) {
	counted := false
	done := make(chan struct{})
	stop := context.AfterFunc(ctx, func() { w.slots.past.Add(1); counted = true; close(done) })
	return func() {
		if !stop() {
			<-done
			if counted {
				w.slots.past.Add(-1)
			}
		}
	}
}

// progress is the last progress that a job reported, for the heartbeat and the throttle.
type progress struct {
	percent   atomic.Int32
	published atomic.Int64  // nanoseconds
	news      chan struct{} // holds one where percent has changed
}

const (
	progressInterval = 100 * time.Millisecond
	newsInterval     = time.Second
)

func (w *Worker) reporter(ctx context.Context, j jobs.Job, p *progress) func(jobs.Progress) {
	return func(now jobs.Progress) {
		if p.percent.Swap(int32(now.Percent)) != int32(now.Percent) {
			select {
			case p.news <- struct{}{}:
			default:
			}
		}
		last, at := p.published.Load(), time.Now().UnixNano()
		if at-last >= int64(progressInterval) && p.published.CompareAndSwap(last, at) {
			w.events.Progress(ctx, j.ID, now, w.log)
		}
	}
}

// patiently repeats a statement while PostgreSQL is away, for as long as a lease may last.
func patiently(ctx context.Context, do func(context.Context) error) error {
	giveUp := time.Now().Add(storePatience)
	for wait := 50 * time.Millisecond; ; wait = min(2*wait, time.Second) {
		attempt, cancel := context.WithTimeout(ctx, storeTimeout)
		err := do(attempt)
		cancel()
		if err == nil || ctx.Err() != nil || time.Now().After(giveUp) {
			return err
		}
		select {
		case <-ctx.Done():
			return err
		case <-time.After(wait):
		}
	}
}
