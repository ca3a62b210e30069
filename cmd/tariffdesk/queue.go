package main

import (
	"context"
	"fmt"
	"slices"

	"tariffdesk/jobs"
	"tariffdesk/store"
)

type queueCommand struct {
	List   queueListCommand   `cmd:"" help:"List the queues, into how many parts each is divided, and which are paused."`
	Divide queueDivideCommand `cmd:"" help:"Divide a queue into parts, which lie on different parts of a Redis Cluster. Nothing has to stop for it."`
	Pause  queuePauseCommand  `cmd:"" help:"Let workers take nothing from a queue. Its jobs keep their deadlines."`
	Resume queueResumeCommand `cmd:"" help:"Let workers take from a paused queue again."`
}

type queueListCommand struct{ databaseFlags }

// Run lists all queues, those never divided too.
func (c *queueListCommand) Run(ctx context.Context, to streams) error {
	return c.withStore(ctx, func(s *store.Store) error {
		divided, err := s.Divisions(ctx)
		if err != nil {
			return err
		}
		t := newTable(to.out, "QUEUE", "PARTS", "PAUSED")
		for _, name := range jobs.Queues() {
			d := jobs.Division{Queue: name, Parts: 1}
			if i := slices.IndexFunc(divided, func(d jobs.Division) bool { return d.Queue == name }); i >= 0 {
				d = divided[i]
			}
			paused := "no"
			if d.Paused {
				paused = "yes"
			}
			t.row(name, d.Parts, paused)
		}
		return t.flush()
	})
}

type queueDivideCommand struct {
	databaseFlags
	Queue string `arg:"" help:"The queue: batch, classify, extract, quote or shipment."`
	Parts int    `arg:"" help:"Into how many, 1 to 64."`
}

// Run divides the queue; jobs go by it some seconds later.
func (c *queueDivideCommand) Run(ctx context.Context, to streams) error {
	if err := jobs.CheckDivision(c.Queue, c.Parts); err != nil {
		return err
	}
	return c.withStore(ctx, func(s *store.Store) error {
		if err := s.Divide(ctx, c.Queue, c.Parts); err != nil {
			return err
		}
		_, err := fmt.Fprintf(to.out, "%s: %d parts, in use within %s\n", c.Queue, c.Parts, 2*jobs.Settle)
		return err
	})
}

type queuePauseCommand struct {
	databaseFlags
	Queue string `arg:"" help:"The queue: batch, classify, extract, quote or shipment."`
}

// Run pauses the queue.
func (c *queuePauseCommand) Run(ctx context.Context, to streams) error {
	return pauseQueue(ctx, c.databaseFlags, c.Queue, true, to)
}

type queueResumeCommand struct {
	databaseFlags
	Queue string `arg:"" help:"The queue: batch, classify, extract, quote or shipment."`
}

// Run ends a pause.
func (c *queueResumeCommand) Run(ctx context.Context, to streams) error {
	return pauseQueue(ctx, c.databaseFlags, c.Queue, false, to)
}

func pauseQueue(ctx context.Context, at databaseFlags, queue string, paused bool, to streams) error {
	if err := jobs.CheckDivision(queue, 1); err != nil {
		return err
	}
	return at.withStore(ctx, func(s *store.Store) error {
		if err := s.PauseQueue(ctx, queue, paused); err != nil {
			return err
		}
		now := "resumed"
		if paused {
			now = "paused"
		}
		_, err := fmt.Fprintf(to.out, "%s %s\n", queue, now)
		return err
	})
}
