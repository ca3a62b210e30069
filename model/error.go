package model

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/sashabaranov/go-openai"
)

// Kind is why a model gave no answer.
type Kind string

// The kinds of failure.
const (
	KindRefused     Kind = "refused"      // the model or a content filter declined to answer
	KindRateLimited Kind = "rate_limited" // 429 to the last attempt
	KindUnavailable Kind = "unavailable"  // no connection, too slow, 5xx, breaker open, no free slot
	KindRejected    Kind = "rejected"     // another 4xx: the key, the model's name, or what was sent
	KindInvalid     Kind = "invalid"      // an answer that is none: no JSON, cut off, empty, too large
)

// Error is a call that gave no answer. Its text has the status and the server's code word at most, never
// the server's message, which may repeat what was sent.
type Error struct {
	kind   Kind
	reason string
	status int           // of HTTP, 0 where there was no answer
	after  time.Duration // what Retry-After asked for
}

func (e *Error) Error() string { return fmt.Sprintf("model %s: %s", e.kind, e.reason) }

// Kind is why there is no answer.
func (e *Error) Kind() Kind { return e.kind }

// InvalidAnswer reports whether the model answered, but not as asked: asking again may help.
func (e *Error) InvalidAnswer() bool { return e.kind == KindInvalid }

// Rejected reports whether the server took exception to the request itself: the same one will fail again.
func (e *Error) Rejected() bool { return e.kind == KindRejected }

func (e *Error) repeatable() bool { return e.kind == KindUnavailable || e.kind == KindRateLimited }

// kindOf returns the kind of err; one that is none of ours came from a server that cannot be used.
func kindOf(err error) Kind {
	if e, ok := errors.AsType[*Error](err); ok {
		return e.kind
	}
	return KindUnavailable
}

// classified turns what the library or the network reports into an Error.
func classified(err error, header http.Header, now time.Time) *Error {
	if own, ok := errors.AsType[*Error](err); ok {
		return own
	}
	if status, code := statusOf(err); status != 0 {
		e := &Error{kind: kindOfStatus(status, code), status: status, reason: strings.TrimSpace(fmt.Sprintf("HTTP %d %s", status, code))}
		if e.repeatable() {
			e.after = retryAfter(header.Get("Retry-After"), now)
		}
		return e
	}
	var syntax *json.SyntaxError
	var wrongType *json.UnmarshalTypeError
	switch {
	case errors.As(err, &syntax), errors.As(err, &wrongType):
		return &Error{kind: KindInvalid, reason: "the answer is no chat completion"}
	case errors.Is(err, context.DeadlineExceeded), isTimeout(err):
		return &Error{kind: KindUnavailable, reason: "timed out"}
	}
	if e, ok := errors.AsType[*url.Error](err); ok {
		err = e.Err // without the address
	}
	if e, ok := errors.AsType[*net.OpError](err); ok {
		return &Error{kind: KindUnavailable, reason: e.Error()}
	}
	return &Error{kind: KindUnavailable, reason: "the connection broke"}
}

func isTimeout(err error) bool {
	e, ok := errors.AsType[net.Error](err)
	return ok && e.Timeout()
}

func kindOfStatus(status int, code string) Kind {
	switch {
	case strings.Contains(code, "content_filter"), strings.Contains(code, "content_policy"):
		return KindRefused
	case status == http.StatusTooManyRequests:
		return KindRateLimited
	case status >= 500, status == http.StatusRequestTimeout, status == http.StatusTooEarly, status == http.StatusConflict:
		return KindUnavailable
	}
	return KindRejected
}

// codeWord matches an error code of a server that may be repeated.
var codeWord = regexp.MustCompile(`^[a-z][a-z_]{1,39}$`)

func statusOf(err error) (status int, code string) {
	if e, ok := errors.AsType[*openai.APIError](err); ok {
		if word, ok := e.Code.(string); ok && codeWord.MatchString(word) {
			code = word
		}
		return e.HTTPStatusCode, code
	}
	if e, ok := errors.AsType[*openai.RequestError](err); ok {
		return e.HTTPStatusCode, ""
	}
	return 0, ""
}

// retryAfter reads the header's two forms, seconds and a date, up to an hour; 0 where there is none.
func retryAfter(value string, now time.Time) time.Duration {
	var wait time.Duration
	if seconds, err := strconv.ParseUint(strings.TrimSpace(value), 10, 16); err == nil {
		wait = time.Duration(seconds) * time.Second
	} else if at, err := http.ParseTime(value); err == nil {
		wait = at.Sub(now)
	}
	return min(max(wait, 0), time.Hour)
}
