package store

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"tariffdesk/credit"
	"tariffdesk/fail"
	"tariffdesk/jobs"
	"tariffdesk/store/internal/db"
)

// claimKey blocks while another transaction inserts the same key, then finds the row it left.
// An outlived key is taken over.
const claimKey = `INSERT INTO idempotency_keys AS k (organisation_id, key, fingerprint, job_id, waited_until)
	VALUES ($1, $2, $3, $4, CASE WHEN $5 THEN now() + interval '5 seconds' END)
	ON CONFLICT (organisation_id, key) DO UPDATE
	   SET fingerprint = excluded.fingerprint, job_id = excluded.job_id, waited_until = excluded.waited_until,
	       detached = false, created_at = now()
	 WHERE k.created_at < now() - $6::interval
	RETURNING job_id`

// The lock orders repetitions of a request: only one becomes the new waiter of a job whose first one died.
const selectKey = `SELECT k.fingerprint = $3, k.detached, coalesce(k.waited_until > now(), false), k.job_id::text
	FROM idempotency_keys k WHERE k.organisation_id = $1 AND k.key = $2 FOR UPDATE`

const takeOverWait = `UPDATE idempotency_keys SET waited_until = now() + interval '5 seconds' WHERE organisation_id = $1 AND key = $2`

const (
	insertJob = intoJobs + `SELECT id, 0, ` + newJob + ` FROM organisations WHERE id = $1 RETURNING created_at`

	intoJobs = `INSERT INTO jobs (organisation_id, charged, id, kind, product, total, user_identifier, input, deadline, trace_parent, retry_of) `
	newJob   = `$2::uuid, $3::text, $4::text, $5::int, $6::text, $7::json, now() + $8::interval, $9::text, nullif($10::text, '')::uuid`
)

// submitCharged charges a job and queues it, or does neither: where the product's limit or the balance
// falls short, it answers so and writes nothing. It runs under the lock of the counters and after it: to
// read a balance without it would let simultaneous calls overspend. A product's first use makes its row.
const submitCharged = `WITH asked AS MATERIALIZED (
	    SELECT o.id, o.balance + coalesce(b.total, 0) AS balance, b.n AS balance_n, b.total AS moved, u.n AS used_n, u.total AS used, l.product IS NULL AS first,
	           l.max IS NULL OR l.used + coalesce(u.total, 0) + $11::bigint <= l.max AS within
	      FROM organisations o
	      LEFT JOIN product_limits l ON l.organisation_id = o.id AND l.product = $4::text
	      LEFT JOIN LATERAL (SELECT n, total FROM counters WHERE organisation_id = $1 AND name = '' ORDER BY n DESC LIMIT 1) b ON true
	      LEFT JOIN LATERAL (SELECT n, total FROM counters WHERE organisation_id = $1 AND name = $4 ORDER BY n DESC LIMIT 1) u ON true
	     WHERE o.id = $1),
	granted AS MATERIALIZED (SELECT * FROM asked WHERE within AND balance >= $11::bigint),
	known AS (INSERT INTO product_limits (organisation_id, product) SELECT id, $4 FROM granted WHERE first ON CONFLICT DO NOTHING),
	moved AS (
	    INSERT INTO counters (organisation_id, name, n, total)
	    SELECT id, m.name, coalesce(m.n, 0) + 1, coalesce(m.total, 0) + m.amount
	      FROM granted, LATERAL (VALUES ('', balance_n, moved, -$11::bigint), ($4, used_n, used, $11::bigint)) AS m (name, n, total, amount)
	    RETURNING name, n),
	` + swept + `,
	job AS (` + intoJobs + `SELECT id, $11::bigint, ` + newJob + ` FROM granted RETURNING created_at),
	charge AS (
	    INSERT INTO ledger (organisation_id, job_id, kind, part, amount, product, units, user_identifier)
	    SELECT id, $2::uuid, 'charge', 0, -$11::bigint, $4, $5::int, $6 FROM granted)
	SELECT a.within, a.balance - $11::bigint, j.created_at FROM asked a LEFT JOIN job j ON true`

const insertUploads = `INSERT INTO uploads (blob_key, job_id) SELECT unnest($1::text[]), $2`

// SubmitJob writes the idempotency row, the conditional debit, the ledger entry and the queued job
// in one transaction, or finds the job that the key created before. It raises no NOTIFY, which
// would serialise commits. The idempotency row refers to the job, so its key is checked when the
// transaction ends.
//
// Where a caller waits, the commit does not wait for the disk: the caller is answered after the
// commit that ends the job, which does, and the log is written in order. A crash in between undoes
// charge and job together, and the waiting caller is told so.
//
// Where the connection is lost, it is not known whether the transaction was committed. It is tried
// again under the same id, on which one of the two fails: the job exists once, and is charged once.
func (s jobQueue) SubmitJob(ctx context.Context, n jobs.NewJob) (jobs.Accepted, error) {
	for wait := 50 * time.Millisecond; ; wait = min(2*wait, submitPause) {
		a, err := s.submitJob(ctx, n)
		switch {
		case errors.Is(err, errKeyFreed): // by the failure of its job, while this request waited on it
			a, err = s.submitJob(ctx, n)
		case db.Violates(err, "jobs_pkey"), errors.Is(err, errSettled):
			a, err = s.submitted(ctx, n, n.ID)
		case errors.Is(err, errRetried):
			a, err = s.retried(ctx, n)
		}
		if !db.IsAway(err) {
			return a, err
		}
		select {
		case <-ctx.Done():
			return a, err
		case <-time.After(wait):
		}
	}
}

