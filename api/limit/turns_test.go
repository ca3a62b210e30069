package limit

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"tariffdesk/fail"
)

func TestWhoWaitsInVainIsToldWhenToTryAgain(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		r := NewReadings()
		for _, organisation := range []string{"a", "b", "c"} {
			release, err := r.Take(t.Context(), organisation)
			if err != nil {
				t.Fatal(err)
			}
			defer release()
		}
		began := time.Now()
		_, err := r.Take(t.Context(), "d")
		wait, ok := errors.AsType[*WaitError](err)
		if !ok || fail.CodeOf(err) != fail.CodeUnavailable || wait.Seconds() != "5" || time.Since(began) != ReadingWait {
			t.Errorf("%v after %s", err, time.Since(began))
		}
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		if _, err := r.Take(ctx, "e"); !errors.Is(err, context.Canceled) || fail.CodeOf(err) == fail.CodeUnavailable {
			t.Error(err)
		}
	})
}
