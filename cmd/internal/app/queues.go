package app

import (
	"net/http"

	"github.com/hibiken/asynqmon"
	"github.com/redis/go-redis/v9"
)

// queueClient gives the dashboard a Redis client of the process's own making.
type queueClient struct{ redis.UniversalClient }

// MakeRedisClient implements asynq's connection option.
func (q queueClient) MakeRedisClient() any { return q.UniversalClient }

// queues is the dashboard of the queues, which shows and changes nothing.
func (a *App) queues() (http.Handler, error) {
	rdb, err := a.client(5)
	if err != nil {
		return nil, err
	}
	return asynqmon.New(asynqmon.Options{RootPath: "/ops/queues", ReadOnly: true, RedisConnOpt: queueClient{rdb}}), nil
}
