package chaos

import (
	"bytes"
	"io"
	"net"
	"sync"
	"testing"
)

// proxy stands between a process and Redis and can lose what passes.
type proxy struct {
	listener net.Listener
	target   string

	mu    sync.Mutex
	rule  rule
	conns map[net.Conn]struct{}
	down  bool
	hits  int
}

// rule says which requests meet a fault: hold keeps them from Redis, otherwise Redis gets them and
// the reply is lost with the connection. A rule with a limit ends after that many.
type rule struct {
	match func(request []byte) bool
	hold  bool
	limit int
}

// What passes, told by the keys of asynq's scripts and the command names of go-redis.
func enqueues(b []byte) bool {
	return bytes.Contains(b, []byte("}:t:")) && bytes.Contains(b, []byte("}:pending")) && !dequeues(b)
}
func dequeues(b []byte) bool { return bytes.Contains(b, []byte("}:paused")) }
func publishes(b []byte) bool {
	return bytes.Contains(b, []byte("xadd")) && bytes.Contains(b, []byte("tariffdesk:events"))
}

func newProxy(t *testing.T, socket string) *proxy {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	p := &proxy{listener: l, target: socket, conns: map[net.Conn]struct{}{}}
	var open sync.WaitGroup
	open.Go(func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			open.Go(func() { p.serve(c) })
		}
	})
	t.Cleanup(func() { _ = l.Close(); p.cut(true); open.Wait() })
	return p
}

func (p *proxy) url() string { return "redis://" + p.listener.Addr().String() }

// set makes a rule the proxy's only one; the zero rule lets all pass.
func (p *proxy) set(r rule) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.rule, p.hits = r, 0
}

// met counts the requests that met the present rule.
func (p *proxy) met() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.hits
}

// cut closes every connection and, with down, refuses new ones until restored.
func (p *proxy) cut(down bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.down = down
	for c := range p.conns {
		_ = c.Close()
	}
}

func (p *proxy) restore() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.down = false
}

func (p *proxy) serve(client net.Conn) {
	defer func() { _ = client.Close() }()
	server, err := net.Dial("unix", p.target)
	if err != nil || !p.add(client, server) {
		return
	}
	defer p.remove(client, server)
	defer func() { _ = server.Close() }()
	lose := make(chan struct{})
	go func() { p.replies(client, server, lose) }()
	buf := make([]byte, 64<<10)
	for {
		n, err := client.Read(buf)
		if err != nil {
			return
		}
		switch hold, hit := p.meets(buf[:n]); {
		case hit && hold:
			_, _ = io.Copy(io.Discard, client) // until the process gives up or dies
			return
		case hit:
			close(lose)
			_, _ = server.Write(buf[:n])
			_, _ = server.Read(buf) // Redis has done it
			return
		}
		if _, err := server.Write(buf[:n]); err != nil {
			return
		}
	}
}

// replies copies what Redis answers until the connection is to lose a reply.
func (p *proxy) replies(client, server net.Conn, lose <-chan struct{}) {
	buf := make([]byte, 64<<10)
	for {
		n, err := server.Read(buf)
		select {
		case <-lose:
			_ = client.Close()
			_ = server.Close()
			return
		default:
		}
		if err != nil {
			_ = client.Close()
			return
		}
		if _, err := client.Write(buf[:n]); err != nil {
			return
		}
	}
}

func (p *proxy) meets(request []byte) (hold, hit bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.rule.match == nil || p.rule.limit > 0 && p.hits >= p.rule.limit || !p.rule.match(request) {
		return false, false
	}
	p.hits++
	return p.rule.hold, true
}

func (p *proxy) add(conns ...net.Conn) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.down {
		return false
	}
	for _, c := range conns {
		p.conns[c] = struct{}{}
	}
	return true
}

func (p *proxy) remove(conns ...net.Conn) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, c := range conns {
		delete(p.conns, c)
	}
}
