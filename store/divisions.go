package store

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"tariffdesk/jobs"
)

// A change that has not settled yet is not changed again: workers take from the queues of two divisions, not of three.
const divide = `INSERT INTO queue_divisions AS d (queue, parts, changed_at) VALUES ($1, $2, now())
	ON CONFLICT (queue) DO UPDATE SET parts = $2, before = d.parts, changed_at = now() WHERE d.parts <> $2 AND d.changed_at < now() - $3::interval
	RETURNING queue`

const selectDivision = `SELECT parts = $2 AND changed_at < now() - $3::interval FROM queue_divisions WHERE queue = $1`

const pauseQueue = `INSERT INTO queue_divisions (queue, paused) VALUES ($1, $2) ON CONFLICT (queue) DO UPDATE SET paused = $2`

// An age without end is that of a queue which was paused and never divided.
const selectDivisions = `SELECT queue, parts, before, CASE WHEN isfinite(changed_at) THEN greatest(extract(epoch FROM now() - changed_at), 0) ELSE 1e9 END::float8, paused
	FROM queue_divisions`

// Divisions reads how queues are divided; those that were never divided or paused are absent.
func (s jobQueue) Divisions(ctx context.Context) ([]jobs.Division, error) {
	rows, err := s.pool.Query(ctx, selectDivisions)
	if err != nil {
		return nil, fmt.Errorf("read divisions: %w", err)
	}
	found, err := pgx.CollectRows(rows, func(row pgx.CollectableRow) (d jobs.Division, err error) {
		var seconds float64
		err = row.Scan(&d.Queue, &d.Parts, &d.Before, &seconds, &d.Paused)
		d.Age = time.Duration(seconds * float64(time.Second))
		return d, err
	})
	if err != nil {
		return nil, fmt.Errorf("read divisions: %w", err)
	}
	return found, nil
}

// Divide spreads the work of a queue over parts from now on. It returns jobs.ErrUnsettled where the queue was divided a
// moment ago, and changes nothing where it is divided so already.
func (s jobQueue) Divide(ctx context.Context, queue string, parts int) error {
	if err := jobs.CheckDivision(queue, parts); err != nil {
		return err
	}
	var changed string
	err := s.pool.QueryRow(ctx, divide, queue, parts, 2*jobs.Settle).Scan(&changed)
	if errors.Is(err, pgx.ErrNoRows) {
		var same bool
		if err = s.pool.QueryRow(ctx, selectDivision, queue, parts, 2*jobs.Settle).Scan(&same); err == nil && !same {
			return jobs.ErrUnsettled
		}
	}
	if err != nil {
		return fmt.Errorf("divide queue %s: %w", queue, err)
	}
	return nil
}

// PauseQueue lets workers take nothing from a queue, or take from it again. What waits there keeps its deadline.
func (s jobQueue) PauseQueue(ctx context.Context, queue string, paused bool) error {
	if err := jobs.CheckDivision(queue, 1); err != nil {
		return err
	}
	if _, err := s.pool.Exec(ctx, pauseQueue, queue, paused); err != nil {
		return fmt.Errorf("pause queue %s: %w", queue, err)
	}
	return nil
}
