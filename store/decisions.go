package store

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"tariffdesk/account"
	"tariffdesk/fail"
	"tariffdesk/jobs"
	"tariffdesk/store/internal/activity"
	"tariffdesk/store/internal/packed"
)

const insertDecision = `INSERT INTO decisions (organisation_id, target, action, hscode, previous_hscode, reason, actor_kind, actor_name)
	VALUES ($1, $2, $3, $4, $5, $6, $7, $8) RETURNING id::text, at`

// The trail is short: nobody changes his mind a thousand times. The precedent that a decision made has its id.
const (
	selectSteps = `SELECT d.id::text AS id, d.at, d.action, d.hscode, d.previous_hscode, d.reason, d.actor_kind, d.actor_name, coalesce(p.id::text, '')
		FROM decisions d LEFT JOIN precedents p ON p.id = d.id AND p.organisation_id = d.organisation_id
		WHERE d.organisation_id = $1 AND d.target = $2`
	selectDecisions = selectSteps + ` ORDER BY d.at, d.id LIMIT 1000`
	selectLatest    = `SELECT * FROM (` + selectSteps + ` ORDER BY d.at DESC, d.id DESC LIMIT 1000) latest ORDER BY at, id`
)

// decide adds a verdict to the trail of target. It corrects where it contradicts what stood there:
// what was confirmed before, or else what was suggested.
func decide(ctx context.Context, tx pgx.Tx, organisationID, target string, v jobs.Verdict, suggested, confirmedBefore string) (id string, err error) {
	stood, action := cmp.Or(confirmedBefore, suggested), jobs.DecisionConfirmed
	if !strings.HasPrefix(stood, v.HSCode) && !strings.HasPrefix(v.HSCode, stood) || stood == "" {
		action = jobs.DecisionCorrected
	}
	return note(ctx, tx, organisationID, target, jobs.Decision{Action: action, HSCode: v.HSCode, PreviousHSCode: stood, Reason: v.Reason})
}

// note adds a step to the trail of target and to the audit log.
func note(ctx context.Context, tx pgx.Tx, organisationID, target string, d jobs.Decision) (id string, err error) {
	by := account.ActorOf(ctx)
	err = tx.QueryRow(ctx, insertDecision, organisationID, target, d.Action, d.HSCode, d.PreviousHSCode, d.Reason, by.Kind, by.Name).Scan(&id, &d.At)
	if err != nil {
		return "", fmt.Errorf("decide on %s: %w", target, err)
	}
	return id, activity.Note(ctx, tx, organisationID, "classification."+d.Action, target, activity.Details{"hscode": d.HSCode, "previous_hscode": d.PreviousHSCode})
}

// Decisions is the trail of a record, or of a row of a batch, oldest first.
func (s records) Decisions(ctx context.Context, organisationID, target string) ([]jobs.Decision, error) {
	found, err := trail(s.pool.Query(ctx, selectDecisions, organisationID, target))
	if err != nil {
		return nil, fmt.Errorf("decisions on %s: %w", target, err)
	}
	return found, nil
}

// Decision is the decision that stands on a record, or on a row of a batch; the zero Decision where none is on its trail.
func (s records) Decision(ctx context.Context, organisationID, target string) (d jobs.Decision, err error) {
	steps, err := trail(s.pool.Query(ctx, selectLatest, organisationID, target))
	if err != nil {
		return d, fmt.Errorf("decision on %s: %w", target, err)
	}
	if standing := jobs.Standing(steps); len(standing) > 0 {
		d = standing[len(standing)-1]
	}
	return d, nil
}

func trail(rows pgx.Rows, err error) ([]jobs.Decision, error) {
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, pgx.RowToStructByPos[jobs.Decision])
}

var errUndecided = fail.New(fail.CodeConflict, "there is no decision to undo")

// undone is the decision that holds once the last one on something is taken back: the one before it, or none.
type undone struct {
	standing jobs.Decision // zero where none stands
	at       *time.Time    // of standing
}

// undo takes the last decision on target back, of which code is what stands now: the decision before it stands again, and is a
// precedent again instead of the one that is withdrawn. The caller holds the lock of target.
func undo(ctx context.Context, tx pgx.Tx, c confirmed, target, code, reason string) (u undone, err error) {
	if code == "" {
		return u, errUndecided
	}
	steps, err := trail(tx.Query(ctx, selectLatest, c.organisationID, target))
	if err != nil {
		return u, fmt.Errorf("decisions on %s: %w", target, err)
	}
	if standing := jobs.Standing(steps); len(standing) > 1 {
		u.standing = standing[len(standing)-2]
		u.at = &u.standing.At
	}
	if _, err := note(ctx, tx, c.organisationID, target, jobs.Decision{Action: jobs.DecisionUndone, HSCode: u.standing.HSCode, PreviousHSCode: code, Reason: reason}); err != nil {
		return u, err
	}
	c.decision, c.hscode = u.standing.ID, u.standing.HSCode
	return u, confirmPrecedent(ctx, tx, c)
}

