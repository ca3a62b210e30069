package app

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"time"

	"github.com/redis/go-redis/v9"

	"tariffdesk/blob"
	"tariffdesk/jobs"
	"tariffdesk/store"
)

// Finding is one result of the examination of a deployment.
type Finding struct {
	Subject string
	Level   Level
	Found   string
	Do      string // "" where nothing is to be done
}

// Level grades a finding.
type Level string

// The levels: in order, worth a look, broken.
const (
	LevelOK   Level = "ok"
	LevelWarn Level = "warn"
	LevelFail Level = "fail"
)

// examination collects findings.
type examination struct{ findings []Finding }

func (x *examination) add(level Level, subject, found, do string) {
	x.findings = append(x.findings, Finding{subject, level, found, do})
}

// note is ok where bad is false.
func (x *examination) note(bad bool, level Level, subject, found, do string) {
	if !bad {
		level, do = LevelOK, ""
	}
	x.add(level, subject, found, do)
}

// What a deployment is examined by.
const (
	oldestPostgres  = 150000 // as server_version_num
	longTransaction = 10 * time.Minute
	longWait        = 5 * time.Minute
)

// Examine looks at the settings, of which unread is what could not be understood, the servers and what they hold, changes nothing but a mark in the blob store, and goes
// on where something is away.
func Examine(ctx context.Context, cfg Config, unread error, log *slog.Logger) []Finding {
	x := &examination{}
	if err := cmp.Or(unread, cfg.Validate()); err != nil {
		for line := range strings.Lines(err.Error()) {
			x.add(LevelFail, "settings", strings.TrimSpace(line), "correct the variable")
		}
	} else {
		x.add(LevelOK, "settings", "complete", "")
	}
	s, err := (*store.Store)(nil), store.CheckURL(cfg.DatabaseURL)
	if err == nil {
		s, err = store.Open(ctx, cfg.DatabaseURL, minConns, log)
	}
	if err == nil {
		defer s.Close()
		err = x.database(ctx, s, cfg)
	}
	if err != nil {
		x.add(LevelFail, "database", err.Error(), "start PostgreSQL, or correct DATABASE_URL")
		s = nil
	}
	if err := x.redis(ctx, s, cfg, log); err != nil {
		x.add(LevelFail, "redis", err.Error(), "start Redis, or correct REDIS_URL")
	}
	x.blobs(ctx, s, cfg)
	return x.findings
}

func (x *examination) database(ctx context.Context, s *store.Store, cfg Config) error {
	if err := s.Ping(ctx); err != nil {
		return err
	}
	migrations, err := s.MigrationStatuses(ctx)
	if err != nil {
		return err
	}
	pending := 0
	for _, m := range migrations {
		if m.AppliedAt.IsZero() {
			pending++
		}
	}
	x.note(pending > 0, LevelFail, "schema", fmt.Sprintf("%d of %d migrations applied", len(migrations)-pending, len(migrations)), "tariffdesk migrate up")
	if pending > 0 {
		return nil // what follows reads tables that may be missing
	}
	h, err := s.Health(ctx)
	if err != nil {
		return err
	}
	x.note(h.VersionNumber < oldestPostgres, LevelWarn, "postgresql", h.Version, "move to PostgreSQL 15 or later")
	ahead := time.Until(h.Now)
	x.note(ahead.Abs() > maxClockDifference, LevelWarn, "clock", fmt.Sprintf("those of the database and this host differ by %s", ahead.Abs().Round(time.Millisecond)), "synchronise the clocks of all hosts")
	x.note(!h.Durable, LevelFail, "commits", map[bool]string{true: "wait for the disk", false: "do not wait for the disk"}[h.Durable], "set fsync and synchronous_commit on: a crash loses charges otherwise")
	x.note(h.Connections+cfg.DBMaxConns > h.MaxConnections, LevelWarn, "connections", fmt.Sprintf("%d of %d in use; this process may take %d", h.Connections, h.MaxConnections, cfg.DBMaxConns), "raise max_connections, lower DB_MAX_CONNS, or put pgbouncer between")
	x.note(h.OldestOpen > longTransaction, LevelWarn, "vacuum", fmt.Sprintf("the oldest open transaction began %s ago", h.OldestOpen.Round(time.Second)), "end it: nothing younger is vacuumed")
	x.note(len(h.Bloated) > 0, LevelWarn, "dead rows", orNone(h.Bloated), "look at autovacuum of these tables")
	x.note(len(h.InvalidIndexes) > 0, LevelFail, "indexes", orNone(h.InvalidIndexes), "DROP INDEX, then create it anew: it was built in vain")
	for _, queue := range jobs.Queues() {
		w := h.Waiting[queue]
		x.note(w.Oldest > longWait, LevelWarn, "queue "+queue, fmt.Sprintf("%d jobs wait, the oldest for %s", w.Jobs, w.Oldest.Round(time.Second)), "add workers, or look why none takes from it")
	}
	x.note(h.Late+h.Deliveries > 0, LevelWarn, "webhooks", fmt.Sprintf("%d given up in a day, %d due for an hour", h.Deliveries, h.Late), "ask the receivers; POST /api/v3/organization/webhook/deliveries/{id}/redeliver sends one again")
	return nil
}

