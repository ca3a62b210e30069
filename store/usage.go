package store

import (
	"context"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"

	"tariffdesk/account"
	"tariffdesk/store/internal/db"
)

// selectGranted reads the few grants by an index of their own; what is gone of them was used.
const selectGranted = `SELECT coalesce(sum(amount), 0)::bigint FROM ledger WHERE organisation_id = $1 AND kind = 'grant'`

const selectProducts = `SELECT product, used + counter_total(organisation_id, product), max FROM product_limits WHERE organisation_id = $1`

// selectUsage groups by the day in UTC: whole days of what is folded, and entries of what is not. A
// reservation is no call: what it is for is charged on its own.
const selectUsage = `SELECT day, product, sum(amount)::bigint, sum(calls)::bigint FROM (
	    SELECT day, product, amount, calls FROM folded_usage
	     WHERE organisation_id = $1 AND day >= ($2::timestamptz AT TIME ZONE 'UTC')::date AND day < ($3::timestamptz AT TIME ZONE 'UTC')::date
	       AND ($4 = '' OR user_identifier = $4)
	    UNION ALL
	    SELECT (created_at AT TIME ZONE 'UTC')::date, product, -amount, (kind = 'charge')::int FROM ledger
	     WHERE organisation_id = $1 AND created_at >= greatest($2::timestamptz, (SELECT usage_at FROM folds)) AND created_at < $3
	       AND id > (SELECT usage_id FROM folds) AND kind <> 'grant' AND ($4 = '' OR user_identifier = $4)) used
	GROUP BY day, product ORDER BY day, product`

// Overview adds up the organisation's grants and the use of its products, in one snapshot.
func (s organisations) Overview(ctx context.Context, organisationID string) (account.Overview, error) {
	v := account.Overview{Products: map[string]account.ProductUse{}}
	snapshot := pgx.TxOptions{IsoLevel: pgx.RepeatableRead, AccessMode: pgx.ReadOnly}
	err := s.pool.InTxWithin(ctx, db.TxLimit, snapshot, func(tx pgx.Tx) error {
		if err := tx.QueryRow(ctx, selectOrganisation, organisationID).Scan(organisationFields(&v.Organisation)...); err != nil {
			return err
		}
		if err := tx.QueryRow(ctx, selectGranted, organisationID).Scan(&v.Granted); err != nil {
			return err
		}
		v.Used = v.Granted - v.Organisation.Balance
		rows, err := tx.Query(ctx, selectProducts, organisationID)
		if err != nil {
			return err
		}
		var product string
		var use account.ProductUse
		_, err = pgx.ForEachRow(rows, []any{&product, &use.Used, &use.Limit}, func() error {
			v.Products[product] = use
			return nil
		})
		return err
	})
	if errors.Is(err, pgx.ErrNoRows) {
		return account.Overview{}, errNoOrganisation
	}
	if err != nil {
		return account.Overview{}, fmt.Errorf("overview of organisation %s: %w", organisationID, err)
	}
	return v, nil
}

// Usage adds up the organisation's ledger by day and product, oldest first.
func (s organisations) Usage(ctx context.Context, q account.UsageQuery) ([]account.UsageDay, error) {
	rows, err := s.pool.Query(ctx, selectUsage, q.OrganisationID, q.From, q.To, q.UserIdentifier)
	if err != nil {
		return nil, fmt.Errorf("usage of organisation %s: %w", q.OrganisationID, err)
	}
	days, err := pgx.CollectRows(rows, func(row pgx.CollectableRow) (d account.UsageDay, err error) {
		return d, row.Scan(&d.Date, &d.Product, &d.Credits, &d.Calls)
	})
	if err != nil {
		return nil, fmt.Errorf("usage of organisation %s: %w", q.OrganisationID, err)
	}
	return days, nil
}
