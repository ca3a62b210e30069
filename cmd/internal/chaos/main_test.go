package chaos

import (
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"sync/atomic"
	"testing"
)

// all runs every fault; without it only those that need no lease to expire.
var all = flag.Bool("all", false, "run every fault, also the slow ones")

// binary is the service built with the disturbances of the chaos build tag.
var binary string

var tried, survived atomic.Int32

func TestMain(m *testing.M) {
	flag.Parse()
	os.Exit(run(m))
}

func run(m *testing.M) int {
	dir, err := os.MkdirTemp("", "chaos")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	defer func() { _ = os.RemoveAll(dir) }()
	binary = filepath.Join(dir, "tariffdesk")
	build := exec.Command("go", "build", "-tags", "chaos", "-ldflags=-w", "-o", binary, "tariffdesk/cmd/tariffdesk")
	if out, err := build.CombinedOutput(); err != nil {
		fmt.Fprintf(os.Stderr, "build: %v\n%s", err, out)
		return 1
	}
	code := m.Run()
	fmt.Printf("%d faults, %d survived\n", tried.Load(), survived.Load())
	return code
}
