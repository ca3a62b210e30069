package chaos

import (
	"context"
	"log/slog"
	"net/http"
	"testing"
	"time"

	"tariffdesk/store"
	"tariffdesk/store/storetest"
)

// free ends a hang: the service is to work again within 15 seconds after a server froze and another took over; the
// test logs what it took.
const free = 2 * time.Minute

// hang is after what a test gives up that waits for the service to work again.
const hang = 2 * time.Minute

// TestAFrozenPrimaryIsLeftForTheOneThatWasPromoted stops PostgreSQL as a dead host does, every
// connection open and silent, and promotes its standby. A charged job that Redis never heard of is
// found by the reconciler, and new calls are answered.
func TestAFrozenPrimaryIsLeftForTheOneThatWasPromoted(t *testing.T) { //nolint:paralleltest // it holds a time: the faults would share its processors
	primary, err := storetest.StartPostgres()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = primary.Close() })
	if _, err := primary.CreateMigrated(t.Context()); err != nil {
		t.Fatal(err)
	}
	standby := primary.Standby(t)
	h := newHouseOn(t, storetest.PairURL(primary, standby, storetest.Template))
	h.start("worker")
	api := h.start("api")
	succeeded(t, h.background(20, "cotton shirt")()...) // opens the pools
	api.proxy.cut(true)
	wait := h.background(1, "cotton shirt")
	h.until("a queued job", 1, `WITH late AS (UPDATE jobs SET look_at = now() + interval '3 seconds' WHERE state = 'queued' RETURNING id) SELECT count(*) FROM late`)
	follower, err := store.Open(t.Context(), standby.URL(storetest.Template), 1, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(follower.Close)
	following := &house{t: t, store: follower}
	following.until("the standby", 1, `SELECT count(*) FROM jobs WHERE state = 'queued' AND look_at > now() + interval '1 second'`)
	if err := primary.Freeze(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = primary.Thaw() })
	began := time.Now()
	if err := standby.Promote(t.Context()); err != nil {
		t.Fatal(err)
	}
	api.proxy.restore()
	first := h.firstSuccess(t, began)
	succeeded(t, wait()...)
	queued := time.Since(began)
	h.untilReady(t)
	t.Logf("after the freeze: first call answered %s, the queued job %s, ready %s", first.Round(time.Millisecond),
		queued.Round(time.Millisecond), time.Since(began).Round(time.Millisecond))
	if first > free || queued > free || time.Since(began) > free {
		t.Errorf("not free again within %s", free)
	}
	following.settledAtLeast(22)
}

// firstSuccess calls until a call is answered with 200.
func (h *house) firstSuccess(t *testing.T, began time.Time) time.Duration {
	t.Helper()
	for {
		ctx, cancel := context.WithTimeout(t.Context(), free)
		a := h.classify(ctx, "cotton shirt", "")
		cancel()
		if a.status == http.StatusOK {
			return time.Since(began)
		}
		if a.err == nil && a.status != http.StatusServiceUnavailable {
			t.Errorf("status %d %v", a.status, a.body)
		}
		if time.Since(began) > hang {
			t.Fatal("no call succeeds")
		}
		<-time.After(50 * time.Millisecond)
	}
}

func (h *house) untilReady(t *testing.T) {
	t.Helper()
	for began := time.Now(); h.get("/health/ready").status != http.StatusOK; <-time.After(50 * time.Millisecond) {
		if time.Since(began) > hang {
			t.Fatal("not ready")
		}
	}
}

// settledAtLeast waits until no job is open, then checks every invariant.
func (h *house) settledAtLeast(n int) {
	h.t.Helper()
	h.until("no open job", 1, `SELECT CASE WHEN count(*) = 0 THEN 1 ELSE 0 END FROM jobs WHERE state IN ('queued', 'running')`)
	h.until("jobs", n, `SELECT count(*) FROM jobs`)
	storetest.CheckInvariants(h.t, h.store)
}
