package api

import (
	"context"
	"errors"
	"log/slog"
	"maps"
	"net/http"
	"strings"
	"sync"
	"time"

	"github.com/labstack/echo/v4"

	"tariffdesk/api/wire"
	"tariffdesk/fail"
)

func (s *Server) registerHealth() {
	s.handle(http.MethodGet, "/health", http.HandlerFunc(alive))
	s.handle(http.MethodGet, "/health/ready", http.HandlerFunc(s.ready))
}

// alive answers liveness: it depends on nothing.
func alive(w http.ResponseWriter, _ *http.Request) {
	wire.WriteJSON(w, http.StatusOK, map[string]string{"status": "ok"})
}

// Readiness is the answer to whether a process can do its work.
type Readiness struct {
	Status  string            `json:"status"` // ready, degraded or unavailable
	Version string            `json:"version"`
	Checks  map[string]string `json:"checks"` // ok, degraded or unavailable, by part
}

// HTTPStatus is 200 where the process is to be given calls.
func (r Readiness) HTTPStatus() int {
	if r.Status == "unavailable" {
		return http.StatusServiceUnavailable
	}
	return http.StatusOK
}

// readyTime bounds the answer to readiness.
const readyTime = 2 * time.Second

// AskReadiness asks all parts at once. One of vital makes the process unavailable, one of degrades
// is named, but leaves it ready. Why a part is away is for the log, not for the public.
func AskReadiness(ctx context.Context, version string, log *slog.Logger, vital, degrades map[string]func(context.Context) error) Readiness {
	ctx, cancel := context.WithTimeout(ctx, readyTime)
	defer cancel()
	r := Readiness{"ready", version, map[string]string{}}
	var mu sync.Mutex
	var wg sync.WaitGroup
	ask := func(name string, check func(context.Context) error, without string) {
		wg.Go(func() {
			err := check(ctx)
			mu.Lock()
			defer mu.Unlock()
			r.Checks[name] = "ok"
			if err == nil {
				return
			}
			log.WarnContext(ctx, "a part is away", "part", name, "process", without, "error", err)
			r.Checks[name] = without
			if r.Status != "unavailable" {
				r.Status = without
			}
		})
	}
	for name, check := range vital {
		ask(name, check, "unavailable")
	}
	for name, check := range degrades {
		ask(name, check, "degraded")
	}
	wg.Wait()
	return r
}

// ready answers readiness.
func (s *Server) ready(w http.ResponseWriter, r *http.Request) {
	checks := map[string]func(context.Context) error{
		"database": s.Store.Ping,
		"redis":    func(ctx context.Context) error { return s.Redis.Ping(ctx).Err() },
	}
	maps.Copy(checks, s.Ready)
	answer := AskReadiness(r.Context(), s.cfg.Version, s.Log, checks, s.Degrades)
	wire.WriteJSON(w, answer.HTTPStatus(), answer)
}

var errUnmatched = errors.New("no route matched")

// unmatched answers what no route took, and what a middleware failed with. A path that ends in
// /health is alive whatever stands before it; all else tells nothing before the caller is known.
func (s *Server) unmatched(err error, c echo.Context) {
	if c.Response().Committed {
		c.Set(errorKey, err)
		return
	}
	he, ok := errors.AsType[*echo.HTTPError](err)
	switch {
	case ok && he.Code == http.StatusNotFound:
		c.Set(errorKey, errUnmatched)
		if strings.HasSuffix(c.Request().URL.Path, "/health") {
			alive(c.Response(), c.Request())
			return
		}
		err = s.authenticated(c, wire.ErrNothingHere)
	case ok && he.Code == http.StatusMethodNotAllowed:
		err = fail.New(fail.CodeMethodNotAllowed, "this path does not take the method "+c.Request().Method)
		if !s.public[c.Path()] {
			err = s.authenticated(c, err)
		}
	case ok:
		err = fail.Wrap(err, fail.CodeBadRequest, "the request cannot be read")
	default:
		c.Set(errorKey, err)
	}
	body := wire.BodyOf(err)
	body.RequestID = requestID(c)
	if body.StatusCode != http.StatusMethodNotAllowed {
		c.Response().Header().Del("Allow") // the router has set it before the caller was known
	}
	wire.SetErrorHeaders(c.Response().Header(), body)
	wire.WriteJSON(c.Response(), body.StatusCode, body)
}

// authenticated is err for a known caller with a subscription, else why the caller is refused.
func (s *Server) authenticated(c echo.Context, err error) error {
	caller, refused := s.authenticate(c)
	if refused != nil {
		return refused
	}
	return first(caller.CheckSubscription(s.Now()), err)
}
