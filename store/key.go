package store

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"tariffdesk/account"
	"tariffdesk/fail"
	"tariffdesk/store/internal/activity"
	"tariffdesk/store/internal/db"
)

var errNoKey = fail.New(fail.CodeNotFound, "no such API key")

const keyColumns = `k.id, k.organisation_id, k.type, k.name, k.prefix, k.created_at, k.last_used_at, k.revoked_at, ` + keyUnapproved

// keyUnapproved is read from the audit log at each use, so that a process of the release before, which
// still makes such keys, opens nothing. Keys of other types never get as far as the subquery.
const keyUnapproved = `CASE WHEN k.type = 'cmt' AND k.approved_at IS NULL THEN EXISTS (SELECT FROM audit_log a
	WHERE a.action = 'key.created' AND a.subject = k.id::text AND a.actor_kind IN ('user', 'key')) ELSE false END`

const insertKey = `INSERT INTO api_keys (id, organisation_id, type, name, prefix, hash, created_at) VALUES ($1, $2, $3, $4, $5, $6, $7)`

const selectKeys = `SELECT ` + keyColumns + ` FROM api_keys k WHERE k.organisation_id = $1 ORDER BY k.created_at DESC, k.id DESC`

const selectKeyByID = `SELECT ` + keyColumns + ` FROM api_keys k WHERE k.id = $1`

const selectKeyByHash = `SELECT ` + keyColumns + ` FROM api_keys k WHERE k.hash = $1`

const selectKeyCaller = `SELECT ` + keyColumns + `, ` + organisationColumns + fromOrganisations +
	`JOIN api_keys k ON k.organisation_id = o.id WHERE k.hash = $1`

const revokeKey = `UPDATE api_keys k SET revoked_at = coalesce(k.revoked_at, now()) WHERE k.id = $1 RETURNING ` + keyColumns

const approveKey = `UPDATE api_keys k SET approved_at = coalesce(k.approved_at, now()) WHERE k.id = $1 RETURNING ` + keyColumns

const countUnapproved = `SELECT count(*) FROM api_keys k WHERE k.revoked_at IS NULL AND ` + keyUnapproved

const listKeys = `SELECT ` + keyColumns + `, o.name, coalesce(c.actor_kind, ''), coalesce(c.actor_id, ''), coalesce(c.actor_name, '')
	FROM api_keys k JOIN organisations o ON o.id = k.organisation_id
	LEFT JOIN LATERAL (SELECT actor_kind, actor_id, actor_name FROM audit_log a
		WHERE a.action = 'key.created' AND a.subject = k.id::text ORDER BY a.at LIMIT 1) c ON true
	WHERE ($1 = '' OR k.organisation_id = nullif($1, '')::uuid) AND ($2 = '' OR k.type = $2)
	ORDER BY k.created_at DESC, k.id DESC`

// touchKey is conditional, so that many calls at once write one row version a minute.
const touchKey = `UPDATE api_keys SET last_used_at = $2
	WHERE id = $1 AND (last_used_at IS NULL OR last_used_at <= $2::timestamptz - interval '1 minute')`

// keys is the part of a store that keeps API keys.
type keys struct{ pool *db.Pool }

// keyFields are where a row of keyColumns is scanned to.
func keyFields(k *account.Key) []any {
	return []any{&k.ID, &k.OrganisationID, &k.Type, &k.Name, &k.Prefix, &k.CreatedAt, &k.LastUsedAt, &k.RevokedAt, &k.Unapproved}
}

// CreateKey stores a key under the hash of its token.
func (s keys) CreateKey(ctx context.Context, k account.Key, hash []byte) (account.Key, error) {
	err := s.pool.InTx(ctx, func(tx pgx.Tx) error {
		if _, err := tx.Exec(ctx, insertKey, k.ID, k.OrganisationID, k.Type, k.Name, k.Prefix, hash, k.CreatedAt); err != nil {
			return err
		}
		return activity.Note(ctx, tx, k.OrganisationID, "key.created", k.ID, activity.Details{"prefix": k.Prefix, "type": k.Type, "name": k.Name})
	})
	switch {
	case db.Violates(err, "api_keys_organisation_id_fkey"):
		return account.Key{}, errNoOrganisation
	case err != nil:
		return account.Key{}, fmt.Errorf("create key %s: %w", k.ID, err)
	}
	return k, nil
}

