package limit

import (
	"testing"
	"time"

	"tariffdesk/fail"
)

func TestFourAtOnceCountInAllProcesses(t *testing.T) {
	t.Parallel()
	server, rdb := redisAt(t)
	server.SetTime(time.Unix(1_800_000_000, 0))
	one, two := New(rdb), New(rdb)
	var releases []func()
	for i := range freeAtOnce {
		release, _, err := []*Limiter{one, two}[i%2].Enter(t.Context(), "org", "endpoint")
		if err != nil {
			t.Fatal(err)
		}
		releases = append(releases, release)
	}
	for _, l := range []*Limiter{one, two} {
		if _, _, err := l.Enter(t.Context(), "org", "endpoint"); fail.CodeOf(err) != fail.CodeRateLimited {
			t.Errorf("a fifth in all: %v", err)
		}
	}
	releases[0]()
	release, _, err := two.Enter(t.Context(), "org", "endpoint")
	if err != nil {
		t.Fatal("a place that was freed is not given again:", err)
	}
	// The process of the others dies: its places are free after their lease.
	server.SetTime(time.Unix(1_800_000_000, 0).Add(placeLease + time.Second))
	for range 2 {
		again, _, err := New(rdb).Enter(t.Context(), "org", "endpoint")
		if err != nil {
			t.Fatal(err)
		}
		defer again()
	}
	release()
}
