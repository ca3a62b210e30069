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

// Provider is a service that sends in the results of its own checks.
type Provider struct {
	Name      string
	CreatedAt time.Time
}

const upsertProvider = `INSERT INTO verification_providers (name, secret) VALUES ($1, $2) ON CONFLICT (name) DO UPDATE SET secret = excluded.secret`

// SetProvider stores a provider with its secret, or gives it another one.
func (s Store) SetProvider(ctx context.Context, name string, secret []byte) error {
	if _, err := s.pool.Exec(ctx, upsertProvider, name, secret); err != nil {
		if db.Violates(err, "verification_providers_name_check") {
			return fail.New(fail.CodeBadRequest, "NAME: want up to 40 lower-case letters, digits and dashes")
		}
		return fmt.Errorf("set provider: %w", err)
	}
	return nil
}

// Providers lists them by name.
func (s Store) Providers(ctx context.Context) ([]Provider, error) {
	rows, err := s.pool.Query(ctx, `SELECT name, created_at FROM verification_providers ORDER BY name LIMIT 1000`)
	if err != nil {
		return nil, fmt.Errorf("list providers: %w", err)
	}
	found, err := pgx.CollectRows(rows, pgx.RowToStructByPos[Provider])
	if err != nil {
		return nil, fmt.Errorf("list providers: %w", err)
	}
	return found, nil
}

// RemoveProvider forgets a provider; CodeNotFound where there is none of the name.
func (s Store) RemoveProvider(ctx context.Context, name string) error {
	tag, err := s.pool.Exec(ctx, `DELETE FROM verification_providers WHERE name = $1`, name)
	if err != nil {
		return fmt.Errorf("remove provider: %w", err)
	}
	if tag.RowsAffected() == 0 {
		return errNoProvider
	}
	return nil
}

var errNoProvider = fail.New(fail.CodeNotFound, "no such provider")

// ProviderSecret returns what signs a provider's messages; CodeNotFound where there is none of the name.
func (s Store) ProviderSecret(ctx context.Context, name string) (secret []byte, err error) {
	err = s.pool.QueryRow(ctx, `SELECT secret FROM verification_providers WHERE name = $1`, name).Scan(&secret)
	if errors.Is(err, pgx.ErrNoRows) {
		return nil, errNoProvider
	}
	if err != nil {
		return nil, fmt.Errorf("read provider: %w", err)
	}
	return secret, nil
}

const insertReceipt = `INSERT INTO verification_receipts (provider, message_id) VALUES ($1, $2) ON CONFLICT DO NOTHING`

// PurgeReceipts forgets messages that no provider sends again, at most $1.
const PurgeReceipts = `DELETE FROM verification_receipts WHERE (provider, message_id) IN
	(SELECT provider, message_id FROM verification_receipts WHERE received_at < now() - interval '1 day' LIMIT $1 FOR UPDATE SKIP LOCKED)`

// AttachCheck keeps what a provider found, once for each of its messages: repeated is true for one that
// came before. CodeNotFound where there is no such verification, CodeConflict where it has ended.
func (s Store) AttachCheck(ctx context.Context, provider, messageID, verificationID string, c verification.Check) (repeated bool, err error) {
	if !db.IsID(verificationID) {
		return false, errNoVerification
	}
	err = s.pool.InTx(ctx, func(tx pgx.Tx) error {
		v, err := scanVerification(tx.QueryRow(ctx, lockVerification, verificationID))
		if errors.Is(err, pgx.ErrNoRows) {
			return errNoVerification
		}
		if err != nil {
			return fmt.Errorf("lock verification %s: %w", verificationID, err)
		}
		tag, err := tx.Exec(ctx, insertReceipt, provider, messageID)
		if err != nil {
			return fmt.Errorf("note message of provider %s: %w", provider, err)
		}
		if repeated = tag.RowsAffected() == 0; repeated {
			return nil
		}
		if !v.State.Watched() {
			return fail.Newf(fail.CodeConflict, "the verification is %s: it takes no results", v.State)
		}
		if err := saveChecks(ctx, tx, v.ID, []verification.Check{c}); err != nil {
			return err
		}
		detail := fmt.Appendf(nil, `{"check":%q,"outcome":%q}`, c.Name, c.Outcome)
		return appendEvent(ctx, tx, verification.Event{VerificationID: v.ID, Type: verification.EventCheckReceived, From: v.State, To: v.State,
			Actor: verification.Actor{Kind: verification.ActorProvider, ID: provider}, Detail: detail})
	})
	return repeated, err
}
