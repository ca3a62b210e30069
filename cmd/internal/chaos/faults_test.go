package chaos

import (
	"context"
	"fmt"
	"net/http"
	"sync"
	"syscall"
	"testing"
	"time"

	"tariffdesk/credit"
	"tariffdesk/store/storetest"
)

// fault is one thing that goes wrong. A slow one has to wait for leases or long tasks.
type fault struct {
	name string
	slow bool
	do   func(t *testing.T)
}

// The numbers are those of the job core's decision record.
var faults = []fault{
	{"01 API killed between commit and enqueue", false, apiKilledBeforeEnqueue},
	{"02 reply to an enqueue lost", false, enqueueReplyLost},
	{"03 reply to a dequeue lost", true, dequeueReplyLost},
	{"04 worker killed in mid-task", true, workerKilled},
	{"05 a task that kills its worker every time", true, poisonousTask},
	{"06 worker killed after the finish, before the event", false, killedBeforeEvent},
	{"07 Redis away for 3 s at completion", false, redisAwayAtCompletion},
	{"08 Redis flushed, then killed", false, redisFlushedAndKilled},
	{"09 Redis away at submit", false, redisAwayAtSubmit},
	{"10 worker paused past its lease", true, workerPaused},
	{"11 failure against sweepers", false, failureAgainstSweepers},
	{"12 handlers deaf to their context", false, deafHandlers},
	{"13 500 requests at 50 slots", false, fiveHundredRequests},
	{"15 SIGTERM with long tasks", true, terminated},
	{"16 client gone", false, clientGone},
	{"17 cancel against finish", false, cancelAgainstFinish},
	{"18 event connections killed under 2,000 waiters", true, eventsKilled},
	{"19 API dies while a caller waits", false, apiDiesUnderWaiter},
	{"20 one key fifty times at once", false, oneKeyFiftyTimes},
	{"21 fifty charges on a balance for ten", false, fiftyChargesForTen},
	{"22 PostgreSQL restarted during claim and finish", false, postgresRestarted},
	{"23 Redis out of memory", false, redisOutOfMemory},
	{"24 a worker's clock a minute slow", true, slowClock},
}

func TestTheServiceSurvives(t *testing.T) {
	t.Parallel()
	for _, f := range faults {
		if f.slow && !*all {
			continue
		}
		t.Run(f.name, func(t *testing.T) {
			t.Parallel()
			tried.Add(1)
			f.do(t)
			if !t.Failed() {
				survived.Add(1)
			}
		})
	}
}

func apiKilledBeforeEnqueue(t *testing.T) {
	h := newHouse(t)
	h.start("worker")
	first := h.start("api")
	first.proxy.set(rule{match: enqueues, hold: true})
	wait := h.background(1, "cotton shirt")
	h.until("a job", 1, `SELECT count(*) FROM jobs`)
	first.kill()
	if a := wait()[0]; a.err == nil {
		t.Errorf("the dead API answered %d", a.status)
	}
	h.start("api")
	h.untilState("succeeded", 1)
	h.settled(1)
}

func enqueueReplyLost(t *testing.T) {
	h := newHouse(t)
	h.start("worker")
	api := h.start("api")
	api.proxy.set(rule{match: enqueues, limit: 3})
	succeeded(t, h.background(20, "cotton shirt")()...)
	if api.proxy.met() == 0 {
		t.Error("no reply was lost")
	}
	h.settled(20)
}

func dequeueReplyLost(t *testing.T) {
	h := newHouse(t)
	worker := h.start("worker")
	h.start("api")
	succeeded(t, h.classify(t.Context(), "cotton shirt", "")) // asynq's scripts are loaded now
	worker.signal(syscall.SIGSTOP)
	wait := h.background(1, "cotton shirt")
	h.until("a queued job", 1, `SELECT count(*) FROM jobs WHERE state = 'queued'`)
	worker.proxy.set(rule{match: dequeues, limit: 1})
	worker.signal(syscall.SIGCONT)
	succeeded(t, wait()...)
	if worker.proxy.met() == 0 {
		t.Error("no reply was lost")
	}
	h.settled(2)
}

func workerKilled(t *testing.T) {
	h := newHouse(t)
	first := h.start("worker")
	h.start("api")
	wait := h.background(5, "chaos sleep 2s")
	h.untilState("running", 5)
	first.kill()
	h.start("worker")
	succeeded(t, wait()...)
	h.until("second attempts", 5, `SELECT count(*) FROM jobs WHERE attempt = 2`)
	h.settled(5)
}

func poisonousTask(t *testing.T) {
	h := newHouse(t)
	h.start("api")
	wait := h.background(1, "chaos die 0s")
	for range 3 {
		w := h.start("worker")
		select {
		case <-w.done:
		case <-time.After(time.Minute):
			t.Fatal("the task did not kill its worker")
		}
	}
	h.start("worker")
	if a := wait()[0]; a.status != http.StatusInternalServerError {
		t.Errorf("status %d: %v", a.status, a.body)
	}
	h.untilState("failed", 1)
	h.settled(1)
	if got := storetest.Balance(t, h.store, h.org); got != startBalance {
		t.Errorf("balance %s", got)
	}
}

func killedBeforeEvent(t *testing.T) {
	h := newHouse(t)
	worker := h.start("worker")
	h.start("api")
	worker.proxy.set(rule{match: publishes, hold: true})
	wait := h.background(1, "cotton shirt")
	h.untilState("succeeded", 1)
	worker.kill()
	succeeded(t, wait()...)
	h.settled(1)
}

