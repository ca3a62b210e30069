package read

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"strings"
	"syscall"
	"time"
)

// Bounds of an outside program.
const (
	maxAddressKB  = 2 << 20   // of its address space: a bomb fails to allocate instead of filling the machine
	maxOutput     = 128 << 20 // bytes it may write
	maxComplaints = 8 << 10
	killGrace     = 2 * time.Second // after its group was killed, for its pipes to close
)

// errOutput says that a program wrote more than maxOutput.
var errOutput = errors.New("output over the limit")

// toolError is a program that ended with an error.
type toolError struct {
	name       string
	complaints string
	cause      error
}

func (e *toolError) Error() string {
	return fmt.Sprintf("%s: %v: %s", e.name, e.cause, e.complaints)
}
func (e *toolError) Unwrap() error { return e.cause }

// run runs a program in a process group of its own, with bounded memory and processor time, and passes
// its output to consume. The whole group is killed when ctx ends or consume gives up. Where ctx ended,
// the error is its cause, whatever consume made of the output that broke off.
func run(ctx context.Context, stdin io.Reader, consume func(io.Reader) error, name string, args ...string) error {
	enough, cancel := context.WithCancel(ctx)
	defer cancel()
	limits := fmt.Sprintf(`ulimit -v %d; ulimit -t %d; exec "$0" "$@"`, maxAddressKB, cpuSeconds(ctx))
	cmd := exec.CommandContext(enough, "/bin/sh", append([]string{"-c", limits, name}, args...)...)
	cmd.Env = []string{"PATH=/usr/local/bin:/usr/bin:/bin", "OMP_THREAD_LIMIT=1", "LC_ALL=C.UTF-8"}
	cmd.Stdin = stdin
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
	cmd.WaitDelay = killGrace
	complaints := &limitedBuffer{limit: maxComplaints}
	cmd.Stderr = complaints
	out, err := cmd.StdoutPipe()
	if err != nil {
		return fmt.Errorf("start %s: %w", name, err)
	}
	if err := cmd.Start(); ctx.Err() != nil && err != nil {
		return fmt.Errorf("start %s: %w", name, context.Cause(ctx))
	} else if err != nil {
		return fmt.Errorf("start %s: %w", name, err)
	}
	bounded := &boundedReader{r: out, left: maxOutput}
	consumed := consume(bounded)
	if consumed != nil && !brokeOff(consumed) {
		cancel()
	}
	_, drained := io.Copy(io.Discard, bounded)
	if errors.Is(drained, errOutput) {
		cancel()
	}
	err = cmd.Wait()
	switch {
	case ctx.Err() != nil:
		return fmt.Errorf("%s: %w", name, context.Cause(ctx))
	case err != nil && enough.Err() == nil:
		return &toolError{name: name, complaints: strings.TrimSpace(complaints.String()), cause: err}
	case consumed != nil:
		return fmt.Errorf("read output of %s: %w", name, consumed)
	}
	return drained
}

// brokeOff reports that output ended too early: its program has ended too, and says why.
func brokeOff(err error) bool { return errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) }

// cpuSeconds is the processor time that a program may use: what ctx leaves it. It ends one that has
// outlived this process.
func cpuSeconds(ctx context.Context) int {
	if end, ok := ctx.Deadline(); ok {
		return 1 + max(0, int(time.Until(end).Seconds()))
	}
	return int(layerTime.Seconds())
}

type boundedReader struct {
	r    io.Reader
	left int64
}

func (b *boundedReader) Read(p []byte) (int, error) {
	if b.left <= 0 {
		return 0, errOutput
	}
	n, err := b.r.Read(p[:min(int64(len(p)), b.left)])
	b.left -= int64(n)
	return n, err
}

// limitedBuffer keeps the first bytes and drops the rest. It embeds no buffer, whose ReadFrom would
// go past the limit.
type limitedBuffer struct {
	kept  []byte
	limit int
}

func (b *limitedBuffer) Write(p []byte) (int, error) {
	if room := b.limit - len(b.kept); room > 0 {
		b.kept = append(b.kept, p[:min(room, len(p))]...)
	}
	return len(p), nil
}

func (b *limitedBuffer) String() string { return string(b.kept) }
