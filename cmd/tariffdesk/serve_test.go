package main

import (
	"log/slog"
	"strings"
	"testing"

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
