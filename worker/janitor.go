package worker

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"tariffdesk/blob"
	"tariffdesk/jobs"
)

// Cleaner deletes from PostgreSQL for the janitor.
type Cleaner interface {
	Purge(ctx context.Context) error
	// ExpireLinks ends share links past their time and releases their credit.
	ExpireLinks(ctx context.Context, limit int) (int, error)
	DeadUploads(ctx context.Context, limit int) ([]string, error)
	ForgetUploads(ctx context.Context, keys []string) error
	UnownedUploads(ctx context.Context, keys []string) ([]string, error)
}

// Blobs lists and deletes blobs for the janitor. Deleting an absent blob is no error.
type Blobs interface {
	Delete(ctx context.Context, key string) error
	// OlderThan lists keys of uploads last written before t, at most limit.
	OlderThan(ctx context.Context, t time.Time, limit int) ([]string, error)
}

// Janitor removes what has outlived its use: uploads whose job has ended, blobs that no job came
// to own, share links, results and idempotency keys past their time. Several may run at once.
type Janitor struct {
	Store Cleaner
	Blobs Blobs
	Log   *slog.Logger
	Now   func() time.Time
	Pulse *jobs.Pulse // told whenever the janitor comes round; may be nil

	beat func() // of a running janitor
}

const (
	sweepInterval = 5 * time.Second
	purgeInterval = time.Minute // a pass that did not end goes on in the next
	orphanEvery   = 10 * time.Minute
	orphanAge     = time.Hour
	awayDeletes   = 2 // failures of a store after which the sweep is left to the next
	sweepBatch    = 500
	orphanBatch   = 20_000 // a listing begins at its front each time: it must reach beyond the owned ones
)

// Run cleans until ctx ends.
func (j Janitor) Run(ctx context.Context) {
	j.beat = j.Pulse.Watch("janitor", jobs.LoopLimit)
	sweep, purge, orphans := time.NewTicker(sweepInterval), time.NewTicker(purgeInterval), time.NewTicker(orphanEvery)
	defer sweep.Stop()
	defer purge.Stop()
	defer orphans.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-sweep.C:
			_, err := j.Store.ExpireLinks(ctx, sweepBatch)
			j.note(ctx, "share links", err)
			j.note(ctx, "uploads", j.SweepUploads(ctx))
		case <-orphans.C:
			j.note(ctx, "orphans", j.SweepOrphans(ctx))
		case <-purge.C:
			j.note(ctx, "results", j.Store.Purge(ctx))
		}
		j.beat()
	}
}

func (j Janitor) note(ctx context.Context, what string, err error) {
	if err != nil && ctx.Err() == nil {
		j.Log.WarnContext(ctx, "cleaning failed", "what", what, "error", err)
	}
}

// SweepUploads deletes uploads whose job has ended, and files that jobs left with their results.
func (j Janitor) SweepUploads(ctx context.Context) error {
	keys, err := j.Store.DeadUploads(ctx, sweepBatch)
	if err != nil || len(keys) == 0 {
		return err
	}
	return j.remove(ctx, keys)
}

// SweepOrphans deletes uploads that were written an hour ago and that no job came to own.
func (j Janitor) SweepOrphans(ctx context.Context) error {
	old, err := j.Blobs.OlderThan(ctx, j.Now().Add(-orphanAge), orphanBatch)
	if err != nil || len(old) == 0 {
		return err
	}
	unowned, err := j.Store.UnownedUploads(ctx, old)
	if err != nil {
		return err
	}
	return j.remove(ctx, unowned)
}

func (j Janitor) remove(ctx context.Context, keys []string) error {
	var gone []string
	var problems []error
	for _, key := range keys { // one that cannot be deleted must not keep the others
		if err := j.Blobs.Delete(ctx, key); err != nil {
			problems = append(problems, err)
			if errors.Is(err, blob.ErrAway) && len(problems) >= awayDeletes {
				break // each would wait for its own limit
			}
			continue
		}
		gone = append(gone, key)
		if j.beat != nil {
			j.beat()
		}
	}
	return errors.Join(append(problems, j.Store.ForgetUploads(ctx, gone))...)
}