// A decision on many is one on each: those that were decided meanwhile, or classified otherwise, are left.
const (
	lockRecords = `SELECT id::text, country_code, hscode, product_description, ` + packedAnswer + `
		FROM classification_records WHERE organisation_id = $1 AND id = ANY($2::uuid[]) AND confirmed_hscode = '' AND hscode <> '' ORDER BY id FOR UPDATE`
	lockRows = `SELECT job_id::text || '.' || n, country_code, hscode, description, NULL::bytea
		FROM batch_rows WHERE organisation_id = $1 AND (job_id, n) IN (SELECT * FROM unnest($2::uuid[], $3::integer[])) AND confirmed_hscode = '' AND hscode <> '' ORDER BY job_id, n FOR UPDATE`
	confirmRecords = `UPDATE classification_records SET confirmed_hscode = hscode, confirmed_at = now() WHERE organisation_id = $1 AND id = ANY($2::uuid[])`
	confirmRows    = `UPDATE batch_rows SET confirmed_hscode = hscode, confirmed_at = now() WHERE organisation_id = $1 AND (job_id, n) IN (SELECT * FROM unnest($2::uuid[], $3::integer[]))`
)

// suggested is a locked suggestion that is confirmed unchanged.
type suggested struct{ target, country, hscode, goods string }

// ConfirmRecords confirms the suggested codes of records that are not decided yet, and returns how many it confirmed. A record whose
// suggestion is not the one given is left.
func (s records) ConfirmRecords(ctx context.Context, organisationID string, wanted []jobs.Suggestion) (n int, err error) {
	err = s.pool.InTx(ctx, func(tx pgx.Tx) error {
		n, err = confirmMany(ctx, tx, organisationID, wanted, false)
		return err
	})
	return n, err
}

// ConfirmRows is ConfirmRecords for rows of batches.
func (s batches) ConfirmRows(ctx context.Context, organisationID string, wanted []jobs.Suggestion) (n int, err error) {
	err = s.pool.InTx(ctx, func(tx pgx.Tx) error {
		n, err = confirmMany(ctx, tx, organisationID, wanted, true)
		return err
	})
	return n, err
}

func confirmMany(ctx context.Context, tx pgx.Tx, organisationID string, wanted []jobs.Suggestion, rows bool) (int, error) {
	lock, confirm := lockRecords, confirmRecords
	if rows {
		lock, confirm = lockRows, confirmRows
	}
	ids := make([]string, len(wanted))
	for i, w := range wanted {
		ids[i] = w.ID
	}
	found, err := tx.Query(ctx, lock, keysOf(organisationID, ids, rows)...)
	if err != nil {
		return 0, fmt.Errorf("lock what is confirmed: %w", err)
	}
	locked, err := pgx.CollectRows(found, func(row pgx.CollectableRow) (x suggested, err error) {
		var stored []byte
		if err = row.Scan(&x.target, &x.country, &x.hscode, &x.goods, &stored); err != nil || stored == nil {
			return x, err
		}
		r := jobs.Record{ProductDescription: x.goods}
		if r.Result, _, err = packed.Open(stored); err == nil {
			x.goods = r.Goods()
		}
		return x, err
	})
	if err != nil {
		return 0, fmt.Errorf("lock what is confirmed: %w", err)
	}
	locked = slices.DeleteFunc(locked, func(x suggested) bool {
		return !slices.Contains(wanted, jobs.Suggestion{ID: x.target, HSCode: x.hscode})
	})
	if len(locked) == 0 {
		return 0, nil
	}
	ids = ids[:0]
	for _, x := range locked {
		ids = append(ids, x.target)
	}
	if _, err := tx.Exec(ctx, confirm, keysOf(organisationID, ids, rows)...); err != nil {
		return 0, fmt.Errorf("confirm many: %w", err)
	}
	return len(locked), rememberMany(ctx, tx, organisationID, locked, rows)
}

// keysOf are the arguments that name records, or rows of batches.
func keysOf(organisationID string, ids []string, rows bool) []any {
	if !rows {
		return []any{organisationID, ids}
	}
	jobIDs, numbers := make([]string, len(ids)), make([]int, len(ids))
	for i, id := range ids {
		jobIDs[i], numbers[i], _ = rowID(id)
	}
	return []any{organisationID, jobIDs, numbers}
}

// rememberMany adds decisions on many to their trails, and makes their goods precedents.
func rememberMany(ctx context.Context, tx pgx.Tx, organisationID string, locked []suggested, rows bool) error {
	by, revision := account.ActorOf(ctx), int64(0)
	if err := tx.QueryRow(ctx, nextRevision, organisationID).Scan(&revision); err != nil {
		return err
	}
	ids := make([]uuid.UUID, len(locked))
	for i := range ids {
		ids[i] = uuid.New()
	}
	_, err := tx.CopyFrom(ctx, pgx.Identifier{"decisions"}, []string{"id", "organisation_id", "target", "action", "hscode", "previous_hscode", "actor_kind", "actor_name"},
		pgx.CopyFromSlice(len(locked), func(i int) ([]any, error) {
			x := locked[i]
			return []any{ids[i], organisationID, x.target, jobs.DecisionConfirmed, x.hscode, x.hscode, by.Kind, by.Name}, nil
		}))
	if err != nil {
		return fmt.Errorf("note decisions on many: %w", err)
	}
	of := "record_id"
	if rows {
		of = "batch_row"
	}
	_, err = tx.CopyFrom(ctx, pgx.Identifier{"precedents"}, []string{"id", "organisation_id", "revision", "position", "description", "hscode", "country_code", "source", of},
		pgx.CopyFromSlice(len(locked), func(i int) ([]any, error) {
			x := locked[i]
			return []any{ids[i], organisationID, revision, i, x.goods, x.hscode, x.country, sourceConfirmed, x.target}, nil
		}))
	if err != nil {
		return fmt.Errorf("keep precedents of many: %w", err)
	}
	return activity.Note(ctx, tx, organisationID, "classification."+jobs.DecisionConfirmed, organisationID, activity.Details{"count": len(locked)})
}
