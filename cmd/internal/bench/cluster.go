package bench

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/redis/go-redis/v9"

	"tariffdesk/jobs"
)

// clusterNodes is how many primaries the cluster of a run has, without replicas: what they cost is another matter.
const clusterNodes = 4

// cluster is a Redis Cluster of this run on ports of this machine.
type cluster struct {
	nodes   []*exec.Cmd
	clients []*redis.Client
	addrs   []string
}

func (b *bench) startCluster(ctx context.Context) (c *cluster, err error) {
	c = &cluster{}
	defer func() {
		if err != nil {
			c.stop()
		}
	}()
	for n := range clusterNodes {
		port, err := freePort(ctx)
		if err != nil {
			return nil, err
		}
		dir := filepath.Join(b.dir, "node"+strconv.Itoa(n))
		if err := os.Mkdir(dir, 0o700); err != nil {
			return nil, fmt.Errorf("node of the cluster: %w", err)
		}
		node := exec.CommandContext(ctx, "redis-server", "--cluster-enabled", "yes", "--bind", "127.0.0.1", "--port", port, "--dir", dir,
			"--appendonly", "yes", "--appendfsync", "everysec", "--save", "", "--maxmemory-policy", "noeviction")
		if err := node.Start(); err != nil {
			return nil, fmt.Errorf("node of the cluster: %w", err)
		}
		addr := net.JoinHostPort("127.0.0.1", port)
		c.nodes, c.addrs, c.clients = append(c.nodes, node), append(c.addrs, addr), append(c.clients, redis.NewClient(&redis.Options{Addr: addr}))
	}
	for n, node := range c.clients {
		if err := until(ctx, func() error { return node.Ping(ctx).Err() }); err != nil {
			return nil, err
		}
		if err := node.Do(ctx, "CLUSTER", "ADDSLOTSRANGE", 16384*n/clusterNodes, 16384*(n+1)/clusterNodes-1).Err(); err != nil {
			return nil, fmt.Errorf("slots of the cluster: %w", err)
		}
		_, port, _ := net.SplitHostPort(c.addrs[n])
		if err := c.clients[0].ClusterMeet(ctx, "127.0.0.1", port).Err(); err != nil {
			return nil, fmt.Errorf("nodes of the cluster: %w", err)
		}
	}
	return c, until(ctx, func() error {
		for _, node := range c.clients {
			if info := node.ClusterInfo(ctx).Val(); !strings.Contains(info, "cluster_state:ok") || !strings.Contains(info, fmt.Sprintf("cluster_known_nodes:%d", clusterNodes)) {
				return errors.New("the cluster does not come together")
			}
		}
		return nil
	})
}

func freePort(ctx context.Context) (string, error) {
	for {
		l, err := new(net.ListenConfig).Listen(ctx, "tcp", "127.0.0.1:0")
		if err != nil {
			return "", fmt.Errorf("port of a node: %w", err)
		}
		_ = l.Close()
		_, port, _ := net.SplitHostPort(l.Addr().String())
		if n, _ := strconv.Atoi(port); n < 55_000 { // the bus listens ten thousand above
			return port, nil
		}
	}
}

// until asks ten times a second, for ten seconds.
func until(ctx context.Context, ask func() error) (err error) {
	again := time.NewTicker(100 * time.Millisecond)
	defer again.Stop()
	for range 100 {
		if err = ask(); err == nil || ctx.Err() != nil {
			return err
		}
		<-again.C
	}
	return err
}

func (c *cluster) url() string { return "redis-cluster://" + strings.Join(c.addrs, ",") }

// cpu returns the processor time that each node has used.
func (c *cluster) cpu(ctx context.Context) ([]time.Duration, error) {
	took := make([]time.Duration, len(c.clients))
	for n, node := range c.clients {
		var err error
		if took[n], err = redisCPU(ctx, node); err != nil {
			return nil, err
		}
	}
	return took, nil
}

func (c *cluster) stop() {
	for _, client := range c.clients {
		_ = client.Close()
	}
	for _, node := range c.nodes {
		_ = node.Process.Signal(syscall.SIGTERM)
		_ = node.Wait()
	}
}

// divided measures what the busiest node of a Redis Cluster takes of a call while the queue is one, two and four: its one
// core is the ceiling of Redis. The rates say little where all share a few cores.
func (b *bench) divided(ctx context.Context, env []string) (ceilings map[int]time.Duration, err error) {
	c, err := b.startCluster(ctx)
	if err != nil {
		return nil, err
	}
	defer c.stop()
	env = append(env, "REDIS_URL="+c.url())
	api, err := b.run(ctx, env, "api", "--listen", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	defer api.stop()
	w, err := b.run(ctx, append(env, "OPS_LISTEN=127.0.0.1:0"), "worker")
	if err != nil {
		return nil, err
	}
	defer w.stop()
	ceilings = map[int]time.Duration{}
	first := time.Duration(0)
	for _, parts := range []int{1, 2, 4} {
		if parts > 1 {
			if err := until(ctx, func() error { return b.store.Divide(ctx, "classify", parts) }); err != nil {
				return nil, err
			}
			<-time.After(2*jobs.Settle + time.Second) // in use, and ready to be changed again
		}
		if _, _, err := b.load(ctx, api.base, 50, 50*b.scale); err != nil {
			return nil, err
		}
		before, err := c.cpu(ctx)
		if err != nil {
			return nil, err
		}
		n := 300 * b.scale
		_, rate, err := b.load(ctx, api.base, 50, n)
		if err != nil {
			return nil, err
		}
		after, err := c.cpu(ctx)
		if err != nil {
			return nil, err
		}
		busiest, all := time.Duration(0), time.Duration(0)
		for node := range after {
			took := (after[node] - before[node]) / time.Duration(n)
			busiest, all = max(busiest, took), all+took
		}
		if ceilings[parts] = busiest; first == 0 {
			first = busiest
		}
		b.row(fmt.Sprintf("Redis Cluster, queue in %d: jobs a second", parts), fmt.Sprintf("%.0f", rate),
			fmt.Sprintf("of a call: busiest node %s, all nodes %s", ms(busiest), ms(all)), ratio(float64(busiest), float64(first)), "")
	}
	return ceilings, nil
}
