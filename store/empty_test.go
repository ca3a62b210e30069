package store_test

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"testing"

	"github.com/google/uuid"

	"tariffdesk/credit"
	"tariffdesk/fail"
	"tariffdesk/jobs"
	"tariffdesk/store/storetest"
)

// foundNothing is the outcome of a classification without a suggestion.
func foundNothing() jobs.Outcome {
	result := []byte(`{"hscodes_array": [], "required_questions": ["what?"]}`)
	return jobs.Outcome{Empty: true, Result: result, Record: &jobs.Record{
		ID: uuid.NewString(), CountryCode: "WORLD", Model: "fast", ProductDescription: ".", Result: result, QuestionOpen: true,
	}}
}

func TestAJobThatFoundNothingSucceedsAndIsRefundedOnce(t *testing.T) {
	t.Parallel()
	b := setup(t, 10*credit.One)
	storetest.Limit(t, b.Store, b.org, credit.ProductClassification, credit.One)
	n := b.classify(1)
	n.Idempotency = jobs.Idempotency{Key: "k", Fingerprint: []byte{1}}
	b.submit(t, n)
	j := b.claim(t, n.ID)
	o := foundNothing()
	if owned, err := b.SucceedJob(t.Context(), j, o); !owned || err != nil {
		t.Fatal(owned, err)
	}
	if owned, err := b.SucceedJob(t.Context(), j, foundNothing()); owned || err != nil {
		t.Fatalf("the end was written twice: %v %v", owned, err)
	}
	got := b.job(t, n.ID)
	if got.State != jobs.StateSucceeded || got.Completed != 0 || got.Empty != 1 || got.Failed != 0 || got.Refunded != credit.One || got.Done() != got.Total || !got.LeftResult() {
		t.Fatalf("%+v", got)
	}
	if string(got.Result) != string(o.Result) {
		t.Errorf("result %s", got.Result)
	}
	if r, err := b.Record(t.Context(), b.org, o.Record.ID); err != nil || !r.QuestionOpen || r.HSCode != "" {
		t.Errorf("record %+v %v", r, err)
	}
	if got := storetest.Balance(t, b.Store, b.org); got != 10*credit.One {
		t.Errorf("balance %s", got)
	}
	again := b.classify(1)
	again.Idempotency = n.Idempotency
	if a := b.submit(t, again); !a.Existing || a.Job.ID != n.ID {
		t.Errorf("the key was freed: %+v", a)
	}
	if _, err := b.Refund(t.Context(), n.ID, 0, "again"); !errors.Is(err, fail.New(fail.CodeConflict, "")) {
		t.Errorf("refunded beyond the charge: %v", err)
	}
	b.submit(t, b.classify(1)) // the limit of one was given back
	storetest.CheckInvariants(t, b.Store)
}

func TestAWorkerThatLostItsClaimRefundsNothing(t *testing.T) {
	t.Parallel()
	b := setup(t, 10*credit.One)
	id := b.submit(t, b.classify(1)).Job.ID
	old := b.claim(t, id)
	storetest.ExpireLease(t, b.Store, id)
	fresh := b.claim(t, id)
	if owned, err := b.SucceedJob(t.Context(), old, foundNothing()); owned || err != nil {
		t.Fatal(owned, err)
	}
	if got := storetest.Balance(t, b.Store, b.org); got != 9*credit.One {
		t.Fatalf("balance %s", got)
	}
	if owned, err := b.SucceedJob(t.Context(), fresh, jobs.Outcome{Result: []byte(`{"a": 1}`)}); !owned || err != nil {
		t.Fatal(owned, err)
	}
	if j := b.job(t, id); j.Refunded != 0 || j.Completed != 1 || j.Empty != 0 {
		t.Fatalf("%+v", j)
	}
	storetest.CheckInvariants(t, b.Store)
}

func TestOfAnEmptyEndFailureAndSweepersOneRefundIsWritten(t *testing.T) {
	t.Parallel()
	b := setup(t, 100*credit.One)
	for range 20 {
		id := b.submit(t, b.classify(1)).Job.ID
		j := b.claim(t, id)
		storetest.PassDeadline(t, b.Store, id)
		var wg sync.WaitGroup
		for range 2 {
			wg.Go(func() { _, _ = b.SucceedJob(context.Background(), j, foundNothing()) })
			wg.Go(func() { _, _ = b.ExpireJobs(context.Background(), 10) })
		}
		wg.Go(func() { _, _ = b.FailJob(context.Background(), j, fail.New(fail.CodeInternal, "x")) })
		wg.Go(func() { _, _ = b.EndJob(context.Background(), id) })
		wg.Wait()
		if j := b.job(t, id); !j.State.Terminal() || j.Refunded != credit.One {
			t.Fatalf("%+v", j)
		}
	}
	if got := storetest.Balance(t, b.Store, b.org); got != 100*credit.One {
		t.Fatalf("balance %s", got)
	}
	storetest.CheckInvariants(t, b.Store)
}

