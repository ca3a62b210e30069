package store

import (
	"context"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"

	"tariffdesk/classify"
	"tariffdesk/fail"
	"tariffdesk/jobs"
	"tariffdesk/store/internal/activity"
	"tariffdesk/store/internal/db"
)

const selectCatalogue = `SELECT revision, epoch FROM precedent_catalogues WHERE organisation_id = $1`

// precedents keeps the codes that organisations chose before.
type precedents struct{ pool *db.Pool }

// CatalogueState says which precedents of an organisation there are.
func (s precedents) CatalogueState(ctx context.Context, organisationID string) (c jobs.CatalogueState, err error) {
	err = s.pool.QueryRow(ctx, selectCatalogue, organisationID).Scan(&c.Revision, &c.Epoch)
	if err != nil && !errors.Is(err, pgx.ErrNoRows) {
		return jobs.CatalogueState{}, fmt.Errorf("read precedent catalogue: %w", err)
	}
	return c, nil
}

const selectPrecedents = `SELECT description, hscode, country_code, source = '` + sourceConfirmed + `' FROM precedents
	WHERE organisation_id = $1 AND revision > $2 AND revision <= $3 ORDER BY revision, position`

// Precedents calls add with the rows after one revision up to another, some thousand at a time.
func (s precedents) Precedents(ctx context.Context, organisationID string, after, upTo int64, add func([]classify.Precedent)) error {
	rows, err := s.pool.Query(db.Bulk(ctx), selectPrecedents, organisationID, after, upTo)
	if err != nil {
		return fmt.Errorf("read precedents: %w", err)
	}
	var part []classify.Precedent
	var p classify.Precedent
	_, err = pgx.ForEachRow(rows, []any{&p.Description, &p.HS, &p.Country, &p.Decided}, func() error {
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

// sourceConfirmed is the source of what people decided; an imported file has a name with a suffix.
const sourceConfirmed = "confirmed"

const (
	insertConfirmed = `INSERT INTO precedents (id, organisation_id, revision, position, description, hscode, country_code, source, record_id, batch_row, shipment_line)
		VALUES (nullif($1, '')::uuid, $2, $3, 0, $4, $5, $6, '` + sourceConfirmed + `', nullif($7, '')::uuid, nullif($8, ''), nullif($9, ''))`
	withdrawConfirmed = `DELETE FROM precedents WHERE organisation_id = $1
		AND (record_id = nullif($2, '')::uuid OR batch_row = nullif($3, '') OR shipment_line = nullif($4, ''))`
)

const nextEpoch = `UPDATE precedent_catalogues SET epoch = epoch + 1 WHERE organisation_id = $1`

// confirmed are goods whose code an organisation has confirmed: of a record, of a row of a batch, or of a line of a shipment.
type confirmed struct {
	organisationID, description string
	country, hscode             string // no hscode: nothing is confirmed any more
	decision                    string // that confirmed it; its id becomes the precedent's
	record, row, line           string // one of them
}

// confirmPrecedent makes confirmed goods a precedent, in place of one that an earlier decision on them made.
func confirmPrecedent(ctx context.Context, tx pgx.Tx, c confirmed) error {
	var revision int64
	if err := tx.QueryRow(ctx, nextRevision, c.organisationID).Scan(&revision); err != nil {
		return err
	}
	tag, err := tx.Exec(ctx, withdrawConfirmed, c.organisationID, c.record, c.row, c.line)
	if err != nil {
		return fmt.Errorf("withdraw precedent: %w", err)
	}
	if tag.RowsAffected() > 0 {
		if _, err := tx.Exec(ctx, nextEpoch, c.organisationID); err != nil {
			return err
		}
	}
	if c.hscode == "" {
		return nil
	}
	if _, err = tx.Exec(ctx, insertConfirmed, c.decision, c.organisationID, revision, c.description, c.hscode, c.country, c.record, c.row, c.line); err != nil {
		return fmt.Errorf("keep precedent: %w", err)
	}
	return nil
}

var errNoPrecedent = fail.New(fail.CodeNotFound, "no such precedent")

const selectPrecedent = `SELECT id::text, description, hscode, country_code, source, coalesce(record_id::text, ''), coalesce(batch_row, ''), imported_at
	FROM precedents WHERE organisation_id = $1 AND id = $2`

// Precedent returns a precedent of the organisation, CodeNotFound for any other id.
func (s precedents) Precedent(ctx context.Context, organisationID, id string) (p jobs.Precedent, err error) {
	if !db.IsID(id) {
		return p, errNoPrecedent
	}
	rows, err := s.pool.Query(ctx, selectPrecedent, organisationID, id)
	if err != nil {
		return p, fmt.Errorf("read precedent: %w", err)
	}
	p, err = pgx.CollectExactlyOneRow(rows, pgx.RowToStructByPos[jobs.Precedent])
	if errors.Is(err, pgx.ErrNoRows) {
		return p, errNoPrecedent
	}
	if err != nil {
		return p, fmt.Errorf("read precedent: %w", err)
	}
	return p, nil
}

const deletePrecedent = `DELETE FROM precedents WHERE organisation_id = $1 AND id = $2 RETURNING hscode`

// DeletePrecedent removes a precedent of the organisation; what was decided stays decided. CodeNotFound for any other id.
func (s precedents) DeletePrecedent(ctx context.Context, organisationID, id string) error {
	if !db.IsID(id) {
		return errNoPrecedent
	}
	return s.pool.InTx(ctx, func(tx pgx.Tx) error {
		if _, err := tx.Exec(ctx, nextEpoch, organisationID); err != nil { // takes the lock
			return fmt.Errorf("delete precedent: %w", err)
		}
		var hscode string
		err := tx.QueryRow(ctx, deletePrecedent, organisationID, id).Scan(&hscode)
		if errors.Is(err, pgx.ErrNoRows) {
			return errNoPrecedent
		}
		if err != nil {
			return fmt.Errorf("delete precedent: %w", err)
		}
		return activity.Note(ctx, tx, organisationID, "precedent.deleted", id, activity.Details{"hscode": hscode})
	})
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
