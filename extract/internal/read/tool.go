package read

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"sync/atomic"
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

// The program that takes whole seconds of a processor yields it to those that take milliseconds.
const (
	recogniser = "tesseract"
	yielding   = 10 // of nice
)

// run runs a program in a process group of its own, with bounded memory and processor time, and passes
// its output to consume. The whole group is killed when ctx ends or consume gives up. Where ctx ended,
// the error is its cause, whatever consume made of the output that broke off.
func run(ctx context.Context, stdin io.Reader, consume func(io.Reader) error, name string, args ...string) error {
	return runHearing(ctx, &limitedBuffer{limit: maxComplaints}, stdin, consume, name, args...)
}

// runHearing is run that keeps the program's complaints, which one that succeeds may have too.
func runHearing(ctx context.Context, complaints *limitedBuffer, stdin io.Reader, consume func(io.Reader) error, name string, args ...string) error {
	purse := budgetOf(ctx)
	if purse.spent() {
		return fmt.Errorf("start %s: %w", name, errOverrun)
	}
	enough, cancel := context.WithCancel(ctx)
	defer cancel()
	limits := fmt.Sprintf(`ulimit -v %d; ulimit -t %d; exec "$0" "$@"`, maxAddressKB, cpuSeconds(ctx))
	cmd := exec.CommandContext(enough, "/bin/sh", append([]string{"-c", limits, name}, args...)...)
	cmd.Env = []string{"PATH=/usr/local/bin:/usr/bin:/bin", "OMP_THREAD_LIMIT=1", "LC_ALL=C.UTF-8"}
	cmd.Stdin = stdin
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
	cmd.WaitDelay = killGrace
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
	if name == recogniser {
		_ = syscall.Setpriority(syscall.PRIO_PGRP, cmd.Process.Pid, yielding) // without it the program runs all the same
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
	purse.pay(cmd.ProcessState)
	switch {
	case ctx.Err() == nil && purse.overdrawn():
		return fmt.Errorf("%s: %w", name, errOverrun)
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

// cpuSeconds is the processor time that a program may use: what its budget has left, or else what ctx leaves it. It ends
// one that has outlived this process.
func cpuSeconds(ctx context.Context) int {
	if b := budgetOf(ctx); b != nil {
		return 1 + max(0, int(time.Duration(b.left.Load()).Seconds()))
	}
	if end, ok := ctx.Deadline(); ok {
		return 1 + max(0, int(time.Until(end).Seconds()))
	}
	return int(layerTime.Seconds())
}

// budget is the processor time that the programs of one step have left between them. On a busy machine a clock on the wall
// would fail a page for the work of others. A nil budget is without end.
type budget struct{ left atomic.Int64 }

type budgetKey struct{}

// How much longer than its processor time a step may take on the wall, where it waits for the work of others.
const (
	wallTimes = 6
	leastWall = 30 * time.Second
)

// metered bounds a step by the processor time of its programs, which is the file's fault, and far beyond it by the wall, which is not.
func metered(ctx context.Context, limit time.Duration) (context.Context, context.CancelFunc) {
	b := &budget{}
	b.left.Store(int64(limit))
	return context.WithTimeoutCause(context.WithValue(ctx, budgetKey{}, b), max(leastWall, wallTimes*limit), errWaited)
}

func budgetOf(ctx context.Context) *budget {
	b, _ := ctx.Value(budgetKey{}).(*budget)
	return b
}

// spent reports whether nothing is left.
func (b *budget) spent() bool { return b != nil && b.left.Load() <= 0 }

// overdrawn reports whether more was used than there was.
func (b *budget) overdrawn() bool { return b != nil && b.left.Load() < 0 }

// pay takes off what a program used that has ended.
func (b *budget) pay(p *os.ProcessState) {
	if b != nil && p != nil {
		b.left.Add(-int64(p.UserTime() + p.SystemTime()))
	}
}

// lower leaves no more than most.
func (b *budget) lower(most time.Duration) {
	if b != nil {
		b.left.Store(min(b.left.Load(), int64(most)))
	}
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
