package verifications

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"tariffdesk/fail"
	"tariffdesk/store/internal/db"
	"tariffdesk/verification"
)

// Compare and set: of two moves at once one finds the state changed.
const moveVerification = `UPDATE verifications SET state = $3, reason = CASE WHEN $4 <> '' OR $3 IN ('approved', 'rejected', 'closed') THEN $4 ELSE reason END,
	       submitted_at = CASE WHEN $3 = 'submitted' THEN now() ELSE submitted_at END,
	       decided_at = CASE WHEN $3 IN ('approved', 'rejected') THEN now() ELSE decided_at END,
	       expires_at = CASE WHEN $3 = 'approved' THEN now() + $5::interval END,
	       closed_at = CASE WHEN $3 IN ('rejected', 'closed') THEN now() END,
	       listed = CASE WHEN $7 > 0 THEN $6 ELSE listed END, checked_lists = greatest(checked_lists, $7)
	WHERE id = $1 AND state = $2 RETURNING ` + verificationColumns

// MoveVerification makes a move from the state that v is in; CodeConflict, naming the state, where it is
// not legal any more. The event, and the webhook's where one tells of it, stand in the same transaction.
func (s Store) MoveVerification(ctx context.Context, v verification.Verification, m verification.Change) (moved verification.Verification, err error) {
	to, err := v.State.After(m.Move)
	if err != nil {
		return v, err
	}
	err = s.pool.InTx(ctx, func(tx pgx.Tx) error { moved, err = moveIn(ctx, tx, v, to, m); return err })
	if errors.Is(err, pgx.ErrNoRows) {
		now, err := s.Verification(ctx, v.OrganisationID, v.ID)
		if err != nil {
			return v, err
		}
		if _, err = now.State.After(m.Move); err == nil {
			return s.MoveVerification(ctx, now, m) // it came back to a state from which the move is legal
		}
		return v, err
	}
	return moved, err
}

const selectSubmitter = `SELECT actor_kind, actor_id FROM verification_events WHERE verification_id = $1 AND type = 'submitted' ORDER BY id DESC LIMIT 1`

// Submitter is who handed a verification in, for the last time; CodeNotFound where nobody has.
func (s Store) Submitter(ctx context.Context, verificationID string) (by verification.Actor, err error) {
	err = s.pool.QueryRow(ctx, selectSubmitter, verificationID).Scan(&by.Kind, &by.ID)
	if errors.Is(err, pgx.ErrNoRows) {
		return by, fail.New(fail.CodeNotFound, "the verification was not submitted")
	}
	if err != nil {
		return by, fmt.Errorf("submitter of verification %s: %w", verificationID, err)
	}
	return by, nil
}

func moveIn(ctx context.Context, tx pgx.Tx, v verification.Verification, to verification.State, m verification.Change) (moved verification.Verification, err error) {
	moved, err = scanVerification(tx.QueryRow(ctx, moveVerification, v.ID, v.State, to, m.Reason, verification.Validity, filled(m.Listed), m.Lists))
	if err != nil {
		return moved, fmt.Errorf("%s verification %s: %w", m.Move, v.ID, err)
	}
	if err := saveChecks(ctx, tx, v.ID, m.Checks); err != nil {
		return moved, err
	}
	e := verification.Event{VerificationID: v.ID, Type: verification.EventOf(m.Move), From: v.State, To: to, Reason: m.Reason, Actor: m.By, Detail: m.Detail}
	if err := appendEvent(ctx, tx, e); err != nil {
		return moved, err
	}
	return moved, announce(ctx, tx, moved, e)
}

// A delivery is due in the transaction that makes its event. An organisation without a webhook gets none.
const insertNotice = `INSERT INTO webhook_deliveries (organisation_id, event, payload)
	SELECT organisation_id, $2, $3 FROM webhooks WHERE organisation_id = $1`

func announce(ctx context.Context, tx pgx.Tx, v verification.Verification, e verification.Event) error {
	name := e.Type.Announced()
	if name == "" {
		return nil
	}
	notice, err := verification.Notice(v, e)
	if err != nil {
		return err
	}
	if _, err := tx.Exec(ctx, insertNotice, v.OrganisationID, name, db.Document(notice)); err != nil {
		return fmt.Errorf("announce %s of verification %s: %w", name, v.ID, err)
	}
	return nil
}

const selectExpired = `SELECT ` + verificationColumns + ` FROM verifications WHERE state = 'approved' AND expires_at <= $1
	ORDER BY expires_at LIMIT $2 FOR UPDATE SKIP LOCKED`

// ExpireVerifications moves approvals whose time was over at an instant back into review, at most limit
// of them, and returns how many.
func (s Store) ExpireVerifications(ctx context.Context, at time.Time, limit int) (n int, err error) {
	err = s.pool.InTx(ctx, func(tx pgx.Tx) error {
		rows, err := tx.Query(ctx, selectExpired, at, limit)
		if err != nil {
			return fmt.Errorf("find expired verifications: %w", err)
		}
		found, err := pgx.CollectRows(rows, func(row pgx.CollectableRow) (verification.Verification, error) { return scanVerification(row) })
		if err != nil {
			return fmt.Errorf("find expired verifications: %w", err)
		}
		for _, v := range found {
			m := verification.Change{Move: verification.MoveExpire, By: verification.Actor{Kind: verification.ActorSystem}}
			if _, err := moveIn(ctx, tx, v, verification.StateInReview, m); err != nil {
				return err
			}
		}
		n = len(found)
		return nil
	})
	return n, err
}
