package devstack

import (
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"github.com/jackc/pgx/v5"
)

func query(t *testing.T, url, sql string) (string, error) {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), url)
	if err != nil {
		return "", err
	}
	defer conn.Close(t.Context())
	var value string
	err = conn.QueryRow(t.Context(), sql).Scan(&value)
	return value, err
}

func mustQuery(t *testing.T, url, sql string) string {
	t.Helper()
	value, err := query(t, url, sql)
	if err != nil {
		t.Fatalf("%s: %v", sql, err)
	}
	return value
}

const (
	answer = `SELECT 'yes'`
	keep   = `CREATE TABLE kept AS SELECT 'here'::text AS what`
	recall = `SELECT what FROM kept`
)

func write(t *testing.T, url, sql string) {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), url)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(t.Context())
	if _, err := conn.Exec(t.Context(), sql); err != nil {
		t.Fatal(err)
	}
}

func start(t *testing.T, c Config) *Postgres {
	t.Helper()
	pg, err := StartPostgres(t.Context(), c)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = pg.Close() })
	return pg
}

func TestPostgresKeepsItsDataFromStartToStart(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(openDir(t), "data")
	c, _ := config(t, dir)
	pg := start(t, c)
	write(t, pg.URL(), keep)
	for setting, want := range map[string]string{"fsync": "on", "synchronous_commit": "on", "listen_addresses": ""} {
		if got := mustQuery(t, pg.URL(), "SHOW "+setting); got != want {
			t.Errorf("%s is %q, want %q", setting, got, want)
		}
	}
	if mode := modeOf(t, clusterIn(t, dir)); mode != 0o700 {
		t.Errorf("data folder has mode %o", mode)
	}
	sockets := pg.sockets
	if err := errors.Join(pg.Close(), pg.Close()); err != nil {
		t.Fatalf("closing twice: %v", err)
	}
	if _, err := os.Stat(sockets); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("the socket folder is left behind: %v", err)
	}
	if got := mustQuery(t, start(t, c).URL(), recall); got != "here" {
		t.Errorf("kept %q", got)
	}
}

func TestNoChildSurvivesAKilledOwnerAndItsDataStartsAgain(t *testing.T) {
	t.Parallel()
	for name, as := range map[string]*syscall.Credential{"own user": nil, "normal user": normalUser(t)} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := filepath.Join(ownedDir(t, as), "data")
			h, err := startHelper(t, dir, as)
			if err != nil {
				t.Fatal(err)
			}
			write(t, h.pg, keep)
			cluster, redis := clusterIn(t, dir), filepath.Join(dir, "redis")
			if len(workingIn(postgresProgram, cluster)) == 0 || len(workingIn(redisProgram, redis)) == 0 {
				t.Fatal("the children do not work in their data folders")
			}
			h.kill(t)
			eventually(t, "the children end", func() bool {
				return len(workingIn(postgresProgram, cluster)) == 0 && len(workingIn(redisProgram, redis)) == 0
			})
			again, err := startHelper(t, dir, as)
			if err != nil {
				t.Fatal(err)
			}
			if got := mustQuery(t, again.pg, recall); got != "here" {
				t.Errorf("kept %q", got)
			}
		})
	}
}

func TestRootUsesTheOwnerOfDataThatANormalUserMade(t *testing.T) {
	t.Parallel()
	as := normalUser(t)
	dir := filepath.Join(ownedDir(t, as), "data")
	h, err := startHelper(t, dir, as)
	if err != nil {
		t.Fatal(err)
	}
	write(t, h.pg, keep)
	h.kill(t)
	c, _ := config(t, dir)
	if got := mustQuery(t, start(t, c).URL(), recall); got != "here" {
		t.Errorf("kept %q", got)
	}
}

func TestStalePIDFileOfALivingStrangerDoesNotStopTheStart(t *testing.T) {
	t.Parallel()
	dir := openDir(t)
	c, _ := config(t, dir)
	if err := start(t, c).Close(); err != nil {
		t.Fatal(err)
	}
	cluster := clusterIn(t, dir)
	stale := strconv.Itoa(os.Getpid()) + "\n" + cluster + "\n1700000000\n5432\n/tmp\n\n"
	if err := os.WriteFile(filepath.Join(cluster, "postmaster.pid"), []byte(stale), 0o600); err != nil {
		t.Fatal(err)
	}
	mustQuery(t, start(t, c).URL(), answer)
}

