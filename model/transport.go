package model

import (
	"io"
	"net/http"
	"time"
)

// newHTTPClient returns a client of its own connections. It follows no redirect: one would carry the
// prompt to a host the operator did not name.
func newHTTPClient(connections int) *http.Client {
	transport := &http.Transport{
		Proxy: http.ProxyFromEnvironment, ForceAttemptHTTP2: true, TLSHandshakeTimeout: 10 * time.Second,
		MaxIdleConnsPerHost: connections, IdleConnTimeout: 90 * time.Second, MaxResponseHeaderBytes: 64 << 10,
	}
	return &http.Client{Transport: transport, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
}

// boundedDoer fails answers beyond a size, unpacked, and redirects. Of an error page the beginning will do.
type boundedDoer struct {
	client *http.Client
	limit  int64
}

func (d boundedDoer) Do(r *http.Request) (*http.Response, error) {
	answer, err := d.client.Do(r) //nolint:gosec // the address is the operator's configuration, never a caller's
	if err != nil {
		return nil, err
	}
	if answer.StatusCode >= 300 && answer.StatusCode < 400 {
		_ = answer.Body.Close()
		return nil, &Error{kind: KindRejected, reason: "the server redirects; name the final address"}
	}
	if answer.StatusCode >= 400 {
		answer.Body = &beginning{io.LimitReader(answer.Body, d.limit), answer.Body}
	} else {
		answer.Body = &boundedBody{answer.Body, d.limit}
	}
	return answer, nil
}

type beginning struct {
	io.Reader
	io.Closer
}

type boundedBody struct {
	io.ReadCloser
	left int64
}

func (b *boundedBody) Read(p []byte) (int, error) {
	if b.left < 0 {
		return 0, &Error{kind: KindInvalid, reason: "the answer is too large"}
	}
	if int64(len(p)) > b.left+1 { // one more than allowed tells an answer of just the limit from a longer one
		p = p[:b.left+1]
	}
	n, err := b.ReadCloser.Read(p)
	b.left -= int64(n)
	if b.left < 0 {
		return 0, &Error{kind: KindInvalid, reason: "the answer is too large"}
	}
	return n, err
}
