package chaos

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	crand "crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"io"
	"math/big"
	"math/rand/v2"
	"net"
	"net/url"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"
)

// link is a TCP address in front of a server on a unix socket, over which everything takes its time, and which may be
// encrypted. It speaks to PostgreSQL or to Redis.
type link struct {
	listener net.Listener
	socket   string
	postgres bool

	mu          sync.Mutex
	certificate *tls.Certificate // nil for no encryption
	delay       time.Duration    // of each direction
	loss        float64          // share of what is sent that is sent again
	conns       map[net.Conn]struct{}
}

// resent is how long TCP waits before it sends again what was lost.
const resent = 600 * time.Millisecond

func newLink(t *testing.T, socket string, postgres bool) *link {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	l := &link{listener: listener, socket: socket, postgres: postgres, conns: map[net.Conn]struct{}{}}
	var serving sync.WaitGroup
	serving.Go(func() {
		for {
			c, err := listener.Accept()
			if err != nil {
				return
			}
			serving.Go(func() { l.serve(c) })
		}
	})
	t.Cleanup(func() { _ = listener.Close(); l.cut(); serving.Wait() })
	return l
}

// postgresLink stands in front of the database of a connection string, and returns the string through it.
func postgresLink(t *testing.T, databaseURL, parameters string) (*link, string) {
	t.Helper()
	u, err := url.Parse(databaseURL)
	if err != nil {
		t.Fatal(err)
	}
	l := newLink(t, filepath.Join(u.Query().Get("host"), ".s.PGSQL.5432"), true)
	return l, (&url.URL{Scheme: "postgres", User: u.User, Host: l.listener.Addr().String(), Path: u.Path, RawQuery: parameters}).String()
}

// present has connections from now on show a certificate.
func (l *link) present(c *tls.Certificate) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.certificate = c
}

// slow has everything take its time from now on.
func (l *link) slow(delay time.Duration, loss float64) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.delay, l.loss = delay, loss
}

// cut closes every connection that is open.
func (l *link) cut() {
	l.mu.Lock()
	defer l.mu.Unlock()
	for c := range l.conns {
		_ = c.Close()
	}
}

func (l *link) serve(client net.Conn) {
	l.mu.Lock()
	certificate := l.certificate
	l.conns[client] = struct{}{}
	l.mu.Unlock()
	plain := client
	defer func() {
		_ = plain.Close()
		l.mu.Lock()
		delete(l.conns, plain)
		l.mu.Unlock()
	}()
	server, err := net.Dial("unix", l.socket)
	if err != nil {
		return
	}
	defer func() { _ = server.Close() }()
	if certificate != nil {
		if client = l.encrypt(client, certificate); client == nil {
			return
		}
	}
	var both sync.WaitGroup
	both.Go(func() { l.carry(server, client); _ = server.Close() })
	both.Go(func() { l.carry(client, server); _ = plain.Close() })
	both.Wait()
}

// encrypt shakes hands; a client of PostgreSQL asks for it in a message of its own first. It is nil where the client
// refused.
func (l *link) encrypt(client net.Conn, certificate *tls.Certificate) net.Conn {
	if l.postgres {
		if _, err := io.ReadFull(client, make([]byte, 8)); err != nil {
			return nil
		}
		if _, err := client.Write([]byte("S")); err != nil {
			return nil
		}
	}
	encrypted := tls.Server(client, &tls.Config{Certificates: []tls.Certificate{*certificate}, MinVersion: tls.VersionTLS12})
	if encrypted.Handshake() != nil {
		return nil
	}
	return encrypted
}

// carry copies in order, each piece after its time.
func (l *link) carry(to, from net.Conn) {
	type piece struct {
		due  time.Time
		data []byte
	}
	pieces := make(chan piece, 1024)
	var writing sync.WaitGroup
	writing.Go(func() {
		broken := false
		for p := range pieces {
			if wait := time.Until(p.due); wait > 0 {
				<-time.After(wait)
			}
			if !broken {
				_, err := to.Write(p.data)
				broken = err != nil
			}
		}
	})
	for buf := make([]byte, 64<<10); ; {
		n, err := from.Read(buf)
		if n > 0 {
			l.mu.Lock()
			wait := l.delay
			if l.loss > 0 && rand.Float64() < l.loss {
				wait += resent
			}
			l.mu.Unlock()
			pieces <- piece{time.Now().Add(wait), append([]byte(nil), buf[:n]...)}
		}
		if err != nil {
			break
		}
	}
	close(pieces)
	writing.Wait()
}

// authority signs certificates for 127.0.0.1.
type authority struct {
	file string // what clients trust
	cert *x509.Certificate
	key  *ecdsa.PrivateKey
}

func newAuthority(t *testing.T) *authority {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), crand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	template := &x509.Certificate{SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: "chaos"}, IsCA: true, BasicConstraintsValid: true,
		KeyUsage: x509.KeyUsageCertSign, NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(24 * time.Hour)}
	der, err := x509.CreateCertificate(crand.Reader, template, template, &key.PublicKey, key)
	if err != nil {
		t.Fatal(err)
	}
	a := &authority{file: filepath.Join(t.TempDir(), "ca.pem"), key: key}
	if a.cert, err = x509.ParseCertificate(der); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(a.file, pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: der}), 0o600); err != nil {
		t.Fatal(err)
	}
	return a
}

// issue makes a certificate that ends at a time.
func (a *authority) issue(t *testing.T, end time.Time) *tls.Certificate {
	t.Helper()
	template := &x509.Certificate{SerialNumber: big.NewInt(time.Now().UnixNano()), Subject: pkix.Name{CommonName: "127.0.0.1"},
		IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)}, KeyUsage: x509.KeyUsageDigitalSignature, ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth},
		NotBefore: time.Now().Add(-2 * time.Hour), NotAfter: end}
	der, err := x509.CreateCertificate(crand.Reader, template, a.cert, &a.key.PublicKey, a.key)
	if err != nil {
		t.Fatal(err)
	}
	return &tls.Certificate{Certificate: [][]byte{der}, PrivateKey: a.key}
}
