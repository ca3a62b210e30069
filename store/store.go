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
)

// Store is all that the service keeps in its database, by subject. Its subjects share one pool of
// connections. It is safe for concurrent use.
type Store struct {
	activity
	batches
	editions
	jobQueue
	keys
	marketplace
	operations
	organisations
	precedents
	providers
	records
	shareLinks
	upkeep
	users
	verifications
	webhooks

	pool *database
}

// Open connects to the database at url (a PostgreSQL connection string) with at most maxConns
// connections, 0 for the default of 20.
func Open(ctx context.Context, url string, maxConns int, log *slog.Logger) (*Store, error) {
	return open(ctx, url, maxConns, log, func(*pgxpool.Config) {})
}

func open(ctx context.Context, url string, maxConns int, log *slog.Logger, adjust func(*pgxpool.Config)) (*Store, error) {
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
	switch cfg.ConnConfig.DefaultQueryExecMode {
	case pgx.QueryExecModeCacheDescribe, pgx.QueryExecModeExec, pgx.QueryExecModeSimpleProtocol: // a pooler's connection is not ours to set up
	default:
		cfg.AfterConnect = forget
	}
	adjust(cfg)
	pool, err := pgxpool.NewWithConfig(ctx, cfg)
	if err != nil {
		return nil, fmt.Errorf("open database: %w", err)
	}
	return newStore(&database{pool: pool, log: log}), nil
}

func newStore(db *database) *Store {
	return &Store{
		activity:      activity{db},
		batches:       batches{db},
		editions:      editions{db},
		jobQueue:      jobQueue{db},
		keys:          keys{db},
		marketplace:   marketplace{db},
		operations:    operations{db},
		organisations: organisations{db},
		precedents:    precedents{db},
		providers:     providers{db},
		records:       records{db},
		shareLinks:    shareLinks{db},
		upkeep:        upkeep{db},
		users:         users{db},
		verifications: verifications{db},
		webhooks:      webhooks{db},
		pool:          db,
	}
}

// Close waits for the connections in use and closes the pool.
func (s *Store) Close() { s.pool.close() }

// Connections counts the pool's connections by state: used, idle, most.
func (s *Store) Connections() map[string]int32 {
	now := s.pool.pool.Stat()
	return map[string]int32{"used": now.AcquiredConns(), "idle": now.IdleConns(), "most": now.MaxConns()}
}

// Ping reports whether the database answers.
func (s *Store) Ping(ctx context.Context) error {
	_, err := s.pool.Exec(ctx, "-- ping")
	return err
}

// Now is the time of the database's clock, which decides leases and deadlines.
func (s *Store) Now(ctx context.Context) (now time.Time, err error) {
	err = s.pool.QueryRow(ctx, `SELECT clock_timestamp()`).Scan(&now)
	return now, err
}

// violates reports whether err is the violation of the named constraint.
func violates(err error, constraint string) bool {
	pgErr, ok := errors.AsType[*pgconn.PgError](err)
	return ok && pgErr.ConstraintName == constraint
}

// document is raw as a parameter, NULL where it is nil: text, which every mode of the protocol sends as
// what the column is. Bytes would be sent as bytes where the types are not asked for.
func document[B ~[]byte](raw B) any {
	if raw == nil {
		return nil
	}
	return string(raw)
}

// texts are values of a type of their own as the texts they are, which every mode of the protocol knows.
func texts[T ~string](values []T) []string {
	plain := make([]string, len(values))
	for i, v := range values {
		plain[i] = string(v)
	}
	return plain
}
