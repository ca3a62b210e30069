package api

import (
	"context"
	"sync"
	"time"

	"github.com/go-redis/redis_rate/v10"
	"github.com/redis/go-redis/v9"

	"tariffdesk/fail"
)

// What one organisation may do on one endpoint that costs nothing.
const (
	freeAtOnce    = 4
	freePerMinute = 60
)

var (
	errTooFast = fail.Newf(fail.CodeRateLimited, "more than %d requests a minute: try again in a minute", freePerMinute)
	errAtOnce  = fail.Newf(fail.CodeRateLimited, "more than %d requests at once: wait for one to end", freeAtOnce)
)

// limiter bounds the endpoints without a charge: by the minute across all processes, at once within each.
type limiter struct {
	rate *redis_rate.Limiter
	mu   sync.Mutex
	busy map[string]int
}

func newLimiter(rdb redis.UniversalClient) *limiter {
	return &limiter{rate: redis_rate.NewLimiter(rdb), busy: map[string]int{}}
}

// enter admits a request or returns a CodeRateLimited error. Redis away admits: the limit protects
// capacity, not a secret.
func (l *limiter) enter(ctx context.Context, organisationID, endpoint string) (release func(), err error) {
	key := organisationID + ":" + endpoint
	if !l.begin(key) {
		return nil, errAtOnce
	}
	ctx, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	if result, err := l.rate.Allow(ctx, "free:"+key, redis_rate.PerMinute(freePerMinute)); err == nil && result.Allowed == 0 {
		l.end(key)
		return nil, errTooFast
	}
	return func() { l.end(key) }, nil
}

func (l *limiter) begin(key string) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.busy[key] >= freeAtOnce {
		return false
	}
	l.busy[key]++
	return true
}

func (l *limiter) end(key string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.busy[key]--; l.busy[key] == 0 {
		delete(l.busy, key)
	}
}

// signInsPerMinute is how many failures an account and address may have.
const signInsPerMinute = 5

// Throttle counts failed sign-ins in Redis, for all processes. It implements account.Throttle.
type Throttle struct{ rate *redis_rate.Limiter }

// NewThrottle returns a throttle on a Redis client.
func NewThrottle(rdb redis.UniversalClient) *Throttle { return &Throttle{redis_rate.NewLimiter(rdb)} }

// Take counts an attempt and reports whether it is within the limit.
func (t *Throttle) Take(ctx context.Context, key string) (bool, error) {
	result, err := t.rate.Allow(ctx, key, redis_rate.PerMinute(signInsPerMinute))
	if err != nil {
		return false, err
	}
	return result.Allowed > 0, nil
}

// Forgive forgets the attempts under key.
func (t *Throttle) Forgive(ctx context.Context, key string) error { return t.rate.Reset(ctx, key) }
