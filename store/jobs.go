package store

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"tariffdesk/credit"
	"tariffdesk/fail"
	"tariffdesk/jobs"
	"tariffdesk/store/internal/db"
	"tariffdesk/store/internal/packed"
)

// jobColumns are scanned by scanJob, in this order.
const jobColumns = `id, organisation_id, kind, state, progress, total, completed, failed, empty, charged, refunded,
	user_identifier, trace_parent, coalesce(retry_of::text, ''), input, result, error, generation, attempt, lost, coalesce(run_token::text, ''),
	extract(epoch FROM now() - offered_at)::float8, extract(epoch FROM deadline - now())::float8, coalesce(expires_at < now(), false), created_at, started_at, finished_at, expires_at`

// storedJob are the same columns with the answer wherever it is kept: that of a classification stands
// packed with its record alone, and is shown as long as those of other jobs.
var storedJob = jobColumns + `, CASE WHEN result IS NULL AND state = 'succeeded' AND expires_at >= now() THEN
	(SELECT ` + packedAnswer + ` FROM classification_records r WHERE r.job_id = jobs.id) END`

// publicError is the part of a failure that is kept and shown.
type publicError struct {
	Code    fail.Code `json:"code"`
	Message string    `json:"message"`
	Details []string  `json:"details,omitempty"`
}

func scanJob(row pgx.CollectableRow) (jobs.Job, error) { return scanJobAnd(row) }

// scanStoredJob scans storedJob.
func scanStoredJob(row pgx.CollectableRow) (jobs.Job, error) {
	var stored []byte
	j, err := scanJobAnd(row, &stored)
	if err == nil && stored != nil {
		j.Result, _, err = packed.Open(stored)
	}
	return j, err
}

// scanJobAnd scans jobColumns and those that follow them.
func scanJobAnd(row pgx.CollectableRow, more ...any) (jobs.Job, error) {
	var j jobs.Job
	var failure []byte
	var offeredSeconds, remainingSeconds float64
	var expired bool
	err := row.Scan(append([]any{&j.ID, &j.OrganisationID, &j.Kind, &j.State, &j.Progress, &j.Total, &j.Completed, &j.Failed, &j.Empty,
		&j.Charged, &j.Refunded, &j.UserIdentifier, &j.TraceParent, &j.RetryOf, (*[]byte)(&j.Input), (*[]byte)(&j.Result), &failure, &j.Generation, &j.Attempt, &j.Lost,
		&j.RunToken, &offeredSeconds, &remainingSeconds, &expired, &j.CreatedAt, &j.StartedAt, &j.FinishedAt, &j.ExpiresAt}, more...)...)
	if err != nil {
		return jobs.Job{}, err
	}
	j.OfferedFor = time.Duration(offeredSeconds * float64(time.Second))
	j.Remaining = time.Duration(remainingSeconds * float64(time.Second))
	j.Expired = expired && j.LeftResult()
	if failure != nil {
		var p publicError
		if err := json.Unmarshal(failure, &p); err != nil {
			return jobs.Job{}, fmt.Errorf("error of job %s: %w", j.ID, err)
		}
		j.Error = fail.New(p.Code, p.Message).With(p.Details...)
	}
	return j, nil
}

func collectJobs(rows pgx.Rows, err error) ([]jobs.Job, error) { return collect(rows, err, scanJob) }

func collectStoredJobs(rows pgx.Rows, err error) ([]jobs.Job, error) {
	return collect(rows, err, scanStoredJob)
}

func collect(rows pgx.Rows, err error, scan pgx.RowToFunc[jobs.Job]) ([]jobs.Job, error) {
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, scan)
}

// jobQueue charges and queues jobs, hands each to one worker at a time and keeps how it ended. A job is charged once
// and never refunded beyond its charge.
type jobQueue struct{ pool *db.Pool }

func queryJobs(ctx context.Context, pool *db.Pool, operation, sql string, args ...any) ([]jobs.Job, error) {
	found, err := collectJobs(pool.Query(ctx, sql, args...))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", operation, err)
	}
	return found, nil
}

var selectJob = `SELECT ` + storedJob + ` FROM jobs WHERE organisation_id = $1 AND id = $2`

var errNoJob = fail.New(fail.CodeNotFound, "no such job")

// Job returns the organisation's job, CodeNotFound for any other id.
func (s jobQueue) Job(ctx context.Context, organisationID, id string) (jobs.Job, error) {
	if !db.IsID(id) {
		return jobs.Job{}, errNoJob
	}
	found, err := collectStoredJobs(s.pool.Query(ctx, selectJob, organisationID, id))
	if err != nil {
		return jobs.Job{}, fmt.Errorf("read job %s: %w", id, err)
	}
	if len(found) == 0 {
		return jobs.Job{}, errNoJob
	}
	return found[0], nil
}

// inputAfter keeps one part of an ended job's input: the name of the file, by which people find it.
const inputAfter = `CASE WHEN kind IN ('batch', 'extract', 'digitize', 'split') AND input::text <> 'null' THEN
	json_build_object('name', input -> 'name') ELSE 'null' END`

