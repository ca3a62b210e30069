package store_test

import (
	"errors"
	"fmt"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"

	"tariffdesk/credit"
	"tariffdesk/fail"
	"tariffdesk/jobs"
	"tariffdesk/store/storetest"
)

// batch submits a batch of chunks with that many rows each.
func (b bundle) batch(t *testing.T, rows ...int) string {
	t.Helper()
	return b.batchOf(t, b.org, rows...)
}

func (b bundle) batchOf(t *testing.T, org string, rows ...int) string {
	t.Helper()
	spec := jobs.Specs()[jobs.KindBatch]
	n := jobs.NewJob{Spec: spec, Job: jobs.Job{ID: uuid.NewString(), OrganisationID: org, Kind: jobs.KindBatch, Input: []byte(`{}`)}}
	for i, r := range rows {
		n.Total += r
		n.Chunks = append(n.Chunks, jobs.NewChunk{Rows: r, Input: fmt.Appendf(nil, `%d`, i+1)})
	}
	n.Charged = spec.Product.Cost(n.Total)
	return b.submit(t, n).Job.ID
}

func (b bundle) chunk(t *testing.T) jobs.Chunk {
	t.Helper()
	c, ok, err := b.ClaimChunk(t.Context())
	if err != nil || !ok {
		t.Fatalf("claim chunk: %v %v", ok, err)
	}
	return c
}

func (b bundle) noChunk(t *testing.T) {
	t.Helper()
	if c, ok, err := b.ClaimChunk(t.Context()); ok || err != nil {
		t.Fatalf("claimed %+v, %v", c, err)
	}
}

func (b bundle) finish(t *testing.T, c jobs.Chunk, failed int) {
	t.Helper()
	o := jobs.ChunkOutcome{Output: fmt.Appendf(nil, `"out %d"`, c.N), Completed: c.Rows - failed, Failed: failed}
	if owned, err := b.FinishChunk(t.Context(), c, o); !owned || err != nil {
		t.Fatal(owned, err)
	}
}

func (b bundle) job(t *testing.T, id string) jobs.Job {
	t.Helper()
	j, err := b.Job(t.Context(), b.org, id)
	if err != nil {
		t.Fatal(err)
	}
	return j
}

func TestABatchRunsInChunksAndRefundsEachFailedRow(t *testing.T) {
	t.Parallel()
	b := setup(t, 100*credit.One)
	id := b.batch(t, 3, 2)
	first, second := b.chunk(t), b.chunk(t)
	if first.N != 1 || second.N != 2 || string(second.Input) != "2" {
		t.Fatalf("%+v %+v", first, second)
	}
	b.noChunk(t) // the assembly waits for both
	b.finish(t, first, 1)
	if j := b.job(t, id); j.State != jobs.StateRunning || j.Completed != 2 || j.Failed != 1 || j.Progress != 60 || j.Refunded != credit.One {
		t.Fatalf("%+v", j)
	}
	b.noChunk(t)
	b.finish(t, second, 0)
	assembly := b.chunk(t)
	if assembly.N != jobs.ChunkAssembly {
		t.Fatalf("%+v", assembly)
	}
	var outputs []string
	if err := b.ChunkOutputs(t.Context(), id, func(n int, o, _ []byte) error { outputs = append(outputs, fmt.Sprint(n, string(o))); return nil }); err != nil {
		t.Fatal(err)
	}
	if fmt.Sprint(outputs) != `[1"out 1" 2"out 2"]` {
		t.Fatalf("outputs %v", outputs)
	}
	if owned, err := b.FinishBatch(t.Context(), assembly, []byte(`{"blob":"x"}`)); !owned || err != nil {
		t.Fatal(owned, err)
	}
	if j := b.job(t, id); j.State != jobs.StateSucceeded || j.Progress != 100 || string(j.Result) != `{"blob":"x"}` {
		t.Fatalf("%+v", j)
	}
	if got := storetest.Balance(t, b.Store, b.org); got != 96*credit.One {
		t.Fatalf("balance %s", got)
	}
	storetest.CheckInvariants(t, b.Store)
}

