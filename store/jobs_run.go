package store

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"tariffdesk/fail"
	"tariffdesk/jobs"
	"tariffdesk/store/internal/db"
	"tariffdesk/store/internal/packed"
)

// lazily makes the statement that joins it commit without waiting for the disk: a claim or a
// heartbeat that a crash of the database undoes leaves the job to be claimed again, fenced as ever.
const lazily = `WITH lazily AS MATERIALIZED (SELECT set_config('synchronous_commit', 'off', true)) `

// Of a row that is found by its id, the state is asked in a form that the planner takes for the condition
// of no index: one of open jobs it would hold for small, but while a snapshot is open every job that has
// ended since still stands there.
const (
	queuedRow  = `coalesce(state, '') = 'queued'`
	runningRow = `coalesce(state, '') = 'running'`
)

// claim is the fence: whoever sets the run token owns the job until the lease expires, by database time.
const claim = claimOf + `$1` + ifClaimable

const claimOf = lazily + `UPDATE jobs SET state = 'running', run_token = $2, attempt = attempt + 1, lost = lost + (state = 'running')::int, lease_until = now() + $3::interval,
	       started_at = coalesce(started_at, now())
	FROM lazily WHERE id = `

const ifClaimable = ` AND kind <> 'batch' AND run_after <= now() AND deadline > now() AND attempt < $4
	  AND (` + queuedRow + ` OR (` + runningRow + ` AND lease_until < now()))
	RETURNING ` + jobColumns + `, coalesce((SELECT ARRAY[c.revision, c.epoch] FROM precedent_catalogues c WHERE c.organisation_id = jobs.organisation_id), '{0,0}')`

// claimed runs a claim, and reads with the job which precedents its organisation has: a classification needs them, and
// asking for them would be another round trip.
func (s jobQueue) claimed(ctx context.Context, operation, sql string, args ...any) (jobs.Job, bool, error) {
	rows, err := s.pool.Query(ctx, sql, args...)
	found, err := collect(rows, err, func(row pgx.CollectableRow) (jobs.Job, error) {
		var precedents [2]int64
		j, err := scanJobAnd(row, &precedents)
		j.Precedents = &jobs.CatalogueState{Revision: precedents[0], Epoch: precedents[1]}
		return j, err
	})
	return one(found, db.Wrapped(err, "%s", operation))
}

// ClaimJob takes a queued or abandoned job under a fresh run token, and says whether there was one to take.
func (s jobQueue) ClaimJob(ctx context.Context, id string) (jobs.Job, bool, error) {
	if !db.IsID(id) {
		return jobs.Job{}, false, nil
	}
	return s.claimed(ctx, "claim job "+id, claim, id, uuid.NewString(), jobs.Lease, jobs.Attempts)
}

func one(found []jobs.Job, err error) (jobs.Job, bool, error) {
	if err != nil || len(found) == 0 {
		return jobs.Job{}, false, err
	}
	return found[0], true, nil
}

const extendLease = lazily + `UPDATE jobs SET lease_until = now() + $3::interval, progress = greatest(progress, $4)
	FROM lazily WHERE id = $1 AND run_token = $2 AND ` + runningRow

// ExtendLease keeps a claim alive; false means another process owns the job now.
func (s jobQueue) ExtendLease(ctx context.Context, j jobs.Job, progress int) (bool, error) {
	tag, err := s.pool.Exec(ctx, extendLease, j.ID, j.RunToken, jobs.Lease, min(max(progress, 0), 100))
	if err != nil {
		return false, fmt.Errorf("extend lease of job %s: %w", j.ID, err)
	}
	return tag.RowsAffected() == 1, nil
}

// A quote keeps what was asked beside its answer: both are its record, until the result is purged.
const succeed = `UPDATE jobs SET state = 'succeeded', input = CASE WHEN kind = 'quote' THEN input ELSE ` + inputAfter + ` END, result = $3, progress = 100, completed = total, run_token = NULL, lease_until = NULL,
	       finished_at = now(), expires_at = now() + $4::interval
	WHERE id = $1 AND run_token = $2 AND ` + runningRow

// The record is written only where the job was: one statement, one round trip, one commit.
const succeedWithRecord = `WITH done AS (` + succeed + ` RETURNING id, organisation_id)
	INSERT INTO classification_records
	(id, organisation_id, parent_id, job_id, country_code, model, product_description, user_identifier, packed, hscode, confidence, question_open)
	SELECT $5::uuid, d.organisation_id,
	       (SELECT id FROM classification_records r WHERE r.organisation_id = d.organisation_id AND r.id = nullif($6, '')::uuid),
	       d.id, $7, $8, $9, $10, $11, $12, $13, $14 FROM done d`

// The links are written only where the job ended: one statement. A record of another organisation gets none, and one
// that was deleted meanwhile is passed over. The statement counts the job, however many links it writes.
const succeedQuoted = `WITH done AS (` + succeed + ` RETURNING id, organisation_id), linked AS (
	INSERT INTO quoted_records (record_id, quote_id)
	SELECT r.id, d.id FROM done d JOIN classification_records r ON r.organisation_id = d.organisation_id AND r.id = ANY($5::uuid[])
	    ON CONFLICT DO NOTHING)
	SELECT FROM done`

// An outcome that found nothing is no completed unit, and costs nothing.
const completes, completesNothing = "completed = total", "empty = total, refunded = charged"

