package chaos

import (
	"net/http"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"tariffdesk/store/storetest"
)

// databaseRestored takes the database back to what a dump held: the processes are stopped, and start again on it. What
// the dump has is done and charged once, and what callers were promised since is named, all of it and nothing else.
func databaseRestored(t *testing.T) {
	pg, err := storetest.StartPostgres()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = pg.Close() })
	url, err := pg.CreateMigrated(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	h := newHouseOn(t, url)
	worker := h.start("worker")
	api := h.start("api")
	succeeded(t, h.background(20, "cotton shirt")()...)
	running := h.background(5, "chaos sleep 8s")
	h.untilState("running", 5)
	dump := filepath.Join(t.TempDir(), "dump")
	h.tool(t, "pg_dump", "-Fc", "-f", dump, "-d", url)
	promised := h.background(30, "cotton shirt")()
	succeeded(t, promised...)
	running() // they ended after the dump
	batch := h.submitWorkbook(t, "promised", 40)
	worker.kill()
	api.kill()
	h.store.Close()
	if err := pg.Recreate(t.Context()); err != nil {
		t.Fatal(err)
	}
	h.tool(t, "pg_restore", "--exit-on-error", "--no-owner", "-d", url, dump)
	h.reopen(t)
	storetest.CheckInvariants(t, h.store)
	out, err := h.command("job", "lost").CombinedOutput()
	if err != nil {
		t.Fatalf("job lost: %v\n%s", err, out)
	}
	named := string(out)
	if n := strings.Count(named, "gone, and not charged"); n != len(promised) {
		t.Errorf("%d jobs are named as gone, want %d\n%s", n, len(promised), named)
	}
	if n := strings.Count(named, "it runs again"); n != 5 {
		t.Errorf("%d jobs are named as running again, want 5\n%s", n, named)
	}
	for i, a := range promised {
		if id := a.header.Get("X-Job-ID"); id == "" || !strings.Contains(named, id) {
			t.Errorf("the job of promise %d, %q, is not named", i, id)
		}
	}
	h.start("worker")
	h.start("api")
	if a := h.get("/api/v3/jobs/" + batch); a.status != http.StatusNotFound {
		t.Errorf("a batch of after the dump: status %d", a.status)
	}
	h.settled(25)
	succeeded(t, h.background(10, "cotton shirt")()...)
	h.settled(35)
}

// tool runs a program of PostgreSQL.
func (h *house) tool(t *testing.T, name string, args ...string) {
	t.Helper()
	found, err := filepath.Glob("/usr/lib/postgresql/*/bin/" + name)
	if path, missing := exec.LookPath(name); missing == nil {
		found = append(found, path)
	}
	if err != nil || len(found) == 0 {
		t.Fatalf("%s is not installed: run scripts/setup", name)
	}
	if out, err := exec.Command(found[0], args...).CombinedOutput(); err != nil {
		t.Fatalf("%s: %v\n%s", name, err, out)
	}
}
