package store

import (
	"context"
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
	return s.record(ctx, id, selectRecord, organisationID, id)
}

// ConfirmRecord stores the code that the organisation confirms or corrects a classification to.
func (s *Store) ConfirmRecord(ctx context.Context, organisationID, id, hscode string) (jobs.Record, error) {
	return s.record(ctx, id, confirmRecord, organisationID, id, hscode)
}

func (s *Store) record(ctx context.Context, id, sql string, args ...any) (jobs.Record, error) {
	if !isID(id) {
		return jobs.Record{}, errNoRecord
	}
	rows, err := s.pool.Query(ctx, sql, args...)
	if err != nil {
		return jobs.Record{}, fmt.Errorf("record %s: %w", id, err)
	}
	found, err := pgx.CollectRows(rows, func(row pgx.CollectableRow) (r jobs.Record, err error) {
		err = row.Scan(&r.ID, &r.ParentID, &r.OrganisationID, &r.JobID, &r.CountryCode, &r.Model,
			&r.ProductDescription, &r.UserIdentifier, &r.ConfirmedHSCode, (*[]byte)(&r.Result), &r.CreatedAt)
		return r, err
	})
	if err != nil {
		return jobs.Record{}, fmt.Errorf("record %s: %w", id, err)
	}
	if len(found) == 0 {
		return jobs.Record{}, errNoRecord
	}
	return found[0], nil
}