// A list shows neither result nor input, which may be megabytes a job, but what says which file a job is of, and
// which shipment a run is of. A run that was ended has neither input nor result: its shipment names the latest.
var listedJob = strings.Replace(jobColumns, "input, result,", `CASE WHEN kind IN ('batch', 'extract', 'digitize', 'split') AND input::text <> 'null' THEN
	json_build_object('name', input -> 'name', 'country_code', input -> 'country_code', 'layout', json_build_object('Unread', input -> 'layout' -> 'Unread'), 'review_below', input -> 'review_below')
	WHEN kind = 'shipment' THEN json_build_object('operation_id', coalesce(input ->> 'operation_id', result ->> 'operation_id', (SELECT s.id::text FROM shipments s WHERE s.job_id = jobs.id)))
	ELSE 'null' END, NULL::json,`, 1)

// Each kind is read on its own from the newest on, so that a page costs the same whichever kinds an
// organisation has most of.
var selectJobs = `SELECT ` + listedJob + ` FROM (
	SELECT j.* FROM unnest($4::text[]) AS k, LATERAL (
	    SELECT * FROM jobs WHERE organisation_id = $1 AND kind = k
	       AND ($2::uuid IS NULL OR (created_at, id) < (SELECT created_at, id FROM jobs WHERE organisation_id = $1 AND id = $2::uuid))
	     ORDER BY created_at DESC, id DESC LIMIT $3) j) AS jobs
	ORDER BY created_at DESC, id DESC LIMIT $3`

// Jobs returns a page of the organisation's jobs, newest first.
func (s jobQueue) Jobs(ctx context.Context, organisationID string, p jobs.Page) ([]jobs.Job, error) {
	var after *string
	switch {
	case p.StartingAfter == "":
	case !db.IsID(p.StartingAfter):
		return nil, nil // after nothing that is there
	default:
		after = &p.StartingAfter
	}
	return queryJobs(ctx, s.pool, "list jobs", selectJobs, organisationID, after, p.Limit, db.Texts(storedKinds(p.Kind)))
}

// Quotes that were answered and have not expired, by the index quotes_in_order. Results are kept for 30 days: the bound of
// created_at, with ample time for the work, keeps a page from passing by all that has expired.
const selectQuotes = `SELECT ` + jobColumns + ` FROM jobs
	WHERE organisation_id = $1 AND kind = 'quote' AND created_at > now() - interval '40 days'
	  AND state = 'succeeded' AND result IS NOT NULL AND (expires_at IS NULL OR expires_at >= now())
	  AND ($2::uuid IS NULL OR (created_at, id) < (SELECT created_at, id FROM jobs WHERE organisation_id = $1 AND id = $2::uuid))
	ORDER BY created_at DESC, id DESC LIMIT $3`

// Quotes gives a page of the organisation's answered quotes, newest first, with what was asked and answered. They are
// given one by one: a quote may be large.
func (s jobQueue) Quotes(ctx context.Context, organisationID string, p jobs.Page, each func(jobs.Job) error) error {
	var after *string
	switch {
	case p.StartingAfter == "":
	case !db.IsID(p.StartingAfter):
		return nil // after nothing that is there
	default:
		after = &p.StartingAfter
	}
	rows, err := s.pool.Query(ctx, selectQuotes, organisationID, after, p.Limit)
	if err != nil {
		return fmt.Errorf("list quotes: %w", err)
	}
	defer rows.Close()
	for rows.Next() {
		j, err := scanJob(rows)
		if err == nil {
			err = each(j)
		}
		if err != nil {
			return fmt.Errorf("list quotes: %w", err)
		}
	}
	if err := rows.Err(); err != nil {
		return fmt.Errorf("list quotes: %w", err)
	}
	return nil
}

// storedKinds are the kinds that a kind, as callers know it, is stored as; all of them for "".
func storedKinds(kind jobs.Kind) (stored []jobs.Kind) {
	for k := range jobs.Specs() {
		if kind == "" || k.Public() == kind {
			stored = append(stored, k)
		}
	}
	return stored
}

const selectEnded = `SELECT w.id::text FROM unnest($1::uuid[]) AS w (id) LEFT JOIN jobs j ON j.id = w.id
	WHERE coalesce(j.state, 'failed') IN ('succeeded', 'failed', 'cancelled')`

// EndedJobs returns those of ids that have ended or do not exist.
func (s jobQueue) EndedJobs(ctx context.Context, ids []string) ([]string, error) {
	rows, err := s.pool.Query(ctx, selectEnded, ids)
	if err != nil {
		return nil, fmt.Errorf("find ended jobs: %w", err)
	}
	return pgx.CollectRows(rows, pgx.RowTo[string])
}

// The mark outlives two missed sweeps; it lapses soon after its process has died.
const keepWaiting = `UPDATE idempotency_keys SET waited_until = now() + interval '5 seconds'
	WHERE job_id = ANY($1) AND NOT detached AND waited_until < now() + interval '3 seconds'`

