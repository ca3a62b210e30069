package worker_test

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/google/uuid"

	"tariffdesk/credit"
	"tariffdesk/fail"
	"tariffdesk/jobs"
	"tariffdesk/store/storetest"
	"tariffdesk/worker"
)

// rows is a batch handler whose chunks say how they end.
type rows struct {
	do       func(ctx context.Context, c jobs.Chunk) (jobs.ChunkOutcome, error)
	assemble func(ctx context.Context, c jobs.Chunk) ([]byte, error)
}

func (r rows) Rows(ctx context.Context, _ *worker.Seat, c jobs.Chunk) (jobs.ChunkOutcome, error) {
	return r.do(ctx, c)
}

func (r rows) Assemble(ctx context.Context, _ *worker.Seat, c jobs.Chunk) ([]byte, error) {
	if r.assemble == nil {
		return []byte(`"assembled"`), nil
	}
	return r.assemble(ctx, c)
}

func allRows(_ context.Context, c jobs.Chunk) (jobs.ChunkOutcome, error) {
	return jobs.ChunkOutcome{Output: []byte(`1`), Completed: c.Rows}, nil
}

func (h *house) takeBatches(r rows) {
	h.batches = &worker.Batches{Store: h.store, Handler: r, Courtesy: worker.NewCourtesy(), Offer: h.service.OfferChunks}
}

func (h *house) submitBatch(t *testing.T, chunks, rows int) string {
	t.Helper()
	sub := jobs.Submission{OrganisationID: h.org, Kind: jobs.KindBatch, Units: chunks * rows, Input: 1}
	for range chunks {
		sub.Chunks = append(sub.Chunks, jobs.NewChunk{Rows: rows, Input: []byte(`1`)})
	}
	ticket, err := h.service.Submit(t.Context(), sub)
	if err != nil {
		t.Fatal(err)
	}
	return ticket.Job.ID
}

func (h *house) ended(t *testing.T, id string) jobs.Job {
	t.Helper()
	for {
		j, err := h.service.Watch(t.Context(), h.org, id)
		if err != nil {
			t.Fatal(err)
		}
		if j.State.Terminal() {
			return j
		}
	}
}

func TestABatchIsDoneInChunksAndAssembledOnce(t *testing.T) {
	t.Parallel()
	h := setup(t, 1000*credit.One)
	var assembled, done atomic.Int32
	h.takeBatches(rows{
		do: func(ctx context.Context, c jobs.Chunk) (jobs.ChunkOutcome, error) {
			done.Add(1)
			return allRows(ctx, c)
		},
		assemble: func(context.Context, jobs.Chunk) ([]byte, error) {
			if done.Load() != 40 {
				t.Errorf("assembled after %d chunks", done.Load())
			}
			assembled.Add(1)
			return []byte(`"whole"`), nil
		},
	})
	h.worker(t, worker.Config{}, nil)
	j := h.ended(t, h.submitBatch(t, 40, 5))
	if j.State != jobs.StateSucceeded || j.Completed != 200 || string(j.Result) != `"whole"` || assembled.Load() != 1 {
		t.Fatalf("%d assemblies: %+v", assembled.Load(), j)
	}
	storetest.CheckInvariants(t, h.store)
}

func TestRowsOfAChunkThatKeepsFailingAreRefundedAndTheRestStays(t *testing.T) {
	t.Parallel()
	h := setup(t, 1000*credit.One)
	var attempts atomic.Int32
	h.takeBatches(rows{do: func(ctx context.Context, c jobs.Chunk) (jobs.ChunkOutcome, error) {
		switch c.N {
		case 2:
			attempts.Add(1)
			panic("broken")
		case 3:
			return jobs.ChunkOutcome{}, fail.New(fail.CodeBadRequest, "hopeless")
		}
		return allRows(ctx, c)
	}})
	h.worker(t, worker.Config{}, nil)
	j := h.ended(t, h.submitBatch(t, 4, 5))
	if j.State != jobs.StateSucceeded || j.Completed != 10 || j.Failed != 10 || j.Refunded != 10*credit.One || attempts.Load() != 3 {
		t.Fatalf("%d attempts: %+v", attempts.Load(), j)
	}
	storetest.CheckInvariants(t, h.store)
}

