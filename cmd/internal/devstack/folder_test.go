package devstack

import (
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

func TestDataBelowAClosedFolderIsKeptElsewhereAndSaysSo(t *testing.T) {
	t.Parallel()
	if os.Geteuid() != 0 {
		// Only root drops to a user that may not enter: for everyone else there is no other place.
		dir := filepath.Join(t.TempDir(), "data")
		c, _ := config(t, dir)
		if pg := start(t, c); pg.place.base != dir {
			t.Errorf("kept in %s", pg.place.base)
		}
		return
	}
	closed := openDir(t)
	if err := os.Chmod(closed, 0o700); err != nil {
		t.Fatal(err)
	}
	dir := filepath.Join(closed, "data")
	c, log := config(t, dir)
	pg := start(t, c)
	if filepath.Dir(pg.place.base) != c.systemDir {
		t.Fatalf("kept in %s", pg.place.base)
	}
	if !strings.Contains(log.String(), dir) || !strings.Contains(log.String(), pg.place.base) {
		t.Errorf("the log does not name both places: %s", log)
	}
	write(t, pg.URL(), keep)
	if err := pg.Close(); err != nil {
		t.Fatal(err)
	}
	pg = start(t, c)
	if got := mustQuery(t, pg.URL(), recall); got != "here" {
		t.Errorf("kept %q", got)
	}
	if err := pg.Close(); err != nil {
		t.Fatal(err)
	}
	if err := os.RemoveAll(dir); err != nil {
		t.Fatal(err)
	}
	if got, err := query(t, start(t, c).URL(), recall); err == nil {
		t.Errorf("a deleted data folder still remembers %q", got)
	}
}

func TestServicesThatStartAtOnceAgreeOnTheNameOfTheirFolder(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	ids := make(chan string, 8)
	for range cap(ids) {
		go func() {
			id, err := folderID(dir)
			if err != nil {
				t.Error(err)
			}
			ids <- id
		}()
	}
	first := <-ids
	for range cap(ids) - 1 {
		if id := <-ids; id != first || id == "" {
			t.Errorf("%q and %q", first, id)
		}
	}
}

func TestASecondOwnerOfTheSameFolderIsRefusedByName(t *testing.T) {
	t.Parallel()
	dir := openDir(t)
	c, _ := config(t, dir)
	pg := start(t, c)
	_, err := StartPostgres(t.Context(), c)
	if err == nil || !strings.Contains(err.Error(), "in use by another tariffdesk") || !strings.Contains(err.Error(), dir) {
		t.Errorf("error %v", err)
	}
	mustQuery(t, pg.URL(), answer)
}

func TestAnUnusableDataFolderIsNamed(t *testing.T) {
	t.Parallel()
	as := normalUser(t)
	readOnly := openDir(t)
	if as == nil {
		if err := os.Chmod(readOnly, 0o555); err != nil {
			t.Fatal(err)
		}
	}
	file := filepath.Join(ownedDir(t, as), "file")
	if err := os.WriteFile(file, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	for name, tc := range map[string]struct {
		dir, want string
		as        *syscall.Credential
	}{
		"not writable":   {readOnly, "is not writable by user", as},
		"cannot be made": {filepath.Join(readOnly, "data"), "cannot be created", as},
		"a file":         {file, "cannot be created", nil},
		"no file system": {"/proc/tariffdesk", "cannot be created", nil},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, err := startHelper(t, tc.dir, tc.as)
			if err == nil || !strings.Contains(err.Error(), tc.want) || !strings.Contains(err.Error(), tc.dir) {
				t.Errorf("error %v, want it to name %s and say %q", err, tc.dir, tc.want)
			}
		})
	}
}

func TestAMissingPostgresSaysWhatToRun(t *testing.T) {
	t.Parallel()
	c, _ := config(t, openDir(t))
	c.binDirs = []string{}
	if _, err := StartPostgres(t.Context(), c); err == nil || !strings.Contains(err.Error(), "scripts/setup") {
		t.Errorf("error %v", err)
	}
}

func TestAnUpgradeOfPostgresDoesNotHideOlderData(t *testing.T) {
	t.Parallel()
	seventeen, fifteen := installation{17, "/17"}, installation{15, "/15"}
	for name, tc := range map[string]struct {
		installed []installation
		folders   []string
		want      int
		left      int
	}{
		"nothing yet":                   {[]installation{seventeen, fifteen}, nil, 17, 0},
		"data of the older one":         {[]installation{seventeen, fifteen}, []string{"postgres-15"}, 15, 0},
		"data of both":                  {[]installation{seventeen, fifteen}, []string{"postgres-15", "postgres-17"}, 17, 0},
		"data of one that is gone":      {[]installation{seventeen}, []string{"postgres-15"}, 17, 1},
		"half made and unrelated names": {[]installation{seventeen}, []string{"postgres-15.new", "postgres-x"}, 17, 0},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			base := t.TempDir()
			for _, f := range tc.folders {
				if err := os.Mkdir(filepath.Join(base, f), 0o700); err != nil {
					t.Fatal(err)
				}
			}
			chosen, left := chooseInstallation(tc.installed, base)
			if chosen.major != tc.want || len(left) != tc.left {
				t.Errorf("chose %d and left %v", chosen.major, left)
			}
		})
	}
}

func TestMajorVersionIsReadFromWhatPostgresPrints(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]int{
		"postgres (PostgreSQL) 15.14 (Debian 15.14-0+deb12u1)\n": 15,
		"postgres (PostgreSQL) 18beta1\n":                        18,
		"postgres (PostgreSQL) 17":                               17,
	} {
		if got, err := parseMajor(text); err != nil || got != want {
			t.Errorf("%q: %d, %v", text, got, err)
		}
	}
	if _, err := parseMajor("mysqld 8"); err == nil {
		t.Error("another program was taken for PostgreSQL")
	}
}
