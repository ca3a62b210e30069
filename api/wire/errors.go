package wire

import (
	"cmp"
	"errors"
	"fmt"
	"net"
	"net/http"
	"slices"
	"strings"

	"tariffdesk/fail"
	"tariffdesk/jobs"
	"tariffdesk/language"
)

// Status is the one table from error code to HTTP status.
func Status(code fail.Code) int {
	switch code {
	case fail.CodeInvalidEncoding, fail.CodeBadRequest, fail.CodeSvcDocsResource:
		return http.StatusBadRequest
	case fail.CodeUnauthorized:
		return http.StatusUnauthorized
	case fail.CodeCredit, fail.CodeSvcDocsCredit:
		return http.StatusPaymentRequired
	case fail.CodeForbidden:
		return http.StatusForbidden
	case fail.CodeNotFound, fail.CodeSvcDocsNotFound:
		return http.StatusNotFound
	case fail.CodeMethodNotAllowed:
		return http.StatusMethodNotAllowed
	case fail.CodeConflict:
		return http.StatusConflict
	case fail.CodeGone:
		return http.StatusGone
	case fail.CodePayloadTooLarge:
		return http.StatusRequestEntityTooLarge
	case fail.CodeUnsupportedMedia:
		return http.StatusUnsupportedMediaType
	case fail.CodeValidation, fail.CodeSvcDocsValidation:
		return http.StatusUnprocessableEntity
	case fail.CodeRateLimited, fail.CodeSvcDocsLimit:
		return http.StatusTooManyRequests
	case fail.CodeSvcDocsProcessing:
		return http.StatusBadGateway
	case fail.CodeUnavailable:
		return http.StatusServiceUnavailable
	case fail.CodeInternal:
	}
	return http.StatusInternalServerError
}

// ErrorBody is the body of every answer that is not a success.
type ErrorBody struct {
	Type       fail.Code `json:"error" doc:"Name of the type of error"`
	Message    string    `json:"message" doc:"What is wrong, for people"`
	StatusCode int       `json:"status_code" doc:"HTTP status, as of the answer"`
	Errors     []string  `json:"errors,omitempty" doc:"Every problem of the request, each naming its field"`
	RequestID  string    `json:"request_id,omitempty" doc:"Id of the request, as in the header X-Request-ID and the log; absent where the error is kept with a job"`
	JobID      string    `json:"job_id,omitempty" doc:"The job that holds the Idempotency-Key, where a request in progress does"`
}

// Error returns the type and the message. With GetStatus it makes the body an error that huma writes.
func (b *ErrorBody) Error() string { return string(b.Type) + ": " + b.Message }

// GetStatus returns the HTTP status.
func (b *ErrorBody) GetStatus() int { return b.StatusCode }

// BodyOf returns the body that answers err, in English. Where a database or Redis does not answer it is
// CodeUnavailable; an error without a code is CodeInternal.
func BodyOf(err error) *ErrorBody {
	e := fail.As(err)
	if e.Code == fail.CodeInternal && away(err) {
		e = fail.Wrap(err, fail.CodeUnavailable, "the service is not available at the moment") // database or Redis do not answer
	}
	body := &ErrorBody{Type: e.Code, Message: e.Message, StatusCode: Status(e.Code), Errors: e.Details}
	if len(body.Errors) == 0 && Severity(e.Code) > 0 { // the cause is in the request, and the message names it
		body.Errors = []string{e.Message}
	}
	if c, ok := errors.AsType[*jobs.ConflictError](err); ok {
		return &ErrorBody{Type: fail.CodeConflict, Message: c.Error(), StatusCode: http.StatusConflict, JobID: c.JobID}
	}
	return body
}

// In is the body in a language. Its messages are made in English; what has no translation stays so, and known is false.
func (b *ErrorBody) In(l language.Language) (body *ErrorBody, known bool) {
	translated := *b
	translated.Message, translated.Errors, known = language.Messages(l, b.Message, b.Errors)
	return &translated, known
}

