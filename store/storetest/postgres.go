// Package storetest gives tests real PostgreSQL databases and real Redis servers of their own. A
// missing server binary fails the test; it never skips it.
package storetest

import (
	"bufio"
	"context"
	"fmt"
	"log/slog"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"tariffdesk/store"
)

// Server is a PostgreSQL that dies with its test binary.
type Server struct {
	dir  string // also its socket folder
	bin  string
	user string
	cred *syscall.Credential
	stop func() error

	options string // further ones of the command line
}

var (
	shared  = sync.OnceValues(startShared)
	created atomic.Int64
)

const template = "migrated"

// New returns a store on a freshly migrated database of its own, closed and dropped with the test.
func New(t testing.TB) *store.Store {
	t.Helper()
	s, err := store.Open(t.Context(), URL(t), 0, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	return s
}

// URL returns the connection string of a freshly migrated database of its own.
func URL(t testing.TB) string {
	t.Helper()
	srv, err := shared()
	if err != nil {
		t.Fatal(err)
	}
	name := fmt.Sprintf("test_%d", created.Add(1))
	if err := srv.exec(t.Context(), fmt.Sprintf(`CREATE DATABASE %s TEMPLATE %s STRATEGY file_copy`, name, template)); err != nil {
		t.Fatal(err)
	}
	return srv.URL(name)
}

// URL is the connection string of one of the server's databases.
func (s *Server) URL(database string) string {
	return fmt.Sprintf("postgres://%s@/%s?host=%s", s.user, database, s.dir)
}

func (s *Server) exec(ctx context.Context, sql string) error {
	conn, err := pgx.Connect(ctx, s.URL("postgres"))
	if err != nil {
		return err
	}
	defer func() { _ = conn.Close(ctx) }()
	_, err = conn.Exec(ctx, sql)
	return err
}

func startShared() (*Server, error) {
	srv, err := StartPostgres()
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Minute)
	defer cancel()
	_, err = srv.CreateMigrated(ctx)
	return srv, err
}

// StartPostgres starts a server that lives until its test binary ends or Close is called. Options
// are further ones of its command line.
func StartPostgres(options ...string) (*Server, error) {
	s, err := newServer(options)
	if err != nil {
		return nil, err
	}
	initdb := s.command(filepath.Join(s.bin, "initdb"), "-D", s.data(), "-A", "trust", "-U", s.user, "--no-sync", "-E", "UTF8", "--locale=C")
	if out, err := initdb.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("initdb: %w\n%s", err, out)
	}
	return s, s.start()
}

func newServer(options []string) (*Server, error) {
	dir, err := os.MkdirTemp("", "pgtest")
	if err != nil {
		return nil, err
	}
	s := &Server{dir: dir, options: strings.Join(options, " ")}
	if s.user, s.cred, err = unprivileged(dir); err != nil {
		return nil, err
	}
	s.bin, err = postgresBin()
	return s, err
}

// start runs the server under a shell that ends it when our end of its standard input closes,
// however we die. Tests kill processes and not the machine, so that nothing needs to reach the disk.
func (s *Server) start() error {
	script := `"$0" -D "$1" -k "$2" -c listen_addresses= -c max_connections=300 -c shared_buffers=64MB \
		-c fsync=off -c full_page_writes=off -c log_min_messages=fatal $3 >"$2/log" 2>&1 &
		read -r _; kill -INT $! 2>/dev/null; wait; rm -rf "$1"`
	cmd := s.command("sh", "-c", script, filepath.Join(s.bin, "postgres"), s.data(), s.dir, s.options)
	stdin, err := cmd.StdinPipe()
	if err != nil {
		return err
	}
	if err := cmd.Start(); err != nil {
		return err
	}
	s.stop = func() error { _ = stdin.Close(); return cmd.Wait() }
	return s.await()
}

// Restart crashes the server, cutting every connection, and starts it again on the same data.
func (s *Server) Restart() error {
	n, err := s.postmaster()
	if err != nil {
		return err
	}
	if err := syscall.Kill(n, syscall.SIGQUIT); err != nil {
		return err
	}
	for giveUp := time.Now().Add(time.Minute); alive(n); { // polling a child process, not a guarantee under test
		time.Sleep(5 * time.Millisecond)
		if time.Now().After(giveUp) {
			return fmt.Errorf("PostgreSQL %d does not end", n)
		}
	}
	// The shell has not reaped it, so that its number still looks alive to its successor.
	if err := os.Remove(filepath.Join(s.data(), "postmaster.pid")); err != nil && !os.IsNotExist(err) {
		return err
	}
	old := s.stop
	if err := s.start(); err != nil {
		return err
	}
	fresh := s.stop
	s.stop = func() error { err := fresh(); _ = old(); return err }
	return nil
}

func (s *Server) postmaster() (int, error) {
	pid, err := os.ReadFile(filepath.Join(s.data(), "postmaster.pid"))
	if err != nil {
		return 0, err
	}
	return strconv.Atoi(strings.SplitN(string(pid), "\n", 2)[0])
}

