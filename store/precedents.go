package store

import (
	"context"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"

	"tariffdesk/classify"
	"tariffdesk/fail"
	"tariffdesk/store/internal/activity"
	"tariffdesk/store/internal/db"
)

const selectCatalogue = `SELECT revision, epoch FROM precedent_catalogues WHERE organisation_id = $1`

// precedents keeps the codes that organisations chose before.
type precedents struct{ pool *db.Pool }

// CatalogueState says which precedents of an organisation there are: rows up to revision, unless
// the epoch has changed, in which case all are to be read anew. Both are 0 of an empty catalogue.
func (s precedents) CatalogueState(ctx context.Context, organisationID string) (revision, epoch int64, err error) {
	err = s.pool.QueryRow(ctx, selectCatalogue, organisationID).Scan(&revision, &epoch)
	if err != nil && !errors.Is(err, pgx.ErrNoRows) {
		return 0, 0, fmt.Errorf("read precedent catalogue: %w", err)
	}
	return revision, epoch, nil
}

const selectPrecedents = `SELECT description, hscode FROM precedents
	WHERE organisation_id = $1 AND revision > $2 AND revision <= $3 ORDER BY revision, position`

// Precedents calls add with the rows after one revision up to another, some thousand at a time.
func (s precedents) Precedents(ctx context.Context, organisationID string, after, upTo int64, add func([]classify.Precedent)) error {
	rows, err := s.pool.Query(db.Bulk(ctx), selectPrecedents, organisationID, after, upTo)
	if err != nil {
		return fmt.Errorf("read precedents: %w", err)
	}
	var part []classify.Precedent
	var p classify.Precedent
	_, err = pgx.ForEachRow(rows, []any{&p.Description, &p.HS}, func() error {
		if part = append(part, p); len(part) == 5000 {
			add(part)
			part = part[:0]
		}
		return nil
	})
	if err != nil {
		return fmt.Errorf("read precedents: %w", err)
	}
	add(part)
	return nil
}

// nextRevision locks the catalogue until the transaction ends.
const nextRevision = `INSERT INTO precedent_catalogues AS c (organisation_id, revision) VALUES ($1, 1)
	ON CONFLICT (organisation_id) DO UPDATE SET revision = c.revision + 1 RETURNING revision`

// MaxPrecedents is how many an organisation keeps: its index is held in memory, and built anew after a
// correction.
const MaxPrecedents = 200_000

var errManyPrecedents = fail.Newf(fail.CodeBadRequest, "file: an organisation keeps %d precedents at most, and these would be more: delete some first", MaxPrecedents)

// ImportPrecedents adds rows from a source to the organisation's precedents, all or none. Run again
// with the same source and rows it adds nothing: an import that is repeated after a crash counts once.
// Beyond MaxPrecedents it is a CodeBadRequest.
func (s precedents) ImportPrecedents(ctx context.Context, organisationID, source string, precedents []classify.Precedent) error {
	err := s.pool.InTx(db.Bulk(ctx), func(tx pgx.Tx) error {
		var revision int64
		if err := tx.QueryRow(ctx, nextRevision, organisationID).Scan(&revision); err != nil {
			return err
		}
		if _, err := tx.Exec(ctx, `CREATE TEMP TABLE arriving (position integer, description text, hscode text) ON COMMIT DROP`); err != nil {
			return err
		}
		_, err := tx.CopyFrom(ctx, pgx.Identifier{"arriving"}, []string{"position", "description", "hscode"},
			pgx.CopyFromSlice(len(precedents), func(i int) ([]any, error) {
				return []any{i, precedents[i].Description, precedents[i].HS}, nil
			}))
		if err != nil {
			return err
		}
		_, err = tx.Exec(ctx, `INSERT INTO precedents (organisation_id, revision, position, description, hscode, source)
			SELECT $1, $2, min(a.position), a.description, a.hscode, $3 FROM arriving a
			WHERE NOT EXISTS (SELECT FROM precedents p WHERE p.organisation_id = $1 AND p.source = $3
			                     AND p.description = a.description AND p.hscode = a.hscode)
			GROUP BY a.description, a.hscode`, organisationID, revision, source)
		if err != nil {
			return err
		}
		var kept int
		if err := tx.QueryRow(ctx, `SELECT count(*) FROM precedents WHERE organisation_id = $1`, organisationID).Scan(&kept); err != nil {
			return err
		}
		if kept > MaxPrecedents {
			return errManyPrecedents
		}
		return nil
	})
	if err != nil {
		return fmt.Errorf("import precedents: %w", err)
	}
	return nil
}

