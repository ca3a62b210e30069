package worker_test

import (
	"context"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/redis/go-redis/v9"

	"tariffdesk/credit"
	"tariffdesk/jobs"
	"tariffdesk/store/storetest"
	"tariffdesk/worker"
)

// Both intervals are far longer than any test: what is done was called out.
var deaf = worker.Config{IdleInterval: time.Hour, PollInterval: time.Hour}

func TestAnIdleWorkerHearsOfTheJobsOfOtherProcesses(t *testing.T) {
	t.Parallel()
	h := setup(t, 100*credit.One)
	h.worker(t, deaf, classifyWith(answer))
	other := h.process(t, nil)
	for range 5 {
		ticket, err := other.Submit(t.Context(), jobs.Submission{OrganisationID: h.org, Kind: jobs.KindClassify, Units: 1, Input: "x", Waits: true})
		if err != nil {
			t.Fatal(err)
		}
		if j, err := other.Await(t.Context(), ticket, nil); err != nil || j.State != jobs.StateSucceeded {
			t.Fatalf("%+v %v", j, err)
		}
	}
	storetest.CheckInvariants(t, h.store)
}

func TestAWorkerLooksAgainOnceItHearsAgain(t *testing.T) {
	t.Parallel()
	h := setup(t, 100*credit.One)
	heard := make(chan bool, 100)
	ctx, cancel := context.WithCancel(t.Context())
	var listening sync.WaitGroup
	listening.Go(func() { jobs.NewEvents(h.client(t)).Listen(ctx, func(string) {}, func(on bool) { heard <- on }, h.log) })
	t.Cleanup(func() { cancel(); listening.Wait() })
	await := func(want bool) {
		t.Helper()
		for on := range heard {
			if on == want {
				return
			}
		}
	}
	await(true)
	h.redis.Kill()
	await(false)
	h.redis.Start(t)
	await(true)
}

// asked counts how often a client takes tasks off queues.
type asked struct{ times *atomic.Int64 }

func (a asked) ProcessHook(next redis.ProcessHook) redis.ProcessHook {
	return func(ctx context.Context, cmd redis.Cmder) error {
		if args := cmd.Args(); len(args) > 3 && args[3] == "asynq:{classify}:pending" {
			a.times.Add(1)
		}
		return next(ctx, cmd)
	}
}

func (asked) DialHook(next redis.DialHook) redis.DialHook { return next }

func (asked) ProcessPipelineHook(next redis.ProcessPipelineHook) redis.ProcessPipelineHook {
	return next
}

// An empty queue is asked once when the worker starts, once when it hears, and around each job: not in between.
func TestAnIdleQueueIsHardlyAsked(t *testing.T) {
	t.Parallel()
	h := setup(t, 100*credit.One)
	rdb, times := h.client(t), new(atomic.Int64)
	cfg := worker.Config{IdleInterval: time.Hour}
	w := worker.New(h.store, rdb, jobs.NewEvents(h.client(t)), classifyWith(answer), nil, cfg, h.log)
	rdb.AddHook(asked{times: times}) // behind the slots, which answer for Redis
	if err := w.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(w.Stop)
	if j, err := h.run(t.Context(), jobs.KindClassify); err != nil || j.State != jobs.StateSucceeded {
		t.Fatalf("%+v %v", j, err)
	}
	before := times.Load()
	for range 10 {
		if j, err := h.run(t.Context(), jobs.KindClassify); err != nil || j.State != jobs.StateSucceeded {
			t.Fatalf("%+v %v", j, err)
		}
	}
	if n := times.Load() - before; n < 10 || n > 60 { // the script may be sent twice where it is not loaded
		t.Errorf("a queue was asked %d times for 10 jobs", n)
	}
}
