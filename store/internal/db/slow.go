package db

import (
	"context"
	"log/slog"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"tariffdesk/logline"
)

// slow logs statements and waits for a connection that take as long as a threshold, under the name of
// the request or job they belong to. It logs no arguments: those may be secrets.
type slow struct {
	threshold time.Duration
	log       *slog.Logger
}

// Slow returns a change of a pool's configuration that logs what takes as long as threshold, or nothing of it where threshold is 0.
func Slow(threshold time.Duration, log *slog.Logger) func(*pgxpool.Config) {
	return func(cfg *pgxpool.Config) {
		if threshold > 0 {
			cfg.ConnConfig.Tracer = slow{threshold, log}
		}
	}
}

type begunKey struct{}

// begun is a statement at work. A copy and a batch have no one text: what they do stands for it.
type begun struct {
	at   time.Time
	text string
}

func begin(ctx context.Context, text string) context.Context {
	return context.WithValue(ctx, begunKey{}, begun{time.Now(), text})
}

func (s slow) end(ctx context.Context, err error, attrs ...slog.Attr) {
	b, ok := ctx.Value(begunKey{}).(begun)
	if !ok {
		return
	}
	took := time.Since(b.at)
	if took < s.threshold {
		return
	}
	attrs = append(attrs, slog.Float64("duration_ms", float64(took.Microseconds())/1000), slog.String("statement", oneLine(b.text)))
	attrs = append(attrs, logline.Attrs(ctx)...)
	if err != nil {
		attrs = append(attrs, slog.Any("error", err))
	}
	s.log.LogAttrs(ctx, slog.LevelWarn, "slow query", attrs...)
}

// maxStatement bounds the text of a statement in the log, in bytes.
const maxStatement = 400

// oneLine is a statement without line breaks and indentation, cut at maxStatement.
func oneLine(text string) string {
	text = strings.Join(strings.Fields(text), " ")
	if len(text) > maxStatement {
		text = strings.ToValidUTF8(text[:maxStatement], "") + " …"
	}
	return text
}

// TraceQueryStart is called by pgx.
func (slow) TraceQueryStart(ctx context.Context, _ *pgx.Conn, data pgx.TraceQueryStartData) context.Context {
	return begin(ctx, data.SQL)
}

// TraceQueryEnd is called by pgx once the rows are read.
func (s slow) TraceQueryEnd(ctx context.Context, _ *pgx.Conn, data pgx.TraceQueryEndData) {
	s.end(ctx, data.Err, slog.Int64("rows", data.CommandTag.RowsAffected()))
}

// TraceBatchStart is called by pgx.
func (slow) TraceBatchStart(ctx context.Context, _ *pgx.Conn, data pgx.TraceBatchStartData) context.Context {
	first := "batch"
	if queued := data.Batch.QueuedQueries; len(queued) > 0 {
		first = queued[0].SQL
	}
	return begin(ctx, first)
}

// TraceBatchQuery is called by pgx: the batch is timed as a whole.
func (slow) TraceBatchQuery(context.Context, *pgx.Conn, pgx.TraceBatchQueryData) {}

// TraceBatchEnd is called by pgx.
func (s slow) TraceBatchEnd(ctx context.Context, _ *pgx.Conn, data pgx.TraceBatchEndData) {
	s.end(ctx, data.Err)
}

// TraceCopyFromStart is called by pgx.
func (slow) TraceCopyFromStart(ctx context.Context, _ *pgx.Conn, data pgx.TraceCopyFromStartData) context.Context {
	return begin(ctx, "COPY "+data.TableName.Sanitize())
}

// TraceCopyFromEnd is called by pgx.
func (s slow) TraceCopyFromEnd(ctx context.Context, _ *pgx.Conn, data pgx.TraceCopyFromEndData) {
	s.end(ctx, data.Err, slog.Int64("rows", data.CommandTag.RowsAffected()))
}

// TraceAcquireStart is called by the pool.
func (slow) TraceAcquireStart(ctx context.Context, _ *pgxpool.Pool, _ pgxpool.TraceAcquireStartData) context.Context {
	return begin(ctx, "wait for a connection")
}

// TraceAcquireEnd is called by the pool.
func (s slow) TraceAcquireEnd(ctx context.Context, _ *pgxpool.Pool, data pgxpool.TraceAcquireEndData) {
	s.end(ctx, data.Err)
}
