package worker

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"tariffdesk/jobs"
	"tariffdesk/verification"
	"tariffdesk/verification/list"
)

// ScreeningStore reads and writes for the watch over verifications.
type ScreeningStore interface {
	// StartRecheck begins the run for a version of the lists unless it has begun or ended;
	// RecheckVerifications judges the next verifications of it, and writes what changed, in one transaction.
	StartRecheck(ctx context.Context, version int64) error
	RecheckVerifications(ctx context.Context, version int64, limit int, judge func(verification.Verification) verification.Rechecked) (int, error)
	ExpireVerifications(ctx context.Context, at time.Time, limit int) (int, error)
	RemoveEnded(ctx context.Context, before time.Time, limit int) error
	DeadBlobs(ctx context.Context, limit int) ([]string, error)
	ForgetBlob(ctx context.Context, key string) error
}

// Screening keeps verifications true: it checks companies again after an import of a list, ends
// approvals whose year is over, and deletes documents thirty days after the end. Several may run at once.
type Screening struct {
	Store ScreeningStore
	Blobs interface {
		Delete(ctx context.Context, key string) error
	}
	Lists func(ctx context.Context) (*list.Register, error) // the lists in force
	Log   *slog.Logger
	Now   func() time.Time
	Pulse *jobs.Pulse // told whenever the watch comes round; may be nil
}

const (
	screenEvery = 2 * time.Second
	// A chunk is short, and as long a pause as it took follows it: callers find the processor and the
	// database free half of the time.
	screenChunk = 500
	endEvery    = time.Minute
	endBatch    = 100
)

// Run watches until ctx ends.
func (s Screening) Run(ctx context.Context) {
	beat := s.Pulse.Watch("screening", jobs.LoopLimit)
	screen, end := time.NewTicker(screenEvery), time.NewTicker(endEvery)
	defer screen.Stop()
	defer end.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-screen.C:
			s.note(ctx, "lists", s.Screen(ctx, beat))
		case <-end.C:
			s.note(ctx, "ends", s.End(ctx))
		}
		beat()
	}
}

func (s Screening) note(ctx context.Context, what string, err error) {
	if err != nil && ctx.Err() == nil {
		s.Log.WarnContext(ctx, "verifications not watched", "what", what, "error", err)
	}
}

// Screen checks all companies that were not checked with the newest lists; beat, which may be nil, is
// called after each chunk.
func (s Screening) Screen(ctx context.Context, beat func()) error {
	lists, err := s.Lists(ctx)
	if err != nil || lists.Newest() == 0 {
		return err
	}
	if err := s.Store.StartRecheck(ctx, lists.Newest()); err != nil {
		return err
	}
	for {
		began := time.Now()
		n, err := s.Store.RecheckVerifications(ctx, lists.Newest(), screenChunk, func(v verification.Verification) verification.Rechecked {
			return s.judge(v, lists)
		})
		if err != nil || n == 0 {
			return err
		}
		if beat != nil {
			beat()
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(time.Since(began)):
		}
	}
}

// judge looks in the newer lists alone. Only where something changed are all of them searched again,
// for the checks to show it.
func (s Screening) judge(v verification.Verification, lists *list.Register) verification.Rechecked {
	found := verification.Rescreen(v, lists)
	r := verification.Rechecked{Listed: found.Keys, Newly: found.Newly}
	if found.Changed(v.Listed) {
		r.Checks, r.Listed = verification.Screen(v, lists, s.Now().UTC().Truncate(time.Microsecond))
	}
	return r
}

// End moves approvals whose time is over back into review, and deletes what must be deleted.
func (s Screening) End(ctx context.Context) error {
	var problems []error
	for n := endBatch; n == endBatch; {
		var err error
		if n, err = s.Store.ExpireVerifications(ctx, s.Now(), endBatch); err != nil {
			problems = append(problems, err)
			break
		}
	}
	problems = append(problems, s.Store.RemoveEnded(ctx, s.Now().Add(-verification.DocumentsFor), endBatch))
	keys, err := s.Store.DeadBlobs(ctx, endBatch)
	problems = append(problems, err)
	for _, key := range keys {
		if err := s.Blobs.Delete(ctx, key); err != nil {
			problems = append(problems, fmt.Errorf("delete a document: %w", err))
			continue
		}
		problems = append(problems, s.Store.ForgetBlob(ctx, key))
	}
	return errors.Join(problems...)
}
