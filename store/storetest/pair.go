package storetest

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
)

// Standby starts a standby that follows the server, waits until it does, and is ended with the test.
func (s *Server) Standby(t testing.TB) *Server {
	t.Helper()
	standby, err := newServer(nil)
	if err != nil {
		t.Fatal(err)
	}
	copied := standby.command(filepath.Join(s.bin, "pg_basebackup"), "-h", s.dir, "-U", s.user, "-D", standby.data(), "-R", "-c", "fast")
	if out, err := copied.CombinedOutput(); err != nil {
		t.Fatalf("pg_basebackup: %v\n%s", err, out)
	}
	if err := standby.start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = standby.Close() })
	return standby
}

// Promote makes a standby the primary.
func (s *Server) Promote(ctx context.Context) error {
	return s.exec(ctx, `SELECT pg_promote()`)
}

// Freeze stops the server and all its processes: connections stay open and get no answer.
func (s *Server) Freeze() error { return s.signalAll(syscall.SIGSTOP) }

// Thaw lets a frozen server go on, so that it can be ended.
func (s *Server) Thaw() error { return s.signalAll(syscall.SIGCONT) }

// signalAll reaches the postmaster, then its children, each of which leads a session of its own.
func (s *Server) signalAll(signal syscall.Signal) error {
	postmaster, err := s.postmaster()
	if err != nil {
		return err
	}
	if err := syscall.Kill(postmaster, signal); err != nil {
		return err
	}
	children, err := os.ReadFile(fmt.Sprintf("/proc/%d/task/%d/children", postmaster, postmaster))
	if err != nil {
		return err
	}
	for child := range strings.FieldsSeq(string(children)) {
		pid, err := strconv.Atoi(child)
		if err != nil {
			return err
		}
		_ = syscall.Kill(pid, signal) // it may have ended
	}
	return nil
}

// PairURL is the connection string of a primary and its standby: whichever takes writes is used.
func PairURL(primary, standby *Server, database string) string {
	return fmt.Sprintf("postgres://%s@/%s?host=%s&target_session_attrs=read-write", primary.user, database,
		strings.Join([]string{primary.dir, standby.dir}, ","))
}

// Template is the migrated database of CreateMigrated.
const Template = template
