package chaos

import (
	"fmt"
	"net/http"
	"testing"
	"time"

	"tariffdesk/store/storetest"
)

func postgresRestarted(t *testing.T) {
	pg, err := storetest.StartPostgres()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = pg.Close() })
	url, err := pg.CreateMigrated(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	h := newHouseOn(t, url)
	h.start("worker", "WORKER_SLOTS=10")
	h.start("api")
	for round := range 3 {
		wait := h.background(60, "chaos sleep 30ms")
		<-time.After(150 * time.Millisecond)
		if err := pg.Restart(); err != nil {
			t.Fatal(err)
		}
		statuses := map[int]int{}
		for _, a := range wait() {
			statuses[a.status]++
			if a.status != http.StatusOK && a.status != http.StatusServiceUnavailable {
				t.Errorf("status %d, %v, %v", a.status, a.err, a.body)
			}
		}
		t.Logf("restart %d: answers by status %v", round+1, statuses)
	}
	t.Logf("answered %s after the restarts", h.firstSuccess(t, time.Now()).Round(time.Millisecond))
	h.until("no open job", 1, `SELECT CASE WHEN count(*) = 0 THEN 1 ELSE 0 END FROM jobs WHERE state IN ('queued', 'running')`)
	storetest.CheckInvariants(t, h.store)
}

func redisOutOfMemory(t *testing.T) {
	h := newHouse(t)
	h.start("worker")
	h.start("api")
	rdb := h.rdb()
	if err := rdb.ConfigSet(t.Context(), "maxmemory", "1").Err(); err != nil {
		t.Fatal(err)
	}
	wait := h.background(10, "cotton shirt")
	h.until("accepted jobs", 10, `SELECT count(*) FROM jobs`)
	<-time.After(time.Second)
	if err := rdb.ConfigSet(t.Context(), "maxmemory", "0").Err(); err != nil {
		t.Fatal(err)
	}
	succeeded(t, wait()...)
	h.settled(10)
}

// slowClock does to the shared Redis what a worker does whose clock is a minute slow: its queue
// leases lie in the past, so that other workers take its tasks for lost.
func slowClock(t *testing.T) {
	h := newHouse(t)
	h.start("worker")
	h.start("worker")
	h.start("api")
	wait := h.background(4, "chaos sleep 80s")
	h.untilState("running", 4)
	rdb := h.rdb()
	stop := time.After(75 * time.Second)
	for slow := true; slow; {
		leases, err := rdb.ZRange(t.Context(), "asynq:{classify}:lease", 0, -1).Result()
		if err != nil {
			t.Fatal(err)
		}
		for _, id := range leases {
			rdb.ZIncrBy(t.Context(), "asynq:{classify}:lease", -100, id)
		}
		select {
		case <-stop:
			slow = false
		case <-time.After(time.Second):
		}
	}
	succeeded(t, wait()...)
	h.until("single attempts", 4, `SELECT count(*) FROM jobs WHERE attempt = 1`)
	h.settled(4)
	fmt.Println("leases in Redis were kept a minute behind for 75 s")
}
