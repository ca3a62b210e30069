package api_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"mime/multipart"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/redis/go-redis/v9"
	"go.uber.org/goleak"

	"tariffdesk/account"
	"tariffdesk/api"
	"tariffdesk/api/apitest"
	"tariffdesk/api/limit"
	"tariffdesk/api/wire"
	"tariffdesk/blob"
	"tariffdesk/credit"
	"tariffdesk/fail"
	"tariffdesk/jobs"
	"tariffdesk/logline/logtest"
	"tariffdesk/store"
	"tariffdesk/store/storetest"
	"tariffdesk/worker"
)

// redisSocket is of the one Redis server of this test binary; organisations keep its keys apart.
var redisSocket string

func TestMain(m *testing.M) {
	stop, err := startRedis()
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	code := m.Run()
	if left := programsLeft(); len(left) > 0 {
		fmt.Fprintln(os.Stderr, "programs that outlived the tests:", left)
		code = 1
	}
	stop()
	if code == 0 {
		if err := goleak.Find(goleak.IgnoreAnyFunction("os/exec.(*Cmd).watchCtx"),
			goleak.IgnoreAnyFunction("tariffdesk/store/storetest.(*Server).watch")); err != nil {
			fmt.Fprintln(os.Stderr, err)
			code = 1
		}
	}
	if answers, err := recorded(); err == nil {
		code = answers.Finish(code, "../client/typescript/node_modules")
	}
	os.Exit(code)
}

// recorded holds every answer of the tests against the OpenAPI document.
var recorded = sync.OnceValues(apitest.New)

// programsLeft names the outside programs of extraction that are still children of this process.
func programsLeft() (left []string) {
	stats, _ := filepath.Glob("/proc/[0-9]*/stat")
	for _, name := range stats {
		stat, _ := os.ReadFile(name)
		program, rest, _ := strings.Cut(string(stat), ") ")
		fields := strings.Fields(rest)
		if len(fields) > 1 && fields[1] == strconv.Itoa(os.Getpid()) && (strings.Contains(program, "(pdf") || strings.Contains(program, "(tesseract")) {
			left = append(left, program)
		}
	}
	return left
}

func startRedis() (stop func(), err error) {
	dir, err := os.MkdirTemp("", "apitest")
	if err != nil {
		return nil, err
	}
	redisSocket = filepath.Join(dir, "socket")
	cmd := exec.Command("redis-server", "--port", "0", "--unixsocket", redisSocket, "--dir", dir, "--save", "")
	if err := cmd.Start(); err != nil {
		return nil, fmt.Errorf("redis-server is not installed: run scripts/setup: %w", err)
	}
	stop = func() {
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
		_ = os.RemoveAll(dir)
	}
	rdb := redis.NewClient(&redis.Options{Network: "unix", Addr: redisSocket, MaxRetries: 100, MinRetryBackoff: 20 * time.Millisecond, MaxRetryBackoff: 20 * time.Millisecond})
	defer func() { _ = rdb.Close() }()
	if err := rdb.Ping(context.Background()).Err(); err != nil {
		stop()
		return nil, fmt.Errorf("redis-server does not answer: %w", err)
	}
	return stop, nil
}

// handler does a job in a test.
type handler func(ctx context.Context, j jobs.Job, report func(jobs.Progress)) (jobs.Outcome, error)

// service is the API on a real PostgreSQL and Redis, with a worker of the test's own.
type service struct {
	t        *testing.T
	url      string
	store    *store.Store
	accounts *account.Service
	clock    *clock
	api      *api.Server
	served   http.Handler // of api, its answers recorded
	blobs    *blob.Store
	logs     *logtest.Lines
	events   *jobs.Events
	org      account.Organisation // plan pro, 100 credits
	key      string               // of org
	queue    *jobs.Service
	letters  chan [2]string // addresses and tokens of links to a new password
	work     chan string    // ids of submitted jobs, taken by the worker
	mu       sync.Mutex
	handler  handler
	runs     worker.Shipments // of a service that does shipments
}

