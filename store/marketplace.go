package store

import (
	"context"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"

	"tariffdesk/credit"
	"tariffdesk/fail"
	"tariffdesk/jobs"
	"tariffdesk/store/internal/db"
)

var (
	errNoQuote    = fail.New(fail.CodeNotFound, "no such marketplace quote")
	errNoCheckout = fail.New(fail.CodeNotFound, "no such checkout")
	errQuoteEnded = fail.New(fail.CodeGone, "the quote is no longer valid: ask for a new one")
)

const marketplaceColumns = `id, organisation_id, body, valid_until, coalesce(checkout_id::text, ''), coalesce(checked_out_at, 'epoch')`

const insertMarketplaceQuote = `INSERT INTO marketplace_quotes (id, organisation_id, body, valid_until) VALUES ($1, $2, $3, $4)`

const selectMarketplaceQuote = `SELECT ` + marketplaceColumns + ` FROM marketplace_quotes WHERE organisation_id = $1 AND id = $2`

const selectCheckout = `SELECT ` + marketplaceColumns + ` FROM marketplace_quotes WHERE organisation_id = $1 AND checkout_id = $2`

const checkOut = `UPDATE marketplace_quotes SET checkout_id = $2, checked_out_at = $3 WHERE id = $1 RETURNING ` + marketplaceColumns

const insertCheckoutCharge = `INSERT INTO ledger (organisation_id, kind, part, amount, product, units, user_identifier, note)
	VALUES ($1, 'charge', 0, -$2::bigint, $3, 1, $4, $5)`

// purgeQuotes removes quotes that nobody checked out.
const purgeQuotes = `DELETE FROM marketplace_quotes WHERE id IN
	(SELECT id FROM marketplace_quotes WHERE checkout_id IS NULL AND valid_until < now() - interval '30 days' LIMIT $1 FOR UPDATE SKIP LOCKED)`

// marketplace keeps quotes until they are checked out, which is charged.
type marketplace struct{ pool *db.Pool }

// SaveMarketplaceQuote keeps a quote as it was answered.
func (s marketplace) SaveMarketplaceQuote(ctx context.Context, q jobs.MarketplaceQuote) error {
	if _, err := s.pool.Exec(ctx, insertMarketplaceQuote, q.ID, q.OrganisationID, db.Document(q.Body), q.ValidUntil); err != nil {
		return fmt.Errorf("save marketplace quote %s: %w", q.ID, err)
	}
	return nil
}

// MarketplaceQuote returns the organisation's quote, CodeNotFound for any other id.
func (s marketplace) MarketplaceQuote(ctx context.Context, organisationID, id string) (jobs.MarketplaceQuote, error) {
	return s.marketplaceQuote(ctx, selectMarketplaceQuote, organisationID, id, errNoQuote)
}

// Checkout returns the organisation's frozen quote by the id of its checkout, CodeNotFound for any other id.
func (s marketplace) Checkout(ctx context.Context, organisationID, id string) (jobs.MarketplaceQuote, error) {
	return s.marketplaceQuote(ctx, selectCheckout, organisationID, id, errNoCheckout)
}

func (s marketplace) marketplaceQuote(ctx context.Context, sql, organisationID, id string, missing error) (jobs.MarketplaceQuote, error) {
	if !db.IsID(id) {
		return jobs.MarketplaceQuote{}, missing
	}
	return marketplaceQuote(s.pool.QueryRow(ctx, sql, organisationID, id), missing)
}

func marketplaceQuote(row pgx.Row, missing error) (q jobs.MarketplaceQuote, err error) {
	err = row.Scan(&q.ID, &q.OrganisationID, (*[]byte)(&q.Body), &q.ValidUntil, &q.CheckoutID, &q.CheckedOutAt)
	if errors.Is(err, pgx.ErrNoRows) {
		return q, missing
	}
	if err != nil {
		return q, fmt.Errorf("read marketplace quote: %w", err)
	}
	return q, nil
}

// CheckOut freezes a quote and charges it, once: the row's lock orders repetitions, and the second
// finds what the first left. It is CodeNotFound for another organisation's quote, CodeGone after its
// time, jobs.ErrInsufficientCredits or jobs.ErrLimitReached where nothing was written.
func (s marketplace) CheckOut(ctx context.Context, n jobs.NewCheckout) (c jobs.Checkout, err error) {
	if !db.IsID(n.QuoteID) {
		return c, errNoQuote
	}
	err = s.pool.InTx(ctx, func(tx pgx.Tx) error {
		q, err := marketplaceQuote(tx.QueryRow(ctx, selectMarketplaceQuote+` FOR UPDATE`, n.OrganisationID, n.QuoteID), errNoQuote)
		if err != nil {
			return err
		}
		if q.CheckoutID != "" {
			c.Quote = q
			return tx.QueryRow(ctx, selectBalance, n.OrganisationID).Scan(&c.Remaining)
		}
		if n.Now.After(q.ValidUntil) {
			return errQuoteEnded
		}
		if c.Quote, err = marketplaceQuote(tx.QueryRow(ctx, checkOut, n.QuoteID, n.ID, n.Now), errNoQuote); err != nil {
			return err
		}
		c.Charged = n.Price
		return chargeCheckout(ctx, tx, n, &c.Remaining)
	})
	return c, err
}

// chargeCheckout comes last: the organisation's counters stay locked until the commit.
func chargeCheckout(ctx context.Context, tx pgx.Tx, n jobs.NewCheckout, remaining *credit.Amount) error {
	if _, err := tx.Exec(ctx, lockCounters, n.OrganisationID); err != nil {
		return fmt.Errorf("charge checkout %s: %w", n.ID, err)
	}
	var used credit.Amount
	err := tx.QueryRow(ctx, useProduct, n.OrganisationID, credit.ProductMarketplaceQuote, n.Price).Scan(&used)
	if err != nil {
		return refusal(err, jobs.ErrLimitReached)
	}
	if _, err := tx.Exec(ctx, insertCheckoutCharge, n.OrganisationID, n.Price, credit.ProductMarketplaceQuote, n.UserIdentifier, n.ID); err != nil {
		return fmt.Errorf("charge checkout %s: %w", n.ID, err)
	}
	return refusal(tx.QueryRow(ctx, debit, n.OrganisationID, n.Price).Scan(remaining), jobs.ErrInsufficientCredits)
}
