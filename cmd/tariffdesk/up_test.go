package main

import (
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

func TestUpClassifiesStopsAndStartsAgainOnTheSameData(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(openDir(t, nil), "data")
	b := startInProcess(t, nil, "up", "--listen", "127.0.0.1:0", "--data", dir)
	ready := b.awaitLine(t, "ready ")
	d := readDemoFile(t, dir)
	if ready != "ready "+d.BaseURL {
		t.Errorf("%q, but demo.json has %s", ready, d.BaseURL)
	}
	info, err := os.Stat(filepath.Join(dir, "demo.json"))
	if err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("demo.json: %v, %v", info, err)
	}
	if said := b.out.String(); !strings.Contains(said, "console "+d.BaseURL+"/app/ email "+d.Email+" password "+d.Password+"\n") {
		t.Errorf("the first start does not say how to sign in: %s", said)
	}
	call(t, d)
	if list := mustInvoke(t, nil, "org", "list", "--data", dir); !strings.Contains(list, "999") || !strings.Contains(list, "pro") {
		t.Errorf("one credit of 1000 should be used: %s", list)
	}
	b.stop()
	if err := <-b.err; err != nil {
		t.Fatalf("asked to stop: %v", err)
	}
	if left := processesBelow(t, dir); left != "" {
		t.Errorf("left running: %s", left)
	}

	b = startInProcess(t, nil, "up", "--listen", "127.0.0.1:0", "--data", dir)
	ready = b.awaitLine(t, "ready ")
	again := readDemoFile(t, dir)
	if again.APIKey != d.APIKey || again.OrganisationID != d.OrganisationID || again.Password != d.Password {
		t.Error("the demo changed with the second start")
	}
	if ready != "ready "+again.BaseURL {
		t.Errorf("base_url %s is not refreshed: %s", again.BaseURL, ready)
	}
	if said := b.out.String(); !strings.Contains(said, again.BaseURL+"/app/ email and password in "+filepath.Join(dir, "demo.json")) || strings.Contains(said, d.Password) {
		t.Errorf("a later start does not say where the sign-in stands, or tells the password again: %s", said)
	}
	call(t, again)
}

func TestThePrintedCallWorksAsItIs(t *testing.T) {
	t.Parallel()
	p := startUp(t, filepath.Join(openDir(t, nil), "data"), nil)
	out, err := exec.Command("sh", "-c", p.curl).Output()
	if err != nil || !strings.Contains(string(out), `"hscodes_array":[{`) {
		t.Errorf("%s: %v: %s", p.curl, err, out)
	}
}

func TestUpSurvivesKillingAsAnyUser(t *testing.T) {
	t.Parallel()
	for name, as := range map[string]*syscall.Credential{"own user": nil, "normal user": normalUser(t)} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := filepath.Join(openDir(t, as), "data")
			p := startUp(t, dir, as)
			before := readDemoFile(t, dir)
			call(t, before)
			p.signal(t, syscall.SIGKILL)
			awaitNoProcessBelow(t, dir)
			p = startUp(t, dir, as)
			after := readDemoFile(t, dir)
			if after.APIKey != before.APIKey || after.BaseURL != p.url {
				t.Errorf("demo before %+v, after %+v", before, after)
			}
			call(t, after)
		})
	}
}

func TestUpWorksBelowAFolderThatOnlyItsOwnerMayEnter(t *testing.T) {
	t.Parallel()
	closed := openDir(t, nil)
	if err := os.Chmod(closed, 0o700); err != nil {
		t.Fatal(err)
	}
	dir := filepath.Join(closed, "data")
	p := startUp(t, dir, nil)
	call(t, readDemoFile(t, dir))
	if list := mustInvoke(t, nil, "org", "list", "--data", dir); !strings.Contains(list, "demo") {
		t.Errorf("the commands do not find its database: %s", list)
	}
	p.signal(t, syscall.SIGTERM)
	if id, err := os.ReadFile(filepath.Join(dir, "id")); err == nil { // only root keeps data elsewhere
		elsewhere := filepath.Join("/var/lib/tariffdesk", strings.TrimSpace(string(id)))
		if !strings.Contains(p.log.String(), elsewhere) {
			t.Errorf("the log does not say that data is in %s: %s", elsewhere, p.log)
		}
		removeSockets(elsewhere)
		if err := os.RemoveAll(elsewhere); err != nil {
			t.Error(err)
		}
	}
}

