package app

import (
	"context"

	"github.com/redis/go-redis/v9"

	"tariffdesk/jobs"
	"tariffdesk/store"
)

// LostJobs compares what the Redis at a URL was told with a database that was restored to an earlier time; see jobs.Lost.
func LostJobs(ctx context.Context, s *store.Store, redisURL string) (missing, again []jobs.Told, err error) {
	options, err := redisOptions(redisURL)
	if err != nil {
		return nil, nil, err
	}
	rdb := redis.NewUniversalClient(options)
	defer func() { _ = rdb.Close() }()
	return jobs.Lost(ctx, s, rdb)
}