// alive reports whether a process runs; one that has ended and was not reaped does not.
func alive(pid int) bool {
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return syscall.Kill(pid, 0) == nil && !os.IsNotExist(err)
	}
	_, rest, _ := strings.Cut(string(stat), ") ")
	return !strings.HasPrefix(rest, "Z")
}

// Close ends the server and removes its data.
func (s *Server) Close() error { return s.stop() }

// CreateMigrated creates a migrated database and returns its connection string.
func (s *Server) CreateMigrated(ctx context.Context) (string, error) {
	if err := s.exec(ctx, "CREATE DATABASE "+template); err != nil {
		return "", err
	}
	st, err := store.Open(ctx, s.URL(template), 2, slog.New(slog.DiscardHandler))
	if err != nil {
		return "", err
	}
	defer st.Close()
	return s.URL(template), st.Migrate(ctx)
}

// Recreate makes the database of CreateMigrated anew, empty. Nobody may be connected.
func (s *Server) Recreate(ctx context.Context) error {
	if err := s.exec(ctx, "DROP DATABASE "+template); err != nil {
		return err
	}
	return s.exec(ctx, "CREATE DATABASE "+template)
}

func (s *Server) data() string { return filepath.Join(s.dir, "data") }

func (s *Server) command(name string, args ...string) *exec.Cmd {
	cmd := exec.Command(name, args...)
	cmd.Dir = s.dir
	cmd.SysProcAttr = &syscall.SysProcAttr{Credential: s.cred, Setpgid: true}
	return cmd
}

// await is patient: on a busy machine a server takes its time to recover.
func (s *Server) await() error {
	giveUp := time.Now().Add(2 * time.Minute)
	for {
		ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
		err := s.exec(ctx, "SELECT 1")
		cancel()
		if err == nil {
			return nil
		}
		if time.Now().After(giveUp) {
			log, _ := os.ReadFile(filepath.Join(s.dir, "log"))
			return fmt.Errorf("PostgreSQL does not answer: %w\n%s", err, log)
		}
		time.Sleep(20 * time.Millisecond) // polling a child process, not a guarantee under test
	}
}

// unprivileged chooses whom the server runs as: PostgreSQL refuses root.
func unprivileged(dir string) (string, *syscall.Credential, error) {
	if os.Geteuid() != 0 {
		u, err := user.Current()
		if err != nil {
			return "", nil, err
		}
		return u.Username, nil, nil
	}
	for _, name := range []string{"postgres", "nobody"} {
		u, err := user.Lookup(name)
		if err != nil {
			continue
		}
		uid, _ := strconv.Atoi(u.Uid)
		gid, _ := strconv.Atoi(u.Gid)
		return name, &syscall.Credential{Uid: uint32(uid), Gid: uint32(gid)}, os.Chown(dir, uid, gid)
	}
	return "", nil, fmt.Errorf("no unprivileged user to run PostgreSQL as")
}

func postgresBin() (string, error) {
	found, _ := filepath.Glob("/usr/lib/postgresql/*/bin/initdb")
	if path, err := exec.LookPath("initdb"); err == nil {
		if real, err := filepath.EvalSymlinks(path); err == nil {
			found = append(found, real)
		}
	}
	if len(found) == 0 {
		return "", fmt.Errorf("PostgreSQL is not installed: run scripts/setup")
	}
	return filepath.Dir(found[0]), nil
}

// Redis starts a Redis server of the test's own and returns its URL.
func Redis(t testing.TB) string {
	t.Helper()
	r := StartRedis(t)
	return r.URL
}

// RedisServer is a Redis server that a test may kill and start again.
type RedisServer struct {
	URL string // unix:///…/socket
	dir string
	cmd *exec.Cmd
}

// StartRedis starts a Redis server with an append-only file, ended with the test.
func StartRedis(t testing.TB) *RedisServer {
	t.Helper()
	dir, err := os.MkdirTemp("", "redistest")
	if err != nil {
		t.Fatal(err)
	}
	r := &RedisServer{URL: "unix://" + filepath.Join(dir, "socket"), dir: dir}
	r.Start(t)
	t.Cleanup(func() { r.Kill(); _ = os.RemoveAll(dir) })
	return r
}

// Start starts the server, again after Kill, on the same data.
func (r *RedisServer) Start(t testing.TB) {
	t.Helper()
	r.cmd = exec.Command("redis-server", "--port", "0", "--unixsocket", filepath.Join(r.dir, "socket"), "--dir", r.dir,
		"--appendonly", "yes", "--save", "", "--maxmemory-policy", "noeviction", "--daemonize", "no")
	out, err := r.cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := r.cmd.Start(); err != nil {
		t.Fatalf("redis-server is not installed: run scripts/setup: %v", err)
	}
	lines := bufio.NewScanner(out)
	for lines.Scan() {
		if strings.Contains(lines.Text(), "accept connections at") || strings.Contains(lines.Text(), "Ready to accept connections") {
			go func() {
				for lines.Scan() { // keeps the pipe from filling
				}
			}()
			return
		}
	}
	t.Fatal("redis-server ended before it was ready")
}

// Kill ends the server at once, as a crash would.
func (r *RedisServer) Kill() {
	_ = r.cmd.Process.Kill()
	_ = r.cmd.Wait()
}
