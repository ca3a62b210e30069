package db

import (
	"context"
	"errors"
	"strings"

	"github.com/jackc/pgx/v5/pgconn"
)

// awayError is a server that did not answer in time, or whose connection was lost in the middle of a
// call. It is a net.Error, by which callers tell it from a mistake. It hides that a deadline of the
// store's own has passed: a caller would take that for the end of its own time.
type awayError struct{ cause error }

func (e *awayError) Error() string { return "the database is away: " + e.cause.Error() }

// Timeout and Temporary make it a net.Error.
func (e *awayError) Timeout() bool   { return errors.Is(e.cause, context.DeadlineExceeded) }
func (e *awayError) Temporary() bool { return true }

func (e *awayError) Unwrap() error {
	if e.Timeout() {
		return nil
	}
	return e.cause
}

// isSQL reports whether the server itself refused what it was asked. One that goes down or comes up,
// or has no connection left, says so in the same form, but has judged nothing: it is away.
func isSQL(err error) bool {
	e, ok := errors.AsType[*pgconn.PgError](err)
	return ok && !unavailable(e.Code)
}

// unavailable knows the codes of a server that stops (57P01, 57P02), starts (57P03) or is full
// (53300), and those of a lost connection (class 08), by which poolers speak of their server.
func unavailable(code string) bool {
	switch code {
	case "57P01", "57P02", "57P03", "53300":
		return true
	}
	return strings.HasPrefix(code, "08")
}

// turnedAway reports whether a server refused a connection for what it asked: who connects (class 28), the database
// (3D) or a right (42). Whatever else it says as somebody connects is about itself. On a full disk it ends connections
// with "could not write init file" and the code of an internal error.
func turnedAway(err error) bool {
	e, ok := errors.AsType[*pgconn.PgError](err)
	return ok && (strings.HasPrefix(e.Code, "28") || strings.HasPrefix(e.Code, "3D") || strings.HasPrefix(e.Code, "42"))
}

// IsAway reports whether err leaves open what became of the call.
func IsAway(err error) bool {
	_, ok := errors.AsType[*awayError](err)
	return ok
}
