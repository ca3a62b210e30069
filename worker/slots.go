package worker

import (
	"context"
	"errors"
	"net"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/redis/go-redis/v9"
)

// slots caps the handlers at work. asynq frees its own slot on a lost lease or a timeout while the
// handler still runs, so the count is kept here and given back only when the handler returns.
//
// It is a hook of the Redis client: while no slot is free for a queue, asynq's script that takes a
// task off it is answered "empty" without being sent. So no task leaves Redis without a slot, and
// an idle queue is asked only every poll interval, or at once after a wake-up.
type slots struct {
	mu     sync.Mutex
	free   int
	poll   time.Duration
	closed bool
	queues map[string]*queueSlots
	past   atomic.Int64
	total  int
}

type queueSlots struct {
	free       int       // below the queue's own cap
	background bool      // yields to callers who wait in another queue
	reserved   int       // taken off Redis, its handler not yet started
	awake      bool      // there may be a task: ask now
	asked      time.Time // when Redis was asked last
}

func newSlots(cfg Config, queues map[string]int) *slots {
	s := &slots{free: cfg.Slots, total: cfg.Slots, poll: cfg.PollInterval, queues: map[string]*queueSlots{}}
	for name := range queues {
		limit, ok := cfg.Caps[name]
		if !ok {
			limit = cfg.Slots
		}
		s.queues[name] = &queueSlots{free: min(limit, cfg.Slots), background: slices.Contains(cfg.Background, name), awake: true}
	}
	return s
}

func (s *slots) wake(queue string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if q := s.queues[queue]; q != nil {
		q.awake = true
	}
}

func (s *slots) close() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.closed = true
}

func (s *slots) isClosed() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.closed
}

// reserve takes a slot before Redis is asked for a task of the queue.
func (s *slots) reserve(queue string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	q := s.queues[queue]
	if s.closed || s.free == 0 || q.free == 0 || q.background && s.callerWaits() {
		return false
	}
	if now := time.Now(); q.awake || now.Sub(q.asked) >= s.poll {
		q.awake, q.asked = false, now
		s.free, q.free = s.free-1, q.free-1
		q.reserved++
		return true
	}
	return false
}

// callerWaits reports whether another queue may hold tasks that a free slot would serve.
func (s *slots) callerWaits() bool {
	for _, q := range s.queues {
		if !q.background && q.awake && q.free > 0 {
			return true
		}
	}
	return false
}

// answered settles a reservation: a task was taken, or there was none, or it is not known.
func (s *slots) answered(queue string, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	q := s.queues[queue]
	if !errors.Is(err, redis.Nil) {
		q.awake = true // after a task there may be more; after an error nothing is known
	}
	if err != nil {
		q.reserved--
		s.free, q.free = s.free+1, q.free+1
	}
}

// start turns the reservation of a task into the slot of its handler.
func (s *slots) start(queue string) (finish func()) {
	s.mu.Lock()
	defer s.mu.Unlock()
	q := s.queues[queue]
	q.reserved--
	return sync.OnceFunc(func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		s.free, q.free = s.free+1, q.free+1
	})
}

func (s *slots) inUse() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	n := s.total - s.free
	for _, q := range s.queues {
		n -= q.reserved
	}
	return n
}

// DialHook, ProcessHook and ProcessPipelineHook make slots a hook of the Redis client.
func (s *slots) DialHook(next redis.DialHook) redis.DialHook {
	return func(ctx context.Context, network, addr string) (net.Conn, error) { return next(ctx, network, addr) }
}

func (s *slots) ProcessPipelineHook(next redis.ProcessPipelineHook) redis.ProcessPipelineHook {
	return next
}

func (s *slots) ProcessHook(next redis.ProcessHook) redis.ProcessHook {
	return func(ctx context.Context, cmd redis.Cmder) error {
		queue := s.takesFrom(cmd)
		if queue == "" {
			return next(ctx, cmd)
		}
		if !s.reserve(queue) {
			cmd.SetErr(redis.Nil)
			return redis.Nil
		}
		err := next(ctx, cmd)
		s.answered(queue, err)
		return err
	}
}

// takesFrom names the queue a command takes a task off: asynq's script with the keys
// asynq:{queue}:pending, :paused, :active, :lease. It is "" for any other command.
func (s *slots) takesFrom(cmd redis.Cmder) string {
	args := cmd.Args()
	if len(args) < 7 || !strings.HasPrefix(cmd.Name(), "eval") {
		return ""
	}
	pending, _ := args[3].(string)
	paused, _ := args[4].(string)
	queue, ok := strings.CutSuffix(pending, "}:pending")
	if !ok || !strings.HasSuffix(paused, "}:paused") {
		return ""
	}
	queue = strings.TrimPrefix(queue, "asynq:{")
	if s.queues[queue] == nil {
		return ""
	}
	return queue
}
