package devstack

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

const (
	postgresProgram = "postgres"
	minMajor        = 14 // the oldest PostgreSQL its makers still mended when this was written
)

// postgresFolders are where systems keep the server programs, mostly off PATH.
func postgresFolders() []string {
	return []string{
		"/usr/lib/postgresql/*/bin",                          // Debian, Ubuntu
		"/usr/pgsql-*/bin",                                   // Fedora and its kin, from the project's packages
		"/opt/homebrew/opt/postgresql*/bin",                  // Homebrew on Apple silicon
		"/usr/local/opt/postgresql*/bin",                     // Homebrew on Intel
		"/Applications/Postgres.app/Contents/Versions/*/bin", // Postgres.app
	}
}

// installation is one major version of PostgreSQL on this machine.
type installation struct {
	major int
	bin   string // folder of initdb and postgres
}

// installations lists what is installed, newest first.
func installations(ctx context.Context, binDirs []string) ([]installation, error) {
	if binDirs == nil {
		binDirs = searchPath(postgresProgram, postgresFolders())
	}
	var found []installation
	for _, bin := range binDirs {
		if _, err := os.Stat(filepath.Join(bin, "initdb")); err != nil {
			continue
		}
		major, err := majorOf(ctx, filepath.Join(bin, postgresProgram))
		if err != nil || major < minMajor {
			continue
		}
		found = append(found, installation{major: major, bin: bin})
	}
	if len(found) == 0 {
		return nil, fmt.Errorf("PostgreSQL %d or newer is not installed: run scripts/setup, or set DATABASE_URL", minMajor)
	}
	slices.SortStableFunc(found, func(a, b installation) int { return b.major - a.major })
	return found, nil
}

// searchPath returns the folder of program on PATH, then all that match the patterns.
func searchPath(program string, patterns []string) []string {
	var dirs []string
	if path, err := exec.LookPath(program); err == nil {
		if real, err := filepath.EvalSymlinks(path); err == nil {
			dirs = append(dirs, filepath.Dir(real))
		}
	}
	for _, pattern := range patterns {
		matches, _ := filepath.Glob(pattern)
		dirs = append(dirs, matches...)
	}
	return dirs
}

// majorOf asks the server program: "postgres (PostgreSQL) 15.14 (Debian …)".
func majorOf(ctx context.Context, postgres string) (int, error) {
	out, err := exec.CommandContext(ctx, postgres, "--version").Output()
	if err != nil {
		return 0, fmt.Errorf("version of %s: %w", postgres, err)
	}
	return parseMajor(string(out))
}

func parseMajor(version string) (int, error) {
	_, rest, ok := strings.Cut(version, "(PostgreSQL) ")
	if !ok {
		return 0, errors.New("version of postgres not understood")
	}
	digits := strings.IndexFunc(rest, func(r rune) bool { return r < '0' || r > '9' })
	if digits < 0 {
		digits = len(rest)
	}
	return strconv.Atoi(rest[:digits])
}

// chooseInstallation prefers a version that already has data in base, so that an upgrade of the
// system does not seem to lose it. left names data that no installed version can read.
func chooseInstallation(installed []installation, base string) (chosen installation, left []string) {
	folders, _ := filepath.Glob(filepath.Join(base, clusterPrefix+"*"))
	for _, in := range installed {
		if slices.Contains(folders, in.cluster(base)) {
			return in, nil
		}
	}
	for _, folder := range folders {
		if _, err := strconv.Atoi(strings.TrimPrefix(filepath.Base(folder), clusterPrefix)); err == nil {
			left = append(left, folder)
		}
	}
	return installed[0], left
}

const clusterPrefix = "postgres-"

// cluster is the data folder of this major version: another one cannot read its files.
func (i installation) cluster(base string) string {
	return filepath.Join(base, clusterPrefix+strconv.Itoa(i.major))
}
