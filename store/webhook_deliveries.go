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

const redeliver = `UPDATE webhook_deliveries SET state = 'pending', attempts = 0, next_at = now(), ended_at = NULL
	WHERE organisation_id = $1 AND id = $2 AND state <> 'pending' RETURNING ` + deliveryColumns

const selectDelivery = `SELECT ` + deliveryColumns + ` FROM webhook_deliveries WHERE organisation_id = $1 AND id = $2`

const insertTest = `INSERT INTO webhook_deliveries (organisation_id, event, payload) VALUES ($1::uuid, $2, json_build_object('test', true, 'organization_id', $1::uuid::text)) RETURNING ` + deliveryColumns

// rotateSecret keeps the one secret before: of two rotations within a day the first secret no longer signs.
const rotateSecret = `UPDATE webhooks SET previous_secret = secret, previous_until = now() + interval '24 hours', secret = $2
	WHERE organisation_id = $1 RETURNING url, previous_until`

var (
	errNoDelivery = fail.New(fail.CodeNotFound, "no such delivery")
	errOnItsWay   = fail.New(fail.CodeConflict, "the delivery is on its way already")
)

// Deliveries lists an organisation's deliveries, newest first; state "" is any.
func (s webhooks) Deliveries(ctx context.Context, organisationID, state string, limit int, after string) ([]account.WebhookDelivery, error) {
	if after != "" && !db.IsID(after) {
		return nil, nil
	}
	f := &db.Filter{}
	f.Add(`organisation_id = $%d`, organisationID)
	if state != "" {
		f.Add(`state = $%d`, state)
	}
	if after != "" {
		f.Add(`(created_at, id) < (SELECT created_at, id FROM webhook_deliveries WHERE id = $%d)`, after)
	}
	rows, err := s.pool.Query(ctx, `SELECT `+deliveryColumns+` FROM webhook_deliveries`+f.Where()+` ORDER BY created_at DESC, id DESC`+f.Limit(limit), f.Args...)
	if err != nil {
		return nil, fmt.Errorf("list webhook deliveries: %w", err)
	}
	found, err := pgx.CollectRows(rows, pgx.RowToStructByPos[account.WebhookDelivery])
	if err != nil {
		return nil, fmt.Errorf("list webhook deliveries: %w", err)
	}
	return found, nil
}

// Redeliver makes a delivery that has ended due again under its id; CodeConflict while it is pending.
func (s webhooks) Redeliver(ctx context.Context, organisationID, id string) (d account.WebhookDelivery, err error) {
	if !db.IsID(id) {
		return d, errNoDelivery
	}
	err = s.pool.InTx(ctx, func(tx pgx.Tx) error {
		if d, err = delivery(tx.Query(ctx, redeliver, organisationID, id)); err == nil {
			return activity.Note(ctx, tx, organisationID, "webhook.redelivered", id, nil)
		}
		if _, there := delivery(tx.Query(ctx, selectDelivery, organisationID, id)); there == nil {
			return errOnItsWay
		}
		return err
	})
	return d, db.Wrapped(err, "redeliver webhook %s", id)
}

// TestWebhook makes a delivery that tells of no job; CodeNotFound where no webhook is set.
func (s webhooks) TestWebhook(ctx context.Context, organisationID string) (d account.WebhookDelivery, err error) {
	err = s.pool.InTx(ctx, func(tx pgx.Tx) error {
		d, err = delivery(tx.Query(ctx, insertTest, organisationID, webhook.EventTest))
		if db.Violates(err, "webhook_deliveries_organisation_id_fkey") {
			return errNoWebhook
		}
		if err != nil {
			return err
		}
		return activity.Note(ctx, tx, organisationID, "webhook.tested", d.ID, nil)
	})
	return d, db.Wrapped(err, "test webhook")
}

// RotateWebhook replaces the secret; the one before signs beside it until the time returned.
func (s webhooks) RotateWebhook(ctx context.Context, organisationID string, secret []byte) (url string, until time.Time, err error) {
	err = s.pool.InTx(ctx, func(tx pgx.Tx) error {
		err := tx.QueryRow(ctx, rotateSecret, organisationID, secret).Scan(&url, &until)
		if errors.Is(err, pgx.ErrNoRows) {
			return errNoWebhook
		}
		if err != nil {
			return err
		}
		return activity.Note(ctx, tx, organisationID, "webhook.rotated", organisationID, nil)
	})
	return url, until, db.Wrapped(err, "rotate webhook secret")
}

func delivery(rows pgx.Rows, err error) (account.WebhookDelivery, error) {
	if err != nil {
		return account.WebhookDelivery{}, fmt.Errorf("read webhook delivery: %w", err)
	}
	d, err := pgx.CollectExactlyOneRow(rows, pgx.RowToStructByPos[account.WebhookDelivery])
	if errors.Is(err, pgx.ErrNoRows) {
		return d, errNoDelivery
	}
	if err != nil {
		return d, fmt.Errorf("read webhook delivery: %w", err)
	}
	return d, nil
}
