package papers

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"

	"tariffdesk/jobs"
	"tariffdesk/store/internal/activity"
	"tariffdesk/store/internal/db"
)

const selectCorrections = `SELECT id::text, organisation_id::text, job_id::text, document, pointer, issuer, marks, caption, place, value, at, by_name
	FROM extraction_corrections WHERE organisation_id = $1
	  AND ($3 = '' OR (at, id) < (SELECT at, id FROM extraction_corrections WHERE id = nullif($3, '')::uuid AND organisation_id = $1))
	ORDER BY at DESC, id DESC LIMIT $2`

// Corrections lists those of an organisation, the newest first, behind the one with an id where it is given: CodeNotFound
// where the organisation has none of this id.
func (s Store) Corrections(ctx context.Context, organisationID string, limit int, after string) ([]jobs.Correction, error) {
	if after != "" {
		held := false
		if db.IsID(after) {
			err := s.pool.QueryRow(ctx, `SELECT EXISTS (SELECT FROM extraction_corrections WHERE organisation_id = $1 AND id = $2)`, organisationID, after).Scan(&held)
			if err != nil {
				return nil, fmt.Errorf("list corrections: %w", err)
			}
		}
		if !held {
			return nil, errNoCorrection
		}
	}
	rows, err := s.pool.Query(ctx, selectCorrections, organisationID, limit, after)
	if err != nil {
		return nil, fmt.Errorf("list corrections: %w", err)
	}
	all, err := pgx.CollectRows(rows, func(row pgx.CollectableRow) (c jobs.Correction, err error) {
		var value string
		err = row.Scan(&c.ID, &c.OrganisationID, &c.JobID, &c.Document, &c.Pointer, &c.Issuer, &c.Marks, &c.Caption, &c.Place, &value, &c.At, &c.By)
		c.Value = json.RawMessage(value)
		return c, err
	})
	return all, db.Wrapped(err, "list corrections")
}

// DeleteCorrection removes one: it teaches nothing any more. The result that it changed stays. CodeNotFound for one that is not the
// organisation's.
func (s Store) DeleteCorrection(ctx context.Context, organisationID, id string) error {
	if !db.IsID(id) {
		return errNoCorrection
	}
	err := s.pool.InTx(ctx, func(tx pgx.Tx) error {
		tag, err := tx.Exec(ctx, `DELETE FROM extraction_corrections WHERE organisation_id = $1 AND id = $2`, organisationID, id)
		if err == nil && tag.RowsAffected() == 0 {
			err = errNoCorrection
		}
		if err != nil {
			return err
		}
		return activity.Note(ctx, tx, organisationID, "extraction_correction.deleted", id, nil)
	})
	return db.Wrapped(err, "delete correction")
}

const lockResult = `SELECT result, coalesce(expires_at < now(), false) FROM jobs
	WHERE id = $1 AND organisation_id = $2 AND kind = 'extract' AND state = 'succeeded' FOR UPDATE`

const insertCorrection = `INSERT INTO extraction_corrections (id, organisation_id, job_id, document, pointer, issuer, marks, caption, place, value, by_name)
	VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`

// Correct changes the result of an extraction and keeps the corrections that change makes of it, in one transaction.
// CodeConflict for a job without such a result, CodeGone for one whose result is gone.
func (s Store) Correct(ctx context.Context, organisationID, jobID string, change func(result json.RawMessage) (json.RawMessage, []jobs.Correction, error)) (corrected json.RawMessage, err error) {
	err = s.pool.InTx(ctx, func(tx pgx.Tx) error {
		var result []byte
		var gone bool
		err := tx.QueryRow(ctx, lockResult, jobID, organisationID).Scan(&result, &gone)
		switch {
		case errors.Is(err, pgx.ErrNoRows):
			return errNoResult
		case err != nil:
			return err
		case gone || result == nil:
			return errResultExpired
		}
		var all []jobs.Correction
		if corrected, all, err = change(result); err != nil {
			return err
		}
		if _, err := tx.Exec(ctx, `UPDATE jobs SET result = $2 WHERE id = $1`, jobID, db.Document(corrected)); err != nil {
			return err
		}
		for _, c := range all {
			if _, err := tx.Exec(ctx, insertCorrection, c.ID, organisationID, jobID, c.Document, c.Pointer, c.Issuer, c.Marks, c.Caption, c.Place, string(c.Value), c.By); err != nil {
				return err
			}
		}
		return activity.Note(ctx, tx, organisationID, "extraction.corrected", jobID, activity.Details{"values": len(all)})
	})
	return corrected, db.Wrapped(err, "correct the result of job %s", jobID)
}
