package jobs

import (
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"strconv"
	"sync/atomic"
	"time"

	"github.com/redis/go-redis/v9"
)

// Events lie in capped Redis streams, one until a queue is divided; the length of each covers minutes of full load.
const (
	stream       = "tariffdesk:events"
	streamLength = 20_000
	maxStreams   = 8 // a process reads each over a connection of its own
)

func streamName(n int) string {
	if n == 0 {
		return stream
	}
	return stream + ":" + strconv.Itoa(n)
}

// blockInterval is how long a read waits for an event. The end of a context does not interrupt it,
// so that it bounds how long a process takes to stop.
const blockInterval = 250 * time.Millisecond

// Events publishes what happens to jobs and reads it back. An event may be lost: those who wait
// also ask PostgreSQL every second.
type Events struct {
	rdb     redis.UniversalClient
	streams atomic.Int64 // that new events are spread over
}

// NewEvents returns events on a Redis client, in one stream.
func NewEvents(rdb redis.UniversalClient) *Events {
	e := &Events{rdb: rdb}
	e.Spread(1)
	return e
}

// Spread puts events into n streams from now on, those of a job into one of them.
func (e *Events) Spread(n int) { e.streams.Store(int64(max(n, 1))) }

type event struct {
	job      string
	done     bool
	progress Progress
}

// Done tells every process that a job has ended.
func (e *Events) Done(ctx context.Context, jobID string, log *slog.Logger) {
	e.add(ctx, log, jobID, "job", jobID)
}

// Progress tells every process how far a job is.
func (e *Events) Progress(ctx context.Context, jobID string, p Progress, log *slog.Logger) {
	body, err := json.Marshal(p)
	if err != nil {
		return // NaN progress: nothing worth telling
	}
	e.add(ctx, log, jobID, "job", jobID, "progress", body)
}

func (e *Events) add(ctx context.Context, log *slog.Logger, jobID string, values ...any) {
	// The event must not fail with the request that caused it, nor hold it up while Redis is away.
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), 500*time.Millisecond)
	defer cancel()
	to := streamName(spread(jobID) % int(e.streams.Load()))
	err := e.rdb.XAdd(ctx, &redis.XAddArgs{Stream: to, MaxLen: streamLength, Approx: true, Values: values}).Err()
	if err != nil {
		log.WarnContext(ctx, "event not published", "error", err)
	}
}

// read delivers events of a stream to notify until ctx ends. After a lost connection it resumes where it was.
func (e *Events) read(ctx context.Context, stream string, notify func(event), beat func(), log *slog.Logger) {
	last := e.tail(ctx, stream)
	for ctx.Err() == nil {
		beat()
		streams, err := e.rdb.XRead(ctx, &redis.XReadArgs{Streams: []string{stream, last}, Count: 1000, Block: blockInterval}).Result()
		switch {
		case errors.Is(err, redis.Nil):
			continue
		case err != nil:
			if ctx.Err() == nil {
				log.WarnContext(ctx, "event stream interrupted", "error", err)
			}
			select {
			case <-ctx.Done():
			case <-time.After(50 * time.Millisecond):
			}
			continue
		}
		for _, m := range streams[0].Messages {
			last = m.ID
			notify(decodeEvent(m.Values))
		}
	}
}

// tail is the id of the newest event, so that nothing between start and first read is missed.
func (e *Events) tail(ctx context.Context, stream string) string {
	newest, err := e.rdb.XRevRangeN(ctx, stream, "+", "-", 1).Result()
	if err != nil || len(newest) == 0 {
		return "0"
	}
	return newest[0].ID
}

func decodeEvent(values map[string]any) event {
	job, _ := values["job"].(string)
	body, isProgress := values["progress"].(string)
	e := event{job: job, done: !isProgress}
	if isProgress {
		_ = json.Unmarshal([]byte(body), &e.progress) // an unreadable one tells nothing, and is lossy anyway
	}
	return e
}
