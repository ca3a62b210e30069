package store_test

import (
	"errors"
	"sync"
	"testing"
	"time"

	"tariffdesk/jobs"
	"tariffdesk/store/storetest"
)

func TestOneOfTwoThatDivideAQueueAtOnceIsRefused(t *testing.T) {
	t.Parallel()
	s := storetest.New(t)
	if err := s.Divide(t.Context(), "classify", 4); err != nil {
		t.Fatal(err)
	}
	if err := s.Divide(t.Context(), "classify", 2); !errors.Is(err, jobs.ErrUnsettled) {
		t.Errorf("at once: %v", err)
	}
	if err := s.Exec(t.Context(), `UPDATE queue_divisions SET changed_at = now() - interval '1 hour'`); err != nil {
		t.Fatal(err)
	}
	if err := s.Divide(t.Context(), "classify", 4); err != nil {
		t.Errorf("as it is: %v", err)
	}
	errs := make([]error, 2)
	var both sync.WaitGroup
	for i, parts := range []int{2, 8} {
		both.Go(func() { errs[i] = s.Divide(t.Context(), "classify", parts) })
	}
	both.Wait()
	if (errs[0] == nil) == (errs[1] == nil) || !errors.Is(errors.Join(errs...), jobs.ErrUnsettled) {
		t.Errorf("%v", errs)
	}
	if err := s.PauseQueue(t.Context(), "quote", true); err != nil {
		t.Fatal(err)
	}
	found, err := s.Divisions(t.Context())
	if err != nil || len(found) != 2 {
		t.Fatalf("%v %v", found, err)
	}
	for _, d := range found {
		switch {
		case d.Queue == "classify" && d.Before == 4 && !d.Paused && d.Age < time.Minute && (d.Parts == 2 || d.Parts == 8):
		case d.Queue == "quote" && d.Before == 1 && d.Parts == 1 && d.Paused && d.Age > time.Hour:
		default:
			t.Errorf("%+v", d)
		}
	}
	for _, bad := range []int{0, 65} {
		if err := s.Divide(t.Context(), "quote", bad); err == nil {
			t.Errorf("%d parts are accepted", bad)
		}
	}
}
