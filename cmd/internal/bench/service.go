package bench

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"io"
	"mime/multipart"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"time"
)

const description = "men's knitted cotton t-shirt, short sleeves"

// sampleResult is as large as an answer of the service; service replaces it by a real one.
var sampleResult = []byte(`{}`)

// child is the service under measurement.
type child struct {
	cmd  *exec.Cmd
	base string
}

// service measures the calls over HTTP, the idle process and its memory.
func (b *bench) service(ctx context.Context) error {
	up, err := b.start(ctx)
	if err != nil {
		return err
	}
	defer up.stop()
	if sampleResult, err = b.call(ctx, up.base); err != nil {
		return err
	}
	for _, part := range []func(context.Context, *child) error{b.idle, b.oneCaller, b.fiftyCallers, b.twoHundredCallers, b.memory} {
		if err := part(ctx, up); err != nil {
			return err
		}
	}
	return nil
}

func (b *bench) start(ctx context.Context) (*child, error) {
	return b.run(ctx, nil, "up", "--listen", "127.0.0.1:0", "--data", filepath.Join(b.dir, "service"))
}

// run starts the binary with a command and waits until it says that it is ready.
func (b *bench) run(ctx context.Context, env []string, args ...string) (*child, error) {
	cmd := exec.CommandContext(ctx, b.binary, args...)
	cmd.Env = append(os.Environ(), "DATABASE_URL="+b.postgres.URL(), "REDIS_URL="+b.redis.URL(), "LOG_LEVEL=error")
	cmd.Env = append(cmd.Env, env...)
	cmd.Stderr = os.Stderr
	out, err := cmd.StdoutPipe()
	if err != nil {
		return nil, fmt.Errorf("start service: %w", err)
	}
	if err := cmd.Start(); err != nil {
		return nil, fmt.Errorf("start service: %w", err)
	}
	lines := bufio.NewScanner(out)
	for lines.Scan() {
		if base, ok := strings.CutPrefix(lines.Text(), "ready"); ok {
			go func() { _, _ = io.Copy(io.Discard, out) }()
			return &child{cmd, strings.TrimSpace(base)}, nil
		}
	}
	return nil, fmt.Errorf("the service ended at its start: %w", cmd.Wait())
}

func (c *child) stop() {
	_ = c.cmd.Process.Signal(syscall.SIGTERM)
	_ = c.cmd.Wait()
}

var client = &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: 300}}

// call classifies once over HTTP and returns the answer's body.
func (b *bench) call(ctx context.Context, base string) ([]byte, error) {
	var form bytes.Buffer
	w := multipart.NewWriter(&form)
	_ = w.WriteField("product_description", description)
	_ = w.Close()
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, base+"/api/v3/tariff/tariff-mini?country_code=WORLD&model=fast", &form)
	if err != nil {
		return nil, fmt.Errorf("classify: %w", err)
	}
	req.Header.Set("Content-Type", w.FormDataContentType())
	req.Header.Set("Authorization", "Bearer "+b.token)
	res, err := client.Do(req)
	if err != nil {
		return nil, fmt.Errorf("classify: %w", err)
	}
	defer func() { _ = res.Body.Close() }()
	body, err := io.ReadAll(res.Body)
	if err != nil || res.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("classify: status %d: %.300s %w", res.StatusCode, body, err)
	}
	return body, nil
}

// load makes n calls with that many callers at once; it returns the time of each and calls per second.
func (b *bench) load(ctx context.Context, base string, callers, n int) ([]time.Duration, float64, error) {
	took := make([]time.Duration, n)
	errs := make(chan error, callers)
	var next atomic.Int64
	var wg sync.WaitGroup
	began := time.Now()
	for range callers {
		wg.Go(func() {
			for i := next.Add(1) - 1; i < int64(n); i = next.Add(1) - 1 {
				start := time.Now()
				if _, err := b.call(ctx, base); err != nil {
					errs <- err
					return
				}
				took[i] = time.Since(start)
			}
		})
	}
	wg.Wait()
	select {
	case err := <-errs:
		return nil, 0, fmt.Errorf("%d callers: %w", callers, err)
	default:
		return took, float64(n) / time.Since(began).Seconds(), nil
	}
}

func (b *bench) oneCaller(ctx context.Context, up *child) error {
	if _, _, err := b.load(ctx, up.base, 1, 20*b.scale); err != nil {
		return err
	}
	took, _, err := b.load(ctx, up.base, 1, 100*b.scale)
	if err != nil {
		return err
	}
	bare, err := b.bareQueue(100 * b.scale)
	if err != nil {
		return err
	}
	ours, theirs := quantile(took, 0.5), quantile(bare, 0.5)
	b.row("sync classify, 1 caller, p50", ours.Round(10*time.Microsecond).String(),
		"bare asynq "+theirs.Round(10*time.Microsecond).String(), ratio(float64(ours), float64(theirs)), "<= 3")
	return nil
}

