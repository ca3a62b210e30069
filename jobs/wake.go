package jobs

import (
	"context"
	"errors"
	"log/slog"
	"net"
	"sync"
	"time"

	"github.com/redis/go-redis/v9"
)

// wakes is the channel on which workers of other processes hear that a queue has work. A wake-up may
// be lost: a worker that hears also looks by itself now and then, one that does not hear often.
const wakes = "tariffdesk:wakes"

// wakeEvery bounds how often a process calls out: under load workers look again after each task anyway.
const wakeEvery = 5 * time.Millisecond

// crier calls queues out to the workers of other processes, each once however often it was told
// meanwhile. Nobody who has offered a job waits for it.
type crier struct {
	mu     sync.Mutex
	queues map[string]bool
	told   chan struct{}
}

func newCrier() *crier { return &crier{queues: map[string]bool{}, told: make(chan struct{}, 1)} }

func (c *crier) tell(queue string) {
	c.mu.Lock()
	c.queues[queue] = true
	c.mu.Unlock()
	select {
	case c.told <- struct{}{}:
	default:
	}
}

func (c *crier) run(ctx context.Context, rdb redis.UniversalClient, log *slog.Logger) {
	for {
		select {
		case <-ctx.Done():
			return
		case <-c.told:
		}
		c.mu.Lock()
		told := c.queues
		c.queues = map[string]bool{}
		c.mu.Unlock()
		for queue := range told {
			if err := rdb.Publish(ctx, wakes, queue).Err(); err != nil && ctx.Err() == nil {
				log.DebugContext(ctx, "queue not called out", "queue", queue, "error", err)
			}
		}
		select {
		case <-ctx.Done():
		case <-time.After(wakeEvery):
		}
	}
}

// hearing is how long a listener believes in a connection that is silent, and then in its echo.
const hearing = 3 * time.Second

// Listen tells wake of each queue that another process calls out, until ctx ends, and hears whether
// calls arrive at the moment: beginning to, they may have been missed before.
func (e *Events) Listen(ctx context.Context, wake func(queue string), hears func(bool), log *slog.Logger) {
	for said := false; ctx.Err() == nil; {
		err := e.listen(ctx, wake, func() { said = false; hears(true) })
		hears(false)
		if !said && ctx.Err() == nil {
			log.WarnContext(ctx, "calls of other processes are not heard", "error", err)
			said = true
		}
		select {
		case <-ctx.Done():
		case <-time.After(100 * time.Millisecond):
		}
	}
}

func (e *Events) listen(ctx context.Context, wake func(queue string), heard func()) error {
	sub := e.rdb.Subscribe(ctx, wakes)
	defer context.AfterFunc(ctx, func() { _ = sub.Close() })()
	defer func() { _ = sub.Close() }()
	asked := false
	for {
		message, err := sub.ReceiveTimeout(ctx, hearing)
		if silent, ok := errors.AsType[net.Error](err); ok && silent.Timeout() && !asked {
			if err := sub.Ping(ctx); err != nil {
				return err
			}
			asked = true
			continue
		}
		if err != nil {
			return err
		}
		asked = false
		switch m := message.(type) {
		case *redis.Subscription:
			heard()
		case *redis.Message:
			wake(m.Payload)
		}
	}
}
