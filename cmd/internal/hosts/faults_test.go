//go:build hosts && linux

package hosts

import (
	"fmt"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
)

// fault is one thing that goes wrong while callers call. It breaks, and makes whole again.
type fault struct {
	name  string
	short bool // one of those that stand for all
	do    func(*site)
}

// cutFor is how long a link is down.
const cutFor = 30 * time.Second

// direct are the faults of a site with a PostgreSQL pair and Redis under Sentinel.
var direct = []fault{
	{"one worker after another is killed", true, workersKilled}, // each may have had nothing to do
	{"an api is killed", true, func(s *site) { s.apis[0].kill(); s.apis[0].boot() }},
	{"a worker is off the network for 30 s", false, func(s *site) { s.workers[1].cut(); wait(cutFor); s.workers[1].heal() }},
	{"an api is off the network for 30 s", false, func(s *site) { s.apis[1].cut(); wait(cutFor); s.apis[1].heal() }},
	{"all workers vanish", false, allWorkersVanish},
	{"the primary of PostgreSQL is killed", false, primaryLost((*host).kill)},
	{"the primary of PostgreSQL freezes", true, primaryLost((*host).freeze)},
	{"the host of the primary of PostgreSQL vanishes", false, primaryLost((*host).cut)},
	{"the standby that commits wait for vanishes", false, standbyVanishes},
	{"the primary of Redis is killed", false, redisLost((*host).kill)},
	{"the primary of Redis freezes", false, redisLost((*host).freeze)},
	{"the host of the primary of Redis vanishes", true, redisLost((*host).cut)},
	{"Redis is flushed", false, flushed},
	{"the blob store vanishes while a batch ends", false, blobsLost((*host).cut, (*host).heal)},
	{"the blob store freezes while a batch ends", false, blobsLost((*host).freeze, (*host).thaw)},
	{"a dump is taken", false, dumped},
	{"a release with a migration takes over", false, upgraded},
	{"that release is rolled back", false, rolledBack},
	{"a PostgreSQL takes over whose clock is a minute ahead", false, clockAhead}, // the last: a clock does not go back
}

// pooled are those of one with pgbouncer and a Redis Cluster.
var pooled = []fault{
	{"a primary of the cluster is killed", false, redisLost((*host).kill)},
	{"a primary of the cluster freezes", false, redisLost((*host).freeze)},
	{"the host of a primary of the cluster vanishes", false, redisLost((*host).cut)},
	{"pgbouncer is restarted", false, func(s *site) { s.pooler.kill(); s.pooler.boot() }},
	{"pgbouncer vanishes for 30 s", false, func(s *site) { s.pooler.cut(); wait(cutFor); s.pooler.heal() }},
	{"PostgreSQL restarts behind pgbouncer", false, func(s *site) { s.postgres.primary.kill(); s.postgres.primary.boot() }},
}

func TestADeploymentSurvives(t *testing.T) { //nolint:paralleltest // the faults would share the processors of the times that they log
	lanes := []struct {
		name   string
		redis  func(*testing.T) *queues
		pooled bool
		small  bool // disks
		faults []fault
	}{{"Sentinel", newTrio, false, false, direct}, {"Cluster and pgbouncer", newCluster, true, false, pooled}, {"Small disks", newTrio, false, true, cramped}}
	for _, lane := range lanes {
		faults := slices.DeleteFunc(lane.faults, func(f fault) bool { return !*all && !f.short })
		if len(faults) == 0 {
			continue
		}
		t.Run(lane.name, func(t *testing.T) {
			s := newSite(t, lane.redis, lane.pooled, lane.small)
			for _, f := range faults {
				if t.Failed() {
					return // what a fault left behind would be laid to the next
				}
				t.Run(f.name, s.survives(f))
				s.in(t)
			}
		})
	}
}

// survives holds that callers are answered again during the fault or after it, that each of their calls made
// one job, and that ledger and jobs agree. How long it took is logged: it is the machine's as much as ours.
func (s *site) survives(f fault) func(*testing.T) {
	return func(t *testing.T) {
		tried.Add(1)
		s.in(t)
		s.allReady()
		calls := s.call()
		defer calls.stop()
		calls.some(t, 20)
		f.do(s)
		calls.some(t, 50)
		s.allReady()
		calls.stop()
		for _, err := range calls.problems {
			t.Error(err)
		}
		s.settled(calls)
		t.Logf("longest silence %s, slowest call %s; %d calls, %d tries not answered", round(calls.silence), round(calls.slowest), len(calls.jobs), calls.refused)
		if !t.Failed() {
			survived.Add(1)
		}
	}
}

func round(d time.Duration) time.Duration { return d.Round(100 * time.Millisecond) }

func workersKilled(s *site) {
	for _, w := range s.workers {
		w.kill()
		w.boot()
	}
}

func allWorkersVanish(s *site) {
	for _, w := range s.workers {
		w.cut()
	}
	wait(cutFor)
	for _, w := range s.workers {
		w.heal()
	}
}

