package storetest

import (
	"io"
	"net"
	"net/url"
	"path/filepath"
	"sync"
	"testing"

	"github.com/jackc/pgx/v5/pgproto3"
)

// Gate is a TCP address in front of a server on a unix socket. Frozen, it stops forwarding what is
// connected, without a word to either side, as a vanished host does; new connections pass.
type Gate struct {
	listener net.Listener
	socket   string
	mu       sync.Mutex
	frozen   chan struct{} // closed when the connections opened until then are to stop
	conns    []net.Conn
	starting int  // connections still to be refused as by a PostgreSQL that comes up
	forGood  bool // those opened later stop too
}

// PostgresGate stands in front of the PostgreSQL of a connection string and returns one through it.
func PostgresGate(t testing.TB, databaseURL string) (*Gate, string) {
	t.Helper()
	u, err := url.Parse(databaseURL)
	if err != nil {
		t.Fatal(err)
	}
	g := NewGate(t, filepath.Join(u.Query().Get("host"), ".s.PGSQL.5432"))
	return g, (&url.URL{Scheme: "postgres", User: u.User, Host: g.Addr(), Path: u.Path, RawQuery: "sslmode=disable"}).String()
}

// NewGate opens a gate in front of a unix socket, closed with the test.
func NewGate(t testing.TB, socket string) *Gate {
	t.Helper()
	l, err := new(net.ListenConfig).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	g := &Gate{listener: l, socket: socket, frozen: make(chan struct{})}
	var serving sync.WaitGroup
	serving.Go(func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			serving.Go(func() { g.serve(c) })
		}
	})
	t.Cleanup(func() { _ = l.Close(); g.Freeze(); g.Cut(); serving.Wait() })
	return g
}

// Addr is the gate's host:port.
func (g *Gate) Addr() string { return g.listener.Addr().String() }

// Freeze stops forwarding on all connections that are open.
func (g *Gate) Freeze() {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.forGood {
		return
	}
	close(g.frozen)
	g.frozen = make(chan struct{})
}

// FreezeAll stops forwarding on those and on all that will be opened.
func (g *Gate) FreezeAll() {
	g.Freeze()
	g.mu.Lock()
	defer g.mu.Unlock()
	close(g.frozen) // and stays so
	g.forGood = true
}

// Cut closes all connections that are open.
func (g *Gate) Cut() {
	g.mu.Lock()
	defer g.mu.Unlock()
	for _, c := range g.conns {
		_ = c.Close()
	}
	g.conns = nil
}

// Starting answers the next n connections as a PostgreSQL does that comes up after a crash.
func (g *Gate) Starting(n int) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.starting = n
}

// refuse reports whether the connection was answered that the server is starting.
func (g *Gate) refuse(client net.Conn) bool {
	g.mu.Lock()
	starting := g.starting > 0
	if starting {
		g.starting--
	}
	g.mu.Unlock()
	if !starting {
		return false
	}
	b := pgproto3.NewBackend(client, client)
	if _, err := b.ReceiveStartupMessage(); err == nil {
		b.Send(&pgproto3.ErrorResponse{Severity: "FATAL", Code: "57P03", Message: "the database system is starting up"})
		_ = b.Flush() // who asked may have gone
	}
	_ = client.Close()
	return true
}

func (g *Gate) serve(client net.Conn) {
	if g.refuse(client) {
		return
	}
	server, err := net.Dial("unix", g.socket)
	if err != nil {
		_ = client.Close()
		return
	}
	g.mu.Lock()
	frozen := g.frozen
	g.conns = append(g.conns, client, server)
	g.mu.Unlock()
	var both sync.WaitGroup
	both.Go(func() { forward(server, client, frozen) })
	both.Go(func() { forward(client, server, frozen) })
	both.Wait()
}

// forward copies until one side closes. Once frozen it swallows what comes, and closes nothing.
func forward(to, from net.Conn, frozen <-chan struct{}) {
	buf := make([]byte, 64<<10)
	for {
		n, err := from.Read(buf)
		select {
		case <-frozen:
			_, _ = io.Copy(io.Discard, from)
			return
		default:
		}
		if err == nil {
			_, err = to.Write(buf[:n])
		}
		if err != nil {
			_ = to.Close()
			_ = from.Close()
			return
		}
	}
}
