package db

import (
	"errors"
	"fmt"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5/pgconn"

	"tariffdesk/fail"
)

// IsID reports whether an id can be one of ours: 36 characters; any other names nothing.
func IsID(id string) bool { return len(id) == 36 && uuid.Validate(id) == nil }

// Violates reports whether err is the violation of the named constraint.
func Violates(err error, constraint string) bool {
	pgErr, ok := errors.AsType[*pgconn.PgError](err)
	return ok && pgErr.ConstraintName == constraint
}

// Document is raw as a parameter, NULL where it is nil: text, which every mode of the protocol sends as
// what the column is. Bytes would be sent as bytes where the types are not asked for.
func Document[B ~[]byte](raw B) any {
	if raw == nil {
		return nil
	}
	return string(raw)
}

// Texts are values of a type of their own as the texts they are, which every mode of the protocol knows.
func Texts[T ~string](values []T) []string {
	plain := make([]string, len(values))
	for i, v := range values {
		plain[i] = string(v)
	}
	return plain
}

// Wrapped names the operation of an error whose meaning is not known yet; nil stays nil.
func Wrapped(err error, format string, args ...any) error {
	if err == nil || fail.CodeOf(err) != fail.CodeInternal {
		return err
	}
	return fmt.Errorf(format+": %w", append(args, err)...)
}
