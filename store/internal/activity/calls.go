package activity

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"

	"tariffdesk/account"
	"tariffdesk/store/internal/db"
)

const selectCalls = `SELECT id::text, organisation_id::text, request_id, at, method, path, status, duration_ms, credits,
	coalesce(key_id::text, ''), key_prefix, coalesce(user_id::text, ''), coalesce(job_id::text, ''), address, user_agent, source FROM request_log`

// PurgeCalls deletes the oldest calls, at most $1. Their ids are of version 7, which begin with the milliseconds of their
// making: the primary key holds them by age.
const PurgeCalls = `DELETE FROM request_log WHERE ctid = ANY (ARRAY (SELECT ctid FROM request_log
	WHERE id < rpad(lpad(to_hex((extract(epoch FROM now() - interval '14 days') * 1000)::bigint), 12, '0'), 32, '0')::uuid LIMIT $1))`

// SaveCalls writes logged calls, all or none. Their loss in a crash harms nobody: it does not wait for
// the disk.
func (s Store) SaveCalls(ctx context.Context, calls []account.LoggedCall) error {
	columns := []string{"id", "organisation_id", "request_id", "at", "method", "path", "status", "duration_ms", "credits",
		"key_id", "key_prefix", "user_id", "job_id", "address", "user_agent", "source"}
	err := s.pool.InTx(ctx, func(tx pgx.Tx) error {
		if _, err := tx.Exec(ctx, `SET LOCAL synchronous_commit = off`); err != nil {
			return err
		}
		_, err := tx.CopyFrom(ctx, pgx.Identifier{"request_log"}, columns, pgx.CopyFromSlice(len(calls), func(i int) ([]any, error) {
			c := calls[i]
			return []any{c.ID, c.OrganisationID, c.RequestID, c.At, c.Method, c.Path, c.Status, c.DurationMS, c.Credits,
				orNull(c.KeyID), c.KeyPrefix, orNull(c.UserID), orNull(c.JobID), c.Address, c.UserAgent, string(c.Source)}, nil
		}))
		return err
	})
	if err != nil {
		return fmt.Errorf("save %d logged calls: %w", len(calls), err)
	}
	return nil
}

func orNull(s string) *string {
	if s == "" {
		return nil
	}
	return &s
}

// Calls lists an organisation's logged calls, newest first; after one that is not there, nothing.
func (s Store) Calls(ctx context.Context, q account.CallQuery) ([]account.LoggedCall, error) {
	if q.StartingAfter != "" && !db.IsID(q.StartingAfter) || q.KeyID != "" && !db.IsID(q.KeyID) {
		return nil, nil
	}
	f := &db.Filter{}
	f.Add(`organisation_id = $%d`, q.OrganisationID)
	if !q.From.IsZero() {
		f.Add(`at >= $%d`, q.From)
	}
	if !q.To.IsZero() {
		f.Add(`at < $%d`, q.To)
	}
	if q.MinStatus != 0 {
		f.Add(`status >= $%d`, q.MinStatus)
		f.Add(`status <= $%d`, q.MaxStatus)
	}
	if q.Path != "" {
		f.Add(`starts_with(path, $%d)`, q.Path)
	}
	if q.KeyID != "" {
		f.Add(`key_id = $%d`, q.KeyID)
	}
	if q.Source != "" {
		f.Add(`source = $%d`, q.Source)
	}
	if q.StartingAfter != "" {
		f.Add(`(at, id) < (SELECT at, id FROM request_log WHERE id = $%d)`, q.StartingAfter)
	}
	rows, err := s.pool.Query(ctx, selectCalls+f.Where()+` ORDER BY at DESC, id DESC`+f.Limit(q.Limit), f.Args...)
	if err != nil {
		return nil, fmt.Errorf("list calls: %w", err)
	}
	found, err := pgx.CollectRows(rows, pgx.RowToStructByPos[account.LoggedCall])
	if err != nil {
		return nil, fmt.Errorf("list calls: %w", err)
	}
	return found, nil
}
