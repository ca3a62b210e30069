package store

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"tariffdesk/credit"
	"tariffdesk/fail"
	"tariffdesk/jobs"
	"tariffdesk/store/internal/db"
)

// chunkClaimable is true of a chunk c that a worker may take. The assembly waits for all others.
const chunkClaimable = `(c.state = 'queued' OR c.state = 'running' AND c.lease_until < now()) AND c.run_after <= now() AND c.attempt < 3
	AND (c.n > 0 OR NOT EXISTS (SELECT FROM batch_chunks o WHERE o.job_id = c.job_id AND o.n > 0 AND o.state IN ('queued', 'running')))`

// batchRuns is true of a batch j whose turn it may be: in time, and among its organisation's oldest
// $1. One that is being cancelled still ends what has begun, and writes down what was paid.
const batchRuns = `j.kind = 'batch' AND j.finished_at IS NULL AND j.deadline > now()
	AND (SELECT count(*) FROM jobs o WHERE o.organisation_id = j.organisation_id AND o.kind = 'batch'
	       AND o.finished_at IS NULL AND (o.created_at, o.id) < (j.created_at, j.id)) < $1`

// The organisation with the fewest chunks at work comes first, then the batch served longest ago.
const selectTurn = `SELECT j.id::text FROM jobs j WHERE ` + batchRuns + `
	  AND EXISTS (SELECT FROM batch_chunks c WHERE c.job_id = j.id AND ` + chunkClaimable + `)
	ORDER BY (SELECT count(*) FROM batch_chunks b WHERE b.organisation_id = j.organisation_id AND b.state = 'running' AND b.lease_until > now()),
	         j.offered_at, j.id LIMIT 20`

const claimChunk = `UPDATE batch_chunks AS b SET state = 'running', run_token = $2, attempt = b.attempt + 1, lost = b.lost + (b.state = 'running')::int, lease_until = now() + $3::interval
	FROM jobs j
	WHERE j.id = b.job_id AND (b.job_id, b.n) = (SELECT c.job_id, c.n FROM batch_chunks c WHERE c.job_id = $1 AND ` + chunkClaimable + `
	                        ORDER BY c.n = 0, c.n LIMIT 1 FOR UPDATE SKIP LOCKED)
	RETURNING b.job_id, b.organisation_id, j.user_identifier, j.trace_parent, b.n, b.rows, b.attempt, b.lost, b.run_token::text,
	          extract(epoch FROM j.deadline - now())::float8, j.input, b.input`

// startBatch starts a batch with its first chunk, and notes with the others that it was served. It waits for the row only
// where the batch has not begun: a claim holds a place at work, and whoever ends a chunk holds the row until its rows are
// written. A batch that is served at the same moment needs no note. What is claimed without the row's lock is fenced as
// ever: the chunk's own lock lets a claim or a cancellation win.
const startBatch = `UPDATE jobs SET state = 'running', offered_at = now(), started_at = coalesce(started_at, now()),
	       deadline = CASE WHEN started_at IS NULL THEN now() + $2::interval ELSE deadline END
	WHERE id = $1 AND state = 'queued'
	   OR id = (SELECT id FROM jobs WHERE id = $1 AND state = 'running' FOR NO KEY UPDATE SKIP LOCKED)`

// lockBatch comes first in every transaction that ends chunks, so that they take turns and cannot deadlock. One that
// claims a chunk waits for no row while it holds another.
const lockBatch = `SELECT ` + jobColumns + ` FROM jobs WHERE id = $1 FOR UPDATE`

// batches hands out the rows of a job in chunks, and refunds the rows that failed.
type batches struct{ pool *db.Pool }

// ClaimChunk takes the chunk whose turn it is, and says whether there was one.
func (s batches) ClaimChunk(ctx context.Context) (jobs.Chunk, bool, error) {
	rows, err := s.pool.Query(ctx, selectTurn, jobs.BatchesPerOrganisation)
	if err != nil {
		return jobs.Chunk{}, false, fmt.Errorf("choose batch: %w", err)
	}
	turn, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		return jobs.Chunk{}, false, fmt.Errorf("choose batch: %w", err)
	}
	for _, id := range turn {
		if c, ok, err := s.claimChunkOf(ctx, id); err != nil || ok {
			return c, ok, err
		}
	}
	return jobs.Chunk{}, false, nil
}

func (s batches) claimChunkOf(ctx context.Context, jobID string) (c jobs.Chunk, ok bool, err error) {
	err = s.pool.InTx(ctx, func(tx pgx.Tx) error {
		if _, err := tx.Exec(ctx, startBatch, jobID, jobs.Specs()[jobs.KindBatch].Deadline); err != nil {
			return err
		}
		var seconds float64
		err := tx.QueryRow(ctx, claimChunk, jobID, uuid.NewString(), jobs.Lease).Scan(&c.JobID, &c.OrganisationID, &c.UserIdentifier,
			&c.TraceParent, &c.N, &c.Rows, &c.Attempt, &c.Lost, &c.RunToken, &seconds, (*[]byte)(&c.JobInput), (*[]byte)(&c.Input))
		c.Remaining = time.Duration(seconds * float64(time.Second))
		return err
	})
	if errors.Is(err, pgx.ErrNoRows) {
		return jobs.Chunk{}, false, nil // another worker was faster; its claim also started the batch
	}
	if err != nil {
		return jobs.Chunk{}, false, fmt.Errorf("claim chunk of batch %s: %w", jobID, err)
	}
	return c, true, nil
}

