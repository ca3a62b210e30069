package chaos

import (
	"context"
	"net/http"
	"sync"
	"testing"
	"time"

	"tariffdesk/credit"
	"tariffdesk/store/storetest"
)

func clientGone(t *testing.T) {
	h := newHouse(t)
	h.start("api")
	ctx, leave := context.WithCancel(t.Context())
	var gone sync.WaitGroup
	gone.Go(func() { h.classify(ctx, "cotton shirt", "") })
	gone.Go(func() { h.classify(ctx, "cotton shirt", "kept") })
	h.until("two jobs", 2, `SELECT count(*) FROM jobs`)
	leave()
	gone.Wait()
	h.untilState("cancelled", 1)
	h.start("worker")
	h.untilState("succeeded", 1)
	ctx, leave = context.WithCancel(t.Context())
	gone.Go(func() { h.classify(ctx, "chaos sleep 1s", "") })
	h.untilState("running", 1)
	leave()
	gone.Wait()
	h.untilState("succeeded", 2)
	h.settled(3)
	if got := storetest.Balance(t, h.store, h.org); got != startBalance-2*credit.One {
		t.Errorf("balance %s", got)
	}
}

func cancelAgainstFinish(t *testing.T) {
	h := newHouse(t)
	h.start("worker", "WORKER_SLOTS=3")
	h.start("api")
	wait := h.background(150, "chaos sleep 5ms")
	h.until("jobs", 100, `SELECT count(*) FROM jobs`)
	var cancelled int
	list := h.get("/api/v3/jobs?limit=100")
	for _, entry := range list.body["data"].([]any) {
		id := entry.(map[string]any)["job_id"].(string)
		switch a := h.post("/api/v3/jobs/" + id + "/cancel"); a.status {
		case http.StatusOK:
			cancelled++
		case http.StatusConflict:
		default:
			t.Errorf("cancel: status %d %v", a.status, a.body)
		}
	}
	wait()
	h.settled(150)
	h.untilState("cancelled", cancelled)
	if got := storetest.Balance(t, h.store, h.org); got != startBalance-credit.Amount(150-cancelled)*credit.One {
		t.Errorf("balance %s after %d cancelled", got, cancelled)
	}
}

func eventsKilled(t *testing.T) {
	h := newHouse(t)
	h.start("worker")
	api := h.start("api")
	stop := make(chan struct{})
	var cutting sync.WaitGroup
	cutting.Go(func() {
		for {
			select {
			case <-stop:
				return
			case <-time.After(100 * time.Millisecond):
				api.proxy.cut(false)
			}
		}
	})
	succeeded(t, h.background(2000, "cotton shirt")()...)
	close(stop)
	cutting.Wait()
	h.settled(2000)
}

func apiDiesUnderWaiter(t *testing.T) {
	h := newHouse(t)
	h.start("worker")
	first := h.start("api")
	var gone sync.WaitGroup
	gone.Go(func() { h.classifyAt(context.Background(), first.url, "chaos sleep 2s", "one") })
	h.untilState("running", 1)
	first.kill()
	gone.Wait()
	h.start("api")
	for {
		a := h.classify(t.Context(), "chaos sleep 2s", "one")
		if a.status == http.StatusConflict {
			if a.jobID() == "" || a.header.Get("Retry-After") == "" {
				t.Errorf("409 without job_id and Retry-After: %v", a.body)
			}
			<-time.After(200 * time.Millisecond)
			continue
		}
		succeeded(t, a)
		break
	}
	h.settled(1)
}

func oneKeyFiftyTimes(t *testing.T) {
	h := newHouse(t)
	h.start("worker")
	h.start("api")
	var wg sync.WaitGroup
	for range 50 {
		wg.Go(func() {
			if a := h.classify(t.Context(), "chaos sleep 300ms", "same"); a.status != http.StatusOK && a.status != http.StatusConflict {
				t.Errorf("status %d %v", a.status, a.body)
			}
		})
	}
	wg.Wait()
	again := h.classify(t.Context(), "chaos sleep 300ms", "same")
	succeeded(t, again)
	if again.header.Get("Idempotent-Replayed") != "true" {
		t.Error("the replay does not say so")
	}
	h.settled(1)
	if got := storetest.Balance(t, h.store, h.org); got != startBalance-credit.One {
		t.Errorf("balance %s", got)
	}
}

func fiftyChargesForTen(t *testing.T) {
	h := newHouse(t)
	h.start("worker")
	h.start("api")
	if err := h.store.Exec(t.Context(), `WITH o AS (UPDATE organisations SET balance = 1000 RETURNING id)
		UPDATE ledger SET amount = 1000 WHERE organisation_id IN (SELECT id FROM o)`); err != nil {
		t.Fatal(err)
	}
	statuses := map[int]int{}
	for _, a := range h.background(50, "cotton shirt")() {
		statuses[a.status]++
	}
	if statuses[http.StatusOK] != 10 || statuses[http.StatusPaymentRequired] != 40 {
		t.Errorf("statuses %v", statuses)
	}
	h.settled(10)
}
