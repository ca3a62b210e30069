package app

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"fmt"
	"log/slog"
	"math/big"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// certificate writes a certificate of 127.0.0.1 that is its own authority, and its key.
func certificate(t *testing.T, dir string) (cert, key string) {
	t.Helper()
	private, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	template := &x509.Certificate{
		SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: "redis"}, NotAfter: time.Now().Add(time.Hour),
		IsCA: true, BasicConstraintsValid: true, IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)},
	}
	der, err := x509.CreateCertificate(rand.Reader, template, template, &private.PublicKey, private)
	if err != nil {
		t.Fatal(err)
	}
	secret, err := x509.MarshalECPrivateKey(private)
	if err != nil {
		t.Fatal(err)
	}
	cert, key = filepath.Join(dir, "cert.pem"), filepath.Join(dir, "key.pem")
	for path, block := range map[string]*pem.Block{cert: {Type: "CERTIFICATE", Bytes: der}, key: {Type: "EC PRIVATE KEY", Bytes: secret}} {
		if err := os.WriteFile(path, pem.EncodeToMemory(block), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return cert, key
}

func portOf(t *testing.T) int {
	t.Helper()
	l, err := new(net.ListenConfig).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = l.Close() }()
	return l.Addr().(*net.TCPAddr).Port
}

func startServer(t *testing.T, name, config string, args ...string) {
	t.Helper()
	file := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(file, []byte(config), 0o600); err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(t.Context(), "redis-server", append([]string{file}, args...)...)
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = cmd.Process.Kill(); _ = cmd.Wait() })
}

func TestSentinelIsReachedWithPasswordsAndEncryption(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	cert, key := certificate(t, dir)
	server, sentinel := portOf(t), portOf(t)
	common := fmt.Sprintf("port 0\nbind 127.0.0.1\ntls-cert-file %s\ntls-key-file %s\ntls-ca-cert-file %s\ntls-auth-clients no\ntls-replication yes\ndir %s\n", cert, key, cert, dir)
	startServer(t, "redis.conf", common+fmt.Sprintf("tls-port %d\nrequirepass data\nmaxmemory-policy noeviction\nsave \"\"\n", server))
	startServer(t, "sentinel.conf", common+fmt.Sprintf("tls-port %d\nrequirepass watch\nsentinel monitor mymaster 127.0.0.1 %d 1\nsentinel auth-pass mymaster data\n", sentinel, server), "--sentinel")
	base := fmt.Sprintf("redis-sentinel://:data@127.0.0.1:%d/mymaster", sentinel)
	c, err := connectRedis(base+"?sentinel_password=watch&tls=true&tls_ca="+cert, 2)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = c.Close() })
	var last error
	for giveUp := time.Now().Add(3 * time.Minute); time.Now().Before(giveUp); <-time.After(50 * time.Millisecond) {
		if last = c.Set(t.Context(), "k", "v", 0).Err(); last == nil {
			break
		}
	}
	if last != nil {
		t.Fatal(last)
	}
	for _, without := range []string{"?tls=true&tls_ca=" + cert, "?sentinel_password=watch", "?sentinel_password=watch&tls=true"} {
		c, err := connectRedis(base+without, 2)
		if err != nil {
			t.Fatal(err)
		}
		if err := c.Set(t.Context(), "k", "v", 0).Err(); err == nil {
			t.Errorf("reached with %s", without)
		}
		_ = c.Close()
	}
}

func TestARedisOfAnotherKindThanItsURLSaysIsNamed(t *testing.T) {
	t.Parallel()
	server, sentinel, node := portOf(t), portOf(t), portOf(t)
	common := fmt.Sprintf("bind 127.0.0.1\ndir %s\nsave \"\"\nmaxmemory-policy noeviction\n", t.TempDir())
	startServer(t, "redis.conf", common+fmt.Sprintf("port %d\n", server))
	startServer(t, "node.conf", common+fmt.Sprintf("port %d\ncluster-enabled yes\ncluster-port %d\n", node, portOf(t)))
	startServer(t, "sentinel.conf", fmt.Sprintf("bind 127.0.0.1\nport %d\nsentinel monitor queues 127.0.0.1 %d 1\n", sentinel, server), "--sentinel")
	for url, says := range map[string]string{
		fmt.Sprintf("redis://127.0.0.1:%d", server):                    "",
		fmt.Sprintf("redis-sentinel://127.0.0.1:%d/queues", sentinel):  "",
		fmt.Sprintf("redis-sentinel://127.0.0.1:%d/another", sentinel): "the Sentinels know no master of this name",
		fmt.Sprintf("redis://127.0.0.1:%d", sentinel):                  "the server is a Sentinel",
		fmt.Sprintf("redis://127.0.0.1:%d", node):                      "the server is a node of a cluster",
		fmt.Sprintf("redis-cluster://127.0.0.1:%d", server):            "cluster support disabled",
	} {
		c, err := connectRedis(url, 2)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = c.Close() })
		for giveUp := time.Now().Add(2 * time.Minute); time.Now().Before(giveUp); <-time.After(50 * time.Millisecond) {
			if err = refuseMistaken(t.Context(), c, slog.New(slog.DiscardHandler)); err == nil || !strings.Contains(err.Error(), "connection refused") {
				break // the server has come up
			}
		}
		if says == "" && err != nil || says != "" && (err == nil || !strings.Contains(err.Error(), says)) {
			t.Errorf("%s: %v", url, err)
		}
	}
}

// TestAClusterThatTakesLongToReplaceAPrimaryIsNamed and one as deploy/redis sets it is not.
func TestAClusterThatTakesLongToReplaceAPrimaryIsNamed(t *testing.T) {
	t.Parallel()
	shipped, err := os.ReadFile("../../../deploy/redis/cluster.conf")
	if err != nil {
		t.Fatal(err)
	}
	for timeout, named := range map[string]bool{"": false, "cluster-node-timeout 15000\n": true} {
		node := portOf(t)
		startServer(t, "node.conf", fmt.Sprintf("%s\nbind 127.0.0.1\ndir %s\nport %d\ncluster-port %d\n%s", shipped, t.TempDir(), node, portOf(t), timeout))
		c, err := connectRedis(fmt.Sprintf("redis://127.0.0.1:%d", node), 2)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = c.Close() })
		for giveUp := time.Now().Add(2 * time.Minute); c.Ping(t.Context()).Err() != nil && time.Now().Before(giveUp); {
			<-time.After(20 * time.Millisecond)
		}
		var said strings.Builder
		tellNodeTimeout(t.Context(), c, slog.New(slog.NewTextHandler(&said, nil)))
		if strings.Contains(said.String(), "cluster_node_timeout_ms=15000") != named {
			t.Errorf("%q: %q", timeout, said.String())
		}
	}
}
