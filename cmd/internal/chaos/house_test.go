package chaos

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"mime/multipart"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/redis/go-redis/v9"

	"tariffdesk/credit"
	"tariffdesk/store"
	"tariffdesk/store/storetest"
)

// house is the service as a deployment runs it: processes of the real binary on real servers.
type house struct {
	t     *testing.T
	store *store.Store
	redis *storetest.RedisServer
	api   *process
	token string
	org   string

	databaseURL string
	base        []string // environment of every process
	procs       []*process
	wrap        []string // how workers are started, nil for as they are
}

// process is one running `tariffdesk api` or `worker`, behind a Redis proxy of its own.
type process struct {
	cmd   *exec.Cmd
	proxy *proxy
	url   string // of an API, once ready
	done  chan struct{}
	once  sync.Once

	mu  sync.Mutex
	log bytes.Buffer // what it wrote to its standard error
}

// Write keeps what the process logs.
func (p *process) Write(b []byte) (int, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.log.Write(b)
}

// said reports whether the process has logged a text.
func (p *process) said(text string) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return bytes.Contains(p.log.Bytes(), []byte(text))
}

const startBalance = 100_000 * credit.One

func newHouse(t *testing.T) *house {
	t.Helper()
	return newHouseOn(t, storetest.URL(t))
}

func newHouseOn(t *testing.T, databaseURL string) *house {
	t.Helper()
	h := &house{t: t, redis: storetest.StartRedis(t), databaseURL: databaseURL}
	h.reopen(t)
	h.org = storetest.Organisation(t, h.store, startBalance)
	h.base = append(os.Environ(), "DATABASE_URL="+databaseURL, "LOG_LEVEL=warn",
		"JWT_SECRET=0123456789abcdef0123456789abcdef", "BLOB_URL=file://"+t.TempDir())
	out, err := h.command("key", "create", "--org", h.org, "--type", "sk").Output()
	if err != nil {
		t.Fatalf("key create: %v", err)
	}
	h.token = strings.TrimSpace(string(out))
	return h
}

// reopen connects to the database, again after it was made anew.
func (h *house) reopen(t *testing.T) {
	t.Helper()
	s, err := store.Open(t.Context(), h.databaseURL, 4, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	h.store = s
}

func (h *house) command(args ...string) *exec.Cmd {
	cmd := exec.Command(binary, args...)
	cmd.Env = append(h.base, "REDIS_URL="+h.redis.URL)
	return cmd
}

// start starts a process of the given role behind a proxy of its own.
func (h *house) start(role string, env ...string) *process {
	h.t.Helper()
	p := &process{proxy: newProxy(h.t, strings.TrimPrefix(h.redis.URL, "unix://")), done: make(chan struct{})}
	args := []string{role}
	if role == "api" {
		args = append(args, "--listen", "127.0.0.1:0")
	}
	if p.cmd = h.command(args...); role == "worker" && h.wrap != nil {
		wrapped := append(append(append([]string{}, h.wrap...), binary), args...)
		env := p.cmd.Env
		p.cmd = exec.Command(wrapped[0], wrapped[1:]...)
		p.cmd.Env = env
	}
	p.cmd.Env = append(append(p.cmd.Env, "REDIS_URL="+p.proxy.url()), env...)
	p.cmd.Stderr = p
	if file := logTo(h.t, role); file != nil {
		p.cmd.Stderr = io.MultiWriter(p, file)
	}
	out, err := p.cmd.StdoutPipe()
	if err != nil {
		h.t.Fatal(err)
	}
	if err := p.cmd.Start(); err != nil {
		h.t.Fatal(err)
	}
	h.procs = append(h.procs, p)
	ready := make(chan string, 1)
	go func() {
		lines := bufio.NewScanner(out)
		for lines.Scan() {
			if url, ok := strings.CutPrefix(lines.Text(), "ready"); ok {
				ready <- strings.TrimSpace(url)
			}
		}
		_ = p.cmd.Wait()
		close(p.done)
	}()
	h.t.Cleanup(p.kill)
	select {
	case p.url = <-ready:
	case <-p.done:
		h.t.Fatalf("%s ended at its start", role)
	case <-time.After(5 * time.Minute):
		h.t.Fatalf("%s is not ready", role)
	}
	if role == "api" {
		h.api = p
	}
	return p
}

// untilSaid waits until the process has logged a text.
func (p *process) untilSaid(t *testing.T, text string) {
	t.Helper()
	for began := time.Now(); !p.said(text); <-time.After(50 * time.Millisecond) {
		if time.Since(began) > time.Minute {
			t.Errorf("the log does not say %q", text)
			return
		}
	}
}

func logTo(t *testing.T, role string) io.Writer {
	path := filepath.Join(os.Getenv("CHAOS_LOGS"), strings.ReplaceAll(t.Name(), "/", "_")+"_"+role+".log")
	if os.Getenv("CHAOS_LOGS") == "" {
		return nil
	}
	f, err := os.OpenFile(path, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = f.Close() })
	return f
}

