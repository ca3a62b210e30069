package app

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/url"
	"os"
	"strconv"
	"strings"
	"time"

	"github.com/redis/go-redis/v9"

	"tariffdesk/jobs"
	"tariffdesk/store"
)

// redisOptions reads a REDIS_URL: redis://, rediss:// and unix:// as go-redis does,
// redis-sentinel://[user:password@]host:port[,host:port…]/master[/db] and
// redis-cluster://[user:password@]host:port[,host:port…]. Both of the latter take the parameters
// tls=true, tls_ca=FILE and tls_server_name=NAME, Sentinel also sentinel_user and sentinel_password.
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
	if u, err := url.Parse(raw); err == nil && u.Scheme != "unix" && u.Hostname() == "" {
		return nil, errors.New("no host given")
	}
	return &redis.UniversalOptions{
		Addrs: []string{o.Addr}, Username: o.Username, Password: o.Password, DB: o.DB, TLSConfig: o.TLSConfig,
		Dialer: dialerOf(o),
	}, nil
}

// dialerOf keeps the network of a unix socket, which the universal options cannot name.
func dialerOf(o *redis.Options) func(context.Context, string, string) (net.Conn, error) {
	if o.Network != "unix" {
		return dialer(o.TLSConfig)
	}
	return func(ctx context.Context, _, _ string) (net.Conn, error) {
		return new(net.Dialer).DialContext(ctx, "unix", o.Addr)
	}
}

// The bounds of a question to Redis. A client that waits long for a host that is frozen or has vanished learns
// late which one has taken over: go-redis's own five seconds, and its five tries to connect, add up to minutes.
const (
	connectLimit = 1500 * time.Millisecond // one packet may be lost: it is sent again after a second
	answerLimit  = 2 * time.Second         // a server may wait as long for its disk; a read that blocks has its own
)

// sentinelRetries bounds the retries of a question to one Sentinel. A Sentinel that vanished is asked twice for the primary
// before another is: with go-redis's own three retries that is sixteen seconds of waiting for answers.
const sentinelRetries = 1

// dialer connects so that a server which vanished without a word is noticed. go-redis leaves the
// encryption to it.
func dialer(encryption *tls.Config) func(context.Context, string, string) (net.Conn, error) {
	plain := store.Dialer()
	plain.Timeout = connectLimit
	if encryption == nil {
		return plain.DialContext
	}
	return func(ctx context.Context, network, addr string) (net.Conn, error) {
		return (&tls.Dialer{NetDialer: plain, Config: encryption}).DialContext(ctx, network, addr)
	}
}

