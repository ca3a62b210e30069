// Package db is the pool of connections that all subjects of the store share, its transaction helper, and what their
// statements have in common. Every call ends within a bound of its own.
//
// It knows no table.
package db

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"
)

// The bounds of a call. A server that is frozen, or has vanished without a word, keeps its
// connections open for ever: only a clock on this side ends a call. All of them together leave a
// process free again within fifteen seconds.
const (
	connectLimit = 3 * time.Second // of each host that the connection string names
	acquireLimit = time.Minute     // for a connection of the pool: calls before end by their own limits
	callLimit    = 5 * time.Second // of a statement
	bulkLimit    = 2 * time.Minute // of a call that moves many rows: its caller's lease ends it sooner
	probeLimit   = time.Second     // for an idle connection to prove that its server lives
)

// TxLimit is the bound of a transaction.
const TxLimit = 10 * time.Second

// Pool is a pool of connections whose every call ends. What it returns of a server that was lost
// or did not answer in time is an awayError.
type Pool struct {
	pool    *pgxpool.Pool
	log     *slog.Logger
	probing atomic.Bool
	probes  sync.WaitGroup
}

// Open makes a pool of at most maxConns connections to the database at url, 0 for the default of 20. The caller may
// adjust how they are made.
func Open(ctx context.Context, url string, maxConns int, log *slog.Logger, adjust func(*pgxpool.Config)) (*Pool, error) {
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
	return &Pool{pool: pool, log: log}, nil
}

// Close waits for the connections in use.
func (d *Pool) Close() {
	d.pool.Close()
	d.probes.Wait()
}

// Stat counts the connections.
func (d *Pool) Stat() *pgxpool.Stat { return d.pool.Stat() }

// Config is how connections are made.
func (d *Pool) Config() *pgxpool.Config { return d.pool.Config() }

type bulkKey struct{}

// Bulk gives the calls of ctx the time that many rows take.
func Bulk(ctx context.Context) context.Context { return context.WithValue(ctx, bulkKey{}, true) }

// call is a connection for as long as a statement or a transaction lasts.
type call struct {
	d      *Pool
	conn   *pgxpool.Conn
	parent context.Context //nolint:containedctx // tells the caller's end from the call's own
	ctx    context.Context //nolint:containedctx // that of the call, for rows that are read after it
	cancel context.CancelFunc
}

func (d *Pool) call(ctx context.Context, limit time.Duration) (*call, error) {
	conn, err := d.acquire(ctx)
	if err != nil {
		if ctx.Err() == nil && !turnedAway(err) {
			err = &awayError{err}
		}
		return nil, err
	}
	if ctx.Value(bulkKey{}) != nil {
		limit = bulkLimit
	}
	c := &call{d: d, conn: conn, parent: ctx}
	c.ctx, c.cancel = context.WithTimeout(ctx, limit)
	return c, nil
}

func (d *Pool) acquire(ctx context.Context) (*pgxpool.Conn, error) {
	ctx, stop := context.WithTimeout(ctx, acquireLimit)
	defer stop()
	for {
		conn, err := d.pool.Acquire(ctx)
		if err != nil || !conn.Conn().IsClosed() {
			return conn, err
		}
		conn.Hijack()
		d.probe() // the other idle ones go the same way
	}
}

// prove asks a connection that was idle whether its server lives; one that gets no answer is closed.
// It stands for the pool's own ping, after which a dead connection would keep its place for long.
func prove(ctx context.Context, p pgxpool.ShouldPingParams) bool {
	if p.IdleDuration > probeLimit {
		ctx, stop := context.WithTimeout(ctx, probeLimit)
		defer stop()
		_ = p.Conn.Ping(ctx)
	}
	return false
}

// forgetVanished has the server end a session whose process has vanished without a word. Its own settings hold one
// for two hours, with the locks of the transaction that it was in: an organisation's calls would wait for them.
const forgetVanished = `SET idle_in_transaction_session_timeout = '10s'; SET tcp_keepalives_idle = 15; SET tcp_keepalives_interval = 5;
	SET tcp_keepalives_count = 3; SET tcp_user_timeout = '30s'`

// forget prepares a connection that is new.
func forget(ctx context.Context, conn *pgx.Conn) error {
	_, err := conn.PgConn().Exec(ctx, forgetVanished).ReadAll()
	return err
}

// end gives the connection back and tells what err means.
func (c *call) end(err error) error {
	late := errors.Is(err, context.DeadlineExceeded)
	closed := c.conn.Conn().IsClosed()
	c.cancel()
	if closed { // to close it in good order may take long: its place in the pool is free at once
		c.conn.Hijack()
	} else {
		c.conn.Release()
	}
	if err == nil || isSQL(err) || !closed && !late {
		return err
	}
	if late {
		c.d.probe()
	}
	if c.parent.Err() != nil {
		return err
	}
	return &awayError{err}
}