func TestAStopDuringTheFirstStartEndsCleanlyAndTheNextOneWorks(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(openDir(t, nil), "data")
	b := startInProcess(t, nil, "up", "--listen", "127.0.0.1:0", "--data", dir)
	deadline := time.After(4 * time.Minute)
	poll := time.NewTicker(time.Millisecond)
	defer poll.Stop()
	for begun := false; !begun; {
		halfMade, _ := filepath.Glob(filepath.Join(dir, "postgres-*.new"))
		begun = len(halfMade) > 0
		select {
		case <-poll.C:
		case <-deadline:
			t.Fatal("the data folder does not appear")
		}
	}
	b.stop()
	if err := <-b.err; err != nil {
		t.Fatalf("asked to stop: %v", err)
	}
	b = startInProcess(t, nil, "up", "--listen", "127.0.0.1:0", "--data", dir)
	b.awaitLine(t, "ready ")
}

func TestATakenPortIsNamedBeforeAnythingStarts(t *testing.T) {
	t.Parallel()
	taken, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer taken.Close()
	dir := filepath.Join(openDir(t, nil), "data")
	_, err = invoke(t, nil, "up", "--listen", taken.Addr().String(), "--data", dir)
	if err == nil || !strings.Contains(err.Error(), taken.Addr().String()) || exitCode(err) != 1 {
		t.Errorf("error %v", err)
	}
	if _, err := os.Stat(dir); err == nil {
		t.Error("the data folder was made all the same")
	}
}

func TestAnUnwritableDataFolderIsNamed(t *testing.T) {
	t.Parallel()
	file := filepath.Join(openDir(t, nil), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	_, err := invoke(t, nil, "up", "--listen", "127.0.0.1:0", "--data", file)
	if err == nil || !strings.Contains(err.Error(), file) || exitCode(err) != 1 {
		t.Errorf("error %v", err)
	}
}

func TestASecondUpOnTheSameDataIsRefused(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(openDir(t, nil), "data")
	b := startInProcess(t, nil, "up", "--listen", "127.0.0.1:0", "--data", dir)
	b.awaitLine(t, "ready ")
	_, err := invoke(t, nil, "up", "--listen", "127.0.0.1:0", "--data", dir)
	if err == nil || !strings.Contains(err.Error(), "in use by another tariffdesk") {
		t.Errorf("error %v", err)
	}
	call(t, readDemoFile(t, dir))
}

// processesBelow lists the processes that name the folder in their arguments or work below it:
// PostgreSQL does the one, Redis the other.
func processesBelow(t *testing.T, dir string) string {
	t.Helper()
	out, err := exec.Command("ps", "-eo", "pid=,stat=,args=").Output()
	if err != nil {
		t.Fatal(err)
	}
	var left []string
	for line := range strings.SplitSeq(string(out), "\n") {
		fields := strings.Fields(line)
		if len(fields) < 3 || strings.HasPrefix(fields[1], "Z") {
			continue
		}
		at, _ := os.Readlink(filepath.Join("/proc", fields[0], "cwd"))
		if strings.Contains(line, dir) || strings.HasPrefix(at, dir) {
			left = append(left, line)
		}
	}
	return strings.Join(left, "\n")
}

func awaitNoProcessBelow(t *testing.T, dir string) {
	t.Helper()
	deadline := time.After(4 * time.Minute)
	poll := time.NewTicker(20 * time.Millisecond)
	defer poll.Stop()
	for processesBelow(t, dir) != "" {
		select {
		case <-poll.C:
		case <-deadline:
			t.Fatalf("left running: %s", processesBelow(t, dir))
		}
	}
}
