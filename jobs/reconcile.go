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
// the store's queries skip rows another holds, and every move is conditional. A pass may be long, so
// that it beats after each step.
func (s *Service) reconcile(ctx context.Context, beat func()) {
	expired, err := s.store.ExpireJobs(ctx, reconcileBatch)
	s.note(ctx, "expire", err)
	s.tellExpired(ctx, expired, beat)
	revived, err := s.store.ReviveJobs(ctx, reconcileBatch)
	s.note(ctx, "revive", err)
	s.actions.revived.Add(int64(len(revived)))
	s.enqueueAll(ctx, revived, beat)
	ended, err := s.store.ExpireChunks(ctx, reconcileBatch)
	s.note(ctx, "expire chunks", err)
	s.tellExpired(ctx, ended, beat)
	s.note(ctx, "offer chunks", s.OfferChunks(ctx))
	beat()
	unseen, err := s.store.UnseenJobs(ctx, reconcileBatch)
	s.note(ctx, "find unseen", err)
	s.actions.reoffered.Add(int64(len(unseen)))
	s.enqueueAll(ctx, unseen, beat)
}

func (s *Service) tellExpired(ctx context.Context, expired []Job, beat func()) {
	for _, j := range expired {
		s.actions.expired.Add(1)
		s.log.WarnContext(ctx, "job given up and refunded", "job_id", j.ID, "kind", j.Kind, "organization_id", j.OrganisationID,
			"attempts", j.Attempt, "lost_workers", j.Lost, "error", j.Error)
		s.events.Done(ctx, j.ID, s.log)
		beat()
	}
	beat()
}

// enqueueAll offers jobs, of each queue until one is not taken: while Redis hangs, each would wait
// for its own timeout. The rest is due again within half a minute.
func (s *Service) enqueueAll(ctx context.Context, all []Job, beat func()) {
	away := map[string]bool{}
	for _, j := range all {
		queue := s.part(j)
		if ctx.Err() != nil {
			return
		}
		if !away[queue] && !s.enqueue(ctx, j) {
			away[queue] = true
		}
		beat()
	}
}

func (s *Service) note(ctx context.Context, step string, err error) {
	if err != nil && ctx.Err() == nil {
		s.log.WarnContext(ctx, "reconciler step failed", "step", step, "error", err)
	}
}
