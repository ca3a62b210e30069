package api

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"tariffdesk/fail"
)

// TestPlacesGoRoundBetweenOrganisations has one organisation that holds all places and whose further
// calls came first.
func TestPlacesGoRoundBetweenOrganisations(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		turns := newTurns(2)
		var releases []func()
		var order []string
		arrive := func(organisation string) {
			go func() {
				release, err := turns.take(t.Context(), organisation)
				if err != nil {
					t.Error(err)
					return
				}
				order, releases = append(order, organisation), append(releases, release)
			}()
			synctest.Wait() // it has a place, or stands in line
		}
		for _, organisation := range []string{"many", "many", "many", "many", "many", "one", "two", "two"} {
			arrive(organisation)
		}
		if !slices.Equal(order, []string{"many", "many"}) {
			t.Fatal(order)
		}
		for i := 0; i < len(releases); i++ {
			releases[i]()
			synctest.Wait()
		}
		if want := []string{"many", "many", "one", "two", "many", "two", "many", "many"}; !slices.Equal(order, want) {
			t.Errorf("got %v, want %v", order, want)
		}
		if turns.free != 2 || len(turns.held) > 0 || len(turns.lines) > 0 {
			t.Errorf("left behind: %+v", turns)
		}
	})
}

// TestAnOrganisationHoldsOnePlaceWhileAnotherWaits whatever the order in which places become free.
func TestAnOrganisationHoldsOnePlaceWhileAnotherWaits(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		turns := newTurns(2)
		first, _ := turns.take(t.Context(), "many")
		second, _ := turns.take(t.Context(), "other")
		given := make(chan string, 4)
		for _, organisation := range []string{"many", "many", "late"} {
			go func() {
				if _, err := turns.take(t.Context(), organisation); err == nil {
					given <- organisation
				}
			}()
			synctest.Wait()
		}
		second() // many still holds the first place
		if got := <-given; got != "late" {
			t.Errorf("%s got a second place", got)
		}
		first()
		if got := <-given; got != "many" {
			t.Error(got)
		}
		turns.release("late")
		<-given
	})
}

func TestWhoWaitsInVainIsToldWhenToTryAgain(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		turns := newTurns(1)
		release, err := turns.take(t.Context(), "a")
		if err != nil {
			t.Fatal(err)
		}
		began := time.Now()
		_, err = turns.take(t.Context(), "b")
		wait, ok := errors.AsType[*waitError](err)
		if !ok || fail.CodeOf(err) != fail.CodeUnavailable || wait.seconds() != "5" || time.Since(began) != readingWait {
			t.Errorf("%v after %s", err, time.Since(began))
		}
		ctx, cancel := context.WithCancelCause(t.Context())
		cancel(errors.New("the caller has gone"))
		if _, err := turns.take(ctx, "c"); !errors.Is(err, context.Canceled) {
			t.Error(err)
		}
		release()
		if fmt.Sprint(turns.free, len(turns.lines), len(turns.held)) != "1 0 0" {
			t.Errorf("left behind: %+v", turns)
		}
	})
}
