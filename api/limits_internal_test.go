package api

import (
	"net"
	"net/http"
	"testing"

	"github.com/redis/go-redis/v9"

	"tariffdesk/fail"
)

// TestFourAtOnceAndNoMore also shows that Redis away refuses nobody.
func TestFourAtOnceAndNoMore(t *testing.T) {
	t.Parallel()
	rdb := redis.NewClient(&redis.Options{Network: "unix", Addr: "/nowhere/redis", MaxRetries: -1})
	t.Cleanup(func() { _ = rdb.Close() })
	l := newLimiter(rdb)
	releases := make([]func(), 0, freeAtOnce)
	for range freeAtOnce {
		release, err := l.enter(t.Context(), "org", "endpoint")
		if err != nil {
			t.Fatal(err)
		}
		releases = append(releases, release)
	}
	if _, err := l.enter(t.Context(), "org", "endpoint"); fail.CodeOf(err) != fail.CodeRateLimited {
		t.Errorf("a fifth: %v", err)
	}
	for _, key := range [][2]string{{"other", "endpoint"}, {"org", "another"}} {
		release, err := l.enter(t.Context(), key[0], key[1])
		if err != nil {
			t.Errorf("%v: %v", key, err)
			continue
		}
		release()
	}
	releases[0]()
	release, err := l.enter(t.Context(), "org", "endpoint")
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

func TestAPartThatDoesNotAnswerIsUnavailableNotInternal(t *testing.T) {
	t.Parallel()
	_, err := net.Dial("unix", "/nowhere/socket")
	if b := bodyOf(err); b.StatusCode != http.StatusServiceUnavailable || b.Type != fail.CodeUnavailable {
		t.Errorf("%+v", b)
	}
	if b := bodyOf(fail.Wrap(err, fail.CodeSvcDocsResource, "not reachable")); b.Type != fail.CodeSvcDocsResource {
		t.Errorf("%+v", b)
	}
}