func TestCancellingABatchRefundsWhatHasNotStartedAndEndsWithWhatHas(t *testing.T) {
	t.Parallel()
	b := setup(t, 100*credit.One)
	id := b.batch(t, 3, 2, 4)
	c := b.chunk(t)
	if j, err := b.CancelJob(t.Context(), b.org, id); err != nil || j.State != jobs.StateRunning || j.Refunded != 6*credit.One || j.Cancelled() != 6 {
		t.Fatalf("%+v %v", j, err)
	}
	b.noChunk(t)
	b.finish(t, c, 1)
	assembly := b.chunk(t)
	var unrun []string
	if err := b.ChunkOutputs(t.Context(), id, func(n int, _, u []byte) error { unrun = append(unrun, fmt.Sprint(n, string(u))); return nil }); err != nil {
		t.Fatal(err)
	}
	if fmt.Sprint(unrun) != `[1 22 33]` {
		t.Fatalf("unrun %q", unrun)
	}
	if owned, err := b.FinishBatch(t.Context(), assembly, []byte(`{"blob":"x"}`)); !owned || err != nil {
		t.Fatal(owned, err)
	}
	if j := b.job(t, id); j.State != jobs.StateCancelled || j.Completed != 2 || j.Failed != 1 || j.Cancelled() != 6 || string(j.Result) != `{"blob":"x"}` {
		t.Fatalf("%+v", j)
	}
	if _, err := b.CancelJob(t.Context(), b.org, id); !errors.Is(err, fail.New(fail.CodeConflict, "")) {
		t.Fatalf("a second cancellation: %v", err)
	}
	storetest.CheckInvariants(t, b.Store)
	whole := b.batch(t, 5)
	if j, err := b.CancelJob(t.Context(), b.org, whole); err != nil || j.State != jobs.StateCancelled || j.Refunded != 5*credit.One || j.Cancelled() != 5 {
		t.Fatalf("%+v %v", j, err)
	}
	storetest.CheckInvariants(t, b.Store)
}

// What was handed back or lost meanwhile had begun: it runs to its end, or is cancelled in its turn.
func TestAChunkHandedBackOfABatchBeingCancelledEndsAllTheSame(t *testing.T) {
	t.Parallel()
	for _, again := range []bool{false, true} {
		b := setup(t, 100*credit.One)
		id := b.batch(t, 3, 2, 4)
		done, back := b.chunk(t), b.chunk(t)
		if _, err := b.CancelJob(t.Context(), b.org, id); err != nil {
			t.Fatal(err)
		}
		b.finish(t, done, 0)
		if owned, err := b.HandBackChunk(t.Context(), back); !owned || err != nil {
			t.Fatal(owned, err)
		}
		paid := credit.Amount(3)
		if again {
			if _, err := b.CancelJob(t.Context(), b.org, id); err != nil {
				t.Fatal(err)
			}
		} else {
			paid = 5
			b.finish(t, b.chunk(t), 0)
		}
		assembly := b.chunk(t)
		if owned, err := b.FinishBatch(t.Context(), assembly, []byte(`1`)); !owned || err != nil || assembly.N != jobs.ChunkAssembly {
			t.Fatal(assembly, owned, err)
		}
		if j := b.job(t, id); j.State != jobs.StateCancelled || j.Charged-j.Refunded != paid*credit.One {
			t.Fatalf("%+v", j)
		}
		storetest.CheckInvariants(t, b.Store)
	}
}

