package store

import (
	"context"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"tariffdesk/jobs"
)

// What is younger than settled may still be joined by an older entry, whose transaction has yet to
// commit: no call lasts as long.
const settled = `interval '5 minutes'`

// foldPiece bounds a statement that folds, and so how long it holds the row of folds.
const foldPiece = 50_000

// Entries are folded up to the first one that is not settled, by id.
const foldLedger = `WITH mark AS (SELECT ledger_id FROM folds FOR UPDATE SKIP LOCKED),
	piece AS MATERIALIZED (SELECT id, kind, amount, bool_or(created_at >= now() - ` + settled + `) OVER (ORDER BY id) AS fresh
	    FROM (SELECT id, kind, amount, created_at FROM ledger WHERE id > (SELECT ledger_id FROM mark) ORDER BY id LIMIT $1) l),
	folded AS (INSERT INTO folded_ledger AS f SELECT kind, sum(amount) FROM piece WHERE NOT fresh GROUP BY kind
	    ON CONFLICT (kind) DO UPDATE SET amount = f.amount + excluded.amount)
	UPDATE folds SET ledger_id = p.last FROM (SELECT max(id) AS last FROM piece WHERE NOT fresh) p WHERE p.last IS NOT NULL`

// What was used is folded likewise. The time that is noted lies before all that is not folded yet.
const foldUsage = `WITH mark AS (SELECT usage_id FROM folds FOR UPDATE SKIP LOCKED),
	piece AS MATERIALIZED (SELECT *, bool_or(created_at >= now() - ` + settled + `) OVER (ORDER BY id) AS fresh
	    FROM (SELECT id, organisation_id, kind, amount, product, user_identifier, created_at FROM ledger WHERE id > (SELECT usage_id FROM mark) ORDER BY id LIMIT $1) l),
	folded AS (INSERT INTO folded_usage AS f (organisation_id, day, product, user_identifier, amount, calls)
	    SELECT organisation_id, (created_at AT TIME ZONE 'UTC')::date AS day, product, user_identifier, -sum(amount), count(*) FILTER (WHERE kind = 'charge')
	      FROM piece WHERE NOT fresh AND kind <> 'grant' GROUP BY organisation_id, day, product, user_identifier
	    ON CONFLICT (organisation_id, day, product, user_identifier) DO UPDATE SET amount = f.amount + excluded.amount, calls = f.calls + excluded.calls)
	UPDATE folds SET usage_id = p.last, usage_at = p.at - ` + settled + `
	  FROM (SELECT max(id) AS last, max(created_at) AS at FROM piece WHERE NOT fresh) p WHERE p.last IS NOT NULL`

// Jobs are folded by the time of their end, all of the last moment together.
const foldJobs = `WITH mark AS (SELECT ended_at FROM folds FOR UPDATE SKIP LOCKED),
	upto AS MATERIALIZED (SELECT max(finished_at) AS last FROM (SELECT finished_at FROM jobs
	    WHERE finished_at > (SELECT ended_at FROM mark) AND finished_at < now() - ` + settled + ` ORDER BY finished_at LIMIT $1) j),
	folded AS (INSERT INTO folded_jobs AS f SELECT kind, state, count(*) FROM jobs
	    WHERE finished_at > (SELECT ended_at FROM mark) AND finished_at <= (SELECT last FROM upto) GROUP BY kind, state
	    ON CONFLICT (kind, state) DO UPDATE SET jobs = f.jobs + excluded.jobs)
	UPDATE folds SET ended_at = u.last FROM upto u WHERE u.last IS NOT NULL`

// fold moves what is settled into the sums. Of several processes at once one does.
func (s upkeep) fold(ctx context.Context, operation, sql string) error {
	began := time.Now()
	for moved := int64(1); moved > 0 && time.Since(began) < purgeBudget/7; {
		tag, err := s.pool.Exec(ctx, sql, foldPiece)
		if err != nil {
			return fmt.Errorf("%s: %w", operation, err)
		}
		moved = tag.RowsAffected()
	}
	return nil
}

const selectLedgerTotals = `SELECT kind, sum(amount)::bigint FROM (
	    SELECT kind, amount FROM folded_ledger
	    UNION ALL SELECT kind, amount FROM ledger WHERE id > (SELECT ledger_id FROM folds)) all_entries GROUP BY kind`

// LedgerTotals adds up all entries that the ledger ever had by kind, in hundredths of a credit.
func (s upkeep) LedgerTotals(ctx context.Context) (map[string]int64, error) {
	rows, err := s.pool.Query(ctx, selectLedgerTotals)
	if err != nil {
		return nil, fmt.Errorf("ledger totals: %w", err)
	}
	totals := map[string]int64{}
	var kind string
	var sum int64
	_, err = pgx.ForEachRow(rows, []any{&kind, &sum}, func() error {
		totals[kind] = sum
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("ledger totals: %w", err)
	}
	return totals, nil
}

// The age is that of the oldest open job of the group, in seconds.
const selectJobCounts = `SELECT kind, state, count(*), extract(epoch FROM now() - min(created_at))::float8 FROM jobs
	WHERE finished_at IS NULL GROUP BY kind, state
	UNION ALL SELECT kind, state, sum(jobs)::bigint, 0 FROM (
	    SELECT kind, state, jobs FROM folded_jobs
	    UNION ALL SELECT kind, state, count(*) FROM jobs WHERE finished_at > (SELECT ended_at FROM folds) GROUP BY kind, state) ended GROUP BY kind, state`

// JobCounts counts the open jobs of all organisations, and all that ever ended, by kind and state.
func (s upkeep) JobCounts(ctx context.Context) ([]jobs.Count, error) {
	rows, err := s.pool.Query(ctx, selectJobCounts)
	if err != nil {
		return nil, fmt.Errorf("job counts: %w", err)
	}
	counts, err := pgx.CollectRows(rows, func(row pgx.CollectableRow) (c jobs.Count, err error) {
		return c, row.Scan(&c.Kind, &c.State, &c.Jobs, &c.OldestSeconds)
	})
	if err != nil {
		return nil, fmt.Errorf("job counts: %w", err)
	}
	return counts, nil
}
