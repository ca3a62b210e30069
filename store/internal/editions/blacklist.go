package editions

import (
	"context"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"

	"tariffdesk/store/internal/db"
	"tariffdesk/verification/list"
)

const selectBlacklists = `SELECT DISTINCT ON (source, part) id, source, part, as_of::text, rows, file_name, imported_at
	FROM blacklist_versions ORDER BY source, part, id DESC`

// Blacklists returns the newest version of each list.
func (s Store) Blacklists(ctx context.Context) ([]list.Imported, error) {
	rows, err := s.pool.Query(ctx, selectBlacklists)
	if err != nil {
		return nil, fmt.Errorf("read blacklists: %w", err)
	}
	found, err := pgx.CollectRows(rows, func(row pgx.CollectableRow) (v list.Imported, err error) {
		err = row.Scan(&v.ID, &v.Source, &v.Part, &v.AsOf, &v.Rows, &v.File, &v.ImportedAt)
		return v, err
	})
	if err != nil {
		return nil, fmt.Errorf("read blacklists: %w", err)
	}
	return found, nil
}

const selectNewestBlacklist = `SELECT coalesce(max(id), 0) FROM blacklist_versions`

// NewestBlacklist returns the number of the newest version of any list, 0 where none was imported.
func (s Store) NewestBlacklist(ctx context.Context) (id int64, err error) {
	if err = s.pool.QueryRow(ctx, selectNewestBlacklist).Scan(&id); err != nil {
		return 0, fmt.Errorf("read the newest blacklist: %w", err)
	}
	return id, nil
}

const selectBlacklist = `SELECT content FROM blacklist_versions WHERE id = $1`

// Blacklist returns the entries of a version.
func (s Store) Blacklist(ctx context.Context, id int64) ([]list.Entry, error) {
	var content []byte
	if err := s.pool.QueryRow(db.Bulk(ctx), selectBlacklist, id).Scan(&content); err != nil {
		return nil, fmt.Errorf("read blacklist %d: %w", id, err)
	}
	return list.Decode(content)
}

// One import at a time, so that numbers grow in the order in which they are seen: a process that has
// seen one has seen all before it.
const lockBlacklists = `SELECT pg_advisory_xact_lock(hashtextextended('blacklist_versions', 0))`

const insertBlacklist = `INSERT INTO blacklist_versions (source, part, as_of, rows, file_name, content)
	SELECT $1, $2, $3::date, $4, $5, $6 WHERE $7 = (SELECT coalesce(max(id), 0) FROM blacklist_versions WHERE source = $1 AND part = $2)
	RETURNING id`

// The version before stays, to be looked at; older ones go.
const deleteOldBlacklists = `DELETE FROM blacklist_versions WHERE source = $1 AND part = $2 AND id < $3`

// ErrBlacklistMoved says that another import came between.
var ErrBlacklistMoved = errors.New("another version of the list was imported meanwhile")

// SaveBlacklists stores versions together; every process takes them up within seconds.
func (s Store) SaveBlacklists(ctx context.Context, all []list.New) (ids []int64, err error) {
	err = s.pool.InTx(db.Bulk(ctx), func(tx pgx.Tx) error {
		if _, err := tx.Exec(ctx, lockBlacklists); err != nil {
			return fmt.Errorf("lock blacklists: %w", err)
		}
		for _, n := range all {
			content, err := list.Encode(n.List.Entries)
			if err != nil {
				return err
			}
			var id int64
			err = tx.QueryRow(ctx, insertBlacklist, n.List.Source, n.List.Part, n.List.AsOf, len(n.List.Entries), n.File, content, n.After).Scan(&id)
			if errors.Is(err, pgx.ErrNoRows) {
				return ErrBlacklistMoved
			}
			if err != nil {
				return fmt.Errorf("save blacklist %s: %w", n.List.Key(), err)
			}
			if _, err := tx.Exec(ctx, deleteOldBlacklists, n.List.Source, n.List.Part, n.After); err != nil {
				return fmt.Errorf("remove old versions of %s: %w", n.List.Key(), err)
			}
			ids = append(ids, id)
		}
		return nil
	})
	return ids, err
}
