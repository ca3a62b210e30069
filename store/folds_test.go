package store_test

import (
	"maps"
	"regexp"
	"slices"
	"sync"
	"testing"

	"github.com/google/uuid"

	"tariffdesk/credit"
	"tariffdesk/fail"
	"tariffdesk/jobs"
	"tariffdesk/store"
	"tariffdesk/store/storetest"
)

// sums are what the metrics show, jobs by state.
func (b bundle) sums(t *testing.T) (ledger map[string]int64, ended map[string]int64) {
	t.Helper()
	ledger, err := b.LedgerTotals(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	counts, err := b.JobCounts(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	ended = map[string]int64{}
	for _, c := range counts {
		ended[string(c.State)] += c.Jobs
	}
	return ledger, ended
}

func TestSumsAreTheSameHoweverMuchOfThemIsFolded(t *testing.T) {
	t.Parallel()
	b := setup(t, 100*credit.One)
	end := func(n int, past string) {
		t.Helper()
		for i := range n {
			job := b.classify(1)
			b.submit(t, job)
			var err error
			if j := b.claim(t, job.ID); i%2 == 0 {
				_, err = b.FailJob(t.Context(), j, fail.New(fail.CodeInternal, "x"))
			} else {
				_, err = b.SucceedJob(t.Context(), j, jobs.Outcome{Result: []byte(`1`)})
			}
			if err != nil {
				t.Fatal(err)
			}
		}
		for _, sql := range []string{`UPDATE jobs SET finished_at = finished_at - $1::interval WHERE finished_at > now() - interval '1 minute'`,
			`UPDATE ledger SET created_at = created_at - $1::interval WHERE created_at > now() - interval '1 minute'`} {
			if err := b.Exec(t.Context(), sql, past); err != nil {
				t.Fatal(err)
			}
		}
	}
	check := func(charge, refund, succeeded, failed int64) {
		t.Helper()
		ledger, ended := b.sums(t)
		if want := map[string]int64{"grant": 10000, "charge": -charge, "refund": refund}; !maps.Equal(ledger, want) {
			t.Errorf("ledger %v, want %v", ledger, want)
		}
		if want := map[string]int64{"succeeded": succeeded, "failed": failed}; !maps.Equal(ended, want) {
			t.Errorf("jobs %v, want %v", ended, want)
		}
	}
	fold := func() {
		t.Helper()
		var processes sync.WaitGroup
		for range 4 {
			processes.Go(func() {
				if err := b.Purge(t.Context()); err != nil {
					t.Error(err)
				}
			})
		}
		processes.Wait()
	}
	end(4, "1 hour")
	check(400, 200, 2, 2)
	fold()
	check(400, 200, 2, 2)
	end(2, "10 minutes")
	end(2, "0")
	check(800, 400, 4, 4)
	fold()
	fold()
	check(800, 400, 4, 4)
	var left int
	if err := b.QueryRow(t.Context(), `SELECT count(*) FROM ledger WHERE id > (SELECT ledger_id FROM folds)`, nil, &left); err != nil || left != 3 {
		t.Errorf("%d entries are added up at each reading: %v", left, err)
	}
}

// TestTheCostOfAQuestionDoesNotGrowWithWhatHasEnded reads plans over as many jobs as make the planner choose.
func TestTheCostOfAQuestionDoesNotGrowWithWhatHasEnded(t *testing.T) {
	t.Parallel()
	s := storetest.New(t)
	ctx := store.Bulk(t.Context())
	org := storetest.Organisation(t, s, credit.One)
	for _, o := range []string{org, storetest.Organisation(t, s, credit.One)} {
		for _, sql := range []string{
			`INSERT INTO jobs (id, organisation_id, kind, state, product, total, charged, input, deadline, created_at, finished_at)
			 SELECT gen_random_uuid(), $1, CASE WHEN i % 50 = 0 THEN 'batch' ELSE 'classify' END, 'succeeded', 'classification', 1, 100, 'null', now(),
			        now() - i * interval '1 second', now() - i * interval '1 second' FROM generate_series(1, 40000) i`,
			`INSERT INTO ledger (organisation_id, job_id, kind, amount, product, units, created_at)
			 SELECT organisation_id, id, 'charge', -100, 'classification', 1, created_at FROM jobs WHERE organisation_id = $1 ORDER BY created_at`,
		} {
			if err := s.Exec(ctx, sql, o); err != nil {
				t.Fatal(err)
			}
		}
	}
	if err := s.Purge(ctx); err != nil {
		t.Fatal(err)
	}
	if err := s.Exec(ctx, `ANALYZE`); err != nil {
		t.Fatal(err)
	}
	whole := regexp.MustCompile(`Seq Scan", [^{}]*"Relation Name": "(jobs|ledger)"`)
	for sql, args := range store.Scaled(org, uuid.NewString()) {
		var plan string
		if err := s.QueryRow(t.Context(), `EXPLAIN (FORMAT json) `+sql, slices.Clone(args), &plan); err != nil {
			t.Fatalf("%v\n%s", err, sql)
		}
		if whole.MatchString(plan) {
			t.Errorf("a whole table is read for\n%s\n%s", sql, plan)
		}
	}
}
