//go:build hosts && linux

package hosts

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/redis/go-redis/v9"
)

// queues is Redis, as hosts of which one may be lost.
type queues struct {
	url   string
	nodes []*host
	// primary is the host that holds the queue of classifications now, nil while none does.
	primary func(ctx context.Context) *host
	whole   func(ctx context.Context) error // nil once each part has a primary and a replica
}

// queue is the key of the queue that callers wait for.
const queue = "asynq:{classify}:pending"

// shipped is a file of deploy/redis: what is tried is what deployments are told to run.
func shipped(t *testing.T, name string) string {
	t.Helper()
	content, err := os.ReadFile(filepath.Join("..", "..", "..", "deploy", "redis", name))
	if err != nil {
		t.Fatal(err)
	}
	return string(content)
}

func newRedisHost(t *testing.T, name, file string, lines ...string) *host {
	t.Helper()
	h := newHost(t, name)
	config := filepath.Join(h.dir, "redis.conf")
	h.must(os.WriteFile(config, []byte(shipped(t, file)+strings.Join(append([]string{"bind " + h.addr, "protected-mode no", "port 6379", "dir " + h.dir}, lines...), "\n")+"\n"), 0o600))
	h.runs(&service{name: "redis", args: []string{"redis-server", config}, answers: func() error { return ping(h.addr + ":6379") }})
	return h
}

func ping(addr string) error {
	return with(addr, func(ctx context.Context, c *redis.Client) error { return c.Ping(ctx).Err() })
}

// with asks one server.
func with(addr string, do func(context.Context, *redis.Client) error) error {
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	c := redis.NewClient(&redis.Options{Addr: addr, MaxRetries: -1, ContextTimeoutEnabled: true, DialerRetries: 1})
	defer func() { _ = c.Close() }()
	return do(ctx, c)
}

// newTrio is a primary and two replicas with a Sentinel beside each.
func newTrio(t *testing.T) *queues {
	t.Helper()
	var trio []*host
	for i := range 3 {
		var follows []string
		if i > 0 {
			follows = []string{"replicaof " + trio[0].addr + " 6379"}
		}
		h := newRedisHost(t, fmt.Sprint("redis", i+1), "redis.conf", follows...)
		trio = append(trio, h)
		config := filepath.Join(h.dir, "sentinel.conf")
		watch := strings.ReplaceAll(shipped(t, "sentinel.conf"), "127.0.0.1", trio[0].addr)
		h.must(os.WriteFile(config, fmt.Appendf(nil, "bind %s\nprotected-mode no\nport 26379\ndir %s\n%s", h.addr, h.dir, watch), 0o600))
		h.runs(&service{name: "sentinel", args: []string{"redis-server", config, "--sentinel"}, answers: func() error { return ping(h.addr + ":26379") }})
		h.boot()
	}
	q := &queues{nodes: trio, url: "redis-sentinel://" + join(trio, ":26379") + "/queues"}
	q.primary = func(context.Context) *host { return primaryOfTrio(trio) }
	q.whole = func(context.Context) error {
		p := primaryOfTrio(trio)
		if p == nil {
			return fmt.Errorf("the Sentinels agree on no primary")
		}
		return with(p.addr+":6379", func(ctx context.Context, c *redis.Client) error {
			if info := c.Info(ctx, "replication").Val(); !strings.Contains(info, "role:master") || strings.Count(info, "state=online") != 2 {
				return fmt.Errorf("the primary lacks a replica: %s", info)
			}
			return nil
		})
	}
	eventually(t, "replicas", func() error { return q.whole(t.Context()) })
	return q
}

// primaryOfTrio is what all Sentinels that answer agree on.
func primaryOfTrio(trio []*host) *host {
	agreed := ""
	for _, h := range trio {
		var addr []string
		_ = with(h.addr+":26379", func(ctx context.Context, c *redis.Client) (err error) {
			addr, err = c.Do(ctx, "SENTINEL", "GET-MASTER-ADDR-BY-NAME", "queues").StringSlice()
			return err
		})
		switch {
		case len(addr) == 0:
		case agreed == "" || agreed == addr[0]:
			agreed = addr[0]
		default:
			return nil
		}
	}
	return at(trio, agreed)
}

func at(hosts []*host, addr string) *host {
	for _, h := range hosts {
		if h.addr == addr {
			return h
		}
	}
	return nil
}

func join(hosts []*host, port string) string {
	var addrs []string
	for _, h := range hosts {
		addrs = append(addrs, h.addr+port)
	}
	return strings.Join(addrs, ",")
}

// newCluster is three primaries with a replica each, on six hosts.
func newCluster(t *testing.T) *queues {
	t.Helper()
	var nodes []*host
	for i := range 6 {
		h := newRedisHost(t, fmt.Sprint("node", i+1), "cluster.conf")
		h.boot()
		nodes = append(nodes, h)
	}
	create := append([]string{"redis-cli", "--cluster", "create"}, strings.Split(join(nodes, ":6379"), ",")...)
	nodes[0].do("", append(create, "--cluster-replicas", "1", "--cluster-yes")...)
	q := &queues{nodes: nodes, url: "redis-cluster://" + join(nodes, ":6379")}
	q.primary = func(ctx context.Context) *host {
		for _, h := range nodes {
			key := func(ctx context.Context, c *redis.Client) error { return c.LLen(ctx, queue).Err() }
			if with(h.addr+":6379", key) == nil { // others point elsewhere
				return h
			}
		}
		return nil
	}
	q.whole = func(ctx context.Context) error {
		for _, h := range nodes {
			err := with(h.addr+":6379", func(ctx context.Context, c *redis.Client) error {
				known := c.ClusterNodes(ctx).Val()
				if !strings.Contains(c.ClusterInfo(ctx).Val(), "cluster_state:ok") || strings.Count(known, " connected") != 6 ||
					strings.Contains(known, "fail") || strings.Count(known, "slave") != 3 {
					return fmt.Errorf("%s sees\n%s", h.name, known)
				}
				if info := c.Info(ctx, "replication").Val(); strings.Contains(info, "role:slave") && !strings.Contains(info, "master_link_status:up") {
					return fmt.Errorf("%s does not follow", h.name)
				}
				return nil
			})
			if err != nil {
				return err
			}
		}
		return nil
	}
	eventually(t, "cluster", func() error { return q.whole(t.Context()) })
	return q
}

// holder is the host that has the primary, which is there unless a fault is on.
func (q *queues) holder(t *testing.T) *host {
	t.Helper()
	p := q.primary(t.Context())
	if p == nil {
		t.Fatal("Redis has no primary")
	}
	return p
}

// replaced waits until another host than old has the primary.
func (q *queues) replaced(t *testing.T, old *host) {
	t.Helper()
	eventually(t, "a new primary of Redis", func() error {
		if p := q.primary(t.Context()); p == nil || p == old {
			return fmt.Errorf("none")
		}
		return nil
	})
}
