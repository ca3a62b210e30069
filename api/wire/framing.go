package wire

import (
	"bytes"
	"context"
	"log/slog"
	"net"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"time"

	"tariffdesk/fail"
)

// Framed is l with connections that notice a request whose length is told in two ways, by Content-Length and by
// Transfer-Encoding: one of the ways to smuggle a request past a proxy. net/http follows Transfer-Encoding and drops
// the other header, so that no handler could see it. Serve it with HTTPServer.
func Framed(l net.Listener) net.Listener { return framedListener{l} }

type framedListener struct{ net.Listener }

// Accept waits for the next connection and returns it watched.
func (l framedListener) Accept() (net.Conn, error) {
	c, err := l.Listener.Accept()
	if err != nil {
		return nil, err //nolint:wrapcheck // net/http compares it
	}
	return &framedConn{Conn: c}, nil
}

// framedConn looks at what net/http reads and changes nothing of it: where it understands less than net/http does, a
// request goes unnoticed or the connection ends early, and nothing else happens.
type framedConn struct {
	net.Conn
	mu     sync.Mutex // net/http reads ahead while a handler runs
	frames frames
	served int // requests that have reached the handler
}

// Read reads from the connection and follows the requests in what it read.
func (c *framedConn) Read(p []byte) (int, error) {
	n, err := c.Conn.Read(p)
	c.mu.Lock()
	defer c.mu.Unlock()
	c.frames.scan(p[:n])
	return n, err //nolint:wrapcheck // as the connection says
}

// CloseWrite lets net/http end a connection so that a caller who still writes reads its last answer.
func (c *framedConn) CloseWrite() error {
	if half, ok := c.Conn.(interface{ CloseWrite() error }); ok {
		return half.CloseWrite() //nolint:wrapcheck // as the connection says
	}
	return nil
}

// next tells of the request that is served now whether its length is told twice, and whether it has to be the last
// one. Requests of a connection are served in the order in which their heads were read.
func (c *framedConn) next() (twice, last bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.served++
	twice = c.frames.twice == c.served
	return twice, twice || c.frames.lost > 0 && c.frames.lost <= c.served
}

type (
	frameKey struct{} // the framedConn of a request
	twiceKey struct{} // true in requests whose length is told twice
)

func withFrames(ctx context.Context, c net.Conn) context.Context {
	if framed, ok := c.(*framedConn); ok {
		return context.WithValue(ctx, frameKey{}, framed)
	}
	return ctx
}

// judged marks requests whose length is told twice, and ends the connection of those.
func judged(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if c, ok := r.Context().Value(frameKey{}).(*framedConn); ok {
			twice, last := c.next()
			if last {
				w.Header().Set("Connection", "close")
			}
			if twice {
				r = r.WithContext(context.WithValue(r.Context(), twiceKey{}, true))
			}
		}
		next.ServeHTTP(w, r)
	})
}

// CheckFrame refuses a request that judged has marked.
func CheckFrame(r *http.Request) error {
	if twice, _ := r.Context().Value(twiceKey{}).(bool); !twice {
		return nil
	}
	return fail.New(fail.CodeBadRequest, "Content-Length: must not stand beside Transfer-Encoding")
}

// maxHeadLine bounds what is kept of a line that comes in pieces; net/http refuses heads of this size.
const maxHeadLine = 64 << 10

// framePart names the next part of a message that is read from a connection.
type framePart int

const (
	partHead      framePart = iota // lines up to an empty one
	partBody                       // left bytes, then the part after
	partChunk                      // the line with the size of a chunk
	partChunkEnd                   // the line end behind a chunk
	partTrailer                    // lines up to an empty one
	partForgotten                  // nothing is understood any more
)

