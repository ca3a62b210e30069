package store

import (
	"context"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"

	"tariffdesk/fail"
	"tariffdesk/jobs"
)

var errNoRecord = fail.New(fail.CodeNotFound, "no such classification record")

const recordColumns = `id, coalesce(parent_id::text, ''), organisation_id, coalesce(job_id::text, ''), country_code, model,
	product_description, user_identifier, confirmed_hscode, result, created_at`

const selectRecord = `SELECT ` + recordColumns + ` FROM classification_records WHERE organisation_id = $1 AND id = $2`

const confirmRecord = `UPDATE classification_records SET confirmed_hscode = $3
	WHERE organisation_id = $1 AND id = $2 RETURNING ` + recordColumns

// Record returns the organisation's stored classification, CodeNotFound for any other id.
func (s *Store) Record(ctx context.Context, organisationID, id string) (jobs.Record, error) {
	if !isID(id) {
		return jobs.Record{}, errNoRecord
	}
	return record(s.pool.Query(ctx, selectRecord, organisationID, id))
}

// ConfirmRecord stores the code that the organisation confirms or corrects a classification to, and
// makes the goods a precedent.
func (s *Store) ConfirmRecord(ctx context.Context, organisationID, id, hscode string) (r jobs.Record, err error) {
	if !isID(id) {
		return jobs.Record{}, errNoRecord
	}
	err = s.inTx(ctx, func(tx pgx.Tx) error {
		if r, err = record(tx.Query(ctx, confirmRecord, organisationID, id, hscode)); err != nil {
			return err
		}
		return confirmPrecedent(ctx, tx, r)
	})
	return r, err
}

func record(rows pgx.Rows, err error) (jobs.Record, error) {
	if err != nil {
		return jobs.Record{}, fmt.Errorf("read record: %w", err)
	}
	r, err := pgx.CollectExactlyOneRow(rows, func(row pgx.CollectableRow) (r jobs.Record, err error) {
		err = row.Scan(&r.ID, &r.ParentID, &r.OrganisationID, &r.JobID, &r.CountryCode, &r.Model,
			&r.ProductDescription, &r.UserIdentifier, &r.ConfirmedHSCode, (*[]byte)(&r.Result), &r.CreatedAt)
		return r, err
	})
	if errors.Is(err, pgx.ErrNoRows) {
		return jobs.Record{}, errNoRecord
	}
	if err != nil {
		return jobs.Record{}, fmt.Errorf("read record: %w", err)
	}
	return r, nil
}
