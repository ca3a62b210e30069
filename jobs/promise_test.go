package jobs_test

import (
	"context"
	"errors"
	"log/slog"
	"testing"
	"time"

	"github.com/redis/go-redis/v9"

	"tariffdesk/jobs"
)

// awayStore answers DetachKey with each of its errors in turn, then with nil.
type awayStore struct {
	jobs.Store
	errs      []error
	submitted []jobs.NewJob
}

func (s *awayStore) SubmitJob(_ context.Context, n jobs.NewJob) (jobs.Accepted, error) {
	s.submitted = append(s.submitted, n)
	return jobs.Accepted{Job: n.Job}, nil
}

func (s *awayStore) DetachKey(context.Context, string) error {
	if len(s.errs) == 0 {
		return nil
	}
	err := s.errs[0]
	s.errs = s.errs[1:]
	return err
}

func promise(ctx context.Context, t *testing.T, errs ...error) (*awayStore, error) {
	t.Helper()
	rdb := redis.NewClient(&redis.Options{Addr: "127.0.0.1:1", MaxRetries: -1})
	t.Cleanup(func() { _ = rdb.Close() })
	store := &awayStore{errs: errs}
	s := jobs.NewService(store, rdb, jobs.Config{EnqueueTimeout: time.Millisecond}, slog.New(slog.DiscardHandler), nil)
	ticket, err := s.Submit(ctx, jobs.Submission{Kind: jobs.KindClassify, Units: 1, Waits: true})
	if err != nil {
		t.Fatal(err)
	}
	return store, s.Detach(ctx, ticket)
}

func TestNothingIsPromisedBeforeItIsOnDisk(t *testing.T) {
	t.Parallel()
	away := errors.New("away")
	if store, err := promise(t.Context(), t, away, away); err != nil || len(store.errs) != 0 || len(store.submitted) != 1 {
		t.Errorf("%v %+v", err, store)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 300*time.Millisecond)
	defer cancel()
	if _, err := promise(ctx, t, away, away, away, away); err == nil {
		t.Error("a promise without a database")
	}
}

func TestASubmissionThatACrashUndidIsMadeAgainBeforeItIsPromised(t *testing.T) {
	t.Parallel()
	store, err := promise(t.Context(), t, jobs.ErrUndone)
	if err != nil || len(store.submitted) != 2 {
		t.Fatalf("%v %+v", err, store.submitted)
	}
	first, again := store.submitted[0], store.submitted[1]
	if !first.Waits || again.Waits || first.ID != again.ID || again.Charged != first.Charged {
		t.Errorf("%+v\n%+v", first, again)
	}
}