const countClaimable = `SELECT count(*) FROM (SELECT FROM jobs j JOIN batch_chunks c ON c.job_id = j.id
	WHERE ` + batchRuns + ` AND ` + chunkClaimable + ` LIMIT $2) AS claimable`

// ClaimableChunks counts the chunks that could be claimed now, up to limit.
func (s batches) ClaimableChunks(ctx context.Context, limit int) (n int, err error) {
	if err := s.pool.QueryRow(ctx, countClaimable, jobs.BatchesPerOrganisation, limit).Scan(&n); err != nil {
		return 0, fmt.Errorf("count claimable chunks: %w", err)
	}
	return n, nil
}

const extendChunk = `UPDATE batch_chunks SET lease_until = now() + $4::interval
	WHERE job_id = $1 AND n = $2 AND run_token = $3 AND state = 'running'`

// ExtendChunk keeps a claim alive; false means another process owns the chunk now.
func (s batches) ExtendChunk(ctx context.Context, c jobs.Chunk) (bool, error) {
	return s.moveChunk(ctx, "extend", extendChunk, c.JobID, c.N, c.RunToken, jobs.Lease)
}

const requeueChunk = `UPDATE batch_chunks SET state = 'queued', run_token = NULL, lease_until = NULL, run_after = now() + $4::interval, attempt = attempt - $5
	WHERE job_id = $1 AND n = $2 AND run_token = $3 AND state = 'running'`

// RetryChunk queues a chunk again after a wait; the claim counts as an attempt.
func (s batches) RetryChunk(ctx context.Context, c jobs.Chunk, after time.Duration) (bool, error) {
	return s.moveChunk(ctx, "requeue", requeueChunk, c.JobID, c.N, c.RunToken, after, 0)
}

// HandBackChunk queues a chunk again at once, as if it had not been claimed.
func (s batches) HandBackChunk(ctx context.Context, c jobs.Chunk) (bool, error) {
	return s.moveChunk(ctx, "requeue", requeueChunk, c.JobID, c.N, c.RunToken, time.Duration(0), 1)
}

// PostponeChunk queues a chunk again after a wait, as if it had not been claimed.
func (s batches) PostponeChunk(ctx context.Context, c jobs.Chunk, after time.Duration) (bool, error) {
	return s.moveChunk(ctx, "postpone", requeueChunk, c.JobID, c.N, c.RunToken, after, 1)
}

func (s batches) moveChunk(ctx context.Context, what, sql string, args ...any) (bool, error) {
	tag, err := s.pool.Exec(ctx, sql, args...)
	if err != nil {
		return false, fmt.Errorf("%s chunk %v of batch %v: %w", what, args[1], args[0], err)
	}
	return tag.RowsAffected() == 1, nil
}

const endChunk = `UPDATE batch_chunks SET state = 'done', run_token = NULL, lease_until = NULL, output = $4, completed = $5, failed = $6, empty = $7
	WHERE job_id = $1 AND n = $2 AND run_token = $3 AND state = 'running'`

// progress stays below 100 until the result is written.
const countRows = `UPDATE jobs SET completed = completed + $2, failed = failed + $3, empty = empty + $4,
	       progress = least(99, 100 * (completed + $2 + failed + $3 + empty + $4)::bigint / total)
	WHERE id = $1 RETURNING ` + jobColumns

// FinishChunk writes a chunk's output, keeps its rows for review, counts them and refunds those that
// failed or gave nothing in one transaction, fenced on the run token.
func (s batches) FinishChunk(ctx context.Context, c jobs.Chunk, o jobs.ChunkOutcome) (bool, error) {
	return s.endChunk(ctx, c, func(tx pgx.Tx, _ jobs.Job) error {
		tag, err := tx.Exec(ctx, endChunk, c.JobID, c.N, c.RunToken, db.Document(o.Output), o.Completed, o.Failed, o.Empty)
		if err != nil {
			return err
		}
		if tag.RowsAffected() == 0 {
			return errFenced
		}
		if err := keepRows(ctx, tx, c, o); err != nil {
			return err
		}
		return countAndRefund(ctx, tx, c.JobID, c.N, o)
	})
}

var errFenced = errors.New("another process owns the chunk")

func (s batches) endChunk(ctx context.Context, c jobs.Chunk, do func(pgx.Tx, jobs.Job) error) (bool, error) {
	err := s.pool.InTx(ctx, func(tx pgx.Tx) error {
		j, err := batchLocked(ctx, tx, c.JobID)
		if err != nil {
			return err
		}
		if err := do(tx, j); err != nil {
			return err
		}
		_, err = endCancelled(ctx, tx, c.JobID)
		return err
	})
	if errors.Is(err, errFenced) {
		return false, nil
	}
	if err != nil {
		return false, fmt.Errorf("finish chunk %d of batch %s: %w", c.N, c.JobID, err)
	}
	return true, nil
}

