package route

import (
	"cmp"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"sync"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humaecho"
	"github.com/labstack/echo/v4"

	"tariffdesk/api/gate"
	"tariffdesk/api/limit"
	"tariffdesk/api/wire"
	"tariffdesk/credit"
	"tariffdesk/fail"
	"tariffdesk/language"
)

// useErrorBody makes huma write our body. huma keeps these functions in package variables; they are
// the same for every server, so they are set once.
var useErrorBody = sync.OnceFunc(func() {
	huma.DefaultArrayNullable = false // an array without elements is written as one
	huma.ValidateStrictCasing = true
	huma.NewErrorWithContext = newError
	huma.NewError = func(status int, msg string, _ ...error) huma.StatusError { // only shapes the OpenAPI document
		return &wire.ErrorBody{StatusCode: status, Message: msg}
	}
})

// newError turns what huma found, or what a handler returned, into the body of the answer.
func newError(ctx huma.Context, humaStatus int, msg string, errs ...error) huma.StatusError {
	err := toFail(routeOf(ctx), humaStatus, msg, errs)
	c := humaecho.Unwrap(ctx)
	body := bodyOf(err, c)
	wire.SetErrorHeaders(c.Response().Header(), body)
	if w, ok := errors.AsType[*limit.WaitError](err); ok {
		c.Response().Header().Set("Retry-After", w.Seconds())
	}
	if k := gate.Of(ctx.Context()); k != nil && body.StatusCode == http.StatusPaymentRequired && c.Response().Header().Get(wire.HeaderRemaining) == "" {
		c.Response().Header().Set(wire.HeaderRemaining, credit.Amount(k.Caller.Organisation.Balance).String())
	}
	if body.StatusCode >= http.StatusInternalServerError {
		c.Set(errorKey, err) // the request log tells it in full
	}
	return body
}

// bodyOf is the body of an error in the language of its call.
func bodyOf(err error, c echo.Context) *wire.ErrorBody {
	l := language.Of(c.Request().Context())
	c.Response().Header().Set("Content-Language", l.Tag())
	body, known := wire.BodyOf(err).In(l)
	if !known {
		c.Set(untranslatedKey, body.Message)
	}
	body.RequestID = requestID(c)
	return body
}

// toFail gives huma's findings their codes.
func toFail(r Row, humaStatus int, msg string, errs []error) error {
	switch humaStatus {
	case http.StatusInternalServerError: // from a handler, a gate, or a body that could not be read
		if len(errs) == 0 {
			return errors.New(msg)
		}
		return cmp.Or(wire.BodyProblem(errs[0]), errs[0])
	case http.StatusRequestEntityTooLarge:
		return fail.Newf(fail.CodePayloadTooLarge, "body: exceeds the limit of %d bytes", r.maxBody()).With(fmt.Sprintf("body: exceeds the limit of %d bytes", r.maxBody()))
	case http.StatusRequestTimeout:
		return wire.ErrSlowBody
	}
	if len(errs) == 0 {
		return wire.Refusal([]*wire.Problem{{Code: r.malformedCode(), Text: "body: " + msg}})
	}
	var problems []*wire.Problem
	for _, err := range errs {
		found := toProblems(r, humaStatus, err)
		if found == nil {
			return err
		}
		problems = append(problems, found...)
	}
	return wire.Refusal(problems)
}

// toProblems is nil for an error that is not about the request.
func toProblems(r Row, humaStatus int, err error) []*wire.Problem {
	if p, ok := errors.AsType[*wire.Problem](err); ok {
		return []*wire.Problem{p}
	}
	if d, ok := errors.AsType[*huma.ErrorDetail](err); ok {
		return []*wire.Problem{detailProblem(r, humaStatus, d)}
	}
	e := fail.As(err)
	if wire.Severity(e.Code) < 0 {
		return nil
	}
	if len(e.Details) == 0 {
		return []*wire.Problem{{Code: e.Code, Text: e.Message}}
	}
	problems := make([]*wire.Problem, len(e.Details))
	for i, d := range e.Details {
		problems[i] = &wire.Problem{Code: e.Code, Text: d}
	}
	return problems
}

// detailProblem gives what huma found its class. It never shows the value: it may be a secret.
func detailProblem(r Row, humaStatus int, d *huma.ErrorDetail) *wire.Problem {
	where, field, _ := strings.Cut(d.Location, ".")
	text := cmp.Or(field, where) + ": " + d.Message
	switch {
	case where != "body":
		return &wire.Problem{Code: r.paramCode(), Text: text}
	case d.Message == wire.ErrEncoding.Error():
		return &wire.Problem{Code: fail.CodeInvalidEncoding, Text: text}
	case humaStatus == http.StatusUnsupportedMediaType:
		return &wire.Problem{Code: fail.CodeUnsupportedMedia, Text: "Content-Type: want " + r.mediaType()}
	case d.Location == "body" && humaStatus == http.StatusBadRequest && !strings.HasSuffix(d.Message, wire.Repeated):
		return &wire.Problem{Code: r.malformedCode(), Text: text}
	}
	return &wire.Problem{Code: r.validationCode(), Text: text}
}
