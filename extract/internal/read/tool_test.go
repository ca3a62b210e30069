package read

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"
)

// groupGone reports whether no process of a group runs any more, waiting a little for the killed to
// end. The dead that their parent has not collected do not count.
func groupGone(t *testing.T, pgid int) bool {
	t.Helper()
	for range 100 {
		stats, err := filepath.Glob("/proc/[0-9]*/stat")
		if err != nil || len(stats) == 0 {
			t.Fatal("no process table: ", err)
		}
		if !slices.ContainsFunc(stats, func(name string) bool { return runs(name, pgid) }) {
			return true
		}
		<-time.After(20 * time.Millisecond)
	}
	return false
}

// runs reads the state and the group behind the name of a program, which may hold anything.
func runs(stat string, pgid int) bool {
	content, err := os.ReadFile(stat)
	if err != nil {
		return false // it ended meanwhile
	}
	fields := strings.Fields(string(content[bytes.LastIndexByte(content, ')')+1:]))
	return len(fields) > 2 && fields[2] == strconv.Itoa(pgid) && fields[0] != "Z" && fields[0] != "X"
}

// TestTheWholeProcessGroupEndsWithTheCall holds for children of the program too, however the call ends.
func TestTheWholeProcessGroupEndsWithTheCall(t *testing.T) {
	t.Parallel()
	gaveUp := errors.New("enough")
	for name, c := range map[string]struct {
		consume func(cancel func(), r *bufio.Reader) error
		want    error
	}{
		"cancelled": {func(cancel func(), r *bufio.Reader) error { cancel(); _, err := io.Copy(io.Discard, r); return err }, context.Canceled},
		"its output broke off": {func(cancel func(), r *bufio.Reader) error {
			cancel()
			_, _ = io.Copy(io.Discard, r)
			return io.ErrUnexpectedEOF
		}, context.Canceled},
		"consumer gave up": {func(func(), *bufio.Reader) error { return gaveUp }, gaveUp},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			pgid := 0
			start := time.Now()
			err := run(ctx, nil, func(r io.Reader) error {
				in := bufio.NewReader(r)
				line, err := in.ReadString('\n')
				if err != nil {
					return err
				}
				pgid, _ = strconv.Atoi(strings.TrimSpace(line))
				return c.consume(cancel, in)
			}, "sh", "-c", "echo $$; sleep 60 & sleep 60")
			if !errors.Is(err, c.want) || pgid < 2 || time.Since(start) > 50*time.Second {
				t.Fatalf("%v, group %d", err, pgid)
			}
			if !groupGone(t, pgid) {
				t.Errorf("processes of group %d are left", pgid)
			}
		})
	}
}

func TestAProgramThatOverrunsItsDeadlineIsKilled(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	err := run(ctx, nil, func(r io.Reader) error { _, err := io.Copy(io.Discard, r); return err }, "sleep", "60")
	if !errors.Is(err, context.DeadlineExceeded) {
		t.Error(err)
	}
}

func TestOutputAndMemoryOfAProgramAreBounded(t *testing.T) {
	t.Parallel()
	discard := func(r io.Reader) error { _, err := io.Copy(io.Discard, r); return err }
	if err := run(t.Context(), nil, discard, "cat", "/dev/zero"); !errors.Is(err, errOutput) {
		t.Errorf("endless output: %v", err)
	}
	var limit strings.Builder
	err := run(t.Context(), nil, func(r io.Reader) error { _, err := io.Copy(&limit, r); return err }, "sh", "-c", "ulimit -v")
	if err != nil || strings.TrimSpace(limit.String()) != strconv.Itoa(maxAddressKB) {
		t.Errorf("%q kilobytes of address space, %v", limit.String(), err)
	}
}

// TestAProgramsProcessorTimeIsWhatItsCallHasLeft so that it ends though this process may not kill it.
func TestAProgramsProcessorTimeIsWhatItsCallHasLeft(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithTimeout(t.Context(), 90*time.Second)
	defer cancel()
	var limit strings.Builder
	err := run(ctx, nil, func(r io.Reader) error { _, err := io.Copy(&limit, r); return err }, "sh", "-c", "ulimit -t")
	if n, _ := strconv.Atoi(strings.TrimSpace(limit.String())); err != nil || n < 60 || n > 90 {
		t.Errorf("%q seconds, %v", limit.String(), err)
	}
}

func TestWhatAFailedProgramComplainsOfIsToldThoughItsOutputBrokeOff(t *testing.T) {
	t.Parallel()
	err := run(t.Context(), nil, func(r io.Reader) error { _, err := readPGM(r); return err }, "sh", "-c", "echo damaged >&2; exit 3")
	if tool, ok := errors.AsType[*toolError](err); !ok || tool.complaints != "damaged" {
		t.Error(err)
	}
}

func TestComplaintsOfAFailedProgramAreKeptWithinBounds(t *testing.T) {
	t.Parallel()
	err := run(t.Context(), nil, func(r io.Reader) error { _, err := io.Copy(io.Discard, r); return err }, "sh", "-c", "yes no | head -c 100000 >&2; exit 3")
	tool, ok := errors.AsType[*toolError](err)
	if !ok || tool.name != "sh" || len(tool.complaints) == 0 || len(tool.complaints) > maxComplaints {
		t.Errorf("%v", err)
	}
}

// TestAStepIsMeteredByItsProcessorsAlone whatever time passes on the wall.
func TestAStepIsMeteredByItsProcessorsAlone(t *testing.T) {
	t.Parallel()
	nothing := func(io.Reader) error { return nil }
	waits, cancel := metered(t.Context(), time.Minute)
	defer cancel()
	if err := run(waits, nil, nothing, "sleep", "1"); err != nil || budgetOf(waits).left.Load() < int64(59500*time.Millisecond) {
		t.Errorf("a program that waits: %v, left %v", err, time.Duration(budgetOf(waits).left.Load()))
	}
	works, stop := metered(t.Context(), time.Second)
	defer stop()
	if err := run(works, nil, nothing, "sh", "-c", "while :; do :; done"); !errors.Is(err, errOverrun) {
		t.Errorf("a program that works on: %v", err)
	}
	if err := run(works, nil, nothing, "true"); !errors.Is(err, errOverrun) {
		t.Errorf("a program after it: %v", err)
	}
}
