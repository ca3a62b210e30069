package worker_test

import (
	"context"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/hibiken/asynq"

	"tariffdesk/credit"
	"tariffdesk/jobs"
	"tariffdesk/store/storetest"
	"tariffdesk/worker"
)

// dividing starts a process whose worker goes by the divisions that its service reads.
func (h *house) dividing(t *testing.T, cfg worker.Config, handlers map[jobs.Kind]worker.Handler) *jobs.Service {
	t.Helper()
	w := worker.New(h.store, h.client(t), jobs.NewEvents(h.client(t)), handlers, h.batches, cfg, h.log)
	svc := jobs.NewService(h.store, h.client(t), jobs.Config{ReconcileEvery: 200 * time.Millisecond, StuckAfter: time.Second, Divided: w.Divide}, h.log, w.Wake)
	if err := svc.ReadDivisions(t.Context()); err != nil {
		t.Fatal(err)
	}
	if err := w.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(w.Stop)
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan struct{})
	go func() { defer close(done); svc.Run(ctx) }()
	t.Cleanup(func() { cancel(); <-done })
	return svc
}

// divide divides a queue as if that had been a while ago.
func (h *house) divide(t *testing.T, queue string, parts int, ago time.Duration) {
	t.Helper()
	if err := h.store.Divide(t.Context(), queue, parts); err != nil {
		t.Fatal(err)
	}
	if err := h.store.Exec(t.Context(), `UPDATE queue_divisions SET changed_at = changed_at - $2::interval WHERE queue = $1`, queue, ago); err != nil {
		t.Fatal(err)
	}
}

func (h *house) queues(t *testing.T) []string {
	t.Helper()
	names, err := asynq.NewInspectorFromRedisClient(h.client(t)).Queues()
	if err != nil {
		t.Fatal(err)
	}
	slices.Sort(names)
	return names
}

func call(ctx context.Context, t *testing.T, svc *jobs.Service, org string) {
	ticket, err := svc.Submit(ctx, jobs.Submission{OrganisationID: org, Kind: jobs.KindClassify, Units: 1, Input: "x", Waits: true})
	if err != nil {
		t.Error(err)
		return
	}
	if j, err := svc.Await(ctx, ticket, nil); err != nil || j.State != jobs.StateSucceeded || j.Attempt != 1 {
		t.Errorf("%+v %v", j, err)
	}
}

// Two processes go on serving callers while a queue is divided, undivided and divided again; the third knows no divisions.
func TestAQueueIsDividedUnderLoad(t *testing.T) {
	t.Parallel()
	h := setup(t, 100_000*credit.One)
	done := new(atomic.Int64)
	count := classifyWith(func(ctx context.Context, task worker.Task) (jobs.Outcome, error) {
		done.Add(1)
		return answer(ctx, task)
	})
	services := []*jobs.Service{h.dividing(t, worker.Config{}, count), h.dividing(t, worker.Config{}, count), h.service}
	stop, calls := make(chan struct{}), new(atomic.Int64)
	var callers sync.WaitGroup
	for n := range 12 {
		callers.Go(func() {
			for {
				select {
				case <-stop:
					return
				case <-time.After(10 * time.Millisecond): // a load, and not all that the machine can do
					call(context.Background(), t, services[n%3], h.org)
					calls.Add(1)
				}
			}
		})
	}
	for _, change := range []struct {
		parts int
		ago   time.Duration
	}{{4, 0}, {1, 20 * time.Second}, {3, 0}} {
		h.divide(t, "classify", change.parts, change.ago)
		wait := time.Second
		if change.ago == 0 {
			wait += jobs.Settle
		}
		<-time.After(wait)
		if change.ago == 0 { // let it be changed again
			if err := h.store.Exec(t.Context(), `UPDATE queue_divisions SET changed_at = changed_at - interval '20 seconds'`); err != nil {
				t.Fatal(err)
			}
		}
	}
	<-time.After(2 * time.Second)
	close(stop)
	callers.Wait()
	if calls.Load() < 100 || done.Load() != calls.Load() {
		t.Errorf("%d calls, %d done", calls.Load(), done.Load())
	}
	if got := strings.Join(h.queues(t), " "); got != "classify classify:0 classify:1 classify:2 classify:3" {
		t.Errorf("queues: %s", got)
	}
	if want := (100_000 - credit.Amount(calls.Load())) * credit.One; storetest.Balance(t, h.store, h.org) != want {
		t.Errorf("balance %v, want %v", storetest.Balance(t, h.store, h.org), want)
	}
	storetest.CheckInvariants(t, h.store)
}

func TestThePartsOfAQueueShareItsCap(t *testing.T) {
	t.Parallel()
	h := setup(t, 1000*credit.One)
	h.divide(t, "extract", 8, time.Hour)
	var now, most atomic.Int64
	svc := h.dividing(t, worker.Config{Slots: 20, Caps: map[string]int{"extract": 3}}, map[jobs.Kind]worker.Handler{jobs.KindExtract: func(ctx context.Context, task worker.Task) (jobs.Outcome, error) {
		n := now.Add(1)
		defer now.Add(-1)
		for old := most.Load(); n > old && !most.CompareAndSwap(old, n); old = most.Load() {
		}
		<-time.After(20 * time.Millisecond)
		return answer(ctx, task)
	}})
	var all sync.WaitGroup
	for range 30 {
		all.Go(func() {
			ticket, err := svc.Submit(context.Background(), jobs.Submission{OrganisationID: h.org, Kind: jobs.KindExtract, Units: 1, Input: "x", Waits: true})
			if err != nil {
				t.Error(err)
				return
			}
			if j, err := svc.Await(context.Background(), ticket, nil); err != nil || j.State != jobs.StateSucceeded {
				t.Errorf("%+v %v", j, err)
			}
		})
	}
	all.Wait()
	if most.Load() != 3 {
		t.Errorf("%d at work at once, want 3", most.Load())
	}
}

func TestNothingIsTakenFromAPausedQueue(t *testing.T) {
	t.Parallel()
	h := setup(t, 1000*credit.One)
	h.divide(t, "classify", 2, time.Hour)
	pause := func(paused bool) {
		t.Helper()
		if err := h.store.PauseQueue(t.Context(), "classify", paused); err != nil {
			t.Fatal(err)
		}
	}
	pause(true)
	svc := h.dividing(t, worker.Config{}, map[jobs.Kind]worker.Handler{jobs.KindClassify: answer, jobs.KindQuote: answer})
	ticket, err := svc.Submit(t.Context(), jobs.Submission{OrganisationID: h.org, Kind: jobs.KindClassify, Units: 1, Input: "x", Waits: true})
	if err != nil {
		t.Fatal(err)
	}
	if j, err := h.run(t.Context(), jobs.KindQuote); err != nil || j.State != jobs.StateSucceeded {
		t.Fatalf("another queue: %+v %v", j, err)
	}
	short, cancel := context.WithTimeout(t.Context(), 1500*time.Millisecond)
	defer cancel()
	if j, err := svc.Watch(short, h.org, ticket.Job.ID); err != nil || j.State != jobs.StateQueued {
		t.Fatalf("%+v %v", j, err)
	}
	pause(false)
	if j, err := svc.Await(t.Context(), ticket, nil); err != nil || j.State != jobs.StateSucceeded {
		t.Fatalf("%+v %v", j, err)
	}
	storetest.CheckInvariants(t, h.store)
}
