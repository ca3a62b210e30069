// Package devstack owns the PostgreSQL and Redis that run as children of `tariffdesk up`:
// finding the installed servers, their data folders, their private sockets, their start, their
// restart after a crash and their end.
//
// It refuses to serve a deployment: no network listener, no replication, no password; whoever
// may enter the socket folder (its owner and root) may connect. It knows nothing of the schema.
package devstack

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"time"
)

// systemDir keeps the data where the data folder lies below one that the children may not enter.
const systemDir = "/var/lib/tariffdesk"

// Config says where a child keeps its data and how it is found.
type Config struct {
	// DataDir is the data folder; it is created where missing. Each service takes a folder in it.
	DataDir string
	// Logger gets what a person should know: a changed place, a restart, a fallback.
	Logger *slog.Logger
	// StartTimeout bounds a start to the first answer, crash recovery included; 60 s where zero.
	StartTimeout time.Duration
	// StopTimeout bounds a clean end, after which the child is killed; 10 s where zero.
	StopTimeout time.Duration

	systemDir string   // instead of /var/lib/tariffdesk
	binDirs   []string // searched for servers instead of PATH and the usual folders
}

func (c Config) withDefaults() (Config, error) {
	if c.DataDir == "" {
		return c, errors.New("data folder: no path given")
	}
	dir, err := filepath.Abs(c.DataDir)
	if err != nil {
		return c, fmt.Errorf("data folder %s: %w", c.DataDir, err)
	}
	c.DataDir = dir
	if c.Logger == nil {
		c.Logger = slog.New(slog.DiscardHandler)
	}
	if c.StartTimeout == 0 {
		c.StartTimeout = 60 * time.Second
	}
	if c.StopTimeout == 0 {
		c.StopTimeout = 10 * time.Second
	}
	if c.systemDir == "" {
		c.systemDir = systemDir
	}
	return c, nil
}

// place holds the two things both services need before they can start: a locked folder of their own and the
// user that will own it.
type place struct {
	dir  string   // the service's data folder, 0700, owned by as
	base string   // the folder that holds dir: the data folder, or one below systemDir
	as   identity // the user the child runs as
	lock *os.File // held until release
}

// claim prepares the folder of service below c.DataDir and locks it against another run.
func claim(ctx context.Context, c Config, service, owned string) (*place, error) {
	if err := MakeDataDir(c.DataDir); err != nil {
		return nil, err
	}
	base, as, err := settle(ctx, c, service, owned)
	if err != nil {
		return nil, err
	}
	lock, err := lockFile(ctx, filepath.Join(base, service+".lock"), c.DataDir)
	if err != nil {
		return nil, err
	}
	return &place{base: base, as: as, lock: lock}, nil
}

func (p *place) release() { _ = p.lock.Close() }
