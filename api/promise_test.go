package api_test

import (
	"context"
	"errors"
	"log/slog"
	"strings"
	"testing"
	"time"

	"tariffdesk/api"
	"tariffdesk/jobs"
)

// forgetful is a store that cannot promise: DetachKey fails, and a second submission is refused.
type forgetful struct {
	jobs.Store
	detach error
	sent   int
}

func (f *forgetful) DetachKey(context.Context, string) error { return f.detach }

func (f *forgetful) SubmitJob(ctx context.Context, n jobs.NewJob) (jobs.Accepted, error) {
	if f.sent++; f.sent > 1 {
		return jobs.Accepted{}, jobs.ErrInsufficientCredits
	}
	return f.Store.SubmitJob(ctx, n)
}

func TestACallWhoseJobIsNotOnDiskIsNotAnswered202(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]struct {
		detach           error
		message, charged string
	}{
		"away":   {errors.New("away"), "whether the job goes on is not known", ""},
		"undone": {jobs.ErrUndone, "nothing was charged", "0"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := setup(t, func(c *api.Config, d *api.Deps) {
				c.SyncWait, c.PromiseWait = 50*time.Millisecond, 300*time.Millisecond
				store := &forgetful{Store: d.Store.(jobs.Store), detach: want.detach}
				d.Jobs = jobs.NewService(store, d.Redis, jobs.Config{}, slog.New(slog.DiscardHandler), nil)
			})
			got := s.classify(s.key, description("chair"))
			body := got.fails(503, "ServiceUnavailable", want.message)
			if want.charged == "" && !strings.Contains(strings.Join(body.Errors, " "), "job_id: ") {
				t.Errorf("the job is not named: %+v", body)
			}
			if charged := got.header.Get("X-Credits-Charged"); charged != want.charged {
				t.Errorf("charged %q", charged)
			}
		})
	}
}
