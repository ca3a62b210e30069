package store

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/jackc/pgx/v5"

	"tariffdesk/verification"
)

// Locked rows are another process's chunk.
const claimUnchecked = `SELECT ` + verificationColumns + ` FROM verifications
	WHERE checked_lists < $1 AND state IN ('draft', 'submitted', 'in_review', 'approved')
	ORDER BY checked_lists, id LIMIT $2 FOR UPDATE SKIP LOCKED`

const noteChecked = `UPDATE verifications SET checked_lists = $2 WHERE id = ANY($1::uuid[])`

// The day of the lists in a check that found nothing is all that changes in it.
const renewChecks = `UPDATE verification_checks SET body = body || $3::jsonb, checked_at = now()
	WHERE verification_id = ANY($1::uuid[]) AND name = $2 AND body->>'outcome' IN ('passed', 'unknown')`

const noteListed = `UPDATE verifications SET listed = $2 WHERE id = $1`

// RecheckVerifications claims up to limit verifications that were not checked with the lists of a
// version, has each judged, and writes what changed: one that is newly listed gets its event and its
// webhook, and goes back into review where it was approved or submitted. It returns how many it claimed.
func (s *Store) RecheckVerifications(ctx context.Context, version int64, limit int, judge func(verification.Verification) verification.Rechecked) (n int, err error) {
	err = s.inTx(ctx, func(tx pgx.Tx) error {
		rows, err := tx.Query(ctx, claimUnchecked, version, limit)
		if err != nil {
			return fmt.Errorf("claim verifications to check: %w", err)
		}
		found, err := pgx.CollectRows(rows, func(row pgx.CollectableRow) (verification.Verification, error) { return scanVerification(row) })
		if err != nil {
			return fmt.Errorf("claim verifications to check: %w", err)
		}
		n = len(found)
		return recheckIn(ctx, tx, version, found, judge)
	})
	return n, err
}

func recheckIn(ctx context.Context, tx pgx.Tx, version int64, found []verification.Verification, judge func(verification.Verification) verification.Rechecked) error {
	var ids []string
	renewed := map[string][]string{}
	for _, v := range found {
		ids = append(ids, v.ID)
		r := judge(v)
		if r.Renew != nil {
			renewed[string(r.Renew)] = append(renewed[string(r.Renew)], v.ID)
		}
		if r.Checks != nil {
			if err := noteRechecked(ctx, tx, v, r); err != nil {
				return err
			}
		}
	}
	b := &pgx.Batch{}
	b.Queue(noteChecked, ids, version)
	for body, of := range renewed {
		b.Queue(renewChecks, of, verification.CheckBlacklist, []byte(body))
	}
	if err := tx.SendBatch(ctx, b).Close(); err != nil {
		return fmt.Errorf("note checked verifications: %w", err)
	}
	return nil
}

func noteRechecked(ctx context.Context, tx pgx.Tx, v verification.Verification, r verification.Rechecked) error {
	if err := saveChecks(ctx, tx, v.ID, r.Checks); err != nil {
		return err
	}
	if _, err := tx.Exec(ctx, noteListed, v.ID, filled(r.Listed)); err != nil {
		return fmt.Errorf("note listings of verification %s: %w", v.ID, err)
	}
	if len(r.Newly) == 0 {
		return nil
	}
	detail, err := json.Marshal(map[string]any{"listings": r.Newly})
	if err != nil {
		return fmt.Errorf("encode listings: %w", err)
	}
	by := verification.Actor{Kind: verification.ActorSystem}
	if to, err := v.State.After(verification.MoveList); err == nil {
		_, err = moveIn(ctx, tx, v, to, verification.Change{Move: verification.MoveList, By: by, Detail: detail})
		return err
	}
	e := verification.Event{VerificationID: v.ID, Type: verification.EventListed, From: v.State, To: v.State, Actor: by, Detail: detail}
	if err := appendEvent(ctx, tx, e); err != nil {
		return err
	}
	return announce(ctx, tx, v, e)
}
