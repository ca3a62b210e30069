package store_test

import (
	"sync"
	"sync/atomic"
	"testing"

	"tariffdesk/credit"
	"tariffdesk/store/storetest"
)

// debitBefore is how the release before takes credits.
const debitBefore = `WITH debited AS (UPDATE organisations SET balance = balance - 100 WHERE id = $1 AND balance >= 100 RETURNING id)
	INSERT INTO ledger (organisation_id, kind, amount) SELECT id, 'charge', -100 FROM debited RETURNING 1`

func TestTheReleaseBeforeTakesNoCreditsThatThisOneHasTaken(t *testing.T) {
	t.Parallel()
	b := setup(t, 40*credit.One)
	var taken atomic.Int32
	var wg sync.WaitGroup
	for range 50 {
		wg.Go(func() {
			if _, err := b.SubmitJob(t.Context(), b.classify(1)); err == nil {
				taken.Add(1)
			}
		})
		wg.Go(func() {
			var one int
			if b.QueryRow(t.Context(), debitBefore, []any{b.org}, &one) == nil {
				taken.Add(1)
			}
		})
	}
	wg.Wait()
	if taken.Load() != 40 {
		t.Errorf("%d were taken of 40", taken.Load())
	}
	if got := storetest.Balance(t, b.Store, b.org); got != 0 {
		t.Errorf("balance %s", got)
	}
}

func TestTheMovesOfACounterStayFew(t *testing.T) {
	t.Parallel()
	b := setup(t, 1000*credit.One)
	for range 450 {
		b.submit(t, b.classify(1))
	}
	var most int
	if err := b.QueryRow(t.Context(), `SELECT max(n) FROM (SELECT count(*) AS n FROM counters GROUP BY organisation_id, name) c`, nil, &most); err != nil || most > 200 {
		t.Errorf("%d moves are kept of a counter (%v)", most, err)
	}
	storetest.CheckInvariants(t, b.Store)
}
