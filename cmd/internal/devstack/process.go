package devstack

import (
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"syscall"
	"time"
)

// process is one running child that has an owner waiting for it.
type process struct {
	pid  int
	done chan struct{} // closed once the child has been waited for
	err  error         // how it ended; valid after done
}

// launch starts cmd so that it gets the signal orphaned when this process dies in any way.
func launch(cmd *exec.Cmd, as identity, orphaned syscall.Signal) (*process, error) {
	cmd.SysProcAttr = &syscall.SysProcAttr{
		Credential: as.credential,
		// Ctrl-C reaches the whole foreground group; the children must outlive the drain.
		Setpgid: true,
	}
	tied := tie(cmd.SysProcAttr, orphaned)
	p := &process{done: make(chan struct{})}
	started := make(chan error, 1)
	go func() {
		defer close(p.done)
		// The kernel watches the thread that forked, not the process: keep it until the child ends.
		runtime.LockOSThread()
		defer runtime.UnlockOSThread()
		if p.err = cmd.Start(); p.err != nil {
			started <- p.err
			return
		}
		p.pid = cmd.Process.Pid
		release := func() {}
		if !tied {
			release = guard(p.pid, orphaned)
		}
		started <- nil
		p.err = cmd.Wait()
		release()
	}()
	if err := <-started; err != nil {
		return nil, fmt.Errorf("start %s: %w", cmd.Path, err)
	}
	return p, nil
}

// stop asks the child to end and kills it when it has not within the timeout.
func (p *process) stop(ask syscall.Signal, timeout time.Duration) error {
	if err := syscall.Kill(p.pid, ask); err != nil && !errors.Is(err, syscall.ESRCH) {
		return fmt.Errorf("signal process %d: %w", p.pid, err)
	}
	select {
	case <-p.done:
		return nil
	case <-time.After(timeout):
	}
	_ = syscall.Kill(p.pid, syscall.SIGKILL)
	<-p.done
	return fmt.Errorf("process %d did not end within %s and was killed", p.pid, timeout)
}

// guard stands in for the kernel where it cannot tie a child to its parent: a shell waits for
// the end of a pipe that only this process holds open, then signals the child.
func guard(pid int, sig syscall.Signal) (release func()) {
	//nolint:noctx // it has to outlive every context of this process
	watch := exec.Command("/bin/sh", "-c", `read -r _; kill -"$1" "$2"`, "sh", fmt.Sprint(int(sig)), fmt.Sprint(pid))
	watch.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	hold, err := watch.StdinPipe()
	if err != nil || watch.Start() != nil {
		return func() {}
	}
	return func() {
		_ = watch.Process.Kill() // before the pipe closes: the child's number may be another's by now
		_ = hold.Close()
		_ = watch.Wait()
	}
}

// tail returns the last lines of a child's log, for the error that reports its failure.
func tail(path string) string {
	f, err := os.Open(path)
	if err != nil {
		return ""
	}
	defer f.Close()
	const room = 2 << 10
	if info, err := f.Stat(); err == nil && info.Size() > room {
		_, _ = f.Seek(-room, io.SeekEnd)
	}
	b, _ := io.ReadAll(io.LimitReader(f, room))
	lines := strings.Split(strings.TrimSpace(string(b)), "\n")
	return strings.Join(lines[max(0, len(lines)-6):], "\n")
}
