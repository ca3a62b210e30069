package storetest

import (
	"context"
	"net"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"github.com/redis/go-redis/v9"
)

// Cluster is a Redis Cluster of three primaries with a replica each, on ports of this machine.
type Cluster struct {
	URL    string // redis-cluster://…
	config string
	nodes  map[string]*node
}

// node is a server of the cluster.
type node struct {
	cmd  *exec.Cmd
	args []string
}

func (n *node) start(t testing.TB) {
	t.Helper()
	n.cmd = exec.Command("redis-server", n.args...)
	must(t, n.cmd.Start())
}

func (n *node) kill() {
	_ = n.cmd.Process.Kill()
	_ = n.cmd.Wait()
}

// StartCluster starts a cluster of nodes with a file of configuration, ended with the test.
func StartCluster(t testing.TB, config string) *Cluster {
	t.Helper()
	c := &Cluster{config: config, nodes: map[string]*node{}}
	var addrs []string
	for range 6 {
		addrs = append(addrs, c.startNode(t))
	}
	c.URL = "redis-cluster://" + strings.Join(addrs, ",")
	ids := make([]string, 6)
	for i, addr := range addrs {
		node := nodeClient(t, addr)
		ids[i] = node.Do(t.Context(), "CLUSTER", "MYID").Val().(string)
		_, port, _ := net.SplitHostPort(addr)
		args := []any{"CLUSTER", "MEET", "127.0.0.1", port, busPort(t, node)}
		must(t, nodeClient(t, addrs[0]).Do(t.Context(), args...).Err())
		if i < 3 {
			first, last := 16384*i/3, 16384*(i+1)/3-1
			must(t, node.Do(t.Context(), "CLUSTER", "ADDSLOTSRANGE", first, last).Err())
		}
	}
	for i := 3; i < 6; i++ {
		node := nodeClient(t, addrs[i])
		eventually(t, "replica", func() bool {
			return node.Do(t.Context(), "CLUSTER", "REPLICATE", ids[i-3]).Err() == nil
		})
	}
	for _, addr := range addrs {
		node := nodeClient(t, addr)
		eventually(t, "cluster", func() bool {
			info := node.ClusterInfo(t.Context()).Val()
			nodes := node.ClusterNodes(t.Context()).Val()
			return strings.Contains(info, "cluster_state:ok") && strings.Count(nodes, "slave") == 3 && !strings.Contains(nodes, "handshake")
		})
	}
	for _, addr := range addrs[3:] {
		node := nodeClient(t, addr)
		eventually(t, "link", func() bool {
			return strings.Contains(node.Info(t.Context(), "replication").Val(), "master_link_status:up")
		})
	}
	return c
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func nodeClient(t testing.TB, addr string) *redis.Client {
	c := redis.NewClient(&redis.Options{Addr: addr})
	t.Cleanup(func() { _ = c.Close() })
	return c
}

func busPort(t testing.TB, node *redis.Client) string {
	t.Helper()
	port, err := node.ConfigGet(t.Context(), "cluster-port").Result()
	must(t, err)
	return port["cluster-port"]
}

func (c *Cluster) startNode(t testing.TB) string {
	t.Helper()
	dir, err := os.MkdirTemp("", "rediscluster")
	must(t, err)
	port, bus := freePort(t), freePort(t)
	n := &node{args: []string{c.config, "--port", port, "--cluster-port", bus, "--bind", "127.0.0.1", "--dir", dir, "--daemonize", "no"}}
	n.start(t)
	t.Cleanup(func() { n.kill(); _ = os.RemoveAll(dir) })
	addr := "127.0.0.1:" + port
	c.nodes[addr] = n
	asked := nodeClient(t, addr)
	eventually(t, "node", func() bool { return asked.Ping(t.Context()).Err() == nil })
	return addr
}

// KillPrimaryOf kills the primary that holds a key and returns its address.
func (c *Cluster) KillPrimaryOf(t testing.TB, key string) string {
	t.Helper()
	addr := c.primaryOf(t, key)
	c.nodes[addr].kill()
	return addr
}

func (c *Cluster) primaryOf(t testing.TB, key string) string {
	t.Helper()
	client := redis.NewClusterClient(&redis.ClusterOptions{Addrs: strings.Split(strings.TrimPrefix(c.URL, "redis-cluster://"), ",")})
	defer func() { _ = client.Close() }()
	primary, err := client.MasterForKey(t.Context(), key)
	must(t, err)
	return primary.Options().Addr
}

// LoseOwnerOf kills the primary that holds a key and its replica first, so that nobody takes its slots over. It returns
// the addresses of both, for Restore.
func (c *Cluster) LoseOwnerOf(t testing.TB, key string) []string {
	t.Helper()
	primary := c.primaryOf(t, key)
	_, port, _ := net.SplitHostPort(primary)
	lost := []string{primary}
	for addr := range c.nodes {
		if info := nodeClient(t, addr).Info(t.Context(), "replication").Val(); strings.Contains(info, "role:slave") && strings.Contains(info, "master_port:"+port+"\r") {
			lost = append([]string{addr}, lost...)
		}
	}
	for _, addr := range lost {
		c.nodes[addr].kill()
	}
	return lost
}

// Restore starts nodes again that were killed, on the same data.
func (c *Cluster) Restore(t testing.TB, addrs []string) {
	t.Helper()
	for _, addr := range addrs {
		c.nodes[addr].start(t)
	}
}

func freePort(t testing.TB) string {
	t.Helper()
	l, err := new(net.ListenConfig).Listen(context.Background(), "tcp", "127.0.0.1:0")
	must(t, err)
	defer func() { _ = l.Close() }()
	_, port, _ := net.SplitHostPort(l.Addr().String())
	return port
}

// eventually polls a child process that is starting; it is no guarantee under test.
func eventually(t testing.TB, what string, is func() bool) {
	t.Helper()
	for giveUp := time.Now().Add(2 * time.Minute); !is(); time.Sleep(20 * time.Millisecond) {
		if time.Now().After(giveUp) {
			t.Fatalf("the %s does not come up", what)
		}
	}
}
