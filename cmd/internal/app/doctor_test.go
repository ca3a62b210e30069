package app

import (
	"errors"
	"log/slog"
	"strings"
	"testing"

	"github.com/hibiken/asynq"
	"github.com/redis/go-redis/v9"

	"tariffdesk/credit"
	"tariffdesk/store"
	"tariffdesk/store/storetest"
)

// told is the level of a subject's finding with what was found.
func told(findings []Finding, subject string) string {
	for _, f := range findings {
		if f.Subject == subject {
			return string(f.Level) + " " + f.Found
		}
	}
	return "nothing"
}

func TestTheDoctorTellsWhatIsWrongWithADeployment(t *testing.T) {
	t.Parallel()
	log := slog.New(slog.DiscardHandler)
	cfg := Config{
		DatabaseURL: storetest.URL(t), RedisURL: storetest.Redis(t), BlobURL: "file://" + t.TempDir(), Role: RoleAPI, JWTSecret: strings.Repeat("s", 32),
		Listen: "127.0.0.1:0", WorkerSlots: 1, DBMaxConns: 4, SyncWait: 1,
	}
	for _, f := range Examine(t.Context(), cfg, nil, log) {
		if f.Subject == "commits" {
			continue // the databases of tests do not wait for the disk, which is told below
		}
		if f.Level == LevelFail || f.Level == LevelWarn {
			t.Errorf("of a sound deployment: %+v", f)
		}
		if (f.Level == LevelOK) != (f.Do == "") {
			t.Errorf("%+v", f)
		}
	}

	s, err := store.Open(t.Context(), cfg.DatabaseURL, 2, log)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	org := storetest.Organisation(t, s, 10*credit.One)
	for _, sql := range []string{
		`INSERT INTO jobs (id, kind, organisation_id, product, total, charged, input, deadline, created_at, run_after) VALUES (gen_random_uuid(), 'quote', '` + org + `', '` + string(credit.ProductQuote) + `', 1, 0, '{}', now() + interval '1 hour', now() - interval '10 minutes', now() - interval '10 minutes')`,
		`INSERT INTO queue_divisions (queue, paused) VALUES ('extract', true)`,
		`CREATE TABLE doubled (a int); INSERT INTO doubled VALUES (1), (1)`,
	} {
		if err := s.Exec(t.Context(), sql); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.Exec(t.Context(), `CREATE UNIQUE INDEX CONCURRENTLY doubled_once ON doubled (a)`); err == nil {
		t.Fatal("an index of two equal rows was built")
	}
	options, err := redis.ParseURL(cfg.RedisURL)
	if err != nil {
		t.Fatal(err)
	}
	rdb := redis.NewClient(options)
	defer func() { _ = rdb.Close() }()
	if _, err := asynq.NewClientFromRedisClient(rdb).Enqueue(asynq.NewTask("job", nil), asynq.Queue("classify:7")); err != nil {
		t.Fatal(err)
	}
	cfg.BlobURL = "file://" + t.TempDir()
	findings := Examine(t.Context(), cfg, nil, log)
	for subject, want := range map[string]string{
		"queue quote": "warn 1 jobs wait, the oldest for 10m", "queue classify": "ok 0 jobs wait", "pauses": "warn extract", "indexes": "fail doubled_once",
		"old queues": "warn classify:7 with 1", "blobs": "fail BLOB_URL is not the store of this database's other processes", "schema": "ok ", "clock": "ok ",
		"commits": "fail do not wait for the disk",
	} {
		if got := told(findings, subject); !strings.HasPrefix(got, want) {
			t.Errorf("%s: %s, want %s", subject, got, want)
		}
	}

	if err := rdb.ConfigSet(t.Context(), "maxmemory-policy", "allkeys-lru").Err(); err != nil {
		t.Fatal(err)
	}
	cfg.DatabaseURL, cfg.JWTSecret = "postgres://nobody@127.0.0.1:1/none", "short"
	findings = Examine(t.Context(), cfg, nil, log)
	for subject, want := range map[string]string{
		"settings": "fail JWT_SECRET", "database": "fail ", "redis": "fail REDIS_URL: the server's maxmemory-policy is allkeys-lru", "blobs": "fail not looked at",
	} {
		if got := told(findings, subject); !strings.HasPrefix(got, want) {
			t.Errorf("%s: %s, want %s", subject, got, want)
		}
	}
	if got := told(Examine(t.Context(), cfg, errors.New("DRAIN_DELAY: not a duration"), log), "settings"); got != "fail DRAIN_DELAY: not a duration" {
		t.Errorf("settings: %s", got)
	}
}
