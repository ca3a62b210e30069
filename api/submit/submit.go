package submit

import (
	"context"
	"errors"
	"net/http"
	"sync"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"tariffdesk/api/gate"
	"tariffdesk/api/wire"
	"tariffdesk/credit"
	"tariffdesk/fail"
	"tariffdesk/jobs"
	"tariffdesk/language"
	"tariffdesk/logline"
)

// Submission is a valid request, ready to be charged and enqueued.
type Submission struct {
	Kind           jobs.Kind
	Units          int
	Input          any
	Uploads        []string // keys of the blobs that the job will own
	UserIdentifier string
	Key            wire.Idempotent
	Fingerprint    []byte          // of the request, where it has a key
	Stream         bool            // the caller reads progress as NDJSON
	Batch          bool            // answered 202 at once
	Chunks         []jobs.NewChunk // of a batch
}

// Answer is returned to a charged call: a result, a stream, or 202 with the job.
type Answer struct {
	ContentType string `header:"Content-Type"`
	Charged     string `header:"X-Credits-Charged"`
	Remaining   string `header:"X-Credits-Remaining"`
	Replayed    string `header:"Idempotent-Replayed"`
	Location    string `header:"Location"`
	RetryAfter  string `header:"Retry-After"`
	QuoteID     string `header:"X-Quote-ID"` // of a quote, which is kept as a record
	JobID       string `header:"X-Job-ID"`   // under which the answer is kept
	Body        func(huma.Context)
}

// Submit charges and submits a job, then answers as the request wants it: with the result,
// with a stream of progress, or with 202 once SyncWait has passed. Everything that an endpoint on
// the job core shares is here; an endpoint binds, validates and calls it.
func (s *Service) Submit(ctx context.Context, sub Submission) (*Answer, error) {
	k := gate.Of(ctx)
	ticket, err := s.Jobs.Submit(ctx, jobs.Submission{
		OrganisationID: k.Caller.Organisation.ID, Kind: sub.Kind, Units: sub.Units, Input: sub.Input,
		Uploads: sub.Uploads, Chunks: sub.Chunks, UserIdentifier: sub.UserIdentifier, Waits: !sub.Batch,
		Idempotency: jobs.Idempotency{Key: sub.Key.IdempotencyKey, Fingerprint: sub.Fingerprint},
	})
	// After an unknown failure a job may own the uploads; if not, the sweep of old blobs takes them.
	_, conflict := errors.AsType[*jobs.ConflictError](err)
	if conflict || err != nil && fail.CodeOf(err) != fail.CodeInternal || ticket.Replayed {
		s.Discard(ctx, sub.Uploads) // no job owns them
	}
	if err != nil && fail.CodeOf(err) == fail.CodeValidation { // the key's reuse, under the name that this endpoint gives it
		err = fail.Wrap(err, k.RefuseAs, fail.As(err).Message)
	}
	if err != nil {
		return nil, err
	}
	k.Job = ticket.Job.ID
	k.Unload() // what was uploaded is stored: the call may wait for minutes now
	waits := !sub.Batch && !ticket.Detached
	switch {
	case sub.Stream && waits:
		return s.stream(ticket, sub), nil
	case waits:
		return s.sync(ctx, ticket, sub)
	case ticket.Job.State.Terminal():
		return s.finished(ctx, ticket, ticket.Job)
	}
	return s.Accepted(ticket, ticket.Job), nil
}

// sync waits for the job within SyncWait.
func (s *Service) sync(ctx context.Context, t jobs.Ticket, sub Submission) (*Answer, error) {
	waiting, cancel := s.UntilDrained(ctx, s.SyncWait)
	defer cancel()
	j := s.await(waiting, t, nil)
	switch {
	case j.State.Terminal():
		return s.finished(ctx, t, j)
	case ctx.Err() != nil:
		s.leave(ctx, t, sub)
		return nil, ctx.Err() // nobody reads it
	}
	if a, err := s.promise(ctx, t, sub); a != nil || err != nil {
		return a, err
	}
	if now, err := s.Jobs.Get(ctx, j.OrganisationID, j.ID); err == nil { // j is as old as the request
		j = now
	}
	if j.State.Terminal() {
		return s.finished(ctx, t, j)
	}
	return s.Accepted(t, j), nil
}

