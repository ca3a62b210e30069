package store

import (
	"context"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"

	"tariffdesk/account"
	"tariffdesk/credit"
	"tariffdesk/fail"
	"tariffdesk/store/internal/activity"
	"tariffdesk/store/internal/db"
)

var errNoOrganisation = fail.New(fail.CodeNotFound, "no such organisation")

// organisationColumns belong to organisations o joined with subscriptions b.
const organisationColumns = `o.id, o.name, o.balance + ` + balanceMoved + `, o.created_at, b.plan, b.starts_at, b.ends_at`

const fromOrganisations = ` FROM organisations o JOIN subscriptions b ON b.organisation_id = o.id `

const selectOrganisation = `SELECT ` + organisationColumns + fromOrganisations + `WHERE o.id = $1`

const selectOrganisationsNamed = `SELECT ` + organisationColumns + fromOrganisations + `WHERE o.name = $1 ORDER BY o.id LIMIT 3`

const selectOrganisations = `SELECT ` + organisationColumns + fromOrganisations + `ORDER BY o.created_at, o.id`

const insertOrganisation = `INSERT INTO organisations (id, name, created_at) VALUES ($1, $2, $3)`

const upsertSubscription = `INSERT INTO subscriptions (organisation_id, plan, starts_at, ends_at) VALUES ($1, $2, $3, $4)
	ON CONFLICT (organisation_id) DO UPDATE SET plan = excluded.plan, starts_at = excluded.starts_at, ends_at = excluded.ends_at`

const setLimit = `INSERT INTO product_limits (organisation_id, product, max) VALUES ($1, $2, $3)
	ON CONFLICT (organisation_id, product) DO UPDATE SET max = excluded.max`

const insertLimit = `INSERT INTO product_limits (organisation_id, product, max) VALUES ($1, $2, $3)`

// addBalance is for grants, which are rare: calls move the counter of the balance instead.
const addBalance = `UPDATE organisations SET balance = balance + $2 WHERE id = $1 RETURNING balance + counter_total(id, '')`

const insertGrant = `INSERT INTO ledger (organisation_id, kind, amount, note) VALUES ($1, 'grant', $2, $3)`

// organisationFields are where a row of organisationColumns is scanned to.
func organisationFields(o *account.Organisation) []any {
	return []any{&o.ID, &o.Name, &o.Balance, &o.CreatedAt, &o.Subscription.Plan, &o.Subscription.StartsAt, &o.Subscription.EndsAt}
}

// lockNames lets organisations be created one after the other: whoever comes second finds the first's name.
const lockNames = `SELECT pg_advisory_xact_lock(hashtextextended('organisation_names', 0))`

// freeName refuses a name that another organisation has, as account.FoldName compares it. All are read:
// organisations are made seldom, and an index over folded names could not be built where two have one already.
func freeName(ctx context.Context, tx pgx.Tx, name string) error {
	if _, err := tx.Exec(ctx, lockNames); err != nil {
		return err
	}
	rows, err := tx.Query(ctx, `SELECT name FROM organisations`)
	if err != nil {
		return err
	}
	var other string
	wanted := account.FoldName(name)
	_, err = pgx.ForEachRow(rows, []any{&other}, func() error {
		if account.FoldName(other) == wanted {
			return fail.Newf(fail.CodeConflict, "name: an organisation is called %q already", other)
		}
		return nil
	})
	return err
}

// organisations keeps who pays: subscriptions, limits, credits and what they were used for.
type organisations struct{ pool *db.Pool }

// CreateOrganisation writes the organisation, its subscription, its limits and the first grant;
// CodeConflict where another has its name.
func (s organisations) CreateOrganisation(ctx context.Context, o account.Organisation, credits int64, limits map[string]int64) (account.Organisation, error) {
	err := s.pool.InTx(ctx, func(tx pgx.Tx) error {
		if err := freeName(ctx, tx, o.Name); err != nil {
			return err
		}
		if _, err := tx.Exec(ctx, insertOrganisation, o.ID, o.Name, o.CreatedAt); err != nil {
			return err
		}
		b := o.Subscription
		if _, err := tx.Exec(ctx, upsertSubscription, o.ID, b.Plan, b.StartsAt, b.EndsAt); err != nil {
			return err
		}
		if err := activity.Note(ctx, tx, o.ID, "organization.created", o.ID, activity.Details{"name": o.Name, "plan": b.Plan, "credits": credit.Amount(credits)}); err != nil {
			return err
		}
		for product, limit := range limits {
			if _, err := tx.Exec(ctx, insertLimit, o.ID, product, limit); err != nil {
				return err
			}
		}
		if credits == 0 {
			return nil
		}
		var err error
		o.Balance, err = grant(ctx, tx, o.ID, credits, "first credits")
		return err
	})
	if err != nil {
		return account.Organisation{}, db.Wrapped(err, "create organisation %s", o.ID)
	}
	return o, nil
}

