package store

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"tariffdesk/fail"
	"tariffdesk/jobs"
	"tariffdesk/store/internal/activity"
	"tariffdesk/store/internal/db"
	"tariffdesk/store/internal/verifications"
)

// Rows that another process repairs at this moment are skipped, here and below.
const expireOverdue = `UPDATE jobs SET state = 'failed', input = ` + inputAfter + `, error = CASE WHEN deadline < now() THEN $1::jsonb ELSE $4::jsonb END, run_token = NULL, lease_until = NULL,
	       failed = total, finished_at = now(), expires_at = now() + $3::interval
	WHERE id = (SELECT id FROM jobs
	             WHERE finished_at IS NULL AND kind <> 'batch'
	               AND (deadline < now() OR (attempt >= $2 AND (state = 'queued' OR lease_until < now())))
	             ORDER BY id LIMIT 1 FOR UPDATE SKIP LOCKED)
	RETURNING ` + jobColumns

// Why a job was given up: it was late, or every worker that took it up ended.
var (
	errGivenUp = fail.New(fail.CodeInternal, "the job could not be completed; its credits were returned")
	errLost    = fail.New(fail.CodeInternal, "each worker that took the job up ended before it was done; its credits were returned, and sending it again is likely to end the same way")
)

// upkeep ends overdue jobs, revives abandoned ones, purges what has expired and folds old entries into sums.
type upkeep struct{ pool *db.Pool }

// ExpireJobs fails, with refund, jobs past their deadline and jobs whose last attempt was lost.
// Each is a transaction of its own: one over many organisations would hold all their balances.
func (s upkeep) ExpireJobs(ctx context.Context, limit int) ([]jobs.Job, error) {
	failure, err := encodeError(errGivenUp)
	if err != nil {
		return nil, err
	}
	lost, err := encodeError(errLost)
	if err != nil {
		return nil, err
	}
	var expired []jobs.Job
	for len(expired) < limit {
		before := len(expired)
		err = s.pool.InTx(ctx, func(tx pgx.Tx) error {
			found, err := collectJobs(tx.Query(ctx, expireOverdue, db.Document(failure), jobs.Attempts, jobs.ResultTTL, db.Document(lost)))
			if err != nil || len(found) == 0 {
				return err
			}
			j, err := refundWhole(ctx, tx, found[0])
			expired = append(expired, j)
			return err
		})
		if err != nil {
			return expired[:before], fmt.Errorf("expire jobs: %w", err)
		}
		if len(expired) == before {
			break
		}
	}
	return expired, nil
}

const reviveAbandoned = `UPDATE jobs SET state = 'queued', run_token = NULL, lease_until = NULL, lost = lost + 1, generation = generation + 1,
	       run_after = now(), offered_at = now(), look_at = now() + interval '2 seconds'
	WHERE id IN (SELECT id FROM jobs WHERE finished_at IS NULL AND state = 'running' AND kind <> 'batch' AND lease_until < now() AND attempt < $2
	              ORDER BY id LIMIT $1 FOR UPDATE SKIP LOCKED)
	RETURNING ` + jobColumns

// ReviveJobs queues jobs again whose worker let the lease expire. Their old queue task may stay
// active in Redis for minutes, hence the next generation.
func (s upkeep) ReviveJobs(ctx context.Context, limit int) ([]jobs.Job, error) {
	return queryJobs(ctx, s.pool, "revive jobs", reviveAbandoned, limit, jobs.Attempts)
}

// A job that waits long in a full queue is asked after less and less often, at most each 30 s. Through
// the first seconds, which the failover of a Redis takes, it is asked after each 2 s.
const lookAtUnseen = `UPDATE jobs SET look_at = now() + least(greatest((now() - offered_at) / 4, interval '2 seconds'), interval '30 seconds')
	WHERE id IN (SELECT id FROM jobs WHERE finished_at IS NULL AND state = 'queued' AND kind <> 'batch' AND look_at < now() AND run_after <= now()
	              ORDER BY look_at LIMIT $1 FOR UPDATE SKIP LOCKED)
	RETURNING ` + jobColumns

// UnseenJobs returns queued jobs that are due and were not asked after for a while.
func (s upkeep) UnseenJobs(ctx context.Context, limit int) ([]jobs.Job, error) {
	return queryJobs(ctx, s.pool, "find unseen jobs", lookAtUnseen, limit)
}

const nextGeneration = `UPDATE jobs SET generation = generation + 1, offered_at = now(), look_at = now() + interval '2 seconds'
	WHERE id = $1 AND generation = $2 AND ` + queuedRow + ` RETURNING ` + jobColumns

// NextGeneration gives a queued job a fresh queue task id, unless another process just did.
func (s upkeep) NextGeneration(ctx context.Context, id string, generation int) (jobs.Job, bool, error) {
	return one(queryJobs(ctx, s.pool, "regenerate job "+id, nextGeneration, id, generation))
}

const purgeBatch = 1000

const purgeResults = `UPDATE jobs SET result = NULL, input = 'null' WHERE id IN
	(SELECT id FROM jobs WHERE result IS NOT NULL AND expires_at < now() LIMIT $1 FOR UPDATE SKIP LOCKED)`

