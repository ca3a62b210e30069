package jobs

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/hibiken/asynq"
	"github.com/redis/go-redis/v9"

	"tariffdesk/fail"
)

// Store is the truth about jobs. Every method is one transaction; database time decides leases.
type Store interface {
	// SubmitJob debits, records and queues a job, or finds the earlier one under its idempotency key.
	// Of a job whose caller waits, a crash of the database may undo all of that together, until a
	// later commit has reached the disk; the commit that ends the job always does so first.
	// It returns ErrInsufficientCredits, ErrLimitReached or ErrKeyReused where it wrote nothing.
	SubmitJob(ctx context.Context, j NewJob) (Accepted, error)
	// KeyedJob finds the job that an idempotency key has made, if any; ErrKeyReused where it stands for another request.
	KeyedJob(ctx context.Context, organisationID string, key Idempotency) (Job, bool, error)
	// Job and Jobs read an organisation's own jobs; CodeNotFound for another's.
	Job(ctx context.Context, organisationID, id string) (Job, error)
	Jobs(ctx context.Context, organisationID string, p Page) ([]Job, error)
	// CancelJob ends a queued job with its refund; CodeConflict where it runs or has ended.
	CancelJob(ctx context.Context, organisationID, id string) (Job, error)
	// EndedJobs returns those of ids that are in a terminal state or do not exist.
	EndedJobs(ctx context.Context, ids []string) ([]string, error)
	// KeepWaiting extends, and StopWaiting removes, the mark that the request which submitted a job
	// under an idempotency key waits for it.
	KeepWaiting(ctx context.Context, jobIDs []string) error
	StopWaiting(ctx context.Context, jobID string) error
	// DetachKey notes that the request behind a job was answered before the end, and waits until the
	// job is on disk; ErrUndone where a crash undid it.
	DetachKey(ctx context.Context, jobID string) error

	// ExpireJobs fails, with refund, jobs past their deadline and jobs that lost their last attempt.
	ExpireJobs(ctx context.Context, limit int) ([]Job, error)
	// ReviveJobs requeues running jobs whose lease expired, under the next generation.
	ReviveJobs(ctx context.Context, limit int) ([]Job, error)
	// UnseenJobs returns queued jobs due and not offered to Redis for a while, and marks them offered.
	UnseenJobs(ctx context.Context, limit int) ([]Job, error)
	// ClaimableChunks counts the chunks of batches that could be claimed now, up to limit.
	ClaimableChunks(ctx context.Context, limit int) (int, error)
	// ExpireChunks ends, with refund, chunks that lost their last attempt or whose batch is being
	// cancelled, and batches past their deadline; it returns the batches that ended by it.
	ExpireChunks(ctx context.Context, limit int) ([]Job, error)
	// RetryOf returns the job that takes up the failed rows of a batch, and whether there is one.
	RetryOf(ctx context.Context, organisationID, jobID string) (Job, bool, error)
	// Divisions reads how queues are divided; those that were never divided or paused may be absent.
	Divisions(ctx context.Context) ([]Division, error)
	// NextGeneration gives a queued job that nobody claimed a fresh queue task id.
	NextGeneration(ctx context.Context, id string, generation int) (Job, bool, error)
}

// Page asks for a page of jobs, newest first.
type Page struct {
	Limit         int    // 1 to 100
	StartingAfter string // a job id, "" for the first page
	Kind          Kind   // as callers know it, "" for all
}

// Config holds what may be tuned; the zero value means the defaults.
type Config struct {
	ReconcileEvery time.Duration // default 1 s
	EnqueueTimeout time.Duration // default 1 s
	StuckAfter     time.Duration // a task active in Redis without a claim, default 15 s
	Pulse          *Pulse        // told whenever a loop comes round; may be nil

	Divided func(Divisions) // told the divisions each time that they are read; may be nil
}

func (c Config) withDefaults() Config {
	if c.ReconcileEvery == 0 {
		c.ReconcileEvery = time.Second
	}
	if c.EnqueueTimeout == 0 {
		c.EnqueueTimeout = time.Second
	}
	if c.StuckAfter == 0 {
		c.StuckAfter = 15 * time.Second
	}
	if c.Divided == nil {
		c.Divided = func(Divisions) {}
	}
	return c
}

// Service submits, awaits, cancels and repairs jobs. It is safe for concurrent use.
type Service struct {
	store     Store
	specs     map[Kind]Spec
	client    *asynq.Client
	inspector *asynq.Inspector
	events    *Events
	waiters   *waiters
	cfg       Config
	log       *slog.Logger
	actions   actions
	rdb       redis.UniversalClient
	near      func(queue string)
	far       *crier
	divisions atomic.Pointer[Divisions] // never nil
}

