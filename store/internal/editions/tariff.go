// Package editions keeps the tables that operators import, each in numbered versions: national tariffs, rules of a
// quote, rulings and blacklists.
//
// A version never changes: what is imported anew gets the next number.
package editions

import (
	"context"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"

	"tariffdesk/store/internal/db"
	"tariffdesk/tariff"
)

const selectTariffVersions = `SELECT country, max(version) FROM tariff_versions GROUP BY country`

// Store keeps the tables that operators import, each in numbered versions: tariffs, rules, rulings and blacklists.
type Store struct{ pool *db.Pool }

// New is a Store in the database of pool.
func New(pool *db.Pool) Store { return Store{pool} }

// TariffVersions returns the newest imported version of each country that has one.
func (s Store) TariffVersions(ctx context.Context) (map[string]int, error) {
	rows, err := s.pool.Query(ctx, selectTariffVersions)
	if err != nil {
		return nil, fmt.Errorf("read tariff versions: %w", err)
	}
	newest := map[string]int{}
	var country string
	var version int
	_, err = pgx.ForEachRow(rows, []any{&country, &version}, func() error { newest[country] = version; return nil })
	if err != nil {
		return nil, fmt.Errorf("read tariff versions: %w", err)
	}
	return newest, nil
}

const selectTariff = `SELECT content FROM tariff_versions WHERE country = $1 AND version = $2`

// Tariff returns a version of a country's schedule; version 0 is the embedded one.
func (s Store) Tariff(ctx context.Context, country string, version int) (*tariff.Schedule, error) {
	if version == 0 {
		return tariff.LoadSchedule(country)
	}
	var content []byte
	if err := s.pool.QueryRow(ctx, selectTariff, country, version).Scan(&content); err != nil {
		return nil, fmt.Errorf("read tariff %s version %d: %w", country, version, err)
	}
	return tariff.OpenSchedule(content)
}

// The number is the next one, so that of two imports at once one fails on the primary key.
const insertTariff = `INSERT INTO tariff_versions (country, version, vintage, source, content)
	SELECT $1, $2 + 1, $3::date, $4, $5 WHERE NOT EXISTS (SELECT FROM tariff_versions WHERE country = $1 AND version > $2)
	RETURNING version`

// ErrTariffMoved says that another import came between.
var ErrTariffMoved = errors.New("another version was imported meanwhile")

// SaveTariff stores a schedule as the version after the given one; every process takes it up within seconds.
func (s Store) SaveTariff(ctx context.Context, after int, schedule *tariff.Schedule) (version int, err error) {
	err = s.pool.QueryRow(ctx, insertTariff, schedule.Country, after, schedule.Vintage, schedule.Source, schedule.Encode()).Scan(&version)
	if errors.Is(err, pgx.ErrNoRows) || db.Violates(err, "tariff_versions_pkey") {
		return 0, ErrTariffMoved
	}
	if err != nil {
		return 0, fmt.Errorf("save tariff %s: %w", schedule.Country, err)
	}
	return version, nil
}
