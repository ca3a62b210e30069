package wire

import (
	"errors"
	"io"
	"net/http"
	"net/url"
	"os"
	"strings"
	"time"

	"tariffdesk/fail"
	"tariffdesk/logline"
)

// Limits of every request, from the contract.
const (
	MaxRequestBytes = 60 << 20
	MaxFileBytes    = 20 << 20
	MaxJSONBytes    = 1 << 20 // of a route that names no limit of its own
)

// Times that a slow client may take. The whole of a body may take bodyTotal, a pause in it bodyPause.
const (
	bodyTotal = 2 * time.Minute
	bodyPause = 15 * time.Second
	writeTime = 30 * time.Second
	drainTime = 2 * time.Second
)

// ReadableURL is a URL whose query reads as the URL standard reads it: a semicolon is a character like
// another, and so is a percent sign before what is no pair of digits. url.ParseQuery would drop such
// pairs without a word.
func ReadableURL(u *url.URL) *url.URL {
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

// RemoveSpilled deletes the temporary files of a parsed form: net/http would do so only for the
// request value that it made itself.
func RemoveSpilled(r *http.Request) {
	if r.MultipartForm != nil {
		_ = r.MultipartForm.RemoveAll()
	}
}

// Patient returns what bounds the times of a slow client: a writer for w and the body of r. What it waits for the
// client is told to r's log line. Whoever has handled r abandons the body.
func Patient(w http.ResponseWriter, r *http.Request) (*PatientWriter, *PatientBody) {
	control, waited := http.NewResponseController(w), func(d time.Duration) { logline.Wait(r.Context(), d) }
	writer := &PatientWriter{w, control, waited}
	return writer, &PatientBody{ReadCloser: http.MaxBytesReader(writer, r.Body, MaxRequestBytes), control: control, waited: waited, done: r.ContentLength == 0}
}

// PatientWriter gives each write its own deadline: a call may wait long before it writes.
type PatientWriter struct {
	http.ResponseWriter
	control *http.ResponseController
	waited  func(time.Duration) // is told how long each write took
}

func (w *PatientWriter) extend() { _ = w.control.SetWriteDeadline(time.Now().Add(writeTime)) }

// WriteHeader writes the status within 30 seconds from now.
func (w *PatientWriter) WriteHeader(status int) {
	w.extend()
	w.ResponseWriter.WriteHeader(status)
}

// Write writes b within 30 seconds from now.
func (w *PatientWriter) Write(b []byte) (int, error) {
	w.extend()
	defer since(time.Now(), w.waited)
	return w.ResponseWriter.Write(b)
}

// Flush sends what is buffered within 30 seconds from now. It drops the error.
func (w *PatientWriter) Flush() {
	w.extend()
	defer since(time.Now(), w.waited)
	_ = w.control.Flush()
}

func since(start time.Time, tell func(time.Duration)) { tell(time.Since(start)) }

// Unwrap lets http.ResponseController reach the connection.
func (w *PatientWriter) Unwrap() http.ResponseWriter { return w.ResponseWriter }

// ErrLateBody tells the end of a body's time from those of the store, of Redis and of the blob store.
var ErrLateBody = errors.New("the body's time is over")

// PatientBody gives each read a deadline within that of the whole body, which begins with the first
// read: a request may have to wait for memory before. The deadline is lifted at the end of the body: a deadline that passes later would end the request's context under a waiting handler.
type PatientBody struct {
	io.ReadCloser
	control *http.ResponseController
	waited  func(time.Duration) // is told how long each read took
	until   time.Time           // zero before the first read
	done    bool
}

// Read reads within 15 seconds, and within two minutes of the first read. The error is ErrLateBody beyond that, and
// CodeBadRequest for a broken body.
func (b *PatientBody) Read(p []byte) (int, error) {
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
	b.waited(time.Since(now))
	switch {
	case err == nil:
	case errors.Is(err, io.EOF):
		b.done = true
		_ = b.control.SetReadDeadline(time.Time{})
	default: // net/http must not wait for the rest of a broken body before it answers
		b.done = true
		_ = b.control.SetReadDeadline(time.Now())
		if errors.Is(err, os.ErrDeadlineExceeded) {
			return n, ErrLateBody
		}
		err = fail.Wrap(err, fail.CodeBadRequest, "body: malformed, or ended before its length")
	}
	return n, err
}

// Abandon bounds how long net/http reads on to find the next request behind an unread body.
func (b *PatientBody) Abandon() {
	if !b.done {
		_ = b.control.SetReadDeadline(time.Now().Add(drainTime))
	}
}