// submitPause is the longest wait between two attempts of a submission.
const submitPause = 500 * time.Millisecond

var errKeyFreed = errors.New("idempotency key freed meanwhile")

// submitLimit leaves time for a second attempt after a server that froze.
const submitLimit = 5 * time.Second

func (s jobQueue) submitJob(ctx context.Context, n jobs.NewJob) (jobs.Accepted, error) {
	var a jobs.Accepted
	limit := submitLimit
	if n.Kind == jobs.KindBatch {
		limit = db.TxLimit
	}
	if n.Idempotency.Key == "" && n.Link == nil && n.RetryOf == "" && n.Shipment == nil && n.Step == nil {
		err := s.pool.InOneTrip(ctx, limit, func(conn *pgxpool.Conn, ctx context.Context) (err error) {
			a, err = chargeAndQueue(ctx, conn, n)
			return err
		})
		return a, err
	}
	err := s.pool.InTxWithin(ctx, limit, pgx.TxOptions{}, func(tx pgx.Tx) error {
		if n.Idempotency.Key != "" { // a key promises more than its request: its job must be there after a crash
			existing, err := existingJob(ctx, tx, n)
			if err != nil || existing != nil {
				if existing != nil {
					a = *existing
				}
				return err
			}
		}
		if n.Link != nil {
			if err := settle(ctx, tx, n); err != nil {
				return err
			}
		}
		if n.RetryOf != "" {
			if err := retry(ctx, tx, n); err != nil {
				return err
			}
		}
		if err := ofShipment(ctx, tx, n); err != nil {
			return err
		}
		var err error
		a, err = chargeAndQueue(ctx, tx, n)
		return err
	})
	return a, err
}

// retried finds the job that retries the same batch already.
func (s jobQueue) retried(ctx context.Context, n jobs.NewJob) (a jobs.Accepted, err error) {
	j, ok, err := s.RetryOf(ctx, n.OrganisationID, n.RetryOf)
	if err != nil {
		return a, err
	}
	if !ok { // it failed or was cancelled meanwhile
		return a, fail.New(fail.CodeConflict, "another retry of this batch has just ended: try again")
	}
	a, err = s.submitted(ctx, n, j.ID)
	a.Existing = true
	return a, err
}

const selectRetry = `SELECT ` + jobColumns + ` FROM jobs WHERE organisation_id = $1 AND state NOT IN ('failed', 'cancelled')
	AND id = (SELECT job_id FROM batch_retries WHERE retry_of = $2)`

// claimRetry takes a batch for the job that retries it, from one that gave nothing.
const claimRetry = `INSERT INTO batch_retries AS b (retry_of, job_id) VALUES ($1, $2)
	ON CONFLICT (retry_of) DO UPDATE SET job_id = excluded.job_id
	 WHERE (SELECT state FROM jobs WHERE id = b.job_id) IN ('failed', 'cancelled')`

var errRetried = errors.New("another job retries the batch")

func retry(ctx context.Context, tx pgx.Tx, n jobs.NewJob) error {
	tag, err := tx.Exec(ctx, claimRetry, n.RetryOf, n.ID)
	if err == nil && tag.RowsAffected() == 0 {
		err = errRetried
	}
	return err
}

// RetryOf returns the job that classifies the failed rows of a batch again, and whether there is one.
func (s jobQueue) RetryOf(ctx context.Context, organisationID, jobID string) (jobs.Job, bool, error) {
	return one(queryJobs(ctx, s.pool, "find retry of batch "+jobID, selectRetry, organisationID, jobID))
}

// submitted reads the job that an attempt whose answer was lost has left.
func (s jobQueue) submitted(ctx context.Context, n jobs.NewJob, id string) (a jobs.Accepted, err error) {
	if a.Job, err = s.Job(ctx, n.OrganisationID, id); err != nil {
		return a, err
	}
	o, err := organisations(s).Organisation(ctx, n.OrganisationID)
	a.Remaining = credit.Amount(o.Balance)
	return a, err
}

