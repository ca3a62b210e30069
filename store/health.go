package store

import (
	"context"
	"fmt"
	"time"

	"tariffdesk/jobs"
)

// Health holds the figures of a database that an operator watches.
type Health struct {
	Version        string // of the server, such as "15.8"
	VersionNumber  int    // such as 150008
	Now            time.Time
	MaxConnections int
	Connections    int                // in use, of all databases of the server
	Durable        bool               // a commit waits for the disk
	OldestOpen     time.Duration      // since the oldest transaction began that is still open; nothing younger is vacuumed
	InvalidIndexes []string           // built in vain: they cost writes and serve no reads
	Bloated        []string           // tables with more dead rows than living ones, 10,000 at least
	Waiting        map[string]Waiting // by queue
	Deliveries     int                // webhook deliveries that were given up in the last day
	Late           int                // webhook deliveries that have been due for an hour
}

// Waiting counts the jobs that wait in a queue.
type Waiting struct {
	Jobs   int
	Oldest time.Duration
}

const selectHealth = `SELECT current_setting('server_version'), current_setting('server_version_num')::int, clock_timestamp(),
	current_setting('max_connections')::int, (SELECT count(*) FROM pg_stat_activity WHERE backend_type = 'client backend'),
	current_setting('synchronous_commit') <> 'off' AND current_setting('fsync') = 'on',
	coalesce((SELECT extract(epoch FROM max(clock_timestamp() - xact_start)) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()), 0)::float8,
	ARRAY(SELECT indexrelid::regclass::text FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid WHERE NOT indisvalid AND c.relnamespace = current_schema()::regnamespace ORDER BY 1),
	ARRAY(SELECT relname::text FROM pg_stat_user_tables WHERE n_dead_tup > 10000 AND n_dead_tup > n_live_tup AND schemaname = current_schema() ORDER BY 1),
	(SELECT count(*) FROM webhook_deliveries WHERE state = 'failed' AND ended_at > now() - interval '1 day'),
	(SELECT count(*) FROM webhook_deliveries WHERE state = 'pending' AND next_at < now() - interval '1 hour')`

const selectWaiting = `SELECT kind, count(*), extract(epoch FROM now() - min(created_at))::float8 FROM jobs
	WHERE finished_at IS NULL AND state = 'queued' AND run_after <= now() GROUP BY kind`

// Health reads how the database stands.
func (s upkeep) Health(ctx context.Context) (h Health, err error) {
	var open float64
	err = s.pool.QueryRow(ctx, selectHealth).Scan(&h.Version, &h.VersionNumber, &h.Now, &h.MaxConnections, &h.Connections, &h.Durable,
		&open, &h.InvalidIndexes, &h.Bloated, &h.Deliveries, &h.Late)
	if err != nil {
		return h, fmt.Errorf("health of the database: %w", err)
	}
	h.OldestOpen = time.Duration(open * float64(time.Second))
	rows, err := s.pool.Query(ctx, selectWaiting)
	if err != nil {
		return h, fmt.Errorf("what waits: %w", err)
	}
	defer rows.Close()
	h.Waiting = map[string]Waiting{}
	for rows.Next() {
		var kind jobs.Kind
		var n int
		var seconds float64
		if err := rows.Scan(&kind, &n, &seconds); err != nil {
			return h, fmt.Errorf("what waits: %w", err)
		}
		queue := jobs.Specs()[kind].Queue
		w := h.Waiting[queue]
		h.Waiting[queue] = Waiting{w.Jobs + n, max(w.Oldest, time.Duration(seconds*float64(time.Second)))}
	}
	if err := rows.Err(); err != nil {
		return h, fmt.Errorf("what waits: %w", err)
	}
	return h, nil
}