func redisAwayAtCompletion(t *testing.T) {
	h := newHouse(t)
	worker, api := h.start("worker"), h.start("api")
	wait := h.background(20, "chaos sleep 1s")
	h.untilState("running", 20)
	worker.proxy.cut(true)
	api.proxy.cut(true)
	<-time.After(3 * time.Second)
	worker.proxy.restore()
	api.proxy.restore()
	succeeded(t, wait()...)
	h.settled(20)
}

func redisFlushedAndKilled(t *testing.T) {
	h := newHouse(t)
	h.start("worker", "WORKER_SLOTS=10")
	h.start("api")
	wait := h.background(200, "chaos sleep 50ms")
	h.untilState("succeeded", 20)
	if err := h.rdb().FlushAll(t.Context()).Err(); err != nil {
		t.Fatal(err)
	}
	h.untilState("succeeded", 60)
	h.redis.Kill()
	h.redis.Start(t)
	succeeded(t, wait()...)
	h.settled(200)
}

func redisAwayAtSubmit(t *testing.T) {
	h := newHouse(t)
	h.start("worker")
	api := h.start("api")
	api.proxy.cut(true)
	wait := h.background(10, "cotton shirt")
	h.until("accepted jobs", 10, `SELECT count(*) FROM jobs`)
	api.proxy.restore()
	succeeded(t, wait()...)
	h.settled(10)
}

func workerPaused(t *testing.T) {
	h := newHouse(t)
	first := h.start("worker")
	h.start("api")
	wait := h.background(1, "chaos sleep 2s")
	h.untilState("running", 1)
	first.signal(syscall.SIGSTOP)
	h.start("worker")
	succeeded(t, wait()...)
	before := h.result(t)
	first.signal(syscall.SIGCONT)
	<-time.After(4 * time.Second) // the paused one finishes its task and is refused
	if after := h.result(t); after != before {
		t.Errorf("the fenced worker changed the result:\n%s\n%s", before, after)
	}
	h.settled(1)
}

func (h *house) result(t *testing.T) string {
	var r string
	if err := h.store.QueryRow(t.Context(), `SELECT state || attempt || finished_at || result FROM jobs`, nil, &r); err != nil {
		t.Fatal(err)
	}
	return r
}

func failureAgainstSweepers(t *testing.T) {
	h := newHouse(t)
	h.start("worker")
	h.start("worker")
	h.start("api")
	wait := h.background(40, "chaos fail 1500ms")
	h.untilState("running", 40)
	<-time.After(time.Second)
	if err := h.store.Exec(t.Context(), `UPDATE jobs SET deadline = now() + interval '400 milliseconds'`); err != nil {
		t.Fatal(err)
	}
	for _, a := range wait() {
		if a.status < 400 {
			t.Errorf("status %d", a.status)
		}
	}
	h.untilState("failed", 40)
	h.settled(40)
	if got := storetest.Balance(t, h.store, h.org); got != startBalance {
		t.Errorf("balance %s", got)
	}
}

func deafHandlers(t *testing.T) {
	h := newHouse(t)
	diary := t.TempDir() + "/diary"
	h.start("worker", "WORKER_SLOTS=4", "CHAOS_DIARY="+diary)
	h.start("api")
	wait := h.background(12, "chaos deaf 2s")
	h.untilState("running", 4)
	if err := h.store.Exec(t.Context(), `UPDATE jobs SET run_token = gen_random_uuid(), lease_until = now() - interval '1 second' WHERE state = 'running'`); err != nil {
		t.Fatal(err)
	}
	succeeded(t, wait()...)
	if peak := readPeak(t, diary); peak != 4 {
		t.Errorf("%d handlers at once beside 4 slots", peak)
	}
	h.settled(12)
}

func fiveHundredRequests(t *testing.T) {
	h := newHouse(t)
	h.start("worker")
	h.start("api")
	succeeded(t, h.background(500, "chaos sleep 20ms")()...)
	h.settled(500)
}

func terminated(t *testing.T) {
	h := newHouse(t)
	first := h.start("worker")
	h.start("api")
	wait := h.background(3, "chaos sleep 24s")
	quick := h.background(3, "chaos sleep 2s")
	h.untilState("running", 6)
	first.signal(syscall.SIGTERM)
	succeeded(t, quick()...)
	select {
	case <-first.done:
	case <-time.After(40 * time.Second):
		t.Fatal("the worker does not end")
	}
	if code := first.cmd.ProcessState.ExitCode(); code != 0 {
		t.Errorf("exit code %d", code)
	}
	h.until("jobs handed back", 3, `SELECT count(*) FROM jobs WHERE state = 'queued' AND attempt = 0`)
	h.start("worker")
	succeeded(t, wait()...)
	h.settled(6)
}

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
	var answers [][]answer
	for range 3 {
		wait := h.background(60, "chaos sleep 30ms")
		<-time.After(150 * time.Millisecond)
		if err := pg.Restart(); err != nil {
			t.Fatal(err)
		}
		answers = append(answers, wait())
	}
	var accepted int
	for _, a := range answers[2] {
		if a.status == http.StatusOK {
			accepted++
		}
	}
	if accepted == 0 {
		t.Error("nothing was answered after the restarts")
	}
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