// kill ends the process as a crash would.
func (p *process) kill() {
	p.once.Do(func() { _ = p.cmd.Process.Kill() })
	<-p.done
}

func (p *process) signal(s syscall.Signal) { _ = p.cmd.Process.Signal(s) }

// answer is what a request came back with.
type answer struct {
	status int
	header http.Header
	body   map[string]any
	err    error
}

func (a answer) jobID() string { id, _ := a.body["job_id"].(string); return id }

// classify posts a description as a client would, with an idempotency key unless it is "".
func (h *house) classify(ctx context.Context, description, key string) answer {
	return h.classifyAt(ctx, h.api.url, description, key)
}

func (h *house) classifyAt(ctx context.Context, base, description, key string) answer {
	var form bytes.Buffer
	w := multipart.NewWriter(&form)
	_ = w.WriteField("product_description", description)
	_ = w.Close()
	url := base + "/api/v3/tariff/tariff-mini?country_code=WORLD&model=fast&tariff_info=false"
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, url, &form)
	if err != nil {
		return answer{err: err}
	}
	req.Header.Set("Content-Type", w.FormDataContentType())
	if key != "" {
		req.Header.Set("Idempotency-Key", key)
	}
	return h.do(req)
}

func (h *house) get(path string) answer {
	req, err := http.NewRequestWithContext(h.t.Context(), http.MethodGet, h.api.url+path, nil)
	if err != nil {
		return answer{err: err}
	}
	return h.do(req)
}

func (h *house) post(path string) answer {
	req, err := http.NewRequestWithContext(h.t.Context(), http.MethodPost, h.api.url+path, nil)
	if err != nil {
		return answer{err: err}
	}
	return h.do(req)
}

var client = &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: 500}}

func (h *house) do(req *http.Request) answer {
	req.Header.Set("Authorization", "Bearer "+h.token)
	res, err := client.Do(req)
	if err != nil {
		return answer{err: err}
	}
	defer func() { _ = res.Body.Close() }()
	a := answer{status: res.StatusCode, header: res.Header}
	a.err = json.NewDecoder(res.Body).Decode(&a.body)
	return a
}

// gate holds the disturbed jobs of the processes that were given its variable until it is opened,
// so that however slow the machine is they run all at once.
type gate string

func newGate(t *testing.T) gate { return gate(t.TempDir() + "/gate") }

func (g gate) variable() string { return "CHAOS_GATE=" + string(g) }

func (g gate) open(t *testing.T) {
	t.Helper()
	if err := os.WriteFile(string(g), nil, 0o644); err != nil {
		t.Fatal(err)
	}
}

// background posts n descriptions at once and returns a function that waits for their answers.
func (h *house) background(n int, description string) (wait func() []answer) {
	answers := make([]answer, n)
	var wg sync.WaitGroup
	for i := range n {
		wg.Go(func() {
			ctx, cancel := context.WithTimeout(context.Background(), 2*time.Minute)
			defer cancel()
			answers[i] = h.classify(ctx, description, "")
		})
	}
	return func() []answer { wg.Wait(); return answers }
}

// until waits for a count of rows, asked of PostgreSQL.
func (h *house) until(what string, want int, sql string, args ...any) {
	h.t.Helper()
	giveUp := time.Now().Add(5 * time.Minute)
	for {
		var got int
		if err := h.store.QueryRow(context.Background(), sql, args, &got); err == nil && got >= want {
			return
		} else if time.Now().After(giveUp) {
			h.t.Fatalf("%s: waited for %d, got %d (%v)", what, want, got, err)
		}
		<-time.After(10 * time.Millisecond)
	}
}

func (h *house) untilState(state string, n int) {
	h.t.Helper()
	h.until("jobs "+state, n, `SELECT count(*) FROM jobs WHERE state = $1`, state)
}

// settled waits until no job is open, then checks every invariant and that the jobs number n.
func (h *house) settled(n int) {
	h.t.Helper()
	h.until("no open job", 1, `SELECT CASE WHEN count(*) = 0 THEN 1 ELSE 0 END FROM jobs WHERE state IN ('queued', 'running')`)
	storetest.CheckInvariants(h.t, h.store)
	var jobs int
	if err := h.store.QueryRow(context.Background(), `SELECT count(*) FROM jobs`, nil, &jobs); err != nil || jobs != n {
		h.t.Errorf("%d jobs, want %d (%v)", jobs, n, err)
	}
}

// succeeded fails the test where an answer is not a classification.
func succeeded(t *testing.T, answers ...answer) {
	t.Helper()
	for i, a := range answers {
		if a.err != nil || a.status != http.StatusOK || a.body["hscodes_array"] == nil {
			t.Errorf("answer %d: status %d, %v, %s", i, a.status, a.err, fmt.Sprint(a.body))
		}
	}
}

func (h *house) rdb() *redis.Client {
	o, err := redis.ParseURL(h.redis.URL)
	if err != nil {
		h.t.Fatal(err)
	}
	c := redis.NewClient(o)
	h.t.Cleanup(func() { _ = c.Close() })
	return c
}
