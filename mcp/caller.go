package mcp

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
)

// callerKey is where a context holds the request that a message came with.
type callerKey struct{}

// caller calls the API in process, as whoever sent the message.
type caller struct {
	api  http.Handler
	from *http.Request // with the context of the tool call
}

func newCaller(ctx context.Context, api http.Handler) *caller {
	from, _ := ctx.Value(callerKey{}).(*http.Request)
	return &caller{api: api, from: from.WithContext(ctx)}
}

// call is a request to the API.
type call struct {
	method, path string // the path escaped
	query        url.Values
	body         []byte
	contentType  string
	key          string // Idempotency-Key
}

// reply is an answer of the API below 400.
type reply struct {
	status int
	header http.Header
	body   []byte
}

// refusal is an answer of the API of 400 and above.
type refusal reply

func (r *refusal) Error() string { return fmt.Sprintf("%d: %s", r.status, r.body) }

// do returns the API's answer; one of 400 and above is a *refusal.
func (c *caller) do(to call) (*reply, error) {
	target := to.path
	if len(to.query) > 0 {
		target += "?" + to.query.Encode()
	}
	r, err := http.NewRequestWithContext(c.from.Context(), to.method, target, bytes.NewReader(to.body))
	if err != nil {
		return nil, fmt.Errorf("%s %s: %w", to.method, to.path, err)
	}
	r.RequestURI, r.Host, r.RemoteAddr = r.URL.RequestURI(), c.from.Host, c.from.RemoteAddr
	r.Header.Set("Authorization", c.from.Header.Get("Authorization"))
	for name, value := range map[string]string{
		"User-Agent": c.from.UserAgent(), "X-Request-ID": c.from.Header.Get("X-Request-ID"),
		"Content-Type": to.contentType, "Idempotency-Key": to.key,
	} {
		if value != "" {
			r.Header.Set(name, value)
		}
	}
	answer := &recorder{header: http.Header{}, status: http.StatusOK}
	c.api.ServeHTTP(answer, r)
	switch {
	case answer.overflow:
		return nil, fmt.Errorf("answer of %s %s exceeds %d bytes", to.method, to.path, maxAnswerBytes)
	case answer.status >= http.StatusBadRequest:
		return nil, &refusal{answer.status, answer.header, answer.body.Bytes()}
	}
	return &reply{answer.status, answer.header, answer.body.Bytes()}, nil
}

// maxAnswerBytes bounds what of an answer is held.
const maxAnswerBytes = 32 << 20

// recorder holds an answer of the API.
type recorder struct {
	header   http.Header
	status   int
	begun    bool
	body     bytes.Buffer
	overflow bool
}

func (r *recorder) Header() http.Header { return r.header }

func (r *recorder) WriteHeader(status int) {
	if !r.begun {
		r.begun, r.status = true, status
	}
}

func (r *recorder) Write(b []byte) (int, error) {
	r.begun = true
	if r.overflow = r.overflow || r.body.Len()+len(b) > maxAnswerBytes; r.overflow {
		return 0, errors.New("the answer is too large")
	}
	return r.body.Write(b)
}