// Organisation returns an organisation, CodeNotFound for an unknown id.
func (s organisations) Organisation(ctx context.Context, id string) (account.Organisation, error) {
	if !db.IsID(id) {
		return account.Organisation{}, errNoOrganisation
	}
	found, err := queryOrganisations(ctx, s.pool, selectOrganisation, id)
	if err != nil {
		return account.Organisation{}, err
	}
	if len(found) == 0 {
		return account.Organisation{}, errNoOrganisation
	}
	return found[0], nil
}

// OrganisationsNamed returns up to three organisations with exactly this name.
func (s organisations) OrganisationsNamed(ctx context.Context, name string) ([]account.Organisation, error) {
	return queryOrganisations(ctx, s.pool, selectOrganisationsNamed, name)
}

// Organisations returns all organisations, oldest first.
func (s organisations) Organisations(ctx context.Context) ([]account.Organisation, error) {
	return queryOrganisations(ctx, s.pool, selectOrganisations)
}

func queryOrganisations(ctx context.Context, pool *db.Pool, sql string, args ...any) ([]account.Organisation, error) {
	rows, err := pool.Query(ctx, sql, args...)
	if err != nil {
		return nil, fmt.Errorf("organisations: %w", err)
	}
	found, err := pgx.CollectRows(rows, func(row pgx.CollectableRow) (o account.Organisation, err error) {
		return o, row.Scan(organisationFields(&o)...)
	})
	if err != nil {
		return nil, fmt.Errorf("organisations: %w", err)
	}
	return found, nil
}

const selectOrganisationsPage = `SELECT ` + organisationColumns + fromOrganisations

// OrganisationsPage lists organisations, oldest first, whose name has text in it and whose plan is plan.
func (s organisations) OrganisationsPage(ctx context.Context, text, plan string, limit int, after string) ([]account.Organisation, error) {
	f := &db.Filter{Conditions: []string{"true"}}
	if text != "" {
		f.Add(`(o.name ILIKE $%[1]d OR o.id::text ILIKE $%[1]d)`, db.Within(text))
	}
	if plan != "" {
		f.Add(`b.plan = $%d`, plan)
	}
	if after != "" {
		if !db.IsID(after) {
			return nil, nil
		}
		f.Add(`(o.created_at, o.id) > (SELECT created_at, id FROM organisations WHERE id = $%d)`, after)
	}
	return queryOrganisations(ctx, s.pool, selectOrganisationsPage+f.Where()+` ORDER BY o.created_at, o.id`+f.Limit(limit), f.Args...)
}

// SetSubscription replaces the organisation's subscription.
func (s organisations) SetSubscription(ctx context.Context, organisationID string, b account.Subscription) error {
	err := s.pool.InTx(ctx, func(tx pgx.Tx) error {
		if _, err := tx.Exec(ctx, upsertSubscription, organisationID, b.Plan, b.StartsAt, b.EndsAt); err != nil {
			return err
		}
		return activity.Note(ctx, tx, organisationID, "plan.changed", organisationID, activity.Details{"plan": b.Plan, "current_period_end": b.EndsAt})
	})
	switch {
	case db.Violates(err, "subscriptions_organisation_id_fkey"):
		return errNoOrganisation
	case err != nil:
		return fmt.Errorf("set subscription of organisation %s: %w", organisationID, err)
	}
	return nil
}

// SetLimits sets the limits of products, nil for none; others stay as they are.
func (s organisations) SetLimits(ctx context.Context, organisationID string, limits map[string]*int64) error {
	err := s.pool.InTx(ctx, func(tx pgx.Tx) error {
		for product, limit := range limits {
			_, err := tx.Exec(ctx, setLimit, organisationID, product, limit)
			if db.Violates(err, "product_limits_organisation_id_fkey") {
				return errNoOrganisation
			}
			if err != nil {
				return err
			}
		}
		d := activity.Details{}
		for product, limit := range limits {
			d[product] = limit
			if limit != nil {
				d[product] = credit.Amount(*limit)
			}
		}
		return activity.Note(ctx, tx, organisationID, "limits.changed", organisationID, d)
	})
	return db.Wrapped(err, "set limits of organisation %s", organisationID)
}

// Grant adds credits with their ledger entry and returns the new balance.
func (s organisations) Grant(ctx context.Context, organisationID string, credits int64, note string) (balance int64, err error) {
	err = s.pool.InTx(ctx, func(tx pgx.Tx) error {
		if balance, err = grant(ctx, tx, organisationID, credits, note); err != nil {
			return err
		}
		return activity.Note(ctx, tx, organisationID, "credits.granted", organisationID, activity.Details{"credits": credit.Amount(credits), "note": note})
	})
	return balance, err
}

func grant(ctx context.Context, tx pgx.Tx, organisationID string, credits int64, note string) (balance int64, err error) {
	err = tx.QueryRow(ctx, addBalance, organisationID, credits).Scan(&balance)
	if errors.Is(err, pgx.ErrNoRows) {
		return 0, errNoOrganisation
	}
	if err == nil {
		_, err = tx.Exec(ctx, insertGrant, organisationID, credits, note)
	}
	if err != nil {
		return 0, fmt.Errorf("grant credits to organisation %s: %w", organisationID, err)
	}
	return balance, nil
}
