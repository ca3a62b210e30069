package api

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"sync"
	"time"

	"github.com/labstack/echo/v4"

	"tariffdesk/fail"
)

func (s *Server) registerHealth() {
	s.handle(http.MethodGet, "/health", http.HandlerFunc(alive))
	s.handle(http.MethodGet, "/health/ready", http.HandlerFunc(s.ready))
}

// alive answers liveness: it depends on nothing.
func alive(w http.ResponseWriter, _ *http.Request) {
	writeJSON(w, http.StatusOK, map[string]string{"status": "ok"})
}

type readyBody struct {
	Status  string            `json:"status"` // ready or unavailable
	Version string            `json:"version"`
	Checks  map[string]string `json:"checks"` // ok or unavailable, by part
}

// ready answers readiness: every part that a call needs, asked at once. Why a part is away is for
// the log, not for the public.
func (s *Server) ready(w http.ResponseWriter, r *http.Request) {
	ctx, cancel := context.WithTimeout(r.Context(), 2*time.Second)
	defer cancel()
	checks := map[string]func(context.Context) error{
		"database": s.Store.Ping,
		"redis":    func(ctx context.Context) error { return s.Redis.Ping(ctx).Err() },
	}
	for name, check := range s.Ready {
		checks[name] = check
	}
	body, status := readyBody{"ready", s.cfg.Version, map[string]string{}}, http.StatusOK
	var mu sync.Mutex
	var wg sync.WaitGroup
	for name, check := range checks {
		wg.Go(func() {
			err := check(ctx)
			mu.Lock()
			defer mu.Unlock()
			body.Checks[name] = "ok"
			if err != nil {
				s.Log.WarnContext(ctx, "not ready", "part", name, "error", err)
				body.Status, body.Checks[name], status = "unavailable", "unavailable", http.StatusServiceUnavailable
			}
		})
	}
	wg.Wait()
	writeJSON(w, status, body)
}

var errNothingHere = fail.New(fail.CodeNotFound, "there is nothing at this path")

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
		err = s.authenticated(c, errNothingHere)
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
	body := bodyOf(err)
	body.RequestID = requestID(c)
	if body.StatusCode != http.StatusMethodNotAllowed {
		c.Response().Header().Del("Allow") // the router has set it before the caller was known
	}
	setErrorHeaders(c.Response().Header(), body)
	writeJSON(c.Response(), body.StatusCode, body)
}

// authenticated is err for a known caller with a subscription, else why the caller is refused.
func (s *Server) authenticated(c echo.Context, err error) error {
	caller, refused := s.authenticate(c)
	if refused != nil {
		return refused
	}
	return first(caller.CheckSubscription(s.Now()), err)
}

func writeJSON(w http.ResponseWriter, status int, body any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_ = jsonFormat().Marshal(w, body) // the caller has gone
}
