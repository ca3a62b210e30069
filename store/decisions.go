package store

import (
	"cmp"
	"context"
	"fmt"
	"strings"

	"github.com/jackc/pgx/v5"

	"tariffdesk/account"
	"tariffdesk/jobs"
	"tariffdesk/store/internal/activity"
)

const insertDecision = `INSERT INTO decisions (organisation_id, target, action, hscode, previous_hscode, reason, actor_kind, actor_name)
	VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`

// The trail is short: nobody changes his mind a thousand times.
const selectDecisions = `SELECT id::text, at, action, hscode, previous_hscode, reason, actor_kind, actor_name
	FROM decisions WHERE organisation_id = $1 AND target = $2 ORDER BY at, id LIMIT 1000`

// decide adds a verdict to the trail of target. It corrects where it contradicts what stood there:
// what was confirmed before, or else what was suggested.
func decide(ctx context.Context, tx pgx.Tx, organisationID, target string, v jobs.Verdict, suggested, confirmedBefore string) error {
	stood, action := cmp.Or(confirmedBefore, suggested), "confirmed"
	if !strings.HasPrefix(stood, v.HSCode) && !strings.HasPrefix(v.HSCode, stood) || stood == "" {
		action = "corrected"
	}
	by := account.ActorOf(ctx)
	if _, err := tx.Exec(ctx, insertDecision, organisationID, target, action, v.HSCode, stood, v.Reason, by.Kind, by.Name); err != nil {
		return fmt.Errorf("decide on %s: %w", target, err)
	}
	return activity.Note(ctx, tx, organisationID, "classification."+action, target, activity.Details{"hscode": v.HSCode, "previous_hscode": stood})
}

// Decisions is the trail of a record, or of a row of a batch, oldest first.
func (s records) Decisions(ctx context.Context, organisationID, target string) ([]jobs.Decision, error) {
	rows, err := s.pool.Query(ctx, selectDecisions, organisationID, target)
	if err != nil {
		return nil, fmt.Errorf("decisions on %s: %w", target, err)
	}
	found, err := pgx.CollectRows(rows, pgx.RowToStructByPos[jobs.Decision])
	if err != nil {
		return nil, fmt.Errorf("decisions on %s: %w", target, err)
	}
	return found, nil
}
