//go:build hosts && linux

package hosts

import (
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"tariffdesk/credit"
	"tariffdesk/store"
	"tariffdesk/store/storetest"
)

// site is a deployment: two api and three worker on hosts of their own, and what they need.
type site struct {
	*testing.T
	postgres      *pair
	pooler        *host // between the service and PostgreSQL, nil for none
	redis         *queues
	blobs         *host  // nil where blobs are in a folder
	shared        string // the folder
	apis, workers []*host
	store         *store.Store // reached by no network
	token, org    string
	env           []string // of every process of the service
}

// newSite builds a deployment, ended with the test.
func newSite(t *testing.T, redis func(*testing.T) *queues, pooled, small bool) *site {
	t.Helper()
	if smallDisks = nil; small {
		smallDisks = map[string]int{"pg": postgresDisk, "redis": redisDisk}
	}
	s := &site{T: t, postgres: newPair(t), redis: redis(t)}
	blobs := "file://"
	if small {
		s.shared = filepath.Join(folder, "shared-blobs")
		disk(t, s.shared, blobsDisk)
		blobs += s.shared
	} else {
		s.blobs = newBlobs(t)
		blobs = fmt.Sprintf("s3://%s?region=us-east-1&use_path_style=true&endpoint=http://%s:9000", bucket, s.blobs.addr)
	}
	databaseURL := s.postgres.url()
	if pooled {
		s.pooler = newPooler(t, s.postgres.primary)
		databaseURL = poolerURL(s.pooler)
	}
	s.env = []string{
		"DATABASE_URL=" + databaseURL, "REDIS_URL=" + s.redis.url, "LOG_LEVEL=warn", "JWT_SECRET=0123456789abcdef0123456789abcdef",
		"BLOB_URL=" + blobs,
		"AWS_ACCESS_KEY_ID=hosts", "AWS_SECRET_ACCESS_KEY=hosts", "DRAIN_DELAY=2s",
	}
	s.tariffdesk(binary, "migrate", "up")
	var err error
	if s.store, err = store.Open(t.Context(), s.postgres.deskURL(), 4, slog.New(slog.DiscardHandler)); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.store.Close)
	s.org = storetest.Organisation(t, s.store, 1_000_000*credit.One)
	s.token = strings.TrimSpace(s.tariffdesk(binary, "key", "create", "--org", s.org, "--type", "sk"))
	for i := range 2 {
		s.apis = append(s.apis, s.newProcess("api", i+1, "8080", "--listen"))
	}
	for i := range 3 {
		s.workers = append(s.workers, s.newProcess("worker", i+1, "8081", "--ops-listen"))
	}
	for _, h := range s.processes() {
		h.boot()
	}
	return s
}

func (s *site) processes() []*host { return append(append([]*host{}, s.apis...), s.workers...) }

// tariffdesk carries out a command of an operator, beside the network.
func (s *site) tariffdesk(program string, args ...string) string {
	s.Helper()
	cmd := exec.Command(program, args...)
	cmd.Env = append(os.Environ(), "DATABASE_URL="+s.postgres.deskURL())
	out, err := cmd.CombinedOutput()
	if err != nil {
		s.Fatalf("%s: %v\n%s", strings.Join(args, " "), err, out)
	}
	return string(out)
}

// newProcess is a host with one process of the service.
func (s *site) newProcess(role string, n int, port, listen string) *host {
	h := newHost(s.T, fmt.Sprint(role, n))
	addr := h.addr + ":" + port
	h.runs(&service{name: role, args: []string{binary, role, listen, addr}, env: s.env, answers: func() error { return ready("http://" + addr) }})
	return h
}

func apiURL(h *host) string { return "http://" + h.addr + ":8080" }

func ready(base string) error {
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Second)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, base+"/health/ready", nil)
	if err != nil {
		return err
	}
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		return err
	}
	defer func() { _ = res.Body.Close() }()
	if res.StatusCode != http.StatusOK {
		return fmt.Errorf("readiness is %d", res.StatusCode)
	}
	return nil
}

// newPooler is a pgbouncer in transaction mode.
func newPooler(t *testing.T, server *host) *host {
	t.Helper()
	h := newHost(t, "pooler")
	h.must(os.Chmod(h.dir, 0o755))
	config := filepath.Join(h.dir, "pgbouncer.ini")
	h.must(os.WriteFile(config, fmt.Appendf(nil, `[databases]
%[1]s = host=%[2]s port=5432 dbname=%[1]s user=%[3]s
[pgbouncer]
listen_addr = %[4]s
listen_port = 6432
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = 15
max_client_conn = 500
idle_transaction_timeout = 10
tcp_user_timeout = 10000
server_login_retry = 1
`, database, server.addr, superuser, h.addr), 0o644))
	program, err := exec.LookPath("pgbouncer")
	if err != nil {
		program = "/usr/sbin/pgbouncer" // Debian keeps it off the path of users
	}
	h.runs(&service{name: "pgbouncer", as: superuser, args: []string{program, config}, answers: func() error {
		s, err := store.Open(context.Background(), poolerURL(h), 1, slog.New(slog.DiscardHandler))
		if err != nil {
			return err
		}
		defer s.Close()
		return s.Ping(context.Background())
	}})
	h.boot()
	return h
}

func poolerURL(h *host) string {
	return fmt.Sprintf("postgres://%s@%s:6432/%s?sslmode=disable&default_query_exec_mode=cache_describe", superuser, h.addr, database)
}

// in has everything on the site speak to the test of a fault.
func (s *site) in(t *testing.T) {
	s.T = t
	hosts := append(append(s.processes(), s.redis.nodes...), s.postgres.primary, s.postgres.standby)
	if s.blobs != nil {
		hosts = append(hosts, s.blobs)
	}
	if s.pooler != nil {
		hosts = append(hosts, s.pooler)
	}
	for _, h := range hosts {
		h.T = t
	}
}

// allReady waits until every process says that it can work.
func (s *site) allReady() {
	s.Helper()
	for _, h := range s.processes() {
		h.await()
	}
}

// until waits for a count of rows.
func (s *site) until(what string, want int, sql string, args ...any) {
	s.Helper()
	eventually(s.T, what, func() error {
		var got int
		if err := s.store.QueryRow(context.Background(), sql, args, &got); err != nil {
			return err
		}
		if got != want {
			return fmt.Errorf("%d, want %d", got, want)
		}
		return nil
	})
}

// settled waits until no job is open, then checks the invariants and that each call made one job, whose result it was given.
func (s *site) settled(calls *calls) {
	s.Helper()
	s.until("open jobs", 0, `SELECT count(*) FROM jobs WHERE state IN ('queued', 'running')`)
	storetest.CheckInvariants(s.T, s.store)
	var kept int
	if err := s.store.QueryRow(s.Context(), `SELECT count(*) FROM jobs WHERE id = ANY($1::uuid[]) AND state = 'succeeded'`, []any{calls.jobs}, &kept); err != nil {
		s.Fatal(err)
	}
	if made := s.classifications() - calls.before; kept != len(calls.jobs) || made != kept {
		s.Errorf("%d calls were answered; they made %d jobs, of which %d are kept", len(calls.jobs), made, kept)
	}
}

// classifications counts the jobs that calls have made so far.
func (s *site) classifications() (n int) {
	s.Helper()
	if err := s.store.QueryRow(s.Context(), `SELECT count(*) FROM jobs WHERE kind = 'classify'`, nil, &n); err != nil {
		s.Fatal(err)
	}
	return n
}