// KeepWaiting extends the mark that a request waits on the keys of these jobs.
func (s jobQueue) KeepWaiting(ctx context.Context, jobIDs []string) error {
	if _, err := s.pool.Exec(ctx, keepWaiting, jobIDs); err != nil {
		return fmt.Errorf("extend waits: %w", err)
	}
	return nil
}

const stopWaiting = `UPDATE idempotency_keys SET waited_until = NULL WHERE job_id = $1`

// StopWaiting removes the mark: the request behind the job's key has gone.
func (s jobQueue) StopWaiting(ctx context.Context, jobID string) error {
	if _, err := s.pool.Exec(ctx, stopWaiting, jobID); err != nil {
		return fmt.Errorf("end wait on job %s: %w", jobID, err)
	}
	return nil
}

// cancelQueued takes the row lock, so that a claim and a cancellation cannot both win.
const cancelQueued = `UPDATE jobs SET state = 'cancelled', input = ` + inputAfter + `, finished_at = now(), expires_at = now() + $3::interval, run_after = now()
	WHERE organisation_id = $1 AND id = $2 AND ` + queuedRow + ` RETURNING ` + jobColumns

// CancelJob ends a queued job and refunds it; CodeConflict where it runs or has ended.
func (s jobQueue) CancelJob(ctx context.Context, organisationID, id string) (jobs.Job, error) {
	current, err := s.Job(ctx, organisationID, id)
	if err != nil {
		return jobs.Job{}, err
	}
	var cancelled jobs.Job
	err = s.pool.InTx(ctx, func(tx pgx.Tx) (err error) {
		if current.Kind == jobs.KindBatch {
			cancelled, err = cancelBatch(ctx, tx, id)
			return err
		}
		found, err := collectJobs(tx.Query(ctx, cancelQueued, organisationID, id, jobs.ResultTTL))
		if err != nil {
			return fmt.Errorf("cancel job %s: %w", id, err)
		}
		if len(found) == 0 {
			return errNotCancellable
		}
		cancelled, err = refundWhole(ctx, tx, found[0])
		return err
	})
	if errors.Is(err, errNotCancellable) && current.State.Terminal() {
		return jobs.Job{}, fail.Newf(fail.CodeConflict, "the job has ended already: %s", current.State)
	}
	return cancelled, err
}

var errNotCancellable = fail.New(fail.CodeConflict, "the job is running and can no longer be cancelled")

// The refund's entry is unique per job, so that of two failures only one gives the credits back.
const insertRefund = `INSERT INTO ledger (organisation_id, job_id, kind, part, amount, product, units, user_identifier)
	SELECT organisation_id, id, 'refund', 0, charged, product, total, user_identifier FROM jobs WHERE id = $1 AND charged > 0
	ON CONFLICT ON CONSTRAINT one_entry_per_part DO NOTHING RETURNING amount`

const markRefunded = `UPDATE jobs SET refunded = charged, failed = total - completed WHERE id = $1 RETURNING ` + jobColumns

// freeKey lets a request whose job was refunded be repeated under the same key.
const freeKey = `DELETE FROM idempotency_keys WHERE job_id = $1`

// enterRefund writes the refund of a job's whole charge into the ledger; 0 where it stands there already.
func enterRefund(ctx context.Context, tx pgx.Tx, j jobs.Job) (amount credit.Amount, err error) {
	err = tx.QueryRow(ctx, insertRefund, j.ID).Scan(&amount)
	if errors.Is(err, pgx.ErrNoRows) {
		return 0, nil
	}
	return amount, db.Wrapped(err, "refund job %s", j.ID)
}

// refundWhole gives a job's whole charge back, once, within the transaction that ended it.
func refundWhole(ctx context.Context, tx pgx.Tx, j jobs.Job) (jobs.Job, error) {
	if j.Charged == 0 {
		_, err := tx.Exec(ctx, freeKey, j.ID)
		return j, err
	}
	amount, err := enterRefund(ctx, tx, j)
	if err != nil || amount == 0 {
		return j, err
	}
	b := &pgx.Batch{}
	b.Queue(freeKey, j.ID)
	giveBack(b, j, amount)
	if err := tx.SendBatch(ctx, b).Close(); err != nil {
		return jobs.Job{}, fmt.Errorf("refund job %s: %w", j.ID, err)
	}
	found, err := collectJobs(tx.Query(ctx, markRefunded, j.ID))
	if err != nil {
		return jobs.Job{}, fmt.Errorf("refund job %s: %w", j.ID, err)
	}
	return found[0], nil
}

// States returns the states of those of ids that are jobs.
func (s jobQueue) States(ctx context.Context, ids []string) (map[string]jobs.State, error) {
	rows, err := s.pool.Query(ctx, selectStates, ids)
	if err != nil {
		return nil, fmt.Errorf("states of jobs: %w", err)
	}
	states := map[string]jobs.State{}
	var id string
	var state jobs.State
	if _, err := pgx.ForEachRow(rows, []any{&id, &state}, func() error { states[id] = state; return nil }); err != nil {
		return nil, fmt.Errorf("states of jobs: %w", err)
	}
	return states, nil
}

const selectStates = `SELECT id::text, state FROM jobs WHERE id = ANY($1::uuid[])`
