package chaos

import (
	"runtime"
	"testing"
	"time"
)

// clocksOff has the clocks of two workers and an API two minutes off, each in its own direction or its own way, while
// jobs of more than a minute run. No job is taken for lost, and a session of one API holds at the other.
func clocksOff(t *testing.T) {
	if runtime.GOOS != "linux" || runtime.GOARCH != "amd64" {
		t.Fatal("only a Linux of amd64 lets the clock of one process be put off")
	}
	h := newHouse(t)
	slow := h.start("worker", "CHAOS_CLOCK=-2m")
	fast := h.start("worker", "CHAOS_CLOCK=2m")
	h.start("worker")
	right := h.start("api")
	ahead := h.start("api", "CHAOS_CLOCK=2m") // takes the calls from now on
	for _, p := range []*process{slow, fast, ahead} {
		p.untilSaid(t, "the clock of this host differs")
	}
	wait := h.background(12, "chaos sleep 75s")
	h.untilState("running", 12)
	began := time.Now()
	for round := 0; time.Since(began) < 80*time.Second; round++ {
		succeeded(t, h.background(10, "cotton shirt")()...)
		<-time.After(5 * time.Second)
	}
	succeeded(t, wait()...)
	h.until("single attempts", 12, `SELECT count(*) FROM jobs WHERE attempt = 1 AND started_at < finished_at - interval '70 seconds'`)
	tokens, _ := h.signIn(ahead, h.newUser(t, "ahead"))
	for name, p := range map[string]*process{"that signed in": ahead, "whose clock is right": right} {
		if a := h.at(p, tokens.access, "/api/v3/account", nil); a.status != 200 {
			t.Errorf("the session at the API %s: status %d %v", name, a.status, a.body)
		}
	}
	var odd int
	if err := h.store.QueryRow(t.Context(), `SELECT count(*) FROM jobs WHERE attempt <> 1 OR lost <> 0`, nil, &odd); err != nil || odd != 0 {
		t.Errorf("%d jobs were taken for lost (%v)", odd, err)
	}
	h.settledAtLeast(22)
}
