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
	"tariffdesk/webhook"
)

// Deliveries are written by a trigger on jobs, in the transaction that ends a job.

const upsertWebhook = `INSERT INTO webhooks (organisation_id, url, secret) VALUES ($1, $2, $3)
	ON CONFLICT (organisation_id) DO UPDATE SET url = excluded.url, secret = excluded.secret, previous_secret = NULL, previous_until = NULL, created_at = now()`

// webhooks keeps where events are sent, and the deliveries that are due, done or given up.
type webhooks struct{ pool *db.Pool }

// SetWebhook sets or replaces an organisation's webhook. Deliveries still due go to the new URL.
func (s webhooks) SetWebhook(ctx context.Context, organisationID, url string, secret []byte) error {
	err := s.pool.InTx(ctx, func(tx pgx.Tx) error {
		if _, err := tx.Exec(ctx, upsertWebhook, organisationID, url, secret); err != nil {
			return err
		}
		return activity.Note(ctx, tx, organisationID, "webhook.changed", organisationID, activity.Details{"url": url})
	})
	if err != nil {
		return fmt.Errorf("set webhook: %w", err)
	}
	return nil
}

const deliveryColumns = `id::text, coalesce(job_id::text, ''), event, state, attempts, last_status, last_error, created_at,
	       CASE WHEN state = 'pending' THEN next_at END, ended_at`

const selectDeliveries = `SELECT ` + deliveryColumns + ` FROM webhook_deliveries WHERE organisation_id = $1 ORDER BY created_at DESC, id DESC LIMIT 20`

// Webhook returns an organisation's webhook with its last deliveries, CodeNotFound where it has none.
func (s webhooks) Webhook(ctx context.Context, organisationID string) (account.Webhook, error) {
	var w account.Webhook
	err := s.pool.QueryRow(ctx, `SELECT url, created_at FROM webhooks WHERE organisation_id = $1`, organisationID).Scan(&w.URL, &w.CreatedAt)
	if errors.Is(err, pgx.ErrNoRows) {
		return w, errNoWebhook
	}
	if err != nil {
		return w, fmt.Errorf("read webhook: %w", err)
	}
	rows, err := s.pool.Query(ctx, selectDeliveries, organisationID)
	if err != nil {
		return w, fmt.Errorf("read webhook deliveries: %w", err)
	}
	w.Deliveries, err = pgx.CollectRows(rows, pgx.RowToStructByPos[account.WebhookDelivery])
	if err != nil {
		return w, fmt.Errorf("read webhook deliveries: %w", err)
	}
	return w, nil
}

var errNoWebhook = fail.New(fail.CodeNotFound, "no webhook is set")

// DeleteWebhook removes an organisation's webhook with its deliveries; CodeNotFound where it has none.
func (s webhooks) DeleteWebhook(ctx context.Context, organisationID string) error {
	err := s.pool.InTx(ctx, func(tx pgx.Tx) error {
		tag, err := tx.Exec(ctx, `DELETE FROM webhooks WHERE organisation_id = $1`, organisationID)
		if err == nil && tag.RowsAffected() == 0 {
			err = errNoWebhook
		}
		if err != nil {
			return err
		}
		return activity.Note(ctx, tx, organisationID, "webhook.deleted", organisationID, nil)
	})
	return db.Wrapped(err, "delete webhook")
}

// The claim counts the attempt and postpones the next: a sender that dies leaves the delivery due again.
const claimDeliveries = `UPDATE webhook_deliveries d SET attempts = d.attempts + 1, next_at = now() + $2::interval
	FROM webhooks w
	WHERE w.organisation_id = d.organisation_id AND d.id IN
	      (SELECT id FROM webhook_deliveries WHERE state = 'pending' AND next_at <= now() AND id IN
	              (SELECT DISTINCT ON (organisation_id) id FROM webhook_deliveries
	               WHERE state = 'pending' AND next_at <= now() AND organisation_id <> ALL ($3::uuid[])
	               ORDER BY organisation_id, next_at)
	       ORDER BY next_at LIMIT $1 FOR UPDATE SKIP LOCKED)
	RETURNING d.id::text, d.organisation_id::text, coalesce(d.job_id::text, ''), d.event, w.url, w.secret,
	          CASE WHEN w.previous_until > now() THEN w.previous_secret END, d.attempts, d.created_at, d.payload`

// ClaimDeliveries takes deliveries that are due, the oldest of each organisation but those in except; they
// are due again after lease unless they are ended.
func (s webhooks) ClaimDeliveries(ctx context.Context, limit int, except []string, lease time.Duration) ([]webhook.Delivery, error) {
	if except == nil {
		except = []string{}
	}
	rows, err := s.pool.Query(ctx, claimDeliveries, limit, lease, except)
	if err != nil {
		return nil, fmt.Errorf("claim webhook deliveries: %w", err)
	}
	found, err := pgx.CollectRows(rows, pgx.RowToStructByPos[webhook.Delivery])
	if err != nil {
		return nil, fmt.Errorf("claim webhook deliveries: %w", err)
	}
	return found, nil
}

const endDelivery = `UPDATE webhook_deliveries SET state = $3, last_status = nullif($4, 0), last_error = $5,
	       next_at = now() + $6::interval, ended_at = CASE WHEN $3 = 'pending' THEN NULL ELSE now() END
	WHERE id = $1 AND attempts = $2 AND state = 'pending'`

// EndDelivery notes what became of an attempt: delivered, failed for good, or pending again after a
// wait. A status of 0 is no answer.
func (s webhooks) EndDelivery(ctx context.Context, d webhook.Delivery, state string, status int, problem string, wait time.Duration) error {
	if _, err := s.pool.Exec(ctx, endDelivery, d.ID, d.Attempts, state, status, problem, wait); err != nil {
		return fmt.Errorf("end webhook delivery %s: %w", d.ID, err)
	}
	return nil
}

const purgeDeliveries = `DELETE FROM webhook_deliveries WHERE id IN
	(SELECT id FROM webhook_deliveries WHERE ended_at < now() - interval '30 days' LIMIT $1 FOR UPDATE SKIP LOCKED)`
