package read

import (
	"context"
	"errors"
	"strings"
	"unicode/utf8"

	"tariffdesk/fail"
)

// MaxPassword is how long the password of a file may be, in bytes: PDF allows no more.
const MaxPassword = 127

type passwordKey struct{}

// WithPassword gives ctx the password with which encrypted files are read. It is handed to the programs that read a file and
// stands in no error and no log.
func WithPassword(ctx context.Context, password string) context.Context {
	if password == "" {
		return ctx
	}
	return context.WithValue(ctx, passwordKey{}, password)
}

func passwordOf(ctx context.Context) string {
	password, _ := ctx.Value(passwordKey{}).(string)
	return password
}

// unlocking are the arguments of a PDF program: a file opens with the password of its reader or of its owner.
func unlocking(ctx context.Context, args ...string) []string {
	password := passwordOf(ctx)
	if password == "" {
		return args
	}
	const reader, owner = "-upw", "-opw"
	return append([]string{reader, password, owner, password}, args...)
}

// checkPassword refuses what no file can have as its password.
func checkPassword(password string) error {
	switch {
	case len(password) > MaxPassword:
		return fail.Newf(fail.CodeSvcDocsValidation, "the password is longer than the limit of %d bytes", MaxPassword)
	case strings.ContainsRune(password, 0), !utf8.ValidString(password):
		return errPassword
	}
	return nil
}

var (
	// errEncrypted says that a PDF needs a password.
	errEncrypted = fail.New(fail.CodeSvcDocsValidation, "the file is encrypted: give its password, or remove it and send the file again")
	// errPassword says that a PDF needs another password.
	errPassword = fail.New(fail.CodeSvcDocsValidation, "the password does not open the file")
)

// locked reports that a file was not opened for want of the right password.
func locked(err error) bool {
	known, ok := errors.AsType[*fail.Error](err)
	return ok && (known.Message == errEncrypted.Message || known.Message == errPassword.Message)
}

// lockedError is the public form of a refusal for want of a password.
func lockedError(ctx context.Context, err error) error {
	known := errEncrypted
	if passwordOf(ctx) != "" {
		known = errPassword
	}
	return fail.Wrap(err, known.Code, known.Message)
}
