package store_test

import (
	"context"
	"errors"
	"log/slog"
	"net"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"tariffdesk/credit"
	"tariffdesk/store"
	"tariffdesk/store/storetest"
)

// free ends a hang: 15 seconds are aimed at, and each test logs what it took.
const free = 2 * time.Minute

// gated is a store on a connection that can be frozen.
func gated(t *testing.T) (bundle, *storetest.Gate) {
	t.Helper()
	gate, url := storetest.PostgresGate(t, storetest.URL(t))
	s, err := store.Open(t.Context(), url, 10, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	return bundle{s, storetest.Organisation(t, s, 100*credit.One)}, gate
}

func TestACallOnAFrozenServerEndsAndSaysThatItIsAway(t *testing.T) {
	t.Parallel()
	for name, do := range map[string]func(context.Context, bundle) error{
		"read":        func(ctx context.Context, b bundle) error { _, err := b.TariffVersions(ctx); return err },
		"row":         func(ctx context.Context, b bundle) error { _, err := b.KeyByHash(ctx, []byte("x")); return err },
		"statement":   func(ctx context.Context, b bundle) error { return b.Purge(ctx) },
		"transaction": func(ctx context.Context, b bundle) error { _, err := b.Overview(ctx, b.org); return err },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b, gate := gated(t)
			gate.Freeze()
			began := time.Now()
			err := do(t.Context(), b)
			took := time.Since(began)
			if took > free {
				t.Errorf("it took %s", took)
			}
			if errors.Is(err, context.DeadlineExceeded) {
				t.Errorf("the store's own deadline looks like the caller's: %v", err)
			}
			if _, away := errors.AsType[net.Error](err); err != nil && !away {
				t.Errorf("%T %v is no net.Error", err, err)
			}
			t.Logf("%s: %s, %v", name, took.Round(time.Millisecond), err)
		})
	}
}

func TestAPoolOfFrozenConnectionsServesAgain(t *testing.T) {
	t.Parallel()
	b, gate := gated(t)
	var wg sync.WaitGroup
	for range 10 { // open every connection of the pool
		wg.Go(func() {
			if err := b.Exec(t.Context(), `SELECT pg_sleep(0.2)`); err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	gate.Freeze()
	began := time.Now()
	for range 20 {
		wg.Go(func() {
			for time.Since(began) < 2*free {
				if _, err := b.TariffVersions(t.Context()); err == nil {
					break
				}
			}
			if took := time.Since(began); took > free {
				t.Errorf("free again after %s", took)
			}
		})
	}
	wg.Wait()
	t.Logf("free again after %s", time.Since(began).Round(time.Millisecond))
}

func TestASlowStatementDoesNotCostTheOthersTheirConnections(t *testing.T) {
	t.Parallel()
	b, _ := gated(t)
	if err := b.Exec(t.Context(), `SELECT pg_sleep(20)`); err == nil {
		t.Error("it had no limit")
	}
	if _, err := b.TariffVersions(t.Context()); err != nil {
		t.Error(err)
	}
}

func TestAConnectionLostInTheMiddleOfACallIsAway(t *testing.T) {
	t.Parallel()
	b, gate := gated(t)
	time.AfterFunc(300*time.Millisecond, gate.Cut)
	err := b.Exec(t.Context(), `SELECT pg_sleep(3)`)
	if _, away := errors.AsType[net.Error](err); !away {
		t.Errorf("%T %v is no net.Error: a caller would be answered 500", err, err)
	}
	if _, err := b.TariffVersions(t.Context()); err != nil {
		t.Error(err)
	}
}

// TestWhatAVanishedProcessHeldLockedIsFreed cuts a process off in the middle of a transaction.
func TestWhatAVanishedProcessHeldLockedIsFreed(t *testing.T) {
	t.Parallel()
	url := storetest.URL(t)
	gate, gatedURL := storetest.PostgresGate(t, url)
	open := func(url string) *store.Store {
		s, err := store.Open(t.Context(), url, 2, slog.New(slog.DiscardHandler))
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(s.Close)
		return s
	}
	lost, other := open(gatedURL), open(url)
	org := storetest.Organisation(t, other, 100*credit.One)
	const lock = `UPDATE organisations SET name = name WHERE id = $1`
	err := lost.InTx(t.Context(), func(tx pgx.Tx) error {
		if _, err := tx.Exec(t.Context(), lock, org); err != nil {
			t.Fatal(err)
		}
		gate.Freeze()
		began := time.Now()
		for other.Exec(t.Context(), lock, org) != nil { // each waits for the limit of a call
			if time.Since(began) > free {
				t.Fatal("the row stays locked")
			}
		}
		t.Logf("free after %s", time.Since(began).Round(time.Millisecond))
		return nil
	})
	if err == nil {
		t.Error("the lost transaction was committed")
	}
}
