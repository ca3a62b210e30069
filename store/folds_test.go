package store_test

import (
	"maps"
	"reflect"
	"sync"
	"testing"
	"time"

	"tariffdesk/account"
	"tariffdesk/credit"
	"tariffdesk/fail"
	"tariffdesk/jobs"
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

func TestUsageIsTheSameBeforeAndAfterItIsFolded(t *testing.T) {
	t.Parallel()
	b := setup(t, 100*credit.One)
	today := time.Now().UTC().Truncate(24 * time.Hour)
	for i, age := range []string{"40 days", "3 days", "3 days", "1 hour", "0"} {
		n := b.classify(i + 1)
		n.UserIdentifier = []string{"anna", "bert"}[i%2]
		b.submit(t, n)
		if i == 1 {
			if _, err := b.CancelJob(t.Context(), b.org, n.ID); err != nil {
				t.Fatal(err)
			}
		}
		if err := b.Exec(t.Context(), `UPDATE ledger SET created_at = now() - $2::interval WHERE job_id = $1`, n.ID, age); err != nil {
			t.Fatal(err)
		}
	}
	if err := b.Exec(t.Context(), `UPDATE ledger SET created_at = now() - interval '1 year' WHERE kind = 'grant'`); err != nil {
		t.Fatal(err)
	}
	ask := func(user string, days int) []account.UsageDay {
		t.Helper()
		found, err := b.Usage(t.Context(), account.UsageQuery{OrganisationID: b.org, From: today.AddDate(0, 0, -days), To: today.AddDate(0, 0, 1), UserIdentifier: user})
		if err != nil {
			t.Fatal(err)
		}
		return found
	}
	all := func() [][]account.UsageDay {
		return [][]account.UsageDay{ask("", 60), ask("", 30), ask("anna", 60), ask("nobody", 60)}
	}
	before := all()
	if len(before[0]) < 3 || len(before[3]) != 0 {
		t.Fatalf("used: %v", before)
	}
	for range 2 {
		if err := b.Purge(t.Context()); err != nil {
			t.Fatal(err)
		}
		if after := all(); !reflect.DeepEqual(after, before) {
			t.Errorf("folded: %v, before: %v", after, before)
		}
	}
	var folded, left int
	if err := b.QueryRow(t.Context(), `SELECT (SELECT count(*) FROM folded_usage), (SELECT count(*) FROM ledger WHERE id > (SELECT usage_id FROM folds))`, nil, &folded, &left); err != nil || folded < 3 || left != 1 {
		t.Errorf("%d rows folded, %d entries left: %v", folded, left, err)
	}
}
