// Package papers keeps what organisations teach the reading of documents: schemas of their own, and corrections.
//
// It decides nothing: what a schema may be and what a correction teaches is known elsewhere.
package papers

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"

	"tariffdesk/fail"
	"tariffdesk/jobs"
	"tariffdesk/store/internal/activity"
	"tariffdesk/store/internal/db"
)

// Store keeps schemas and corrections.
type Store struct{ pool *db.Pool }

// New is a Store in the database of pool.
func New(pool *db.Pool) Store { return Store{pool} }

var (
	errNoSchema      = fail.New(fail.CodeNotFound, "there is no schema of this name")
	errManySchemas   = fail.Newf(fail.CodeConflict, "an organization keeps %d schemas at most: delete one first", jobs.MaxSavedSchemas)
	errNoCorrection  = fail.New(fail.CodeNotFound, "there is no such correction")
	errNoResult      = fail.New(fail.CodeConflict, "the job left no result that can be corrected")
	errResultExpired = fail.New(fail.CodeGone, "the result has expired")
)

// SavedSchemas lists the schemas of an organisation by name.
func (s Store) SavedSchemas(ctx context.Context, organisationID string) ([]jobs.SavedSchema, error) {
	rows, err := s.pool.Query(ctx, `SELECT name, schema, updated_at FROM extraction_schemas WHERE organisation_id = $1 ORDER BY name`, organisationID)
	if err != nil {
		return nil, fmt.Errorf("list schemas: %w", err)
	}
	all, err := pgx.CollectRows(rows, savedSchema)
	return all, db.Wrapped(err, "list schemas")
}

func savedSchema(row pgx.CollectableRow) (one jobs.SavedSchema, err error) {
	var text string
	err = row.Scan(&one.Name, &text, &one.UpdatedAt)
	one.Schema = json.RawMessage(text)
	return one, err
}

// SavedSchema is a schema by its name; CodeNotFound for a name that the organisation has not.
func (s Store) SavedSchema(ctx context.Context, organisationID, name string) (jobs.SavedSchema, error) {
	rows, err := s.pool.Query(ctx, `SELECT name, schema, updated_at FROM extraction_schemas WHERE organisation_id = $1 AND name = $2`, organisationID, name)
	if err != nil {
		return jobs.SavedSchema{}, fmt.Errorf("read schema: %w", err)
	}
	one, err := pgx.CollectExactlyOneRow(rows, savedSchema)
	if errors.Is(err, pgx.ErrNoRows) {
		return one, errNoSchema
	}
	return one, db.Wrapped(err, "read schema")
}

const putSchema = `INSERT INTO extraction_schemas (organisation_id, name, schema) VALUES ($1, $2, $3)
	ON CONFLICT (organisation_id, name) DO UPDATE SET schema = excluded.schema, updated_at = now()`

// SaveSchema keeps a schema under a name, in the place of one that has it; CodeConflict beyond MaxSavedSchemas.
func (s Store) SaveSchema(ctx context.Context, organisationID, name string, schema json.RawMessage) error {
	err := s.pool.InTx(ctx, func(tx pgx.Tx) error {
		if _, err := tx.Exec(ctx, `SELECT FROM organisations WHERE id = $1 FOR NO KEY UPDATE`, organisationID); err != nil { // one at a time
			return err
		}
		var others int
		if err := tx.QueryRow(ctx, `SELECT count(*) FROM extraction_schemas WHERE organisation_id = $1 AND name <> $2`, organisationID, name).Scan(&others); err != nil {
			return err
		}
		if others >= jobs.MaxSavedSchemas {
			return errManySchemas
		}
		if _, err := tx.Exec(ctx, putSchema, organisationID, name, string(schema)); err != nil {
			return err
		}
		return activity.Note(ctx, tx, organisationID, "extraction_schema.saved", name, nil)
	})
	return db.Wrapped(err, "save schema")
}

// DeleteSchema removes a schema; CodeNotFound for a name that the organisation has not.
func (s Store) DeleteSchema(ctx context.Context, organisationID, name string) error {
	err := s.pool.InTx(ctx, func(tx pgx.Tx) error {
		tag, err := tx.Exec(ctx, `DELETE FROM extraction_schemas WHERE organisation_id = $1 AND name = $2`, organisationID, name)
		if err == nil && tag.RowsAffected() == 0 {
			err = errNoSchema
		}
		if err != nil {
			return err
		}
		return activity.Note(ctx, tx, organisationID, "extraction_schema.deleted", name, nil)
	})
	return db.Wrapped(err, "delete schema")
}
