package ops

import (
	"context"
	"log/slog"
	"maps"
	"net/http"
	"sync"
	"time"

	"tariffdesk/api/route"
	"tariffdesk/api/wire"
)

func (s *Handlers) registerHealth(to *route.Router) {
	to.Handle(http.MethodGet, "/health", http.HandlerFunc(route.Alive))
	to.Handle(http.MethodGet, "/health/ready", http.HandlerFunc(s.ready))
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
func (s *Handlers) ready(w http.ResponseWriter, r *http.Request) {
	checks := map[string]func(context.Context) error{
		"database": s.Store.Ping,
		"redis":    func(ctx context.Context) error { return s.Redis.Ping(ctx).Err() },
	}
	maps.Copy(checks, s.Ready)
	answer := AskReadiness(r.Context(), s.Version, s.Log, checks, s.Degrades)
	wire.WriteJSON(w, answer.HTTPStatus(), answer)
}