func TestCancellationsBesideWorkersLeaveWhatWasPaidAndNothingElse(t *testing.T) {
	t.Parallel()
	b := setup(t, 10_000*credit.One)
	var ids []string
	for range 8 {
		rows := make([]int, 12)
		for i := range rows {
			rows[i] = i + 1
		}
		ids = append(ids, b.batch(t, rows...))
	}
	var work sync.WaitGroup
	for w := range 6 {
		work.Go(func() {
			for n := 0; ; n++ {
				open := 0
				for _, id := range ids {
					if j, err := b.Job(t.Context(), b.org, id); err != nil || !j.State.Terminal() {
						open++
					}
				}
				if open == 0 || t.Context().Err() != nil {
					return
				}
				c, ok, err := b.ClaimChunk(t.Context())
				switch {
				case err != nil || !ok:
				case c.N == jobs.ChunkAssembly:
					_, err = b.FinishBatch(t.Context(), c, []byte(`1`))
				case (w+n)%4 == 0:
					_, err = b.HandBackChunk(t.Context(), c)
				default:
					failed := (w + n) % 3 % (c.Rows + 1)
					_, err = b.FinishChunk(t.Context(), c, jobs.ChunkOutcome{Output: []byte(`1`), Completed: c.Rows - failed, Failed: failed})
				}
				if err != nil {
					t.Error(err)
				}
				if n%5 == 4 { // one that has ended, or has nothing left to cancel, refuses
					if _, err := b.CancelJob(t.Context(), b.org, ids[(w+n)%len(ids)]); err != nil && !errors.Is(err, fail.New(fail.CodeConflict, "")) {
						t.Error(err)
					}
				}
			}
		})
	}
	work.Wait()
	cancelled := 0
	for _, id := range ids {
		j := b.job(t, id)
		if j.State == jobs.StateCancelled {
			cancelled++
		}
		if j.Charged-j.Refunded != credit.Amount(j.Completed)*credit.One || j.Completed+j.Failed+j.Cancelled() != j.Total || (j.Completed > 0) != (j.Result != nil) {
			t.Errorf("%+v", j)
		}
	}
	if cancelled == 0 {
		t.Error("no cancellation came in time to be tested")
	}
	storetest.CheckInvariants(t, b.Store)
}

func TestALostChunkIsTakenUpAgainAndGivenUpWithRefundAtTheLimit(t *testing.T) {
	t.Parallel()
	b := setup(t, 100*credit.One)
	id := b.batch(t, 3, 2)
	done := b.chunk(t)
	b.finish(t, done, 0)
	for attempt := range jobs.Attempts {
		c := b.chunk(t)
		if c.N != 2 || c.Attempt != attempt+1 {
			t.Fatalf("%+v", c)
		}
		storetest.ExpireChunkLeases(t, b.Store)
		if owned, err := b.FinishChunk(t.Context(), jobs.Chunk{JobID: c.JobID, N: c.N, RunToken: uuid.NewString()}, jobs.ChunkOutcome{}); owned || err != nil {
			t.Fatalf("a stranger finished the chunk: %v %v", owned, err)
		}
	}
	b.noChunk(t)
	if _, err := b.ExpireChunks(t.Context(), 10); err != nil {
		t.Fatal(err)
	}
	if j := b.job(t, id); j.Completed != 3 || j.Failed != 2 || j.Refunded != 2*credit.One {
		t.Fatalf("%+v", j)
	}
	if c := b.chunk(t); c.N != jobs.ChunkAssembly {
		t.Fatalf("%+v", c)
	}
	storetest.CheckInvariants(t, b.Store)
}

func TestABatchPastItsDeadlineFailsAndIsRefundedWhole(t *testing.T) {
	t.Parallel()
	b := setup(t, 100*credit.One)
	id := b.batch(t, 3, 2)
	c := b.chunk(t)
	b.finish(t, c, 1)
	storetest.PassDeadline(t, b.Store, id)
	ended, err := b.ExpireChunks(t.Context(), 10)
	if err != nil || len(ended) != 1 || ended[0].State != jobs.StateFailed || ended[0].Refunded != 5*credit.One {
		t.Fatalf("%+v %v", ended, err)
	}
	if got := storetest.Balance(t, b.Store, b.org); got != 100*credit.One {
		t.Fatalf("balance %s", got)
	}
	storetest.CheckInvariants(t, b.Store)
}