// option changes the service before it starts.
type option func(*api.Config, *api.Deps)

// submitted tells the test's worker of each job, as the queue would.
type submitted struct {
	*store.Store
	work chan string
}

func (s submitted) SubmitJob(ctx context.Context, n jobs.NewJob) (jobs.Accepted, error) {
	a, err := s.Store.SubmitJob(ctx, n)
	if err == nil && !a.Existing {
		s.work <- a.Job.ID
	}
	return a, err
}

func setup(t *testing.T, options ...option) *service {
	t.Helper()
	s := &service{t: t, clock: &clock{}, work: make(chan string, 1000), letters: make(chan [2]string, 10), logs: &logtest.Lines{}, handler: classified}
	s.store = storetest.New(t)
	s.accounts = account.NewService(s.store, s.clock.now)
	rdb := redis.NewClient(&redis.Options{Network: "unix", Addr: redisSocket})
	t.Cleanup(func() { _ = rdb.Close() })
	log := slog.New(slog.NewJSONHandler(s.logs, &slog.HandlerOptions{Level: slog.LevelDebug}))
	var err error
	if s.blobs, err = blob.Open(t.Context(), "file://"+t.TempDir()); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.blobs.Close() })
	auth, err := account.NewAuth(s.store, []byte(jwtSecret), limit.NewThrottle(rdb), s.clock.now)
	if err != nil {
		t.Fatal(err)
	}
	queue := jobs.NewService(submitted{s.store, s.work}, rdb, jobs.Config{}, log, nil)
	s.queue = queue
	resets := account.NewResets(s.store, auth, s.letter, s.clock.now)
	s.run(func(ctx context.Context) { resets.Run(ctx, func(err error) { t.Error(err) }) })
	cfg := api.Config{OpsPassword: "ops-secret", Version: "test"}
	deps := api.Deps{Store: s.store, Accounts: s.accounts, Auth: auth, Resets: resets, Jobs: queue, Blobs: s.blobs, Redis: rdb, Log: log, Now: s.clock.now, Codes: anyCode{}}
	for _, o := range options {
		o(&cfg, &deps)
	}
	if s.api, err = api.New(cfg, deps); err != nil {
		t.Fatal(err)
	}
	s.run(queue.Run)
	s.run(s.api.Run)
	s.events = jobs.NewEvents(rdb)
	s.run(func(ctx context.Context) { s.serveJobs(ctx, s.events, log) })
	server := httptest.NewUnstartedServer(nil)
	server.Listener = wire.Framed(server.Listener)
	answers, err := recorded()
	if err != nil {
		t.Fatal(err)
	}
	s.served = answers.Handler(t, s.api.Handler(), s.api.Routes())
	server.Config = wire.HTTPServer(s.served, log)
	server.Start()
	t.Cleanup(server.Close)
	s.url = server.URL
	s.org, s.key = s.organisation(account.PlanPro, 100*credit.One)
	return s
}

func (s *service) run(loop func(context.Context)) {
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan struct{})
	go func() { defer close(done); loop(ctx) }()
	s.t.Cleanup(func() { cancel(); <-done })
}

// handle sets what the worker does from now on; nil leaves jobs queued.
func (s *service) handle(h handler) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.handler = h
}

func (s *service) serveJobs(ctx context.Context, events *jobs.Events, log *slog.Logger) {
	var running sync.WaitGroup
	defer running.Wait()
	for {
		select {
		case <-ctx.Done():
			return
		case id := <-s.work:
			s.mu.Lock()
			h := s.handler
			s.mu.Unlock()
			if h != nil {
				running.Go(func() { s.do(ctx, id, h, events, log) })
			}
		}
	}
}

