// Package verifications keeps the parties to verify with their checks, documents and events, and the providers that
// send in checks of their own.
//
// A state changes by a move that is legal from the state it is in, in one transaction with its event.
package verifications

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"

	"tariffdesk/fail"
	"tariffdesk/store/internal/db"
	"tariffdesk/verification"
)

var errNoVerification = fail.New(fail.CodeNotFound, "no such verification")

const verificationColumns = `id::text, organisation_id::text, external_id, country, legal_name, tax_id, tax_id_shown, address, representatives,
	state, reason, listed, checked_lists, created_at, submitted_at, decided_at, expires_at, closed_at`

func scanVerification(row pgx.Row) (v verification.Verification, err error) {
	var signers []byte
	err = row.Scan(&v.ID, &v.OrganisationID, &v.ExternalID, &v.Country, &v.LegalName, &v.TaxID, &v.TaxIDShown, &v.Address, &signers,
		&v.State, &v.Reason, &v.Listed, &v.CheckedLists, &v.CreatedAt, &v.SubmittedAt, &v.DecidedAt, &v.ExpiresAt, &v.ClosedAt)
	if err == nil {
		err = json.Unmarshal(signers, &v.Representatives)
	}
	return v, err
}

const insertVerification = `INSERT INTO verifications (id, organisation_id, external_id, country, legal_name, tax_id, tax_id_shown, address,
	       representatives, state, listed, checked_lists)
	VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, 'draft', $10, $11) RETURNING ` + verificationColumns

// Store keeps the parties to verify with their checks, documents and events.
type Store struct{ pool *db.Pool }

// New is a Store in the database of pool.
func New(pool *db.Pool) Store { return Store{pool} }

// CreateVerification stores a draft with its first checks. CodeValidation where there is no such organisation.
func (s Store) CreateVerification(ctx context.Context, v verification.Verification, checks []verification.Check, by verification.Actor) (made verification.Verification, err error) {
	signers, err := json.Marshal(v.Representatives)
	if err != nil {
		return made, fmt.Errorf("encode representatives: %w", err)
	}
	err = s.pool.InTx(ctx, func(tx pgx.Tx) error {
		made, err = scanVerification(tx.QueryRow(ctx, insertVerification, v.ID, v.OrganisationID, v.ExternalID, v.Country, v.LegalName, v.TaxID,
			v.TaxIDShown, v.Address, db.Document(signers), filled(v.Listed), v.CheckedLists))
		if db.Violates(err, "verifications_organisation_id_fkey") {
			return fail.New(fail.CodeValidation, "organization_id: no such organisation")
		}
		if err != nil {
			return fmt.Errorf("create verification: %w", err)
		}
		if err := saveChecks(ctx, tx, v.ID, checks); err != nil {
			return err
		}
		return appendEvent(ctx, tx, verification.Event{VerificationID: v.ID, Type: verification.EventCreated, From: v.State, To: v.State, Actor: by})
	})
	return made, err
}

func filled(texts []string) []string {
	if texts == nil {
		return []string{}
	}
	return texts
}

const selectVerification = `SELECT ` + verificationColumns + ` FROM verifications WHERE id = $1 AND ($2 = '' OR organisation_id::text = $2)`

// Verification returns one of an organisation, or of any where organisationID is empty; CodeNotFound for another's.
func (s Store) Verification(ctx context.Context, organisationID, id string) (verification.Verification, error) {
	if !db.IsID(id) {
		return verification.Verification{}, errNoVerification
	}
	v, err := scanVerification(s.pool.QueryRow(ctx, selectVerification, id, organisationID))
	if errors.Is(err, pgx.ErrNoRows) {
		return v, errNoVerification
	}
	if err != nil {
		return v, fmt.Errorf("read verification %s: %w", id, err)
	}
	return v, nil
}

const filteredVerifications = `SELECT ` + verificationColumns + ` FROM verifications v
	WHERE ($1 = '' OR organisation_id = nullif($1, '')::uuid) AND ($2 = '' OR state = $2) AND ($3 = '' OR country = $3)
	  AND ($4 = '' OR external_id = $4) AND ($5 = '' OR tax_id = $5)`

// The row comparisons page along the index of the organisation, or of the state.
const (
	selectVerifications = filteredVerifications + `
	  AND ($6 = '' OR (created_at, id) < (SELECT created_at, id FROM verifications WHERE id = nullif($6, '')::uuid))
	ORDER BY created_at DESC, id DESC LIMIT $7`
	selectOldestVerifications = filteredVerifications + `
	  AND ($6 = '' OR (created_at, id) > (SELECT created_at, id FROM verifications WHERE id = nullif($6, '')::uuid))
	ORDER BY created_at, id LIMIT $7`
)

