//go:build hosts && linux

package hosts

import (
	"errors"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// cramped are the faults of a site whose disks are small: each a file system in memory of its own.
var cramped = []fault{
	{"the disk of PostgreSQL is full for 30 s", false, postgresFull},
	{"the disk of PostgreSQL is full, and it restarts", false, postgresFullAndKilled},
	{"the disk of Redis is full for 30 s", false, redisFull},
	{"the disk of the blob store is full while a batch ends", false, blobsFull},
}

// The sizes of the disks in MB. PostgreSQL's log must find room in its own.
const (
	postgresDisk = 700
	redisDisk    = 48
	blobsDisk    = 24
)

// disk makes a folder a file system of its own, until the test ends.
func disk(t *testing.T, dir string, megabytes int) {
	t.Helper()
	if err := os.MkdirAll(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	if err := syscall.Mount("tmpfs", dir, "tmpfs", 0, fmt.Sprintf("size=%dm", megabytes)); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = syscall.Unmount(dir, syscall.MNT_DETACH) })
}

// fill takes all room of a disk, and returns a function that frees it.
func fill(t *testing.T, dir string) (free func()) {
	t.Helper()
	ballast := filepath.Join(dir, "ballast")
	f, err := os.Create(ballast)
	if err != nil {
		t.Fatal(err)
	}
	block := make([]byte, 64<<10)
	for size := len(block); size > 0; { // the last pages too
		if _, err := f.Write(block[:size]); errors.Is(err, syscall.ENOSPC) {
			size /= 2
		} else if err != nil {
			t.Fatal(err)
		}
	}
	_ = f.Close()
	return func() { _ = os.Remove(ballast) }
}

// whileFull fills a disk again and again, since whoever writes there also frees, until the time is over.
func whileFull(t *testing.T, dir string, lasts time.Duration, between func()) {
	t.Helper()
	var frees []func()
	for began := time.Now(); time.Since(began) < lasts; wait(500 * time.Millisecond) {
		frees = append(frees, fill(t, dir))
		if between != nil {
			between()
			between = nil
		}
		more := filepath.Join(dir, "ballast")
		kept := fmt.Sprint(more, len(frees))
		if err := os.Rename(more, kept); err != nil {
			t.Fatal(err)
		}
		frees[len(frees)-1] = func() { _ = os.Remove(kept) }
	}
	for _, free := range frees {
		free()
	}
}

func postgresFull(s *site) {
	before := s.classifications()
	whileFull(s.T, s.postgres.primary.dir, cutFor, nil)
	s.Logf("%d calls were accepted while the disk was full", s.classifications()-before)
	s.postgres.primary.boot() // without room for its log it ends
	s.postgres.inStep()
}

// postgresFullAndKilled has the server come up again on a disk that is still full.
func postgresFullAndKilled(s *site) {
	primary := s.postgres.primary
	whileFull(s.T, primary.dir, cutFor/2, func() {
		primary.kill()
		for _, service := range primary.services {
			primary.launch(service)
		}
	})
	primary.kill()
	primary.boot()
	s.postgres.inStep()
}

func redisFull(s *site) {
	whileFull(s.T, s.redis.holder(s.T).dir, cutFor, nil)
	eventually(s.T, "Redis whole again", func() error { return s.redis.whole(s.Context()) })
}

// blobsFull leaves no room between the submission of a batch and its end: uploads are refused, and charge nothing.
func blobsFull(s *site) {
	const rows = 2000
	batch := s.workbook(rows)
	whileFull(s.T, s.shared, *outage, func() {
		status, body := s.tryWorkbook(100)
		if status != http.StatusServiceUnavailable {
			s.Errorf("an upload on a full disk: status %d %s", status, body)
		}
	})
	s.finished(batch, rows)
	s.finished(s.workbook(200), 200)
	found, err := filepath.Glob(filepath.Join(s.shared, "*", "*"))
	s.must(err)
	for _, path := range found {
		if strings.Contains(filepath.Base(path), "fileblob") || strings.HasSuffix(path, ".tmp") {
			s.Errorf("a part of a file was left: %s", path)
		}
	}
}