func (s *service) do(ctx context.Context, id string, h handler, events *jobs.Events, log *slog.Logger) {
	j, ok, err := s.store.ClaimJob(ctx, id)
	if err != nil || !ok {
		return
	}
	// It has no heartbeat: on a slow machine the lease would end before the work does.
	if err := s.store.Exec(ctx, `UPDATE jobs SET lease_until = now() + interval '1 hour' WHERE id = $1`, id); err != nil {
		return
	}
	outcome, err := h(ctx, j, func(p jobs.Progress) { events.Progress(ctx, id, p, log) })
	if err != nil {
		_, err = s.store.FailJob(ctx, j, fail.As(err))
	} else {
		_, err = s.store.SucceedJob(ctx, j, outcome)
	}
	if err == nil {
		events.Done(ctx, id, log)
	}
}

// classified succeeds with an answer that names what was asked.
func classified(_ context.Context, j jobs.Job, _ func(jobs.Progress)) (jobs.Outcome, error) {
	var in jobs.ClassifyInput
	if err := json.Unmarshal(j.Input, &in); err != nil {
		return jobs.Outcome{}, err
	}
	id := uuid.NewString()
	body := fmt.Sprintf(`{"hscodes_array":[],"summary_classification":%q,"required_questions":[],"questions":[],"classification_record_id":%q}`, in.Description, id)
	r := &jobs.Record{ID: id, CountryCode: in.CountryCode, Model: in.Model, ProductDescription: in.Description,
		UserIdentifier: in.UserIdentifier, Result: json.RawMessage(body)}
	if in.Refines != nil {
		r.ParentID = in.Refines.RecordID
	}
	return jobs.Outcome{Result: json.RawMessage(body), Record: r}, nil
}

// held returns a handler that waits for release before it classifies.
func held() (h handler, release func()) {
	gate := make(chan struct{})
	var once sync.Once
	return func(ctx context.Context, j jobs.Job, report func(jobs.Progress)) (jobs.Outcome, error) {
		select {
		case <-gate:
		case <-ctx.Done():
		}
		return classified(ctx, j, report)
	}, func() { once.Do(func() { close(gate) }) }
}

// organisation creates an organisation with an API key.
func (s *service) organisation(plan account.Plan, balance credit.Amount) (account.Organisation, string) {
	s.t.Helper()
	name := "Test"
	if s.org.ID != "" { // the first has it
		name += " " + uuid.NewString()
	}
	o, err := s.accounts.CreateOrganisation(s.t.Context(), account.NewOrganisation{Name: name, Plan: plan, Credits: int64(balance)})
	if err != nil {
		s.t.Fatal(err)
	}
	_, token, err := s.accounts.CreateKey(s.t.Context(), account.NewKey{OrganisationID: o.ID, Name: "test", Type: account.KeyTypeSecret})
	if err != nil {
		s.t.Fatal(err)
	}
	return o, token
}

const (
	password  = "correct horse"
	jwtSecret = "ssssssssssssssssssssssssssssssss"
)

// user creates a user and returns the address to sign in with.
func (s *service) user(organisationID string, role account.Role) string {
	s.t.Helper()
	email := uuid.NewString() + "@example.com"
	_, err := s.accounts.CreateUser(s.t.Context(), account.NewUser{OrganisationID: organisationID, Email: email, Password: password, Role: role})
	if err != nil {
		s.t.Fatal(err)
	}
	return email
}

type tokenPair struct {
	Access    string `json:"access_token"`
	Refresh   string `json:"refresh_token"`
	ExpiresIn int    `json:"expires_in"`
}

// signIn creates a user and returns the tokens of a session.
func (s *service) signIn(organisationID string, role account.Role) tokenPair {
	s.t.Helper()
	var p tokenPair
	s.post("/api/login", "", map[string]string{"email": s.user(organisationID, role), "password": password}).want(200).decode(&p)
	return p
}

// response is an answer, read.
type response struct {
	t      *testing.T
	status int
	header http.Header
	body   []byte
}

func (s *service) do1(r *http.Request, token string) *response {
	s.t.Helper()
	if token != "" {
		r.Header.Set("Authorization", "Bearer "+token)
	}
	resp, err := http.DefaultTransport.RoundTrip(r)
	if err != nil {
		s.t.Fatal(err)
	}
	defer func() { _ = resp.Body.Close() }()
	body, err := io.ReadAll(resp.Body)
	if err != nil {
		s.t.Fatal(err)
	}
	return &response{s.t, resp.StatusCode, resp.Header, body}
}

