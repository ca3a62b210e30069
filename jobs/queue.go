package jobs

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/hibiken/asynq"
	"go.opentelemetry.io/otel"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
	"go.opentelemetry.io/otel/propagation"
	"go.opentelemetry.io/otel/trace"
)

// TaskType is the one asynq task type; its payload is the job id alone, because asynq rewrites the
// payload of every active task each few seconds.
const TaskType = "job"

// RedisKeys are keys that every call depends on, one of each part of a cluster where its work may lie.
func (d Divisions) RedisKeys() []string {
	var keys []string
	for n := range d.Streams() {
		keys = append(keys, streamName(n))
	}
	for _, queue := range Queues() {
		for n := range d.partsFor(queue) {
			keys = append(keys, "asynq:{"+partName(queue, d.partsFor(queue), n)+"}:pending")
		}
	}
	return keys
}

// enqueue offers a queued job to Redis, best effort: a job Redis lost is offered again. It says
// whether Redis took it.
func (s *Service) enqueue(ctx context.Context, j Job) bool {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), s.cfg.EnqueueTimeout)
	defer cancel()
	ctx, span := StartSpan(ctx, trace.SpanKindProducer, j.TraceParent, "enqueue "+string(j.Kind), attribute.String("job.id", j.ID), attribute.Int("job.generation", j.Generation))
	defer span.End()
	err := s.offer(ctx, j)
	if errors.Is(err, asynq.ErrTaskIDConflict) {
		err = s.unblock(ctx, j)
	}
	if err != nil {
		span.RecordError(err)
		span.SetStatus(codes.Error, "not enqueued")
		s.actions.enqueueFailed.Add(1)
		s.log.WarnContext(ctx, "job not enqueued, the reconciler will", "job_id", j.ID, "error", err)
	}
	return err == nil
}

// StartSpan begins a step in the trace of the request behind a job, which parent names. A job whose request
// was not traced has none.
func StartSpan(ctx context.Context, kind trace.SpanKind, parent, name string, attributes ...attribute.KeyValue) (context.Context, trace.Span) {
	if !trace.SpanContextFromContext(ctx).IsValid() {
		if parent == "" {
			return ctx, trace.SpanFromContext(ctx)
		}
		ctx = propagation.TraceContext{}.Extract(ctx, propagation.MapCarrier{"traceparent": parent})
	}
	return otel.Tracer("tariffdesk/jobs").Start(ctx, name, trace.WithSpanKind(kind), trace.WithAttributes(attributes...))
}

func (s *Service) offer(ctx context.Context, j Job) error {
	spec, queue := s.specs[j.Kind], s.part(j)
	_, err := s.client.EnqueueContext(ctx, asynq.NewTask(TaskType, []byte(j.ID)),
		asynq.TaskID(taskID(j)), asynq.Queue(queue),
		// Attempts live in PostgreSQL; a task that asynq archived would block its id for 90 days.
		asynq.MaxRetry(0),
		// asynq's own timeout must never fire before ours: it would free its slot under a running handler.
		asynq.Timeout(spec.Deadline+time.Hour))
	if err == nil {
		s.wake(queue)
	}
	return err
}

func taskID(j Job) string { return fmt.Sprintf("%s:%d", j.ID, j.Generation) }

// unblock handles a task id that Redis already holds: waiting to be taken is success; active for
// long without a claim, or dead in any way, means the job needs the next generation's id.
func (s *Service) unblock(ctx context.Context, j Job) error {
	queue := s.part(j)
	task, err := s.inspector.GetTaskInfo(queue, taskID(j))
	switch {
	case errors.Is(err, asynq.ErrTaskNotFound) || errors.Is(err, asynq.ErrQueueNotFound):
		return s.offer(ctx, j) // it ended between the two questions
	case err != nil:
		return fmt.Errorf("inspect task of job %s: %w", j.ID, err)
	}
	switch task.State {
	case asynq.TaskStatePending, asynq.TaskStateScheduled, asynq.TaskStateAggregating:
		return nil
	case asynq.TaskStateActive:
		// UnseenJobs offers a job again only after 2 s, then less and less often; the job row says since when.
		if j.OfferedFor < s.cfg.StuckAfter {
			return nil
		}
	case asynq.TaskStateArchived, asynq.TaskStateCompleted, asynq.TaskStateRetry:
		if err := s.inspector.DeleteTask(queue, taskID(j)); err != nil && !errors.Is(err, asynq.ErrTaskNotFound) {
			return fmt.Errorf("delete dead task of job %s: %w", j.ID, err)
		}
	}
	next, moved, err := s.store.NextGeneration(ctx, j.ID, j.Generation)
	if err != nil || !moved {
		return err
	}
	s.actions.regenerated.Add(1)
	return s.offer(ctx, next)
}
