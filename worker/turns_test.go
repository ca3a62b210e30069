package worker_test

import (
	"context"
	"sync"
	"testing"

	"tariffdesk/credit"
	"tariffdesk/jobs"
	"tariffdesk/store/storetest"
	"tariffdesk/worker"
)

// TestAFloodOfDocumentsDoesNotStandBeforeAnotherOrganisationsFirst fills the slots of the queue and
// the queue itself before the other organisation comes.
func TestAFloodOfDocumentsDoesNotStandBeforeAnotherOrganisationsFirst(t *testing.T) {
	t.Parallel()
	h := setup(t, 1000*credit.One)
	other := storetest.Organisation(t, h.store, 10*credit.One)
	began, step := make(chan jobs.Job), make(chan struct{})
	work := func(ctx context.Context, task worker.Task) (jobs.Outcome, error) {
		began <- task.Job
		<-step
		return answer(ctx, task)
	}
	h.worker(t, worker.Config{Caps: map[string]int{"extract": 2}}, map[jobs.Kind]worker.Handler{
		jobs.KindExtract: work, jobs.KindClassifyDocuments: work, jobs.KindClassify: answer,
	})
	var callers sync.WaitGroup
	submit := func(org string, kind jobs.Kind) {
		ticket, err := h.service.Submit(t.Context(), jobs.Submission{OrganisationID: org, Kind: kind, Units: 1, Waits: true})
		if err != nil {
			t.Fatal(err)
		}
		callers.Go(func() {
			if j, err := h.service.Await(t.Context(), ticket, nil); err != nil || j.State != jobs.StateSucceeded {
				t.Errorf("%+v %v", j, err)
			}
		})
	}
	const flood = 12
	for range flood {
		submit(h.org, jobs.KindClassifyDocuments)
	}
	for range 2 {
		<-began
	}
	submit(other, jobs.KindExtract)
	if j, err := h.run(t.Context(), jobs.KindClassify); err != nil || j.State != jobs.StateSucceeded {
		t.Errorf("words wait behind documents: %+v %v", j, err)
	}
	step <- struct{}{}
	if j := <-began; j.OrganisationID != other || j.Kind != jobs.KindExtract {
		t.Errorf("a job of the flood came first: %+v", j)
	}
	close(step)
	for range flood - 2 {
		<-began
	}
	callers.Wait()
	storetest.CheckInvariants(t, h.store)
}

// TestWhatIsQueuedInTurnsIsDoneThoughItsTasksAreLost wipes Redis under a queue that has begun.
func TestWhatIsQueuedInTurnsIsDoneThoughItsTasksAreLost(t *testing.T) {
	t.Parallel()
	h := setup(t, 1000*credit.One)
	began, step := make(chan jobs.Job, 20), make(chan struct{})
	h.worker(t, worker.Config{Caps: map[string]int{"extract": 1}}, map[jobs.Kind]worker.Handler{
		jobs.KindExtract: func(ctx context.Context, task worker.Task) (jobs.Outcome, error) {
			began <- task.Job
			<-step
			return answer(ctx, task)
		}})
	var callers sync.WaitGroup
	for range 8 {
		callers.Go(func() {
			if j, err := h.run(t.Context(), jobs.KindExtract); err != nil || j.State != jobs.StateSucceeded || j.Attempt != 1 {
				t.Errorf("%+v %v", j, err)
			}
		})
	}
	<-began
	if err := h.client(t).FlushAll(t.Context()).Err(); err != nil {
		t.Fatal(err)
	}
	close(step)
	callers.Wait()
	storetest.CheckInvariants(t, h.store)
}
