package store

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/stdlib"
	"github.com/pressly/goose/v3"
	"github.com/pressly/goose/v3/lock"

	"tariffdesk/migrations"
)

// A migration that waits for the lock of a table stops every call that comes after it. So it waits
// for lockTimeout alone, lets the calls pass and tries again, for as long as migratePatience.
const (
	lockTimeout     = "500ms"
	lockPause       = 2 * time.Second
	migratePatience = 10 * time.Minute
)

// Migrate brings the schema up to date beside processes at work. Processes that start together take
// turns. It needs a session of its own: through a pooler, one in session mode.
func (s *Store) Migrate(ctx context.Context) error { return s.MigrateFrom(ctx, migrations.Files) }

// MigrateFrom is Migrate with migrations of the caller's.
func (s *Store) MigrateFrom(ctx context.Context, files fs.FS) error {
	locker, err := lock.NewPostgresSessionLocker()
	if err != nil {
		return fmt.Errorf("migration lock: %w", err)
	}
	return s.withProvider(files, func(p *goose.Provider) error {
		giveUp := time.Now().Add(migratePatience)
		for {
			applied, err := p.UpByOne(ctx)
			switch {
			case errors.Is(err, goose.ErrNoNextVersion):
				return nil
			case locked(err) && time.Now().Before(giveUp):
				s.log.WarnContext(ctx, "a table is in use, the migration will be tried again", "error", err)
				select {
				case <-ctx.Done():
					return ctx.Err()
				case <-time.After(lockPause):
				}
			case locked(err):
				return fmt.Errorf("migrate: a transaction has held its table for %s, see pg_stat_activity: %w", migratePatience, err)
			case err != nil:
				return fmt.Errorf("migrate: %w", err)
			default:
				s.log.InfoContext(ctx, "migration applied", "version", applied.Source.Version, "duration_ms", applied.Duration.Milliseconds())
			}
		}
	}, goose.WithSessionLocker(locker))
}

// locked reports whether a lock was not to be had in time: SQLSTATE lock_not_available. Two that wait
// for each other are told so by deadlock_detected.
func locked(err error) bool {
	pgErr, ok := errors.AsType[*pgconn.PgError](err)
	return ok && (pgErr.Code == "55P03" || pgErr.Code == "40P01")
}

// MigrationStatus is one migration and when it was applied, zero for not yet.
type MigrationStatus struct {
	Version   int64
	Name      string
	AppliedAt time.Time
}

// MigrationStatuses lists every known migration. It waits for none that is being applied.
func (s *Store) MigrationStatuses(ctx context.Context) ([]MigrationStatus, error) {
	var all []MigrationStatus
	err := s.withProvider(migrations.Files, func(p *goose.Provider) error {
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

// withProvider runs do on connections apart from the pool, whose limits are those of calls. Numbers
// may come out of order: a release may bring a lower one than another that came before it.
func (s *Store) withProvider(files fs.FS, do func(*goose.Provider) error, options ...goose.ProviderOption) error {
	config := s.pool.Config().ConnConfig
	db := stdlib.OpenDB(*config, stdlib.OptionAfterConnect(func(ctx context.Context, conn *pgx.Conn) error {
		_, err := conn.Exec(ctx, `SET lock_timeout = '`+lockTimeout+`'`)
		return err
	}))
	defer func() { _ = db.Close() }()
	p, err := goose.NewProvider(goose.DialectPostgres, db, files, append(options, goose.WithAllowOutofOrder(true))...)
	if err != nil {
		return fmt.Errorf("read migrations: %w", err)
	}
	return do(p)
}
