package store

import (
	"cmp"
	"context"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"

	"tariffdesk/fail"
	"tariffdesk/jobs"
	"tariffdesk/shipment"
	"tariffdesk/store/internal/db"
)

const insertShipment = `INSERT INTO shipments (id, organisation_id, state, step, job_id, reference, files_hash, user_identifier, header)
	VALUES ($1, $2, 'reading', 'reading', $3, $4, $5, $6, $7)`

const insertShipmentFiles = `INSERT INTO shipment_files (blob_key, shipment_id) SELECT unnest($1::text[]), $2::uuid`

// A shipment goes on from the version that the caller saw, in a state of rest.
const resumeShipment = `UPDATE shipments SET state = $4, step = $4, job_id = $5, header = $6, failure = '', version = version + 1, updated_at = now()
	WHERE organisation_id = $1 AND id = $2 AND version = $3 AND state IN ('ready', 'needs_input', 'needs_credits', 'failed')`

// The lock keeps a cancellation from coming between the question and the charge.
const stepAllowed = `SELECT EXISTS (SELECT FROM shipments WHERE id = $1 AND job_id = $2 AND state IN ('reading', 'checking', 'classifying', 'quoting') FOR SHARE)`

const insertStep = `INSERT INTO shipment_steps (job_id, shipment_id, step, subject) VALUES ($1, $2, $3, $4)`

// ofShipment writes what a submission says of a shipment: a new one, one that goes on, or a job of a step. It comes
// before the charge, whose locks are held until the commit.
func ofShipment(ctx context.Context, tx pgx.Tx, n jobs.NewJob) error {
	if st := n.Step; st != nil {
		var allowed bool
		if err := tx.QueryRow(ctx, stepAllowed, st.ShipmentID, st.RunID).Scan(&allowed); err != nil {
			return fmt.Errorf("step of shipment %s: %w", st.ShipmentID, err)
		}
		if !allowed {
			return jobs.ErrShipmentMoved
		}
		if _, err := tx.Exec(ctx, insertStep, n.ID, st.ShipmentID, st.Step, st.Subject); err != nil {
			return fmt.Errorf("step of shipment %s: %w", st.ShipmentID, err)
		}
	}
	run := n.Shipment
	switch {
	case run == nil:
		return nil
	case run.New == nil:
		tag, err := tx.Exec(ctx, resumeShipment, n.OrganisationID, run.ID, run.Version, run.Step, n.ID, db.Document(run.Header))
		if err == nil && tag.RowsAffected() == 0 {
			return errShipmentChanged
		}
		return db.Wrapped(err, "continue shipment %s", run.ID)
	}
	if _, err := tx.Exec(ctx, insertShipment, run.ID, n.OrganisationID, n.ID, run.New.Reference, run.New.FilesHash, n.UserIdentifier, db.Document(run.Header)); err != nil {
		return fmt.Errorf("store shipment %s: %w", run.ID, err)
	}
	_, err := tx.Exec(ctx, insertShipmentFiles, run.New.Keys, run.ID)
	return db.Wrapped(err, "store files of shipment %s", run.ID)
}

var errShipmentChanged = fail.New(fail.CodeConflict, "the operation was changed at the same moment: read it and try again")

// saveShipment is fenced twice: by the run token of the job, and by the version that the run has read.
const saveShipment = `UPDATE shipments s SET state = $4, step = $5, version = s.version + 1, header = $6, papers = $7, checks = $8, priced = $9,
	       lines = $10, differences = $11, open_needs = $12, failure = $13, updated_at = now()
	WHERE s.id = $1 AND s.version = $2 AND s.job_id = $3
	RETURNING s.version`

// A step that was done is progress: the attempts of the run are counted anew. The row of the run is locked before that
// of its shipment, as in what ends a job.
const countAnew = `UPDATE jobs SET attempt = 1, progress = greatest(progress, $3) WHERE id = $1 AND run_token = $2 AND ` + runningRow

// SaveShipment writes a shipment as a run has left it, with all its lines, or only some where they are named. It
// returns jobs.ErrShipmentMoved, and has written nothing, where the run was lost, the shipment was cancelled, or a line
// was changed since it was read.
func (s shipments) SaveShipment(ctx context.Context, run jobs.Job, sh *shipment.Shipment, lines []string, progress int) error {
	row, err := encodeShipment(sh)
	if err != nil {
		return err
	}
	return s.save(ctx, run, sh, lines, progress, saveShipment, sh.State, sh.Step, db.Document(row.header), db.Document(row.papers), db.Document(row.checks),
		db.Document(row.priced), len(sh.Lines), row.differences, len(sh.Needs), sh.Failure)
}

const saveShipmentLines = `UPDATE shipments s SET version = s.version + 1, updated_at = now() WHERE s.id = $1 AND s.version = $2 AND s.job_id = $3 RETURNING s.version`

// SaveShipmentLines is SaveShipment where a run has changed nothing but lines: the papers and checks, which may be as long as all lines
// together, are not written again.
func (s shipments) SaveShipmentLines(ctx context.Context, run jobs.Job, sh *shipment.Shipment, lines []string, progress int) error {
	return s.save(ctx, run, sh, lines, progress, saveShipmentLines)
}