func TestOrganisationsTakeTurnsAndRunNoMoreThanTheirShareOfBatches(t *testing.T) {
	t.Parallel()
	b := setup(t, 100*credit.One)
	other := storetest.Organisation(t, b.Store, 100*credit.One)
	var mine []string
	for range jobs.BatchesPerOrganisation + 1 {
		mine = append(mine, b.batch(t, 1, 1, 1))
	}
	theirs := b.batchOf(t, other, 1, 1, 1)
	count := map[string]int{}
	for range 6 {
		count[b.chunk(t).OrganisationID]++
	}
	if count[b.org] != 3 || count[other] != 3 {
		t.Fatalf("turns %v", count)
	}
	for {
		c, ok, err := b.ClaimChunk(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if !ok {
			break
		}
		if c.JobID == mine[len(mine)-1] || c.JobID == theirs {
			t.Fatalf("claimed a chunk of %s", c.JobID)
		}
	}
}

func TestTwentyWorkersClaimEachChunkOnce(t *testing.T) {
	t.Parallel()
	b := setup(t, 1000*credit.One)
	rows := make([]int, 60)
	for i := range rows {
		rows[i] = 2
	}
	id := b.batch(t, rows...)
	var mu sync.Mutex
	seen := map[int]int{}
	var wg sync.WaitGroup
	for range 20 {
		wg.Go(func() {
			for misses := 0; misses < 5; {
				c, ok, err := b.ClaimChunk(t.Context())
				if err != nil {
					t.Error(err)
					return
				}
				if !ok {
					misses++
					<-time.After(time.Millisecond)
					continue
				}
				mu.Lock()
				seen[c.N]++
				mu.Unlock()
				if c.N == jobs.ChunkAssembly {
					_, err = b.FinishBatch(t.Context(), c, []byte(`1`))
				} else {
					_, err = b.FinishChunk(t.Context(), c, jobs.ChunkOutcome{Output: []byte(`1`), Completed: c.Rows})
				}
				if err != nil {
					t.Error(err)
				}
			}
		})
	}
	wg.Wait()
	for n, times := range seen {
		if times != 1 {
			t.Errorf("chunk %d was claimed %d times", n, times)
		}
	}
	if j := b.job(t, id); j.State != jobs.StateSucceeded || j.Completed != 120 || len(seen) != 61 {
		t.Errorf("%d chunks seen, %+v", len(seen), j)
	}
	storetest.CheckInvariants(t, b.Store)
}

func TestABatchIsTakenUpByOneRetryUntilThatGaveNothing(t *testing.T) {
	t.Parallel()
	b := setup(t, 1000*credit.One)
	first := b.batch(t, 2)
	again := func() jobs.NewJob {
		spec := jobs.Specs()[jobs.KindBatch]
		return jobs.NewJob{Spec: spec, Chunks: []jobs.NewChunk{{Rows: 1, Input: []byte(`1`)}}, Job: jobs.Job{
			ID: uuid.NewString(), OrganisationID: b.org, Kind: jobs.KindBatch, Total: 1, Charged: spec.Product.Cost(1), Input: []byte(`{}`), RetryOf: first,
		}}
	}
	var together sync.WaitGroup
	var mu sync.Mutex
	made := map[string]int{}
	for range 8 {
		together.Go(func() {
			a, err := b.SubmitJob(t.Context(), again())
			if err != nil {
				t.Error(err)
			}
			mu.Lock()
			defer mu.Unlock()
			made[a.Job.ID]++
		})
	}
	together.Wait()
	if len(made) != 1 {
		t.Fatalf("%d jobs take the batch up", len(made))
	}
	for id := range made {
		if j, ok, err := b.RetryOf(t.Context(), b.org, first); err != nil || !ok || j.ID != id {
			t.Errorf("the retry is %s, %v %v", j.ID, ok, err)
		}
		if _, err := b.CancelJob(t.Context(), b.org, id); err != nil {
			t.Fatal(err)
		}
	}
	if _, ok, err := b.RetryOf(t.Context(), b.org, first); ok || err != nil {
		t.Errorf("a cancelled retry still counts: %v", err)
	}
	n := again()
	if a := b.submit(t, n); a.Existing || a.Job.ID != n.ID {
		t.Error("after a retry that gave nothing there is no other")
	}
	storetest.CheckInvariants(t, b.Store)
}
