package api_test

import (
	"context"
	"net/http"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"tariffdesk/credit"
	"tariffdesk/store/storetest"
)

// oak is a text file of some megabytes.
func oak() part { return part{"document_files", strings.Repeat("oak ", 1<<20), "a.txt"} }

// TestUploadsAreNotReadBeforeThereIsRoomForThem fills the room, so that nothing may be spilled.
func TestUploadsAreNotReadBeforeThereIsRoomForThem(t *testing.T) {
	s := setup(t)
	t.Setenv("TMPDIR", t.TempDir())
	release, err := s.api.FillUploads(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	s.classify(s.key, description("a chair does not wait behind files")).want(200)
	answered := make(chan *response, 1)
	r := s.formRequest(classifyPath+"?country_code=WORLD", oak())
	go func() { answered <- s.do1(r, s.key) }()
	select {
	case got := <-answered:
		t.Errorf("answered %d although there is no room", got.status)
	case <-time.After(300 * time.Millisecond):
	}
	if spilled, err := os.ReadDir(os.Getenv("TMPDIR")); err != nil || len(spilled) > 0 {
		t.Errorf("spilled %v, %v", spilled, err)
	}
	release()
	(<-answered).want(200)
}

// TestACallThatWaitsForItsJobHoldsNoRoom also looks for its temporary files.
func TestACallThatWaitsForItsJobHoldsNoRoom(t *testing.T) {
	s := setup(t)
	t.Setenv("TMPDIR", t.TempDir())
	h, finish := held()
	s.handle(h)
	var calls sync.WaitGroup
	for range 3 {
		r := s.formRequest(classifyPath+"?country_code=WORLD", oak())
		calls.Go(func() { s.do1(r, s.key).want(http.StatusOK) })
	}
	s.eventually(func() bool { return storetest.Balance(t, s.store, s.org.ID) == 97*credit.One })
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	release, err := s.api.FillUploads(ctx)
	if err != nil {
		t.Error("waiting calls hold room for what is stored:", err)
	} else {
		release()
	}
	left, err := os.ReadDir(os.Getenv("TMPDIR"))
	if err != nil || len(left) > 0 {
		t.Errorf("left behind: %v, %v", left, err)
	}
	finish()
	calls.Wait()
}