// frames follows the requests of a connection as RFC 9112 frames them.
type frames struct {
	part, after framePart
	left        uint64
	line        []byte // the beginning of a line
	heads       int    // read to their end
	twice, lost int    // the first head with both lengths, and the one from which on nothing is understood; from 1, 0 for none

	// Of the head that is being read.
	begun, old, odd    bool // old: HTTP/1.0; odd: net/http refuses it, or may read it otherwise
	hasLength, chunked bool
	length             uint64
}

func (f *frames) scan(b []byte) {
	for len(b) > 0 && f.part != partForgotten {
		if f.part == partBody {
			n := min(f.left, uint64(len(b)))
			b, f.left = b[n:], f.left-n
			if f.left == 0 {
				f.part = f.after
			}
			continue
		}
		end := bytes.IndexByte(b, '\n')
		if end < 0 {
			if f.line = append(f.line, b...); len(f.line) > maxHeadLine {
				f.forget()
			}
			return
		}
		line := b[:end]
		if len(f.line) > 0 {
			line = append(f.line, line...)
		}
		b, f.line = b[end+1:], f.line[:0]
		f.read(strings.TrimSuffix(string(line), "\r"))
	}
}

func (f *frames) forget() { f.part, f.lost, f.line = partForgotten, max(f.heads, 1), nil }

func (f *frames) read(line string) {
	switch f.part {
	case partHead:
		f.head(line)
	case partChunk:
		size, _, _ := strings.Cut(line, ";")
		n, err := strconv.ParseUint(strings.TrimSpace(size), 16, 63)
		switch {
		case err != nil:
			f.forget()
		case n == 0:
			f.part = partTrailer
		default:
			f.part, f.left, f.after = partBody, n, partChunkEnd
		}
	case partChunkEnd:
		if f.part = partChunk; line != "" {
			f.forget()
		}
	case partTrailer:
		if line == "" {
			f.part = partHead
		}
	case partBody, partForgotten: // have no lines
	}
}

func (f *frames) head(line string) {
	switch {
	case line == "" && f.begun:
		f.endHead()
	case line == "": // before a request some clients send an empty line
	case !f.begun:
		f.begun, f.old = true, !strings.HasSuffix(line, " HTTP/1.1")
	case line[0] == ' ' || line[0] == '\t': // goes on with the line before
		f.odd = true
	default:
		name, value, _ := strings.Cut(line, ":")
		switch {
		case strings.EqualFold(name, "Transfer-Encoding"):
			f.chunked = true
		case strings.EqualFold(name, "Content-Length"):
			n, err := strconv.ParseUint(strings.Trim(value, " \t"), 10, 63)
			f.odd = f.odd || err != nil || f.hasLength && n != f.length
			f.hasLength, f.length = true, n
		}
	}
}

// endHead decides what follows a head, as net/http does: a chunked body, one of a length, or none.
func (f *frames) endHead() {
	f.heads++
	if f.twice == 0 && f.chunked && f.hasLength {
		f.twice = f.heads
	}
	switch {
	case f.odd, f.old && f.chunked: // to HTTP/1.0 Transfer-Encoding says nothing
		f.forget()
	case f.chunked:
		f.part = partChunk
	case f.length > 0:
		f.part, f.left, f.after = partBody, f.length, partHead
	}
	f.begun, f.old, f.odd, f.hasLength, f.chunked, f.length = false, false, false, false, false, 0
}

// HTTPServer returns an http.Server for handler with a timeout on every phase that a slow client
// could stretch. The body's time is bounded by guard and each write's by its own deadline, since a
// call may rightly wait for minutes in between.
func HTTPServer(handler http.Handler, log *slog.Logger) *http.Server {
	return &http.Server{
		Handler:           judged(handler),
		ConnContext:       withFrames,
		ReadHeaderTimeout: 10 * time.Second,
		IdleTimeout:       2 * time.Minute,
		MaxHeaderBytes:    32 << 10,
		// So that every request of a connection reaches the handler.
		DisableGeneralOptionsHandler: true,
		ErrorLog:                     slog.NewLogLogger(log.Handler(), slog.LevelDebug),
	}
}
