package turns_test

import (
	"context"
	"errors"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"tariffdesk/turns"
)

func taken(t *testing.T, p *turns.Places, organisation string) (release func()) {
	t.Helper()
	release, err := p.Take(t.Context(), organisation)
	if err != nil {
		t.Fatal(err)
	}
	return release
}

// served lets organisations arrive one after another and returns the order in which they got a place, each
// giving it back at once, after start.
func served(t *testing.T, p *turns.Places, arrivals []string, start func()) (order []string) {
	t.Helper()
	got := make(chan string, len(arrivals))
	for _, organisation := range arrivals {
		go func() {
			release, err := p.Take(t.Context(), organisation)
			if err != nil {
				t.Error(err)
				return
			}
			got <- organisation
			release()
		}()
		synctest.Wait()
	}
	start()
	for range arrivals {
		order = append(order, <-got)
	}
	return order
}

// TestPlacesGoToOrganisationsInTurn holds though one of them came first with much work.
func TestPlacesGoToOrganisationsInTurn(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		p := turns.New(1)
		order := served(t, p, []string{"a", "a", "a", "b", "b", "c"}, taken(t, p, "a"))
		if want := []string{"b", "a", "c", "b", "a", "a"}; !slices.Equal(order, want) {
			t.Errorf("%v, want %v", order, want)
		}
	})
}

func TestAnOrganisationWithFewerPlacesComesFirst(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		p := turns.New(3)
		release := taken(t, p, "a")
		taken(t, p, "a")
		taken(t, p, "b")
		if order := served(t, p, []string{"a", "b"}, release); !slices.Equal(order, []string{"b", "a"}) {
			t.Errorf("%v: whose place it was comes after its equals", order)
		}
		taken(t, p, "b")
		q := turns.New(4)
		release = taken(t, q, "c")
		taken(t, q, "a")
		taken(t, q, "a")
		taken(t, q, "b")
		if order := served(t, q, []string{"a", "b"}, release); !slices.Equal(order, []string{"b", "a"}) {
			t.Errorf("%v: a holds two places, b one", order)
		}
	})
}

// TestOnePlaceStaysForOthers holds while nobody else is there: whoever comes next starts at once.
func TestOnePlaceStaysForOthers(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		p := turns.New(2)
		release := taken(t, p, "a")
		ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
		defer cancel()
		if _, err := p.Take(ctx, "a"); !errors.Is(err, context.DeadlineExceeded) {
			t.Fatalf("a second place of two: %v", err)
		}
		taken(t, p, "b")()
		release()
		taken(t, p, "a")()
	})
}

func TestWhoLeavesTheLineTakesNoPlace(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		p := turns.New(1)
		release := taken(t, p, "a")
		ctx, cancel := context.WithCancelCause(t.Context())
		left := make(chan error)
		go func() { _, err := p.Take(ctx, "b"); left <- err }()
		synctest.Wait()
		why := errors.New("the caller went away")
		cancel(why)
		if err := <-left; !errors.Is(err, why) {
			t.Error(err)
		}
		release()
		taken(t, p, "c")() // the place is free
		if _, err := p.Take(ctx, "d"); !errors.Is(err, why) {
			t.Errorf("a context that has ended gets a place: %v", err)
		}
		taken(t, p, "d")()
	})
}
