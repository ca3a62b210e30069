package worker_test

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/redis/go-redis/v9"
	"go.uber.org/goleak"

	"tariffdesk/credit"
	"tariffdesk/fail"
	"tariffdesk/jobs"
	"tariffdesk/store"
	"tariffdesk/store/storetest"
	"tariffdesk/worker"
)

func TestMain(m *testing.M) {
	goleak.VerifyTestMain(m, goleak.IgnoreTopFunction("os/exec.(*Cmd).Start.func2"),
		goleak.IgnoreAnyFunction("tariffdesk/store/storetest.(*RedisServer).Start.func1"))
}

// house is one process's worth of service and worker on a real PostgreSQL and Redis.
type house struct {
	store   *store.Store
	service *jobs.Service
	redis   *storetest.RedisServer
	org     string
	batches *worker.Batches
	log     *slog.Logger
}

func setup(t *testing.T, balance credit.Amount) *house {
	t.Helper()
	s := storetest.New(t)
	h := &house{store: s, org: storetest.Organisation(t, s, balance), redis: storetest.StartRedis(t), log: slog.New(slog.DiscardHandler)}
	if os.Getenv("TEST_LOG") != "" {
		h.log = slog.New(slog.NewTextHandler(os.Stderr, nil))
	}
	h.service = h.process(t, func(string) {})
	return h
}

func (h *house) client(t *testing.T) redis.UniversalClient {
	t.Helper()
	opts, err := redis.ParseURL(h.redis.URL)
	if err != nil {
		t.Fatal(err)
	}
	c := redis.NewClient(opts)
	t.Cleanup(func() { _ = c.Close() })
	return c
}

// process starts another process's jobs.Service.
func (h *house) process(t *testing.T, wake func(string)) *jobs.Service {
	t.Helper()
	svc := jobs.NewService(h.store, h.client(t), jobs.Config{ReconcileEvery: 200 * time.Millisecond, StuckAfter: time.Second}, h.log, wake)
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan struct{})
	go func() { defer close(done); svc.Run(ctx) }()
	t.Cleanup(func() { cancel(); <-done })
	return svc
}

func (h *house) worker(t *testing.T, cfg worker.Config, handlers map[jobs.Kind]worker.Handler) *worker.Worker {
	t.Helper()
	w := worker.New(h.store, h.client(t), jobs.NewEvents(h.client(t)), handlers, h.batches, cfg, h.log)
	if err := w.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(w.Stop)
	return w
}

func (h *house) run(ctx context.Context, kind jobs.Kind) (jobs.Job, error) {
	t, err := h.service.Submit(ctx, jobs.Submission{OrganisationID: h.org, Kind: kind, Units: 1, Input: "x", Waits: true})
	if err != nil {
		return jobs.Job{}, err
	}
	return h.service.Await(ctx, t, nil)
}

func classifyWith(h worker.Handler) map[jobs.Kind]worker.Handler {
	return map[jobs.Kind]worker.Handler{jobs.KindClassify: h}
}

func answer(context.Context, worker.Task) (jobs.Outcome, error) {
	return jobs.Outcome{Result: []byte(`{"ok":true}`)}, nil
}

func TestAJobRunsOnceAndItsCallerGetsTheResult(t *testing.T) {
	t.Parallel()
	h := setup(t, 10*credit.One)
	h.worker(t, worker.Config{}, classifyWith(answer))
	j, err := h.run(t.Context(), jobs.KindClassify)
	if err != nil || j.State != jobs.StateSucceeded || string(j.Result) != `{"ok":true}` {
		t.Fatalf("%+v %v", j, err)
	}
	if got := storetest.Balance(t, h.store, h.org); got != 9*credit.One {
		t.Fatalf("balance %s", got)
	}
	storetest.CheckInvariants(t, h.store)
}

