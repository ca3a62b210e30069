package jobs

import (
	"context"
	"sync/atomic"
)

// reconcileBatch bounds one pass; what is left over waits for the next second.
const reconcileBatch = 200

// actions counts what the reconciler and the enqueuer had to repair, for the metrics.
type actions struct {
	expired, revived, reoffered, regenerated, enqueueFailed atomic.Int64
}

// Actions are the repairs of this process so far.
type Actions struct {
	Expired       int64 // failed and refunded: past the deadline or out of attempts
	Revived       int64 // lease lost, queued again
	Reoffered     int64 // queued and unseen, enqueued again
	Regenerated   int64 // the queue's task id was blocked
	EnqueueFailed int64 // Redis did not take the job at once
}

// Actions returns the repairs so far.
func (s *Service) Actions() Actions {
	return Actions{
		Expired: s.actions.expired.Load(), Revived: s.actions.revived.Load(),
		Reoffered: s.actions.reoffered.Load(), Regenerated: s.actions.regenerated.Load(),
		EnqueueFailed: s.actions.enqueueFailed.Load(),
	}
}

// reconcile makes PostgreSQL's view true in Redis. Any number of processes may run it at once:
// the store's queries skip rows another holds, and every move is conditional.
func (s *Service) reconcile(ctx context.Context) {
	expired, err := s.store.ExpireJobs(ctx, reconcileBatch)
	s.note(ctx, "expire", err)
	for _, j := range expired {
		s.actions.expired.Add(1)
		s.events.Done(ctx, j.ID, s.log)
	}
	revived, err := s.store.ReviveJobs(ctx, reconcileBatch)
	s.note(ctx, "revive", err)
	for _, j := range revived {
		s.actions.revived.Add(1)
		s.enqueue(ctx, j)
	}
	ended, err := s.store.ExpireChunks(ctx, reconcileBatch)
	s.note(ctx, "expire chunks", err)
	for _, j := range ended {
		s.actions.expired.Add(1)
		s.events.Done(ctx, j.ID, s.log)
	}
	s.note(ctx, "offer chunks", s.OfferChunks(ctx))
	unseen, err := s.store.UnseenJobs(ctx, reconcileBatch)
	s.note(ctx, "find unseen", err)
	for _, j := range unseen {
		if ctx.Err() != nil {
			return
		}
		s.actions.reoffered.Add(1)
		s.enqueue(ctx, j)
	}
}

func (s *Service) note(ctx context.Context, step string, err error) {
	if err != nil && ctx.Err() == nil {
		s.log.WarnContext(ctx, "reconciler step failed", "step", step, "error", err)
	}
}
