package worker

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"runtime/debug"
	"time"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/trace"

	"tariffdesk/blob"
	"tariffdesk/fail"
	"tariffdesk/jobs"
)

// ChunkStore reads and writes chunks. A false result of a fenced move means that another
// process owns the chunk now and nothing was written.
type ChunkStore interface {
	ClaimChunk(ctx context.Context) (jobs.Chunk, bool, error)
	ExtendChunk(ctx context.Context, c jobs.Chunk) (bool, error)
	FinishChunk(ctx context.Context, c jobs.Chunk, o jobs.ChunkOutcome) (bool, error)
	FinishBatch(ctx context.Context, c jobs.Chunk, result []byte) (bool, error)
	FailBatch(ctx context.Context, c jobs.Chunk, cause *fail.Error) (bool, error)
	RetryChunk(ctx context.Context, c jobs.Chunk, after time.Duration) (bool, error)
	HandBackChunk(ctx context.Context, c jobs.Chunk) (bool, error)
	// PostponeChunk queues a chunk again after a wait that is no attempt.
	PostponeChunk(ctx context.Context, c jobs.Chunk, after time.Duration) (bool, error)
}

// BatchHandler does batches: their chunks in any order, several at once, then the result.
type BatchHandler interface {
	// Rows does a chunk. What fails of it is counted in the outcome; an error fails the attempt.
	Rows(ctx context.Context, seat *Seat, c jobs.Chunk) (jobs.ChunkOutcome, error)
	// Assemble writes the result of a batch whose chunks have all ended, and returns the job's result.
	Assemble(ctx context.Context, seat *Seat, c jobs.Chunk) ([]byte, error)
}

// Batches lets a worker take chunks. Offer is called after each, so that the next finds a permission.
type Batches struct {
	Store    ChunkStore
	Handler  BatchHandler
	Courtesy *Courtesy
	Offer    func(ctx context.Context) error
}

// runNextChunk claims the chunk whose turn it is and does it. The seat comes first: a claimed chunk
// has begun, and can be neither cancelled nor taken by another worker while it would wait for one.
func (w *Worker) runNextChunk() {
	seat, err := w.batches.Courtesy.Sit(w.base)
	if err != nil {
		return // the process ends
	}
	if !w.crowd.enter(w.base) {
		seat.Leave()
		return
	}
	defer w.crowd.leave()
	c, ok := w.claimChunk()
	if !ok {
		seat.Leave()
		return
	}
	if c.RunsAlone() {
		w.runChunkAlone(seat, c)
	} else {
		w.runChunk(seat, c)
	}
	if err := w.batches.Offer(w.base); err != nil && w.base.Err() == nil {
		w.log.Warn("next chunk not offered, the reconciler will", "error", err)
	}
}

// runChunk does a claimed chunk and writes how it ended. The chunk leaves the seat.
func (w *Worker) runChunk(seat *Seat, c jobs.Chunk) {
	log := w.log.With("job_id", c.JobID, "chunk", c.N, "attempt", c.Attempt)
	extend := func(ctx context.Context) (bool, error) { return w.batches.Store.ExtendChunk(ctx, c) }
	w.hold(w.base, c.Remaining, extend, nil, func(ctx, deadline context.Context) {
		deadline, span := jobs.StartSpan(deadline, trace.SpanKindConsumer, c.TraceParent, "chunk", attribute.String("job.id", c.JobID), attribute.Int("chunk", c.N))
		defer span.End()
		move, err := w.doChunk(deadline, seat, c)
		if errors.Is(context.Cause(ctx), errFenced) {
			log.Warn("chunk abandoned, another process owns it")
			return
		}
		if err != nil {
			move = w.chunkError(ctx, c, err, log)
		}
		if write(ctx, move, log) {
			w.tellChunk(ctx, c)
		}
	})
}

func (w *Worker) claimChunk() (c jobs.Chunk, ok bool) {
	if w.slots.isClosed() {
		return c, false
	}
	err := patiently(w.base, func(ctx context.Context) (err error) { c, ok, err = w.batches.Store.ClaimChunk(ctx); return err })
	if err != nil {
		w.log.Error("chunk not claimed, the reconciler will offer it again", "error", err)
	}
	return c, ok
}

// awayPause is how long a chunk or a job waits for a blob store that is away.
const awayPause = 5 * time.Second

type chunkMove = func(context.Context) (bool, error)

// doChunk calls the handler and returns what to write; meanwhile the next chunk takes the seat. A panic becomes an
// error.
func (w *Worker) doChunk(ctx context.Context, seat *Seat, c jobs.Chunk) (move chunkMove, err error) {
	defer seat.Leave()
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("chunk %d of batch %s panicked: %v\n%s", c.N, c.JobID, p, debug.Stack())
		}
	}()
	if c.N == jobs.ChunkAssembly {
		result, err := w.batches.Handler.Assemble(ctx, seat, c)
		return func(ctx context.Context) (bool, error) { return w.batches.Store.FinishBatch(ctx, c, result) }, err
	}
	outcome, err := w.batches.Handler.Rows(ctx, seat, c)
	return func(ctx context.Context) (bool, error) { return w.batches.Store.FinishChunk(ctx, c, outcome) }, err
}

// chunkError chooses what to write of a failed attempt: again later, or all rows of it failed.
func (w *Worker) chunkError(ctx context.Context, c jobs.Chunk, err error, log *slog.Logger) chunkMove {
	switch {
	case errors.Is(context.Cause(ctx), errShutdown):
		log.Info("chunk handed back")
		return func(ctx context.Context) (bool, error) { return w.batches.Store.HandBackChunk(ctx, c) }
	case errors.Is(err, blob.ErrAway): // an outage of the store is no fault of the batch, whose deadline bounds it
		log.Warn("chunk postponed, the blob store is away", "error", err)
		return func(ctx context.Context) (bool, error) { return w.batches.Store.PostponeChunk(ctx, c, awayPause) }
	case transient(err) && c.Attempt < jobs.Attempts:
		log.Warn("chunk failed, will be tried again", "error", err)
		return func(ctx context.Context) (bool, error) {
			return w.batches.Store.RetryChunk(ctx, c, jobs.Backoff(c.Attempt))
		}
	case c.N == jobs.ChunkAssembly:
		log.Error("batch failed", "error", err)
		return func(ctx context.Context) (bool, error) { return w.batches.Store.FailBatch(ctx, c, fail.As(err)) }
	}
	log.Error("chunk failed", "error", err)
	lost := jobs.ChunkOutcome{Output: []byte("null"), Failed: c.Rows}
	return func(ctx context.Context) (bool, error) { return w.batches.Store.FinishChunk(ctx, c, lost) }
}

// tellChunk wakes those who wait for a change of the batch.
func (w *Worker) tellChunk(ctx context.Context, c jobs.Chunk) {
	if c.N == jobs.ChunkAssembly {
		w.events.Done(ctx, c.JobID, w.log)
		return
	}
	w.events.Progress(ctx, c.JobID, jobs.Progress{Message: "rows finished"}, w.log)
}
