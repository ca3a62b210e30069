package devstack

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
)

const (
	databaseName = "tariffdesk" // of the database and of its only user
	socketPort   = "5432"       // names the socket file; no port is listened on
)

// Postgres is a running PostgreSQL of our own.
type Postgres struct {
	service *service
	place   *place
	bin     string
	sockets string
	link    string
}

// StartPostgres starts the installed PostgreSQL on a private unix socket with its data below
// c.DataDir and returns once the database answers. The first start creates the cluster. Errors
// name the data folder or the missing program and show the end of the server's own log.
func StartPostgres(ctx context.Context, c Config) (*Postgres, error) {
	c, err := c.withDefaults()
	if err != nil {
		return nil, err
	}
	installed, err := installations(ctx, c.binDirs)
	if err != nil {
		return nil, err
	}
	place, err := claim(ctx, c, "postgres", clusterPrefix+"*")
	if err != nil {
		return nil, err
	}
	chosen, left := chooseInstallation(installed, place.base)
	for _, folder := range left {
		c.Logger.WarnContext(ctx, "data of another PostgreSQL version is left untouched", "folder", folder, "starting", chosen.major)
	}
	place.dir = chosen.cluster(place.base)
	p := &Postgres{place: place, bin: chosen.bin, link: filepath.Join(place.base, "postgres.socket")}
	if err := p.run(ctx, c); err != nil {
		p.release()
		return nil, err
	}
	return p, nil
}

func (p *Postgres) run(ctx context.Context, c Config) error {
	if err := p.create(ctx); err != nil {
		return err
	}
	if err := p.clear(ctx); err != nil {
		return err
	}
	sockets, err := socketFolder(ctx, p.link, p.place.as)
	if err != nil {
		return err
	}
	p.sockets = sockets
	p.service = &service{
		name: "PostgreSQL", as: p.place.as, logFile: filepath.Join(p.place.base, "postgres.log"),
		dir: p.place.dir, command: p.command(), clear: p.clear, ready: p.ready,
		ask:          syscall.SIGINT,  // fast: open sessions are cut, a checkpoint is written
		orphaned:     syscall.SIGQUIT, // at once: the next start recovers from the log
		startTimeout: c.StartTimeout, stopTimeout: c.StopTimeout, log: c.Logger,
	}
	return p.service.start(ctx)
}

// URL is the address of the database, for pgx.
func (p *Postgres) URL() string { return p.url(databaseName) }

func (p *Postgres) url(database string) string {
	query := url.Values{"host": {p.sockets}, "port": {socketPort}, "user": {databaseName}, "sslmode": {"disable"}}
	return "postgres:///" + database + "?" + query.Encode()
}

// Close ends PostgreSQL cleanly. A second call does nothing.
func (p *Postgres) Close() error {
	err := p.service.close()
	p.release()
	return err
}

func (p *Postgres) release() {
	removeSocketFolder(p.link)
	p.place.release()
}

// create makes the cluster in a folder aside and renames it, so that a start killed meanwhile
// never leaves half of one.
func (p *Postgres) create(ctx context.Context) error {
	if _, err := os.Stat(filepath.Join(p.place.dir, "PG_VERSION")); err == nil {
		return own(p.place.dir, p.place.as)
	}
	if _, err := os.Stat(p.place.dir); err == nil {
		return fmt.Errorf("%s exists and holds no PostgreSQL data: move it away", p.place.dir)
	}
	fresh := p.place.dir + ".new"
	if err := os.RemoveAll(fresh); err != nil {
		return fmt.Errorf("clear %s: %w", fresh, err)
	}
	if err := own(fresh, p.place.as); err != nil {
		return err
	}
	if err := p.initdb(ctx, fresh); err != nil {
		return err
	}
	if err := os.Rename(fresh, p.place.dir); err != nil {
		return fmt.Errorf("create PostgreSQL data: %w", err)
	}
	return nil
}

