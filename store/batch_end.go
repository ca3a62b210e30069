package store

import (
	"context"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"

	"tariffdesk/fail"
	"tariffdesk/jobs"
	"tariffdesk/store/internal/db"
)

const insertChunks = `INSERT INTO batch_chunks (job_id, n, organisation_id, rows, input)
	SELECT $1::uuid, n, $2::uuid, rows, input FROM unnest($3::int[], $4::json[]) WITH ORDINALITY AS c (rows, input, n)
	UNION ALL SELECT $1::uuid, 0, $2::uuid, 0, 'null'`

// A batch may wait for its turn for a month; its own deadline starts with its first chunk.
const postponeDeadline = `UPDATE jobs SET deadline = now() + interval '30 days' WHERE id = $1`

func queueChunks(b *pgx.Batch, n jobs.NewJob) {
	if n.Kind != jobs.KindBatch {
		return
	}
	rows, inputs := make([]int, len(n.Chunks)), make([]string, len(n.Chunks))
	for i, c := range n.Chunks {
		rows[i], inputs[i] = c.Rows, string(c.Input)
	}
	b.Queue(insertChunks, n.ID, n.OrganisationID, rows, inputs)
	b.Queue(postponeDeadline, n.ID)
}

const cancelChunks = `UPDATE batch_chunks SET state = 'cancelled' WHERE job_id = $1 AND n > 0 AND state = 'queued' RETURNING n, rows`

const markCancelling = `UPDATE jobs SET cancelling = true WHERE id = $1`

// cancelBatch ends the chunks that do not run and refunds their rows, as the part of the first of
// them. Those that run finish; where rows were done, the batch ends with the result of these.
func cancelBatch(ctx context.Context, tx pgx.Tx, id string) (jobs.Job, error) {
	j, err := batchLocked(ctx, tx, id)
	if err != nil {
		return jobs.Job{}, err
	}
	if j.State.Terminal() {
		return jobs.Job{}, errNotCancellable
	}
	rows, err := tx.Query(ctx, cancelChunks, id)
	if err != nil {
		return jobs.Job{}, err
	}
	type chunk struct{ N, Rows int }
	unrun, err := pgx.CollectRows(rows, pgx.RowToStructByPos[chunk])
	if err != nil {
		return jobs.Job{}, err
	}
	if len(unrun) == 0 {
		return jobs.Job{}, errNotCancellable
	}
	total, part := 0, unrun[0].N
	for _, c := range unrun {
		total, part = total+c.Rows, min(part, c.N)
	}
	if err := refundRows(ctx, tx, j, part, total); err != nil {
		return jobs.Job{}, err
	}
	if _, err := tx.Exec(ctx, markCancelling, id); err != nil {
		return jobs.Job{}, err
	}
	if _, err := endCancelled(ctx, tx, id); err != nil {
		return jobs.Job{}, err
	}
	return batchLocked(ctx, tx, id)
}

const endCancelledBatch = `UPDATE jobs SET state = 'cancelled', finished_at = now(), expires_at = now() + $2::interval
	WHERE id = $1 AND cancelling AND state IN ('queued', 'running') AND completed + empty = 0
	  AND NOT EXISTS (SELECT FROM batch_chunks WHERE job_id = $1 AND n > 0 AND state IN ('queued', 'running'))`

const freeCancelledKey = freeKey + ` AND EXISTS (SELECT FROM jobs WHERE id = $1 AND state = 'cancelled')`

// endCancelled ends a batch that is being cancelled once all its chunks have ended and none has left
// a classified row; with such rows its end is the assembly of their result.
func endCancelled(ctx context.Context, tx pgx.Tx, id string) (bool, error) {
	tag, err := tx.Exec(ctx, endCancelledBatch, id, jobs.ResultTTL)
	if err != nil || tag.RowsAffected() == 0 {
		return false, err
	}
	if _, err := tx.Exec(ctx, forgetChunks, id); err != nil {
		return false, err
	}
	_, err = tx.Exec(ctx, freeKey, id)
	return true, err
}

const failBatch = `UPDATE jobs SET state = 'failed', input = ` + inputAfter + `, error = $2, finished_at = now(), expires_at = now() + $3::interval,
	       refunded = charged, failed = total, completed = 0, empty = 0
	WHERE id = $1 AND state IN ('queued', 'running') RETURNING ` + jobColumns

// An ended batch needs no chunks: what of them is kept stands in its result.
const forgetChunks = `DELETE FROM batch_chunks WHERE job_id = $1`

// A batch that failed was refunded whole, and leaves nothing.
const forgetRows = `DELETE FROM batch_rows WHERE job_id = $1`