func TestAFinalErrorIsRefundedAtOnceAndATransientOneAfterThreeAttempts(t *testing.T) {
	t.Parallel()
	h := setup(t, 10*credit.One)
	var attempts atomic.Int32
	h.worker(t, worker.Config{}, map[jobs.Kind]worker.Handler{
		jobs.KindClassify: func(context.Context, worker.Task) (jobs.Outcome, error) {
			return jobs.Outcome{}, fail.New(fail.CodeBadRequest, "nothing to classify")
		},
		jobs.KindQuote: func(context.Context, worker.Task) (jobs.Outcome, error) {
			attempts.Add(1)
			panic("broken")
		},
	})
	final, err := h.run(t.Context(), jobs.KindClassify)
	if err != nil || final.State != jobs.StateFailed || final.Attempt != 1 || final.Error.Code != fail.CodeBadRequest {
		t.Fatalf("%+v %v", final, err)
	}
	tried, err := h.run(t.Context(), jobs.KindQuote)
	if err != nil || tried.State != jobs.StateFailed || tried.Attempt != 3 || attempts.Load() != 3 || tried.Refunded != credit.One/4 {
		t.Fatalf("%d attempts: %+v %v", attempts.Load(), tried, err)
	}
	if got := storetest.Balance(t, h.store, h.org); got != 10*credit.One {
		t.Fatalf("balance %s", got)
	}
	storetest.CheckInvariants(t, h.store)
}

func TestNoMoreHandlersRunThanThereAreSlotsAndNoneIsLost(t *testing.T) {
	t.Parallel()
	h := setup(t, 1000*credit.One)
	var now, peak, deaf atomic.Int32
	h.worker(t, worker.Config{Slots: 8}, classifyWith(func(ctx context.Context, task worker.Task) (jobs.Outcome, error) {
		for n := now.Add(1); ; {
			if p := peak.Load(); n <= p || peak.CompareAndSwap(p, n) {
				break
			}
		}
		defer now.Add(-1)
		deaf.Add(1)
		<-time.After(2 * time.Millisecond) // deaf to its context
		return answer(ctx, task)
	}))
	var wg sync.WaitGroup
	for range 300 {
		wg.Go(func() {
			if j, err := h.run(t.Context(), jobs.KindClassify); err != nil || j.State != jobs.StateSucceeded {
				t.Errorf("%+v %v", j, err)
			}
		})
	}
	wg.Wait()
	if peak.Load() > 8 {
		t.Errorf("%d handlers at once", peak.Load())
	}
	storetest.CheckInvariants(t, h.store)
}

func TestAQueuesCapHoldsWhileOthersUseTheRest(t *testing.T) {
	t.Parallel()
	h := setup(t, 1000*credit.One)
	release := make(chan struct{})
	var quotes atomic.Int32
	h.worker(t, worker.Config{Slots: 6, Caps: map[string]int{"quote": 2}}, map[jobs.Kind]worker.Handler{
		jobs.KindClassify: answer,
		jobs.KindQuote: func(ctx context.Context, task worker.Task) (jobs.Outcome, error) {
			quotes.Add(1)
			<-release
			return answer(ctx, task)
		},
	})
	var wg sync.WaitGroup
	for range 5 {
		wg.Go(func() {
			if _, err := h.run(t.Context(), jobs.KindQuote); err != nil {
				t.Error(err)
			}
		})
	}
	for quotes.Load() < 2 {
		if _, err := h.run(t.Context(), jobs.KindClassify); err != nil {
			t.Fatal(err)
		}
	}
	for range 20 {
		if _, err := h.run(t.Context(), jobs.KindClassify); err != nil {
			t.Fatal(err)
		}
	}
	if n := quotes.Load(); n != 2 {
		t.Errorf("%d quotes at work beside a cap of 2", n)
	}
	close(release)
	wg.Wait()
}

func TestStopHandsUnfinishedWorkBackWithoutChargeOrRefund(t *testing.T) {
	t.Parallel()
	h := setup(t, 10*credit.One)
	started := make(chan struct{})
	w := h.worker(t, worker.Config{Grace: time.Millisecond}, classifyWith(func(ctx context.Context, _ worker.Task) (jobs.Outcome, error) {
		close(started)
		<-ctx.Done()
		return jobs.Outcome{}, ctx.Err()
	}))
	done := make(chan jobs.Job)
	go func() {
		j, err := h.run(t.Context(), jobs.KindClassify)
		if err != nil {
			t.Error(err)
		}
		done <- j
	}()
	<-started
	w.Stop()
	w.Stop()
	storetest.CheckInvariants(t, h.store)
	h.worker(t, worker.Config{}, classifyWith(answer))
	if j := <-done; j.State != jobs.StateSucceeded || j.Attempt != 1 || j.Refunded != 0 {
		t.Fatalf("%+v", j)
	}
	storetest.CheckInvariants(t, h.store)
}