func (p *Postgres) initdb(ctx context.Context, dir string) error {
	logFile := filepath.Join(p.place.base, "initdb.log")
	output, err := os.Create(logFile)
	if err != nil {
		return fmt.Errorf("log of initdb: %w", err)
	}
	defer output.Close()
	cmd := exec.CommandContext(ctx, filepath.Join(p.bin, "initdb"), "--pgdata", dir, "--username", databaseName,
		"--auth-local", "trust", "--auth-host", "reject", "--encoding", "UTF8", "--locale", "C")
	cmd.Dir, cmd.Env, cmd.Stdout, cmd.Stderr = dir, childEnv(dir), output, output
	child, err := launch(cmd, p.place.as, syscall.SIGKILL)
	if err != nil {
		return err
	}
	<-child.done
	if child.err != nil {
		return fmt.Errorf("create PostgreSQL data in %s (%w):\n%s", dir, child.err, tail(logFile))
	}
	return nil
}

// clear ends servers of a killed run and removes their pid file: the lock of the folder is ours,
// and PostgreSQL would take a recycled process number for a living server.
func (p *Postgres) clear(ctx context.Context) error {
	if err := endOrphans(ctx, postgresProgram, p.place.dir); err != nil {
		return err
	}
	if err := os.Remove(filepath.Join(p.place.dir, "postmaster.pid")); err != nil && !errors.Is(err, os.ErrNotExist) {
		return fmt.Errorf("remove stale pid file: %w", err)
	}
	return nil
}

func (p *Postgres) command() []string {
	command := []string{filepath.Join(p.bin, postgresProgram), "-D", p.place.dir}
	for _, setting := range p.settings() {
		command = append(command, "-c", setting)
	}
	return command
}

// settings suit a small machine. Durability is not traded: fsync and synchronous commits stay.
func (p *Postgres) settings() []string {
	return []string{
		"listen_addresses=", "port=" + socketPort, "unix_socket_directories=" + p.sockets, "unix_socket_permissions=0700",
		"max_connections=100", "shared_buffers=96MB", "huge_pages=off", "work_mem=8MB", "maintenance_work_mem=64MB",
		"effective_cache_size=512MB", "random_page_cost=1.1", "jit=off", "max_parallel_workers_per_gather=0",
		"fsync=on", "synchronous_commit=on", "full_page_writes=on",
		"wal_level=minimal", "max_wal_senders=0", "max_wal_size=1GB", "checkpoint_timeout=15min",
		"max_logical_replication_workers=0", "timezone=UTC", "log_timezone=UTC",
		// Statements carry what callers sent; they stay out of the log.
		"log_min_error_statement=panic", "log_min_messages=warning", "log_checkpoints=off",
	}
}

// ready tries to reach the database and creates it where the cluster is new.
func (p *Postgres) ready(ctx context.Context) error {
	conn, err := pgx.Connect(ctx, p.URL())
	if err == nil {
		return conn.Close(ctx)
	}
	const noSuchDatabase = "3D000"
	if pgErr, ok := errors.AsType[*pgconn.PgError](err); !ok || pgErr.Code != noSuchDatabase {
		return err
	}
	if conn, err = pgx.Connect(ctx, p.url("postgres")); err != nil {
		return err
	}
	defer conn.Close(ctx)
	_, err = conn.Exec(ctx, "CREATE DATABASE "+databaseName)
	return err
}

// RunningPostgres returns the address of the PostgreSQL that another process runs on dataDir.
func RunningPostgres(dataDir string) (url string, running bool) {
	bases := []string{dataDir}
	if b, err := os.ReadFile(filepath.Join(dataDir, idFile)); err == nil {
		bases = append(bases, filepath.Join(systemDir, strings.TrimSpace(string(b))))
	}
	for _, base := range bases {
		sockets, err := os.Readlink(filepath.Join(base, "postgres.socket"))
		if err != nil {
			continue
		}
		if _, err := os.Stat(filepath.Join(sockets, ".s.PGSQL."+socketPort)); err == nil {
			return (&Postgres{sockets: sockets}).URL(), true
		}
	}
	return "", false
}
