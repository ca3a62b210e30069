// Package activity is the log of what was called, and of what was changed by whom.
//
// It decides nothing and forgets calls after two weeks.
package activity

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/jackc/pgx/v5"

	"tariffdesk/account"
	"tariffdesk/store/internal/db"
)

const insertAudit = `INSERT INTO audit_log (organisation_id, action, actor_kind, actor_id, actor_name, address, subject, details, user_agent, source)
	VALUES (nullif($1, '')::uuid, $2, $3, $4, $5, $6, $7, $8, $9, $10)`

// Details of an audit entry; nil for none.
type Details map[string]any

// Note records what the actor of ctx did, in the transaction that does it.
func Note(ctx context.Context, tx pgx.Tx, organisationID, action, subject string, d Details) error {
	if d == nil {
		d = Details{}
	}
	content, err := json.Marshal(d)
	if err != nil {
		return fmt.Errorf("encode audit entry %s: %w", action, err)
	}
	by := account.ActorOf(ctx)
	if _, err := tx.Exec(ctx, insertAudit, organisationID, action, by.Kind, by.ID, by.Name, by.Address, subject, db.Document(content), by.UserAgent, by.Source); err != nil {
		return fmt.Errorf("audit %s: %w", action, err)
	}
	return nil
}

const selectAudit = `SELECT id::text, coalesce(organisation_id::text, ''), at, action, actor_kind, actor_id, actor_name, address, subject, details, user_agent, source
	FROM audit_log
	WHERE ($1 = '' OR organisation_id = nullif($1, '')::uuid) AND at >= $2 AND at < $3
	  AND ($4 = '' OR action = $4 OR right($4, 1) = '.' AND starts_with(action, $4))
	  AND ($5 = '' OR (at, id) < (SELECT at, id FROM audit_log WHERE id = nullif($5, '')::uuid))
	  AND ($7 = '' OR source = $7) AND ($8 = '' OR actor_kind = 'key' AND actor_id = $8 OR subject = $8)
	ORDER BY at DESC, id DESC LIMIT $6`

// Store is the log of what was called and of what was changed by whom.
type Store struct{ pool *db.Pool }

// New is a Store in the database of pool.
func New(pool *db.Pool) Store { return Store{pool} }

// Audit lists what was done, newest first; after an entry that is not there, nothing.
func (s Store) Audit(ctx context.Context, q account.AuditQuery) ([]account.AuditEntry, error) {
	if q.StartingAfter != "" && !db.IsID(q.StartingAfter) {
		return nil, nil
	}
	rows, err := s.pool.Query(ctx, selectAudit, q.OrganisationID, q.From, q.To, q.Action, q.StartingAfter, q.Limit, q.Source, q.KeyID)
	if err != nil {
		return nil, fmt.Errorf("read audit log: %w", err)
	}
	found, err := pgx.CollectRows(rows, func(row pgx.CollectableRow) (e account.AuditEntry, err error) {
		var content []byte
		err = row.Scan(&e.ID, &e.OrganisationID, &e.At, &e.Action, &e.Actor.Kind, &e.Actor.ID, &e.Actor.Name, &e.Actor.Address, &e.Subject, &content, &e.Actor.UserAgent, &e.Actor.Source)
		if err == nil {
			err = json.Unmarshal(content, &e.Details)
		}
		return e, err
	})
	if err != nil {
		return nil, fmt.Errorf("read audit log: %w", err)
	}
	return found, nil
}
