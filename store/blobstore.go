package store

import (
	"context"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"
)

const markBlobStore = `UPDATE blob_store SET marked = true WHERE NOT marked RETURNING id::text`

const selectBlobStore = `SELECT id::text FROM blob_store`

// BlobStore returns the id that the blob store of this database's processes holds. The first process
// to ask writes it there, once; others wait for it meanwhile.
func (s *Store) BlobStore(ctx context.Context, write func(id string) error) (id string, err error) {
	err = s.pool.InTx(ctx, func(tx pgx.Tx) error {
		err := tx.QueryRow(ctx, markBlobStore).Scan(&id)
		if errors.Is(err, pgx.ErrNoRows) {
			return tx.QueryRow(ctx, selectBlobStore).Scan(&id)
		}
		if err != nil {
			return err
		}
		return write(id)
	})
	if err != nil {
		return "", fmt.Errorf("id of the blob store: %w", err)
	}
	return id, nil
}