// The caller gets nothing of a failed batch, so that what its rows did not give back yet is refunded.
const insertRestRefund = `INSERT INTO ledger (organisation_id, job_id, kind, part, amount, product, units, user_identifier)
	SELECT organisation_id, id, 'refund', -1, charged - refunded, product, total, user_identifier FROM jobs WHERE id = $1 AND charged > refunded`

func failWhole(ctx context.Context, tx pgx.Tx, j jobs.Job, cause *fail.Error) (jobs.Job, error) {
	failure, err := encodeError(cause)
	if err != nil {
		return jobs.Job{}, err
	}
	b := &pgx.Batch{}
	b.Queue(insertRestRefund, j.ID)
	b.Queue(forgetChunks, j.ID)
	b.Queue(forgetRows, j.ID)
	b.Queue(freeKey, j.ID)
	giveBack(b, j, j.Charged-j.Refunded)
	if err := tx.SendBatch(ctx, b).Close(); err != nil {
		return jobs.Job{}, fmt.Errorf("fail batch %s: %w", j.ID, err)
	}
	found, err := collectJobs(tx.Query(ctx, failBatch, j.ID, db.Document(failure), jobs.ResultTTL))
	if err != nil || len(found) == 0 {
		return jobs.Job{}, errors.Join(err, errNoJob)
	}
	return found[0], nil
}

// Lost chunks are those no worker will finish: out of attempts.
const selectLostChunks = `SELECT c.job_id::text, c.n, c.rows FROM batch_chunks c JOIN jobs j ON j.id = c.job_id
	WHERE j.finished_at IS NULL AND
	      (c.state = 'queued' OR c.state = 'running' AND c.lease_until < now()) AND c.attempt >= 3 LIMIT $1`

const selectLateBatches = `SELECT id::text FROM jobs WHERE kind = 'batch' AND finished_at IS NULL AND deadline < now() LIMIT $1`

const giveUpChunk = `UPDATE batch_chunks SET state = 'done', run_token = NULL, lease_until = NULL, failed = rows
	WHERE job_id = $1 AND n = $2 AND (state = 'running' AND lease_until < now() OR state = 'queued')`

type lostChunk struct {
	JobID   string
	N, Rows int
}

// ExpireChunks ends chunks that no worker will finish, with the refund of their rows, and batches
// past their deadline, each in its own transaction. It returns the batches that ended by it.
func (s batches) ExpireChunks(ctx context.Context, limit int) ([]jobs.Job, error) {
	rows, err := s.pool.Query(ctx, selectLostChunks, limit)
	if err != nil {
		return nil, fmt.Errorf("find lost chunks: %w", err)
	}
	lost, err := pgx.CollectRows(rows, pgx.RowToStructByPos[lostChunk])
	if err != nil {
		return nil, fmt.Errorf("find lost chunks: %w", err)
	}
	rows, err = s.pool.Query(ctx, selectLateBatches, limit)
	if err != nil {
		return nil, fmt.Errorf("find late batches: %w", err)
	}
	late, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		return nil, fmt.Errorf("find late batches: %w", err)
	}
	var ended []jobs.Job
	for _, id := range late {
		lost = append(lost, lostChunk{JobID: id, N: jobs.ChunkAssembly})
	}
	for _, c := range lost {
		err := s.pool.InTx(ctx, func(tx pgx.Tx) error {
			j, over, err := giveUp(ctx, tx, c)
			if over {
				ended = append(ended, j)
			}
			return err
		})
		if err != nil {
			return ended, fmt.Errorf("expire chunk %d of batch %s: %w", c.N, c.JobID, err)
		}
	}
	return ended, nil
}

// givenUp is why a batch failed without a word of its workers.
func givenUp(j jobs.Job) *fail.Error {
	if j.Remaining > 0 {
		return errLost
	}
	return errGivenUp
}

// giveUp ends a lost chunk. Without its assembly a batch fails as a whole, and so does a late one.
func giveUp(ctx context.Context, tx pgx.Tx, c lostChunk) (jobs.Job, bool, error) {
	j, err := batchLocked(ctx, tx, c.JobID)
	if err != nil || j.State.Terminal() {
		return j, false, err
	}
	if c.N == jobs.ChunkAssembly {
		j, err = failWhole(ctx, tx, j, givenUp(j))
		return j, err == nil, err
	}
	tag, err := tx.Exec(ctx, giveUpChunk, c.JobID, c.N)
	if err != nil || tag.RowsAffected() == 0 {
		return j, false, err
	}
	if err := keepLostRows(ctx, tx, c.JobID, c.N); err != nil {
		return j, false, err
	}
	if err := countAndRefund(ctx, tx, c.JobID, c.N, jobs.ChunkOutcome{Failed: c.Rows}); err != nil {
		return j, false, err
	}
	over, err := endCancelled(ctx, tx, c.JobID)
	return j, over, err
}
