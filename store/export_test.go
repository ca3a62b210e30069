package store

import (
	"context"
	"log/slog"

	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/jackc/pgx/v5"

	"tariffdesk/jobs"
	"tariffdesk/store/internal/db"
)

// ClaimTurn is the statement of Store.ClaimTurn.
const ClaimTurn = claimTurn

// OpenWith is Open with connections of the caller's making.
func OpenWith(ctx context.Context, url string, maxConns int, log *slog.Logger, adjust func(*pgxpool.Config)) (*Store, error) {
	return open(ctx, url, maxConns, log, adjust)
}

// Bulk gives calls the time that many rows take.
func Bulk(ctx context.Context) context.Context { return db.Bulk(ctx) }

// RecordsQueries are the queries behind Records, with the arguments that all of them take.
func RecordsQueries(q jobs.ReviewQuery) (sql []string, args []any) {
	for _, ask := range recordsQueries(q) {
		sql, args = append(sql, ask.sql), ask.args
	}
	return sql, args
}

// InTx lets tests stop in the middle of a transaction.
func (s *Store) InTx(ctx context.Context, do func(pgx.Tx) error) error { return s.pool.InTx(ctx, do) }