func orNone(names []string) string {
	if len(names) == 0 {
		return "none"
	}
	return strings.Join(names, ", ")
}

func (x *examination) redis(ctx context.Context, s *store.Store, cfg Config, log *slog.Logger) error {
	rdb, err := connectRedis(cfg.RedisURL, minConns)
	if err != nil {
		return err
	}
	defer func() { _ = rdb.Close() }()
	if err := refuseMistaken(ctx, rdb, log); err != nil {
		return err
	}
	x.add(LevelOK, "redis", "answers, and evicts nothing", "")
	appends, err := rdb.ConfigGet(ctx, "appendonly").Result()
	if kept, known := appends["appendonly"]; err != nil || !known {
		x.add(LevelWarn, "redis file", "not known: the server hides its configuration", "make sure that it keeps an append-only file")
	} else {
		x.note(kept != "yes", LevelWarn, "redis file", "appendonly "+kept, "set appendonly yes: a restart loses queued work until the reconciler offers it again")
	}
	if s == nil {
		return nil
	}
	return x.queues(ctx, s, rdb)
}

// queues tells of queues that no division has any more and that hold tasks, and of pauses.
func (x *examination) queues(ctx context.Context, s *store.Store, rdb redis.UniversalClient) error {
	read, err := s.Divisions(ctx)
	if err != nil {
		return err
	}
	divisions := jobs.Divisions{}
	var divided, paused []string
	for _, d := range read {
		divisions[d.Queue] = d
		if d.Paused {
			paused = append(paused, d.Queue)
		}
		if d.Parts > 1 {
			divided = append(divided, fmt.Sprintf("%s in %d", d.Queue, d.Parts))
		}
	}
	x.add(LevelOK, "divisions", orNone(divided), "")
	x.note(len(paused) > 0, LevelWarn, "pauses", orNone(paused), "tariffdesk queue resume QUEUE")
	left, err := divisions.Abandoned(rdb)
	if err != nil {
		return err
	}
	x.note(len(left) > 0, LevelWarn, "old queues", orNone(left), "nothing where their jobs have ended; the reconciler offers the others anew")
	return nil
}

func (x *examination) blobs(ctx context.Context, s *store.Store, cfg Config) {
	check := func() error {
		if s == nil {
			return errors.New("not looked at without the database, which knows its mark")
		}
		blobs, err := blob.Open(ctx, cfg.BlobURL)
		if err != nil {
			return err
		}
		defer func() { _ = blobs.Close() }()
		return (&sharedBlobs{store: s, blobs: blobs}).check(ctx)
	}
	if err := check(); err != nil {
		x.add(LevelFail, "blobs", err.Error(), "correct BLOB_URL, or the rights of the process")
		return
	}
	x.add(LevelOK, "blobs", "read and written, those of this database", "")
}
