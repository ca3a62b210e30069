package chaos

import (
	"net/http"
	"syscall"
	"testing"
	"time"

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
	{"06 workers killed at jobs that find no code", true, killedAtEmptyJobs},
	{"07 Redis away for 3 s at completion", false, redisAwayAtCompletion},
	{"08 Redis flushed, then killed", false, redisFlushedAndKilled},
	{"09 Redis away at submit", false, redisAwayAtSubmit},
	{"10 worker paused past its lease", true, workerPaused},
	{"11 failure against sweepers", false, failureAgainstSweepers},
	{"12 handlers deaf to their context", false, deafHandlers},
	{"13 500 requests at 50 slots", false, fiveHundredRequests},
	{"14 batch flood, a worker killed in it", true, batchFlood},
	{"14 worker killed in a batch", true, batchWorkerKilled},
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
	{"25 workers and the API killed in the steps of shipments", true, shipmentsKilled},
	{"26 documents that kill their workers, beside others", true, poisonousDocuments},
	{"27 worker out of memory", true, workerOutOfMemory},
	{"28 certificate of PostgreSQL expires", true, databaseCertificateExpires},
	{"29 certificate of Redis expires", true, redisCertificateExpires},
	{"30 network to PostgreSQL slow and lossy", true, slowNetwork},
	{"31 a webhook receiver hangs", true, receiverHangs},
	{"32 a queue divided under load", true, dividedUnderLoad},
	{"33 the owner of a part of a cluster lost for a minute", true, slotOwnerLost},
	{"34 two thousand callers at once", true, burst},
	{"35 a database restored to an earlier minute", true, databaseRestored},
	{"36 clocks of two workers and an API two minutes off", true, clocksOff},
	{"37 an API killed while sessions are refreshed", true, apiKilledUnderSessions},
	{"38 share links answered while processes die", true, linksAnsweredUnderKills},
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

// killedAtEmptyJobs: whatever a kill interrupts, a job that finds no code is refunded once.
func killedAtEmptyJobs(t *testing.T) {
	h := newHouse(t)
	h.start("api")
	const calls = 60
	worker := h.start("worker", "WORKER_SLOTS=4")
	wait := h.background(calls, "12345")
	for n := range 3 {
		h.until("a finished job", 1, `SELECT least(count(*), 1) FROM jobs WHERE state = 'succeeded'`)
		worker.kill()
		t.Logf("worker %d killed", n+1)
		worker = h.start("worker", "WORKER_SLOTS=4")
	}
	succeeded(t, wait()...)
	h.until("empty jobs", calls, `SELECT count(*) FROM jobs WHERE state = 'succeeded' AND completed = 0 AND empty = 1 AND refunded = charged`)
	h.settled(calls)
	if got := storetest.Balance(t, h.store, h.org); got != startBalance {
		t.Errorf("balance %s", got)
	}
}

func redisAwayAtCompletion(t *testing.T) {
	h := newHouse(t)
	gate := newGate(t)
	worker, api := h.start("worker", gate.variable()), h.start("api")
	wait := h.background(20, "chaos sleep 1s")
	h.untilState("running", 20)
	gate.open(t)
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
	if err := h.store.QueryRow(t.Context(), `SELECT j.state || j.attempt || j.finished_at || md5(r.packed) FROM jobs j JOIN classification_records r ON r.job_id = j.id`, nil, &r); err != nil {
		t.Fatal(err)
	}
	return r
}

func failureAgainstSweepers(t *testing.T) {
	h := newHouse(t)
	gate := newGate(t)
	h.start("worker", gate.variable())
	h.start("worker", gate.variable())
	h.start("api")
	wait := h.background(40, "chaos fail 1500ms")
	h.untilState("running", 40)
	gate.open(t)
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
