package editions

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"tariffdesk/store/internal/db"
	"tariffdesk/tariff/ruling"
)

const selectNewestRulings = `SELECT coalesce(max(id), 0) FROM ruling_libraries`

// NewestRulings returns the number of the newest library, or removal of one; 0 where there never was one.
func (s Store) NewestRulings(ctx context.Context) (id int64, err error) {
	if err = s.pool.QueryRow(ctx, selectNewestRulings).Scan(&id); err != nil {
		return 0, fmt.Errorf("read the newest rulings: %w", err)
	}
	return id, nil
}

const selectRulingLibraries = `SELECT DISTINCT ON (source) id, source, content FROM ruling_libraries ORDER BY source, id DESC`

const selectRulingModel = `SELECT content FROM ruling_models WHERE library_id = $1`

// Rulings returns the rulings of all libraries in use, the model that was learnt of them, and the newest library's number.
func (s Store) Rulings(ctx context.Context) (list []ruling.Ruling, model []byte, newest int64, err error) {
	libraries, err := rulingLibraries(ctx, s.pool)
	if err != nil {
		return nil, nil, 0, err
	}
	for _, l := range libraries {
		list, newest = append(list, l.Rulings...), max(newest, l.ID)
	}
	err = s.pool.QueryRow(db.Bulk(ctx), selectRulingModel, newest).Scan(&model)
	if err != nil && !errors.Is(err, pgx.ErrNoRows) {
		return nil, nil, 0, fmt.Errorf("read model of rulings: %w", err)
	}
	return list, model, newest, nil
}

func rulingLibraries(ctx context.Context, from interface {
	Query(ctx context.Context, sql string, arguments ...any) (pgx.Rows, error)
},
) (out []ruling.Library, err error) {
	rows, err := from.Query(db.Bulk(ctx), selectRulingLibraries)
	if err != nil {
		return nil, fmt.Errorf("read rulings: %w", err)
	}
	var l ruling.Library
	var content []byte
	_, err = pgx.ForEachRow(rows, []any{&l.ID, &l.Source, &content}, func() error {
		if l.Rulings = nil; len(content) > 0 {
			var err error
			if l.Rulings, err = ruling.Decode(content); err != nil {
				return err
			}
		}
		out = append(out, l)
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("read rulings: %w", err)
	}
	return out, nil
}

const selectRulingVersions = `SELECT * FROM (SELECT DISTINCT ON (source) id, source, rulings, counted, file_name, imported_at FROM ruling_libraries
	ORDER BY source, id DESC) newest WHERE rulings > 0 ORDER BY source`

// RulingVersions returns the libraries in use.
func (s Store) RulingVersions(ctx context.Context) ([]ruling.Version, error) {
	rows, err := s.pool.Query(ctx, selectRulingVersions)
	if err != nil {
		return nil, fmt.Errorf("list rulings: %w", err)
	}
	found, err := pgx.CollectRows(rows, func(row pgx.CollectableRow) (v ruling.Version, err error) {
		var at time.Time
		err = row.Scan(&v.ID, &v.Source, &v.Rulings, &v.Counted, &v.File, &at)
		v.ImportedAt = at.UTC().Format(time.RFC3339)
		return v, err
	})
	if err != nil {
		return nil, fmt.Errorf("list rulings: %w", err)
	}
	return found, nil
}

// One change at a time, so that a model is learnt of the very libraries it is kept with.
const lockRulings = `SELECT pg_advisory_xact_lock(hashtextextended('ruling_libraries', 0))`

const insertRulings = `INSERT INTO ruling_libraries (source, rulings, counted, file_name, content) VALUES ($1, $2, $3, $4, $5) RETURNING id`

const insertRulingModel = `INSERT INTO ruling_models (library_id, content) VALUES ($1, $2)`

const deleteOldRulings = `DELETE FROM ruling_libraries WHERE source = $1 AND id < $2`

const deleteOldRulingModels = `DELETE FROM ruling_models WHERE library_id < $1`

// SaveRulings puts a source's library in the place of the one before; none removes it. Learn is given the rulings of all
// sources and returns the model kept with them. Every process takes them up within seconds.
func (s Store) SaveRulings(ctx context.Context, source ruling.Source, file string, rulings []ruling.Ruling, learn func([]ruling.Ruling) []byte) (id int64, err error) {
	err = s.pool.InTx(db.Bulk(ctx), func(tx pgx.Tx) error {
		if _, err := tx.Exec(ctx, lockRulings); err != nil {
			return err
		}
		content := []byte{} // of a source that is removed
		counted := 0
		if len(rulings) > 0 {
			if content, err = ruling.Encode(rulings); err != nil {
				return err
			}
		}
		for i := range rulings {
			if rulings[i].Counts() {
				counted++
			}
		}
		if err := tx.QueryRow(ctx, insertRulings, source, len(rulings), counted, file, content).Scan(&id); err != nil {
			return err
		}
		if _, err := tx.Exec(ctx, deleteOldRulings, source, id); err != nil {
			return err
		}
		libraries, err := rulingLibraries(ctx, tx)
		if err != nil {
			return err
		}
		var all []ruling.Ruling
		for _, l := range libraries {
			all = append(all, l.Rulings...)
		}
		if len(all) > 0 {
			if _, err := tx.Exec(ctx, insertRulingModel, id, learn(all)); err != nil {
				return err
			}
		}
		_, err = tx.Exec(ctx, deleteOldRulingModels, id)
		return err
	})
	if err != nil {
		return 0, fmt.Errorf("save rulings of %s: %w", source, err)
	}
	return id, nil
}
