package worker_test

import (
	"context"
	"log/slog"
	"slices"
	"testing"
	"time"

	"tariffdesk/credit"
	"tariffdesk/jobs"
	"tariffdesk/store/storetest"
	"tariffdesk/worker"
)

// shelf is a blob store that knows when each key was written.
type shelf map[string]time.Time

func (s shelf) Delete(_ context.Context, key string) error { delete(s, key); return nil }

func (s shelf) OlderThan(_ context.Context, t time.Time, limit int) (old []string, err error) {
	for key, written := range s {
		if written.Before(t) && len(old) < limit {
			old = append(old, key)
		}
	}
	return old, nil
}

func TestUploadsGoWithTheirJobAndOrphansAfterAnHour(t *testing.T) {
	t.Parallel()
	s := storetest.New(t)
	org := storetest.Organisation(t, s, 10*credit.One)
	now := time.Now()
	blobs := shelf{"ended": now, "open": now.Add(-2 * time.Hour), "orphan": now.Add(-2 * time.Hour), "arriving": now}
	submit := func(id, blob string) {
		t.Helper()
		spec := jobs.Specs()[jobs.KindClassify]
		_, err := s.SubmitJob(t.Context(), jobs.NewJob{Spec: spec, Uploads: []string{blob}, Job: jobs.Job{
			ID: id, OrganisationID: org, Kind: jobs.KindClassify, Total: 1, Charged: credit.One, Input: []byte(`1`)}})
		if err != nil {
			t.Fatal(err)
		}
	}
	submit("01a1fd40-0000-7000-8000-000000000001", "ended")
	submit("01a1fd40-0000-7000-8000-000000000002", "open")
	if _, err := s.CancelJob(t.Context(), org, "01a1fd40-0000-7000-8000-000000000001"); err != nil {
		t.Fatal(err)
	}
	j := worker.Janitor{Store: s, Blobs: blobs, Log: slog.New(slog.DiscardHandler), Now: func() time.Time { return now }}
	if err := j.SweepUploads(t.Context()); err != nil {
		t.Fatal(err)
	}
	if err := j.SweepOrphans(t.Context()); err != nil {
		t.Fatal(err)
	}
	var left []string
	for key := range blobs {
		left = append(left, key)
	}
	if slices.Sort(left); !slices.Equal(left, []string{"arriving", "open"}) {
		t.Errorf("left: %v", left)
	}
	if dead, err := s.DeadUploads(t.Context(), 10); err != nil || len(dead) != 0 {
		t.Errorf("%v %v", dead, err)
	}
}