func (b bundle) finishWith(t *testing.T, c jobs.Chunk, completed, failed, empty int) {
	t.Helper()
	o := jobs.ChunkOutcome{Output: fmt.Appendf(nil, `"out %d"`, c.N), Completed: completed, Failed: failed, Empty: empty}
	for i := range completed + failed + empty {
		r := jobs.BatchRow{N: c.N*100 + i, CountryCode: "WORLD", Description: "goods", HSCode: "610910", Confidence: new(0.4)}
		switch {
		case i < failed:
			r.HSCode, r.Confidence, r.Error = "", nil, "no"
		case i < failed+empty:
			r.HSCode, r.Confidence, r.Question = "", nil, "what?"
		}
		o.Rows = append(o.Rows, r)
	}
	if owned, err := b.FinishChunk(t.Context(), c, o); !owned || err != nil {
		t.Fatal(owned, err)
	}
}

func TestRowsWithoutACodeAreRefundedCountedAndToReview(t *testing.T) {
	t.Parallel()
	b := setup(t, 100*credit.One)
	storetest.Limit(t, b.Store, b.org, credit.ProductClassification, 7*credit.One)
	id := b.batch(t, 4, 3)
	b.finishWith(t, b.chunk(t), 1, 1, 2)
	if j := b.job(t, id); j.Progress != 57 || j.Refunded != 3*credit.One || j.Cancelled() != 0 || j.Empty != 2 {
		t.Fatalf("%+v", j)
	}
	b.finishWith(t, b.chunk(t), 0, 0, 3)
	if owned, err := b.FinishBatch(t.Context(), b.chunk(t), []byte(`{"blob":"x"}`)); !owned || err != nil {
		t.Fatal(owned, err)
	}
	j := b.job(t, id)
	if j.State != jobs.StateSucceeded || j.Completed != 1 || j.Failed != 1 || j.Empty != 5 || j.Refunded != 6*credit.One || j.Done() != j.Total {
		t.Fatalf("%+v", j)
	}
	rows, err := b.BatchRows(t.Context(), jobs.ReviewQuery{OrganisationID: b.org, ConfidenceBelow: new(0.7), Confirmed: new(false), Limit: 100})
	if err != nil || len(rows) != 6 {
		t.Fatalf("to review: %d rows, %v", len(rows), err)
	}
	var again []int
	if err := b.FailedRows(t.Context(), b.org, id, func(n int, _ string) error { again = append(again, n); return nil }); err != nil || fmt.Sprint(again) != "[100]" {
		t.Errorf("to retry: %v %v", again, err)
	}
	b.submit(t, b.classify(6)) // what was refunded was given back of the limit
	storetest.CheckInvariants(t, b.Store)
}

func TestABatchWithoutACodeThatIsCancelledKeepsItsQuestionsAndFails(t *testing.T) {
	t.Parallel()
	b := setup(t, 100*credit.One)
	cancelled := b.batch(t, 3, 2)
	c := b.chunk(t)
	if _, err := b.CancelJob(t.Context(), b.org, cancelled); err != nil {
		t.Fatal(err)
	}
	b.finishWith(t, c, 0, 0, 3)
	if owned, err := b.FinishBatch(t.Context(), b.chunk(t), []byte(`1`)); !owned || err != nil {
		t.Fatal(owned, err)
	}
	if j := b.job(t, cancelled); j.State != jobs.StateCancelled || j.Empty != 3 || j.Cancelled() != 2 || j.Refunded != j.Charged || !j.LeftResult() {
		t.Fatalf("%+v", j)
	}
	lost := b.batch(t, 3)
	b.finishWith(t, b.chunk(t), 1, 0, 2)
	if owned, err := b.FailBatch(t.Context(), b.chunk(t), fail.New(fail.CodeInternal, "x")); !owned || err != nil {
		t.Fatal(owned, err)
	}
	if j := b.job(t, lost); j.State != jobs.StateFailed || j.Empty != 0 || j.Failed != 3 || j.Refunded != j.Charged {
		t.Fatalf("%+v", j)
	}
	if got := storetest.Balance(t, b.Store, b.org); got != 100*credit.One {
		t.Errorf("balance %s", got)
	}
	storetest.CheckInvariants(t, b.Store)
}