func TestJobsSubmittedWhileRedisIsAwayOrWipedAreDoneOnceItReturns(t *testing.T) {
	t.Parallel()
	h := setup(t, 1000*credit.One)
	h.worker(t, worker.Config{}, classifyWith(answer))
	if _, err := h.run(t.Context(), jobs.KindClassify); err != nil {
		t.Fatal(err)
	}
	h.redis.Kill()
	var wg sync.WaitGroup
	for range 20 {
		wg.Go(func() {
			if j, err := h.run(t.Context(), jobs.KindClassify); err != nil || j.State != jobs.StateSucceeded {
				t.Errorf("%+v %v", j, err)
			}
		})
	}
	for storetest.Balance(t, h.store, h.org) > 979*credit.One {
		<-time.After(10 * time.Millisecond) // until all are accepted
	}
	h.redis.Start(t)
	if err := h.client(t).FlushAll(t.Context()).Err(); err != nil {
		t.Fatal(err)
	}
	wg.Wait()
	storetest.CheckInvariants(t, h.store)
}

func TestWaitersSurviveTheLossOfEveryEvent(t *testing.T) {
	t.Parallel()
	h := setup(t, 1000*credit.One)
	h.worker(t, worker.Config{}, classifyWith(answer))
	stop := make(chan struct{})
	killer, probe := h.client(t), h.client(t)
	var killing sync.WaitGroup
	killing.Go(func() {
		pause := 5 * time.Millisecond
		for {
			select {
			case <-stop:
				return
			case <-time.After(pause):
				_ = killer.Do(context.Background(), "CLIENT", "KILL", "TYPE", "normal").Err()
				// A busy machine needs longer to connect anew; without time for that nothing would ever be done.
				killed := time.Now()
				_ = probe.Ping(context.Background()).Err()
				pause = max(5*time.Millisecond, 4*time.Since(killed))
			}
		}
	})
	var wg sync.WaitGroup
	for i := range 200 {
		wg.Go(func() {
			ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
			defer cancel()
			if j, err := h.run(ctx, jobs.KindClassify); err != nil || j.State != jobs.StateSucceeded {
				t.Errorf("waiter %d: %+v %v", i, j, err)
			}
		})
	}
	wg.Wait()
	close(stop)
	killing.Wait()
	storetest.CheckInvariants(t, h.store)
}

func TestProgressReachesTheWaitingCaller(t *testing.T) {
	t.Parallel()
	h := setup(t, 10*credit.One)
	h.worker(t, worker.Config{}, map[jobs.Kind]worker.Handler{jobs.KindQuote: answer, jobs.KindClassify: func(ctx context.Context, task worker.Task) (jobs.Outcome, error) {
		task.Progress(jobs.Progress{Percent: 40, Message: "reading", CurrentHSCode: "8471"})
		<-time.After(150 * time.Millisecond) // the throttle's interval, so that the second one passes it
		task.Progress(jobs.Progress{Percent: 80, Message: "ranking"})
		return answer(ctx, task)
	}})
	if _, err := h.run(t.Context(), jobs.KindQuote); err != nil { // the event reader has begun after this
		t.Fatal(err)
	}
	ticket, err := h.service.Submit(t.Context(), jobs.Submission{OrganisationID: h.org, Kind: jobs.KindClassify, Units: 1, Waits: true})
	if err != nil {
		t.Fatal(err)
	}
	var seen []string
	if _, err := h.service.Await(t.Context(), ticket, func(p jobs.Progress) { seen = append(seen, fmt.Sprint(p.Percent, p.Message, p.CurrentHSCode)) }); err != nil {
		t.Fatal(err)
	}
	if len(seen) == 0 || seen[0] != "40reading8471" {
		t.Fatalf("saw %q", seen)
	}
}

