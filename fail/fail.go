// Package fail owns the one error type that crosses package borders: a code that callers
// act on, a message and details that may be shown to a caller, and a cause that may not.
//
// It refuses to know HTTP: the code's status lives in api, the code's retry rule in worker.
package fail

import (
	"errors"
	"fmt"
)

// Code is the public name of a kind of failure, as it stands in the field "error" of an answer.
type Code string

// The codes of the interface, and those the contract adds.
const (
	CodeInvalidEncoding   Code = "InvalidEncoding"
	CodeBadRequest        Code = "BadRequest"
	CodeUnauthorized      Code = "Unauthorized"
	CodeCredit            Code = "CreditError"
	CodeForbidden         Code = "Forbidden"
	CodeNotFound          Code = "NotFound"
	CodeMethodNotAllowed  Code = "MethodNotAllowed"
	CodeConflict          Code = "Conflict"
	CodeGone              Code = "Gone"
	CodePayloadTooLarge   Code = "PayloadTooLarge"
	CodeUnsupportedMedia  Code = "UnsupportedMediaType"
	CodeValidation        Code = "ValidationError"
	CodeRateLimited       Code = "RATE_LIMITED"
	CodeInternal          Code = "InternalServerError"
	CodeUnavailable       Code = "ServiceUnavailable"
	CodeSvcDocsResource   Code = "SvcDocsResourceError"
	CodeSvcDocsCredit     Code = "SvcDocsCreditError"
	CodeSvcDocsNotFound   Code = "SvcDocsNotFoundError"
	CodeSvcDocsValidation Code = "SvcDocsValidationError"
	CodeSvcDocsLimit      Code = "SvcDocsLimitError"
	CodeSvcDocsProcessing Code = "SvcDocsProcessingError"
)

// Error is a failure whose meaning is known. Message and Details are public; the cause is not.
type Error struct {
	Code    Code
	Message string
	Details []string // one entry a problem, each naming its field
	cause   error
}

// New returns an error with a public message.
func New(code Code, message string) *Error { return &Error{Code: code, Message: message} }

// Newf is New with a format.
func Newf(code Code, format string, args ...any) *Error {
	return New(code, fmt.Sprintf(format, args...))
}

// Wrap gives cause a code and a public message; the cause stays private.
func Wrap(cause error, code Code, message string) *Error {
	return &Error{Code: code, Message: message, cause: cause}
}

// With returns a copy of e that carries details.
func (e *Error) With(details ...string) *Error {
	c := *e
	c.Details = append(append([]string(nil), e.Details...), details...)
	return &c
}

// Error is the internal form: code, message and cause. It is for logs only.
func (e *Error) Error() string {
	if e.cause != nil {
		return fmt.Sprintf("%s: %s: %v", e.Code, e.Message, e.cause)
	}
	return fmt.Sprintf("%s: %s", e.Code, e.Message)
}

func (e *Error) Unwrap() error { return e.cause }

// Is matches errors by code, so that errors.Is(err, fail.New(fail.CodeNotFound, "")) asks for the kind.
func (e *Error) Is(target error) bool {
	t, ok := target.(*Error)
	return ok && t.Code == e.Code && t.Message == "" && t.cause == nil
}

// CodeOf returns the code attached to err, or CodeInternal where none is.
func CodeOf(err error) Code { return As(err).Code }

// As returns the *Error in err's chain, or an internal one that hides err behind a general message.
func As(err error) *Error {
	if e, ok := errors.AsType[*Error](err); ok {
		return e
	}
	return Wrap(err, CodeInternal, "an internal error occurred")
}
