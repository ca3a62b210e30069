package store_test

import (
	"io/fs"
	"log/slog"
	"regexp"
	"strings"
	"sync"
	"testing"
	"testing/fstest"
	"time"

	"github.com/jackc/pgx/v5"

	"tariffdesk/credit"
	"tariffdesk/migrations"
	"tariffdesk/store"
	"tariffdesk/store/storetest"
)

// with adds migrations to the real ones.
func with(t *testing.T, more map[string]string) fs.FS {
	t.Helper()
	files := fstest.MapFS{}
	names, err := fs.Glob(migrations.Files, "*.sql")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		content, err := fs.ReadFile(migrations.Files, name)
		if err != nil {
			t.Fatal(err)
		}
		files[name] = &fstest.MapFile{Data: content}
	}
	for name, sql := range more {
		files[name] = &fstest.MapFile{Data: []byte("-- +goose Up\n" + sql + ";")}
	}
	return files
}

func TestAMigrationThatMustWaitForATableLetsTheCallsPass(t *testing.T) {
	t.Parallel()
	url := storetest.URL(t)
	s, err := store.Open(t.Context(), url, 8, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	b := bundle{s, storetest.Organisation(t, s, 1_000_000*credit.One)}
	dump, err := pgx.Connect(t.Context(), url)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = dump.Close(t.Context()) })
	if _, err := dump.Exec(t.Context(), `BEGIN; LOCK TABLE jobs IN ACCESS SHARE MODE`); err != nil {
		t.Fatal(err)
	}
	migrated := make(chan error, 1)
	go func() {
		migrated <- s.MigrateFrom(t.Context(), with(t, map[string]string{"90000_wider.sql": `ALTER TABLE jobs ADD COLUMN wider integer`}))
	}()
	var worst time.Duration
	var mu sync.Mutex
	var calling sync.WaitGroup
	until := time.Now().Add(4 * time.Second)
	for range 4 {
		calling.Go(func() {
			for time.Now().Before(until) {
				began := time.Now()
				if _, err := b.SubmitJob(t.Context(), b.classify(1)); err != nil {
					t.Error(err)
				}
				mu.Lock()
				worst = max(worst, time.Since(began))
				mu.Unlock()
			}
		})
	}
	calling.Wait()
	select {
	case err := <-migrated:
		t.Fatalf("it did not wait for the dump: %v", err)
	default:
	}
	if _, err := dump.Exec(t.Context(), `COMMIT`); err != nil {
		t.Fatal(err)
	}
	if err := <-migrated; err != nil {
		t.Fatal(err)
	}
	t.Logf("the slowest call took %s", worst.Round(time.Millisecond))
	b.submit(t, b.classify(1)) // a process of the release before goes on
}

func TestAMigrationWithALowerNumberIsAppliedAfterAHigherOne(t *testing.T) {
	t.Parallel()
	s := storetest.New(t)
	if err := s.MigrateFrom(t.Context(), with(t, map[string]string{"90001_b.sql": `CREATE TABLE b ()`})); err != nil {
		t.Fatal(err)
	}
	if err := s.MigrateFrom(t.Context(), with(t, map[string]string{"90000_a.sql": `CREATE TABLE a ()`, "90001_b.sql": `CREATE TABLE b ()`})); err != nil {
		t.Fatal(err)
	}
	if err := s.Exec(t.Context(), `SELECT FROM a, b`); err != nil {
		t.Error(err)
	}
	if err := s.Migrate(t.Context()); err != nil {
		t.Errorf("the release before, on the newer schema: %v", err)
	}
}

var (
	index   = regexp.MustCompile(`(?i)CREATE (UNIQUE )?INDEX (CONCURRENTLY )?(IF NOT EXISTS )?\w+ ON (\w+)`)
	created = regexp.MustCompile(`(?i)CREATE TABLE (IF NOT EXISTS )?(\w+)`)
)

// The first ones came before there was anything to stop.
const firstBesideCalls = "00020"

func TestNoMigrationBuildsAnIndexThatStopsCalls(t *testing.T) {
	t.Parallel()
	names, err := fs.Glob(migrations.Files, "*.sql")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		if name < firstBesideCalls {
			continue
		}
		content, err := fs.ReadFile(migrations.Files, name)
		if err != nil {
			t.Fatal(err)
		}
		own := map[string]bool{}
		for _, m := range created.FindAllStringSubmatch(string(content), -1) {
			own[m[2]] = true
		}
		for _, m := range index.FindAllStringSubmatch(string(content), -1) {
			if m[2] == "" && !own[m[4]] {
				t.Errorf("%s: %s: want CONCURRENTLY, in a migration with NO TRANSACTION", name, m[0])
			}
		}
		if strings.Contains(string(content), "CONCURRENTLY") && !strings.Contains(string(content), "+goose NO TRANSACTION") {
			t.Errorf("%s: CONCURRENTLY wants +goose NO TRANSACTION", name)
		}
	}
}