// save runs an update of the shipment, fenced by its first three arguments, and writes lines.
func (s shipments) save(ctx context.Context, run jobs.Job, sh *shipment.Shipment, lines []string, progress int, update string, args ...any) error {
	version, versions := sh.Version, map[string]int(nil)
	err := s.pool.InTx(ctx, func(tx pgx.Tx) error {
		tag, err := tx.Exec(ctx, countAnew, run.ID, run.RunToken, progress)
		if err != nil || tag.RowsAffected() == 0 {
			return cmp.Or(err, jobs.ErrShipmentMoved)
		}
		if err = tx.QueryRow(ctx, update, append([]any{sh.ID, sh.Version, run.ID}, args...)...).Scan(&version); err != nil {
			return refusal(err, jobs.ErrShipmentMoved)
		}
		versions, err = saveLines(ctx, tx, sh, lines)
		return err
	})
	if err != nil {
		return fmt.Errorf("save shipment %s: %w", sh.ID, err)
	}
	sh.Version = version
	stored(sh, versions)
	return nil
}

const deleteOtherLines = `DELETE FROM shipment_lines WHERE shipment_id = $1 AND NOT (line_id = ANY($2::text[]))`

// upsertLines writes lines as they were read: a row whose version is another was changed meanwhile, and is not returned. The version
// of a line that stays as it is does not change: who decides another line of the shipment takes nothing from it.
const upsertLines = `INSERT INTO shipment_lines AS l (shipment_id, line_id, position, version, record_id, body)
	SELECT $1::uuid, u.line_id, u.position, u.version, nullif(u.record_id, '')::uuid, u.body::json
	  FROM unnest($2::text[], $3::int[], $4::int[], $5::text[], $6::text[]) AS u (line_id, position, version, record_id, body)
	ON CONFLICT (shipment_id, line_id) DO UPDATE
	   SET position = excluded.position, record_id = excluded.record_id, body = excluded.body,
	       version = l.version + (l.body::text <> excluded.body::text)::int
	 WHERE l.version = excluded.version
	RETURNING l.line_id, l.version`

// saveLines writes the named lines, or with nil all of them, and then no other remains. It returns their versions.
func saveLines(ctx context.Context, tx pgx.Tx, sh *shipment.Shipment, names []string) (map[string]int, error) {
	var ids, records, bodies []string
	var positions, versions []int
	wanted := map[string]bool{}
	for _, id := range names {
		wanted[id] = true
	}
	for i := range sh.Lines {
		l := &sh.Lines[i]
		if names != nil && !wanted[l.ID] {
			continue
		}
		body, err := encodeLine(l)
		if err != nil {
			return nil, err
		}
		ids, positions, versions = append(ids, l.ID), append(positions, l.Position), append(versions, l.Version)
		records, bodies = append(records, l.RecordID()), append(bodies, string(body))
	}
	if names == nil {
		if _, err := tx.Exec(ctx, deleteOtherLines, sh.ID, ids); err != nil {
			return nil, fmt.Errorf("drop lines: %w", err)
		}
	}
	saved := map[string]int{}
	if len(ids) == 0 {
		return saved, nil
	}
	var id string
	var version int
	rows, err := tx.Query(ctx, upsertLines, sh.ID, ids, positions, versions, records, bodies)
	if err == nil {
		_, err = pgx.ForEachRow(rows, []any{&id, &version}, func() error { saved[id] = version; return nil })
	}
	if err == nil && len(saved) != len(ids) {
		return nil, jobs.ErrShipmentMoved
	}
	return saved, db.Wrapped(err, "save lines of shipment %s", sh.ID)
}

// stored notes the versions of lines that the database has given them.
func stored(sh *shipment.Shipment, versions map[string]int) {
	for i := range sh.Lines {
		l := &sh.Lines[i]
		if version, ok := versions[l.ID]; ok {
			l.Version, l.Stored = version, true
		}
	}
}

// StepJobs returns jobs of steps by their ids, with the result of a classification where its record keeps it.
func (s shipments) StepJobs(ctx context.Context, organisationID string, ids []string) (map[string]jobs.Job, error) {
	found, err := collectStoredJobs(s.pool.Query(ctx, storedStepJobs, ids, organisationID))
	if err != nil {
		return nil, fmt.Errorf("read jobs of a step: %w", err)
	}
	by := make(map[string]jobs.Job, len(found))
	for _, j := range found {
		by[j.ID] = j
	}
	return by, nil
}

var storedStepJobs = `SELECT ` + storedJob + ` FROM jobs WHERE id = ANY($1::uuid[]) AND organisation_id = $2`

const selectSubscribed = `SELECT EXISTS (SELECT FROM subscriptions WHERE organisation_id = $1 AND plan <> 'free' AND starts_at <= now() AND (ends_at IS NULL OR ends_at > now()))`

// Subscribed reports whether the organisation's subscription holds and is of a plan that reaches shipments.
func (s shipments) Subscribed(ctx context.Context, organisationID string) (ok bool, err error) {
	err = s.pool.QueryRow(ctx, selectSubscribed, organisationID).Scan(&ok)
	return ok, db.Wrapped(err, "subscription of %s", organisationID)
}

const selectKeyed = `SELECT job_id::text, fingerprint = $3 FROM idempotency_keys WHERE organisation_id = $1 AND key = $2 AND created_at >= now() - $4::interval`

// KeyedJob finds the job that an idempotency key has made, if any; jobs.ErrKeyReused where it was another request.
func (s jobQueue) KeyedJob(ctx context.Context, organisationID string, key jobs.Idempotency) (jobs.Job, bool, error) {
	var id string
	var same bool
	err := s.pool.QueryRow(ctx, selectKeyed, organisationID, key.Key, key.Fingerprint, jobs.IdempotencyTTL).Scan(&id, &same)
	switch {
	case errors.Is(err, pgx.ErrNoRows):
		return jobs.Job{}, false, nil
	case err != nil:
		return jobs.Job{}, false, fmt.Errorf("find idempotency key: %w", err)
	case !same:
		return jobs.Job{}, false, jobs.ErrKeyReused
	}
	j, err := s.Job(ctx, organisationID, id)
	return j, err == nil, err
}
