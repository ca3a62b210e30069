package jobs

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/hibiken/asynq"
	"github.com/redis/go-redis/v9"
)

// A database that was restored to an earlier minute no longer has the jobs that were accepted since, and holds others
// for open that have ended. Redis still has what was said of them.

// Told holds what Redis knows of a job.
type Told struct {
	ID       string
	Accepted time.Time // as its id says
	Ended    bool      // its end was told
}

// LostStore reads the states of jobs.
type LostStore interface {
	// States returns the states of those of ids that are jobs.
	States(ctx context.Context, ids []string) (map[string]State, error)
}

// Lost returns the jobs that Redis was told of and that the database does not have, and those whose end was told and
// that it holds for open, which run again. Both in the order in which they were accepted.
func Lost(ctx context.Context, store LostStore, rdb redis.UniversalClient) (missing, again []Told, err error) {
	told, err := toldJobs(ctx, rdb)
	if err != nil {
		return nil, nil, err
	}
	ids := make([]string, 0, len(told))
	for id := range told {
		ids = append(ids, id)
	}
	slices.Sort(ids) // an id begins with its time
	const piece = 5000
	for some := range slices.Chunk(ids, piece) {
		states, err := store.States(ctx, some)
		if err != nil {
			return nil, nil, err
		}
		for _, id := range some {
			switch state, ok := states[id]; {
			case !ok:
				missing = append(missing, Told{id, acceptedAt(id), told[id]})
			case told[id] && !state.Terminal():
				again = append(again, Told{id, acceptedAt(id), true})
			}
		}
	}
	return missing, again, nil
}

// acceptedAt is the time within an id of version 7.
func acceptedAt(id string) time.Time {
	u, err := uuid.Parse(id)
	if err != nil {
		return time.Time{}
	}
	seconds, nanoseconds := u.Time().UnixTime()
	return time.Unix(seconds, nanoseconds).UTC()
}

// toldJobs lists the jobs of events and tasks, and whether the end of each was told.
func toldJobs(ctx context.Context, rdb redis.UniversalClient) (map[string]bool, error) {
	told := map[string]bool{}
	for n := range maxStreams {
		entries, err := rdb.XRange(ctx, streamName(n), "-", "+").Result()
		if err != nil {
			return nil, fmt.Errorf("read events: %w", err)
		}
		for _, entry := range entries {
			e := decodeEvent(entry.Values)
			if _, err := uuid.Parse(e.job); err == nil {
				told[e.job] = told[e.job] || e.done
			}
		}
	}
	inspector := asynq.NewInspectorFromRedisClient(rdb)
	queues, err := inspector.Queues()
	if err != nil {
		return nil, fmt.Errorf("list queues: %w", err)
	}
	for _, queue := range queues {
		for _, list := range []func(string, ...asynq.ListOption) ([]*asynq.TaskInfo, error){inspector.ListPendingTasks, inspector.ListActiveTasks, inspector.ListArchivedTasks} {
			if err := eachTask(queue, list, func(id string) { told[id] = told[id] || false }); err != nil {
				return nil, err
			}
		}
	}
	return told, nil
}

// tasksAtOnce is how many tasks are read at once, tasksRead how many of a queue at most.
const (
	tasksAtOnce = 1000
	tasksRead   = 200_000
)

func eachTask(queue string, list func(string, ...asynq.ListOption) ([]*asynq.TaskInfo, error), do func(jobID string)) error {
	for page := 1; page <= tasksRead/tasksAtOnce; page++ {
		tasks, err := list(queue, asynq.PageSize(tasksAtOnce), asynq.Page(page))
		if errors.Is(err, asynq.ErrQueueNotFound) || err == nil && len(tasks) == 0 {
			return nil
		}
		if err != nil {
			return fmt.Errorf("list tasks of %s: %w", queue, err)
		}
		for _, t := range tasks {
			id, _, _ := strings.Cut(t.ID, ":")
			if _, err := uuid.Parse(id); err == nil && t.Type == TaskType {
				do(id)
			}
		}
	}
	return nil
}
