package main

import (
	"context"
	"fmt"
	"slices"

	"tariffdesk/cmd/internal/app"
	"tariffdesk/jobs"
	"tariffdesk/store"
)

type jobCommand struct {
	List   jobListCommand   `cmd:"" help:"List jobs of all organisations, newest first."`
	Show   jobShowCommand   `cmd:"" help:"Show a job with its states and its ledger."`
	Retry  jobRetryCommand  `cmd:"" help:"Offer an open job anew, with all its attempts."`
	Cancel jobCancelCommand `cmd:"" help:"End an open job, running or not, with its refund."`
	Lost   jobLostCommand   `cmd:"" help:"After a restore: name the jobs that callers were promised and the database no longer has."`
	Refund jobRefundCommand `cmd:"" help:"Give back what a job that has ended was charged, never more."`
}

// withJobs runs do on the jobs of the database. Who waits for a job learns of it within a second.
func (f databaseFlags) withJobs(ctx context.Context, do func(context.Context, *store.Store) error) error {
	s, err := f.open(ctx)
	if err != nil {
		return err
	}
	defer s.Close()
	return do(asOperator(ctx), s)
}

type jobListCommand struct {
	databaseFlags
	Org    string `help:"Only those of this organisation, by its id."`
	Status string `default:"" enum:",queued,running,succeeded,failed,cancelled" help:"Only those in this state."`
	Limit  int    `default:"20" help:"How many at most."`
}

// Run lists the jobs.
func (c *jobListCommand) Run(ctx context.Context, to streams) error {
	return c.withJobs(ctx, func(ctx context.Context, s *store.Store) error {
		found, err := s.AnyJobs(ctx, jobs.OperatorQuery{OrganisationID: c.Org, State: jobs.State(c.Status), Limit: min(max(c.Limit, 1), 1000)})
		if err != nil {
			return err
		}
		t := newTable(to.out, "ID", "KIND", "STATUS", "CREATED", "CHARGED", "REFUNDED", "ORGANISATION")
		for _, j := range found {
			t.row(j.ID, j.Kind, j.State, moment(&j.CreatedAt, "-"), j.Charged, j.Refunded, j.OrganisationID)
		}
		return t.flush()
	})
}

type jobShowCommand struct {
	databaseFlags
	ID string `arg:"" help:"The job's id."`
}

// Run shows the job.
func (c *jobShowCommand) Run(ctx context.Context, to streams) error {
	return c.withJobs(ctx, func(ctx context.Context, s *store.Store) error {
		j, err := s.AnyJob(ctx, c.ID)
		if err != nil {
			return err
		}
		moved, err := s.Movements(ctx, c.ID)
		if err != nil {
			return err
		}
		t := newTable(to.out, "ID", j.ID)
		t.row("ORGANISATION", j.OrganisationID)
		t.row("KIND", j.Kind)
		t.row("STATUS", j.State)
		t.row("ROWS", fmt.Sprintf("%d, %d completed, %d failed, %d without a result", j.Total, j.Completed, j.Failed, j.Empty))
		t.row("ATTEMPTS", j.Attempt)
		t.row("CREATED", moment(&j.CreatedAt, "-"))
		t.row("STARTED", moment(j.StartedAt, "-"))
		t.row("FINISHED", moment(j.FinishedAt, "-"))
		if j.Error != nil {
			t.row("ERROR", j.Error.Message)
		}
		for _, m := range moved {
			t.row("LEDGER", fmt.Sprintf("%s %s part %d %s %s", moment(&m.At, "-"), m.Kind, m.Part, m.Amount, m.Note))
		}
		return t.flush()
	})
}

type jobRetryCommand struct {
	databaseFlags
	ID string `arg:"" help:"The job's id."`
}

// Run queues the job anew; the service offers it within seconds.
func (c *jobRetryCommand) Run(ctx context.Context, to streams) error {
	return c.withJobs(ctx, func(ctx context.Context, s *store.Store) error {
		j, err := s.Reoffer(ctx, c.ID)
		return to.job(j, err)
	})
}

type jobCancelCommand struct {
	databaseFlags
	ID string `arg:"" help:"The job's id."`
}

// Run ends the job.
func (c *jobCancelCommand) Run(ctx context.Context, to streams) error {
	return c.withJobs(ctx, func(ctx context.Context, s *store.Store) error {
		j, err := s.EndJob(ctx, c.ID)
		return to.job(j, err)
	})
}

type jobRefundCommand struct {
	databaseFlags
	ID     string        `arg:"" help:"The job's id."`
	Reason string        `required:"" help:"Why; kept in the ledger and the audit log."`
	Amount creditsAmount `default:"0" help:"Credits; all that is left of the charge where absent."`
}

// Run refunds the job.
func (c *jobRefundCommand) Run(ctx context.Context, to streams) error {
	return c.withJobs(ctx, func(ctx context.Context, s *store.Store) error {
		j, err := s.Refund(ctx, c.ID, max(c.Amount.Amount, 0), c.Reason)
		return to.job(j, err)
	})
}

// job prints where a job stands.
func (s streams) job(j jobs.Job, err error) error {
	if err != nil {
		return err
	}
	_, err = fmt.Fprintln(s.out, j.ID, j.State, "charged", j.Charged, "refunded", j.Refunded)
	return err
}

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

type jobLostCommand struct {
	databaseFlags
	RedisURL string `env:"REDIS_URL" required:"" help:"The Redis of before the restore, not yet flushed."`
}

// Run compares the database with what Redis was told, and changes nothing.
func (c *jobLostCommand) Run(ctx context.Context, to streams) error {
	return c.withJobs(ctx, func(ctx context.Context, s *store.Store) error {
		missing, again, err := app.LostJobs(ctx, s, c.RedisURL)
		if err != nil {
			return err
		}
		t := newTable(to.out, "ID", "ACCEPTED", "TOLD", "NOW")
		for _, j := range missing {
			t.row(j.ID, moment(&j.Accepted, "-"), ended(j), "gone, and not charged")
		}
		for _, j := range again {
			t.row(j.ID, moment(&j.Accepted, "-"), ended(j), "open: it runs again under its charge")
		}
		return t.flush()
	})
}

func ended(j jobs.Told) string {
	if j.Ended {
		return "ended"
	}
	return "accepted"
}
