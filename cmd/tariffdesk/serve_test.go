package main

import (
	"errors"
	"io"
	"log/slog"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"

	"tariffdesk/store"
	"tariffdesk/store/storetest"
)

func deployment(t *testing.T) map[string]string {
	t.Helper()
	return map[string]string{
		"DATABASE_URL": storetest.URL(t), "REDIS_URL": storetest.Redis(t), "BLOB_URL": "file://" + t.TempDir(),
		"JWT_SECRET": strings.Repeat("s", 32), "LISTEN": "127.0.0.1:0",
	}
}

func TestSeveralAPIsAndWorkersShareOneDatabaseAndOneRedis(t *testing.T) {
	t.Parallel()
	env := deployment(t)
	for range 2 {
		startInProcess(t, env, "worker").awaitLine(t, "ready")
	}
	mustInvoke(t, env, "org", "create", "--name", "Acme", "--plan", "pro", "--credits", "2")
	token := mustInvoke(t, env, "key", "create", "--org", "Acme", "--type", "st")
	for range 2 {
		line := startInProcess(t, env, "api").awaitLine(t, "ready http://")
		call(t, demo{BaseURL: strings.TrimPrefix(line, "ready "), APIKey: token})
	}
}

func TestARoleRefusesASchemaThatIsBehind(t *testing.T) {
	t.Parallel()
	env := deployment(t)
	s, err := store.Open(t.Context(), env["DATABASE_URL"], 1, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	const forget = `DELETE FROM goose_db_version WHERE version_id = (SELECT max(version_id) FROM goose_db_version)`
	if err := s.Exec(t.Context(), forget); err != nil {
		t.Fatal(err)
	}
	for _, role := range []string{"api", "worker"} {
		if _, err := invoke(t, env, role); exitCode(err) != 1 || !strings.Contains(err.Error(), "migrate up") {
			t.Errorf("%s: %v", role, err)
		}
	}
}

func TestARoleNamesARedisThatDoesNotAnswer(t *testing.T) {
	t.Parallel()
	env := deployment(t)
	env["REDIS_URL"] = "redis://127.0.0.1:1"
	if _, err := invoke(t, env, "worker"); exitCode(err) != 1 || !strings.Contains(err.Error(), "REDIS_URL") {
		t.Errorf("error %v", err)
	}
}

// status is that of a GET over a connection of its own, 0 where nobody answers.
func status(t *testing.T, url string) int {
	t.Helper()
	client := &http.Client{Transport: &http.Transport{DisableKeepAlives: true}, Timeout: time.Minute}
	req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, url, nil)
	if err != nil {
		t.Fatal(err)
	}
	res, err := client.Do(req)
	if err != nil {
		return 0
	}
	_ = res.Body.Close()
	return res.StatusCode
}

func TestAStoppingAPISaysSoBeforeItClosesItsDoor(t *testing.T) {
	t.Parallel()
	env := deployment(t)
	env["DRAIN_DELAY"] = "10s"
	api := startInProcess(t, env, "api")
	base := strings.TrimPrefix(api.awaitLine(t, "ready http://"), "ready ")
	api.stop()
	ready := http.StatusOK
	for ready == http.StatusOK { // a closed door has no status
		ready = status(t, base+"/health/ready")
	}
	if ready != http.StatusServiceUnavailable {
		t.Errorf("readiness answered %d: the door was closed before it said so", ready)
	}
	if err := <-api.err; err != nil {
		t.Error(err)
	}
	if alive := status(t, base+"/health"); alive != 0 {
		t.Errorf("%d after its end", alive)
	}
}

func TestAWorkerAnswersForItsHealth(t *testing.T) {
	t.Parallel()
	env := deployment(t)
	gate, url := storetest.PostgresGate(t, env["DATABASE_URL"])
	env["DATABASE_URL"], env["OPS_LISTEN"], env["OPS_PASSWORD"] = url, "127.0.0.1:"+freePort(t), "secret"
	startInProcess(t, env, "worker").awaitLine(t, "ready")
	base := "http://" + env["OPS_LISTEN"]
	for path, want := range map[string]int{"/health": http.StatusOK, "/health/ready": http.StatusOK, "/metrics": http.StatusUnauthorized} {
		if got := status(t, base+path); got != want {
			t.Errorf("%s: %d", path, got)
		}
	}
	req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, base+"/metrics", nil)
	if err != nil {
		t.Fatal(err)
	}
	req.SetBasicAuth("ops", "secret")
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = res.Body.Close() }()
	body, err := io.ReadAll(res.Body)
	for _, want := range []string{`tariffdesk_loop_last_turn_seconds{loop="reconciler"}`, `loop="janitor"`, `loop="webhooks"`, "tariffdesk_slots_in_use 0", "tariffdesk_slots 50", "tariffdesk_handlers_past_context 0", "tariffdesk_worker_hears ", `tariffdesk_database_connections{state="most"} 20`} {
		if err != nil || !strings.Contains(string(body), want) {
			t.Errorf("no %s in the metrics (%v)", want, err)
		}
	}
	gate.FreezeAll()
	if got := status(t, base+"/health/ready"); got != http.StatusServiceUnavailable {
		t.Errorf("ready is %d with a frozen database", got)
	}
	if got := status(t, base+"/health"); got != http.StatusOK {
		t.Errorf("alive is %d with a frozen database", got)
	}
}

func freePort(t *testing.T) string {
	t.Helper()
	l, err := new(net.ListenConfig).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	_, port, err := net.SplitHostPort(l.Addr().String())
	if err := errors.Join(err, l.Close()); err != nil {
		t.Fatal(err)
	}
	return port
}
