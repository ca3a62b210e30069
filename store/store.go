// Package store owns all SQL. It implements the interfaces that the packages around it declare;
// each exported method is one transaction unless its comment says otherwise. Database time decides
// leases, deadlines and expiry, never a process's clock.
//
// It refuses to decide: rules live with the types of jobs, account and credit, invariants also as
// constraints of the schema.
package store

import (
	"context"
	"log/slog"
	"net"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"tariffdesk/store/internal/activity"
	"tariffdesk/store/internal/db"
	"tariffdesk/store/internal/editions"
	"tariffdesk/store/internal/papers"
	"tariffdesk/store/internal/verifications"
)

// The subjects with packages of their own.
type (
	activityStore     = activity.Store
	editionStore      = editions.Store
	verificationStore = verifications.Store
	paperStore        = papers.Store
)

// Store is all that the service keeps in its database, by subject. Its subjects share one pool of
// connections. It is safe for concurrent use.
type Store struct {
	activityStore
	editionStore
	verificationStore
	paperStore

	batches
	jobQueue
	keys
	marketplace
	operations
	organisations
	precedents
	records
	shareLinks
	shipments
	upkeep
	users
	webhooks

	pool *db.Pool
	log  *slog.Logger
}

// Open connects to the database at url (a PostgreSQL connection string) with at most maxConns
// connections, 0 for the default of 20.
func Open(ctx context.Context, url string, maxConns int, log *slog.Logger, options ...Option) (*Store, error) {
	return open(ctx, url, maxConns, log, func(cfg *pgxpool.Config) {
		for _, option := range options {
			option(cfg, log)
		}
	})
}

// Option changes how a store is opened.
type Option func(*pgxpool.Config, *slog.Logger)

// SlowAfter logs a warning for each statement, and each wait for a connection, that takes threshold or longer: its
// text without arguments, and the request or job it belongs to. 0 logs none.
func SlowAfter(threshold time.Duration) Option {
	return func(cfg *pgxpool.Config, log *slog.Logger) { db.Slow(threshold, log)(cfg) }
}

func open(ctx context.Context, url string, maxConns int, log *slog.Logger, adjust func(*pgxpool.Config)) (*Store, error) {
	pool, err := db.Open(ctx, url, maxConns, log, adjust)
	if err != nil {
		return nil, err
	}
	return newStore(pool, log), nil
}

func newStore(pool *db.Pool, log *slog.Logger) *Store {
	return &Store{
		activityStore:     activity.New(pool),
		editionStore:      editions.New(pool),
		verificationStore: verifications.New(pool),
		paperStore:        papers.New(pool),

		batches:       batches{pool},
		jobQueue:      jobQueue{pool},
		keys:          keys{pool},
		marketplace:   marketplace{pool},
		operations:    operations{pool},
		organisations: organisations{pool},
		precedents:    precedents{pool},
		records:       records{pool},
		shareLinks:    shareLinks{pool},
		shipments:     shipments{pool},
		upkeep:        upkeep{pool},
		users:         users{pool},
		webhooks:      webhooks{pool},

		pool: pool,
		log:  log,
	}
}

// Close waits for the connections in use and closes the pool.
func (s *Store) Close() { s.pool.Close() }

// Connections counts the pool's connections by state: used, idle, most.
func (s *Store) Connections() map[string]int32 {
	now := s.pool.Stat()
	return map[string]int32{"used": now.AcquiredConns(), "idle": now.IdleConns(), "most": now.MaxConns()}
}

// Dialer connects so that a host which vanished without a word is noticed by the kernel too.
func Dialer() *net.Dialer { return db.Dialer() }

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
