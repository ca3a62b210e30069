package api

import (
	"errors"
	"io"
	"net/http"
	"net/netip"
	"net/url"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/labstack/echo/v4"

	"tariffdesk/fail"
)

// Limits of every request, from the contract.
const (
	maxRequestBytes = 60 << 20
	maxFileBytes    = 20 << 20
	maxJSONBytes    = 1 << 20 // of a route that names no limit of its own
)

// Times that a slow client may take. The whole of a body may take bodyTotal, a pause in it bodyPause.
const (
	bodyTotal = 2 * time.Minute
	bodyPause = 15 * time.Second
	writeTime = 30 * time.Second
	drainTime = 2 * time.Second
)

// guard bounds each phase of a request, answers preflights, and sets the headers all answers carry.
func (s *Server) guard(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		h := c.Response().Header()
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("Referrer-Policy", "no-referrer")
		s.allowOrigin(c.Request(), h)
		if err := checkFrame(c.Request()); err != nil {
			return err
		}
		control := http.NewResponseController(c.Response().Writer)
		c.Response().Writer = &patientWriter{c.Response().Writer, control}
		if c.Request().Method == http.MethodOptions {
			return c.NoContent(http.StatusNoContent)
		}
		r := *c.Request() // net/http's own value stays as it is
		r.RemoteAddr = s.client(&r)
		r.URL = readable(r.URL)
		body := &patientBody{ReadCloser: http.MaxBytesReader(c.Response().Writer, r.Body, maxRequestBytes), control: control}
		if r.ContentLength == 0 {
			body.done = true
		}
		r.Body = body
		c.SetRequest(&r)
		defer body.abandon()
		defer removeSpilled(&r)
		return next(c)
	}
}

// client is the address that a request comes from: that of its connection, or, behind proxies that the
// configuration trusts, the last one that they do not vouch for. What others claim is not believed.
func (s *Server) client(r *http.Request) string {
	at := r.RemoteAddr
	claimed := strings.Split(strings.Join(r.Header.Values("X-Forwarded-For"), ","), ",")
	for _, before := range slices.Backward(claimed) {
		named, err := netip.ParseAddr(strings.TrimSpace(before))
		if err != nil || !s.trusts(at) {
			break
		}
		at = netip.AddrPortFrom(named.Unmap().WithZone(""), 0).String()
	}
	return at
}

func (s *Server) trusts(remote string) bool {
	at, err := netip.ParseAddrPort(remote)
	return err == nil && slices.ContainsFunc(s.cfg.TrustedProxies, func(p netip.Prefix) bool { return p.Contains(at.Addr().Unmap()) })
}

// readable is a URL whose query reads as the URL standard reads it: a semicolon is a character like
// another, and so is a percent sign before what is no pair of digits. url.ParseQuery would drop such
// pairs without a word.
func readable(u *url.URL) *url.URL {
	if !strings.ContainsAny(u.RawQuery, "%;") {
		return u
	}
	var query strings.Builder
	for i, c := range []byte(u.RawQuery) {
		switch {
		case c == ';':
			query.WriteString("%3B")
		case c == '%' && (i+2 >= len(u.RawQuery) || !isHex(u.RawQuery[i+1]) || !isHex(u.RawQuery[i+2])):
			query.WriteString("%25")
		default:
			query.WriteByte(c)
		}
	}
	read := *u
	read.RawQuery = query.String()
	return &read
}

func isHex(c byte) bool { return '0' <= c && c <= '9' || 'a' <= c|0x20 && c|0x20 <= 'f' }

// removeSpilled deletes the temporary files of a parsed form: net/http would do so only for the
// request value that it made itself.
func removeSpilled(r *http.Request) {
	if r.MultipartForm != nil {
		_ = r.MultipartForm.RemoveAll()
	}
}

// allowOrigin answers the origins of the configuration. Tokens travel in a header, never in a
// cookie, so credentials are not allowed for any origin.
func (s *Server) allowOrigin(r *http.Request, h http.Header) {
	origin := r.Header.Get("Origin")
	if len(s.cfg.CORSOrigins) == 0 || origin == "" {
		return
	}
	h.Add("Vary", "Origin")
	if !slices.Contains(s.cfg.CORSOrigins, origin) && !slices.Contains(s.cfg.CORSOrigins, "*") {
		return
	}
	h.Set("Access-Control-Allow-Origin", origin)
	h.Set("Access-Control-Expose-Headers", strings.Join([]string{headerRequestID, headerCharged, headerRemaining,
		headerReplayed, headerRateLimit, headerRatePolicy, "X-Job-ID", "X-Quote-ID", "Location", "Retry-After", "Content-Disposition"}, ", "))
	if r.Method == http.MethodOptions {
		h.Set("Access-Control-Allow-Methods", "GET, POST, PUT, PATCH, DELETE")
		h.Set("Access-Control-Allow-Headers", "Authorization, Content-Type, Idempotency-Key, "+headerRequestID)
		h.Set("Access-Control-Max-Age", "600")
	}
}

// patientWriter gives each write its own deadline: a call may wait long before it writes.
type patientWriter struct {
	http.ResponseWriter
	control *http.ResponseController
}

func (w *patientWriter) extend() { _ = w.control.SetWriteDeadline(time.Now().Add(writeTime)) }

func (w *patientWriter) WriteHeader(status int) {
	w.extend()
	w.ResponseWriter.WriteHeader(status)
}

func (w *patientWriter) Write(b []byte) (int, error) {
	w.extend()
	return w.ResponseWriter.Write(b)
}

func (w *patientWriter) Flush() {
	w.extend()
	_ = w.control.Flush()
}

// Unwrap lets http.ResponseController reach the connection.
func (w *patientWriter) Unwrap() http.ResponseWriter { return w.ResponseWriter }

// errLateBody tells the end of a body's time from those of the store, of Redis and of the blob store.
var errLateBody = errors.New("the body's time is over")

// patientBody gives each read a deadline within that of the whole body, which begins with the first
// read: a request may have to wait for memory before. The deadline is lifted at the end of the body: a deadline that passes later would end the request's context under a waiting handler.
type patientBody struct {
	io.ReadCloser
	control *http.ResponseController
	until   time.Time // zero before the first read
	done    bool
}

func (b *patientBody) Read(p []byte) (int, error) {
	if b.done {
		return b.ReadCloser.Read(p)
	}
	now := time.Now()
	if b.until.IsZero() {
		b.until = now.Add(bodyTotal)
	}
	deadline := now.Add(bodyPause)
	if deadline.After(b.until) {
		deadline = b.until
	}
	_ = b.control.SetReadDeadline(deadline)
	n, err := b.ReadCloser.Read(p)
	switch {
	case err == nil:
	case errors.Is(err, io.EOF):
		b.done = true
		_ = b.control.SetReadDeadline(time.Time{})
	default: // net/http must not wait for the rest of a broken body before it answers
		b.done = true
		_ = b.control.SetReadDeadline(time.Now())
		if errors.Is(err, os.ErrDeadlineExceeded) {
			return n, errLateBody
		}
		err = fail.Wrap(err, fail.CodeBadRequest, "body: malformed, or ended before its length")
	}
	return n, err
}

// abandon bounds how long net/http reads on to find the next request behind an unread body.
func (b *patientBody) abandon() {
	if !b.done {
		_ = b.control.SetReadDeadline(time.Now().Add(drainTime))
	}
}
