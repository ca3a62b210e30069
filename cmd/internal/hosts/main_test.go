//go:build hosts && linux

package hosts

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"runtime"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/redis/go-redis/v9"
	"github.com/redis/go-redis/v9/logging"
)

var (
	all    = flag.Bool("all", false, "every fault, not only the few that stand for them")
	outage = flag.Duration("outage", 20*time.Second, "how long the blob store is away")
)

// The variables by which the test binary tells a copy of itself what it is to be.
const (
	roomVariable  = "HOSTS_ROOM"  // the room itself, with its folder
	blobsVariable = "HOSTS_BLOBS" // a blob store, with its address
)

var (
	folder          string // of everything that the room writes
	binary          string // the service, with the disturbances of the chaos build tag
	tried, survived atomic.Int32
)

func TestMain(m *testing.M) {
	flag.Parse()
	os.Exit(run(m))
}

func run(m *testing.M) int {
	if addr := os.Getenv(blobsVariable); addr != "" {
		return serveBlobs(addr)
	}
	if folder = os.Getenv(roomVariable); folder == "" {
		return enter()
	}
	if err := furnish(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	redis.SetLogger(new(logging.VoidLogger)) // what dies here is meant to
	code := m.Run()
	fmt.Printf("%d faults, %d survived\n", tried.Load(), survived.Load())
	return code
}

// enter runs this binary again as the first process of a room: namespaces of its own for processes,
// mounts and the network. When that process ends, however it does, the kernel ends all others in the
// room, and with them goes its network.
func enter() int {
	runtime.LockOSThread() // the room is tied to the thread that made it
	room, err := os.MkdirTemp("", "hosts")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	defer func() { _ = os.RemoveAll(room) }()
	cmd := exec.Command("/proc/self/exe", os.Args[1:]...)
	cmd.Env = append(os.Environ(), roomVariable+"="+room)
	cmd.Stdout, cmd.Stderr = os.Stdout, os.Stderr
	cmd.SysProcAttr = &syscall.SysProcAttr{
		Cloneflags: syscall.CLONE_NEWNET | syscall.CLONE_NEWNS | syscall.CLONE_NEWPID,
		Pdeathsig:  syscall.SIGKILL,
	}
	if err := cmd.Start(); err != nil {
		fmt.Fprintln(os.Stderr, "namespaces are not allowed here: run as root, with CAP_SYS_ADMIN and CAP_NET_ADMIN:", err)
		return 1
	}
	interrupted := make(chan os.Signal, 1)
	signal.Notify(interrupted, syscall.SIGINT, syscall.SIGTERM)
	go func() {
		<-interrupted
		_ = cmd.Process.Kill()
	}()
	if err := cmd.Wait(); err != nil {
		fmt.Fprintln(os.Stderr, "the room ended:", err)
		return 1
	}
	return 0
}

// furnish gives the room its own view of processes and mounts, its switch, and the program.
func furnish() error {
	const names = "/run/netns"
	err := errors.Join(
		syscall.Mount("", "/", "", syscall.MS_REC|syscall.MS_PRIVATE, ""),
		syscall.Mount("proc", "/proc", "proc", 0, ""),
		os.MkdirAll(names, 0o755),
		syscall.Mount("tmpfs", names, "tmpfs", 0, ""),
		os.Chmod(folder, 0o755), // PostgreSQL and the pooler are not root
	)
	if err != nil {
		return fmt.Errorf("mounts of its own are not allowed here: %w", err)
	}
	if err := wire(); err != nil {
		return err
	}
	binary = filepath.Join(folder, "tariffdesk")
	return build(binary)
}

func build(to string, args ...string) error {
	cmd := exec.Command("go", append(append([]string{"build", "-tags", "chaos", "-o", to}, args...), "tariffdesk/cmd/tariffdesk")...)
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("build: %w\n%s", err, out)
	}
	return nil
}
