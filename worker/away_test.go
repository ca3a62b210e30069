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

// handing notes how jobs are put off.
type handing struct {
	Store
	after time.Duration
}

func (h *handing) HandBackJob(_ context.Context, _ jobs.Job, after time.Duration) (bool, error) {
	h.after = after
	return true, nil
}

func TestADocumentWaitsForABlobStoreThatIsAwayHoweverOften(t *testing.T) {
	t.Parallel()
	store := &handing{}
	away := fmt.Errorf("read upload: %w", blob.ErrAway)
	move, ended := (&Worker{store: store}).move(t.Context(), jobs.Job{Attempt: jobs.Attempts}, jobs.Outcome{}, away, slog.New(slog.DiscardHandler))
	if ok, err := move(t.Context()); !ok || err != nil || ended || store.after != awayPause {
		t.Errorf("at its last attempt: %v %v, ended %v, put off by %s", ok, err, ended, store.after)
	}
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