func (b *bench) fiftyCallers(ctx context.Context, up *child) error {
	p := parts{api: up}
	before, err := b.usage(ctx, p)
	if err != nil {
		return err
	}
	_, ours, err := b.load(ctx, up.base, 50, 500*b.scale)
	if err != nil {
		return err
	}
	after, err := b.usage(ctx, p)
	if err != nil {
		return err
	}
	rows, err := b.bareRows(ctx, p, 50, 200*b.scale)
	if err != nil {
		return err
	}
	took := after.per(before, 500*b.scale)
	bare, err := b.bareLoop(ctx, 50, 500*b.scale)
	if err != nil {
		return err
	}
	b.row("50 callers, jobs a second", fmt.Sprintf("%.0f", ours), fmt.Sprintf("bare pgx loop %.0f", bare), ratio(ours, bare), ">= 0.5")
	b.row("  CPU of a call, PostgreSQL", ms(took.postgres), "three bare statements "+ms(rows), ratio(float64(took.postgres), float64(rows)), "")
	b.row("  CPU of a call, service and Redis too", ms(took.total()), "three bare statements "+ms(rows), ratio(float64(took.total()), float64(rows)), "")
	return nil
}

func (b *bench) twoHundredCallers(ctx context.Context, up *child) error {
	_, fifty, err := b.load(ctx, up.base, 50, 250*b.scale)
	if err != nil {
		return err
	}
	took, many, err := b.load(ctx, up.base, 200, 500*b.scale)
	if err != nil {
		return err
	}
	_, again, err := b.load(ctx, up.base, 50, 250*b.scale)
	if err != nil {
		return err
	}
	fifty = 2 / (1/fifty + 1/again)
	b.row("200 callers, jobs a second", fmt.Sprintf("%.0f", many), fmt.Sprintf("50 callers before and after %.0f", fifty), ratio(many, fifty), ">= 0.9")
	p99, p50 := quantile(took, 0.99), quantile(took, 0.5)
	b.row("200 callers, p99, none lost", p99.Round(time.Millisecond).String(), "own p50 "+p50.Round(time.Millisecond).String(),
		ratio(float64(p99), float64(p50)), "<= 5")
	return nil
}

func (b *bench) idle(ctx context.Context, up *child) error {
	const window = 10 * time.Second
	select { // what the start left to do is done
	case <-time.After(3 * time.Second):
	case <-ctx.Done():
		return ctx.Err()
	}
	before, err := up.cpu()
	if err != nil {
		return err
	}
	select {
	case <-time.After(window):
	case <-ctx.Done():
		return ctx.Err()
	}
	after, err := up.cpu()
	if err != nil {
		return err
	}
	share := (after - before).Seconds() / window.Seconds()
	b.row("idle CPU, share of a core", fmt.Sprintf("%.3f", share), "0.10", ratio(share, 0.1), "<= 1")
	return nil
}

func (b *bench) memory(ctx context.Context, up *child) error {
	var resident [2]float64
	for i := range resident {
		if _, _, err := b.load(ctx, up.base, 50, 500*b.scale); err != nil {
			return err
		}
		mb, err := up.resident()
		if err != nil {
			return err
		}
		resident[i] = mb
	}
	b.row(fmt.Sprintf("memory after %d more requests, MB", 1000*b.scale), fmt.Sprintf("%.0f", resident[1]),
		fmt.Sprintf("after %d: %.0f", 500*b.scale, resident[0]), ratio(resident[1], resident[0]), "<= 200 MB, <= 1.05")
	return nil
}

// cpu is the process's own user and system time so far.
func (c *child) cpu() (time.Duration, error) {
	raw, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", c.cmd.Process.Pid))
	if err != nil {
		return 0, fmt.Errorf("CPU of the service: %w", err)
	}
	_, rest, _ := strings.Cut(string(raw), ") ")
	fields := strings.Fields(rest)
	if len(fields) < 13 {
		return 0, fmt.Errorf("CPU of the service: %d fields", len(fields))
	}
	user, _ := strconv.Atoi(fields[11])
	system, _ := strconv.Atoi(fields[12])
	return time.Duration(user+system) * time.Second / 100, nil // in ticks of a hundredth
}

// resident is the process's memory in megabytes.
func (c *child) resident() (float64, error) {
	raw, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", c.cmd.Process.Pid))
	if err != nil {
		return 0, fmt.Errorf("memory of the service: %w", err)
	}
	for line := range strings.Lines(string(raw)) {
		if kb, ok := strings.CutPrefix(line, "VmRSS:"); ok {
			n, err := strconv.ParseFloat(strings.TrimSpace(strings.TrimSuffix(strings.TrimSpace(kb), "kB")), 64)
			return n / 1024, err
		}
	}
	return 0, fmt.Errorf("memory of the service: no VmRSS")
}
