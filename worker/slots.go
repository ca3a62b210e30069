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

	"tariffdesk/jobs"
)

// slots caps the handlers at work. asynq frees its own slot on a lost lease or a timeout while the
// handler still runs, so the count is kept here and given back only when the handler returns.
//
// It is a hook of the Redis client: while no slot is free for a queue, asynq's script that takes a
// task off it is answered "empty" without being sent, and while there is nothing to ask of any queue
// asynq is kept waiting for the answer. So no task leaves Redis without a slot, and an idle queue is
// asked at once after a wake-up, else only now and then: often while wake-ups of other processes are
// not heard.
type slots struct {
	mu      sync.Mutex
	free    int
	poll    time.Duration // without hearing
	idle    time.Duration // while hearing
	hearing bool
	closed  bool
	limits  func(queue string) *shared
	groups  map[string]*shared     // by queue, undivided
	queues  map[string]*queueSlots // by part; one that was added stays
	changed chan struct{}          // something may be asked now that could not be before
	past    atomic.Int64
	total   int
}

// shared holds the counts that the parts of a queue have together.
type shared struct {
	free       int  // below the queue's own cap
	background bool // yields to callers who wait in another queue
	paused     bool // by an operator
}

type queueSlots struct {
	*shared

	reserved int       // taken off Redis, its handler not yet started
	awake    bool      // there may be a task: ask now
	asked    time.Time // when Redis was asked last
}

func newSlots(cfg Config) *slots {
	return &slots{
		free: cfg.Slots, total: cfg.Slots, poll: cfg.PollInterval, idle: cfg.IdleInterval,
		groups: map[string]*shared{}, queues: map[string]*queueSlots{}, changed: make(chan struct{}, 1),
		limits: func(queue string) *shared {
			limit, ok := cfg.Caps[queue]
			if !ok {
				limit = cfg.Slots
			}
			return &shared{free: min(limit, cfg.Slots), background: slices.Contains(cfg.Background, queue)}
		},
	}
}

// group returns the counts that the parts of a queue share.
func (s *slots) group(queue string) *shared {
	if s.groups[queue] == nil {
		s.groups[queue] = s.limits(queue)
	}
	return s.groups[queue]
}

// add gives queues slots, those of one division from the same.
func (s *slots) add(parts []string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, part := range parts {
		if s.queues[part] == nil {
			s.queues[part] = &queueSlots{shared: s.group(jobs.QueueOf(part)), awake: true}
		}
	}
	s.signal()
}

// pause takes nothing from the parts of a queue, or takes from them again.
func (s *slots) pause(queue string, paused bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	group := s.group(queue)
	if group.paused == paused {
		return
	}
	group.paused = paused
	for part, q := range s.queues {
		if jobs.QueueOf(part) == queue {
			q.awake = true
		}
	}
	s.signal()
}

// resting reports whether no slot of a queue may be taken now.
func (s *slots) resting(q *queueSlots) bool {
	return q.free == 0 || q.paused || q.background && s.callerWaits()
}

func (s *slots) wake(queue string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if q := s.queues[queue]; q != nil {
		q.awake = true
		s.signal()
	}
}

// hear notes whether wake-ups of other processes arrive. Before they did, some may have been missed.
func (s *slots) hear(hearing bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.hearing = hearing; hearing {
		for _, q := range s.queues {
			q.awake = true
		}
	}
	s.signal()
}

func (s *slots) hears() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.hearing
}

func (s *slots) close() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.closed = true
	s.signal()
}

func (s *slots) signal() {
	select {
	case s.changed <- struct{}{}:
	default:
	}
}

// await waits until some queue may be asked.
func (s *slots) await(ctx context.Context) {
	for {
		wait, some := s.nextLook(time.Now())
		if some && wait <= 0 {
			return
		}
		var due <-chan time.Time // without a free slot there is nothing to wait for but one
		if some {
			due = time.After(wait)
		}
		select {
		case <-ctx.Done():
			return
		case <-s.changed:
		case <-due:
			return
		}
	}
}

// nextLook is how long until a queue may be asked, and whether there is a slot for any.
func (s *slots) nextLook(now time.Time) (wait time.Duration, some bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		return 0, true
	}
	if s.free == 0 {
		return 0, false
	}
	for _, q := range s.queues {
		if s.resting(q) {
			continue
		}
		left := s.interval() - now.Sub(q.asked)
		if q.awake {
			left = 0
		}
		if !some || left < wait {
			wait, some = left, true
		}
	}
	return wait, some
}

func (s *slots) interval() time.Duration {
	if s.hearing {
		return s.idle
	}
	return s.poll
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
	if s.closed || s.free == 0 || s.resting(q) {
		return false
	}
	if now := time.Now(); q.awake || now.Sub(q.asked) >= s.interval() {
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
		if !q.background && q.awake && q.free > 0 && !q.paused {
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
		s.signal()
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
		s.signal()
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
		s.await(ctx)
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
	s.mu.Lock() // a division adds queues meanwhile
	defer s.mu.Unlock()
	if s.queues[queue] == nil {
		return ""
	}
	return queue
}
