package devstack

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

// workingIn lists the processes of a program whose working folder is dir.
func workingIn(program, dir string) []int {
	if real, err := filepath.EvalSymlinks(dir); err == nil {
		dir = real
	}
	entries, err := os.ReadDir("/proc")
	if err != nil {
		return nil
	}
	var pids []int
	for _, e := range entries {
		pid, err := strconv.Atoi(e.Name())
		if err != nil {
			continue
		}
		proc := filepath.Join("/proc", e.Name())
		if cwd, err := os.Readlink(filepath.Join(proc, "cwd")); err != nil || cwd != dir {
			continue
		}
		// The exec name, cut to 15 bytes by the kernel: a person's shell in that folder is no orphan.
		if comm, err := os.ReadFile(filepath.Join(proc, "comm")); err == nil && strings.TrimSpace(string(comm)) == program {
			pids = append(pids, pid)
		}
	}
	return pids
}
