package app

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/url"
	"strconv"
	"strings"

	"github.com/redis/go-redis/v9"
)

// redisOptions reads a REDIS_URL: redis://, rediss:// and unix:// as go-redis does,
// redis-sentinel://[user:password@]host:port[,host:port…]/master[/db] and
// redis-cluster://[user:password@]host:port[,host:port…].
func redisOptions(raw string) (*redis.UniversalOptions, error) {
	scheme, rest, ok := strings.Cut(raw, "://")
	if !ok {
		return nil, errors.New("want a URL such as redis://host:6379")
	}
	switch scheme {
	case "redis", "rediss", "unix":
		return singleOptions(raw)
	case "redis-sentinel", "redis-cluster":
		return manyOptions(scheme, rest)
	}
	return nil, fmt.Errorf("scheme %q is not one of redis, rediss, unix, redis-sentinel, redis-cluster", scheme)
}

func singleOptions(raw string) (*redis.UniversalOptions, error) {
	o, err := redis.ParseURL(raw)
	if err != nil {
		return nil, errors.New("not a Redis URL") // the cause may show the password
	}
	return &redis.UniversalOptions{
		Addrs: []string{o.Addr}, Username: o.Username, Password: o.Password, DB: o.DB, TLSConfig: o.TLSConfig,
		Dialer: dialerOf(o),
	}, nil
}

// dialerOf keeps the network of a unix socket, which the universal options cannot name.
func dialerOf(o *redis.Options) func(context.Context, string, string) (net.Conn, error) {
	if o.Network != "unix" {
		return nil
	}
	return func(ctx context.Context, _, _ string) (net.Conn, error) {
		return new(net.Dialer).DialContext(ctx, "unix", o.Addr)
	}
}

func manyOptions(scheme, rest string) (*redis.UniversalOptions, error) {
	hosts, path, _ := strings.Cut(rest, "/")
	o := &redis.UniversalOptions{IsClusterMode: scheme == "redis-cluster"}
	if user, addrs, ok := cutLast(hosts, "@"); ok {
		info, err := url.Parse("redis://" + user + "@host")
		if err != nil {
			return nil, errors.New("user or password is not URL-encoded")
		}
		o.Username = info.User.Username()
		o.Password, _ = info.User.Password()
		hosts = addrs
	}
	o.Addrs = strings.Split(hosts, ",")
	if hosts == "" {
		return nil, errors.New("no host given")
	}
	if scheme == "redis-cluster" {
		return o, nil
	}
	master, db, _ := strings.Cut(path, "/")
	if master == "" {
		return nil, errors.New("no master name given, as in redis-sentinel://host:26379/mymaster")
	}
	o.MasterName = master
	if db != "" {
		n, err := strconv.Atoi(db)
		if err != nil || n < 0 {
			return nil, fmt.Errorf("database %q is not a number", db)
		}
		o.DB = n
	}
	return o, nil
}

func cutLast(s, sep string) (before, after string, found bool) {
	if i := strings.LastIndex(s, sep); i >= 0 {
		return s[:i], s[i+len(sep):], true
	}
	return "", s, false
}

// connectRedis returns a client; it connects when first used.
func connectRedis(raw string, poolSize int) (redis.UniversalClient, error) {
	o, err := redisOptions(raw)
	if err != nil {
		return nil, err
	}
	o.PoolSize = poolSize
	o.ContextTimeoutEnabled = true // a server that hangs must not hold a call beyond its deadline
	return redis.NewUniversalClient(o), nil
}

// redisLog gives go-redis's messages to the service's log.
type redisLog struct{ log *slog.Logger }

func (l redisLog) Printf(ctx context.Context, format string, args ...any) {
	l.log.WarnContext(ctx, "redis", "text", fmt.Sprintf(format, args...))
}

// refuseEviction fails where Redis may drop tasks when its memory is full. A server that hides its
// configuration, as managed ones do, is only warned about.
func refuseEviction(ctx context.Context, rdb redis.UniversalClient, log *slog.Logger) error {
	if err := rdb.Ping(ctx).Err(); err != nil {
		return fmt.Errorf("REDIS_URL: Redis does not answer: %w", err)
	}
	got, err := rdb.ConfigGet(ctx, "maxmemory-policy").Result()
	policy, known := got["maxmemory-policy"]
	switch {
	case err != nil || !known:
		log.WarnContext(ctx, "eviction policy of Redis not known; it must be noeviction", "error", err)
	case policy != "noeviction":
		return fmt.Errorf("REDIS_URL: the server's maxmemory-policy is %s; it must be noeviction, or queued work is lost", policy)
	}
	return nil
}
