package verifications

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"

	"tariffdesk/verification"
)

// A run goes through all verifications in the order of their ids, and writes only what changed: rows
// that new lists say nothing of are read and left alone.

const selectRecheck = `SELECT coalesce(max(version), 0) FROM verification_runs WHERE ended_at IS NOT NULL`

// LastRecheck returns the version of the lists with which every verification was checked, 0 for none.
func (s Store) LastRecheck(ctx context.Context) (version int64, err error) {
	if err = s.pool.QueryRow(ctx, selectRecheck).Scan(&version); err != nil {
		return 0, fmt.Errorf("read the last recheck: %w", err)
	}
	return version, nil
}

const (
	insertRun  = `INSERT INTO verification_runs (version) SELECT $1 WHERE $1 > (` + selectRecheck + `) ON CONFLICT DO NOTHING`
	deleteRuns = `DELETE FROM verification_runs WHERE version < $1 AND ended_at IS NULL`
	// Locked is another process's chunk.
	lockRun = `SELECT after::text FROM verification_runs WHERE version = $1 AND ended_at IS NULL FOR UPDATE SKIP LOCKED`
	moveRun = `UPDATE verification_runs SET after = coalesce(nullif($2, '')::uuid, after), ended_at = CASE WHEN $3 THEN now() END WHERE version = $1`

	selectWatched = `SELECT ` + verificationColumns + ` FROM verifications
		WHERE id > $1 AND state IN ('draft', 'submitted', 'in_review', 'approved') ORDER BY id LIMIT $2`
	noteListed = `UPDATE verifications SET listed = $2, checked_lists = greatest(checked_lists, $3) WHERE id = $1`
)

// StartRecheck begins the run for a version of the lists unless it has begun or ended; a run for an
// older one is given up, since the new one finds all that it would.
func (s Store) StartRecheck(ctx context.Context, version int64) error {
	return s.pool.InTx(ctx, func(tx pgx.Tx) error {
		b := &pgx.Batch{}
		b.Queue(deleteRuns, version)
		b.Queue(insertRun, version)
		if err := tx.SendBatch(ctx, b).Close(); err != nil {
			return fmt.Errorf("start recheck %d: %w", version, err)
		}
		return nil
	})
}

// RecheckVerifications has the next verifications of a run judged, up to limit, and writes what
// changed: one that is newly listed gets its event and its webhook, and goes back into review where it
// was approved or submitted. It returns how many it read: 0 where the run has ended or another process
// is at it.
func (s Store) RecheckVerifications(ctx context.Context, version int64, limit int, judge func(verification.Verification) verification.Rechecked) (n int, err error) {
	err = s.pool.InTx(ctx, func(tx pgx.Tx) error {
		var after string
		switch err := tx.QueryRow(ctx, lockRun, version).Scan(&after); {
		case errors.Is(err, pgx.ErrNoRows):
			return nil
		case err != nil:
			return fmt.Errorf("claim a chunk of recheck %d: %w", version, err)
		}
		var checked int64
		if err := tx.QueryRow(ctx, selectRecheck).Scan(&checked); err != nil {
			return fmt.Errorf("read the last recheck: %w", err)
		}
		rows, err := tx.Query(ctx, selectWatched, after, limit)
		if err != nil {
			return fmt.Errorf("read verifications to check: %w", err)
		}
		found, err := pgx.CollectRows(rows, func(row pgx.CollectableRow) (verification.Verification, error) { return scanVerification(row) })
		if err != nil {
			return fmt.Errorf("read verifications to check: %w", err)
		}
		last := ""
		for _, v := range found {
			last = v.ID
			if err := recheckOne(ctx, tx, v, checked, version, judge); err != nil {
				return err
			}
		}
		n = len(found)
		if _, err := tx.Exec(ctx, moveRun, version, last, len(found) < limit); err != nil {
			return fmt.Errorf("note a chunk of recheck %d: %w", version, err)
		}
		return nil
	})
	return n, err
}

// recheckOne judges a verification as it was read, and again under its lock where something changed.
func recheckOne(ctx context.Context, tx pgx.Tx, v verification.Verification, checked, version int64, judge func(verification.Verification) verification.Rechecked) error {
	v.CheckedLists = max(v.CheckedLists, checked)
	if v.CheckedLists >= version || judge(v).Checks == nil {
		return nil
	}
	now, err := scanVerification(tx.QueryRow(ctx, lockVerification, v.ID))
	if err != nil {
		return fmt.Errorf("lock verification %s: %w", v.ID, err)
	}
	now.CheckedLists = max(now.CheckedLists, checked)
	if now.CheckedLists >= version || !now.State.Watched() {
		return nil
	}
	return noteRechecked(ctx, tx, now, version, judge(now))
}

func noteRechecked(ctx context.Context, tx pgx.Tx, v verification.Verification, version int64, r verification.Rechecked) error {
	if err := saveChecks(ctx, tx, v.ID, r.Checks); err != nil {
		return err
	}
	if _, err := tx.Exec(ctx, noteListed, v.ID, filled(r.Listed), version); err != nil {
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