const insertConfirmed = `INSERT INTO precedents AS p (organisation_id, revision, position, description, hscode, source, record_id, batch_row)
	VALUES ($1, $2, 0, $3, $4, 'confirmed', nullif($5, '')::uuid, nullif($6, ''))
	ON CONFLICT `

const (
	insertConfirmedRecord = insertConfirmed + `(record_id) WHERE record_id IS NOT NULL` + correctConfirmed
	insertConfirmedRow    = insertConfirmed + `(batch_row) WHERE batch_row IS NOT NULL` + correctConfirmed
	correctConfirmed      = ` DO UPDATE SET hscode = excluded.hscode RETURNING xmax <> 0`
)

const nextEpoch = `UPDATE precedent_catalogues SET epoch = epoch + 1 WHERE organisation_id = $1`

// confirmed are goods whose code an organisation has confirmed: of a record, or of a row of a batch.
type confirmed struct {
	organisationID, description, hscode string
	record, row                         string // one of them
}

// confirmPrecedent makes confirmed goods a precedent; a correction of an earlier one replaces it.
func confirmPrecedent(ctx context.Context, tx pgx.Tx, c confirmed) error {
	var revision int64
	if err := tx.QueryRow(ctx, nextRevision, c.organisationID).Scan(&revision); err != nil {
		return err
	}
	insert := insertConfirmedRecord
	if c.row != "" {
		insert = insertConfirmedRow
	}
	var replaced bool
	err := tx.QueryRow(ctx, insert, c.organisationID, revision, c.description, c.hscode, c.record, c.row).Scan(&replaced)
	if err == nil && replaced {
		_, err = tx.Exec(ctx, nextEpoch, c.organisationID)
	}
	return err
}

const selectSources = `SELECT source, count(*)::int, max(imported_at) FROM precedents WHERE organisation_id = $1 GROUP BY source ORDER BY 3 DESC, 1`

// PrecedentSources lists the sources of an organisation's precedents, newest first.
func (s precedents) PrecedentSources(ctx context.Context, organisationID string) ([]classify.PrecedentSource, error) {
	rows, err := s.pool.Query(ctx, selectSources, organisationID)
	if err != nil {
		return nil, fmt.Errorf("list precedent sources: %w", err)
	}
	return pgx.CollectRows(rows, pgx.RowToStructByPos[classify.PrecedentSource])
}

// DeletePrecedents removes all precedents of an organisation and returns how many there were.
func (s precedents) DeletePrecedents(ctx context.Context, organisationID string) (n int64, err error) {
	err = s.pool.InTx(db.Bulk(ctx), func(tx pgx.Tx) error {
		if _, err := tx.Exec(ctx, nextEpoch, organisationID); err != nil { // takes the lock
			return err
		}
		tag, err := tx.Exec(ctx, `DELETE FROM precedents WHERE organisation_id = $1`, organisationID)
		if n = tag.RowsAffected(); err != nil {
			return err
		}
		return activity.Note(ctx, tx, organisationID, "precedents.deleted", organisationID, activity.Details{"count": n})
	})
	if err != nil {
		return 0, fmt.Errorf("delete precedents: %w", err)
	}
	return n, nil
}
