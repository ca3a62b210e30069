package worker

import (
	"context"
	"testing"
	"testing/synctest"
	"time"
)

func TestAHandlerThatRunsAloneWaitsForTheOthersAndKeepsNewOnesOut(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c := newCrowd()
		began := time.Now()
		c.enter(t.Context())
		go func() {
			c.enter(t.Context())
			<-time.After(10 * time.Second)
			c.leave()
		}()
		synctest.Wait()
		entered := make(chan time.Duration, 1)
		go func() {
			<-time.After(5 * time.Second)
			c.enter(t.Context())
			entered <- time.Since(began)
			c.leave()
		}()
		var alone time.Duration
		c.runAlone(t.Context(), time.Minute, func() {
			alone = time.Since(began)
			<-time.After(20 * time.Second)
		})
		c.leave()
		if alone != 10*time.Second {
			t.Errorf("it ran alone after %s", alone)
		}
		if at := <-entered; at != 30*time.Second {
			t.Errorf("another entered after %s", at)
		}
	})
}

func TestTwoThatRunAloneDoSoOneAfterTheOther(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c := newCrowd()
		began, ended := time.Now(), make(chan time.Duration, 2)
		for range 2 {
			go func() {
				c.enter(t.Context())
				c.runAlone(t.Context(), time.Minute, func() { <-time.After(time.Second) })
				c.leave()
				ended <- time.Since(began)
			}()
		}
		if first, second := <-ended, <-ended; first != time.Second || second != 2*time.Second {
			t.Errorf("they ended after %s and %s", first, second)
		}
	})
}

func TestAHandlerThatNeverEndsHoldsUpOneThatRunsAloneForAWhileOnly(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c := newCrowd()
		c.enter(t.Context()) // and never leaves
		c.enter(t.Context())
		began := time.Now()
		c.runAlone(t.Context(), time.Minute, func() {})
		if took := time.Since(began); took != time.Minute {
			t.Errorf("it waited %s", took)
		}
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		ran := false
		c.alone = true
		c.runAlone(ctx, time.Minute, func() { ran = true })
		if ran || c.inside != 2 {
			t.Errorf("ran %v, %d inside", ran, c.inside)
		}
	})
}
