package route

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"runtime/debug"
	"time"

	"github.com/labstack/echo/v4"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/trace"

	"tariffdesk/account"
	"tariffdesk/api/gate"
	"tariffdesk/api/wire"
	"tariffdesk/fail"
	"tariffdesk/logline"
)

// What middlewares and handlers leave with a request for its log line.
const (
	requestIDKey = "request_id"
	jobKey       = "job_id"
	errorKey     = "error"
	callerKey    = "caller"

	untranslatedKey = "untranslated" // a message that stayed in English
)

// Unmatched stands in log and metrics for the path of what no route took.
const Unmatched = "unmatched"

// statusCallerGone stands in log and metrics for calls whose caller did not wait for an answer.
const statusCallerGone = 499

// requestID is the id under which the request is answered and logged.
func requestID(c echo.Context) string {
	id, _ := c.Get(requestIDKey).(string)
	return id
}

// observe names, times, counts and logs each request, and turns a panic into an answer. It logs the
// route, not the path, and nothing of the body: paths and bodies may carry secrets.
func (rt *Router) observe(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		start := time.Now()
		id := wire.RequestID(c.Request().Header.Get(wire.HeaderRequestID))
		c.Set(requestIDKey, id)
		c.SetRequest(c.Request().WithContext(logline.Begin(c.Request().Context(), slog.String("request_id", id))))
		c.Response().Header().Set(wire.HeaderRequestID, id)
		rt.Observer.Begin()
		method := c.Request().Method
		if err := rt.rescue(next, c); err != nil {
			c.Error(err)
		}
		if c.Request().Context().Err() != nil && (!c.Response().Committed || errors.Is(errOf(c), context.Canceled)) {
			c.Response().Status = statusCallerGone
		}
		rt.report(c, method, time.Since(start))
		return nil
	}
}

// rescue runs next and makes an error of its panic.
func (rt *Router) rescue(next echo.HandlerFunc, c echo.Context) (err error) {
	defer func() {
		switch p := recover(); {
		case p == nil:
		case p == http.ErrAbortHandler: //nolint:errorlint // the sentinel that net/http compares the same way
			panic(p)
		case c.Request().Context().Err() != nil: // huma panics where it cannot write: the caller has gone
			err = fmt.Errorf("caller gone: %v: %w", p, context.Canceled)
		default:
			err = fmt.Errorf("panic: %v\n%s", p, debug.Stack())
		}
	}()
	return next(c)
}

func (rt *Router) report(c echo.Context, method string, took time.Duration) {
	route, status := c.Path(), c.Response().Status
	if route == "" || errors.Is(errOf(c), errUnmatched) {
		route = Unmatched
	}
	nameSpan(c.Request().Context(), method, route)
	caller, known := c.Get(callerKey).(account.Caller)
	job, _ := c.Get(jobKey).(string)
	from := gate.OriginOf(c.Request())
	if from.Source == account.SourceAPI {
		from.Source = entry(route)
	}
	rt.Observer.End(c.Request().Context(), Answered{c.Request(), c.Response().Header(), requestID(c), method, route, status, took, caller, known, job, from})
	attrs := []slog.Attr{
		slog.String("request_id", requestID(c)), slog.String("method", method), slog.String("route", route),
		slog.Int("status", status), slog.Float64("duration_ms", float64(took.Microseconds())/1000),
		slog.String("address", from.Address), slog.String("user_agent", from.UserAgent), slog.String("source", string(from.Source)),
	}
	if known && caller.Role != account.RoleOperator {
		attrs = append(attrs, slog.String("organisation", caller.Organisation.ID))
	}
	if job != "" {
		attrs = append(attrs, slog.String("job_id", job))
	}
	if text, ok := c.Get(untranslatedKey).(string); ok {
		rt.Log.DebugContext(c.Request().Context(), "message without translation", "request_id", requestID(c), "message", text)
	}
	level := slog.LevelInfo
	if waited := logline.Waited(c.Request().Context()); rt.SlowRequest > 0 && took-waited >= rt.SlowRequest {
		level = slog.LevelWarn
		attrs = append(attrs, slog.Bool("slow", true), slog.Float64("waited_ms", float64(waited.Microseconds())/1000))
	}
	switch {
	case status >= http.StatusInternalServerError:
		level = slog.LevelError
		if fail.CodeOf(errOf(c)) == fail.CodeSvcDocsProcessing { // the caller's document: nothing for an operator to repair
			level = slog.LevelWarn
		}
		attrs = append(attrs, slog.Any("error", errOf(c)))
	case level == slog.LevelInfo && rt.public[route] && status < http.StatusBadRequest:
		level = slog.LevelDebug // health checks and pages
	}
	rt.Log.LogAttrs(c.Request().Context(), level, "request", attrs...)
}

// entry names the source of calls that a route outside the API makes; the calls behind the route name themselves.
func entry(route string) account.Source {
	switch route {
	case "/mcp":
		return account.SourceMCP
	case "/", "/app", "/app/*", "/ops", "/ops/*":
		return account.SourceConsole
	}
	return account.SourceAPI
}

// keepCaller leaves the caller, where he has been found, to the log.
func keepCaller(c echo.Context, k *gate.Call) {
	if k.IsKnown() {
		c.Set(callerKey, k.Caller)
	}
}

// nameSpan gives the request's span its route, which is known once it was routed. A path that no route took
// stays unnamed, as in the metrics.
func nameSpan(ctx context.Context, method, route string) {
	span := trace.SpanFromContext(ctx)
	if route == Unmatched || !span.IsRecording() {
		return
	}
	span.SetName(method + " " + route)
	span.SetAttributes(attribute.String("http.route", route))
}

func errOf(c echo.Context) error {
	err, _ := c.Get(errorKey).(error)
	return err
}
