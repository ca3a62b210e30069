package chaos

import (
	"context"
	"fmt"
	"strconv"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"tariffdesk/store/storetest"
)

// divide divides a queue as an operator does, again while the change before has not settled.
func (h *house) divide(t *testing.T, queue string, parts int) {
	t.Helper()
	var out []byte
	for began := time.Now(); time.Since(began) < time.Minute; <-time.After(time.Second) {
		var err error
		if out, err = h.command("queue", "divide", queue, strconv.Itoa(parts)).CombinedOutput(); err == nil {
			return
		}
	}
	t.Fatalf("divide %s into %d: %s", queue, parts, out)
}

// keyedCalls calls without a pause, each caller one call after the other, until stop, which returns the answers.
func (h *house) keyedCalls(callers int, description string) (stop func() []answer) {
	ending := make(chan struct{})
	var mu sync.Mutex
	var answers []answer
	var calling sync.WaitGroup
	var n atomic.Int64
	for range callers {
		calling.Go(func() {
			for {
				select {
				case <-ending:
					return
				default:
				}
				a := h.classifyKeyed(context.Background(), description, fmt.Sprint("call ", n.Add(1)), 20*time.Second)
				mu.Lock()
				answers = append(answers, a)
				mu.Unlock()
			}
		})
	}
	return func() []answer { close(ending); calling.Wait(); return answers }
}

// dividedUnderLoad changes into how many parts a queue is divided while calls come in and processes die.
func dividedUnderLoad(t *testing.T) {
	cluster := storetest.StartCluster(t, "../../../deploy/redis/cluster.conf")
	h := newHouse(t)
	redis := "REDIS_URL=" + cluster.URL
	h.start("worker", redis)
	worker := h.start("worker", redis)
	h.start("api", redis)
	stop := h.keyedCalls(8, "chaos sleep 20ms")
	h.until("jobs", 50, `SELECT count(*) FROM jobs WHERE state = 'succeeded'`)
	h.divide(t, "classify", 4)
	worker.kill()
	worker = h.start("worker", redis)
	h.divide(t, "classify", 1)
	h.api.kill()
	h.start("api", redis)
	h.divide(t, "classify", 64)
	worker.signal(15)
	<-worker.done
	h.divide(t, "classify", 3)
	var jobs int
	if err := h.store.QueryRow(t.Context(), `SELECT count(*) FROM jobs`, nil, &jobs); err != nil {
		t.Fatal(err)
	}
	h.until("further jobs", jobs+200, `SELECT count(*) FROM jobs WHERE state = 'succeeded'`)
	answers := stop()
	succeeded(t, answers...)
	h.settled(len(answers))
	t.Logf("%d calls under five divisions", len(answers))
}

// slotOwnerLost takes a primary of the cluster and its replica away for a minute: nobody serves its slots. What was
// accepted runs afterwards; what goes by the other primaries need not wait.
func slotOwnerLost(t *testing.T) {
	cluster := storetest.StartCluster(t, "../../../deploy/redis/cluster.conf")
	h := newHouse(t)
	redis := "REDIS_URL=" + cluster.URL
	h.start("worker", redis)
	h.start("api", redis)
	succeeded(t, h.background(20, "cotton shirt")()...)
	lost := cluster.LoseOwnerOf(t, "asynq:{classify}:pending")
	wait := h.background(40, "cotton shirt")
	h.until("accepted jobs", 60, `SELECT count(*) FROM jobs`)
	<-time.After(time.Minute)
	cluster.Restore(t, lost)
	began := time.Now()
	succeeded(t, wait()...)
	h.untilReady(t)
	t.Logf("answered and ready %s after the owner's return", time.Since(began).Round(time.Millisecond))
	h.settledAtLeast(60)
}

// burst has two thousand callers come at the same moment, who lose patience, leave and come again under their keys.
func burst(t *testing.T) {
	const callers = 2000
	h := newHouse(t)
	h.start("worker")
	h.start("api")
	answers := make([]answer, callers)
	var calling sync.WaitGroup
	began := time.Now()
	for i := range callers {
		calling.Go(func() {
			answers[i] = h.classifyKeyed(context.Background(), "cotton shirt", fmt.Sprint("caller ", i), time.Duration(2+i%9)*time.Second)
		})
	}
	calling.Wait()
	succeeded(t, answers...)
	t.Logf("2,000 callers at once were answered within %s", time.Since(began).Round(time.Millisecond))
	h.settled(callers)
}
