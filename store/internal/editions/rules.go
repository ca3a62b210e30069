package editions

import (
	"context"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"

	"tariffdesk/quote"
	"tariffdesk/store/internal/db"
)

const selectRuleVersions = `SELECT name, max(version) FROM rule_tables GROUP BY name`

// RuleVersions returns the newest imported version of each table of the quote rules that has one.
func (s Store) RuleVersions(ctx context.Context) (map[string]int, error) {
	rows, err := s.pool.Query(ctx, selectRuleVersions)
	if err != nil {
		return nil, fmt.Errorf("read versions of rule tables: %w", err)
	}
	newest := map[string]int{}
	var name string
	var version int
	_, err = pgx.ForEachRow(rows, []any{&name, &version}, func() error { newest[name] = version; return nil })
	if err != nil {
		return nil, fmt.Errorf("read versions of rule tables: %w", err)
	}
	return newest, nil
}

const selectRuleTables = `SELECT DISTINCT ON (name) name, content, vintage::text, complete FROM rule_tables ORDER BY name, version DESC`

// RuleTables returns the imported tables in use.
func (s Store) RuleTables(ctx context.Context) ([]quote.Overlay, error) {
	rows, err := s.pool.Query(ctx, selectRuleTables)
	if err != nil {
		return nil, fmt.Errorf("read rule tables: %w", err)
	}
	overlays, err := pgx.CollectRows(rows, func(row pgx.CollectableRow) (o quote.Overlay, err error) {
		err = row.Scan(&o.Table, &o.Content, &o.Vintage, &o.Complete)
		return o, err
	})
	if err != nil {
		return nil, fmt.Errorf("read rule tables: %w", err)
	}
	return overlays, nil
}

const insertRuleTable = `INSERT INTO rule_tables (name, version, vintage, complete, content)
	SELECT $1, $2 + 1, $3::date, $4, $5 WHERE NOT EXISTS (SELECT FROM rule_tables WHERE name = $1 AND version > $2)
	RETURNING version`

// ErrRulesMoved says that another import came between.
var ErrRulesMoved = errors.New("another version of the table was imported meanwhile")

// SaveRuleTable stores a table as the version after the given one; every process takes it up within seconds.
func (s Store) SaveRuleTable(ctx context.Context, after int, o quote.Overlay) (version int, err error) {
	err = s.pool.QueryRow(ctx, insertRuleTable, o.Table, after, o.Vintage, o.Complete, o.Content).Scan(&version)
	if errors.Is(err, pgx.ErrNoRows) || db.Violates(err, "rule_tables_pkey") {
		return 0, ErrRulesMoved
	}
	if err != nil {
		return 0, fmt.Errorf("save rule table %s: %w", o.Table, err)
	}
	return version, nil
}