// Verifications returns a page and whether more follow.
func (s Store) Verifications(ctx context.Context, q verification.Query) ([]verification.Verification, bool, error) {
	if q.StartingAfter != "" {
		if _, err := s.Verification(ctx, q.OrganisationID, q.StartingAfter); err != nil {
			return nil, false, err
		}
	}
	query := selectVerifications
	if q.OldestFirst {
		query = selectOldestVerifications
	}
	rows, err := s.pool.Query(ctx, query, q.OrganisationID, q.State, q.Country, q.ExternalID, q.TaxID, q.StartingAfter, q.Limit+1)
	if err != nil {
		return nil, false, fmt.Errorf("list verifications: %w", err)
	}
	found, err := pgx.CollectRows(rows, func(row pgx.CollectableRow) (verification.Verification, error) { return scanVerification(row) })
	if err != nil {
		return nil, false, fmt.Errorf("list verifications: %w", err)
	}
	return found[:min(q.Limit, len(found))], len(found) > q.Limit, nil
}

const selectEvents = `SELECT id, verification_id::text, at, type, from_state, to_state, reason, actor_kind, actor_id, detail
	FROM verification_events WHERE verification_id = $1 AND id > $2 ORDER BY id LIMIT $3`

// VerificationEvents returns what happened to a verification, oldest first, after an event.
func (s Store) VerificationEvents(ctx context.Context, id string, after int64, limit int) ([]verification.Event, error) {
	rows, err := s.pool.Query(ctx, selectEvents, id, after, limit)
	if err != nil {
		return nil, fmt.Errorf("read events of verification %s: %w", id, err)
	}
	found, err := pgx.CollectRows(rows, func(row pgx.CollectableRow) (e verification.Event, err error) {
		err = row.Scan(&e.ID, &e.VerificationID, &e.At, &e.Type, &e.From, &e.To, &e.Reason, &e.Actor.Kind, &e.Actor.ID, &e.Detail)
		return e, err
	})
	if err != nil {
		return nil, fmt.Errorf("read events of verification %s: %w", id, err)
	}
	return found, nil
}

const insertEvent = `INSERT INTO verification_events (verification_id, type, from_state, to_state, reason, actor_kind, actor_id, detail)
	VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`

func appendEvent(ctx context.Context, tx pgx.Tx, e verification.Event) error {
	_, err := tx.Exec(ctx, insertEvent, e.VerificationID, e.Type, e.From, e.To, e.Reason, e.Actor.Kind, e.Actor.ID, db.Document(e.Detail))
	if err != nil {
		return fmt.Errorf("append %s to verification %s: %w", e.Type, e.VerificationID, err)
	}
	return nil
}

const selectChecks = `SELECT verification_id::text, body FROM verification_checks WHERE verification_id = ANY($1::uuid[])
	ORDER BY verification_id, document_id, name, subject`

// VerificationChecks returns the checks of verifications by their ids.
func (s Store) VerificationChecks(ctx context.Context, ids []string) (map[string][]verification.Check, error) {
	rows, err := s.pool.Query(ctx, selectChecks, ids)
	if err != nil {
		return nil, fmt.Errorf("read checks: %w", err)
	}
	found := map[string][]verification.Check{}
	var id string
	var body []byte
	_, err = pgx.ForEachRow(rows, []any{&id, &body}, func() error {
		var c verification.Check
		if err := json.Unmarshal(body, &c); err != nil {
			return fmt.Errorf("check of verification %s: %w", id, err)
		}
		found[id] = append(found[id], c)
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("read checks: %w", err)
	}
	return found, nil
}

const upsertCheck = `INSERT INTO verification_checks (verification_id, name, subject, document_id, body, checked_at)
	VALUES ($1, $2, $3, coalesce(nullif($4, '')::uuid, '00000000-0000-0000-0000-000000000000'), $5, $6)
	ON CONFLICT (verification_id, name, subject, document_id) DO UPDATE SET body = excluded.body, checked_at = excluded.checked_at`

func saveChecks(ctx context.Context, tx pgx.Tx, id string, checks []verification.Check) error {
	for _, c := range checks {
		body, err := json.Marshal(c)
		if err != nil {
			return fmt.Errorf("encode check %s: %w", c.Name, err)
		}
		if _, err := tx.Exec(ctx, upsertCheck, id, c.Name, c.Subject, c.DocumentID, db.Document(body), c.CheckedAt); err != nil {
			return fmt.Errorf("save check %s of verification %s: %w", c.Name, id, err)
		}
	}
	return nil
}
