package devstack

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// idFile holds the name of a data folder below systemDir.
const idFile = "id"

// MakeDataDir creates the data folder, checks that this process may write in it, and says what is
// wrong where it may not.
func MakeDataDir(dir string) error {
	created := false
	if _, err := os.Stat(dir); errors.Is(err, fs.ErrNotExist) {
		created = true
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return fmt.Errorf("data folder %s cannot be created (%w): choose another one", dir, errors.Unwrap(err))
	}
	if created {
		// A child of root has to pass through it; what lies inside has modes of its own.
		mode := fs.FileMode(0o700)
		if os.Geteuid() == 0 {
			mode = 0o711
		}
		if err := os.Chmod(dir, mode); err != nil {
			return fmt.Errorf("data folder %s: %w", dir, err)
		}
	}
	probe, err := os.CreateTemp(dir, ".writable-")
	if err != nil {
		return fmt.Errorf("data folder %s is not writable by user %s (%w): choose another one, or give it to that user",
			dir, current().name, errors.Unwrap(err))
	}
	_ = probe.Close()
	return os.Remove(probe.Name())
}

// settle decides who runs a child and below which folder its data lies. owned is the pattern of
// the service's folder: a folder of an earlier start keeps its owner.
func settle(ctx context.Context, c Config, service, owned string) (base string, as identity, err error) {
	if os.Geteuid() != 0 {
		return c.DataDir, current(), nil
	}
	as, err = unprivileged(filepath.Join(c.DataDir, owned))
	if err != nil {
		return "", as, err
	}
	if as.mayEnter(ctx, c.DataDir) {
		return c.DataDir, as, nil
	}
	id, err := folderID(c.DataDir)
	if err != nil {
		return "", as, err
	}
	base = filepath.Join(c.systemDir, id)
	if err := os.MkdirAll(base, 0o755); err != nil {
		return "", as, fmt.Errorf("create %s for the data that user %s may not reach in %s: %w", base, as.name, c.DataDir, err)
	}
	// A person who finds the place later can tell whether it is still wanted.
	if err := os.WriteFile(filepath.Join(base, "data_folder"), []byte(c.DataDir+"\n"), 0o600); err != nil {
		return "", as, fmt.Errorf("note what %s belongs to: %w", base, err)
	}
	if as, err = unprivileged(filepath.Join(base, owned)); err != nil {
		return "", as, err
	}
	if !as.mayEnter(ctx, base) {
		return "", as, fmt.Errorf("user %s may enter neither %s nor %s", as.name, c.DataDir, base)
	}
	c.Logger.WarnContext(ctx, "data kept elsewhere, a parent of the data folder is closed to the user of the child",
		"server", service, "data_folder", c.DataDir, "kept_in", base, "user", as.name)
	return base, as, nil
}

// folderID returns the random name that ties a data folder to its place below systemDir. It is
// kept in the data folder, so a deleted data folder starts empty and a moved one keeps its data.
func folderID(dataDir string) (string, error) {
	path := filepath.Join(dataDir, idFile)
	fresh, err := os.CreateTemp(dataDir, ".id-")
	if err != nil {
		return "", fmt.Errorf("name data folder: %w", err)
	}
	defer os.Remove(fresh.Name())
	_, err = fresh.WriteString(strings.ToLower(rand.Text()) + "\n")
	if err = errors.Join(err, fresh.Close()); err != nil {
		return "", fmt.Errorf("name data folder: %w", err)
	}
	// Both services start at once: a link lets exactly one of them give the name.
	if err := os.Link(fresh.Name(), path); err != nil && !errors.Is(err, fs.ErrExist) {
		return "", fmt.Errorf("name data folder: %w", err)
	}
	b, err := os.ReadFile(path)
	if err != nil {
		return "", fmt.Errorf("name data folder: %w", err)
	}
	id := strings.TrimSpace(string(b))
	if id == "" || strings.ContainsAny(id, "/.") {
		return "", fmt.Errorf("%s does not hold the name of a folder: remove it", path)
	}
	return id, nil
}

// own makes dir with mode 0700 and gives it to the user of the child.
func own(dir string, as identity) error {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return fmt.Errorf("create %s: %w", dir, err)
	}
	if os.Geteuid() == 0 {
		if err := os.Chown(dir, as.uid, as.gid); err != nil {
			return fmt.Errorf("give %s to user %s: %w", dir, as.name, err)
		}
	}
	if err := os.Chmod(dir, 0o700); err != nil {
		return fmt.Errorf("close %s to others: %w", dir, err)
	}
	return nil
}

// lockFile takes the lock of a service's folder. A killed holder lets go as the kernel ends it,
// so a short wait tells a dying run from a living one.
func lockFile(ctx context.Context, path, dataDir string) (*os.File, error) {
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return nil, fmt.Errorf("lock data folder %s: %w", dataDir, err)
	}
	deadline := time.After(time.Second)
	retry := time.NewTicker(20 * time.Millisecond)
	defer retry.Stop()
	for {
		err = syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
		if err == nil {
			break
		}
		select {
		case <-retry.C:
		case <-ctx.Done():
			_ = f.Close()
			return nil, context.Cause(ctx)
		case <-deadline:
			holder := make([]byte, 20)
			n, _ := f.ReadAt(holder, 0)
			_ = f.Close()
			return nil, fmt.Errorf("data folder %s is in use by another tariffdesk (process %s): stop it, or choose another folder",
				dataDir, strings.TrimSpace(string(holder[:n])))
		}
	}
	_ = f.Truncate(0)
	_, _ = f.WriteAt([]byte(strconv.Itoa(os.Getpid())+"\n"), 0)
	return f, nil
}
