package jobs

import (
	"context"
	"errors"
	"fmt"
	"hash/fnv"
	"maps"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/hibiken/asynq"
	"github.com/redis/go-redis/v9"
)

// A queue is a list on one server. A division spreads its tasks over several queues, classify:0, classify:1 …, which
// lie on different parts of a Redis Cluster. PostgreSQL holds the number; every process reads it each second.

// MaxParts is into how many queues the work of one is divided at most.
const MaxParts = 64

// Settle is how long a new division waits before jobs go by it: by then every worker takes from its queues.
const Settle = 5 * time.Second

// drains is how long workers still take from queues that a division no longer has. What is left there then, the
// reconciler has offered to the others.
const drains = time.Minute

// ErrUnsettled refuses to change a division that has just been changed.
var ErrUnsettled = errors.New("the queue was divided a moment ago: try again in ten seconds")

// Division is how the work of a queue is divided.
type Division struct {
	Queue  string        // as in Spec
	Parts  int           // 1 to MaxParts; 1 is the undivided queue
	Before int           // the parts before the last change
	Age    time.Duration // since the last change, by database time
	Paused bool          // workers take nothing from it
}

// CheckDivision refuses a queue that does not exist and a number that is not within 1 to MaxParts.
func CheckDivision(queue string, parts int) error {
	if queues := Queues(); !slices.Contains(queues, queue) {
		return fmt.Errorf("queue: want one of %s", strings.Join(queues, ", "))
	}
	if parts < 1 || parts > MaxParts {
		return fmt.Errorf("parts: %d is not within 1 to %d", parts, MaxParts)
	}
	return nil
}

// Queues lists the queues of all kinds, undivided.
func Queues() []string {
	names := map[string]bool{}
	for _, spec := range Specs() {
		names[spec.Queue] = true
	}
	return slices.Sorted(maps.Keys(names))
}

// QueueOf is the queue that a part belongs to, as in Spec.
func QueueOf(part string) string {
	queue, _, _ := strings.Cut(part, ":")
	return queue
}

// Divisions holds the division of each queue; one that is absent is undivided.
type Divisions map[string]Division

// partsFor is the number of parts that jobs go to now.
func (d Divisions) partsFor(queue string) int {
	v := d[queue]
	if v.Age < Settle {
		return max(v.Before, 1)
	}
	return max(v.Parts, 1)
}

// Part names the queue that a job is put into.
func (d Divisions) Part(queue, jobID string) string {
	return partName(queue, d.partsFor(queue), spread(jobID))
}

// spread is a number from 0 to MaxParts-1 that is always the same for a job.
func spread(jobID string) int {
	h := fnv.New32a()
	_, _ = h.Write([]byte(jobID)) // never fails
	return int(h.Sum32() % MaxParts)
}

// anyPart names one of the queues that work may be put into.
func (d Divisions) anyPart(queue string) string {
	return partName(queue, d.partsFor(queue), rand.IntN(MaxParts))
}

func partName(queue string, parts, n int) string {
	if parts == 1 {
		return queue
	}
	return queue + ":" + strconv.Itoa(n%parts)
}

// Names lists the queues that a worker takes the work of a queue from: the undivided one, which a process that knows no
// divisions fills, and those of the division and, until they are drained, of the one before.
func (d Divisions) Names(queue string) []string {
	v := d[queue]
	parts := v.Parts
	if v.Age < drains {
		parts = max(parts, v.Before)
	}
	names := []string{queue}
	for n := range parts {
		if parts > 1 {
			names = append(names, partName(queue, parts, n))
		}
	}
	return names
}

// left lists the queues that a smaller division has left behind, empty but for tasks of jobs that went on elsewhere.
func (d Divisions) left(queue string) (names []string) {
	v := d[queue]
	if v.Age < 2*drains || v.Age > 4*drains {
		return nil
	}
	kept := d.Names(queue)
	for n := range v.Before {
		if name := partName(queue, v.Before, n); !slices.Contains(kept, name) {
			names = append(names, name)
		}
	}
	return names
}

// Abandoned lists, with the number of their tasks, the queues in Redis that hold some and that no worker takes from any more.
func (d Divisions) Abandoned(rdb redis.UniversalClient) ([]string, error) {
	inspector := asynq.NewInspectorFromRedisClient(rdb)
	names, err := inspector.Queues()
	if err != nil {
		return nil, fmt.Errorf("list queues: %w", err)
	}
	var found []string
	for _, name := range names {
		if slices.Contains(d.Names(QueueOf(name)), name) {
			continue
		}
		if info, err := inspector.GetQueueInfo(name); err == nil && info.Pending > 0 {
			found = append(found, fmt.Sprintf("%s with %d", name, info.Pending))
		}
	}
	return found, nil
}

// Streams is how many streams events are spread over, at least one: as many as the most divided queue has parts, and at
// most as many as a process reads at once.
func (d Divisions) Streams() int {
	n := 1
	for queue := range d {
		n = max(n, d.partsFor(queue))
	}
	return min(n, maxStreams)
}

// heard is how many streams are read: those of the next division as well.
func (d Divisions) heard() int {
	n := d.Streams()
	for _, v := range d {
		n = max(n, v.Parts, v.Before)
	}
	return min(n, maxStreams)
}

// Divisions are those this process goes by; do not change the map.
func (s *Service) Divisions() Divisions { return *s.divisions.Load() }

// ReadDivisions reads the divisions and tells whoever goes by them. Run does so each second.
func (s *Service) ReadDivisions(ctx context.Context) error {
	read, err := s.store.Divisions(ctx)
	if err != nil {
		return err
	}
	now := make(Divisions, len(read))
	for _, d := range read {
		now[d.Queue] = d
	}
	s.divisions.Store(&now)
	s.events.Spread(now.Streams())
	s.cfg.Divided(now)
	for queue := range now {
		for _, name := range now.left(queue) {
			if err := s.inspector.DeleteQueue(name, false); err != nil && !errors.Is(err, asynq.ErrQueueNotFound) && !errors.Is(err, asynq.ErrQueueNotEmpty) {
				return err
			}
		}
	}
	return nil
}

// part names the queue that a job goes to.
func (s *Service) part(j Job) string { return s.Divisions().Part(s.specs[j.Kind].Queue, j.ID) }
