package api

import (
	"cmp"
	"errors"
	"fmt"
	"net"
	"net/http"
	"slices"
	"strings"
	"sync"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humaecho"

	"tariffdesk/credit"
	"tariffdesk/fail"
	"tariffdesk/jobs"
)

// status is the one table from error code to HTTP status.
func status(code fail.Code) int {
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

// errorBody is the body of every answer that is not a success.
type errorBody struct {
	Type       fail.Code `json:"error" doc:"Name of the type of error"`
	Message    string    `json:"message" doc:"What is wrong, for people"`
	StatusCode int       `json:"status_code"`
	Errors     []string  `json:"errors,omitempty" doc:"Every problem of the request, each naming its field"`
	RequestID  string    `json:"request_id,omitempty"`
	JobID      string    `json:"job_id,omitempty" doc:"The job that holds the Idempotency-Key, where a request in progress does"`
}

// Error and GetStatus make the body what huma writes.
func (b *errorBody) Error() string  { return string(b.Type) + ": " + b.Message }
func (b *errorBody) GetStatus() int { return b.StatusCode }

func bodyOf(err error) *errorBody {
	e := fail.As(err)
	if e.Code == fail.CodeInternal && away(err) {
		e = fail.Wrap(err, fail.CodeUnavailable, "the service is not available at the moment") // database or Redis do not answer
	}
	body := &errorBody{Type: e.Code, Message: e.Message, StatusCode: status(e.Code), Errors: e.Details}
	if len(body.Errors) == 0 && severity(e.Code) > 0 { // the cause is in the request, and the message names it
		body.Errors = []string{e.Message}
	}
	if c, ok := errors.AsType[*jobs.ConflictError](err); ok {
		return &errorBody{Type: fail.CodeConflict, Message: c.Error(), StatusCode: http.StatusConflict, JobID: c.JobID}
	}
	return body
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

// problem is one thing wrong with a request, of the class that its code gives it.
type problem struct {
	code fail.Code
	text string // begins with the field's name
}

func (p *problem) Error() string { return p.text }

func badField(field, format string, args ...any) *problem {
	return &problem{fail.CodeBadRequest, field + ": " + fmt.Sprintf(format, args...)}
}

// severity orders the classes of problems of one request: the first one present decides the status.
func severity(code fail.Code) int {
	return slices.Index([]int{http.StatusNotFound, http.StatusRequestEntityTooLarge, http.StatusUnsupportedMediaType,
		http.StatusBadRequest, http.StatusUnprocessableEntity}, status(code))
}

// refusal joins all problems into one error under the code of the gravest.
func refusal(problems []*problem) *fail.Error {
	slices.SortStableFunc(problems, func(a, b *problem) int {
		// Among equals an encoding problem has the more telling name.
		return cmp.Or(cmp.Compare(severity(a.code), severity(b.code)),
			-cmp.Compare(btoi(a.code == fail.CodeInvalidEncoding), btoi(b.code == fail.CodeInvalidEncoding)))
	})
	texts := make([]string, len(problems))
	for i, p := range problems {
		texts[i] = p.text
	}
	message := texts[0]
	if n := len(texts); n > 1 {
		message = fmt.Sprintf("the request has %d problems: %s", n, strings.Join(texts[:min(n, 3)], "; "))
	}
	return fail.New(problems[0].code, message).With(texts...)
}

func btoi(b bool) int {
	if b {
		return 1
	}
	return 0
}

// useErrorBody makes huma write our body. huma keeps these functions in package variables; they are
// the same for every server, so they are set once.
var useErrorBody = sync.OnceFunc(func() {
	huma.DefaultArrayNullable = false // an array without elements is written as one
	huma.ValidateStrictCasing = true
	huma.NewErrorWithContext = newError
	huma.NewError = func(status int, msg string, _ ...error) huma.StatusError { // only shapes the OpenAPI document
		return &errorBody{StatusCode: status, Message: msg}
	}
})

// newError turns what huma found, or what a handler returned, into the body of the answer.
func newError(ctx huma.Context, humaStatus int, msg string, errs ...error) huma.StatusError {
	err := toFail(routeOf(ctx), humaStatus, msg, errs)
	body := bodyOf(err)
	c := humaecho.Unwrap(ctx)
	body.RequestID = requestID(c)
	setErrorHeaders(c.Response().Header(), body)
	if w, ok := errors.AsType[*waitError](err); ok {
		c.Response().Header().Set("Retry-After", w.seconds())
	}
	if k := callOf(ctx.Context()); k != nil && body.StatusCode == http.StatusPaymentRequired && c.Response().Header().Get(headerRemaining) == "" {
		c.Response().Header().Set(headerRemaining, credit.Amount(k.caller.Organisation.Balance).String())
	}
	if body.StatusCode >= http.StatusInternalServerError {
		c.Set(errorKey, err) // the request log tells it in full
	}
	return body
}

// setErrorHeaders adds what a client needs to act on an error.
func setErrorHeaders(h http.Header, b *errorBody) {
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

// toFail gives huma's findings their codes.
func toFail(r route, humaStatus int, msg string, errs []error) error {
	switch humaStatus {
	case http.StatusInternalServerError: // from a handler, a gate, or a body that could not be read
		if len(errs) == 0 {
			return errors.New(msg)
		}
		return cmp.Or(bodyProblem(errs[0]), errs[0])
	case http.StatusRequestEntityTooLarge:
		return fail.Newf(fail.CodePayloadTooLarge, "body: exceeds the limit of %d bytes", r.maxBody()).With(fmt.Sprintf("body: exceeds the limit of %d bytes", r.maxBody()))
	case http.StatusRequestTimeout:
		return errSlowBody
	}
	if len(errs) == 0 {
		return refusal([]*problem{{r.malformedCode(), "body: " + msg}})
	}
	var problems []*problem
	for _, err := range errs {
		found := toProblems(r, humaStatus, err)
		if found == nil {
			return err
		}
		problems = append(problems, found...)
	}
	return refusal(problems)
}

var errSlowBody = fail.New(fail.CodeBadRequest, "body: did not arrive in time")

// bodyProblem recognises what goes wrong while a body is read.
func bodyProblem(err error) error {
	if tooLarge, ok := errors.AsType[*http.MaxBytesError](err); ok {
		return fail.Newf(fail.CodePayloadTooLarge, "body: exceeds the limit of %d bytes", tooLarge.Limit)
	}
	if errors.Is(err, errLateBody) {
		return errSlowBody
	}
	return nil
}

// toProblems is nil for an error that is not about the request.
func toProblems(r route, humaStatus int, err error) []*problem {
	if p, ok := errors.AsType[*problem](err); ok {
		return []*problem{p}
	}
	if d, ok := errors.AsType[*huma.ErrorDetail](err); ok {
		return []*problem{detailProblem(r, humaStatus, d)}
	}
	e := fail.As(err)
	if severity(e.Code) < 0 {
		return nil
	}
	if len(e.Details) == 0 {
		return []*problem{{e.Code, e.Message}}
	}
	problems := make([]*problem, len(e.Details))
	for i, d := range e.Details {
		problems[i] = &problem{e.Code, d}
	}
	return problems
}

// detailProblem gives what huma found its class. It never shows the value: it may be a secret.
func detailProblem(r route, humaStatus int, d *huma.ErrorDetail) *problem {
	where, field, _ := strings.Cut(d.Location, ".")
	text := cmp.Or(field, where) + ": " + d.Message
	switch {
	case where != "body":
		return &problem{r.paramCode(), text}
	case d.Message == errEncoding.Error():
		return &problem{fail.CodeInvalidEncoding, text}
	case humaStatus == http.StatusUnsupportedMediaType:
		return &problem{fail.CodeUnsupportedMedia, "Content-Type: want " + r.mediaType()}
	case d.Location == "body" && humaStatus == http.StatusBadRequest && !strings.HasSuffix(d.Message, repeated):
		return &problem{r.malformedCode(), text}
	}
	return &problem{r.validationCode(), text}
}
