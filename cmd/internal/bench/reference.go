package bench

import (
	"context"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"github.com/google/uuid"
	"github.com/hibiken/asynq"

	"tariffdesk/jobs"
	"tariffdesk/worker"
)

// bareQueue measures asynq alone: a task enqueued, taken and answered in one process, at the
// service's own check interval.
func (b *bench) bareQueue(n int) ([]time.Duration, error) {
	rdb, err := b.client()
	if err != nil {
		return nil, err
	}
	defer func() { _ = rdb.Close() }()
	done := make(chan struct{})
	server := asynq.NewServerFromRedisClient(rdb, asynq.Config{
		Concurrency: 50, Queues: map[string]int{"bare": 1}, TaskCheckInterval: worker.CheckInterval, LogLevel: asynq.FatalLevel,
	})
	if err := server.Start(asynq.HandlerFunc(func(context.Context, *asynq.Task) error { done <- struct{}{}; return nil })); err != nil {
		return nil, fmt.Errorf("bare asynq: %w", err)
	}
	defer server.Shutdown()
	client := asynq.NewClientFromRedisClient(rdb)
	took := make([]time.Duration, n)
	for i := range took {
		start := time.Now()
		if _, err := client.Enqueue(asynq.NewTask("bare", nil), asynq.Queue("bare"), asynq.MaxRetry(0)); err != nil {
			return nil, fmt.Errorf("bare asynq: %w", err)
		}
		<-done
		took[i] = time.Since(start)
	}
	return took, nil
}

// bareLoop runs the transactions of a job, submit, claim, finish with its record, and nothing else,
// on as many connections as callers, and returns jobs per second.
func (b *bench) bareLoop(ctx context.Context, callers, n int) (float64, error) {
	var left atomic.Int64
	left.Store(int64(n))
	errs := make(chan error, callers)
	var wg sync.WaitGroup
	start := time.Now()
	for range callers {
		wg.Go(func() {
			for left.Add(-1) >= 0 {
				if err := b.bareJob(ctx); err != nil {
					errs <- err
					return
				}
			}
		})
	}
	wg.Wait()
	select {
	case err := <-errs:
		return 0, fmt.Errorf("bare loop: %w", err)
	default:
		return float64(n) / time.Since(start).Seconds(), nil
	}
}

// bareSubmits submits jobs of one organisation and nothing else, and returns how many a second: the calls of
// an organisation take turns from the lock of its counters to the commit.
func (b *bench) bareSubmits(ctx context.Context, callers, n int) (float64, error) {
	var left atomic.Int64
	left.Store(int64(n))
	errs := make(chan error, callers)
	var wg sync.WaitGroup
	start := time.Now()
	for range callers {
		wg.Go(func() {
			for left.Add(-1) >= 0 {
				if _, err := b.store.SubmitJob(ctx, b.newJob()); err != nil {
					errs <- err
					return
				}
			}
		})
	}
	wg.Wait()
	took := time.Since(start)
	select {
	case err := <-errs:
		return 0, fmt.Errorf("bare submits: %w", err)
	default:
	}
	// Nobody waits for these: what runs or has run of them says nothing more.
	return float64(n) / took.Seconds(), nil
}

func (b *bench) newJob() jobs.NewJob {
	spec := jobs.Specs()[jobs.KindClassify]
	return jobs.NewJob{Spec: spec, Waits: true, Job: jobs.Job{
		ID: uuid.NewString(), OrganisationID: b.org, Kind: jobs.KindClassify, Total: 1, Charged: spec.Product.Cost(1),
		Input: []byte(`{"product_description":"men's knitted cotton t-shirt","country_code":"WORLD","model":"fast"}`),
	}}
}

func (b *bench) bareJob(ctx context.Context) error {
	a, err := b.store.SubmitJob(ctx, b.newJob())
	if err != nil {
		return err
	}
	j, ok, err := b.store.ClaimJob(ctx, a.Job.ID)
	if err != nil || !ok {
		return fmt.Errorf("claim %v: %w", ok, err)
	}
	_, err = b.store.SucceedJob(ctx, j, jobs.Outcome{Result: sampleResult, Record: &jobs.Record{
		ID: uuid.NewString(), CountryCode: "WORLD", Model: "fast", ProductDescription: description, Result: sampleResult,
	}})
	return err
}
