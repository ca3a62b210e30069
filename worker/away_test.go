package worker

import (
	"context"
	"fmt"
	"log/slog"
	"testing"
	"time"

	"tariffdesk/blob"
	"tariffdesk/jobs"
)

// postponing notes how chunks are put off.
type postponing struct {
	ChunkStore
	after time.Duration
}

func (p *postponing) PostponeChunk(_ context.Context, _ jobs.Chunk, after time.Duration) (bool, error) {
	p.after = after
	return true, nil
}

func TestABatchWaitsForABlobStoreThatIsAwayHoweverOften(t *testing.T) {
	t.Parallel()
	store := &postponing{}
	w := &Worker{batches: &Batches{Store: store}}
	away := fmt.Errorf("assemble batch: %w", blob.ErrAway)
	for _, n := range []int{jobs.ChunkAssembly, 1} {
		store.after = 0
		move := w.chunkError(t.Context(), jobs.Chunk{N: n, Attempt: jobs.Attempts}, away, slog.New(slog.DiscardHandler))
		if ok, err := move(t.Context()); !ok || err != nil || store.after != awayPause {
			t.Errorf("chunk %d at its last attempt: %v %v, put off by %s", n, ok, err, store.after)
		}
	}
}