// away reports whether err comes of a database or a Redis that does not answer, or is on its way
// down or up: classes 08, 53 and 57 of SQLSTATE are connections, resources and interventions.
func away(err error) bool {
	if _, network := errors.AsType[net.Error](err); network {
		return true
	}
	var sql interface{ SQLState() string }
	return errors.As(err, &sql) && slices.Contains([]string{"08", "53", "57"}, sql.SQLState()[:min(2, len(sql.SQLState()))])
}

// Problem is one thing wrong with a request, of the class that its code gives it.
type Problem struct {
	Code fail.Code
	Text string // begins with the field's name
}

// Error returns the text of the problem.
func (p *Problem) Error() string { return p.Text }

// BadField returns a problem of CodeBadRequest whose text begins with the field.
func BadField(field, format string, args ...any) *Problem {
	return &Problem{fail.CodeBadRequest, field + ": " + fmt.Sprintf(format, args...)}
}

// Severity orders the classes of problems of one request: the first one present decides the status.
func Severity(code fail.Code) int {
	return slices.Index([]int{http.StatusNotFound, http.StatusRequestEntityTooLarge, http.StatusUnsupportedMediaType,
		http.StatusBadRequest, http.StatusUnprocessableEntity}, Status(code))
}

// Refusal joins all problems into one error under the code of the gravest.
func Refusal(problems []*Problem) *fail.Error {
	slices.SortStableFunc(problems, func(a, b *Problem) int {
		// Among equals an encoding problem has the more telling name.
		return cmp.Or(cmp.Compare(Severity(a.Code), Severity(b.Code)),
			-cmp.Compare(btoi(a.Code == fail.CodeInvalidEncoding), btoi(b.Code == fail.CodeInvalidEncoding)))
	})
	texts := make([]string, len(problems))
	for i, p := range problems {
		texts[i] = p.Text
	}
	message := texts[0]
	if n := len(texts); n > 1 {
		message = fmt.Sprintf("the request has %d problems: %s", n, strings.Join(texts[:min(n, 3)], "; "))
	}
	return fail.New(problems[0].Code, message).With(texts...)
}

func btoi(b bool) int {
	if b {
		return 1
	}
	return 0
}

// SetErrorHeaders adds what a client needs to act on an error.
func SetErrorHeaders(h http.Header, b *ErrorBody) {
	switch b.StatusCode {
	case http.StatusUnauthorized:
		if h.Get("WWW-Authenticate") == "" {
			h.Set("WWW-Authenticate", `Bearer realm="tariffdesk"`)
		}
	case http.StatusTooManyRequests: // a pause does not lift the subscription's limit
		if b.Type == fail.CodeRateLimited {
			h.Set("Retry-After", "60")
		}
	case http.StatusServiceUnavailable:
		h.Set("Retry-After", "2")
	case http.StatusConflict:
		if b.JobID != "" {
			h.Set("Retry-After", "1")
		}
	}
}

// ErrSlowBody is CodeBadRequest. It answers a body that did not arrive in time.
var ErrSlowBody = fail.New(fail.CodeBadRequest, "body: did not arrive in time")

// BodyProblem recognises what goes wrong while a body is read.
func BodyProblem(err error) error {
	if tooLarge, ok := errors.AsType[*http.MaxBytesError](err); ok {
		return fail.Newf(fail.CodePayloadTooLarge, "body: exceeds the limit of %d bytes", tooLarge.Limit)
	}
	if errors.Is(err, ErrLateBody) {
		return ErrSlowBody
	}
	return nil
}

// OfField names the field that an error about a file or URL is of.
func OfField(field string, err error) error {
	if e := fail.As(err); len(e.Details) == 0 && Severity(e.Code) > 0 {
		return e.With(field + ": " + e.Message)
	}
	return err
}

// ErrNothingHere is CodeNotFound. It answers a path without a route.
var ErrNothingHere = fail.New(fail.CodeNotFound, "there is nothing at this path")

// Refuse writes an error outside huma.
func Refuse(w http.ResponseWriter, r *http.Request, err error) {
	l := language.Of(r.Context())
	w.Header().Set("Content-Language", l.Tag())
	body, _ := BodyOf(err).In(l)
	body.RequestID = w.Header().Get(HeaderRequestID)
	WriteError(w, r, body)
}
