package store_test

import (
	"errors"
	"log/slog"
	"net"
	"testing"

	"tariffdesk/credit"
	"tariffdesk/jobs"
	"tariffdesk/store"
	"tariffdesk/store/storetest"
)

// lazyServer is a server that leaves commits which do not wait for the disk in memory for long, and
// what opens a store on it, as a process does that starts.
func lazyServer(t *testing.T) (*storetest.Server, func() *store.Store) {
	t.Helper()
	pg, err := storetest.StartPostgres("-c wal_writer_delay=10000 -c wal_writer_flush_after=0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = pg.Close() })
	url, err := pg.CreateMigrated(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return pg, func() *store.Store {
		s, err := store.Open(t.Context(), url, 4, slog.New(slog.DiscardHandler))
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(s.Close)
		return s
	}
}

func TestWhatIsPromisedSurvivesACrashAndWhatIsNotIsUndoneWhole(t *testing.T) {
	t.Parallel()
	pg, open := lazyServer(t)
	s := open()
	b := bundle{s, storetest.Organisation(t, s, 10*credit.One)}
	lazy := func() jobs.NewJob {
		n := b.classify(1)
		n.Waits = true
		return n
	}
	promised := b.submit(t, lazy())
	if err := b.DetachKey(t.Context(), promised.Job.ID); err != nil {
		t.Fatal(err)
	}
	waited := lazy()
	b.submit(t, waited)
	if err := pg.Restart(); err != nil {
		t.Fatal(err)
	}
	b.Store = open() // connections of the old server would fail their first call
	if _, err := b.Job(t.Context(), b.org, promised.Job.ID); err != nil {
		t.Errorf("the promised job: %v", err)
	}
	if err := b.DetachKey(t.Context(), waited.ID); !errors.Is(err, jobs.ErrUndone) {
		t.Fatalf("the other was to be lost in the crash: %v", err)
	}
	storetest.CheckInvariants(t, b.Store)
	b.submit(t, waited) // again, as it is before it is promised
	if got := storetest.Balance(t, b.Store, b.org); got != 8*credit.One {
		t.Errorf("balance %s", got)
	}
	storetest.CheckInvariants(t, b.Store)
}

func TestASubmissionIsChargedOnceHoweverOftenItsAnswerIsLost(t *testing.T) {
	t.Parallel()
	b, gate := gated(t)
	for _, key := range []string{"", "k"} {
		n := b.classify(1)
		n.Idempotency, n.Waits = jobs.Idempotency{Key: key, Fingerprint: []byte{1}}, true
		b.submit(t, n)
		again, err := b.SubmitJob(t.Context(), n) // as it is after a commit whose answer did not come
		if err != nil || again.Existing || again.Waited || again.Job.ID != n.ID {
			t.Errorf("key %q: %v %+v", key, err, again)
		}
	}
	gate.Cut() // the pool's connections are lost in the middle of a call
	if _, err := b.SubmitJob(t.Context(), b.classify(1)); err != nil {
		t.Errorf("after a lost connection: %v", err)
	}
	if got := storetest.Balance(t, b.Store, b.org); got != 97*credit.One {
		t.Errorf("balance %s", got)
	}
	storetest.CheckInvariants(t, b.Store)
}

func TestASubmissionOutlastsARestartOfTheServer(t *testing.T) {
	t.Parallel()
	b, gate := gated(t)
	b.submit(t, b.classify(1)) // opens a connection
	gate.Starting(5)
	gate.Cut()
	if _, err := b.SubmitJob(t.Context(), b.classify(1)); err != nil {
		t.Errorf("a server that comes up was taken for one that refuses: %v", err)
	}
	gate.Starting(1)
	gate.Cut()
	for range 2 { // the lost connection, then the refused one
		_, err := b.TariffVersions(t.Context())
		if _, away := errors.AsType[net.Error](err); err != nil && !away {
			t.Errorf("%T %v is no net.Error", err, err)
		}
	}
	if got := storetest.Balance(t, b.Store, b.org); got != 98*credit.One {
		t.Errorf("balance %s", got)
	}
	storetest.CheckInvariants(t, b.Store)
}