// promise waits until a job may be answered 202, within PromiseWait. Where it may not, it returns the error for the
// caller.
func (s *Service) promise(ctx context.Context, t jobs.Ticket, sub Submission) (*Answer, error) {
	within, cancel := context.WithTimeout(ctx, s.PromiseWait)
	defer cancel()
	err := s.Jobs.Detach(within, t)
	switch {
	case err == nil:
		return nil, nil
	case ctx.Err() != nil:
		s.leave(ctx, t, sub)
		return nil, ctx.Err() // nobody reads it
	}
	s.Log.WarnContext(ctx, "a job could not be promised", "job_id", t.Job.ID, "error", err)
	if errors.Is(err, jobs.ErrUndone) {
		return s.finished(ctx, t, jobs.Undone(t.Job))
	}
	return nil, errUnpromised.With("job_id: " + t.Job.ID)
}

// errUnpromised is answered where the database, asked whether it keeps a job, does not say.
var errUnpromised = fail.New(fail.CodeUnavailable,
	"the database does not answer: whether the job goes on is not known, ask by its id before you send the request again")

// UntilDrained bounds a wait by time and by the end of this process.
func (s *Service) UntilDrained(ctx context.Context, d time.Duration) (context.Context, context.CancelFunc) {
	start := time.Now()
	waiting, cancel := context.WithTimeout(ctx, d)
	go func() { // ends with waiting
		select {
		case <-s.draining:
			cancel()
		case <-waiting.Done():
		}
	}()
	return waiting, sync.OnceFunc(func() {
		cancel()
		logline.Wait(ctx, time.Since(start))
	})
}

// await returns the ticket's job once it has ended, or as last seen when ctx ends. A database that is
// away for a moment only delays it.
func (s *Service) await(ctx context.Context, t jobs.Ticket, onProgress func(jobs.Progress)) jobs.Job {
	j, err := s.Jobs.Await(ctx, t, onProgress)
	for ctx.Err() == nil && (err != nil || !j.State.Terminal()) {
		if err != nil {
			s.Log.WarnContext(ctx, "waiting for a job interrupted", "job_id", t.Job.ID, "error", err)
			select {
			case <-ctx.Done():
			case <-time.After(time.Second):
			}
		}
		var next jobs.Job
		next, err = s.Jobs.Watch(ctx, t.Job.OrganisationID, t.Job.ID)
		switch {
		case err == nil:
			j = next
		case errors.Is(err, fail.New(fail.CodeNotFound, "")):
			return jobs.Undone(t.Job)
		}
	}
	if j.ID == "" {
		return t.Job
	}
	return j
}

// leave gives up a job whose caller has gone. The request's context has ended, so the work gets a
// short time of its own.
func (s *Service) leave(ctx context.Context, t jobs.Ticket, sub Submission) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), 5*time.Second)
	defer cancel()
	if err := s.Jobs.Leave(ctx, t, sub.Key.IdempotencyKey != ""); err != nil {
		s.Log.WarnContext(ctx, "job of a lost caller not cancelled", "job_id", t.Job.ID, "error", err)
	}
}

func (s *Service) newAnswer(t jobs.Ticket, j jobs.Job) *Answer {
	a := &Answer{
		ContentType: "application/json",
		JobID:       j.ID,
		Charged:     (j.Charged - j.Refunded).String(),
		Remaining:   (t.Remaining + refundSince(t, j)).String(),
	}
	if t.Replayed {
		a.Replayed = "true"
	}
	if j.Kind == jobs.KindQuote {
		a.QuoteID = j.ID
	}
	return a
}

// refundSince returns the amount refunded since the balance of the ticket was read.
func refundSince(t jobs.Ticket, j jobs.Job) credit.Amount { return j.Refunded - t.Job.Refunded }

// finished answers with the result of a job that has ended, or with its error.
func (s *Service) finished(ctx context.Context, t jobs.Ticket, j jobs.Job) (*Answer, error) {
	a := s.newAnswer(t, j)
	var err error
	if a.ContentType, a.Body, err = s.Result(ctx, j, gate.Of(ctx).Request.Header.Get("Accept")); err != nil {
		h := http.Header{wire.HeaderCharged: {a.Charged}, wire.HeaderRemaining: {a.Remaining}}
		if t.Replayed {
			h.Set(wire.HeaderReplayed, "true")
		}
		return nil, huma.ErrorWithHeaders(err, h)
	}
	return a, nil
}

// Accepted answers 202 with the job object.
func (s *Service) Accepted(t jobs.Ticket, j jobs.Job) *Answer {
	a := s.newAnswer(t, j)
	a.Location, a.RetryAfter = jobPath(j.ID), "1"
	a.Body = func(ctx huma.Context) {
		ctx.SetStatus(http.StatusAccepted)
		_ = wire.JSON().Marshal(ctx.BodyWriter(), NewJobBody(j).In(language.Of(ctx.Context())))
	}
	return a
}

// errInterrupted ends a stream whose process shuts down while the job goes on elsewhere.
var errInterrupted = fail.New(fail.CodeUnavailable, "the server is restarting: the job goes on, ask for its result by its id")