func existingJob(ctx context.Context, tx pgx.Tx, n jobs.NewJob) (*jobs.Accepted, error) {
	var jobID string
	err := tx.QueryRow(ctx, claimKey, n.OrganisationID, n.Idempotency.Key, n.Idempotency.Fingerprint, n.ID, n.Waits, jobs.IdempotencyTTL).Scan(&jobID)
	if err == nil {
		return nil, nil
	}
	if !errors.Is(err, pgx.ErrNoRows) {
		return nil, fmt.Errorf("claim idempotency key: %w", err)
	}
	a := jobs.Accepted{}
	var same bool
	if err := tx.QueryRow(ctx, selectKey, n.OrganisationID, n.Idempotency.Key, n.Idempotency.Fingerprint).Scan(&same, &a.Detached, &a.Waited, &jobID); err != nil {
		if errors.Is(err, pgx.ErrNoRows) {
			return nil, errKeyFreed
		}
		return nil, fmt.Errorf("read idempotency key: %w", err)
	}
	if !same {
		return nil, jobs.ErrKeyReused
	}
	found, err := collectStoredJobs(tx.Query(ctx, selectJob, n.OrganisationID, jobID))
	if err != nil {
		return nil, fmt.Errorf("read job of idempotency key: %w", err)
	}
	a.Job = found[0]
	if a.Existing = jobID != n.ID; !a.Existing { // an attempt whose answer was lost
		a.Waited = false
	} else if n.Waits && !a.Waited && !a.Detached {
		if _, err := tx.Exec(ctx, takeOverWait, n.OrganisationID, n.Idempotency.Key); err != nil {
			return nil, fmt.Errorf("wait on idempotency key: %w", err)
		}
	}
	return &a, tx.QueryRow(ctx, selectBalance, n.OrganisationID).Scan(&a.Remaining)
}

// sender is a transaction, or a connection on which a batch is a transaction of its own.
type sender interface {
	SendBatch(ctx context.Context, b *pgx.Batch) pgx.BatchResults
}

// chargeAndQueue sends all in one go: the organisation's counters stay locked until the commit. A
// refusal has written nothing.
func chargeAndQueue(ctx context.Context, tx sender, n jobs.NewJob) (jobs.Accepted, error) {
	b := &pgx.Batch{}
	lazily := n.Waits && n.Idempotency.Key == ""
	switch {
	case lazily && n.Charged > 0:
		b.Queue(lockCountersLazily, n.OrganisationID)
	case lazily:
		b.Queue(`SET LOCAL synchronous_commit = off`)
	case n.Charged > 0:
		b.Queue(lockCounters, n.OrganisationID)
	}
	a := jobs.Accepted{Job: queued(n)}
	if n.Charged > 0 {
		b.Queue(submitCharged, submitArgs(n, n.Charged)...).QueryRow(func(row pgx.Row) error {
			var within bool
			var created *time.Time
			err := row.Scan(&within, &a.Remaining, &created)
			switch {
			case errors.Is(err, pgx.ErrNoRows):
				return errNoOrganisation
			case err != nil:
				return err
			case !within:
				return jobs.ErrLimitReached
			case created == nil:
				return jobs.ErrInsufficientCredits
			}
			a.Job.CreatedAt = *created
			return nil
		})
	} else {
		b.Queue(selectBalance, n.OrganisationID).QueryRow(func(row pgx.Row) error { return row.Scan(&a.Remaining) })
		b.Queue(insertJob, submitArgs(n)...).QueryRow(func(row pgx.Row) error { return row.Scan(&a.Job.CreatedAt) })
	}
	if len(n.Uploads) > 0 {
		b.Queue(insertUploads, n.Uploads, n.ID)
	}
	queueChunks(b, n)
	if err := tx.SendBatch(ctx, b).Close(); err != nil {
		if errors.Is(err, jobs.ErrLimitReached) || errors.Is(err, jobs.ErrInsufficientCredits) {
			return jobs.Accepted{}, err
		}
		return jobs.Accepted{}, fmt.Errorf("charge and queue job %s: %w", n.ID, err)
	}
	return a, nil
}

func submitArgs(n jobs.NewJob, charged ...any) []any {
	args := []any{n.OrganisationID, n.ID, n.Kind, n.Spec.Product, n.Total, n.UserIdentifier, db.Document(n.Input), n.Spec.Deadline, n.TraceParent, n.RetryOf}
	return append(args, charged...)
}

// queued is the row of a job that was just submitted, but for the time.
func queued(n jobs.NewJob) jobs.Job {
	j := n.Job
	j.State, j.Generation, j.Remaining = jobs.StateQueued, 1, n.Spec.Deadline
	return j
}

func refusal(err, refused error) error {
	if errors.Is(err, pgx.ErrNoRows) {
		return refused
	}
	return err
}

const detachKey = `UPDATE idempotency_keys SET detached = true, waited_until = NULL WHERE job_id = $1`

// touchJob changes nothing, but its commit waits for the disk, to which the log goes in order: the
// submit is there too, whether it waited or not.
const touchJob = `UPDATE jobs SET look_at = look_at WHERE id = $1`

// DetachKey notes that the request behind the job was answered before its end. When it returns, the
// job is on disk; ErrUndone where a crash has undone it.
func (s jobQueue) DetachKey(ctx context.Context, jobID string) error {
	err := s.pool.InTx(ctx, func(tx pgx.Tx) error {
		if _, err := tx.Exec(ctx, detachKey, jobID); err != nil {
			return err
		}
		tag, err := tx.Exec(ctx, touchJob, jobID)
		if err == nil && tag.RowsAffected() == 0 {
			err = jobs.ErrUndone
		}
		return err
	})
	if err != nil {
		return fmt.Errorf("detach job %s: %w", jobID, err)
	}
	return nil
}