func TestOrphansOfThisFolderAreEndedAndNoOneElse(t *testing.T) {
	t.Parallel()
	dir := openDir(t)
	c, _ := config(t, dir)
	pg := start(t, c)
	if err := pg.Close(); err != nil {
		t.Fatal(err)
	}
	cluster := clusterIn(t, dir)
	sockets, err := socketFolder(t.Context(), filepath.Join(openDir(t), "link"), pg.place.as)
	if err != nil {
		t.Fatal(err)
	}
	defer os.RemoveAll(sockets)
	orphan := &Postgres{place: pg.place, bin: pg.bin, sockets: sockets}
	command := orphan.command()
	cmd := exec.Command(command[0], command[1:]...)
	cmd.Dir = cluster
	left, err := launch(cmd, pg.place.as, syscall.SIGKILL)
	if err != nil {
		t.Fatal(err)
	}
	eventually(t, "the orphan answers", func() bool { return orphan.ready(t.Context()) == nil })

	stranger := exec.Command("sleep", "60")
	stranger.Dir = cluster
	if err := stranger.Start(); err != nil {
		t.Fatal(err)
	}
	defer func() { _ = stranger.Process.Kill(); _ = stranger.Wait() }()

	mustQuery(t, start(t, c).URL(), answer)
	<-left.done
	if err := stranger.Process.Signal(syscall.Signal(0)); err != nil {
		t.Errorf("a stranger in the folder was ended: %v", err)
	}
}

func TestFallenPostgresIsStartedAgain(t *testing.T) {
	t.Parallel()
	dir := openDir(t)
	c, _ := config(t, dir)
	pg := start(t, c)
	write(t, pg.URL(), keep)
	b, err := os.ReadFile(filepath.Join(clusterIn(t, dir), "postmaster.pid"))
	if err != nil {
		t.Fatal(err)
	}
	first, _, _ := strings.Cut(string(b), "\n")
	pid, err := strconv.Atoi(first)
	if err != nil {
		t.Fatal(err)
	}
	before := mustQuery(t, pg.URL(), "SELECT pg_postmaster_start_time()::text")
	if err := syscall.Kill(pid, syscall.SIGKILL); err != nil {
		t.Fatal(err)
	}
	eventually(t, "it answers again", func() bool {
		after, err := query(t, pg.URL(), "SELECT pg_postmaster_start_time()::text")
		return err == nil && after != before
	})
	if got := mustQuery(t, pg.URL(), recall); got != "here" {
		t.Errorf("kept %q", got)
	}
}

func TestAStartKilledInMidCreationLeavesNothingInTheWay(t *testing.T) {
	t.Parallel()
	dir := openDir(t)
	installed, err := installations(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	half := installed[0].cluster(dir) + ".new"
	if err := os.MkdirAll(filepath.Join(half, "base"), 0o700); err != nil {
		t.Fatal(err)
	}
	c, _ := config(t, dir)
	mustQuery(t, start(t, c).URL(), answer)
	if _, err := os.Stat(half); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("half a cluster is left: %v", err)
	}
}

func TestAFolderThatIsNoClusterIsNotTouched(t *testing.T) {
	t.Parallel()
	dir := openDir(t)
	installed, err := installations(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	foreign := filepath.Join(installed[0].cluster(dir), "thesis.txt")
	if err := errors.Join(os.Mkdir(filepath.Dir(foreign), 0o755), os.WriteFile(foreign, nil, 0o644)); err != nil {
		t.Fatal(err)
	}
	c, _ := config(t, dir)
	if _, err := StartPostgres(t.Context(), c); err == nil || !strings.Contains(err.Error(), "holds no PostgreSQL data") {
		t.Errorf("error %v", err)
	}
	if _, err := os.Stat(foreign); err != nil {
		t.Error(err)
	}
}