func TestTheKeyOfARequestThatDiedIsConflictFirstThenItsResult(t *testing.T) {
	t.Parallel()
	h := setup(t, 10*credit.One)
	sub := jobs.Submission{OrganisationID: h.org, Kind: jobs.KindClassify, Units: 1, Input: 1, Waits: true,
		Idempotency: jobs.Idempotency{Key: "k", Fingerprint: []byte("f")}}
	first, err := h.service.Submit(t.Context(), sub)
	if err != nil {
		t.Fatal(err)
	}
	h.service.Drop(first) // its process is gone, its mark is not yet
	var conflict *jobs.ConflictError
	if _, err := h.service.Submit(t.Context(), sub); !errors.As(err, &conflict) || conflict.JobID != first.Job.ID {
		t.Fatalf("got %v", err)
	}
	h.worker(t, worker.Config{}, classifyWith(answer))
	for {
		second, err := h.service.Submit(t.Context(), sub)
		if errors.As(err, &conflict) {
			<-time.After(20 * time.Millisecond)
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		j, err := h.service.Await(t.Context(), second, nil)
		if err != nil || !second.Replayed || j.ID != first.Job.ID || j.State != jobs.StateSucceeded {
			t.Fatalf("%+v %+v %v", second, j, err)
		}
		break
	}
	if got := storetest.Balance(t, h.store, h.org); got != 9*credit.One {
		t.Fatalf("balance %s", got)
	}
}

func TestACallerWhoseSubmissionACrashUndidIsToldSoAtOnce(t *testing.T) {
	t.Parallel()
	h := setup(t, 10*credit.One)
	ticket, err := h.service.Submit(t.Context(), jobs.Submission{OrganisationID: h.org, Kind: jobs.KindClassify, Units: 1, Waits: true})
	if err != nil {
		t.Fatal(err)
	}
	// What a crash undoes, it undoes together.
	for _, undo := range []string{`DELETE FROM ledger WHERE job_id = $1`, `DELETE FROM jobs WHERE id = $1`} {
		if err := h.store.Exec(t.Context(), undo, ticket.Job.ID); err != nil {
			t.Fatal(err)
		}
	}
	j, err := h.service.Await(t.Context(), ticket, nil)
	if err != nil || j.State != jobs.StateFailed || j.Error.Code != fail.CodeUnavailable {
		t.Fatalf("%+v %v", j, err)
	}
}

func TestAKeyWhoseCallerHasLeftMayBeUsedAgainAtOnce(t *testing.T) {
	t.Parallel()
	h := setup(t, 10*credit.One)
	sub := jobs.Submission{OrganisationID: h.org, Kind: jobs.KindClassify, Units: 1, Input: 1, Waits: true,
		Idempotency: jobs.Idempotency{Key: "k", Fingerprint: []byte("f")}}
	first, err := h.service.Submit(t.Context(), sub)
	if err != nil {
		t.Fatal(err)
	}
	if err := h.service.Leave(t.Context(), first, true); err != nil {
		t.Fatal(err)
	}
	watching, stop := context.WithCancel(t.Context())
	defer stop()
	go func() { _, _ = h.service.Watch(watching, h.org, first.Job.ID) }() // a poll of the job does not hold its key
	<-time.After(2500 * time.Millisecond)                                 // two sweeps, which keep the keys of those who hold one
	second, err := h.service.Submit(t.Context(), sub)
	if err != nil || second.Job.ID != first.Job.ID {
		t.Fatalf("%+v %v", second, err)
	}
	h.service.Drop(second)
}

// TestARunningJobShowsHowFarItIs watches a job of one call, whose handler goes on once its progress has been seen.
func TestARunningJobShowsHowFarItIs(t *testing.T) {
	t.Parallel()
	h := setup(t, 10*credit.One)
	seen := make(chan struct{})
	h.worker(t, worker.Config{}, classifyWith(func(ctx context.Context, task worker.Task) (jobs.Outcome, error) {
		for _, percent := range []float64{20, 60} {
			task.Progress(jobs.Progress{Percent: percent})
			<-seen
		}
		return answer(ctx, task)
	}))
	ticket, err := h.service.Submit(t.Context(), jobs.Submission{OrganisationID: h.org, Kind: jobs.KindClassify, Units: 1, Input: "x"})
	if err != nil {
		t.Fatal(err)
	}
	var shown []int
	for {
		j, err := h.service.Watch(t.Context(), h.org, ticket.Job.ID)
		if err != nil {
			t.Fatal(err)
		}
		if len(shown) > 0 && j.Progress < shown[len(shown)-1] {
			t.Fatalf("progress %d after %v", j.Progress, shown)
		}
		if len(shown) == 0 || j.Progress != shown[len(shown)-1] {
			shown = append(shown, j.Progress)
			if j.Progress == 20 || j.Progress == 60 {
				seen <- struct{}{}
			}
		}
		if j.State.Terminal() {
			break
		}
	}
	if got := fmt.Sprint(shown); got != "[0 20 60 100]" && got != "[20 60 100]" {
		t.Errorf("progress %s", got)
	}
}
