package store_test

import (
	"fmt"
	"log/slog"
	"net"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"tariffdesk/credit"
	"tariffdesk/jobs"
	"tariffdesk/store"
	"tariffdesk/store/storetest"
)

// pooled returns a connection string through pgbouncer in transaction mode with few server connections, in a mode of queries.
func pooled(t *testing.T, databaseURL, mode string) string {
	t.Helper()
	u, err := url.Parse(databaseURL)
	if err != nil {
		t.Fatal(err)
	}
	l, err := new(net.ListenConfig).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	port := l.Addr().(*net.TCPAddr).Port
	_ = l.Close()
	dir, err := os.MkdirTemp("", "pgbouncer")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(dir) })
	name := strings.TrimPrefix(u.Path, "/")
	config := fmt.Sprintf("[databases]\n%s = host=%s dbname=%s user=%s\n[pgbouncer]\nlisten_addr=127.0.0.1\nlisten_port=%d\nunix_socket_dir=\nauth_type=any\npool_mode=transaction\ndefault_pool_size=3\n",
		name, u.Query().Get("host"), name, u.User.Username(), port)
	file := filepath.Join(dir, "pgbouncer.ini")
	for path, mode := range map[string]os.FileMode{dir: 0o755} {
		if err := os.Chmod(path, mode); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(file, []byte(config), 0o644); err != nil {
		t.Fatal(err)
	}
	args := []string{file}
	if os.Geteuid() == 0 {
		args = []string{"-u", u.User.Username(), file}
	}
	binary, err := exec.LookPath("pgbouncer")
	if err != nil {
		binary = "/usr/sbin/pgbouncer" // Debian keeps it off the path of users
	}
	cmd := exec.CommandContext(t.Context(), binary, args...)
	if err := cmd.Start(); err != nil {
		t.Fatalf("pgbouncer is not installed: %v", err)
	}
	t.Cleanup(func() { _ = cmd.Process.Kill(); _ = cmd.Wait() })
	return fmt.Sprintf("postgres://%s@127.0.0.1:%d/%s?sslmode=disable&default_query_exec_mode=%s", u.User.Username(), port, name, mode)
}

func TestJobsRunThroughAPoolerInTransactionMode(t *testing.T) {
	t.Parallel()
	for _, mode := range []string{"cache_describe", "exec", "simple_protocol"} {
		t.Run(mode, func(t *testing.T) { t.Parallel(); jobsRunThroughAPooler(t, mode) })
	}
}

func jobsRunThroughAPooler(t *testing.T, mode string) {
	t.Helper()
	s, err := store.Open(t.Context(), pooled(t, storetest.URL(t), mode), 10, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	for giveUp := time.Now().Add(3 * time.Minute); s.Ping(t.Context()) != nil; <-time.After(50 * time.Millisecond) {
		if time.Now().After(giveUp) {
			t.Fatal("pgbouncer does not answer")
		}
	}
	b := bundle{s, storetest.Organisation(t, s, 1000*credit.One)}
	b.rate(t, 80)
	n := b.classify(1)
	n.Idempotency = jobs.Idempotency{Key: "k", Fingerprint: []byte{1}}
	b.submit(t, n)
	if a := b.submit(t, n); a.Job.ID != n.ID {
		t.Error("the key was forgotten")
	}
	if err := b.DetachKey(t.Context(), n.ID); err != nil {
		t.Error(err)
	}
	if _, err := b.CancelJob(t.Context(), b.org, n.ID); err != nil {
		t.Error(err)
	}
	b.pass(t.Context(), t)
	if _, err := b.Overview(t.Context(), b.org); err != nil {
		t.Error(err)
	}
	if err := b.Purge(t.Context()); err != nil {
		t.Error(err)
	}
	storetest.CheckInvariants(t, b.Store)
}