// primaryLost has the standby take over, and the lost server come back as its standby. It is fenced before it is reached again: it
// would still hold itself for the primary.
func primaryLost(lose func(*host)) func(*site) {
	return func(s *site) {
		lose(s.postgres.primary)
		s.postgres.promote()
		wait(15 * time.Second) // longer than anyone may take to find it, for what follows resets the connections
		s.postgres.restore()
	}
}

// standbyVanishes stops every commit until commits no longer wait for it.
func standbyVanishes(s *site) {
	s.postgres.standby.cut()
	wait(10 * time.Second)
	s.postgres.waitsFor("")
	wait(10 * time.Second)
	s.postgres.restore()
}

func redisLost(lose func(*host)) func(*site) {
	return func(s *site) {
		lost := s.redis.holder(s.T)
		began := time.Now()
		lose(lost)
		s.redis.replaced(s.T, lost)
		s.Logf("another took over after %s", round(time.Since(began)))
		wait(5 * time.Second)
		lost.kill()
		lost.heal()
		lost.boot()
		eventually(s.T, "Redis whole again", func() error { return s.redis.whole(s.Context()) })
	}
}

func flushed(s *site) {
	s.redis.holder(s.T).do("", "redis-cli", "-h", s.redis.holder(s.T).addr, "FLUSHALL")
}

// blobsLost loses the store between the submission of a batch and its end.
func blobsLost(lose, back func(*host)) func(*site) {
	return func(s *site) {
		const rows = 2000
		batch := s.workbook(rows)
		lose(s.blobs)
		wait(*outage)
		if status, body := s.readiness(s.apis[0]); status != 200 || !strings.Contains(body, "degraded") {
			s.Errorf("readiness says %d %s", status, body)
		}
		s.until("batches that have not failed", 1, `SELECT count(*) FROM jobs WHERE id = $1 AND state IN ('queued', 'running')`, batch)
		back(s.blobs)
		s.finished(batch, rows)
	}
}

// dumped takes a dump, and keeps its snapshot open as a long one does.
func dumped(s *site) {
	conn, err := pgx.Connect(s.Context(), s.postgres.deskURL())
	if err != nil {
		s.Fatal(err)
	}
	defer func() { _ = conn.Close(s.Context()) }()
	if _, err := conn.Exec(s.Context(), `BEGIN ISOLATION LEVEL REPEATABLE READ; SELECT count(*) FROM jobs`); err != nil {
		s.Fatal(err)
	}
	primary := s.postgres.primary
	primary.do(superuser, filepath.Join(s.postgres.bin, "pg_dump"), "-h", primary.dir, "-Fc", "--no-sync", "-f", "/dev/null", database)
	wait(20 * time.Second)
	if _, err := conn.Exec(s.Context(), `COMMIT`); err != nil {
		s.Fatal(err)
	}
}

// upgraded brings a release whose schema is one migration further: the migration first, beside the processes
// at work, then one process after another in good order. A process of the new release refuses the old schema.
func upgraded(s *site) {
	next := filepath.Join(folder, "next")
	s.must(nextRelease(next))
	early := exec.Command(next, "worker")
	early.Env = append(early.Environ(), s.env...)
	if out, err := early.CombinedOutput(); err == nil || !strings.Contains(string(out), "the schema is not up to date") {
		s.Errorf("a process before its migration: %v, %s", err, out)
	}
	s.tariffdesk(next, "migrate", "up")
	wait(5 * time.Second)
	for _, h := range s.processes() {
		h.stop()
		h.services[0].args[0] = next
		h.boot()
	}
}

// rolledBack brings the processes of the release before back, on the schema that stays, one after another while jobs of
// the newer one wait and run; one of them dies instead of ending in good order.
func rolledBack(s *site) {
	for i, h := range s.processes() {
		if i == 1 {
			h.kill()
		} else {
			h.stop()
		}
		h.services[0].args[0] = binary
		h.boot()
	}
}

// clockAhead has a standby take over whose clock is ahead of every other host's: all leases seem to be over. A
// process that starts says that its clock is another than the database's.
func clockAhead(s *site) {
	library, err := filepath.Glob("/usr/lib/*/faketime/libfaketime.so.1")
	if err != nil || len(library) == 0 {
		s.Fatal("libfaketime is not installed: run scripts/setup --tests")
	}
	ahead := s.postgres.standby
	ahead.kill()
	server := ahead.services[0]
	server.args = append([]string{"env", "LD_PRELOAD=" + library[0], "FAKETIME=+60s", "FAKETIME_DONT_FAKE_MONOTONIC=1"}, server.args...)
	ahead.boot()
	s.postgres.inStep()
	primaryLost((*host).kill)(s)
	s.workers[0].kill()
	s.workers[0].boot()
	if log := s.workers[0].log(s.workers[0].services[0]); !strings.Contains(log, "the clock of this host differs") {
		s.Errorf("a process on another clock says nothing: %s", log)
	}
}

func (s *site) must(err error) {
	s.Helper()
	if err != nil {
		s.Fatal(fmt.Errorf("site: %w", err))
	}
}