func manyOptions(scheme, rest string) (*redis.UniversalOptions, error) {
	rest, query, _ := strings.Cut(rest, "?")
	hosts, path, _ := strings.Cut(rest, "/")
	o := &redis.UniversalOptions{IsClusterMode: scheme == "redis-cluster"}
	if err := readParameters(o, query); err != nil {
		return nil, err
	}
	o.Dialer = dialer(o.TLSConfig)
	if user, addrs, ok := cutLast(hosts, "@"); ok {
		info, err := url.Parse("redis://" + user + "@host")
		if err != nil {
			return nil, errors.New("user or password is not URL-encoded")
		}
		o.Username = info.User.Username()
		o.Password, _ = info.User.Password()
		hosts = addrs
	}
	if hosts == "" {
		return nil, errors.New("no host given")
	}
	o.Addrs = strings.Split(hosts, ",")
	for _, addr := range o.Addrs {
		if host, port, err := net.SplitHostPort(addr); err != nil || host == "" || port == "" {
			return nil, fmt.Errorf("%q is not host:port", addr)
		}
	}
	if scheme == "redis-cluster" {
		if path != "" {
			return nil, errors.New("a cluster has no databases: nothing may follow its hosts")
		}
		if o.SentinelUsername+o.SentinelPassword != "" {
			return nil, errors.New("sentinel_user and sentinel_password belong to redis-sentinel://")
		}
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

// readParameters reads what stands behind the question mark. A name that is not known is refused:
// it would be a setting that does nothing.
func readParameters(o *redis.UniversalOptions, query string) error {
	given, err := url.ParseQuery(query)
	if err != nil {
		return errors.New("what follows the question mark is not URL-encoded") // the cause may show a password
	}
	encryption := &tls.Config{MinVersion: tls.VersionTLS12}
	encrypted, details := false, false
	for name, values := range given {
		value := values[len(values)-1]
		switch name {
		case "sentinel_user":
			o.SentinelUsername = value
		case "sentinel_password":
			o.SentinelPassword = value
		case "tls":
			if encrypted, err = strconv.ParseBool(value); err != nil {
				return fmt.Errorf("tls=%q is not true or false", value)
			}
		case "tls_server_name":
			encryption.ServerName, details = value, true
		case "tls_ca":
			pem, err := os.ReadFile(value)
			if err != nil {
				return fmt.Errorf("tls_ca: %w", err)
			}
			encryption.RootCAs, details = x509.NewCertPool(), true
			if !encryption.RootCAs.AppendCertsFromPEM(pem) {
				return fmt.Errorf("tls_ca: %s holds no certificate", value)
			}
		default:
			return fmt.Errorf("parameter %q is not one of tls, tls_ca, tls_server_name, sentinel_user, sentinel_password", name)
		}
	}
	switch {
	case encrypted:
		o.TLSConfig = encryption
	case details:
		return errors.New("tls_ca and tls_server_name want tls=true")
	case o.SentinelUsername != "" && o.SentinelPassword == "":
		return errors.New("sentinel_user wants sentinel_password")
	}
	return nil
}

// clusterReload is how often the topology of a cluster is read again: after the death of a primary
// its slots are called in vain until then. go-redis's own is a minute.
const clusterReload = time.Second

// reloading has the topology read again at once after a question that failed, rather than within its second.
type reloading struct{ cluster *redis.ClusterClient }

func (r reloading) noted(ctx context.Context, err error) error {
	if err != nil && !errors.Is(err, redis.Nil) {
		r.cluster.ReloadState(ctx) // beside the caller, and once however many fail
	}
	return err
}

// DialHook changes nothing.
func (r reloading) DialHook(next redis.DialHook) redis.DialHook { return next }

// ProcessHook notes how a question ends.
func (r reloading) ProcessHook(next redis.ProcessHook) redis.ProcessHook {
	return func(ctx context.Context, cmd redis.Cmder) error { return r.noted(ctx, next(ctx, cmd)) }
}

// ProcessPipelineHook notes how several end.
func (r reloading) ProcessPipelineHook(next redis.ProcessPipelineHook) redis.ProcessPipelineHook {
	return func(ctx context.Context, cmds []redis.Cmder) error { return r.noted(ctx, next(ctx, cmds)) }
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
	o.DialTimeout, o.DialerRetries, o.ReadTimeout = connectLimit, 1, answerLimit
	if o.MasterName != "" {
		o.MaxRetries = sentinelRetries
	}
	if o.IsClusterMode {
		cluster := o.Cluster()
		cluster.ClusterStateReloadInterval = clusterReload
		c := redis.NewClusterClient(cluster)
		c.AddHook(reloading{c})
		return c, nil
	}
	return redis.NewUniversalClient(o), nil
}

// redisReady asks after every key that work needs: of a cluster, a part may be away while others answer.
func redisReady(rdb redis.UniversalClient, divisions func() jobs.Divisions) func(context.Context) error {
	return func(ctx context.Context) error {
		_, err := rdb.Pipelined(ctx, func(p redis.Pipeliner) error {
			for _, key := range divisions().RedisKeys() {
				p.Exists(ctx, key)
			}
			return nil
		})
		return err
	}
}

// redisLog gives go-redis's messages to the service's log.
type redisLog struct{ log *slog.Logger }

func (l redisLog) Printf(ctx context.Context, format string, args ...any) {
	l.log.WarnContext(ctx, "redis", "text", fmt.Sprintf(format, args...))
}

// refuseMistaken fails where Redis does not answer, is of another kind than its URL says, or may drop tasks
// when its memory is full. A server that hides its configuration, as managed ones do, is only warned about.
func refuseMistaken(ctx context.Context, rdb redis.UniversalClient, log *slog.Logger) error {
	switch err := rdb.Ping(ctx).Err(); {
	case errors.Is(err, redis.Nil): // of a Sentinel that was asked for a master
		return errors.New("REDIS_URL: the Sentinels know no master of this name")
	case err != nil:
		return fmt.Errorf("REDIS_URL: Redis does not answer: %w", err)
	}
	_, cluster := rdb.(*redis.ClusterClient)
	switch mode := rdb.InfoMap(ctx, "server").Item("Server", "redis_mode"); {
	case mode == "sentinel":
		return errors.New("REDIS_URL: the server is a Sentinel: want redis-sentinel://host:port/master")
	case mode == "cluster" && !cluster:
		return errors.New("REDIS_URL: the server is a node of a cluster: want redis-cluster://host:port")
	}
	if cluster {
		tellNodeTimeout(ctx, rdb, log)
	}
	return refuseEviction(ctx, rdb, log)
}

// longestNodeTimeout is the value in deploy/redis/cluster.conf: with it calls are served again within 8 s.
const longestNodeTimeout = 2 * time.Second

// tellNodeTimeout says so where a cluster takes long to replace a primary that was lost.
func tellNodeTimeout(ctx context.Context, rdb redis.UniversalClient, log *slog.Logger) {
	got, err := rdb.ConfigGet(ctx, "cluster-node-timeout").Result()
	if err != nil {
		return // managed servers hide it
	}
	if set, err := strconv.Atoi(got["cluster-node-timeout"]); err == nil && int64(set) > longestNodeTimeout.Milliseconds() {
		log.WarnContext(ctx, "when a primary of the Redis Cluster is lost, calls wait for two to three times its cluster-node-timeout; 2000 serves them again within 8 s", "cluster_node_timeout_ms", set)
	}
}

func refuseEviction(ctx context.Context, rdb redis.UniversalClient, log *slog.Logger) error {
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
