package store

import (
	"context"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"

	"tariffdesk/fail"
	"tariffdesk/jobs"
	"tariffdesk/store/internal/db"
)

const insertShareFile = `INSERT INTO share_files (id, link_id, blob_key, name, media_type, size_bytes) VALUES ($1, $2, $3, $4, $5, $6)`

const selectShareFiles = `SELECT id::text, blob_key, name, media_type, size_bytes FROM share_files WHERE link_id = $1 ORDER BY created_at, id`

const deleteShareFile = `DELETE FROM share_files WHERE link_id = $1 AND id = $2 RETURNING blob_key`

var (
	errNoShareFile    = fail.New(fail.CodeNotFound, "no such file")
	errManyShareFiles = fail.Newf(fail.CodeBadRequest, "file: a link takes %d files at most", jobs.MaxLinkFiles)
)

// AddLinkFile keeps a file for the answer of an open link, MaxLinkFiles at most: CodeBadRequest beyond.
func (s shareLinks) AddLinkFile(ctx context.Context, linkID string, f jobs.LinkFile) error {
	err := s.pool.InTx(ctx, func(tx pgx.Tx) error {
		l, err := link(tx.Query(ctx, lockLink, linkID)) // orders uploads at the same moment
		if err != nil {
			return err
		}
		if l.State != jobs.LinkOpen || l.Late {
			return errLinkEnded
		}
		var kept int
		if err := tx.QueryRow(ctx, `SELECT count(*) FROM share_files WHERE link_id = $1`, linkID).Scan(&kept); err != nil {
			return err
		}
		if kept >= jobs.MaxLinkFiles {
			return errManyShareFiles
		}
		_, err = tx.Exec(ctx, insertShareFile, f.ID, linkID, f.Key, f.Name, f.MediaType, f.SizeBytes)
		return err
	})
	return db.Wrapped(err, "add file to share link %s", linkID)
}

// LinkFiles lists the files of a link that is not answered, oldest first.
func (s shareLinks) LinkFiles(ctx context.Context, linkID string) ([]jobs.LinkFile, error) {
	rows, err := s.pool.Query(ctx, selectShareFiles, linkID)
	if err != nil {
		return nil, fmt.Errorf("files of share link %s: %w", linkID, err)
	}
	found, err := pgx.CollectRows(rows, pgx.RowToStructByPos[jobs.LinkFile])
	if err != nil {
		return nil, fmt.Errorf("files of share link %s: %w", linkID, err)
	}
	return found, nil
}

// DropLinkFile forgets a file and returns the key of its blob, which nobody owns then.
func (s shareLinks) DropLinkFile(ctx context.Context, linkID, id string) (key string, err error) {
	if !db.IsID(id) {
		return "", errNoShareFile
	}
	err = s.pool.QueryRow(ctx, deleteShareFile, linkID, id).Scan(&key)
	if errors.Is(err, pgx.ErrNoRows) {
		return "", errNoShareFile
	}
	return key, db.Wrapped(err, "drop file of share link %s", linkID)
}
