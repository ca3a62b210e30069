package api

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
		r := newReadings()
		for _, organisation := range []string{"a", "b", "c"} {
			release, err := r.take(t.Context(), organisation)
			if err != nil {
				t.Fatal(err)
			}
			defer release()
		}
		began := time.Now()
		_, err := r.take(t.Context(), "d")
		wait, ok := errors.AsType[*waitError](err)
		if !ok || fail.CodeOf(err) != fail.CodeUnavailable || wait.seconds() != "5" || time.Since(began) != readingWait {
			t.Errorf("%v after %s", err, time.Since(began))
		}
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		if _, err := r.take(ctx, "e"); !errors.Is(err, context.Canceled) || fail.CodeOf(err) == fail.CodeUnavailable {
			t.Error(err)
		}
	})
}
