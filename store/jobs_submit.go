package store

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"tariffdesk/credit"
	"tariffdesk/fail"
	"tariffdesk/jobs"
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

const insertJob = `INSERT INTO jobs (id, organisation_id, kind, product, total, charged, user_identifier, input, deadline, trace_parent, retry_of)
	VALUES ($1, $2, $3, $4, $5, $6, $7, $8, now() + $9::interval, $10, nullif($11, '')::uuid) RETURNING ` + jobColumns

const insertCharge = `INSERT INTO ledger (organisation_id, job_id, kind, part, amount, product, units, user_identifier)
	VALUES ($1, $2, 'charge', 0, -$3::bigint, $4, $5, $6)`

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
func (s *Store) SubmitJob(ctx context.Context, n jobs.NewJob) (jobs.Accepted, error) {
	for wait := 50 * time.Millisecond; ; wait = min(2*wait, submitPause) {
		a, err := s.submitJob(ctx, n)
		switch {
		case errors.Is(err, errKeyFreed): // by the failure of its job, while this request waited on it
			a, err = s.submitJob(ctx, n)
		case violates(err, "jobs_pkey"), errors.Is(err, errSettled):
			a, err = s.submitted(ctx, n, n.ID)
		case violates(err, "one_retry_per_job"):
			a, err = s.retried(ctx, n)
		}
		if !isAway(err) {
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

func (s *Store) submitJob(ctx context.Context, n jobs.NewJob) (jobs.Accepted, error) {
	var a jobs.Accepted
	limit := submitLimit
	if n.Kind == jobs.KindBatch {
		limit = inTxLimit
	}
	err := s.pool.inTxWithin(ctx, limit, pgx.TxOptions{}, func(tx pgx.Tx) error {
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
		var err error
		a, err = chargeAndQueue(ctx, tx, n)
		return err
	})
	return a, err
}

// retried finds the job that retries the same batch already.
func (s *Store) retried(ctx context.Context, n jobs.NewJob) (a jobs.Accepted, err error) {
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

const selectRetry = `SELECT ` + jobColumns + ` FROM jobs WHERE organisation_id = $1 AND retry_of = $2 AND retry_of IS NOT NULL AND state NOT IN ('failed', 'cancelled')`

// RetryOf returns the job that classifies the failed rows of a batch again, and whether there is one.
func (s *Store) RetryOf(ctx context.Context, organisationID, jobID string) (jobs.Job, bool, error) {
	return one(s.queryJobs(ctx, "find retry of batch "+jobID, selectRetry, organisationID, jobID))
}

// submitted reads the job that an attempt whose answer was lost has left.
func (s *Store) submitted(ctx context.Context, n jobs.NewJob, id string) (a jobs.Accepted, err error) {
	if a.Job, err = s.Job(ctx, n.OrganisationID, id); err != nil {
		return a, err
	}
	o, err := s.Organisation(ctx, n.OrganisationID)
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
	found, err := collectJobs(tx.Query(ctx, selectJob, n.OrganisationID, jobID))
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
	return &a, tx.QueryRow(ctx, `SELECT balance_of($1)`, n.OrganisationID).Scan(&a.Remaining)
}

// chargeAndQueue sends all in one go: the organisation's counters stay locked until the commit.
func chargeAndQueue(ctx context.Context, tx pgx.Tx, n jobs.NewJob) (jobs.Accepted, error) {
	var used credit.Amount
	b := &pgx.Batch{}
	if n.Waits && n.Idempotency.Key == "" {
		b.Queue(`SET LOCAL synchronous_commit = off`)
	}
	a := jobs.Accepted{}
	if n.Charged > 0 {
		b.Queue(lockCounters, n.OrganisationID)
		b.Queue(useProduct, n.OrganisationID, n.Spec.Product, n.Charged).QueryRow(func(row pgx.Row) error {
			return refusal(row.Scan(&used), jobs.ErrLimitReached)
		})
		b.Queue(debit, n.OrganisationID, n.Charged).QueryRow(func(row pgx.Row) error {
			return refusal(row.Scan(&a.Remaining), jobs.ErrInsufficientCredits)
		})
	} else {
		b.Queue(`SELECT balance_of($1)`, n.OrganisationID).QueryRow(func(row pgx.Row) error { return row.Scan(&a.Remaining) })
	}
	b.Queue(insertJob, n.ID, n.OrganisationID, n.Kind, n.Spec.Product, n.Total, n.Charged, n.UserIdentifier, []byte(n.Input), n.Spec.Deadline, n.TraceParent, n.RetryOf).
		Query(func(rows pgx.Rows) error {
			job, err := pgx.CollectExactlyOneRow(rows, scanJob)
			a.Job = job
			return err
		})
	if n.Charged > 0 {
		b.Queue(insertCharge, n.OrganisationID, n.ID, n.Charged, n.Spec.Product, n.Total, n.UserIdentifier)
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
func (s *Store) DetachKey(ctx context.Context, jobID string) error {
	err := s.inTx(ctx, func(tx pgx.Tx) error {
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
