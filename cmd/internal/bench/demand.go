package bench

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/redis/go-redis/v9"
)

// usage is the processor time that each part of the service has taken so far, and what PostgreSQL has
// written to its log.
type usage struct {
	postgres, redis, api, workers time.Duration
	logBytes                      float64
}

// parts are the processes whose usage is read; workers and api are the same process under `up`.
type parts struct {
	api     *child
	workers []*child
}

func (b *bench) usage(ctx context.Context, p parts) (u usage, err error) {
	var backend, postmaster int
	if err = b.store.QueryRow(ctx, `SELECT pg_backend_pid(), pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::float8`, nil, &backend, &u.logBytes); err != nil {
		return u, fmt.Errorf("CPU of PostgreSQL: %w", err)
	}
	if postmaster, err = parent(backend); err != nil {
		return u, err
	}
	if u.postgres, err = cpuOfFamily(postmaster); err != nil {
		return u, err
	}
	if u.redis, err = b.redisCPU(ctx); err != nil {
		return u, err
	}
	if u.api, err = p.api.cpu(); err != nil {
		return u, err
	}
	for _, w := range p.workers {
		took, err := w.cpu()
		if err != nil {
			return u, err
		}
		u.workers += took
	}
	return u, nil
}

// per divides what was taken since before by a number of calls.
func (u usage) per(before usage, calls int) usage {
	n := time.Duration(calls)
	return usage{
		(u.postgres - before.postgres) / n, (u.redis - before.redis) / n, (u.api - before.api) / n, (u.workers - before.workers) / n,
		(u.logBytes - before.logBytes) / float64(calls),
	}
}

func (u usage) total() time.Duration { return u.postgres + u.redis + u.api + u.workers }

func parent(pid int) (int, error) {
	raw, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return 0, fmt.Errorf("find the server: %w", err)
	}
	_, rest, _ := strings.Cut(string(raw), ") ")
	fields := strings.Fields(rest)
	if len(fields) < 2 {
		return 0, errors.New("find the server: no parent")
	}
	return strconv.Atoi(fields[1])
}

// cpuOfFamily is the time of a process and its children, those included that have ended.
func cpuOfFamily(pid int) (time.Duration, error) {
	all, err := filepath.Glob("/proc/[0-9]*/stat")
	if err != nil {
		return 0, fmt.Errorf("CPU of process %d: %w", pid, err)
	}
	var ticks int
	for _, stat := range all {
		raw, err := os.ReadFile(stat)
		if err != nil {
			continue // it has ended: its parent counts it
		}
		id, rest, _ := strings.Cut(string(raw), " ")
		_, rest, _ = strings.Cut(rest, ") ")
		fields := strings.Fields(rest)
		if len(fields) < 15 || id != strconv.Itoa(pid) && fields[1] != strconv.Itoa(pid) {
			continue
		}
		upTo := 13
		if id == strconv.Itoa(pid) {
			upTo = 15
		}
		for _, f := range fields[11:upTo] {
			n, _ := strconv.Atoi(f)
			ticks += n
		}
	}
	return time.Duration(ticks) * time.Second / 100, nil // in ticks of a hundredth
}

func (b *bench) redisCPU(ctx context.Context) (time.Duration, error) {
	rdb, err := b.client()
	if err != nil {
		return 0, err
	}
	defer func() { _ = rdb.Close() }()
	return redisCPU(ctx, rdb)
}

func redisCPU(ctx context.Context, rdb *redis.Client) (time.Duration, error) {
	info, err := rdb.Info(ctx, "cpu").Result()
	if err != nil {
		return 0, fmt.Errorf("CPU of Redis: %w", err)
	}
	seconds := 0.0
	for line := range strings.Lines(info) {
		name, value, _ := strings.Cut(strings.TrimSpace(line), ":")
		if name == "used_cpu_user" || name == "used_cpu_sys" {
			n, _ := strconv.ParseFloat(value, 64)
			seconds += n
		}
	}
	return time.Duration(seconds * float64(time.Second)), nil
}

const (
	createBare = `CREATE TABLE IF NOT EXISTS bare (id bigint PRIMARY KEY, state text NOT NULL, result json) WITH (fillfactor = 50)`
	insertBare = `INSERT INTO bare (id, state) VALUES ($1, 'queued')`
	claimBare  = `UPDATE bare SET state = 'running' WHERE id = $1`
	finishBare = `UPDATE bare SET state = 'done', result = $2 WHERE id = $1`
)

// bareRows measures how long PostgreSQL takes to insert a row of three columns, update it, and update it with an
// answer of the service, each a commit on its own: the least that three steps of a job could cost.
func (b *bench) bareRows(ctx context.Context, p parts, callers, n int) (time.Duration, error) {
	if err := b.store.Exec(ctx, createBare); err != nil {
		return 0, fmt.Errorf("bare rows: %w", err)
	}
	before, err := b.usage(ctx, p)
	if err != nil {
		return 0, err
	}
	var id atomic.Int64
	errs := make(chan error, callers)
	var wg sync.WaitGroup
	for range callers {
		wg.Go(func() {
			for i := id.Add(1); i <= int64(n); i = id.Add(1) {
				err := errors.Join(b.store.Exec(ctx, insertBare, i), b.store.Exec(ctx, claimBare, i), b.store.Exec(ctx, finishBare, i, sampleResult))
				if err != nil {
					errs <- err
					return
				}
			}
		})
	}
	wg.Wait()
	select {
	case err := <-errs:
		return 0, fmt.Errorf("bare rows: %w", err)
	default:
	}
	after, err := b.usage(ctx, p)
	if err != nil {
		return 0, err
	}
	return after.per(before, n).postgres, b.store.Exec(ctx, `DROP TABLE bare`)
}

func ms(d time.Duration) string { return fmt.Sprintf("%.2f ms", float64(d)/float64(time.Millisecond)) }
