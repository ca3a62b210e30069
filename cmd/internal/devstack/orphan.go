package devstack

import (
	"context"
	"fmt"
	"syscall"
	"time"
)

// endOrphans ends the servers that an earlier, killed run left at work in dir, and only those:
// both servers make their data folder the working folder, which tells whose they are.
func endOrphans(ctx context.Context, program, dir string) error {
	signal := syscall.SIGQUIT // PostgreSQL ends at once and cleans its shared memory
	deadline := time.Now().Add(5 * time.Second)
	poll := time.NewTicker(10 * time.Millisecond)
	defer poll.Stop()
	var asked map[int]bool
	for {
		left := workingIn(program, dir)
		if len(left) == 0 {
			return nil
		}
		if time.Now().After(deadline) {
			if signal == syscall.SIGKILL {
				return fmt.Errorf("processes %v of an earlier run still use %s", left, dir)
			}
			signal, asked, deadline = syscall.SIGKILL, nil, time.Now().Add(5*time.Second)
		}
		for _, pid := range left {
			if !asked[pid] {
				_ = syscall.Kill(pid, signal)
			}
		}
		asked = set(left)
		select {
		case <-poll.C:
		case <-ctx.Done():
			return context.Cause(ctx)
		}
	}
}

func set(pids []int) map[int]bool {
	m := make(map[int]bool, len(pids))
	for _, pid := range pids {
		m[pid] = true
	}
	return m
}
