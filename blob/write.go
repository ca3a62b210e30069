package blob

import (
	"context"
	"errors"
	"fmt"
	"io"

	"gocloud.dev/blob"
)

// Write stores under key what write writes, replacing what was there; where write fails nothing is
// stored. It suits files too large to be held.
func (b *Store) Write(ctx context.Context, key, mediaType string, write func(io.Writer) error) error {
	ctx, cancel := context.WithCancel(ctx) // a writer whose context has ended stores nothing when it is closed
	defer cancel()
	w, err := b.bucket.NewWriter(ctx, key, &blob.WriterOptions{ContentType: mediaType})
	if err != nil {
		return fmt.Errorf("store blob %s: %w", key, err)
	}
	if err := write(marking{w}); err != nil {
		cancel()
		return errors.Join(err, ignoreCancelled(w.Close()))
	}
	if err := w.Close(); err != nil {
		return fmt.Errorf("store blob %s: %w: %w", key, ErrAway, err)
	}
	return nil
}

// marking tells a failure of the store from one of what is written.
type marking struct{ to io.Writer }

func (m marking) Write(b []byte) (int, error) {
	n, err := m.to.Write(b)
	return n, away(err)
}

func ignoreCancelled(err error) error {
	if errors.Is(err, context.Canceled) {
		return nil
	}
	return err
}