func (s *service) request(method, path string, body io.Reader) *http.Request {
	s.t.Helper()
	r, err := http.NewRequestWithContext(s.t.Context(), method, s.url+path, body)
	if err != nil {
		s.t.Fatal(err)
	}
	return r
}

func (s *service) get(path, token string) *response {
	s.t.Helper()
	return s.do1(s.request(http.MethodGet, path, nil), token)
}

func (s *service) send(method, path, token string, body any) *response {
	s.t.Helper()
	raw, isRaw := body.(string)
	b := []byte(raw)
	if !isRaw {
		var err error
		if b, err = json.Marshal(body); err != nil {
			s.t.Fatal(err)
		}
	}
	r := s.request(method, path, bytes.NewReader(b))
	r.Header.Set("Content-Type", "application/json")
	return s.do1(r, token)
}

func (s *service) post(path, token string, body any) *response {
	s.t.Helper()
	return s.send(http.MethodPost, path, token, body)
}

// part is a field of a form, a file where it has a name.
type part struct{ field, value, name string }

// formBody encodes a multipart form.
func formBody(t testing.TB, parts ...part) (body []byte, contentType string) {
	t.Helper()
	var b bytes.Buffer
	w := multipart.NewWriter(&b)
	for _, p := range parts {
		var field io.Writer
		var err error
		if p.name == "" {
			field, err = w.CreateFormField(p.field)
		} else {
			field, err = w.CreateFormFile(p.field, p.name)
		}
		if err != nil {
			t.Fatal(err)
		}
		if _, err := io.WriteString(field, p.value); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes(), w.FormDataContentType()
}

const classifyPath = "/api/v3/tariff/tariff-mini"

func (s *service) formRequest(path string, parts ...part) *http.Request {
	s.t.Helper()
	body, contentType := formBody(s.t, parts...)
	r := s.request(http.MethodPost, path, bytes.NewReader(body))
	r.Header.Set("Content-Type", contentType)
	return r
}

// classify posts a classification for WORLD.
func (s *service) classify(token string, parts ...part) *response {
	s.t.Helper()
	return s.do1(s.formRequest(classifyPath+"?country_code=WORLD", parts...), token)
}

func description(text string) part { return part{field: "product_description", value: text} }

func (r *response) want(status int) *response {
	r.t.Helper()
	if r.status != status {
		r.t.Fatalf("status %d, want %d: %s", r.status, status, r.body)
	}
	return r
}

func (r *response) decode(v any) *response {
	r.t.Helper()
	if err := json.Unmarshal(r.body, v); err != nil {
		r.t.Fatalf("%v: %s", err, r.body)
	}
	return r
}

type ErrorBody struct {
	Error      string   `json:"error"`
	Message    string   `json:"message"`
	StatusCode int      `json:"status_code"`
	Errors     []string `json:"errors"`
	RequestID  string   `json:"request_id"`
	JobID      string   `json:"job_id"`
}

// fails checks a refusal: its status, its type, and that its text names each of mentions.
func (r *response) fails(status int, code string, mentions ...string) ErrorBody {
	r.t.Helper()
	r.want(status)
	var b ErrorBody
	r.decode(&b)
	if b.Error != code || b.StatusCode != status || b.RequestID == "" || b.RequestID != r.header.Get("X-Request-ID") || b.Message == "" {
		r.t.Errorf("got %+v, want error %s with status and request id", b, code)
	}
	for _, m := range mentions {
		if !strings.Contains(b.Message+" "+strings.Join(b.Errors, " "), m) {
			r.t.Errorf("error does not mention %q: %s", m, r.body)
		}
	}
	return b
}

var errTest = errors.New("a cause that must stay inside")

// letter takes what a mail server would.
func (s *service) letter(_ context.Context, email, token string) error {
	s.letters <- [2]string{email, token}
	return nil
}