const purgeKeys = `DELETE FROM idempotency_keys WHERE (organisation_id, key) IN
	(SELECT organisation_id, key FROM idempotency_keys WHERE created_at < now() - $2::interval LIMIT $1 FOR UPDATE SKIP LOCKED)`

// purgeBudget bounds a pass of Purge, so that the loop it runs in comes round; the next goes on.
const purgeBudget = 10 * time.Second

// Purge removes what has outlived its time: results, idempotency keys, sessions, marketplace quotes,
// webhook deliveries, rows of batches and logged calls, a thousand a transaction: none may last
// longer than a call. It also folds what the metrics sum up.
func (s upkeep) Purge(ctx context.Context) error {
	return errors.Join(
		s.inBatches(ctx, "purge results", purgeResults),
		s.inBatches(ctx, "purge idempotency keys", purgeKeys, jobs.IdempotencyTTL),
		s.inBatches(ctx, "purge sessions", deleteOldSessions),
		s.inBatches(ctx, "purge marketplace quotes", purgeQuotes),
		s.inBatches(ctx, "purge webhook deliveries", purgeDeliveries),
		s.inBatches(ctx, "purge rows of batches", purgeRows),
		s.inBatches(ctx, "purge logged calls", activity.PurgeCalls),
		s.inBatches(ctx, "purge receipts of providers", verifications.PurgeReceipts),
		s.inBatches(ctx, "end readings that were lost", verifications.EndLostReadings),
		s.fold(ctx, "fold ledger", foldLedger),
		s.fold(ctx, "fold usage", foldUsage),
		s.fold(ctx, "fold jobs", foldJobs),
	)
}

// inBatches repeats a statement, whose first argument is how many rows it may take, until it finds no
// more or its part of the pass is over.
func (s upkeep) inBatches(ctx context.Context, operation, sql string, args ...any) error {
	began := time.Now()
	for purged := int64(purgeBatch); purged == purgeBatch && time.Since(began) < purgeBudget/7; {
		tag, err := s.pool.Exec(ctx, sql, append([]any{purgeBatch}, args...)...)
		if err != nil {
			return fmt.Errorf("%s: %w", operation, err)
		}
		purged = tag.RowsAffected()
	}
	return nil
}

const selectDeadUploads = `(SELECT u.blob_key FROM uploads u JOIN jobs j ON j.id = u.job_id
	 WHERE j.state IN ('succeeded', 'failed', 'cancelled') AND (NOT u.kept OR j.result IS NULL) LIMIT $1)
	UNION ALL (SELECT f.blob_key FROM share_files f JOIN share_links l ON l.id = f.link_id WHERE l.state <> 'open' LIMIT $1)
	UNION ALL (` + selectDeadFiles + `)`

const forgetUploads = `WITH shared AS (DELETE FROM share_files WHERE blob_key = ANY($1)), shipped AS (DELETE FROM shipment_files WHERE blob_key = ANY($1)) DELETE FROM uploads WHERE blob_key = ANY($1)`

const unownedUploads = `SELECT k FROM unnest($1::text[]) k WHERE NOT EXISTS (SELECT FROM uploads WHERE blob_key = k)
	AND NOT EXISTS (SELECT FROM share_files WHERE blob_key = k) AND NOT EXISTS (SELECT FROM shipment_files WHERE blob_key = k)`

// DeadUploads returns blob keys whose job or share link has ended, those of files that a job left once its result is gone.
func (s upkeep) DeadUploads(ctx context.Context, limit int) ([]string, error) {
	rows, err := s.pool.Query(ctx, selectDeadUploads, limit)
	if err != nil {
		return nil, fmt.Errorf("find dead uploads: %w", err)
	}
	return pgx.CollectRows(rows, pgx.RowTo[string])
}

// ForgetUploads removes the rows of deleted blobs.
func (s upkeep) ForgetUploads(ctx context.Context, keys []string) error {
	if _, err := s.pool.Exec(ctx, forgetUploads, keys); err != nil {
		return fmt.Errorf("forget uploads: %w", err)
	}
	return nil
}

const keepResults = `INSERT INTO uploads (blob_key, job_id, kept) SELECT unnest($1::text[]), $2, true ON CONFLICT DO NOTHING`

// KeepResults notes the files that a job is about to leave: they go with its result.
func (s upkeep) KeepResults(ctx context.Context, jobID string, keys []string) error {
	if _, err := s.pool.Exec(ctx, keepResults, keys, jobID); err != nil {
		return fmt.Errorf("keep results of job %s: %w", jobID, err)
	}
	return nil
}

// UnownedUploads returns those of keys that neither a job nor a share link refers to.
func (s upkeep) UnownedUploads(ctx context.Context, keys []string) ([]string, error) {
	rows, err := s.pool.Query(ctx, unownedUploads, keys)
	if err != nil {
		return nil, fmt.Errorf("find unowned uploads: %w", err)
	}
	return pgx.CollectRows(rows, pgx.RowTo[string])
}