var (
	succeedEmpty           = strings.Replace(succeed, completes, completesNothing, 1)
	succeedEmptyWithRecord = strings.Replace(succeedWithRecord, completes, completesNothing, 1)
)

// SucceedJob writes the result and the record, and refunds a job that found nothing, in one
// transaction, fenced on the run token; false means the claim was lost and nothing was written.
func (s jobQueue) SucceedJob(ctx context.Context, j jobs.Job, o jobs.Outcome) (owned bool, err error) {
	sql, args, err := success(j, o)
	if err != nil {
		return false, err
	}
	refines := o.Record != nil && o.Record.ParentID != ""
	if !o.Empty && !refines {
		tag, err := s.pool.Exec(ctx, sql, args...)
		return err == nil && tag.RowsAffected() == 1, db.Wrapped(err, "finish job %s", j.ID)
	}
	err = s.pool.InTx(ctx, func(tx pgx.Tx) error {
		tag, err := tx.Exec(ctx, sql, args...)
		if owned = err == nil && tag.RowsAffected() == 1; !owned {
			return err
		}
		if refines {
			if err := followRefinement(ctx, tx, j.OrganisationID, o.Record); err != nil {
				return err
			}
		}
		if !o.Empty {
			return nil
		}
		amount, err := enterRefund(ctx, tx, j)
		if err != nil || amount == 0 {
			return err
		}
		b := &pgx.Batch{}
		giveBack(b, j, amount)
		return tx.SendBatch(ctx, b).Close()
	})
	return owned && err == nil, db.Wrapped(err, "finish job %s", j.ID)
}

// success is the statement that ends a job with its outcome, with its arguments.
func success(j jobs.Job, o jobs.Outcome) (sql string, args []any, err error) {
	sql, withRecord := succeed, succeedWithRecord
	if o.Empty {
		sql, withRecord = succeedEmpty, succeedEmptyWithRecord
	}
	args = []any{j.ID, j.RunToken, nil, jobs.ResultTTL}
	if r := o.Record; r != nil {
		from, err := json.Marshal(r.Provenance)
		if err != nil {
			return "", nil, fmt.Errorf("encode provenance of job %s: %w", j.ID, err)
		}
		sql = withRecord
		args = append(args, r.ID, r.ParentID, r.CountryCode, r.Model, r.ProductDescription, r.UserIdentifier, packed.Pack(r.Result, from), r.HSCode, r.Confidence, r.QuestionOpen)
	}
	if len(o.QuotedRecords) > 0 {
		sql = succeedQuoted
		args = append(args, o.QuotedRecords)
	}
	if o.Record == nil || !bytes.Equal(o.Result, o.Record.Result) { // else stored once, see storedJob
		args[2] = db.Document(o.Result)
	}
	return sql, args, nil
}

const failRunning = `UPDATE jobs SET state = 'failed', input = ` + inputAfter + `, error = $3, run_token = NULL, lease_until = NULL,
	       failed = total, finished_at = now(), expires_at = now() + $4::interval
	WHERE id = $1 AND run_token = $2 AND ` + runningRow + ` RETURNING ` + jobColumns

// FailJob ends a job with its public error and its refund in one transaction, fenced on the run token.
func (s jobQueue) FailJob(ctx context.Context, j jobs.Job, cause *fail.Error) (bool, error) {
	failure, err := encodeError(cause)
	if err != nil {
		return false, err
	}
	owned := false
	err = s.pool.InTx(ctx, func(tx pgx.Tx) error {
		found, err := collectJobs(tx.Query(ctx, failRunning, j.ID, j.RunToken, db.Document(failure), jobs.ResultTTL))
		if owned = err == nil && len(found) == 1; !owned {
			return err
		}
		_, err = refundWhole(ctx, tx, found[0])
		return err
	})
	if err != nil {
		return false, fmt.Errorf("fail job %s: %w", j.ID, err)
	}
	return owned, nil
}

func encodeError(e *fail.Error) ([]byte, error) {
	b, err := json.Marshal(publicError{e.Code, e.Message, e.Details})
	if err != nil {
		return nil, fmt.Errorf("encode error: %w", err)
	}
	return b, nil
}

const requeue = `UPDATE jobs SET state = 'queued', run_token = NULL, lease_until = NULL, generation = generation + 1,
	       attempt = attempt - $4, run_after = now() + $3::interval, offered_at = now() + $3::interval, look_at = now() + $3::interval
	WHERE id = $1 AND run_token = $2 AND ` + runningRow

// RetryJob queues a running job again after a wait; the claim counts as an attempt.
func (s jobQueue) RetryJob(ctx context.Context, j jobs.Job, after time.Duration) (bool, error) {
	return s.requeue(ctx, j, after, 0)
}

// HandBackJob queues a running job again after a wait, as if it had not been claimed.
func (s jobQueue) HandBackJob(ctx context.Context, j jobs.Job, after time.Duration) (bool, error) {
	return s.requeue(ctx, j, after, 1)
}

func (s jobQueue) requeue(ctx context.Context, j jobs.Job, after time.Duration, uncounted int) (bool, error) {
	tag, err := s.pool.Exec(ctx, requeue, j.ID, j.RunToken, after, uncounted)
	if err != nil {
		return false, fmt.Errorf("requeue job %s: %w", j.ID, err)
	}
	return tag.RowsAffected() == 1, nil
}