// probe asks all idle connections at once whether their server lives, and closes those that get no
// answer: each call that met one would wait for its own limit.
func (d *Pool) probe() {
	if !d.probing.CompareAndSwap(false, true) {
		return
	}
	d.probes.Go(func() {
		defer d.probing.Store(false)
		ctx, cancel := context.WithTimeout(context.Background(), probeLimit)
		defer cancel()
		var asking sync.WaitGroup
		for _, conn := range d.pool.AcquireAllIdle(ctx) {
			asking.Go(func() {
				if err := conn.Ping(ctx); err == nil {
					conn.Release()
					return
				}
				d.log.WarnContext(ctx, "connection to the database given up, its server does not answer")
				_ = conn.Hijack().Close(ctx)
			})
		}
		asking.Wait()
	})
}

// Exec runs a statement.
func (d *Pool) Exec(ctx context.Context, sql string, args ...any) (pgconn.CommandTag, error) {
	c, err := d.call(ctx, callLimit)
	if err != nil {
		return pgconn.CommandTag{}, err
	}
	tag, err := c.conn.Exec(c.ctx, sql, args...)
	return tag, c.end(err)
}

// Query runs a statement whose rows are read within the call's time.
func (d *Pool) Query(ctx context.Context, sql string, args ...any) (pgx.Rows, error) {
	c, err := d.call(ctx, callLimit)
	if err != nil {
		return nil, err
	}
	rows, err := c.conn.Query(c.ctx, sql, args...)
	if err != nil {
		return nil, c.end(err)
	}
	return &callRows{Rows: rows, call: c}, nil
}

// QueryRow runs a statement for its first row.
func (d *Pool) QueryRow(ctx context.Context, sql string, args ...any) pgx.Row {
	return callRow(func(dest ...any) error {
		c, err := d.call(ctx, callLimit)
		if err != nil {
			return err
		}
		return c.end(c.conn.QueryRow(c.ctx, sql, args...).Scan(dest...))
	})
}

// InTx runs do in a transaction and commits it, or rolls back where do returns an error.
func (d *Pool) InTx(ctx context.Context, do func(pgx.Tx) error) error {
	return d.InTxWithin(ctx, TxLimit, pgx.TxOptions{}, do)
}

// InTxWithin is InTx with a limit and options of the caller's.
func (d *Pool) InTxWithin(ctx context.Context, limit time.Duration, options pgx.TxOptions, do func(pgx.Tx) error) error {
	c, err := d.call(ctx, limit)
	if err != nil {
		return err
	}
	return c.end(pgx.BeginTxFunc(c.ctx, c.conn, options, func(tx pgx.Tx) error { return do(callTx{tx, c.ctx}) }))
}

type callRow func(dest ...any) error

func (r callRow) Scan(dest ...any) error { return r(dest...) }

// callRows ends its call when it is closed, which the last row does.
type callRows struct {
	pgx.Rows
	call  *call
	ended bool
	err   error
}

func (r *callRows) Next() bool {
	if r.Rows.Next() {
		return true
	}
	r.Close()
	return false
}

func (r *callRows) Close() {
	r.Rows.Close()
	if !r.ended {
		r.ended, r.err = true, r.call.end(r.Rows.Err())
	}
}

func (r *callRows) Err() error {
	if r.ended {
		return r.err
	}
	return r.Rows.Err()
}

// callTx holds every statement of a transaction to the call's time, whichever context it is given.
type callTx struct {
	pgx.Tx
	ctx context.Context //nolint:containedctx // the call's, which ends within the statement's own
}

func (t callTx) Exec(_ context.Context, sql string, args ...any) (pgconn.CommandTag, error) {
	return t.Tx.Exec(t.ctx, sql, args...)
}

func (t callTx) Query(_ context.Context, sql string, args ...any) (pgx.Rows, error) {
	return t.Tx.Query(t.ctx, sql, args...)
}

func (t callTx) QueryRow(_ context.Context, sql string, args ...any) pgx.Row {
	return t.Tx.QueryRow(t.ctx, sql, args...)
}

func (t callTx) SendBatch(_ context.Context, b *pgx.Batch) pgx.BatchResults {
	return t.Tx.SendBatch(t.ctx, b)
}

func (t callTx) CopyFrom(_ context.Context, table pgx.Identifier, columns []string, from pgx.CopyFromSource) (int64, error) {
	return t.Tx.CopyFrom(t.ctx, table, columns, from)
}