// NewService returns a service on a store and a Redis client; Run starts its loops.
// wake, which may be nil, is called after each enqueue so that a worker in the same process looks at
// once; those of other processes are told by Run.
func NewService(store Store, rdb redis.UniversalClient, cfg Config, log *slog.Logger, wake func(queue string)) *Service {
	if wake == nil {
		wake = func(string) {}
	}
	s := &Service{
		store: store, specs: Specs(), cfg: cfg.withDefaults(), log: log, rdb: rdb, near: wake, far: newCrier(),
		client: asynq.NewClientFromRedisClient(rdb), inspector: asynq.NewInspectorFromRedisClient(rdb),
		events: NewEvents(rdb), waiters: newWaiters(),
	}
	s.divisions.Store(&Divisions{})
	return s
}

// Run reads events, sweeps waiters and reconciles until ctx ends; it returns when all loops have.
func (s *Service) Run(ctx context.Context) {
	var wg sync.WaitGroup
	watch := func(loop string) func() { return s.cfg.Pulse.Watch(loop, LoopLimit) }
	waiters, reconciler, divisions := watch("waiters"), watch("reconciler"), watch("divisions")
	wg.Go(func() { s.hear(ctx, watch) })
	wg.Go(func() {
		every(ctx, time.Second, divisions, func(ctx context.Context) { s.note(ctx, "read divisions", s.ReadDivisions(ctx)) })
	})
	wg.Go(func() { s.far.run(ctx, s.rdb, s.log) })
	wg.Go(func() { every(ctx, time.Second, waiters, s.sweepWaiters) })
	wg.Go(func() {
		every(ctx, s.cfg.ReconcileEvery, reconciler, func(ctx context.Context) { s.reconcile(ctx, reconciler) })
	})
	wg.Wait()
}

// hear reads the streams of events, those of a new division as soon as it is known.
func (s *Service) hear(ctx context.Context, watch func(loop string) func()) {
	var wg sync.WaitGroup
	defer wg.Wait()
	for n := 0; ; {
		for ; n < s.Divisions().heard(); n++ {
			name := streamName(n)
			beat := watch(strings.TrimPrefix(name, "tariffdesk:"))
			wg.Go(func() { s.events.read(ctx, name, s.waiters.notify, beat, s.log) })
		}
		select {
		case <-ctx.Done():
			return
		case <-time.After(time.Second):
		}
	}
}

// wake tells the workers of all processes that a queue has work.
func (s *Service) wake(queue string) {
	s.near(queue)
	s.far.tell(queue)
}

func every(ctx context.Context, d time.Duration, beat func(), do func(context.Context)) {
	t := time.NewTicker(d)
	defer t.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-t.C:
			do(ctx)
			beat()
		}
	}
}

// Await blocks until the ticket's job has ended and returns it as PostgreSQL holds it, or until ctx
// ends. Progress events, lossy and at most a few, go to onProgress where it is not nil.
// A ticket that was not submitted with Waits is read once and returned as it stands.
func (s *Service) Await(ctx context.Context, t Ticket, onProgress func(Progress)) (Job, error) {
	if t.waiter == nil {
		return t.Job, nil
	}
	defer s.waiters.drop(t.waiter)
	if t.Replayed { // the event may have passed before this waiter was registered
		if j, err := s.store.Job(ctx, t.Job.OrganisationID, t.Job.ID); err != nil || j.State.Terminal() {
			return j, err
		}
	}
	for {
		select {
		case <-ctx.Done():
			return t.Job, ctx.Err()
		case p := <-t.waiter.progress:
			if onProgress != nil {
				onProgress(p)
			}
		case <-t.waiter.done:
			j, err := s.store.Job(ctx, t.Job.OrganisationID, t.Job.ID)
			if errors.Is(err, fail.New(fail.CodeNotFound, "")) {
				return Undone(t.Job), nil
			}
			return j, err
		}
	}
}

// errUndone is the answer to a caller whose submission a crash of the database undid: see SubmitJob.
var errUndone = fail.New(fail.CodeUnavailable, "the database restarted before the job began; nothing was charged, send the request again")

// Undone is a job that a crash of the database undid together with its charge.
func Undone(j Job) Job {
	j.State, j.Error, j.Refunded = StateFailed, errUndone, j.Charged
	return j
}

// Drop gives up a ticket that will not be awaited.
func (s *Service) Drop(t Ticket) { s.waiters.drop(t.waiter) }

