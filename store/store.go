// Package store owns all SQL. It implements the interfaces that the packages around it declare;
// each exported method is one transaction unless its comment says otherwise. Database time decides
// leases, deadlines and expiry, never a process's clock.
//
// It refuses to decide: rules live with the types of jobs, account and credit, invariants also as
// constraints of the schema.
package store

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/jackc/pgx/v5/stdlib"
	"github.com/pressly/goose/v3"
	"github.com/pressly/goose/v3/lock"

	"tariffdesk/migrations"
)

// Store is a pool of connections to the service's database. It is safe for concurrent use.
type Store struct {
	pool *database
	log  *slog.Logger
}

// Open connects to the database at url (a PostgreSQL connection string) with at most maxConns
// connections, 0 for the default of 20.
func Open(ctx context.Context, url string, maxConns int, log *slog.Logger) (*Store, error) {
	cfg, err := pgxpool.ParseConfig(url)
	if err != nil {
		return nil, errors.New("DATABASE_URL is not a PostgreSQL connection string") // the cause would show the password
	}
	if maxConns == 0 {
		maxConns = 20
	}
	cfg.MaxConns = int32(min(maxConns, 1000))
	cfg.ConnConfig.ConnectTimeout = connectLimit
	cfg.ConnConfig.DialFunc = Dialer().DialContext
	cfg.ShouldPing = prove
	pool, err := pgxpool.NewWithConfig(ctx, cfg)
	if err != nil {
		return nil, fmt.Errorf("open database: %w", err)
	}
	return &Store{pool: &database{pool: pool, log: log}, log: log}, nil
}

// Close waits for the connections in use and closes the pool.
func (s *Store) Close() { s.pool.close() }

// Ping reports whether the database answers.
func (s *Store) Ping(ctx context.Context) error {
	_, err := s.pool.Exec(ctx, "-- ping")
	return err
}

// Migrate brings the schema up to date. Processes that start together take turns.
func (s *Store) Migrate(ctx context.Context) error {
	return s.withProvider(func(p *goose.Provider) error {
		results, err := p.Up(ctx)
		if err != nil {
			return fmt.Errorf("migrate: %w", err)
		}
		for _, r := range results {
			s.log.InfoContext(ctx, "migration applied", "version", r.Source.Version, "duration_ms", r.Duration.Milliseconds())
		}
		return nil
	})
}

// MigrationStatus is one migration and when it was applied, zero for not yet.
type MigrationStatus struct {
	Version   int64
	Name      string
	AppliedAt time.Time
}

// MigrationStatuses lists every known migration.
func (s *Store) MigrationStatuses(ctx context.Context) ([]MigrationStatus, error) {
	var all []MigrationStatus
	err := s.withProvider(func(p *goose.Provider) error {
		found, err := p.Status(ctx)
		if err != nil {
			return fmt.Errorf("migration status: %w", err)
		}
		for _, m := range found {
			all = append(all, MigrationStatus{m.Source.Version, m.Source.Path, m.AppliedAt})
		}
		return nil
	})
	return all, err
}

func (s *Store) withProvider(do func(*goose.Provider) error) error {
	locker, err := lock.NewPostgresSessionLocker()
	if err != nil {
		return fmt.Errorf("migration lock: %w", err)
	}
	db := stdlib.OpenDBFromPool(s.pool.pool)
	defer func() { _ = db.Close() }() // closes the wrapper, not the pool
	p, err := goose.NewProvider(goose.DialectPostgres, db, migrations.Files, goose.WithSessionLocker(locker))
	if err != nil {
		return fmt.Errorf("read migrations: %w", err)
	}
	return do(p)
}

// inTx runs do in a transaction and commits it, or rolls back where do returns an error.
func (s *Store) inTx(ctx context.Context, do func(pgx.Tx) error) error {
	return s.pool.inTx(ctx, pgx.TxOptions{}, do)
}

// violates reports whether err is the violation of the named constraint.
func violates(err error, constraint string) bool {
	pgErr, ok := errors.AsType[*pgconn.PgError](err)
	return ok && pgErr.ConstraintName == constraint
}