// Keys returns the organisation's keys, newest first.
func (s keys) Keys(ctx context.Context, organisationID string) ([]account.Key, error) {
	rows, err := s.pool.Query(ctx, selectKeys, organisationID)
	if err != nil {
		return nil, fmt.Errorf("keys of organisation %s: %w", organisationID, err)
	}
	found, err := pgx.CollectRows(rows, func(row pgx.CollectableRow) (k account.Key, err error) {
		return k, row.Scan(keyFields(&k)...)
	})
	if err != nil {
		return nil, fmt.Errorf("keys of organisation %s: %w", organisationID, err)
	}
	return found, nil
}

// ListKeys returns keys of all organisations with who made each, newest first.
func (s keys) ListKeys(ctx context.Context, q account.KeyQuery) ([]account.ListedKey, error) {
	rows, err := s.pool.Query(ctx, listKeys, q.OrganisationID, q.Type)
	if err != nil {
		return nil, fmt.Errorf("list keys: %w", err)
	}
	found, err := pgx.CollectRows(rows, func(row pgx.CollectableRow) (k account.ListedKey, err error) {
		by := &k.CreatedBy
		return k, row.Scan(append(keyFields(&k.Key), &k.Organisation, &by.Kind, &by.ID, &by.Name)...)
	})
	if err != nil {
		return nil, fmt.Errorf("list keys: %w", err)
	}
	return found, nil
}

// UnapprovedKeys counts the active keys that wait for an operator's approval.
func (s keys) UnapprovedKeys(ctx context.Context) (n int, err error) {
	if err := s.pool.QueryRow(ctx, countUnapproved).Scan(&n); err != nil {
		return 0, fmt.Errorf("count unapproved keys: %w", err)
	}
	return n, nil
}

// ApproveKey approves a key; one approved before keeps its time.
func (s keys) ApproveKey(ctx context.Context, id string) (k account.Key, err error) {
	if !db.IsID(id) {
		return k, errNoKey
	}
	err = s.pool.InTx(ctx, func(tx pgx.Tx) error {
		err := tx.QueryRow(ctx, approveKey, id).Scan(keyFields(&k)...)
		if errors.Is(err, pgx.ErrNoRows) {
			return errNoKey
		}
		if err != nil {
			return err
		}
		return activity.Note(ctx, tx, k.OrganisationID, "key.approved", k.ID, activity.Details{"prefix": k.Prefix, "name": k.Name})
	})
	return k, db.Wrapped(err, "approve key %s", id)
}

// Key returns a key of any organisation by its id.
func (s keys) Key(ctx context.Context, id string) (account.Key, error) {
	if !db.IsID(id) {
		return account.Key{}, errNoKey
	}
	return s.key(ctx, selectKeyByID, id)
}

// KeyByHash returns a key of any organisation by the hash of its token.
func (s keys) KeyByHash(ctx context.Context, hash []byte) (account.Key, error) {
	return s.key(ctx, selectKeyByHash, hash)
}

// RevokeKey revokes a key; one already revoked keeps its time.
func (s keys) RevokeKey(ctx context.Context, id string) (k account.Key, err error) {
	if k, err = s.Key(ctx, id); err != nil || k.RevokedAt != nil {
		return k, err
	}
	err = s.pool.InTx(ctx, func(tx pgx.Tx) error {
		if err := tx.QueryRow(ctx, revokeKey, id).Scan(keyFields(&k)...); err != nil {
			return err
		}
		return activity.Note(ctx, tx, k.OrganisationID, "key.cancelled", k.ID, activity.Details{"prefix": k.Prefix, "name": k.Name})
	})
	return k, db.Wrapped(err, "revoke key %s", id)
}

func (s keys) key(ctx context.Context, sql string, arg any) (k account.Key, err error) {
	err = s.pool.QueryRow(ctx, sql, arg).Scan(keyFields(&k)...)
	if errors.Is(err, pgx.ErrNoRows) {
		return account.Key{}, errNoKey
	}
	if err != nil {
		return account.Key{}, fmt.Errorf("key: %w", err)
	}
	return k, nil
}

// KeyCaller returns a key with its organisation, subscription and balance, in one query.
func (s keys) KeyCaller(ctx context.Context, hash []byte) (k account.Key, o account.Organisation, err error) {
	err = s.pool.QueryRow(ctx, selectKeyCaller, hash).Scan(append(keyFields(&k), organisationFields(&o)...)...)
	if errors.Is(err, pgx.ErrNoRows) {
		return k, o, errNoKey
	}
	if err != nil {
		return k, o, fmt.Errorf("caller by key: %w", err)
	}
	return k, o, nil
}

// TouchKey notes that a key was used, at most once a minute.
func (s keys) TouchKey(ctx context.Context, id string, at time.Time) error {
	if _, err := s.pool.Exec(ctx, touchKey, id, at); err != nil {
		return fmt.Errorf("touch key %s: %w", id, err)
	}
	return nil
}