func TestABatchThatCannotBeAssembledFailsAndIsRefundedWhole(t *testing.T) {
	t.Parallel()
	h := setup(t, 1000*credit.One)
	h.takeBatches(rows{do: allRows, assemble: func(context.Context, jobs.Chunk) ([]byte, error) {
		return nil, fail.New(fail.CodeSvcDocsProcessing, "disk full")
	}})
	h.worker(t, worker.Config{}, nil)
	j := h.ended(t, h.submitBatch(t, 3, 5))
	if j.State != jobs.StateFailed || j.Error.Code != fail.CodeSvcDocsProcessing || j.Refunded != j.Charged {
		t.Fatalf("%+v", j)
	}
	if got := storetest.Balance(t, h.store, h.org); got != 1000*credit.One {
		t.Fatalf("balance %s", got)
	}
	storetest.CheckInvariants(t, h.store)
}

func TestAStoppedWorkerLosesNoFinishedChunkAndRepeatsNone(t *testing.T) {
	t.Parallel()
	h := setup(t, 1000*credit.One)
	var mu sync.Mutex
	finished := map[int]int{}
	started := make(chan struct{}, 100)
	h.takeBatches(rows{do: func(ctx context.Context, c jobs.Chunk) (jobs.ChunkOutcome, error) {
		if c.N > 5 {
			started <- struct{}{}
			<-ctx.Done()
			return jobs.ChunkOutcome{}, ctx.Err()
		}
		mu.Lock()
		defer mu.Unlock()
		finished[c.N]++
		return allRows(ctx, c)
	}})
	first := h.worker(t, worker.Config{Grace: 1}, nil)
	id := h.submitBatch(t, 10, 5)
	<-started
	first.Stop()
	h.takeBatches(rows{do: func(ctx context.Context, c jobs.Chunk) (jobs.ChunkOutcome, error) {
		mu.Lock()
		defer mu.Unlock()
		finished[c.N]++
		return allRows(ctx, c)
	}})
	h.worker(t, worker.Config{}, nil)
	j := h.ended(t, id)
	if j.State != jobs.StateSucceeded || j.Completed != 50 || fmt.Sprint(finished) != fmt.Sprint(map[int]int{1: 1, 2: 1, 3: 1, 4: 1, 5: 1, 6: 1, 7: 1, 8: 1, 9: 1, 10: 1}) {
		t.Fatalf("%v %+v", finished, j)
	}
	storetest.CheckInvariants(t, h.store)
}

func TestWaitingCallersGoBeforeABatch(t *testing.T) {
	t.Parallel()
	h := setup(t, 1000*credit.One)
	var running, overlap atomic.Int32
	h.takeBatches(rows{do: func(ctx context.Context, c jobs.Chunk) (jobs.ChunkOutcome, error) {
		running.Add(1)
		defer running.Add(-1)
		return allRows(ctx, c)
	}})
	h.worker(t, worker.Config{Slots: 3, Caps: map[string]int{"batch": 1}}, classifyWith(func(ctx context.Context, task worker.Task) (jobs.Outcome, error) {
		if running.Load() > 1 {
			overlap.Add(1)
		}
		return answer(ctx, task)
	}))
	id := h.submitBatch(t, 100, 1)
	for range 50 {
		if _, err := h.run(t.Context(), jobs.KindClassify); err != nil {
			t.Fatal(err)
		}
	}
	if overlap.Load() > 0 {
		t.Errorf("%d times more chunks ran than their cap", overlap.Load())
	}
	if j := h.ended(t, id); j.State != jobs.StateSucceeded {
		t.Fatalf("%+v", j)
	}
}

// A chunk begins once it may compute: of more free slots than cores, none holds a chunk in reserve
// that a cancellation could no longer refund.
func TestACancelledBatchEndsWithTheChunksThatHadBegun(t *testing.T) {
	t.Parallel()
	h := setup(t, 1000*credit.One)
	release := make(chan struct{})
	began := make(chan struct{}, 100)
	h.takeBatches(rows{do: func(ctx context.Context, c jobs.Chunk) (jobs.ChunkOutcome, error) {
		began <- struct{}{}
		<-release
		return allRows(ctx, c)
	}})
	h.worker(t, worker.Config{}, nil)
	atWork := runtime.GOMAXPROCS(0)
	id := h.submitBatch(t, atWork+8, 5)
	for range atWork {
		<-began
	}
	if j, err := h.service.Cancel(t.Context(), h.org, id); err != nil || j.Refunded != 40*credit.One || j.Cancelled() != 40 {
		t.Fatalf("%+v %v", j, err)
	}
	close(release)
	if j := h.ended(t, id); j.State != jobs.StateCancelled || j.Completed != 5*atWork || j.Cancelled() != 40 {
		t.Fatalf("%+v", j)
	}
	if _, err := h.service.Cancel(t.Context(), h.org, uuid.NewString()); !errors.Is(err, fail.New(fail.CodeNotFound, "")) {
		t.Fatalf("cancel of no job: %v", err)
	}
	storetest.CheckInvariants(t, h.store)
}
