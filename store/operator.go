package store

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"tariffdesk/credit"
	"tariffdesk/fail"
	"tariffdesk/jobs"
	"tariffdesk/store/internal/activity"
	"tariffdesk/store/internal/db"
)

var selectAnyJob = `SELECT ` + storedJob + ` FROM jobs WHERE id = $1`

const selectMovements = `SELECT kind, part, amount, created_at, note FROM ledger WHERE job_id = $1 ORDER BY id LIMIT 1000`

// reoffer lets go of whoever holds the job: a worker that still runs it is fenced.
const reoffer = `UPDATE jobs SET state = 'queued', run_token = NULL, lease_until = NULL, attempt = 0, lost = 0, generation = generation + 1,
	       run_after = now(), offered_at = now(), look_at = now() + interval '2 seconds', deadline = greatest(deadline, now() + $2::interval)
	WHERE id = $1 AND kind <> 'batch' AND state IN ('queued', 'running') RETURNING ` + jobColumns

const reofferChunks = `UPDATE batch_chunks SET state = 'queued', run_token = NULL, lease_until = NULL, attempt = 0, lost = 0, run_after = now()
	WHERE job_id = $1 AND state IN ('queued', 'running')`

// cancelRunning ends a job that runs too: its worker is fenced and writes nothing.
const cancelRunning = `UPDATE jobs SET state = 'cancelled', input = ` + inputAfter + `, run_token = NULL, lease_until = NULL, finished_at = now(),
	       expires_at = now() + $2::interval, run_after = now()
	WHERE id = $1 AND kind <> 'batch' AND state IN ('queued', 'running') RETURNING ` + jobColumns

// An operator's refunds are parts from -2 down: -1 is the rest of a failed batch.
const insertOperatorRefund = `INSERT INTO ledger (organisation_id, job_id, kind, part, amount, product, units, user_identifier, note)
	SELECT organisation_id, id, 'refund', (SELECT least(coalesce(min(part), 0), -1) - 1 FROM ledger WHERE job_id = $1 AND kind = 'refund'),
	       $2, product, 0, user_identifier, $3 FROM jobs WHERE id = $1`

var (
	errEnded      = fail.New(fail.CodeConflict, "the job has ended")
	errOpen       = fail.New(fail.CodeConflict, "the job has not ended: cancel it")
	errOverRefund = fail.New(fail.CodeConflict, "a refund never exceeds what is left of the job's charge")
)

// operations serve the service's operators, across organisations.
type operations struct{ pool *db.Pool }

// AnyJob returns a job of any organisation, CodeNotFound for an unknown id.
func (s operations) AnyJob(ctx context.Context, id string) (jobs.Job, error) {
	if !db.IsID(id) {
		return jobs.Job{}, errNoJob
	}
	j, ok, err := one(collectStoredJobs(s.pool.Query(ctx, selectAnyJob, id)))
	if err == nil && !ok {
		err = errNoJob
	}
	return j, db.Wrapped(err, "read job %s", id)
}

// clockSlack is by how much the clock of the process that made a job's id may differ from the database's.
const clockSlack = time.Hour

// AnyJobs lists jobs of all organisations, newest first, without input and result. Those of one
// organisation are ordered by their time, those of all by their id, which grows with it.
func (s operations) AnyJobs(ctx context.Context, q jobs.OperatorQuery) ([]jobs.Job, error) {
	f := &db.Filter{Conditions: []string{"true"}}
	after, order := `id < $%d`, ` ORDER BY id DESC`
	if q.OrganisationID != "" {
		after, order = `(created_at, id) < (SELECT created_at, id FROM jobs WHERE id = $%d)`, ` ORDER BY created_at DESC, id DESC`
	}
	for _, id := range []struct{ condition, value string }{{`id = $%d`, q.ID}, {`organisation_id = $%d`, q.OrganisationID}, {after, q.StartingAfter}} {
		if id.value == "" {
			continue
		}
		if !db.IsID(id.value) {
			return nil, nil
		}
		f.Add(id.condition, id.value)
	}
	ofState(f, q.State)
	if !q.From.IsZero() {
		f.Add(`created_at >= $%d`, q.From)
		f.Add(`id >= $%d`, firstID(q.From.Add(-clockSlack)))
	}
	if !q.To.IsZero() {
		f.Add(`created_at < $%d`, q.To)
		f.Add(`id < $%d`, firstID(q.To.Add(clockSlack)))
	}
	kinds := slices.Collect(maps.Keys(jobs.Specs()))
	if q.Kind != "" {
		kinds = []jobs.Kind{q.Kind}
	}
	if q.OrganisationID == "" && q.Kind == "" {
		return queryJobs(ctx, s.pool, "list jobs", `SELECT `+listedJob+` FROM jobs`+f.Where()+order+f.Limit(q.Limit), f.Args...)
	}
	f.Conditions = append(f.Conditions, `kind >= of.kind AND kind <= of.kind`)
	f.Args = append(f.Args, db.Texts(kinds))
	place := len(f.Args)
	page := order + f.Limit(q.Limit)
	inner := strings.Replace(page, "ORDER BY", "ORDER BY kind DESC,", 1)
	return queryJobs(ctx, s.pool, "list jobs", fmt.Sprintf(eachKind, place, f.Where()+inner)+page, f.Args...)
}

// eachKind reads the newest of each kind on its own: of all there are, only a page of each is looked at. To
// equate the kinds would let the planner walk an index of all of them.
var eachKind = `SELECT ` + listedJob + ` FROM (
	SELECT j.* FROM unnest($%[1]d::text[]) AS of (kind), LATERAL (SELECT * FROM jobs%[2]s) j) AS jobs`

