package limit

import (
	"context"
	"errors"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/alicebob/miniredis/v2"
	"github.com/redis/go-redis/v9"

	"tariffdesk/api/wire"
	"tariffdesk/fail"
)

// TestFourAtOnceAndNoMore also shows that Redis away refuses nobody.
func TestFourAtOnceAndNoMore(t *testing.T) {
	t.Parallel()
	rdb := redis.NewClient(&redis.Options{Network: "unix", Addr: "/nowhere/redis", MaxRetries: -1})
	t.Cleanup(func() { _ = rdb.Close() })
	l := New(rdb)
	releases := make([]func(), 0, freeAtOnce)
	for range freeAtOnce {
		release, _, err := l.Enter(t.Context(), "org", "endpoint")
		if err != nil {
			t.Fatal(err)
		}
		releases = append(releases, release)
	}
	if _, _, err := l.Enter(t.Context(), "org", "endpoint"); fail.CodeOf(err) != fail.CodeRateLimited {
		t.Errorf("a fifth: %v", err)
	}
	for _, key := range [][2]string{{"other", "endpoint"}, {"org", "another"}} {
		release, _, err := l.Enter(t.Context(), key[0], key[1])
		if err != nil {
			t.Errorf("%v: %v", key, err)
			continue
		}
		release()
	}
	releases[0]()
	release, _, err := l.Enter(t.Context(), "org", "endpoint")
	if err != nil {
		t.Fatal("a slot that was freed is not given again:", err)
	}
	for _, r := range append(releases[1:], release) {
		r()
	}
	if len(l.busy) != 0 {
		t.Errorf("left behind: %v", l.busy)
	}
}

// redisAt returns a client of a Redis whose time the test moves.
func redisAt(t *testing.T) (*miniredis.Miniredis, *redis.Client) {
	t.Helper()
	server := miniredis.RunT(t)
	rdb := redis.NewClient(&redis.Options{Addr: server.Addr()})
	t.Cleanup(func() { _ = rdb.Close() })
	return server, rdb
}

func TestNoMoreThanSixtyPassInAnyOneMinute(t *testing.T) {
	t.Parallel()
	server, rdb := redisAt(t)
	l := New(rdb)
	enter := func() error {
		release, _, err := l.Enter(t.Context(), "org", "endpoint")
		if err == nil {
			release()
		}
		return err
	}
	for i := range freePerMinute {
		if err := enter(); err != nil {
			t.Fatalf("request %d: %v", i+1, err)
		}
		if i == freePerMinute/2 {
			server.FastForward(30 * time.Second) // nothing is given back within a window
		}
	}
	for _, want := range []string{"30", "10"} {
		err := enter()
		if w, ok := errors.AsType[*WaitError](err); !ok || w.Seconds() != want || fail.CodeOf(err) != fail.CodeRateLimited {
			t.Fatalf("got %v, want a refusal with %s s left", err, want)
		}
		server.FastForward(20 * time.Second) // what is refused does not prolong the window
	}
	if err := enter(); err != nil {
		t.Error("refused in a new window:", err)
	}
	if len(l.busy) != 0 {
		t.Errorf("left behind: %v", l.busy)
	}
}

func TestNoMoreThanFiveSignInsFailInAMinute(t *testing.T) {
	t.Parallel()
	server, rdb := redisAt(t)
	throttle := NewThrottle(rdb)
	fill := func() {
		t.Helper()
		for range signInsPerMinute {
			if err := throttle.Take(t.Context(), "login"); err != nil {
				t.Fatal(err)
			}
		}
		if err := throttle.Take(t.Context(), "login"); fail.CodeOf(err) != fail.CodeRateLimited {
			t.Fatalf("a sixth: %v", err)
		}
	}
	fill()
	server.FastForward(59 * time.Second)
	err := throttle.Take(t.Context(), "login")
	if w, ok := errors.AsType[*WaitError](err); !ok || w.Seconds() != "1" {
		t.Errorf("after 59 s: %v", err)
	}
	server.FastForward(time.Second)
	fill()
	if err := throttle.Forgive(t.Context(), "login"); err != nil {
		t.Fatal(err)
	}
	fill()
	server.Close()
	if err := throttle.Take(t.Context(), "login"); err == nil || fail.CodeOf(err) == fail.CodeRateLimited {
		t.Errorf("without Redis: %v", err)
	}
}

func TestUploadsWaitForRoomAndAreRefusedInTheEnd(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		u := NewUploads()
		var leaves []func()
		for i := range UploadBytes / wire.MaxRequestBytes {
			leave, err := u.Enter(t.Context(), []string{"one", "two"}[i%2], -1) // of unknown length: the limit of a request counts
			if err != nil {
				t.Fatal(err)
			}
			leaves = append(leaves, leave)
		}
		if _, err := u.Enter(t.Context(), "three", wire.MaxRequestBytes); fail.CodeOf(err) != fail.CodeUnavailable {
			t.Errorf("beyond the bound: %v", err)
		}
		if light, err := u.Enter(t.Context(), "three", lightBytes); err != nil {
			t.Error("a request without files waits:", err)
		} else {
			light()
		}
		gone, leave := context.WithCancel(t.Context())
		leave()
		began := time.Now()
		if _, err := u.Enter(gone, "three", wire.MaxRequestBytes); err == nil || time.Since(began) > 0 {
			t.Errorf("waits on for a caller that has gone: %v", err)
		}
		time.AfterFunc(uploadWait/2, leaves[0])
		last, err := u.Enter(t.Context(), "three", wire.MaxRequestBytes)
		if err != nil {
			t.Fatal("room that was given back is not given again:", err)
		}
		for _, leave := range append(leaves[1:], last) {
			leave()
		}
		if !u.room.TryAcquire(UploadBytes) || len(u.shares) > 0 {
			t.Errorf("some room is lost; shares left: %v", u.shares)
		}
	})
}

// TestBodiesOfOneOrganisationThatNeverArriveLeaveRoomForAnother opens as many as it can, and more.
func TestBodiesOfOneOrganisationThatNeverArriveLeaveRoomForAnother(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		u := NewUploads()
		ctx, hangUp := context.WithCancel(t.Context())
		var idle sync.WaitGroup
		for _, length := range []int64{-1, -1, -1, -1, 16 << 20, 8 << 20, 4 << 20} {
			idle.Go(func() {
				if leave, err := u.Enter(ctx, "idle", length); err == nil {
					<-ctx.Done()
					leave()
				}
			})
		}
		synctest.Wait()
		began := time.Now()
		for range shareBytes / wire.MaxRequestBytes {
			leave, err := u.Enter(t.Context(), "honest", wire.MaxRequestBytes)
			if err != nil || time.Since(began) > 0 {
				t.Fatalf("waited %s: %v", time.Since(began), err)
			}
			defer leave()
		}
		if _, err := u.Enter(t.Context(), "idle", wire.MaxRequestBytes); fail.CodeOf(err) != fail.CodeUnavailable {
			t.Errorf("beyond an organisation's share: %v", err)
		}
		hangUp()
		idle.Wait()
		if len(u.shares) != 1 {
			t.Errorf("shares left: %v", u.shares)
		}
	})
}
