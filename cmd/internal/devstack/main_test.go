package devstack

import (
	"bufio"
	"context"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"os/exec"
	"os/signal"
	"os/user"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"go.uber.org/goleak"
)

// The test binary doubles as the program that owns the children, so that tests can kill it.
const (
	helperEnv    = "DEVSTACK_TEST_HELPER" // the data folder to serve
	helperGuard  = "guard"                // instead of a folder: a guarded process without the kernel's tie
	helperSystem = "DEVSTACK_TEST_SYSTEM"
)

func TestMain(m *testing.M) {
	switch dir := os.Getenv(helperEnv); dir {
	case "":
		goleak.VerifyTestMain(m)
	case helperGuard:
		os.Exit(guardedSleep())
	default:
		os.Exit(serve(dir))
	}
}

func serve(dir string) int {
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGTERM)
	defer stop()
	c := Config{DataDir: dir, Logger: slog.New(slog.NewTextHandler(os.Stderr, nil)), systemDir: os.Getenv(helperSystem)}
	pg, err := StartPostgres(ctx, c)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	defer pg.Close()
	rd, err := StartRedis(ctx, c)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	defer rd.Close()
	fmt.Printf("%s %s\n", pg.URL(), rd.URL())
	<-ctx.Done()
	return 0
}

// helper is a running copy of the test binary that owns the children of dir.
type helper struct {
	cmd       *exec.Cmd
	pg, redis string
	stderr    *strings.Builder
}

// startHelper runs serve as the given user; a nil credential is the user of the test.
func startHelper(t *testing.T, dir string, as *syscall.Credential) (*helper, error) {
	t.Helper()
	h := &helper{cmd: exec.Command(testBinary(t)), stderr: &strings.Builder{}}
	h.cmd.Dir = "/"
	h.cmd.Env = append(os.Environ(), helperEnv+"="+dir)
	h.cmd.SysProcAttr = &syscall.SysProcAttr{Credential: as}
	h.cmd.Stderr = h.stderr
	out, err := h.cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := h.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = h.cmd.Process.Kill(); _ = h.cmd.Wait() })
	line, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		_ = h.cmd.Wait()
		return h, fmt.Errorf("%w: %s", err, h.stderr)
	}
	for _, link := range []string{"postgres.socket", "redis.socket"} {
		if sockets, err := os.Readlink(filepath.Join(dir, link)); err == nil {
			t.Cleanup(func() { _ = os.RemoveAll(sockets) })
		}
	}
	h.pg, h.redis, _ = strings.Cut(strings.TrimSpace(line), " ")
	return h, nil
}

func (h *helper) kill(t *testing.T) {
	t.Helper()
	if err := h.cmd.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = h.cmd.Wait()
}

// testBinary copies the running test to where every user may run it.
func testBinary(t *testing.T) string {
	t.Helper()
	self, err := os.Open("/proc/self/exe")
	if err != nil {
		path, err := os.Executable()
		if err != nil {
			t.Fatal(err)
		}
		return path
	}
	defer self.Close()
	path := filepath.Join(openDir(t), "devstack.test")
	// A child writes it: where this process did, another test could start a process meanwhile, which holds the file open
	// for writing and so keeps it from being run.
	cp := exec.Command("cp", "/dev/stdin", path)
	cp.Stdin = self
	if out, err := cp.CombinedOutput(); err != nil {
		t.Fatalf("cp: %v: %s", err, out)
	}
	if err := os.Chmod(path, 0o755); err != nil {
		t.Fatal(err)
	}
	return path
}

// openDir is a temporary folder that every user may enter; that of t.TempDir is root's alone.
func openDir(t *testing.T) string {
	t.Helper()
	dir, err := os.MkdirTemp("", "devstack")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(dir) })
	if err := os.Chmod(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	return dir
}

// ownedDir is an open folder that belongs to the user of a credential.
func ownedDir(t *testing.T, as *syscall.Credential) string {
	t.Helper()
	dir := openDir(t)
	if as != nil {
		if err := os.Chown(dir, int(as.Uid), int(as.Gid)); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// normalUser is nobody when the tests run as root, else the user of the tests.
func normalUser(t *testing.T) *syscall.Credential {
	t.Helper()
	if os.Geteuid() != 0 {
		return nil
	}
	u, err := user.Lookup("nobody")
	if err != nil {
		t.Fatal(err)
	}
	uid, _ := strconv.ParseUint(u.Uid, 10, 32)
	gid, _ := strconv.ParseUint(u.Gid, 10, 32)
	return &syscall.Credential{Uid: uint32(uid), Gid: uint32(gid)}
}

// eventually polls until ok, and fails the test after a minute.
func eventually(t *testing.T, what string, ok func() bool) {
	t.Helper()
	deadline := time.After(4 * time.Minute)
	poll := time.NewTicker(20 * time.Millisecond)
	defer poll.Stop()
	for !ok() {
		select {
		case <-poll.C:
		case <-deadline:
			t.Fatalf("not within ten seconds: %s", what)
		}
	}
}

func config(t *testing.T, dir string) (Config, *strings.Builder) {
	t.Helper()
	var log strings.Builder
	return Config{DataDir: dir, Logger: slog.New(slog.NewTextHandler(&log, nil)), systemDir: openDir(t)}, &log
}

func clusterIn(t *testing.T, base string) string {
	t.Helper()
	found, _ := filepath.Glob(filepath.Join(base, clusterPrefix+"*"))
	if len(found) != 1 {
		t.Fatalf("clusters in %s: %v", base, found)
	}
	return found[0]
}

func modeOf(t *testing.T, path string) fs.FileMode {
	t.Helper()
	info, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	return info.Mode().Perm()
}