func batchLocked(ctx context.Context, tx pgx.Tx, id string) (jobs.Job, error) {
	found, err := collectJobs(tx.Query(ctx, lockBatch, id))
	if err != nil {
		return jobs.Job{}, err
	}
	if len(found) == 0 {
		return jobs.Job{}, errNoJob
	}
	return found[0], nil
}

func countAndRefund(ctx context.Context, tx pgx.Tx, jobID string, part int, o jobs.ChunkOutcome) error {
	found, err := collectJobs(tx.Query(ctx, countRows, jobID, o.Completed, o.Failed, o.Empty))
	if err != nil || o.Failed+o.Empty == 0 {
		return err
	}
	return refundRows(ctx, tx, found[0], part, o.Failed+o.Empty)
}

const insertPartRefund = `INSERT INTO ledger (organisation_id, job_id, kind, part, amount, product, units, user_identifier)
	SELECT organisation_id, id, 'refund', $2, $3, product, $4, user_identifier FROM jobs WHERE id = $1`

const addRefund = `UPDATE jobs SET refunded = refunded + $2 WHERE id = $1`

// refundRows gives back the price of rows of a batch. Its entry is unique per part; the job row is locked.
func refundRows(ctx context.Context, tx pgx.Tx, j jobs.Job, part, rows int) error {
	amount := j.Charged / credit.Amount(j.Total) * credit.Amount(rows)
	if amount == 0 {
		return nil
	}
	b := &pgx.Batch{}
	b.Queue(insertPartRefund, j.ID, part, amount, rows)
	b.Queue(addRefund, j.ID, amount)
	giveBack(b, j, amount)
	if err := tx.SendBatch(ctx, b).Close(); err != nil {
		return fmt.Errorf("refund %d rows of batch %s: %w", rows, j.ID, err)
	}
	return nil
}

// The input stays: failed rows may be classified again in the same way.
const finishBatch = `UPDATE jobs SET state = CASE WHEN cancelling THEN 'cancelled' ELSE 'succeeded' END, result = $2,
	       progress = CASE WHEN cancelling THEN progress ELSE 100 END, finished_at = now(), expires_at = now() + $3::interval
	WHERE id = $1 AND state = 'running'`

// FinishBatch ends a batch with its result, fenced on the assembly's run token: succeeded, or
// cancelled where it was cancelled after some of its rows were done.
func (s batches) FinishBatch(ctx context.Context, c jobs.Chunk, result []byte) (bool, error) {
	return s.endChunk(ctx, c, func(tx pgx.Tx, _ jobs.Job) error {
		tag, err := tx.Exec(ctx, endChunk, c.JobID, c.N, c.RunToken, nil, 0, 0, 0)
		if err == nil && tag.RowsAffected() == 0 {
			return errFenced
		}
		if err == nil {
			_, err = tx.Exec(ctx, finishBatch, c.JobID, db.Document(result), jobs.ResultTTL)
		}
		if err == nil {
			_, err = tx.Exec(ctx, forgetChunks, c.JobID)
		}
		if err == nil {
			_, err = tx.Exec(ctx, freeCancelledKey, c.JobID)
		}
		return err
	})
}

const selectOutputs = `SELECT n, output, CASE state WHEN 'cancelled' THEN input END FROM batch_chunks
	WHERE job_id = $1 AND n > $2 AND n > 0 AND (output IS NOT NULL OR state = 'cancelled') ORDER BY n LIMIT 10`

// ChunkOutputs calls do with the output of each finished chunk, and with the input of each cancelled
// one as unrun, in order. It reads ten at a time, outside one transaction: neither changes any more.
func (s batches) ChunkOutputs(ctx context.Context, jobID string, do func(n int, output, unrun []byte) error) error {
	for last := 0; ; {
		rows, err := s.pool.Query(ctx, selectOutputs, jobID, last)
		if err != nil {
			return fmt.Errorf("outputs of batch %s: %w", jobID, err)
		}
		type output struct {
			N             int
			Output, Unrun []byte
		}
		found, err := pgx.CollectRows(rows, pgx.RowToStructByPos[output])
		if err != nil {
			return fmt.Errorf("outputs of batch %s: %w", jobID, err)
		}
		if len(found) == 0 {
			return nil
		}
		for _, o := range found {
			if err := do(o.N, o.Output, o.Unrun); err != nil {
				return err
			}
			last = o.N
		}
	}
}

// FailBatch ends a batch that cannot be assembled and refunds all of it, fenced on the run token.
func (s batches) FailBatch(ctx context.Context, c jobs.Chunk, cause *fail.Error) (bool, error) {
	return s.endChunk(ctx, c, func(tx pgx.Tx, j jobs.Job) error {
		tag, err := tx.Exec(ctx, extendChunk, c.JobID, c.N, c.RunToken, jobs.Lease)
		if err != nil {
			return err
		}
		if tag.RowsAffected() == 0 {
			return errFenced
		}
		_, err = failWhole(ctx, tx, j, cause)
		return err
	})
}
