//go:build !linux

package devstack

import (
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
)

// pidFile names the file in which each server keeps its process number within its data folder.
func pidFile(program string) string {
	if program == postgresProgram {
		return "postmaster.pid"
	}
	return redisPIDFile
}

// workingIn finds the server of a data folder by its pid file, and checks that the number still
// belongs to that program.
func workingIn(program, dir string) []int {
	b, err := os.ReadFile(filepath.Join(dir, pidFile(program)))
	if err != nil {
		return nil
	}
	first, _, _ := strings.Cut(string(b), "\n")
	pid, err := strconv.Atoi(strings.TrimSpace(first))
	if err != nil || pid <= 1 {
		return nil
	}
	out, err := exec.Command("ps", "-o", "comm=", "-p", strconv.Itoa(pid)).Output()
	if err != nil || filepath.Base(strings.TrimSpace(string(out))) != program {
		return nil
	}
	return []int{pid}
}
