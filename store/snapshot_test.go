package store_test

import (
	"context"
	"log/slog"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"tariffdesk/credit"
	"tariffdesk/jobs"
	"tariffdesk/store"
	"tariffdesk/store/storetest"
)

// rate is how many calls of one organisation, of n in all, are submitted, claimed and finished in a second.
func (b bundle) rate(t *testing.T, n int) float64 {
	t.Helper()
	var wg sync.WaitGroup
	began := time.Now()
	for range 8 {
		wg.Go(func() {
			for range n / 8 {
				n := b.classify(1)
				n.Waits = true
				_, err := b.SubmitJob(t.Context(), n)
				if err == nil {
					var j jobs.Job
					if j, _, err = b.ClaimJob(t.Context(), n.ID); err == nil {
						_, err = b.SucceedJob(t.Context(), j, jobs.Outcome{Result: []byte(`1`)})
					}
				}
				if err != nil {
					t.Error(err)
					return
				}
			}
		})
	}
	wg.Wait()
	return float64(n) / time.Since(began).Seconds()
}

// pass is what the reconciler asks in a turn.
func (b bundle) pass(ctx context.Context, t *testing.T) time.Duration {
	t.Helper()
	began := time.Now()
	if _, err := b.ExpireJobs(ctx, 200); err != nil {
		t.Error(err)
	}
	if _, err := b.ReviveJobs(ctx, 200); err != nil {
		t.Error(err)
	}
	if _, err := b.ExpireChunks(ctx, 200); err != nil {
		t.Error(err)
	}
	if _, err := b.ClaimableChunks(ctx, 10); err != nil {
		t.Error(err)
	}
	if _, err := b.UnseenJobs(ctx, 200); err != nil {
		t.Error(err)
	}
	return time.Since(began)
}

// TestCallsGoOnBesideAnOpenSnapshot keeps a snapshot open, as a dump does, through as many calls of
// one organisation as some minutes bring: no version of a row that they leave can be removed.
func TestCallsGoOnBesideAnOpenSnapshot(t *testing.T) {
	t.Parallel()
	url := storetest.URL(t)
	s, err := store.Open(t.Context(), url, 10, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	b := bundle{s, storetest.Organisation(t, s, 10_000_000*credit.One)}
	before, quick := b.rate(t, 400), b.pass(t.Context(), t)
	dump, err := pgx.Connect(t.Context(), url)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = dump.Close(context.Background()) })
	if _, err := dump.Exec(t.Context(), `BEGIN ISOLATION LEVEL REPEATABLE READ; SELECT count(*) FROM jobs`); err != nil {
		t.Fatal(err)
	}
	const calls = 20_000
	for _, sql := range []string{
		`INSERT INTO jobs (id, organisation_id, kind, product, total, charged, input, deadline, run_after, look_at)
		 SELECT gen_random_uuid(), organisation_id, 'classify', 'past', 1, 0, '{}', now() + interval '5 minutes', now(), now() - interval '1 second'
		   FROM subscriptions, generate_series(1, $1::int)`,
		`UPDATE jobs SET state = 'running', run_token = gen_random_uuid(), lease_until = now() + interval '15 seconds' WHERE product = 'past' AND $1::int > 0`,
		`UPDATE jobs SET state = 'failed', run_token = NULL, lease_until = NULL, failed = 1, finished_at = now() WHERE product = 'past' AND $1::int > 0`,
		`INSERT INTO counters SELECT organisation_id, name, n + i, total FROM (SELECT DISTINCT ON (name) * FROM counters ORDER BY name, n DESC) c, generate_series(1, $1::int) i`,
		`DELETE FROM counters c USING (SELECT name, max(n) AS last FROM counters GROUP BY name) l WHERE l.name = c.name AND n < last - 100 AND $1::int > 0`,
	} {
		if _, err := dumpless(t, url).Exec(t.Context(), sql, calls); err != nil {
			t.Fatal(err)
		}
	}
	if err := b.Exec(t.Context(), `ANALYZE jobs, counters`); err != nil {
		t.Fatal(err)
	}
	during, slow := b.rate(t, 400), b.pass(t.Context(), t)
	t.Logf("%.0f calls/s, %.0f (%.0f %%) after %d calls beside a snapshot; a pass of the reconciler %s, %s", before, during,
		100*during/before, calls, quick.Round(100*time.Microsecond), slow.Round(100*time.Microsecond))
	storetest.CheckInvariants(t, b.Store)
}

func dumpless(t *testing.T, url string) *pgx.Conn {
	t.Helper()
	c, err := pgx.Connect(t.Context(), url)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = c.Close(context.Background()) })
	return c
}