// ofState narrows a list to a state in the words of the index that holds the jobs of it: of the few that
// are open, or of those that ended otherwise than by success.
func ofState(f *db.Filter, state jobs.State) {
	if state == "" {
		return
	}
	f.Add(`state = $%d`, state)
	switch state {
	case jobs.StateQueued, jobs.StateRunning:
		f.Conditions = append(f.Conditions, `finished_at IS NULL`)
	case jobs.StateFailed, jobs.StateCancelled:
		f.Conditions = append(f.Conditions, `finished_at IS NOT NULL AND (completed < total OR kind = 'batch')`)
	case jobs.StateSucceeded:
	}
}

// firstID is the least id of a job made at t: ids are of version 7, whose first 48 bits are milliseconds.
func firstID(t time.Time) string {
	var id uuid.UUID
	binary.BigEndian.PutUint64(id[:8], uint64(max(t.UnixMilli(), 0))<<16)
	return id.String()
}

// Movements lists the ledger entries of a job, oldest first.
func (s operations) Movements(ctx context.Context, jobID string) ([]jobs.Movement, error) {
	rows, err := s.pool.Query(ctx, selectMovements, jobID)
	if err != nil {
		return nil, fmt.Errorf("ledger of job %s: %w", jobID, err)
	}
	found, err := pgx.CollectRows(rows, pgx.RowToStructByPos[jobs.Movement])
	if err != nil {
		return nil, fmt.Errorf("ledger of job %s: %w", jobID, err)
	}
	return found, nil
}

// operate does something to a job in a transaction that holds its row and audits it.
func (s operations) operate(ctx context.Context, id, action string, d activity.Details, do func(pgx.Tx, jobs.Job) (jobs.Job, error)) (j jobs.Job, err error) {
	if !db.IsID(id) {
		return j, errNoJob
	}
	err = s.pool.InTx(ctx, func(tx pgx.Tx) error {
		before, err := batchLocked(ctx, tx, id)
		if err != nil {
			return err
		}
		if j, err = do(tx, before); err != nil {
			return err
		}
		return activity.Note(ctx, tx, before.OrganisationID, action, id, d)
	})
	return j, db.Wrapped(err, "%s of %s", action, id)
}

// Reoffer queues an open job anew with all its attempts; CodeConflict for one that has ended.
func (s operations) Reoffer(ctx context.Context, id string) (jobs.Job, error) {
	return s.operate(ctx, id, "job.retried", nil, func(tx pgx.Tx, j jobs.Job) (jobs.Job, error) {
		if j.State.Terminal() {
			return j, errEnded
		}
		if j.Kind == jobs.KindBatch {
			_, err := tx.Exec(ctx, reofferChunks, id)
			return j, err
		}
		return exactlyOne(collectJobs(tx.Query(ctx, reoffer, id, jobs.Specs()[j.Kind].Deadline)))
	})
}

// EndJob cancels an open job, running or not, with its refund; CodeConflict for one that has ended.
// The chunks of a batch that run finish.
func (s operations) EndJob(ctx context.Context, id string) (jobs.Job, error) {
	return s.operate(ctx, id, "job.cancelled", nil, func(tx pgx.Tx, j jobs.Job) (jobs.Job, error) {
		if j.State.Terminal() {
			return j, errEnded
		}
		if j.Kind == jobs.KindBatch {
			return cancelBatch(ctx, tx, id)
		}
		ended, err := exactlyOne(collectJobs(tx.Query(ctx, cancelRunning, id, jobs.ResultTTL)))
		if err != nil {
			return j, err
		}
		return refundWhole(ctx, tx, ended)
	})
}

func exactlyOne(found []jobs.Job, err error) (jobs.Job, error) {
	if err == nil && len(found) == 0 {
		err = errors.New("the job has moved under its lock")
	}
	if err != nil {
		return jobs.Job{}, err
	}
	return found[0], nil
}

// Refund gives back credits of a job that has ended, 0 for all that is left of its charge;
// CodeConflict for more than that. The row's lock orders two at once.
func (s operations) Refund(ctx context.Context, id string, amount credit.Amount, reason string) (jobs.Job, error) {
	d := activity.Details{"reason": reason}
	return s.operate(ctx, id, "job.refunded", d, func(tx pgx.Tx, j jobs.Job) (jobs.Job, error) {
		left := j.Charged - j.Refunded
		if amount == 0 {
			amount = left
		}
		switch {
		case !j.State.Terminal():
			return j, errOpen
		case amount > left || left == 0:
			return j, errOverRefund
		}
		d["credits"] = amount
		b := &pgx.Batch{}
		b.Queue(insertOperatorRefund, id, amount, reason)
		b.Queue(addRefund, id, amount)
		giveBack(b, j, amount)
		if err := tx.SendBatch(ctx, b).Close(); err != nil {
			return j, err
		}
		return exactlyOne(collectStoredJobs(tx.Query(ctx, selectAnyJob, id)))
	})
}

// Knowledge lists the imported tables in use: national schedules, then tables of the quote rules.
func (s operations) Knowledge(ctx context.Context) ([]jobs.Table, error) {
	rows, err := s.pool.Query(ctx, selectKnowledge)
	if err != nil {
		return nil, fmt.Errorf("list tables: %w", err)
	}
	found, err := pgx.CollectRows(rows, pgx.RowToStructByPos[jobs.Table])
	if err != nil {
		return nil, fmt.Errorf("list tables: %w", err)
	}
	return found, nil
}

const selectKnowledge = `(SELECT DISTINCT ON (country) 'tariff', country, version, vintage::text, source, true, created_at FROM tariff_versions ORDER BY country, version DESC)
	UNION ALL (SELECT DISTINCT ON (name) 'rules', name, version, vintage::text, '', complete, created_at FROM rule_tables ORDER BY name, version DESC)`