// Detach makes the promise of a 202: when it returns nil, the ticket's job is on disk, and a
// repetition of the request will not wait. Without the database there is no promise: it goes on
// asking until ctx ends. What a crash undid is submitted again; ErrUndone where that is refused.
func (s *Service) Detach(ctx context.Context, t Ticket) error {
	for {
		err := s.store.DetachKey(ctx, t.Job.ID)
		if errors.Is(err, ErrUndone) && t.sent != nil {
			if err = s.submitAgain(ctx, t); refused(err) {
				err = fmt.Errorf("%w: %w", ErrUndone, err)
			}
		}
		if err == nil || errors.Is(err, ErrUndone) {
			return err
		}
		s.log.WarnContext(ctx, "a job cannot be promised yet", "job_id", t.Job.ID, "error", err)
		select {
		case <-ctx.Done():
			return err
		case <-time.After(detachPause):
		}
	}
}

// detachPause is the wait between two attempts to promise a job.
const detachPause = 250 * time.Millisecond

// submitAgain charges and queues a submission that a crash undid, under its own id and on disk.
func (s *Service) submitAgain(ctx context.Context, t Ticket) error {
	n := *t.sent
	n.Waits = false
	accepted, err := s.store.SubmitJob(ctx, n)
	if err != nil {
		return err
	}
	s.launch(ctx, accepted.Job)
	return nil
}

// Leave is called when the caller of a waiting request has gone. A job still queued and sent
// without an idempotency key is cancelled and refunded; any other runs on and keeps its charge.
func (s *Service) Leave(ctx context.Context, t Ticket, keyed bool) error {
	if keyed { // a repetition of the request may take its place at once
		s.waiters.drop(t.waiter)
		return s.store.StopWaiting(ctx, t.Job.ID)
	}
	if t.Replayed {
		return nil
	}
	_, err := s.store.CancelJob(ctx, t.Job.OrganisationID, t.Job.ID)
	if errors.Is(err, fail.New(fail.CodeConflict, "")) {
		return nil
	}
	return err
}

// Get returns a job of the organisation, CodeNotFound for any other.
func (s *Service) Get(ctx context.Context, organisationID, id string) (Job, error) {
	return s.store.Job(ctx, organisationID, id)
}

// RetryOf returns the job that takes up the failed rows of a batch, and whether there is one.
func (s *Service) RetryOf(ctx context.Context, organisationID, id string) (Job, bool, error) {
	return s.store.RetryOf(ctx, organisationID, id)
}

// watchInterval is how often a watched job is read without an event, which may be lost and which none tells that a
// job has been claimed.
const watchInterval = time.Second

// Watch returns a job after its next change of state or progress, or as it stands when ctx ends or it has ended.
func (s *Service) Watch(ctx context.Context, organisationID, id string) (Job, error) {
	w := s.waiters.register(id, false)
	defer s.waiters.drop(w)
	j, err := s.store.Job(ctx, organisationID, id)
	if err != nil || j.State.Terminal() {
		return j, err
	}
	before := j.seems()
	again := time.NewTicker(watchInterval)
	defer again.Stop()
	for ended := false; ; {
		select {
		case <-ctx.Done():
			return j, nil
		case <-w.done:
			ended = true
		case <-w.progress:
		case <-again.C:
		}
		if j, err = s.store.Job(context.WithoutCancel(ctx), organisationID, id); err != nil || ended || j.seems() != before {
			return j, err
		}
	}
}

// List returns the organisation's jobs, newest first, and whether more follow.
func (s *Service) List(ctx context.Context, organisationID string, p Page) ([]Job, bool, error) {
	limit := p.Limit
	p.Limit++
	found, err := s.store.Jobs(ctx, organisationID, p)
	if err != nil {
		return nil, false, err
	}
	return found[:min(limit, len(found))], len(found) > limit, nil
}

// Cancel ends a queued job and refunds it; CodeConflict where it runs or has ended.
func (s *Service) Cancel(ctx context.Context, organisationID, id string) (Job, error) {
	j, err := s.store.CancelJob(ctx, organisationID, id)
	if err != nil {
		return Job{}, err
	}
	if j.State.Terminal() {
		s.events.Done(ctx, id, s.log)
	} else { // a batch ends with its last running chunk, or with the result of what was done
		s.events.Progress(ctx, id, Progress{Message: "being cancelled"}, s.log)
		s.note(ctx, "offer chunks", s.OfferChunks(ctx))
	}
	return j, nil
}

// sweepWaiters asks PostgreSQL what a lost event did not tell.
func (s *Service) sweepWaiters(ctx context.Context) {
	all, keyed := s.waiters.outstanding()
	if len(keyed) > 0 {
		s.note(ctx, "keep waiting", s.store.KeepWaiting(ctx, keyed))
	}
	if len(all) == 0 {
		return
	}
	ended, err := s.store.EndedJobs(ctx, all)
	s.note(ctx, "sweep waiters", err)
	for _, id := range ended {
		s.waiters.notify(event{job: id, done: true})
	}
}

// Waiting is the number of callers that wait in this process.
func (s *Service) Waiting() int { return s.waiters.len() }
