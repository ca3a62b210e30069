package limit

import (
	"context"
	"time"

	"github.com/google/uuid"
	"github.com/redis/go-redis/v9"
)

// places bounds what goes on at once by key, for all processes. Each place is held under a lease: that
// of a process that died is free again after it.
type places struct {
	rdb  redis.UniversalClient
	most int
}

// placeLease is longer than any call that holds a place: a body may take bodyTotal after uploadWait.
const placeLease = 3 * time.Minute

// takePlace counts the places whose lease holds, by the clock of Redis, and takes one in the same step.
var takePlace = redis.NewScript(`
local now = redis.call('TIME')
local ms = now[1] * 1000 + math.floor(now[2] / 1000)
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', ms)
if redis.call('ZCARD', KEYS[1]) >= tonumber(ARGV[1]) then
  return 0
end
redis.call('ZADD', KEYS[1], ms + tonumber(ARGV[3]), ARGV[2])
redis.call('PEXPIRE', KEYS[1], ARGV[3])
return 1`)

// take reports whether there is room; if so, leave gives it back.
func (p places) take(ctx context.Context, key string) (leave func(), ok bool, err error) {
	key = "places:" + key
	holder := uuid.NewString()
	taken, err := takePlace.Run(ctx, p.rdb, []string{key}, p.most, holder, placeLease.Milliseconds()).Int()
	if err != nil || taken == 0 {
		return func() {}, false, err
	}
	return func() {
		// The call's own time may be over; what cannot be given back ends with its lease.
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), time.Second)
		defer cancel()
		p.rdb.ZRem(ctx, key, holder)
	}, true, nil
}
