package store_test

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/uuid"

	"tariffdesk/credit"
	"tariffdesk/fail"
	"tariffdesk/jobs"
	"tariffdesk/store"
	"tariffdesk/store/storetest"
)

// bundle is a store with one organisation of a given balance.
type bundle struct {
	*store.Store
	org string
}

func setup(t *testing.T, balance credit.Amount) bundle {
	t.Helper()
	s := storetest.New(t)
	return bundle{s, storetest.Organisation(t, s, balance)}
}

func (b bundle) classify(units int) jobs.NewJob {
	spec := jobs.Specs()[jobs.KindClassify]
	return jobs.NewJob{Spec: spec, Job: jobs.Job{
		ID: uuid.NewString(), OrganisationID: b.org, Kind: jobs.KindClassify, Total: units,
		Charged: spec.Product.Cost(units), Input: []byte(`{"q":1}`),
	}}
}

func (b bundle) submit(t *testing.T, n jobs.NewJob) jobs.Accepted {
	t.Helper()
	a, err := b.SubmitJob(t.Context(), n)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

func (b bundle) claim(t *testing.T, id string) jobs.Job {
	t.Helper()
	j, ok, err := b.ClaimJob(t.Context(), id)
	if err != nil || !ok {
		t.Fatalf("claim: %v %v", ok, err)
	}
	return j
}

func TestFiftyChargesOnABalanceForTenGrantExactlyTen(t *testing.T) {
	t.Parallel()
	b := setup(t, 10*credit.One)
	var granted, refused atomic.Int32
	var wg sync.WaitGroup
	for range 50 {
		wg.Go(func() {
			switch _, err := b.SubmitJob(t.Context(), b.classify(1)); {
			case err == nil:
				granted.Add(1)
			case errors.Is(err, jobs.ErrInsufficientCredits):
				refused.Add(1)
			default:
				t.Error(err)
			}
		})
	}
	wg.Wait()
	if granted.Load() != 10 || refused.Load() != 40 {
		t.Fatalf("granted %d, refused %d", granted.Load(), refused.Load())
	}
	storetest.CheckInvariants(t, b.Store)
}

func TestOneKeyUsedFiftyTimesAtOnceMakesOneJobAndOneCharge(t *testing.T) {
	t.Parallel()
	b := setup(t, 100*credit.One)
	var made atomic.Int32
	ids := make([]string, 50)
	var wg sync.WaitGroup
	for i := range ids {
		wg.Go(func() {
			n := b.classify(1)
			n.Idempotency, n.Waits = jobs.Idempotency{Key: "k", Fingerprint: []byte{1}}, true
			a, err := b.SubmitJob(t.Context(), n)
			if err != nil {
				t.Error(err)
				return
			}
			if ids[i] = a.Job.ID; !a.Existing {
				made.Add(1)
			} else if !a.Waited {
				t.Error("a second caller was let in to wait")
			}
		})
	}
	wg.Wait()
	if made.Load() != 1 {
		t.Fatalf("%d jobs made", made.Load())
	}
	for _, id := range ids {
		if id != ids[0] {
			t.Fatalf("two jobs: %s and %s", id, ids[0])
		}
	}
	if got := storetest.Balance(t, b.Store, b.org); got != 99*credit.One {
		t.Fatalf("balance %s", got)
	}
}

func TestAKeyUsedForAnotherRequestIsRefusedAndChargesNothing(t *testing.T) {
	t.Parallel()
	b := setup(t, 10*credit.One)
	first, second := b.classify(1), b.classify(1)
	first.Idempotency = jobs.Idempotency{Key: "k", Fingerprint: []byte{1}}
	second.Idempotency = jobs.Idempotency{Key: "k", Fingerprint: []byte{2}}
	b.submit(t, first)
	if _, err := b.SubmitJob(t.Context(), second); !errors.Is(err, jobs.ErrKeyReused) {
		t.Fatalf("got %v", err)
	}
	if got := storetest.Balance(t, b.Store, b.org); got != 9*credit.One {
		t.Fatalf("balance %s", got)
	}
}

func TestARefundedJobFreesItsKey(t *testing.T) {
	t.Parallel()
	b := setup(t, 10*credit.One)
	n := b.classify(1)
	n.Idempotency = jobs.Idempotency{Key: "k", Fingerprint: []byte{1}}
	b.submit(t, n)
	if _, err := b.CancelJob(t.Context(), b.org, n.ID); err != nil {
		t.Fatal(err)
	}
	again := b.classify(1)
	again.Idempotency = n.Idempotency
	if a := b.submit(t, again); a.Existing || a.Job.ID != again.ID {
		t.Fatal("the key still holds the cancelled job")
	}
	storetest.CheckInvariants(t, b.Store)
}

func TestTheProductLimitIsDebitedWithTheChargeAndGivenBackByTheRefund(t *testing.T) {
	t.Parallel()
	b := setup(t, 10*credit.One)
	storetest.Limit(t, b.Store, b.org, credit.ProductClassification, 2*credit.One)
	first := b.submit(t, b.classify(1))
	b.submit(t, b.classify(1))
	if _, err := b.SubmitJob(t.Context(), b.classify(1)); !errors.Is(err, jobs.ErrLimitReached) {
		t.Fatalf("got %v", err)
	}
	if got := storetest.Balance(t, b.Store, b.org); got != 8*credit.One {
		t.Fatalf("a refused call changed the balance: %s", got)
	}
	if _, err := b.CancelJob(t.Context(), b.org, first.Job.ID); err != nil {
		t.Fatal(err)
	}
	b.submit(t, b.classify(1))
	storetest.CheckInvariants(t, b.Store)
}

func TestAFencedWorkerWritesNothing(t *testing.T) {
	t.Parallel()
	b := setup(t, 10*credit.One)
	id := b.submit(t, b.classify(1)).Job.ID
	old := b.claim(t, id)
	storetest.ExpireLease(t, b.Store, id)
	fresh := b.claim(t, id)
	if fresh.RunToken == old.RunToken || fresh.Attempt != 2 {
		t.Fatalf("second claim: %+v", fresh)
	}
	moves := map[string]func() (bool, error){
		"extend":    func() (bool, error) { return b.ExtendLease(t.Context(), old, 1) },
		"succeed":   func() (bool, error) { return b.SucceedJob(t.Context(), old, jobs.Outcome{Result: []byte(`1`)}) },
		"fail":      func() (bool, error) { return b.FailJob(t.Context(), old, fail.New(fail.CodeInternal, "x")) },
		"retry":     func() (bool, error) { return b.RetryJob(t.Context(), old, time.Second) },
		"hand back": func() (bool, error) { return b.HandBackJob(t.Context(), old, 0) },
	}
	for name, move := range moves {
		if owned, err := move(); owned || err != nil {
			t.Errorf("%s: %v %v", name, owned, err)
		}
	}
	if owned, err := b.SucceedJob(t.Context(), fresh, jobs.Outcome{Result: []byte(`{"a": 1}`)}); !owned || err != nil {
		t.Fatal(owned, err)
	}
	j, err := b.Job(t.Context(), b.org, id)
	if err != nil || j.State != jobs.StateSucceeded || string(j.Result) != `{"a": 1}` {
		t.Fatalf("%+v %v", j, err)
	}
	storetest.CheckInvariants(t, b.Store)
}

func TestOfFailureCancelAndTwoSweepersOneRefundIsWritten(t *testing.T) {
	t.Parallel()
	b := setup(t, 100*credit.One)
	for range 20 {
		id := b.submit(t, b.classify(1)).Job.ID
		j := b.claim(t, id)
		storetest.ExpireLease(t, b.Store, id)
		storetest.PassDeadline(t, b.Store, id)
		var wg sync.WaitGroup
		wg.Go(func() { _, _ = b.FailJob(context.Background(), j, fail.New(fail.CodeInternal, "x")) })
		wg.Go(func() { _, _ = b.CancelJob(context.Background(), b.org, id) })
		wg.Go(func() { _, _ = b.ExpireJobs(context.Background(), 10) })
		wg.Go(func() { _, _ = b.ExpireJobs(context.Background(), 10) })
		wg.Wait()
		if _, err := b.ExpireJobs(t.Context(), 10); err != nil {
			t.Fatal(err)
		}
	}
	if got := storetest.Balance(t, b.Store, b.org); got != 100*credit.One {
		t.Fatalf("balance %s", got)
	}
	storetest.CheckInvariants(t, b.Store)
}

func TestAJobIsRevivedUntilItsAttemptsAreSpentThenFailsWithRefund(t *testing.T) {
	t.Parallel()
	b := setup(t, 10*credit.One)
	id := b.submit(t, b.classify(1)).Job.ID
	for attempt := range jobs.Attempts {
		j := b.claim(t, id)
		storetest.ExpireLease(t, b.Store, id)
		revived, err := b.ReviveJobs(t.Context(), 10)
		if err != nil {
			t.Fatal(err)
		}
		if last := attempt == jobs.Attempts-1; len(revived) == 1 == last {
			t.Fatalf("attempt %d: %d revived", j.Attempt, len(revived))
		}
	}
	expired, err := b.ExpireJobs(t.Context(), 10)
	if err != nil || len(expired) != 1 || expired[0].Refunded != credit.One {
		t.Fatalf("%+v %v", expired, err)
	}
	if _, ok, _ := b.ClaimJob(t.Context(), id); ok {
		t.Fatal("a failed job was claimed")
	}
	storetest.CheckInvariants(t, b.Store)
}

func TestAHandedBackJobKeepsItsAttemptsAndItsCharge(t *testing.T) {
	t.Parallel()
	b := setup(t, 10*credit.One)
	id := b.submit(t, b.classify(1)).Job.ID
	j := b.claim(t, id)
	if owned, err := b.HandBackJob(t.Context(), j, 0); !owned || err != nil {
		t.Fatal(owned, err)
	}
	if again := b.claim(t, id); again.Attempt != 1 || again.Generation != 2 {
		t.Fatalf("%+v", again)
	}
	if got := storetest.Balance(t, b.Store, b.org); got != 9*credit.One {
		t.Fatalf("balance %s", got)
	}
}

func TestAnotherOrganisationsJobIsNotFound(t *testing.T) {
	t.Parallel()
	b := setup(t, 10*credit.One)
	other := storetest.Organisation(t, b.Store, credit.One)
	id := b.submit(t, b.classify(1)).Job.ID
	notFound := fail.New(fail.CodeNotFound, "")
	if _, err := b.Job(t.Context(), other, id); !errors.Is(err, notFound) {
		t.Errorf("read: %v", err)
	}
	if _, err := b.CancelJob(t.Context(), other, id); !errors.Is(err, notFound) {
		t.Errorf("cancel: %v", err)
	}
	if _, err := b.Job(t.Context(), b.org, "health"); !errors.Is(err, notFound) {
		t.Errorf("not a UUID: %v", err)
	}
}

func TestChargesAndRefundsOfOneOrganisationDoNotBlockEachOther(t *testing.T) {
	t.Parallel()
	b := setup(t, 1000*credit.One)
	var wg sync.WaitGroup
	for i := range 16 {
		wg.Go(func() {
			for range 15 {
				n := b.classify(1)
				if _, err := b.SubmitJob(t.Context(), n); err != nil {
					t.Error(err)
					return
				}
				var err error
				switch i % 3 {
				case 0:
					_, err = b.CancelJob(t.Context(), b.org, n.ID)
				case 1:
					var j jobs.Job
					if j, _, err = b.ClaimJob(t.Context(), n.ID); err == nil {
						_, err = b.FailJob(t.Context(), j, fail.New(fail.CodeInternal, "x"))
					}
				default:
					storetest.PassDeadline(t, b.Store, n.ID)
					_, err = b.ExpireJobs(t.Context(), 5)
				}
				if err != nil {
					t.Error(err)
					return
				}
			}
		})
	}
	wg.Wait()
	if _, err := b.ExpireJobs(t.Context(), 1000); err != nil {
		t.Fatal(err)
	}
	if got := storetest.Balance(t, b.Store, b.org); got != 1000*credit.One {
		t.Errorf("balance %s", got)
	}
	storetest.CheckInvariants(t, b.Store)
}

// TestAResultIsReadWhereverAReleaseKeptIt: with the job or in plain text with its record, as before the first release, or
// packed with its record alone.
func TestAResultIsReadWhereverAReleaseKeptIt(t *testing.T) {
	t.Parallel()
	s := storetest.New(t)
	org := storetest.Organisation(t, s, 10*credit.One)
	const result = `{"answer": 1}`
	for where, keep := range map[string]string{
		"with the record alone":          `SELECT 1 FROM jobs WHERE id = $1 AND result IS NULL`,
		"with its record, in plain text": `UPDATE classification_records SET result = '` + result + `', packed = NULL WHERE job_id = $1 RETURNING 1`,
		"with both":                      `UPDATE jobs SET result = '` + result + `' WHERE id = $1 RETURNING 1`,
	} {
		a, err := s.SubmitJob(t.Context(), charged(org))
		if err != nil {
			t.Fatal(err)
		}
		j, ok, err := s.ClaimJob(t.Context(), a.Job.ID)
		if err != nil || !ok {
			t.Fatal(ok, err)
		}
		record := &jobs.Record{
			ID: uuid.NewString(), CountryCode: "WORLD", Model: "fast", ProductDescription: "x", Result: []byte(result),
			Provenance: jobs.Provenance{Language: "Spanish", Written: 7},
		}
		if _, err := s.SucceedJob(t.Context(), j, jobs.Outcome{Result: record.Result, Record: record}); err != nil {
			t.Fatal(err)
		}
		var kept int
		if err := s.QueryRow(t.Context(), keep, []any{j.ID}, &kept); err != nil || kept != 1 {
			t.Fatalf("%s: %d, %v", where, kept, err)
		}
		if j, err = s.Job(t.Context(), org, j.ID); err != nil || string(j.Result) != result {
			t.Errorf("%s: %s, %v", where, j.Result, err)
		}
		r, err := s.Record(t.Context(), org, record.ID)
		if err != nil || string(r.Result) != result {
			t.Errorf("%s, the record: %s, %v", where, r.Result, err)
		}
		if where == "with the record alone" && (r.Provenance.Language != "Spanish" || r.Provenance.Written != 7) {
			t.Errorf("%s: it came from %+v", where, r.Provenance)
		}
	}
}

// TestWhoIsDeletedTakesJobsEntriesAndRecordsAlong: no constraint does it, for they would be checked by each call.
func TestWhoIsDeletedTakesJobsEntriesAndRecordsAlong(t *testing.T) {
	t.Parallel()
	b := setup(t, 10*credit.One)
	other := storetest.Organisation(t, b.Store, 10*credit.One)
	b.classified(t, "bell", "830610")
	theirs := b
	theirs.org = other
	theirs.classified(t, "gong", "830610")
	count := func(sql string) (n int) {
		t.Helper()
		if err := b.QueryRow(t.Context(), sql, nil, &n); err != nil {
			t.Fatal(err)
		}
		return n
	}
	if err := b.Exec(t.Context(), `DELETE FROM jobs WHERE organisation_id = $1`, other); err != nil {
		t.Fatal(err)
	}
	if n := count(`SELECT count(*) FROM ledger WHERE kind = 'charge' AND job_id IS NULL`) + count(`SELECT count(*) FROM classification_records WHERE job_id IS NULL`); n != 2 {
		t.Errorf("of a deleted job %d of entry and record are left without it", n)
	}
	if err := b.Exec(t.Context(), `DELETE FROM organisations WHERE id = $1`, b.org); err != nil {
		t.Fatal(err)
	}
	if n := count(`SELECT (SELECT count(*) FROM jobs) + (SELECT count(*) FROM ledger WHERE kind = 'charge') + (SELECT count(*) FROM classification_records)`); n != 2 {
		t.Errorf("%d rows are left where the other organisation has 2", n)
	}
}

func TestASubmissionOfNobodyIsRefused(t *testing.T) {
	t.Parallel()
	b := setup(t, 10*credit.One)
	b.org = uuid.NewString()
	free := b.classify(1)
	free.Charged = 0
	for _, n := range []jobs.NewJob{b.classify(1), free} {
		if a, err := b.SubmitJob(t.Context(), n); err == nil {
			t.Errorf("charged %d: %+v", n.Charged, a)
		}
	}
	storetest.CheckInvariants(t, b.Store)
}

func TestAClaimTellsThePrecedentsOfItsOrganisation(t *testing.T) {
	t.Parallel()
	b := setup(t, 10*credit.One)
	if j := b.claim(t, b.submit(t, b.classify(1)).Job.ID); j.Precedents == nil || *j.Precedents != (jobs.CatalogueState{}) {
		t.Errorf("without any: %+v", j.Precedents)
	}
	b.confirm(t, b.classified(t, "bell", "830610"), "830610")
	state, err := b.CatalogueState(t.Context(), b.org)
	if err != nil || state.Revision == 0 {
		t.Fatal(state, err)
	}
	n := b.classify(1)
	b.submit(t, n)
	j, ok, err := b.ClaimTurn(t.Context(), []jobs.Kind{jobs.KindClassify}, n.ID)
	if err != nil || !ok || j.Precedents == nil || *j.Precedents != state {
		t.Errorf("with one: %+v instead of %+v, %v", j.Precedents, state, err)
	}
}
